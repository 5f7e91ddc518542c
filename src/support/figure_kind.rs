//! What the figures of a sentence measure.

/// What a figure measures.
#[derive(Debug, Clone, PartialEq)]
pub enum FigureKind {
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
