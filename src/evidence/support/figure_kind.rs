//! What the figures of a sentence measure.

/// What a figure measures.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum FigureKind {
    Percent,
    Year,
    /// A day of a year: its value is 100 times the month plus the day.
    Date,
    /// A quantity with a unit of a dimension, such as `time`.
    Measure(String),
    /// A number of things, which the word at this index names.
    Count(usize),
    /// A number without a unit.
    Plain,
}

/// Meanings of words for events that happen once, so that they have one year or date.
pub(super) const UNIQUE_EVENTS: [&str; 10] = [
    "same emigrate",
    "same begin",
    "same end",
    "same found",
    "same build",
    "same birth",
    "same death",
    "same publish",
    "same invent",
    "same scheduled",
];
