//! Characters that nobody sees. Text can be hidden in them, reordered by them, or told apart by
//! them from text that looks the same.

/// Whether a character shows nothing, other than a blank or the end of a line.
pub fn is_invisible(c: char) -> bool {
    if c.is_ascii() {
        return c.is_control() && !c.is_whitespace();
    }
    joins(c) || turns(c) || is_format(c) || (c.is_control() && !c.is_whitespace())
}

/// Whether an unseen character can be spelling: it joins letters and emoji, or chooses how the
/// one before it looks.
pub fn joins(c: char) -> bool {
    matches!(c,
        '\u{34f}' | '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{200c}' | '\u{200d}'
        | '\u{fe00}'..='\u{fe0f}')
}

/// Whether an unseen character marks a direction of writing without changing that of its
/// neighbours.
pub fn turns(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}')
}

/// Soft hyphens, fillers, blanks without width, overrides of the direction, what stands for an
/// object or a note between lines, tags and further selectors, which can carry any bytes.
fn is_format(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}' | '\u{200b}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffc}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_shows_nothing_is_told_from_blanks_and_letters() {
        for c in ['\u{0}', '\u{1b}', '\u{9f}', '\u{ad}', '\u{200b}', '\u{202e}', '\u{e0041}'] {
            assert!(is_invisible(c), "{c:?}");
        }
        for c in ['a', ' ', '\n', '\r', '\t', '\u{b}', '\u{85}', '\u{a0}', '\u{2028}', '茶', '☕']
        {
            assert!(!is_invisible(c), "{c:?}");
        }
    }

    #[test]
    fn what_can_be_spelling_is_unseen_too() {
        let all = '\u{0}'..='\u{10ffff}';
        assert!(all.filter(|c| joins(*c) || turns(*c)).all(is_invisible));
    }
}
