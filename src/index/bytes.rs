//! Numbers and texts as bytes: how everything that is kept on the device is written and read.
//! Reading never trusts a length.

/// Seven bits a byte, lowest first; the high bit says that more follows.
pub fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// How many bytes `write_number` takes.
pub fn number_length(number: u64) -> usize {
    (64 - number.leading_zeros()).div_ceil(7).max(1) as usize
}

/// Reads what `write_number` wrote and moves on; `None` at the end or on more than ten bytes.
pub fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    if let Some((byte, rest)) = bytes.split_first().filter(|(byte, _)| **byte < 0x80) {
        // Most numbers are small.
        *bytes = rest;
        return Some(u64::from(*byte));
    }
    let mut number = 0_u64;
    for shift in (0..70).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

/// A text behind its length.
pub fn write_text(bytes: &mut Vec<u8>, text: &str) {
    write_number(bytes, text.len() as u64);
    bytes.extend_from_slice(text.as_bytes());
}

/// Reads what `write_text` wrote and moves on.
pub fn read_text<'b>(rest: &mut &'b [u8]) -> Option<&'b str> {
    let length = usize::try_from(read_number(rest)?).ok()?;
    std::str::from_utf8(take(rest, length)?).ok()
}

/// Texts that often begin as the one before: how many bytes they share, then the rest.
pub fn write_next(bytes: &mut Vec<u8>, before: &str, text: &str) {
    let same = before.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
    let shared = text.floor_char_boundary(same);
    write_number(bytes, shared as u64);
    write_text(bytes, text.get(shared..).unwrap_or_default());
}

/// Reads what `write_next` wrote: how many bytes are shared, and the rest.
pub fn read_next<'b>(rest: &mut &'b [u8]) -> Option<(usize, &'b str)> {
    Some((usize::try_from(read_number(rest)?).ok()?, read_text(rest)?))
}

/// The next bytes, and moves on.
pub fn take<'b>(rest: &mut &'b [u8], length: usize) -> Option<&'b [u8]> {
    let (taken, left) = rest.split_at_checked(length)?;
    *rest = left;
    Some(taken)
}
