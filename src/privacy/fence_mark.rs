//! The random mark that delimits data in a prompt.

use crate::privacy::OutgoingText;
use crate::privacy::fence_mark_removal::MARK_PREFIX;

/// Number of hexadecimal digits in a mark.
const HEX_DIGITS: usize = 16;

/// The mark that delimits data in one request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FenceMark(String);

impl FenceMark {
    /// Creates a mark from a random number.
    pub fn new(random: u64) -> Self {
        Self(format!("{MARK_PREFIX}{random:0HEX_DIGITS$x}"))
    }

    /// The mark as text for a prompt.
    pub fn to_outgoing_text(&self) -> OutgoingText {
        OutgoingText::from_fence_mark(&self.0)
    }
}
