//! Encodes numbers and strings as bytes for storage on the device. Reading checks every length,
//! because stored bytes may be damaged.

/// Writes a number with seven bits per byte, lowest bits first. The high bit of a byte marks that
/// another byte follows.
pub fn write_varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Number of bytes that `write_varint` writes for a number.
pub(crate) fn varint_byte_length(number: u64) -> usize {
    (64 - number.leading_zeros()).div_ceil(7).max(1) as usize
}

/// Reads a number that `write_varint` wrote, and moves `bytes` past it. Returns `None` if the bytes
/// end too early, or if the number has more than ten bytes.
pub fn read_varint(bytes: &mut &[u8]) -> Option<u64> {
    if let Some((byte, rest)) = bytes.split_first().filter(|(byte, _)| **byte < 0x80) {
        // Fast path: most numbers are small and have one byte.
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

/// Writes the length of a string, then the string.
pub(crate) fn write_text(bytes: &mut Vec<u8>, text: &str) {
    write_varint(bytes, text.len() as u64);
    bytes.extend_from_slice(text.as_bytes());
}

/// Reads a string that `write_text` wrote, and moves `rest` past it.
pub(crate) fn read_text<'b>(rest: &mut &'b [u8]) -> Option<&'b str> {
    let length = usize::try_from(read_varint(rest)?).ok()?;
    std::str::from_utf8(take_bytes(rest, length)?).ok()
}

/// Writes a string of a sorted list: the number of bytes that it shares with the previous string,
/// then the bytes that differ.
pub(crate) fn write_without_shared_prefix(bytes: &mut Vec<u8>, previous: &str, text: &str) {
    let same = previous.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
    let shared = text.floor_char_boundary(same);
    write_varint(bytes, shared as u64);
    write_text(bytes, text.get(shared..).unwrap_or_default());
}

/// Reads a string that `write_without_shared_prefix` wrote. Returns the number of bytes that it
/// shares with the previous string, and the bytes that differ.
pub(crate) fn read_without_shared_prefix<'b>(rest: &mut &'b [u8]) -> Option<(usize, &'b str)> {
    Some((usize::try_from(read_varint(rest)?).ok()?, read_text(rest)?))
}

/// Converts a length or line number to 32 bits, to save memory; too large ones become `u32::MAX`.
pub(crate) fn saturating_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Returns the next `length` bytes and moves `rest` past them; `None` if there are fewer.
pub(crate) fn take_bytes<'b>(rest: &mut &'b [u8], length: usize) -> Option<&'b [u8]> {
    let (taken, left) = rest.split_at_checked(length)?;
    *rest = left;
    Some(taken)
}
