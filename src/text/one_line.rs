//! Text that is shown on one line: without line breaks or characters that hide or reorder text, and
//! not too long.

use crate::text::invisible;

/// Characters of a title, a name or the like. Longer ones are not titles but texts.
const LONGEST: usize = 300;

/// A title, a name or the like on one line.
pub fn clean(text: &str) -> String {
    cut(text, LONGEST)
}

/// A text on one line, cut between words to so many characters.
pub fn cut(text: &str, longest: usize) -> String {
    let mut line = String::new();
    let mut count = 0;
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        let word: String = word.chars().filter(|c| !is_invisible(*c)).collect();
        if word.is_empty() {
            continue;
        }
        let gap = usize::from(count > 0);
        let room = longest.saturating_sub(count + gap);
        let length = word.chars().count();
        if length > room && count > 0 {
            break;
        }
        line.extend((gap > 0).then_some(' '));
        line.extend(word.chars().take(room));
        count += gap + length.min(room);
    }
    line
}

/// What two texts are compared by: their letters and digits in lower case.
pub fn comparison_key(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Characters that hide or reorder text. The joiners stay: some scripts and emoji need them.
fn is_invisible(c: char) -> bool {
    invisible::is_invisible(c) && !invisible::joins(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_one_line_without_hidden_characters() {
        let check = |text: &str, expected: &str| assert_eq!(clean(text), expected, "{text:?}");
        check("  Two\n\twords ", "Two words");
        check("a\u{202e}b\u{200b}c\u{e0041}d", "abcd");
        check("one\u{0}two", "one two");
        check("می\u{200c}خواهم", "می\u{200c}خواهم");
        check("\u{feff} \u{200e}", "");
    }

    #[test]
    fn a_long_text_is_cut_between_words() {
        let cut = clean(&"word ".repeat(200));
        assert_eq!(cut.chars().count(), 299);
        assert!(cut.ends_with("word"));
        assert_eq!(clean(&"界".repeat(500)).chars().count(), 300);
    }
}
