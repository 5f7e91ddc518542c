//! The kinds of mistakes that are repaired, and the log of those in one reply.

/// The kinds of mistakes in the JSON of a reply that are repaired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repair {
    /// Prose, a code fence or reasoning around the value.
    SurroundingText,
    /// The value was encoded as text inside a string.
    Encoded,
    /// The value was cut off; its complete parts stay.
    Cut,
    /// A closing bracket was missing; the closing bracket of an outer value was used for it.
    Bracket,
    /// An extra or a missing comma.
    Comma,
    /// A comment, which JSON doesn't allow.
    Comment,
    /// Single or curly quotes, or a key without quotes.
    Quotes,
    /// A double quote inside a string without a backslash before it.
    InnerQuote,
    /// A line break or another control character inside a string.
    Control,
    /// An invalid escape sequence.
    Escape,
    /// A literal of another language, such as `True`, `None` or `undefined`.
    Literal,
    /// `NaN`, an infinity or a number that is too large became null, or a number had an invalid
    /// format, such as `+1` or `.5`.
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

    /// Returns the repairs, each kind once, in the order of their first occurrence.
    pub(super) fn into_repairs(self) -> Vec<Repair> {
        self.0
    }
}
