//! A small hash that stays the same on every machine and in every version (FNV-1a, 64 bit).

const START: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

/// The hash of some bytes.
pub fn fnv1a(bytes: &[u8]) -> u64 {
    more(START, bytes)
}

/// The hash of what was hashed so far with more behind it.
pub fn more(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}
