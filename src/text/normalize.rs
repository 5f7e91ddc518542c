//! One spelling for texts that look the same: composed characters (NFC) in lower case.
//!
//! macOS names files with decomposed characters, keyboards type composed ones.

use std::borrow::Cow;

use icu_normalizer::ComposingNormalizerBorrowed;

/// The text with every character composed.
pub fn composed(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    ComposingNormalizerBorrowed::new_nfc().normalize(text)
}

/// The text in the form in which two spellings of one name are equal.
pub fn caseless(text: &str) -> String {
    let lower = composed(text).to_lowercase();
    if lower.is_ascii() {
        return lower;
    }
    // Lower case can decompose: `İ` becomes `i` and a dot above.
    let plain = lower.replace("i\u{307}", "i").replace('ı', "i").replace('ß', "ss");
    composed(&plain.chars().map(narrow).collect::<String>()).into_owned()
}

/// A letter of full width in its plain one.
pub fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_name_are_equal() {
        let check = |one: &str, other: &str| assert_eq!(caseless(one), caseless(other), "{one}");
        check("Tagebuch", "tageBUCH");
        check("Café", "cafe\u{301}");
        check("日記か\u{3099}", "日記が");
        check("\u{1112}\u{1161}\u{11ab}", "한");
    }
}
