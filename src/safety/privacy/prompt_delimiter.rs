//! The random delimiter before and after data in a prompt. The data cannot contain it, so a model
//! can tell data and instructions apart.

use crate::safety::privacy::OutgoingText;
use crate::safety::privacy::prompt_delimiter_removal::DELIMITER_PREFIX;

/// Number of hexadecimal digits after `DATA-` in a delimiter.
const DELIMITER_HEX_DIGITS: usize = 16;

/// The delimiter before and after the data in one request, such as `DATA-0123456789abcdef`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PromptDelimiter(String);

impl PromptDelimiter {
    /// Creates a delimiter. Because `random` differs for each request, no text can guess it.
    pub(crate) fn new(random: u64) -> Self {
        Self(format!("{DELIMITER_PREFIX}{random:0DELIMITER_HEX_DIGITS$x}"))
    }

    /// The delimiter as text for a prompt. It is not redacted, because redaction would remove it.
    pub(crate) fn to_outgoing_text(&self) -> OutgoingText {
        OutgoingText::from_prompt_delimiter(&self.0)
    }
}
