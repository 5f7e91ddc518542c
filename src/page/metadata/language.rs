//! The language that a page names: only what has the shape of BCP 47 counts.

/// Parts of a tag that are kept: language, script, region and a variant.
const MOST_PARTS: usize = 4;

/// A language tag as `en`, `pt-BR` or `zh-Hant-TW`; nothing if it is none.
pub fn tag(given: &str) -> Option<String> {
    let given = given.trim().replace('_', "-");
    let given = given.split(['.', '@']).next()?;
    let parts: Vec<&str> = given.split('-').collect();
    let (language, rest) = parts.split_first()?;
    let is_language = matches!(language.len(), 2 | 3) && is_letters(language);
    let is_part = |part: &&str| (1..=8).contains(&part.len()) && is_alphanumeric(part);
    if !is_language || parts.len() > MOST_PARTS || !rest.iter().all(is_part) {
        return None;
    }
    let cased = rest.iter().map(|part| cased(part));
    Some(std::iter::once(language.to_ascii_lowercase()).chain(cased).collect::<Vec<_>>().join("-"))
}

/// What two tags are compared by: the language alone.
pub fn primary(tag: &str) -> &str {
    tag.split('-').next().unwrap_or_default()
}

fn is_letters(part: &str) -> bool {
    part.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn is_alphanumeric(part: &str) -> bool {
    part.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// A script is written `Hant`, a region `TW`, by the standard.
fn cased(part: &str) -> String {
    match part.len() {
        2 => part.to_ascii_uppercase(),
        4 if is_letters(part) => {
            let (first, rest) = part.split_at_checked(1).unwrap_or_default();
            first.to_ascii_uppercase() + &rest.to_ascii_lowercase()
        }
        _ => part.to_ascii_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(given: &str, expected: Option<&str>) {
        assert_eq!(tag(given).as_deref(), expected, "{given}");
    }

    #[test]
    fn tags_are_written_as_the_standard_has_it() {
        check("en", Some("en"));
        check(" EN-us ", Some("en-US"));
        check("pt_BR", Some("pt-BR"));
        check("zh-hant-tw", Some("zh-Hant-TW"));
        check("de_DE.UTF-8", Some("de-DE"));
        check("es-419", Some("es-419"));
    }

    #[test]
    fn what_is_no_tag_does_not_count() {
        for given in ["", "English", "e", "en--US", "en, de", "{{lang}}", "de-Ä", "en-aaaaaaaaa"] {
            check(given, None);
        }
    }
}
