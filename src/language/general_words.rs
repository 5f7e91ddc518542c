//! Which words say nothing about the subject of a note, such as `first` and `itself`.

use crate::language::detection::Language;
use crate::language::{chinese_stop_words, stop_words};

/// Whether a word in lower case says nothing about the subject of a note.
pub(crate) fn is_general(lowercase_word: &str, language: Language) -> bool {
    stop_words::is_stop_word(lowercase_word, language)
        || (language == Language::English && stop_words::is_generic_noun(lowercase_word))
}

/// Splits text in a script without spaces at the characters that name nothing, such as `的`.
pub(crate) fn split_at_general_characters(unspaced_text: &str, language: Language) -> Vec<&str> {
    let ends = unspaced_text.char_indices().map(|(at, c)| at + c.len_utf8());
    let characters: Vec<&str> = unspaced_text
        .char_indices()
        .zip(ends)
        .filter_map(|((start, _), end)| unspaced_text.get(start..end))
        .collect();
    let flags = match language {
        Language::Chinese => chinese_stop_words::stop_character_flags(&characters),
        _ => characters.iter().map(|text| is_stop_text(text)).collect(),
    };
    let mut runs = Vec::new();
    let (mut start, mut end) = (0, 0);
    for (character, is_general) in characters.iter().zip(flags) {
        if is_general {
            runs.push(unspaced_text.get(start..end).unwrap_or_default());
            start = end + character.len();
        }
        end += character.len();
    }
    runs.push(unspaced_text.get(start..end).unwrap_or_default());
    runs.retain(|run| !run.is_empty());
    runs
}

fn is_stop_text(text: &str) -> bool {
    text.chars().all(stop_words::is_cjk_stop_character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn general_words_are_recognised() {
        let general = |word: &str| is_general(word, Language::English);
        assert!(["lie", "itself", "first", "people", "slowly"].into_iter().all(general));
        assert!(!["adenosine", "compost", "family"].into_iter().any(general));
    }

    #[test]
    fn unspaced_text_is_split_at_general_characters() {
        let check = |text: &str, expected: &[&str]| {
            let language = Language::detect(text);
            assert_eq!(split_at_general_characters(text, language), expected);
        };
        check("堆肥的温度", &["堆肥", "温度"]);
        check("コーヒーを飲む", &["コーヒー", "飲"]);
        check("커피는", &["커피는"]);
    }
}
