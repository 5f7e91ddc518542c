//! FNV-1a with 64 bits: a small hash that is the same on every machine and in every version.
//! The hash doesn't resist attackers.

/// The hash of no bytes, from which every hash starts.
pub const FNV1A_OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const FNV1A_PRIME: u64 = 0x0100_0000_01b3;

/// The hash of some bytes.
pub fn fnv1a(bytes: &[u8]) -> u64 {
    extend_fnv1a(FNV1A_OFFSET_BASIS, bytes)
}

/// The hash of the bytes hashed so far, followed by more bytes.
pub fn extend_fnv1a(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| fnv1a_step(hash, u64::from(*byte)))
}

/// One step of the hash with a value that may be wider than a byte, such as a character.
pub fn fnv1a_step(hash: u64, value: u64) -> u64 {
    (hash ^ value).wrapping_mul(FNV1A_PRIME)
}
