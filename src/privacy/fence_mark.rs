//! The random marker before and after data in a prompt. The data cannot contain it, so a model can
//! tell data and instructions apart.

use crate::privacy::OutgoingText;
use crate::privacy::fence_mark_removal::MARK_PREFIX;

/// Number of hexadecimal digits after the prefix of a marker.
const HEX_DIGITS: usize = 16;

/// The marker before and after the data in one request, such as `DATA-0123456789abcdef`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FenceMark(String);

impl FenceMark {
    /// Creates a marker from a random number.
    pub fn new(random: u64) -> Self {
        Self(format!("{MARK_PREFIX}{random:0HEX_DIGITS$x}"))
    }

    /// The marker as text for a prompt. It is not redacted.
    pub fn to_outgoing_text(&self) -> OutgoingText {
        OutgoingText::from_fence_mark(&self.0)
    }
}
