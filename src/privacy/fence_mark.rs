//! The random mark that delimits data in a prompt.

use crate::privacy::OutgoingText;
use crate::privacy::fence_mark_removal::PREFIX;

/// Number of hexadecimal digits in a mark.
const DIGITS: usize = 16;

/// The mark that delimits data in one request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FenceMark(String);

impl FenceMark {
    /// Creates a mark from a random number.
    pub fn new(random: u64) -> Self {
        Self(format!("{PREFIX}{random:0DIGITS$x}"))
    }

    /// The mark as text for a prompt.
    pub fn outgoing(&self) -> OutgoingText {
        OutgoingText::from_mark(&self.0)
    }
}
