//! Splits text into sentences with the same result as `note::prose`, but faster: obvious ends of
//! sentences are found by a simple search, and Unicode's slow rules are only used for ambiguous
//! text.

use crate::language::sentence_split;

/// Returns the sentences of a plain text in order. A line end also ends a sentence.
pub(crate) fn split_sentences(plain: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in plain.lines() {
        let mut rest = line;
        while let Some((piece, behind)) = rest.split_at_checked(certain_sentence_start_offset(rest))
        {
            push_sentences(piece, &mut found);
            if behind.is_empty() {
                break;
            }
            rest = behind;
        }
    }
    found
}

/// Returns the offset of the first capital letter after `. `, `! ` or `? `, where a new sentence
/// certainly begins; the length of the line if there is none.
fn certain_sentence_start_offset(line: &str) -> usize {
    let bytes = line.as_bytes();
    let is_end = |three: &[u8]| matches!(three, [b'.' | b'!' | b'?', b' ', b'A'..=b'Z']);
    bytes.windows(3).position(is_end).map_or(line.len(), |at| at + 2)
}

/// Adds the sentences of a text. A text that is certainly one sentence is added without a search
/// for ends of sentences.
fn push_sentences<'t>(piece: &'t str, found: &mut Vec<&'t str>) {
    let piece = piece.trim();
    let inner = piece.strip_suffix(['.', '!', '?']).unwrap_or(piece);
    if inner.chars().all(cannot_end_sentence) {
        found.extend((!piece.is_empty()).then_some(piece));
    } else {
        found.extend(sentence_split::sentences(piece));
    }
}

/// Whether a character certainly does not end a sentence. True for ASCII (except `.`, `!`, `?`),
/// Latin letters, dashes and quotes; other characters may end one in some script.
fn cannot_end_sentence(c: char) -> bool {
    match c {
        '.' | '!' | '?' => false,
        ' '..='~' | '\u{a0}'..='\u{2ff}' | '\u{2010}'..='\u{201f}' => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) {
        assert_eq!(split_sentences(text), sentence_split::sentences(text), "{text:?}");
    }

    #[test]
    fn sentences_equal_those_of_prose() {
        check("");
        check("One. Two! Three?  Four.\n Five. six. 7.5 is Mr. Eight. (Nine.) Ten… No. A.B. C");
        check("\"So.\" He went. Ä. Ö? 好。好。Was. \u{301}X. X\u{301} Y.\u{85}Z. \r Q");
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_split_as_by_prose(
            text in "([a-zA-Z.!? ]|[.!?] [A-Z]|[0-9.,:;()'\"\\-]|[\u{80}-\u{ff}\u{301}\u{200d}\u{2018}-\u{2029}。…]|\\n|\\r|\\PC){0,40}",
        ) {
            check(&text);
        }
    }
}
