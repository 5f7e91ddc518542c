//! FNV-1a with 64 bits: a small hash that is the same on every machine and in every version.
//! The hash doesn't resist attackers.

/// The value that every hash starts from; also the hash of an empty text.
pub const FNV1A_OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const FNV1A_PRIME: u64 = 0x0100_0000_01b3;

/// Hashes bytes that are all at hand; `extend_fnv1a` hashes them in several parts.
pub fn fnv1a(bytes: &[u8]) -> u64 {
    extend_fnv1a(FNV1A_OFFSET_BASIS, bytes)
}

/// Continues a hash with more bytes. The result is the same as if all bytes were hashed at once.
pub fn extend_fnv1a(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| fnv1a_step(hash, u64::from(*byte)))
}

/// Adds one value to a hash. The value may be wider than a byte, such as a character.
pub fn fnv1a_step(hash: u64, value: u64) -> u64 {
    (hash ^ value).wrapping_mul(FNV1A_PRIME)
}
