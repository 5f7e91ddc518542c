//! Times of day (`at 7:30`), durations (`3:42:15`) and days of the week (`on Tuesdays`) in a sentence.

use crate::evidence::support::figure_kind::FigureKind;
use crate::evidence::support::figure_number::Number;
use crate::evidence::support::figure_unit::Unit;
use crate::evidence::support::statement_word::TaggedWord;

/// Words before two numbers with a colon that are no time of day: `a ratio of 1:16`, `finished in 3:42`.
const NO_TIME_BEFORE: [&str; 6] = ["of", "in", "von", "de", "en", "auf"];

/// Reads a duration with hours, minutes and seconds, or a time of day in hours. Returns what it is, its
/// value and the index behind it.
pub(super) fn read_clock(words: &[TaggedWord], at: usize) -> Option<(FigureKind, f64, usize)> {
    let hours: u8 = words.get(at)?.lower.parse().ok()?;
    let hours = f64::from(hours);
    let minutes = sixtieths(words, at + 1)?;
    if let Some(seconds) = sixtieths(words, at + 2) {
        let value = hours * 3600.0 + minutes * 60.0 + seconds;
        return Some((FigureKind::Measure("time".to_owned()), value, at + 3));
    }
    let time =
        Number { value: hours + minutes / 60.0, start: at, end: at + 2, attached: String::new() };
    let clock = FigureKind::Measure("clock".to_owned());
    if let Some(unit) = Unit::read(words, &time).filter(|unit| unit.kind == clock) {
        return Some((clock, unit.convert(time.value), unit.end));
    }
    let before = words.get(at.checked_sub(1)?)?;
    let is_at = before.is_stop_word || before.has_tag("limit") || before.has_tag("until");
    let is_time = is_at && hours < 24.0 && !NO_TIME_BEFORE.contains(&before.lower.as_str());
    is_time.then_some((clock, time.value, time.end))
}

/// The value of two digits below 60 behind a colon.
fn sixtieths(words: &[TaggedWord], at: usize) -> Option<f64> {
    let word = words.get(at).filter(|word| word.gap_before == ":" && word.lower.len() == 2)?;
    let value: u8 = word.lower.parse().ok()?;
    (value < 60).then(|| f64::from(value))
}

/// Reads a day of the week on which something always happens: `on Tuesdays`, `every Tuesday`. Returns its
/// number and the index behind it.
pub(super) fn read_weekday(words: &[TaggedWord], at: usize) -> Option<(f64, usize)> {
    words.get(at)?.tags.iter().find_map(|tag| {
        let day: f64 = tag.group.strip_prefix("weekday ")?.parse().ok()?;
        Some((day, at + tag.word_count))
    })
}
