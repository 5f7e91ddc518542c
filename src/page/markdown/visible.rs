//! Text as a person sees it: without characters that hide or reorder text.

/// Whether a character shows nothing and can hide text from a reader: tags of Unicode, controls
/// of the writing direction, blanks without width. Joiners and marks of direction stay: scripts
/// and emoji need them.
pub(super) fn is_hidden(c: char) -> bool {
    matches!(c,
        // Tags, and selectors of variants, which can carry any bytes unseen.
        '\u{E0000}'..='\u{E0FFF}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2066}'..='\u{2069}'
        | '\u{200B}'
        | '\u{2060}'..='\u{2064}'
        | '\u{00AD}' | '\u{FEFF}' | '\u{FFFC}'
        // What Unicode keeps for private agreements between programs in interlinear notes.
        | '\u{FFF9}'..='\u{FFFB}'
        | '\u{180E}' | '\u{3164}' | '\u{FFA0}')
        || (c.is_control() && !c.is_whitespace())
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
