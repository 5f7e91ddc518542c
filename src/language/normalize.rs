//! Normalises letters for search: removes diacritics, replaces full-width characters, and composes
//! characters that are stored as several code points (macOS writes file names that way).

use std::borrow::Cow;

use crate::values::text::to_halfwidth;

/// Converts a word to lower case and its apostrophes to `'`.
pub fn lowercase(word: &str) -> String {
    let lower = word.to_lowercase();
    if lower.contains('’') { lower.replace('’', "'") } else { lower }
}

/// Removes the diacritics of a lowercase word; `None` if the word has none.
pub fn without_diacritics(word: &str) -> Option<String> {
    if word.is_ascii() {
        return None;
    }
    let mut plain = String::with_capacity(word.len());
    for c in word.chars() {
        match c {
            // The letter й is a letter of its own, not и with a diacritic.
            '\u{306}' if plain.ends_with('и') => {
                plain.pop();
                plain.push('й');
            }
            c if c.is_ascii() => plain.push(c),
            c if is_combining_mark(c) => {}
            c => match DIACRITIC_REPLACEMENTS.iter().find(|(marked, _)| marked.contains(c)) {
                Some((_, typed)) => plain.push_str(typed),
                None => plain.push(to_halfwidth(c)),
            },
        }
    }
    (plain != word).then_some(plain)
}

/// Whether a character is a combining mark of the Latin, Hebrew or Arabic script.
fn is_combining_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{64b}'..='\u{652}' | '\u{670}' | '\u{640}')
}

/// In each pair, every letter of the first string is replaced by the whole second string.
const DIACRITIC_REPLACEMENTS: [(&str, &str); 36] = [
    ("áàâäãåāăąǎạảấầẩẫậắằẳẵặ", "a"),
    ("éèêëēĕėęěẹẻẽếềểễệ", "e"),
    ("íìîïĩīĭįıǐỉị", "i"),
    ("óòôöõøōŏőơǒọỏốồổỗộớờởỡợ", "o"),
    ("úùûüũūŭůűųưǔụủứừửữự", "u"),
    ("ýÿŷỳỵỷỹ", "y"),
    ("çćĉċč", "c"),
    ("ñńņňŋ", "n"),
    ("śŝşšș", "s"),
    ("źżž", "z"),
    ("łĺļľŀ", "l"),
    ("ďđð", "d"),
    ("ťţțŧ", "t"),
    ("řŕŗ", "r"),
    ("ĝğġģ", "g"),
    ("ĥħ", "h"),
    ("ĵ", "j"),
    ("ķ", "k"),
    ("ŵ", "w"),
    ("æ", "ae"),
    ("œ", "oe"),
    ("ß", "ss"),
    ("þ", "th"),
    ("ё", "е"),
    ("ά", "α"),
    ("έ", "ε"),
    ("ή", "η"),
    ("ίϊΐ", "ι"),
    ("ό", "ο"),
    ("ύϋΰ", "υ"),
    ("ώ", "ω"),
    ("ς", "σ"),
    ("أإآٱ", "ا"),
    ("ى", "ي"),
    ("ة", "ه"),
    ("ﬁ", "fi"),
];

/// Joins code points that form one character, such as the letters of a Korean syllable, in text of
/// a script without spaces.
pub fn compose_unspaced_text(text: &str) -> Cow<'_, str> {
    if text.chars().any(may_combine_with_previous) {
        Cow::Owned(composed_char_indices(text).into_iter().map(|(_, whole)| whole).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// The characters of a text with their byte offsets. Code points that form one character are
/// joined.
pub fn composed_char_indices(text: &str) -> Vec<(usize, char)> {
    let mut characters: Vec<(usize, char)> = Vec::new();
    for (at, c) in text.char_indices() {
        let whole = characters.last().and_then(|(_, before)| compose_pair(*before, c));
        match (characters.last_mut(), whole) {
            (Some((_, before)), Some(whole)) => *before = whole,
            _ => characters.push((at, c)),
        }
    }
    characters
}

/// Whether a character may combine with the previous one: a vowel or final consonant of a Korean
/// syllable, or a voicing mark of Japanese.
fn may_combine_with_previous(c: char) -> bool {
    matches!(c, '\u{1161}'..='\u{1175}' | '\u{11a8}'..='\u{11c2}' | '\u{3099}' | '\u{309a}')
}

/// Joins two code points into the single character that they form; `None` if they form none.
fn compose_pair(before: char, c: char) -> Option<char> {
    let (from, next) = (before as u32, c as u32);
    let has_no_final =
        |from: u32| (0xac00..0xd7a4).contains(&from) && (from - 0xac00).is_multiple_of(28);
    char::from_u32(match c {
        '\u{1161}'..='\u{1175}' if (0x1100..0x1113).contains(&from) => {
            0xac00 + ((from - 0x1100) * 21 + next - 0x1161) * 28
        }
        '\u{11a8}'..='\u{11c2}' if has_no_final(from) => from + next - 0x11a7,
        '\u{3099}' if matches!(before, 'う' | 'ウ') => from + 0x4e,
        '\u{3099}' if matches!(before, 'か'..='と' | 'は'..='ほ' | 'カ'..='ト' | 'ハ'..='ホ') => {
            from + 1
        }
        '\u{309a}' if matches!(before, 'は'..='ほ' | 'ハ'..='ホ') => from + 2,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diacritics_are_removed() {
        let check = |word: &str, expected: &str| {
            assert_eq!(without_diacritics(word).as_deref().unwrap_or(word), expected, "{word}");
        };
        check("plain", "plain");
        check("café", "cafe");
        check("cafe\u{301}", "cafe");
        check("știință", "stiinta");
        check("việt", "viet");
        check("œuvre", "oeuvre");
        check("ｃａｆｅ２", "cafe2");
        check("שָׁלוֹם", "שלום");
        check("كِتَاب", "كتاب");
        check("чаи\u{306}", "чай");
        check("чай", "чай");
        check("水", "水");
    }

    #[test]
    fn separate_code_points_are_composed() {
        let check =
            |run: &str, expected: &str| assert_eq!(compose_unspaced_text(run), expected, "{run}");
        check("\u{110f}\u{1165}\u{1111}\u{1175}", "커피");
        check("\u{1112}\u{1161}\u{11ab}", "한");
        check("か\u{3099}は\u{309a}ウ\u{3099}", "がぱヴ");
        check("커피 水", "커피 水");
        check("\u{1161}あ\u{3099}", "\u{1161}あ\u{3099}");
    }
}
