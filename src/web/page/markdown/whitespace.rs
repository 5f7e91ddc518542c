//! Text as users see it: without invisible characters and without repeated spaces.

use crate::values::text::invisible;

/// Whether a character is invisible and could hide text from users. Joiners and direction marks do
/// not count: some scripts and emoji need them.
pub(super) fn is_hidden_char(c: char) -> bool {
    invisible::is_invisible(c) && !invisible::is_joiner(c) && !invisible::is_direction_mark(c)
}

/// Whether a character is whitespace. In HTML, several of them in a row are shown as one space.
pub(super) fn is_blank(c: char) -> bool {
    c.is_whitespace()
}

/// Returns the characters of a text without the invisible ones that could hide text from users.
pub(super) fn visible_chars(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().filter(|c| !is_hidden_char(*c))
}

/// Returns the words of a text with one space between them, without invisible characters.
pub(super) fn collapse_whitespace(text: &str) -> String {
    let text: String = visible_chars(text).collect();
    text.split(is_blank).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
