//! The kinds of mistakes that are repaired, and the log of those in one reply.

/// A mistake in the JSON of a reply that was repaired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repair {
    /// Prose, a code fence or reasoning around the value.
    SurroundingText,
    /// The value was encoded as text inside a string.
    Encoded,
    /// The value was cut off; its complete parts stay.
    Cut,
    /// A bracket was missing; the bracket of an outer value closed it.
    Bracket,
    /// An extra or a missing comma.
    Comma,
    /// A comment.
    Comment,
    /// Single or curly quotes, or none around a key.
    Quotes,
    /// A double quote inside a string without its backslash.
    InnerQuote,
    /// A line break or another control character inside a string.
    Control,
    /// An invalid escape sequence.
    Escape,
    /// A literal of another language, such as `True`, `None` or `undefined`.
    Literal,
    /// `NaN`, an infinity or a number that is too large became null, or a number had an invalid format,
    /// such as `+1` and `.5`.
    Number,
}

/// The repairs of one value, each kind once, in the order of their first occurrence.
#[derive(Debug, Default)]
pub(super) struct RepairLog(Vec<Repair>);

impl RepairLog {
    /// Adds a repair unless its kind is already in the log.
    pub(super) fn add(&mut self, repair: Repair) {
        if !self.0.contains(&repair) {
            self.0.push(repair);
        }
    }

    /// The repairs as a list.
    pub(super) fn into_repairs(self) -> Vec<Repair> {
        self.0
    }
}
