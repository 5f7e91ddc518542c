//! The settings group "Engine": the built-in engine or a model, which model, and its budget.

use crate::model::llm::Provider;
use crate::settings::form::field::{
    Action, Choice, Control, Field, FieldLink, FieldVariant, action_control, choice_control,
    new_field,
};

/// Upper limit of the budget setting, in US cents: nobody wants to spend more in one run.
const MAX_BUDGET_CENTS: usize = 2_000;

const MAX_BUDGET_TOKENS: usize = 10_000_000;

pub(super) fn model_fields() -> Vec<Field> {
    let for_model = |field: Field| field.shown_when("engine", &["model"]);
    let fields = [service_fields(), chosen_model_fields(), budget_fields()].concat();
    std::iter::once(engine_field()).chain(fields.into_iter().map(for_model)).collect()
}

/// The fields that a new user fills in, in this order: provider, API key, test.
fn service_fields() -> Vec<Field> {
    vec![
        new_field(
            "provider",
            "Provider",
            provider_control(),
            "The service that runs the model. Local models keep your notes on this device.",
        )
        .resets_fields(&["modelUrl", "apiKey", "model", "reportModel"])
        .with_variants(own_servers().filter_map(install_link)),
        new_field(
            "apiKey",
            "API key",
            Control::Secret,
            "Stored in the app's secret storage on this device, not in the settings file.",
        )
        .shown_when("provider", &ids(Provider::ALL.into_iter().filter(|it| !it.is_own_server())))
        .with_variants(Provider::ALL.into_iter().filter_map(api_key_link)),
        new_field(
            "testModel",
            "Test model",
            action_control(Action::TestModel, "Test"),
            "Sends a short message to the model and shows what is wrong if it fails. Costs almost nothing.",
        ),
    ]
}

fn chosen_model_fields() -> Vec<Field> {
    vec![
        new_field(
            "model",
            "Model",
            Control::Model,
            "Finds topics and reads pages. A small, cheap model is enough. Leave empty for the default.",
        )
        .with_variants(Provider::ALL.into_iter().map(default_model)),
        new_field(
            "reportModel",
            "Report model",
            Control::Model,
            "Writes the report. Leave empty to use the same model.",
        )
        .with_variants(Provider::ALL.into_iter().map(|provider| FieldVariant {
            placeholder: "Same model".into(),
            ..for_provider(provider)
        })),
        new_field(
            "modelUrl",
            "Base URL",
            Control::Text { placeholder: "https://…/v1" },
            "Leave empty for the default. Include the version, for example https://host/v1.",
        )
        .resets_fields(&["apiKey"])
        .with_variants(Provider::ALL.into_iter().filter_map(default_address)),
        new_field(
            "streaming",
            "Stream replies",
            Control::Toggle,
            "Show replies while they are written, if the service supports it.",
        ),
    ]
}

fn budget_fields() -> Vec<Field> {
    let paid = ids(Provider::ALL.into_iter().filter(|provider| !provider.is_own_server()));
    vec![
        new_field(
            "budgetCents",
            "Budget per run (US cents)",
            Control::Number { min: 0, max: MAX_BUDGET_CENTS },
            "Maximum cost of one run. Ibid stops before exceeding it.",
        )
        .shown_when("provider", &paid),
        new_field(
            "budgetTokens",
            "Budget per run (tokens)",
            Control::Number { min: 0, max: MAX_BUDGET_TOKENS },
            "Applies when the price of the model is unknown.",
        )
        .shown_when("provider", &paid),
        new_field(
            "refreshPrices",
            "Model prices",
            action_control(Action::RefreshPrices, "Refresh"),
            "Cost estimates use the price list that comes with Ibid. Refresh downloads the current public list from openrouter.ai; nothing about you is sent.",
        )
        .shown_when("provider", &paid),
    ]
}

fn ids(providers: impl Iterator<Item = Provider>) -> Vec<&'static str> {
    providers.map(Provider::id).collect()
}

fn own_servers() -> impl Iterator<Item = Provider> {
    Provider::ALL.into_iter().filter(|provider| provider.is_own_server())
}

fn for_provider(provider: Provider) -> FieldVariant {
    FieldVariant::new("provider", provider.id())
}

fn api_key_link(provider: Provider) -> Option<FieldVariant> {
    let link = FieldLink { text: "Get a key", url: provider.api_key_page()? };
    Some(FieldVariant { link: Some(link), ..for_provider(provider) })
}

fn install_link(provider: Provider) -> Option<FieldVariant> {
    let (text, url) = match provider {
        Provider::Ollama => ("Install Ollama", "https://ollama.com/download"),
        Provider::LmStudio => ("Install LM Studio", "https://lmstudio.ai/download"),
        _ => return None,
    };
    Some(FieldVariant { link: Some(FieldLink { text, url }), ..for_provider(provider) })
}

/// Shows the default model of a provider. The models of the user's own server are listed at once:
/// that costs nothing, and shows whether the server runs.
fn default_model(provider: Provider) -> FieldVariant {
    let known = provider.preset().suggested_models.first();
    let placeholder = match known {
        Some(name) => (*name).to_owned(),
        None if provider.is_own_server() => "First model of the server".into(),
        None => "Name of the model".into(),
    };
    FieldVariant { placeholder, lists_models: provider.is_own_server(), ..for_provider(provider) }
}

fn default_address(provider: Provider) -> Option<FieldVariant> {
    let placeholder = provider.preset().endpoint?.to_string();
    Some(FieldVariant { placeholder, ..for_provider(provider) })
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
