//! The group "Engine": the built-in engine or a model, which model, and its budget.

use crate::llm::provider::Provider;
use crate::settings::form::field::{Action, Choice, Control, Field, action, choice, field};

/// Upper limit of the budget setting: nobody wants to spend more in one run.
const MAX_CENTS: usize = 2_000;

const MAX_TOKENS: usize = 10_000_000;

pub(super) fn fields() -> Vec<Field> {
    let for_model = |field: Field| field.shown_when("engine", &["model"]);
    let fields = vec![
        field(
            "provider",
            "Provider",
            providers(),
            "Who runs the model. With one on your own machine nothing leaves the device for it.",
        )
        .resetting(&["modelUrl", "apiKey", "model", "reportModel"]),
        field(
            "modelUrl",
            "Address",
            Control::Text { placeholder: "https://…/v1" },
            "Left empty, the provider's usual address. Set it for a server of your own, up to and with its version, such as http://localhost:8000/v1.",
        )
        .resetting(&["apiKey"]),
        field(
            "apiKey",
            "API key",
            Control::Secret,
            "The key stays in the app's secret storage on this device. Ibid's settings hold only its name. Leave it empty for a server that needs none.",
        ),
        field(
            "model",
            "Model",
            Control::Model,
            "For topics and pages: a small, cheap one is enough. Left empty, the first of the provider's suggestions.",
        ),
        field(
            "reportModel",
            "Model for the report",
            Control::Model,
            "Writes the text. Left empty, the same model.",
        ),
        field(
            "testModel",
            "Test",
            action(Action::TestModel, "Test"),
            "Sends one word to the model and says what is wrong if it does not answer. Costs next to nothing.",
        ),
        field(
            "streaming",
            "Word by word",
            Control::Toggle,
            "Shows replies as they are written, where the service allows it. Off, or where it does not, they come in one piece.",
        ),
        field(
            "budgetCents",
            "Budget in cents",
            Control::Number { min: 0, max: MAX_CENTS },
            "What one run may cost at the most, in cents of a US dollar. The call that could pass it is not made.",
        ),
        field(
            "budgetTokens",
            "Budget in tokens",
            Control::Number { min: 0, max: MAX_TOKENS },
            "What one run may use at the most where the price of the model is unknown.",
        ),
        field(
            "refreshPrices",
            "Prices",
            action(Action::RefreshPrices, "Refresh"),
            "Estimates use a table of prices that comes with Ibid. Refreshing asks openrouter.ai for its public list; nothing about you is sent.",
        ),
    ];
    std::iter::once(engine()).chain(fields.into_iter().map(for_model)).collect()
}

fn engine() -> Field {
    field(
        "engine",
        "Engine",
        choice(&[("built-in", "Built-in"), ("model", "Model")]),
        "The built-in engine works on this device, without a key and at no cost. A model names topics and writes better reports; where it fails, the built-in engine takes over.",
    )
}

fn providers() -> Control {
    let option =
        |provider: Provider| Choice { value: provider.id(), label: provider.preset().name };
    Control::Choice { options: Provider::ALL.map(option).into() }
}
