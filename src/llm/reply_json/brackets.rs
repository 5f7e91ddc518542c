//! Which bracket closes which, for text that is no JSON: quotes are not looked at.

/// Places of brackets that have a partner.
#[derive(Debug)]
pub(super) struct Brackets(Vec<(usize, usize)>);

impl Brackets {
    pub(super) fn of(text: &str) -> Self {
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

    /// Where the bracket closes that opens here.
    pub(super) fn closing(&self, open: usize) -> Option<usize> {
        let found = self.0.binary_search_by_key(&open, |(start, _)| *start).ok()?;
        self.0.get(found).map(|(_, close)| *close)
    }
}
