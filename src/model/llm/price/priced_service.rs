//! The services that have their own prices, and the names of their models in the price list.

/// A service whose models are in the price list.
pub(super) struct PricedService {
    /// The name of the service in the price list, which is also the name of the provider.
    pub name: &'static str,
    /// The host of the service's API.
    host: &'static str,
    /// The name of the vendor in OpenRouter's price list, if the service sells its own models. A
    /// service that runs other vendors' models has its own prices, which are not in that list.
    pub openrouter_vendor: Option<&'static str>,
    /// Prefixes before a model's name, such as `openai/`. They are ignored: with or without them,
    /// the name means the same model.
    prefixes: &'static [&'static str],
}

/// The name of OpenRouter, which offers the models of all vendors. Its model names start with the
/// vendor: `openai/gpt-4o`.
pub(super) const OPENROUTER: &str = "openrouter";

const PRICED_SERVICES: [PricedService; 9] = [
    PricedService {
        name: "openai",
        host: "api.openai.com",
        openrouter_vendor: Some("openai"),
        prefixes: &["openai/"],
    },
    PricedService {
        name: "anthropic",
        host: "api.anthropic.com",
        openrouter_vendor: Some("anthropic"),
        prefixes: &["anthropic/"],
    },
    PricedService {
        name: "google",
        host: "generativelanguage.googleapis.com",
        openrouter_vendor: Some("google"),
        prefixes: &["models/", "google/", "gemini/"],
    },
    PricedService {
        name: "mistral",
        host: "api.mistral.ai",
        openrouter_vendor: Some("mistralai"),
        prefixes: &["mistralai/", "mistral/"],
    },
    PricedService {
        name: "deepseek",
        host: "api.deepseek.com",
        openrouter_vendor: Some("deepseek"),
        prefixes: &["deepseek/"],
    },
    PricedService {
        name: "xai",
        host: "api.x.ai",
        openrouter_vendor: Some("x-ai"),
        prefixes: &["x-ai/", "xai/"],
    },
    PricedService {
        name: "fireworks",
        host: "api.fireworks.ai",
        openrouter_vendor: None,
        prefixes: &["accounts/fireworks/models/", "fireworks/"],
    },
    PricedService {
        name: "groq",
        host: "api.groq.com",
        openrouter_vendor: None,
        prefixes: &["groq/"],
    },
    PricedService {
        name: OPENROUTER,
        host: "openrouter.ai",
        openrouter_vendor: None,
        prefixes: &["openrouter/"],
    },
];

impl PricedService {
    /// Finds a service by its name or its host.
    pub(super) fn find(name_or_host: &str) -> Option<&'static Self> {
        let name = match name_or_host.trim() {
            "gemini" => "google",
            "mistralai" => "mistral",
            other => other,
        };
        let matches = |service: &&Self| {
            service.name.eq_ignore_ascii_case(name) || service.host.eq_ignore_ascii_case(name)
        };
        PRICED_SERVICES.iter().find(matches)
    }

    /// Finds the service of a vendor that sells its own models.
    pub(super) fn find_by_vendor(vendor: &str) -> Option<&'static Self> {
        PRICED_SERVICES.iter().find(|service| service.openrouter_vendor == Some(vendor))
    }

    /// The key under which the price list has a model of this service.
    pub(super) fn price_list_key(&self, model: &str) -> String {
        let model = model.to_ascii_lowercase();
        // OpenRouter writes the version numbers of Anthropic's models with a dot, Anthropic with a
        // hyphen.
        let model = if self.name == "anthropic" { model.replace('.', "-") } else { model };
        format!("{} {model}", self.name)
    }

    /// The names under which the price list may contain a model, the most exact name first.
    pub(super) fn candidate_model_names<'a>(&self, model: &'a str) -> Vec<&'a str> {
        let model = model.trim();
        let short = self.prefixes.iter().find_map(|prefix| model.strip_prefix(prefix));
        let mut names = vec![model];
        names.extend(short);
        names.extend(without_version(short.unwrap_or(model)));
        names
    }
}

/// Removes a date (`-2025-08-07`, `-20250807`) or `-latest` at the end of a model's name.
fn without_version(model: &str) -> Option<&str> {
    let strip = |pattern: &str| {
        let (rest, end) = model.split_at_checked(model.len().checked_sub(pattern.len())?)?;
        let same =
            |(c, like): (char, char)| if like == '0' { c.is_ascii_digit() } else { c == like };
        (!rest.is_empty() && end.chars().zip(pattern.chars()).all(same)).then_some(rest)
    };
    ["-0000-00-00", "-00000000", "-latest"].into_iter().find_map(strip)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_has_few_alternative_names() {
        let check = |service: &str, model: &str, expected: &str| {
            assert_eq!(
                PricedService::find(service).unwrap().candidate_model_names(model).join(", "),
                expected
            );
        };
        check("openai", "gpt-a", "gpt-a");
        check("api.openai.com", "gpt-a-2025-08-07", "gpt-a-2025-08-07, gpt-a");
        check("anthropic", "claude-a-20250929", "claude-a-20250929, claude-a");
        check("API.Mistral.AI", "mistral-a-latest", "mistral-a-latest, mistral-a");
        check("gemini", " models/gemini-a ", "models/gemini-a, gemini-a");
        check("fireworks", "accounts/fireworks/models/a", "accounts/fireworks/models/a, a");
        check("fireworks", "accounts/me/models/a", "accounts/me/models/a");
        check("openrouter", "maker/a-2025-08-07", "maker/a-2025-08-07, maker/a");
        check("groq", "maker/a", "maker/a");
        check("openai", "-20250929", "-20250929");
        check("openai", "gpt-a-2025-0807", "gpt-a-2025-0807");
        check("openai", "gpt-é-é025080", "gpt-é-é025080");
        check("openai", "", "");
    }
}
