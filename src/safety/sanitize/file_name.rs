//! Names of notes and folders that are made from titles and questions. A title comes from a web page
//! or a model, and its file name appears in links, lists and commands of other programs. So a name has
//! only characters that have no meaning to any of them.

use crate::values::text::to_nfc;

/// Maximum length of a name. File systems allow 255 bytes, of which a date before the name, a number
/// after it and the extension need some.
const MAX_NAME_CHARACTERS: usize = 80;
const MAX_NAME_BYTES: usize = 200;

/// The characters of a name besides letters and digits.
const NAME_PUNCTUATION: &str = " -_(),'";

/// Names of devices, which Windows does not allow as file names. The second list is for names with a
/// digit after them, such as `COM1`.
const DEVICE_NAMES: [&str; 4] = ["CON", "PRN", "AUX", "NUL"];
const NUMBERED_DEVICES: [&str; 2] = ["COM", "LPT"];

/// The name of a file for a title, or `fallback` if nothing is left of the title.
pub fn file_name(title: &str, fallback: &str) -> String {
    let words = plain_words(title);
    let name = words.get(..name_end(&words)).unwrap_or_default().trim_end();
    match () {
        () if !name.contains(char::is_alphanumeric) => fallback.to_owned(),
        () if is_device_name(name) => format!("{name}_"),
        () => name.to_owned(),
    }
}

/// A text on one line of which only the characters of file names are left; others become spaces.
pub fn plain_words(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    for c in to_nfc(text).chars() {
        let kept = match c {
            '’' => '\'',
            '‐' | '‑' | '–' | '—' => '-',
            c if c.is_alphanumeric() || NAME_PUNCTUATION.contains(c) => c,
            c if is_part_of_letter(c) && words.ends_with(|c: char| c != ' ') => c,
            _ => ' ',
        };
        if kept != ' ' || !(words.is_empty() || words.ends_with(' ')) {
            words.push(kept);
        }
    }
    words.truncate(words.trim_end().len());
    words
}

/// Where a name that is too long must end.
fn name_end(words: &str) -> usize {
    let ends = words.char_indices().map(|(at, c)| at + c.len_utf8());
    ends.take(MAX_NAME_CHARACTERS).take_while(|end| *end <= MAX_NAME_BYTES).last().unwrap_or(0)
}

/// Whether Windows does not allow a name because a device has it. What follows a full stop makes no
/// difference.
pub fn is_device_name(name: &str) -> bool {
    let name = name.split('.').next().unwrap_or_default().trim_end().to_uppercase();
    let mut numbers = NUMBERED_DEVICES.iter().filter_map(|device| name.strip_prefix(device));
    DEVICE_NAMES.contains(&name.as_str())
        || numbers.any(|number| number.chars().count() == 1 && number.contains(char::is_numeric))
}

/// Whether a character that is no letter belongs to the letter before it: an accent, a tone mark, or
/// a sign for a missing vowel. Most vowel signs count as letters already.
fn is_part_of_letter(c: char) -> bool {
    // The scripts of India have these signs at the same place of each block of 128 characters.
    let is_indic = matches!(c, '\u{900}'..='\u{dff}') && matches!(u32::from(c) % 128, 0x3c | 0x4d);
    is_indic
        || matches!(c,
            '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5af}' | '\u{dca}' | '\u{e47}'..='\u{e4e}'
            | '\u{ec8}'..='\u{ece}' | '\u{1037}'..='\u{103a}' | '\u{17c9}'..='\u{17d3}'
            | '\u{3099}' | '\u{309a}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(title: &str, expected: &str) {
        assert_eq!(file_name(title, "Finding"), expected, "{title}");
    }

    #[test]
    fn only_harmless_characters_are_left_of_a_title() {
        check("Green tea, and why it's good (2nd ed.)", "Green tea, and why it's good (2nd ed )");
        check("`$= dv.pages()` <img onerror=x>", "dv pages() img onerror x");
        check("{{date}} $$x$$ <% tp %> %%a%% a::b [[c|d]] #e ^f", "date x tp a a b c d e f");
        check("What is a/b: “c”? C:\\d*", "What is a b c C d");
        check("Rock – ’n’ roll\n\u{202e}now", "Rock - 'n' roll now");
        check("堆肥：需要氧气", "堆肥 需要氧气");
        check("กุ้งต้ม हिन्दी Việt Ёж", "กุ้งต้ม हिन्दी Việt Ёж");
        check("Cafe\u{301}", "Café");
    }

    #[test]
    fn a_name_is_never_empty_hidden_or_reserved() {
        check("", "Finding");
        check("?!… 😀 ()", "Finding");
        check("...bashrc.", "bashrc");
        check("CON", "CON_");
        check("com1", "com1_");
        check("LPT²", "LPT²_");
        check("nul.txt", "nul txt");
        check("Console", "Console");
        assert!(is_device_name("Aux.md") && !is_device_name("COM10"));
    }

    #[test]
    fn a_name_is_short_in_characters_and_in_bytes() {
        assert_eq!(file_name(&"a".repeat(500), "").len(), 80);
        assert_eq!(file_name(&"茶".repeat(500), "").len(), 198);
        assert_eq!(file_name(&format!("{} b", "a".repeat(79)), "").len(), 79);
    }
}
