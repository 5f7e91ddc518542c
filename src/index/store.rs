//! The index as bytes, kept on the device: a magic word, a version, the index.
//!
//! Bytes of another version, or damaged ones, are no index: the caller builds anew.

use super::Index;

/// Begins every stored index; the last two bytes are the version of the format.
const HEADER: [u8; 6] = *b"IBID\x00\x01";

/// The index as bytes.
pub fn encode(index: &Index) -> Vec<u8> {
    let body = postcard::to_allocvec(index).unwrap_or_default();
    [HEADER.as_slice(), &body].concat()
}

/// The index that was stored, or `None` when it cannot be trusted.
pub fn decode(bytes: &[u8]) -> Option<Index> {
    let body = bytes.strip_prefix(HEADER.as_slice())?;
    postcard::from_bytes(body).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::note::NotePath;

    fn sample() -> Index {
        let mut index = Index::default();
        index.upsert(&NotePath::parse("a.md").unwrap(), "# T\nsome words here", 7);
        index
    }

    #[test]
    fn what_was_stored_comes_back() {
        assert_eq!(decode(&encode(&sample())), Some(sample()));
    }

    #[test]
    fn bytes_that_are_no_index_are_refused() {
        let good = encode(&sample());
        assert_eq!(decode(b""), None);
        assert_eq!(decode(b"IBID\x00\x02"), None);
        assert_eq!(decode(&good[..good.len() - 3]), None);
    }

    proptest::proptest! {
        #![proptest_config(proptest::test_runner::Config::with_cases(10_000))]
        #[test]
        fn any_bytes_are_survived(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..200)) {
            let _ = decode(&[HEADER.as_slice(), &bytes].concat());
        }
    }
}
