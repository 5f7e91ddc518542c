//! Text as a person sees it: without characters that hide or reorder text.

use crate::text::invisible;

/// Whether a character shows nothing and can hide text from a reader. Joiners and marks of
/// direction stay: scripts and emoji need them.
pub(super) fn is_hidden(c: char) -> bool {
    invisible::is_invisible(c) && !invisible::is_joiner(c) && !invisible::is_direction_mark(c)
}

/// Whether a character is a blank that runs together with its neighbours.
pub(super) fn is_blank(c: char) -> bool {
    c.is_whitespace()
}

/// The text without hidden characters.
pub(super) fn visible(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().filter(|c| !is_hidden(*c))
}

/// The words of a text with one blank between them.
pub(super) fn squeeze(text: &str) -> String {
    let text: String = visible(text).collect();
    text.split(is_blank).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
