//! Placeholder until the real one is merged.
use std::borrow::Cow;
/// Masked.
pub struct Masked<'a> {
    /// t
    pub text: Cow<'a, str>,
    /// n
    pub masked: usize,
}
/// Mask.
pub fn mask(text: &str) -> Masked<'_> {
    Masked { text: Cow::Borrowed(text), masked: 0 }
}
