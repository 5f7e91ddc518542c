//! Matches opening and closing brackets in text that isn't valid JSON. Quotes have no meaning here,
//! so brackets inside strings count too.

/// Pairs of an opening and a closing bracket as byte positions, sorted by the position of the
/// opening bracket.
#[derive(Debug)]
pub(super) struct BracketOffsetPairs(Vec<(usize, usize)>);

impl BracketOffsetPairs {
    /// Finds all pairs of matching brackets, also inside strings.
    pub(super) fn find_pairs(text: &str) -> Self {
        let mut pairs = Vec::new();
        let mut open: Vec<(usize, u8)> = Vec::new();
        for (at, byte) in text.bytes().enumerate() {
            match byte {
                b'{' => open.push((at, b'}')),
                b'[' => open.push((at, b']')),
                b'}' | b']' => {
                    if let Some((start, _)) = open.pop_if(|(_, closing)| *closing == byte) {
                        pairs.push((start, at));
                    }
                }
                _ => {}
            }
        }
        pairs.sort_unstable();
        Self(pairs)
    }

    /// The position of the bracket that closes the one at `opening_offset`.
    pub(super) fn closing_offset(&self, opening_offset: usize) -> Option<usize> {
        let found = self.0.binary_search_by_key(&opening_offset, |(start, _)| *start).ok()?;
        self.0.get(found).map(|(_, close)| *close)
    }
}
