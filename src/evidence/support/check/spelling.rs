//! Converts words and punctuation that can be written in several ways to one spelling.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::language::word_list;

const ENGLISH_WORD_FORMS: &str = include_str!("english_forms.txt");

/// The base form of each irregular form of an English word: `rise` for `rose`.
static IRREGULAR_TO_BASE_FORMS: LazyLock<BTreeMap<&'static str, &'static str>> =
    LazyLock::new(|| {
        let sections = word_list::parse_sections(ENGLISH_WORD_FORMS);
        let pairs = sections.iter().flat_map(|section| section.words.iter());
        pairs.filter_map(|pair| pair.split_once('=')).collect()
    });

/// Returns a text with straight quotes and plain hyphens, and English contractions spelled out, so
/// that `doesn’t` is `does not`.
pub(super) fn normalize_punctuation(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '’' | '‘' | '‚' | '′' => folded.push('\''),
            '“' | '”' | '„' | '«' | '»' => folded.push('"'),
            '–' | '‐' | '‑' | '−' => folded.push('-'),
            '—' => folded.push_str(" - "),
            '\u{a0}' | '\u{202f}' | '\u{2009}' => folded.push(' '),
            _ => folded.push(c),
        }
    }
    let folded = folded.replace("n't", " not").replace("cannot", "can not");
    folded.replace(" ca not", " can not").replace(" wo not", " will not")
}

/// Converts an English word in lower case to American spelling, judging by its ending. A few
/// British words with other endings stay.
pub(super) fn to_american_spelling(word: &str) -> Cow<'_, str> {
    const AMERICAN_ENDINGS_AND_MIN_LENGTHS: [(&str, &str, usize); 13] = [
        ("isation", "ization", 7),
        ("isations", "izations", 7),
        ("ise", "ize", 6),
        ("ises", "izes", 6),
        ("ised", "ized", 6),
        ("ising", "izing", 7),
        ("our", "or", 6),
        ("ours", "ors", 6),
        ("oured", "ored", 6),
        ("ouring", "oring", 7),
        ("tre", "ter", 6),
        ("lling", "ling", 8),
        ("lled", "led", 8),
    ];
    for (british, ours, min_length) in AMERICAN_ENDINGS_AND_MIN_LENGTHS {
        if let Some(start) = word.strip_suffix(british)
            && word.len() >= min_length
        {
            return Cow::Owned(format!("{start}{ours}"));
        }
    }
    Cow::Borrowed(word)
}

/// Returns the base form of an irregular English word: `rise` for `rose`.
pub(super) fn base_form(word: &str) -> Cow<'_, str> {
    IRREGULAR_TO_BASE_FORMS.get(word).map_or(Cow::Borrowed(word), |base| Cow::Borrowed(*base))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_are_folded() {
        assert_eq!(normalize_punctuation("It doesn’t—“really”"), "It does not - \"really\"");
        assert_eq!(
            normalize_punctuation("Africa can't, two won't"),
            "Africa can not, two will not"
        );
        assert_eq!(normalize_punctuation("not Africa not two not"), "not Africa not two not");
        assert_eq!(to_american_spelling("colour"), "color");
        assert_eq!(to_american_spelling("recognised"), "recognized");
        assert_eq!(to_american_spelling("wise"), "wise");
        assert_eq!(base_form("fell"), "fall");
    }
}
