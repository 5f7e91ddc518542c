//! The mark of a fence around data in a prompt. Text inside the fence must not be able to repeat
//! it, so whatever looks like a mark is taken out of every text that leaves the device.

use crate::privacy::OutgoingText;

const PREFIX: &str = "DATA-";

/// Hexadecimal digits of a mark, and the fewest that look like one.
const DIGITS: usize = 16;
const FEWEST_DIGITS: usize = 12;

/// The mark of one request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FenceMark(String);

impl FenceMark {
    /// A mark made of a random number.
    pub fn new(random: u64) -> Self {
        Self(format!("{PREFIX}{random:0DIGITS$x}"))
    }

    /// The mark for a prompt.
    pub fn outgoing(&self) -> OutgoingText {
        OutgoingText::of_mark(&self.0)
    }
}

/// A text without anything that looks like a mark. A blank takes its place: what stood around it
/// must not grow together to another one.
pub(super) fn without_marks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((at, length)) = find(rest) {
        out.push_str(rest.get(..at).unwrap_or_default());
        out.push(' ');
        rest = rest.get(at + length..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// Where the first mark begins, and its length.
fn find(text: &str) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let starts = bytes.windows(PREFIX.len()).enumerate();
    let mut starts = starts.filter(|(_, window)| window.eq_ignore_ascii_case(PREFIX.as_bytes()));
    starts.find_map(|(at, _)| {
        let digits = bytes.get(at + PREFIX.len()..)?.iter();
        let digits = digits.take_while(|byte| byte.is_ascii_hexdigit()).count();
        (digits >= FEWEST_DIGITS).then_some((at, PREFIX.len() + digits))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_looks_like_a_mark_is_left() {
        let check = |text: &str, expected: &str| {
            assert_eq!(without_marks(text), expected, "{text}");
        };
        check("a DATA-0000000000000007 b", "a   b");
        check("data-00000000000000ffx", " x");
        check("DATA-0DATA-0000000000000007000000000000007", "DATA-0 ");
        check("DATA-DATA-0123456789abcdef0123456789abcdef", "DATA- ");
        check("data-12 DATA-warehouse", "data-12 DATA-warehouse");
    }
}
