//! Sentences as `prose` cuts them, faster: where one surely ends is seen without Unicode's tables,
//! and they are asked only about the pieces in between that leave a doubt.

use crate::note::prose;

/// The sentences of some plain text, in order, as they stand.
pub fn sentences(plain: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in plain.lines() {
        let mut rest = line;
        while let Some((piece, behind)) = rest.split_at_checked(sure_end(rest)) {
            cut(piece, &mut found);
            if behind.is_empty() {
                break;
            }
            rest = behind;
        }
    }
    found
}

/// How far it is to the next capital behind a full stop and a single space, or to the end.
fn sure_end(line: &str) -> usize {
    let bytes = line.as_bytes();
    let is_end = |three: &[u8]| matches!(three, [b'.' | b'!' | b'?', b' ', b'A'..=b'Z']);
    bytes.windows(3).position(is_end).map_or(line.len(), |at| at + 2)
}

fn cut<'t>(piece: &'t str, found: &mut Vec<&'t str>) {
    let piece = piece.trim();
    let inner = piece.strip_suffix(['.', '!', '?']).unwrap_or(piece);
    if inner.chars().all(goes_on) {
        found.extend((!piece.is_empty()).then_some(piece));
    } else {
        found.extend(prose::sentences(piece));
    }
}

/// Signs that end no sentence. All beyond Latin letters, dashes and quotes are left in doubt.
fn goes_on(c: char) -> bool {
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
        assert_eq!(sentences(text), prose::sentences(text), "{text:?}");
    }

    #[test]
    fn sentences_are_those_of_prose() {
        check("");
        check("One. Two! Three?  Four.\n Five. six. 7.5 is Mr. Eight. (Nine.) Ten… No. A.B. C");
        check("\"So.\" He went. Ä. Ö? 好。好。Was. \u{301}X. X\u{301} Y.\u{85}Z. \r Q");
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_cut_as_prose_cuts_it(
            text in "([a-zA-Z.!? ]|[.!?] [A-Z]|[0-9.,:;()'\"\\-]|[\u{80}-\u{ff}\u{301}\u{200d}\u{2018}-\u{2029}。…]|\\n|\\r|\\PC){0,40}",
        ) {
            check(&text);
        }
    }
}
