//! Recognises sentences that an answer leaves out: questions and offers to the reader, and filler.

use std::sync::LazyLock;

use crate::language::{QUESTION_MARKS, WordList, word_list};

const FILLER_PHRASES: &str = include_str!("filler_phrases.txt");

/// The phrases as `to_plain_words` writes them.
static PHRASES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let phrases = word_list::phrases(FILLER_PHRASES, "filler_phrases");
    phrases.into_iter().map(to_plain_words).collect()
});

static UNSPACED_PHRASES: WordList =
    LazyLock::new(|| word_list::phrases(FILLER_PHRASES, "unspaced_filler_phrases"));

/// Whether a sentence states nothing about the question: it asks or offers the reader something, or
/// is filler.
pub fn is_filler(sentence: &str) -> bool {
    let words = to_plain_words(sentence);
    sentence.trim_end().ends_with(QUESTION_MARKS)
        || PHRASES.iter().any(|phrase| words.contains(phrase.as_str()))
        || UNSPACED_PHRASES.iter().any(|phrase| sentence.contains(phrase))
}

/// The words of a text in lower case, each between spaces, so that a phrase is found at whole words.
fn to_plain_words(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    format!(" {} ", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_offers_and_filler_are_recognised() {
        for filler in [
            "Would you like to know more?",
            "Let me know if you want more about tea!",
            "If you’d like me to, I explain it.",
            "Great question about tea!",
            "Sag mir Bescheid, wenn du mehr brauchst.",
            "N’hésitez pas à demander.",
            "Avísame si necesitas algo.",
            "Дайте знать, если нужно.",
            "还想知道什么吗？",
            "お気軽にお尋ねください。",
        ] {
            assert!(is_filler(filler), "{filler}");
        }
        for statement in [
            "Tea is a hot drink.",
            "The outlet me knows is old.",
            "Der Tee wurde 1610 eingeführt.",
            "“What is tea?” is a book.",
            "茶含有咖啡因。",
            "",
        ] {
            assert!(!is_filler(statement), "{statement}");
        }
    }
}
