//! Splits a sentence into the tokens that the check compares: words in a normalised spelling, each
//! with its clause and whether it is negated.

use std::borrow::Cow;

use crate::evidence::support::check::lexicon::CheckLexicon;
use crate::evidence::support::check::spelling;
use crate::language::word_similarity;
use crate::language::{Language, is_unspaced_script, tokenize};

/// Maximum number of words after a negation that it applies to.
const NEGATION_REACH_WORDS: usize = 7;

/// Decides how a token is compared: content words by their stems, numbers by their digits, function
/// words not at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A word without content of its own: a stop word, a negation or a single letter.
    Function,
    /// A word that says what the sentence is about.
    Content,
    /// A number in digits, such as `30` or `2.5`.
    Number,
}

/// A word or number of a sentence.
#[derive(Debug, Clone)]
pub(super) struct Token {
    /// The word in lower case and American spelling.
    pub normalized_word: String,
    /// The stem, which is the same for all forms of a word: `grow`, `growing`.
    pub stem: String,
    /// Whether the token is a function word, a content word or a number.
    pub kind: TokenKind,
    /// Whether the capitals suggest a name: there are several, or one that doesn't begin the
    /// sentence.
    pub is_name: bool,
    /// Whether a negation such as `not` applies to the word.
    pub is_negated: bool,
    /// The index of the word's clause: the number of commas, brackets and conjunctions before the
    /// word in its sentence.
    pub clause_index: usize,
}

impl Token {
    /// Whether the token is compared at all: it is no stop word, negation or single letter.
    pub(super) fn is_content_or_number(&self) -> bool {
        self.kind != TokenKind::Function
    }

    /// Returns how similar two tokens are, from 0 to 1: words by their stems, numbers only if they
    /// are equal.
    pub(super) fn similarity(&self, other: &Token) -> f32 {
        match (self.kind, other.kind) {
            (TokenKind::Content, TokenKind::Content) => word_similarity(&self.stem, &other.stem),
            (TokenKind::Number, TokenKind::Number)
                if self.normalized_word == other.normalized_word =>
            {
                1.0
            }
            _ => 0.0,
        }
    }
}

/// Splits a sentence with normalised punctuation into its tokens.
pub(super) fn tokenize_sentence(sentence: &str, language: Language) -> Vec<Token> {
    let lexicon = CheckLexicon::for_language(language);
    let mut tokens: Vec<Token> = Vec::new();
    let (mut clause, mut end) = (0, 0);
    while let Some((start, written)) = next_word_with_offset(sentence, end) {
        let gap = sentence.get(end..start).unwrap_or_default();
        clause += usize::from(gap.contains([',', ';', ':', '(', ')', '"']) || gap.contains(" - "));
        let mut token = build_token(written, language, tokens.len());
        clause += usize::from(lexicon.conjunctions.contains(&*token.normalized_word));
        token.clause_index = clause;
        if lexicon.negations.contains(&*token.normalized_word) {
            token.kind = TokenKind::Function;
        }
        tokens.push(token);
        end = start + written.len();
    }
    mark_negated(&mut tokens, lexicon);
    tokens
}

/// Finds the next word or number at or after an offset. A word may contain single apostrophes and
/// full stops, a number also commas and colons.
fn next_word_with_offset(text: &str, from_offset: usize) -> Option<(usize, &str)> {
    let rest = text.get(from_offset..)?;
    let start = from_offset + rest.find(|c: char| c.is_alphanumeric())?;
    let rest = text.get(start..)?;
    let is_number = rest.starts_with(|c: char| c.is_ascii_digit());
    let is_part = |c: char| if is_number { c.is_ascii_digit() } else { c.is_alphabetic() };
    let joins = |c: char| matches!(c, '.' | '\'') || (is_number && matches!(c, ',' | ':'));
    let mut end = 0;
    let mut chars = rest.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next_is_part = chars.peek().is_some_and(|(_, next)| is_part(*next));
        let continues = is_part(c) || (at > 0 && joins(c) && next_is_part);
        if !continues {
            break;
        }
        end = at + c.len_utf8();
    }
    let end = end.max(rest.chars().next().map_or(0, char::len_utf8));
    Some((start, rest.get(..end)?))
}

/// Creates a token. `word_index` tells whether the word begins its sentence, where a capital
/// doesn't mark a name.
fn build_token(word: &str, language: Language, word_index: usize) -> Token {
    let is_number = word.starts_with(|c: char| c.is_ascii_digit());
    let bare = word.strip_suffix("'s").unwrap_or(word).replace('.', "");
    let lower = if is_number { word.to_owned() } else { bare.to_lowercase() };
    let lower = match language {
        Language::English if !is_number => spelling::to_american_spelling(&lower).into_owned(),
        _ => lower,
    };
    let base = match language {
        Language::English => spelling::base_form(&lower),
        _ => Cow::Borrowed(lower.as_str()),
    };
    let stem = tokenize::stem_unless_stop_word(&base, language);
    let kind = match &stem {
        _ if is_number => TokenKind::Number,
        Some(_) if lower.chars().count() > 1 || lower.starts_with(is_unspaced_script) => {
            TokenKind::Content
        }
        _ => TokenKind::Function,
    };
    let capitals = word.chars().filter(|c| c.is_uppercase()).count();
    // In German a single capital doesn't mark a name, because every noun has one.
    let is_name = capitals > 1 || (capitals == 1 && word_index > 0 && language != Language::German);
    let stem = stem.unwrap_or_else(|| base.clone().into_owned());
    Token { stem, normalized_word: lower, kind, is_name, is_negated: false, clause_index: 0 }
}

/// Marks each negation, and the words after it in the same clause that it applies to.
fn mark_negated(tokens: &mut [Token], lexicon: &CheckLexicon) {
    for at in 0..tokens.len() {
        let Some(clause) = tokens
            .get(at)
            .filter(|token| lexicon.negations.contains(&*token.normalized_word))
            .map(|token| token.clause_index)
        else {
            continue;
        };
        let reached = at..tokens.len().min(at + NEGATION_REACH_WORDS);
        for token in tokens.get_mut(reached).unwrap_or_default() {
            token.is_negated |= token.clause_index <= clause;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sentence: &str, expected: &str) {
        let shown: Vec<String> = tokenize_sentence(sentence, Language::English)
            .iter()
            .filter(|token| token.is_content_or_number())
            .map(|token| {
                let sign = if token.is_negated { "!" } else { "" };
                format!("{sign}{}{}", token.stem, token.clause_index)
            })
            .collect();
        assert_eq!(shown.join(" "), expected, "{sentence}");
    }

    #[test]
    fn words_have_a_stem_a_clause_and_a_negation() {
        check(
            "The vapour rose, but it did not fill 2,500 pools.",
            "vapor0 rise0 !fill2 !2,5002 !pool2",
        );
        check("Europa's U.S. team (of 12)", "europa0 us0 team0 121");
    }
}
