//! Parses language tags, such as `pt-BR`, in the form of the standard BCP 47.

/// Maximum number of parts of a language tag: language, script, region and a variant. A text with
/// more parts is not accepted.
const MAX_TAG_PARTS: usize = 4;

/// Returns a language tag in standard form, such as `en`, `pt-BR` or `zh-Hant-TW`; `None` if the
/// text is no language tag.
pub(super) fn parse_language_tag(text: &str) -> Option<String> {
    let text = text.trim().replace('_', "-");
    let text = text.split(['.', '@']).next()?;
    let parts: Vec<&str> = text.split('-').collect();
    let (language, rest) = parts.split_first()?;
    let is_language = matches!(language.len(), 2 | 3) && is_ascii_letters(language);
    let is_part = |part: &&str| (1..=8).contains(&part.len()) && is_alphanumeric(part);
    if !is_language || parts.len() > MAX_TAG_PARTS || !rest.iter().all(is_part) {
        return None;
    }
    let cased = rest.iter().map(|part| tag_part_in_standard_case(part));
    Some(std::iter::once(language.to_ascii_lowercase()).chain(cased).collect::<Vec<_>>().join("-"))
}

/// Returns the language of a tag without script and region, such as `zh` for `zh-Hant-TW`.
pub(super) fn primary_language(tag: &str) -> &str {
    tag.split('-').next().unwrap_or_default()
}

/// Whether a part of a tag consists of ASCII letters.
fn is_ascii_letters(part: &str) -> bool {
    part.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn is_alphanumeric(part: &str) -> bool {
    part.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Returns a part of a tag with standard capital letters: scripts as `Hant`, regions as `TW`.
fn tag_part_in_standard_case(part: &str) -> String {
    match part.len() {
        2 => part.to_ascii_uppercase(),
        4 if is_ascii_letters(part) => {
            let (first, rest) = part.split_at_checked(1).unwrap_or_default();
            first.to_ascii_uppercase() + &rest.to_ascii_lowercase()
        }
        _ => part.to_ascii_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<&str>) {
        assert_eq!(parse_language_tag(text).as_deref(), expected, "{text}");
    }

    #[test]
    fn tags_are_normalized() {
        check("en", Some("en"));
        check(" EN-us ", Some("en-US"));
        check("pt_BR", Some("pt-BR"));
        check("zh-hant-tw", Some("zh-Hant-TW"));
        check("de_DE.UTF-8", Some("de-DE"));
        check("es-419", Some("es-419"));
    }

    #[test]
    fn other_texts_are_rejected() {
        for text in ["", "English", "e", "en--US", "en, de", "{{lang}}", "de-Ä", "en-aaaaaaaaa"] {
            check(text, None);
        }
    }
}
