//! The settings group "Engine": the built-in engine or a model, which model, and its budget.

use crate::llm::provider::Provider;
use crate::settings::form::field::{
    Action, Choice, Control, Field, action_control, choice_control, new_field,
};

/// Upper limit of the budget setting, in US cents: nobody wants to spend more in one run.
const MAX_BUDGET_CENTS: usize = 2_000;

const MAX_BUDGET_TOKENS: usize = 10_000_000;

pub(super) fn model_fields() -> Vec<Field> {
    let for_model = |field: Field| field.shown_when("engine", &["model"]);
    let fields = vec![
        new_field(
            "provider",
            "Provider",
            provider_control(),
            "The service that runs the model. Local models keep your notes on this device.",
        )
        .resets_fields(&["modelUrl", "apiKey", "model", "reportModel"]),
        new_field(
            "modelUrl",
            "Base URL",
            Control::Text { placeholder: "https://…/v1" },
            "Leave empty for the default. Include the version, for example https://host/v1.",
        )
        .resets_fields(&["apiKey"]),
        new_field(
            "apiKey",
            "API key",
            Control::Secret,
            "Stored in the app's secret storage on this device, not in the settings file. Leave empty if your server needs no key.",
        ),
        new_field(
            "model",
            "Model",
            Control::Model,
            "Finds topics and reads pages. A small, cheap model is enough. Leave empty for the provider's default.",
        ),
        new_field(
            "reportModel",
            "Report model",
            Control::Model,
            "Writes the report. Leave empty to use the same model.",
        ),
        new_field(
            "testModel",
            "Test model",
            action_control(Action::TestModel, "Test"),
            "Sends a short message to the model and shows what is wrong if it fails. Costs almost nothing.",
        ),
        new_field(
            "streaming",
            "Stream replies",
            Control::Toggle,
            "Show replies while they are written, if the service supports it.",
        ),
    ];
    let fields = fields.into_iter().chain(budget_fields()).map(for_model);
    std::iter::once(engine_field()).chain(fields).collect()
}

fn budget_fields() -> Vec<Field> {
    vec![
        new_field(
            "budgetCents",
            "Budget per run (US cents)",
            Control::Number { min: 0, max: MAX_BUDGET_CENTS },
            "Maximum cost of one run. Ibid stops before exceeding it.",
        ),
        new_field(
            "budgetTokens",
            "Budget per run (tokens)",
            Control::Number { min: 0, max: MAX_BUDGET_TOKENS },
            "Applies when the price of the model is unknown.",
        ),
        new_field(
            "refreshPrices",
            "Model prices",
            action_control(Action::RefreshPrices, "Refresh"),
            "Cost estimates use the price list that comes with Ibid. Refresh downloads the current public list from openrouter.ai; nothing about you is sent.",
        ),
    ]
}

fn engine_field() -> Field {
    new_field(
        "engine",
        "Engine",
        choice_control(&[("built-in", "Built-in"), ("model", "Model")]),
        "The built-in engine runs on this device, for free and without an API key. A model finds better topics and writes better reports; if it fails, the built-in engine takes over.",
    )
}

fn provider_control() -> Control {
    let option =
        |provider: Provider| Choice { value: provider.id(), label: provider.preset().name };
    Control::Choice { options: Provider::ALL.map(option).into() }
}
