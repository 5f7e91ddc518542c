//! Characters that are not visible. They can hide text, reorder it, or make texts differ that look
//! the same.

/// Whether a character is not visible and is neither white space nor a line end.
pub(crate) fn is_invisible(c: char) -> bool {
    if c.is_ascii() {
        return c.is_control() && !c.is_whitespace();
    }
    is_joiner(c)
        || is_direction_mark(c)
        || is_format_char(c)
        || (c.is_control() && !c.is_whitespace())
}

/// Whether a character is a joiner or a variation selector: it joins letters or emoji, or selects
/// a glyph for the character before it, so it can be part of correct spelling.
pub(crate) fn is_joiner(c: char) -> bool {
    matches!(c,
        '\u{34f}' | '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{200c}' | '\u{200d}'
        | '\u{fe00}'..='\u{fe0f}')
}

/// Whether a character is a mark for left-to-right or right-to-left text. Unlike an override, it
/// can't reorder the letters around it.
pub(crate) fn is_direction_mark(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}')
}

/// Whether a character is a zero-width space or a byte order mark, which are often copied by
/// accident together with text.
pub(crate) fn is_zero_width_space(c: char) -> bool {
    matches!(c, '\u{200b}' | BYTE_ORDER_MARK)
}

const BYTE_ORDER_MARK: char = '\u{feff}';

/// Length in bytes of the byte order mark at the start of a text; zero if there is none.
pub(crate) fn byte_order_mark_length(text: &str) -> usize {
    if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 }
}

/// Whether a character is a soft hyphen, filler, zero-width space, direction override, object or
/// annotation mark, tag, or further variation selector. Tags and selectors can encode arbitrary
/// bytes.
fn is_format_char(c: char) -> bool {
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
    fn invisible_characters_are_distinguished_from_spaces_and_letters() {
        for c in ['\u{0}', '\u{1b}', '\u{9f}', '\u{ad}', '\u{200b}', '\u{202e}', '\u{e0041}'] {
            assert!(is_invisible(c), "{c:?}");
        }
        for c in ['a', ' ', '\n', '\r', '\t', '\u{b}', '\u{85}', '\u{a0}', '\u{2028}', '茶', '☕']
        {
            assert!(!is_invisible(c), "{c:?}");
        }
    }

    #[test]
    fn joiners_and_direction_marks_are_invisible() {
        let all = '\u{0}'..='\u{10ffff}';
        assert!(all.filter(|c| is_joiner(*c) || is_direction_mark(*c)).all(is_invisible));
    }
}
