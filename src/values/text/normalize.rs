//! Normal forms, so that texts that look the same compare as equal: composed characters (NFC) and
//! lower case.
//!
//! macOS stores file names with decomposed characters, while keyboards type composed ones.

use std::borrow::Cow;

use icu_normalizer::uts46::Uts46MapperBorrowed;
use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};

/// Converts a text to Unicode normal form C, in which an accented letter such as `é` is one
/// character.
pub(crate) fn to_nfc(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    ComposingNormalizerBorrowed::new_nfc().normalize(text)
}

/// Converts a text so that two spellings of the same name become equal: to composed characters,
/// lower case and halfwidth characters, with `ss` for `ß`.
pub(crate) fn fold_case(text: &str) -> String {
    let lower = to_nfc(text).to_lowercase();
    if lower.is_ascii() {
        return lower;
    }
    // Conversion to lower case can decompose characters: `İ` becomes `i` and a dot above.
    let plain = lower.replace("i\u{307}", "i").replace('ı', "i").replace('ß', "ss");
    to_nfc(&plain.chars().map(to_halfwidth).collect::<String>()).into_owned()
}

/// Like [`fold_case`], but letters that only look different become plain ones too: `𝐀𝐧𝐧𝐚`, `Ⓐ`, `ﬁ`,
/// and Cyrillic letters that look like Latin ones.
pub(crate) fn fold_letters(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    if text.chars().all(is_plain_ideograph) {
        return text.to_owned();
    }
    // The tables for host names map every letter to its plain form.
    let plain = Uts46MapperBorrowed::new().map_normalize(text.chars()).collect::<String>();
    fold_case(&plain).chars().map(look_alike).collect()
}

/// Whether a character is an ideograph without another style. Texts of these are not worth a look into the
/// tables: each of their characters is a word.
fn is_plain_ideograph(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}')
}

/// The Latin letter that looks like a Cyrillic one. Other characters stay as they are.
fn look_alike(c: char) -> char {
    match c {
        'а' => 'a',
        'е' => 'e',
        'о' => 'o',
        'р' => 'p',
        'с' => 'c',
        'у' => 'y',
        'х' => 'x',
        'і' => 'i',
        'ј' => 'j',
        'ѕ' => 's',
        c => c,
    }
}

/// Removes the accents of a text: `Jose` for `José`.
pub(crate) fn without_accents(text: &str) -> String {
    let is_accent = |c: &char| matches!(c, '\u{300}'..='\u{36f}');
    let decomposed = DecomposingNormalizerBorrowed::new_nfd().normalize(text);
    to_nfc(&decomposed.chars().filter(|c| !is_accent(c)).collect::<String>()).into_owned()
}

/// Maps a fullwidth character such as `Ａ` to its ASCII equivalent. Other characters stay as they
/// are.
pub(crate) fn to_halfwidth(c: char) -> char {
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
        let check = |one: &str, other: &str| assert_eq!(fold_case(one), fold_case(other), "{one}");
        check("Tagebuch", "tageBUCH");
        check("Café", "cafe\u{301}");
        check("日記か\u{3099}", "日記が");
        check("\u{1112}\u{1161}\u{11ab}", "한");
    }
    #[test]
    fn letters_in_other_styles_are_equal() {
        let check = |one: &str, other: &str| assert_eq!(fold_letters(one), other, "{one}");
        check("𝐀𝐧𝐧𝐚 𝒲𝔦𝕟𝚝er", "anna winter");
        check("Ⓐⓝⓝⓐ ﬁ Ａ", "anna fi a");
        check("Аnnа", "anna");
        check("STRASSE Straße Iğdır", "strasse strasse iğdir");
        check("ｶﾞ が", "ガ が");
    }

    #[test]
    fn accents_are_removed() {
        let check = |text: &str, expected: &str| assert_eq!(without_accents(text), expected);
        check("José Ångström Việt", "Jose Angstrom Viet");
        check("日記が Anna", "日記が Anna");
    }
}
