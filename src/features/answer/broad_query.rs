//! Recognises broad queries: so few words, without a question word, that no short answer can fit.

use std::sync::LazyLock;

use crate::language::{WordList, WordSet, is_unspaced_script, word_list};

const QUERY_WORDS: &str = include_str!("query_words.txt");

/// Minimum number of words of a query that is no question.
const MIN_QUERY_WORDS: usize = 3;

/// Minimum number of characters of a query in a script without spaces: about three words.
const MIN_UNSPACED_QUERY_CHARACTERS: usize = 7;

static QUESTION_WORDS: WordSet =
    LazyLock::new(|| word_list::word_set(QUERY_WORDS, "question_words"));

static UNSPACED_QUESTION_WORDS: WordList =
    LazyLock::new(|| word_list::phrases(QUERY_WORDS, "unspaced_question_words"));

/// The questions that are asked back, each with its language before an equals sign.
static CLARIFYING_QUESTIONS: WordList =
    LazyLock::new(|| word_list::phrases(QUERY_WORDS, "clarifying_questions"));

/// Returns the question to ask back if a query is broad; `None` if it can be answered.
pub fn clarifying_question(query: &str) -> Option<String> {
    let query = query.trim();
    if !is_broad(query) {
        return None;
    }
    let language = query_language(query);
    let question = |code: &str| {
        CLARIFYING_QUESTIONS.iter().find_map(|entry| entry.strip_prefix(code)?.strip_prefix('='))
    };
    let template = question(language).or_else(|| question("en"))?;
    let subject = query.trim_end_matches(['?', '!', '.', '？', '！', '。', '؟']);
    Some(template.replace("{}", &format!("“{subject}”")))
}

fn is_broad(query: &str) -> bool {
    if query.chars().any(is_unspaced_script) {
        let asks = UNSPACED_QUESTION_WORDS.iter().any(|word| query.contains(word));
        let characters = query.chars().filter(|c| c.is_alphanumeric()).count();
        let words = query.split_whitespace().count();
        return !asks && characters < MIN_UNSPACED_QUERY_CHARACTERS && words < MIN_QUERY_WORDS;
    }
    let words: Vec<String> = query.split_whitespace().map(plain_word).collect();
    let asks = words.iter().any(|word| QUESTION_WORDS.contains(word.as_str()));
    !asks && words.len() < MIN_QUERY_WORDS
}

fn plain_word(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

/// The code of the language in which the user is asked back. One or two words are too few to tell
/// languages with Latin letters apart, unless they have letters of one language.
fn query_language(query: &str) -> &'static str {
    let has = |range: std::ops::RangeInclusive<char>| query.chars().any(|c| range.contains(&c));
    match () {
        () if has('\u{3040}'..='\u{30ff}') => "ja",
        () if has('\u{ac00}'..='\u{d7af}') => "ko",
        () if has('\u{4e00}'..='\u{9fff}') => "zh",
        () if has('\u{400}'..='\u{4ff}') => "ru",
        () if query.contains(['ä', 'ö', 'ü', 'ß', 'Ä', 'Ö', 'Ü']) => "de",
        () if query.contains(['ñ', 'Ñ']) => "es",
        () if query.contains(['ã', 'õ']) => "pt",
        () if query.contains(['ê', 'œ', 'ï']) => "fr",
        () => "en",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_queries_without_a_question_word_are_broad() {
        let check = |query: &str, expected: Option<&str>| {
            assert_eq!(clarifying_question(query).as_deref(), expected, "{query}");
        };
        check("coffee", Some("What would you like to know about “coffee”?"));
        check("green tea", Some("What would you like to know about “green tea”?"));
        check("why coffee", None);
        check("what is caffeine?", None);
        check("caffeine half life", None);
        check("Kühlschrank", Some("Was möchtest du über “Kühlschrank” wissen?"));
        check("warum Kaffee", None);
        check("pourquoi dormir", None);
        check("cuándo llueve", None);
        check("perché dormiamo", None);
        check("quem descobriu", None);
        check("hoe laat", None);
        check("почему небо", None);
        check("кофе", Some("Что вы хотите узнать о “кофе”?"));
        check("咖啡", Some("关于“咖啡”，你想知道什么？"));
        check("咖啡是什么", None);
        check("コーヒー", Some("“コーヒー”について何を知りたいですか？"));
        check("コーヒーとは", None);
        check("커피", Some("“커피”에 대해 무엇을 알고 싶으신가요?"));
        check("왜 커피", None);
    }
}
