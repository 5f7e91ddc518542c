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

/// Reads what `write_number` wrote and moves on; `None` at the end or on more than ten bytes.
pub fn read_number(bytes: &mut &[u8]) -> Option<u64> {
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

/// Rising numbers by their distances.
pub fn write_ends(bytes: &mut Vec<u8>, ends: &[u32]) {
    write_number(bytes, ends.len() as u64);
    let mut last = 0;
    for end in ends {
        write_number(bytes, u64::from(end.saturating_sub(last)));
        last = *end;
    }
}

/// Reads what `write_ends` wrote and moves on.
pub fn read_ends(rest: &mut &[u8]) -> Option<Vec<u32>> {
    let count = usize::try_from(read_number(rest)?).ok()?;
    // Every number takes a byte at least, so a false count cannot ask for more than there is.
    let mut ends = Vec::with_capacity(count.min(rest.len()));
    let mut last = 0_u32;
    for _ in 0..count {
        last = last.checked_add(u32::try_from(read_number(rest)?).ok()?)?;
        ends.push(last);
    }
    Some(ends)
}

/// The next bytes, and moves on.
pub fn take<'b>(rest: &mut &'b [u8], length: usize) -> Option<&'b [u8]> {
    let (taken, left) = rest.split_at_checked(length)?;
    *rest = left;
    Some(taken)
}
