//! A prompt encloses data between random delimiters such as `DATA-0123456789abcdef`. Everything
//! that looks like such a delimiter is removed from every text that leaves the device, so that no
//! text can pretend to end the data.

/// The text with which every delimiter starts, before its hexadecimal digits.
pub(super) const DELIMITER_PREFIX: &str = "DATA-";

/// Minimum number of hexadecimal digits after the prefix. With fewer digits, a text is not treated
/// as a delimiter.
const MIN_DELIMITER_HEX_DIGITS: usize = 12;

/// Replaces everything that looks like a delimiter of a prompt by a space. If it were removed
/// without the space, the texts before and after it could form another delimiter.
pub(super) fn without_prompt_delimiters(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((at, length)) = delimiter_offset_and_length(rest) {
        out.push_str(rest.get(..at).unwrap_or_default());
        out.push(' ');
        rest = rest.get(at + length..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// The byte offset and the length in bytes of the first text that looks like a delimiter.
fn delimiter_offset_and_length(text: &str) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let starts = bytes.windows(DELIMITER_PREFIX.len()).enumerate();
    let mut starts =
        starts.filter(|(_, window)| window.eq_ignore_ascii_case(DELIMITER_PREFIX.as_bytes()));
    starts.find_map(|(at, _)| {
        let digits = bytes.get(at + DELIMITER_PREFIX.len()..)?.iter();
        let digits = digits.take_while(|byte| byte.is_ascii_hexdigit()).count();
        (digits >= MIN_DELIMITER_HEX_DIGITS).then_some((at, DELIMITER_PREFIX.len() + digits))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_looks_like_a_mark_is_removed() {
        let check = |text: &str, expected: &str| {
            assert_eq!(without_prompt_delimiters(text), expected, "{text}");
        };
        check("a DATA-0000000000000007 b", "a   b");
        check("data-00000000000000ffx", " x");
        check("DATA-0DATA-0000000000000007000000000000007", "DATA-0 ");
        check("DATA-DATA-0123456789abcdef0123456789abcdef", "DATA- ");
        check("data-12 DATA-warehouse", "data-12 DATA-warehouse");
    }
}
