//! Which services have prices of their own, and by which names a model of theirs may be called.

/// A service whose models are in the list.
pub(super) struct Service {
    /// Its name in the list, which is also the name of its preset.
    pub name: &'static str,
    /// Where it answers.
    host: &'static str,
    /// The name of the maker in OpenRouter's list, if the service sells models of its own. One that
    /// runs the models of others sets its own prices, which OpenRouter's list does not tell.
    pub maker: Option<&'static str>,
    /// What may stand before a model's name and does not change which model it is.
    prefixes: &'static [&'static str],
}

/// The service whose list is the list of all makers: its models are named with their maker.
pub(super) const OPENROUTER: &str = "openrouter";

const SERVICES: [Service; 9] = [
    Service {
        name: "openai",
        host: "api.openai.com",
        maker: Some("openai"),
        prefixes: &["openai/"],
    },
    Service {
        name: "anthropic",
        host: "api.anthropic.com",
        maker: Some("anthropic"),
        prefixes: &["anthropic/"],
    },
    Service {
        name: "google",
        host: "generativelanguage.googleapis.com",
        maker: Some("google"),
        prefixes: &["models/", "google/", "gemini/"],
    },
    Service {
        name: "mistral",
        host: "api.mistral.ai",
        maker: Some("mistralai"),
        prefixes: &["mistralai/", "mistral/"],
    },
    Service {
        name: "deepseek",
        host: "api.deepseek.com",
        maker: Some("deepseek"),
        prefixes: &["deepseek/"],
    },
    Service { name: "xai", host: "api.x.ai", maker: Some("x-ai"), prefixes: &["x-ai/", "xai/"] },
    Service {
        name: "fireworks",
        host: "api.fireworks.ai",
        maker: None,
        prefixes: &["accounts/fireworks/models/", "fireworks/"],
    },
    Service { name: "groq", host: "api.groq.com", maker: None, prefixes: &["groq/"] },
    Service { name: OPENROUTER, host: "openrouter.ai", maker: None, prefixes: &["openrouter/"] },
];

impl Service {
    /// The service of a preset's name or of a host.
    pub fn named(name_or_host: &str) -> Option<&'static Self> {
        let name = match name_or_host.trim() {
            "gemini" => "google",
            "mistralai" => "mistral",
            other => other,
        };
        let is = |service: &&Self| {
            service.name.eq_ignore_ascii_case(name) || service.host.eq_ignore_ascii_case(name)
        };
        SERVICES.iter().find(is)
    }

    /// The service that sells the models of a maker itself.
    pub fn of_maker(maker: &str) -> Option<&'static Self> {
        SERVICES.iter().find(|service| service.maker == Some(maker))
    }

    /// Under which key the list has a model of this service.
    pub fn key(&self, model: &str) -> String {
        let model = model.to_ascii_lowercase();
        // The same versions are written with a point by OpenRouter.
        let model = if self.name == "anthropic" { model.replace('.', "-") } else { model };
        format!("{} {model}", self.name)
    }

    /// The names under which the list may have a model, the most exact first.
    pub fn names<'a>(&self, model: &'a str) -> Vec<&'a str> {
        let model = model.trim();
        let short = self.prefixes.iter().find_map(|prefix| model.strip_prefix(prefix));
        let mut names = vec![model];
        names.extend(short);
        names.extend(without_version(short.unwrap_or(model)));
        names
    }
}

/// A model's name without its day (`-2025-08-07`, `-20250807`) or without `-latest`.
fn without_version(model: &str) -> Option<&str> {
    let fits = |shape: &str| {
        let (rest, end) = model.split_at_checked(model.len().checked_sub(shape.len())?)?;
        let same =
            |(c, like): (char, char)| if like == '0' { c.is_ascii_digit() } else { c == like };
        (!rest.is_empty() && end.chars().zip(shape.chars()).all(same)).then_some(rest)
    };
    ["-0000-00-00", "-00000000", "-latest"].into_iter().find_map(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_has_few_other_names() {
        let check = |service: &str, model: &str, expected: &str| {
            assert_eq!(Service::named(service).unwrap().names(model).join(", "), expected);
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
