//! How often something happens, as the time between two of it: `twice a month`, `every third day`,
//! `weekly`.

use std::ops::Range;

use crate::evidence::support::figure_number::read_number;
use crate::evidence::support::figure_unit::ListedUnit;
use crate::evidence::support::statement_word::TaggedWord;
use crate::language::Language;

/// The listed adverbs of time with the length of their period in seconds.
pub const PERIOD_ADVERBS: [(&str, f64); 4] = [
    ("daily", 86_400.0),
    ("weekly", 604_800.0),
    ("monthly", 2_629_800.0),
    ("yearly", 31_557_600.0),
];

/// The time between two events, and the words that tell it.
pub struct Interval {
    pub seconds: f64,
    pub word_range: Range<usize>,
}

/// Reads an interval that begins at a word and has a number: `twice a month`, `every third day`.
pub fn read_counted_interval(
    words: &[TaggedWord],
    at: usize,
    language: Language,
) -> Option<Interval> {
    let repeated = || {
        let (times, end) = read_times(words, at, language)?;
        let link = words.get(end)?.tag("per")?;
        let unit = end + link.word_count;
        Some((time_unit(words, unit)? / times, unit + 1))
    };
    let skipped = || {
        let every = words.get(at)?.tag("every")?;
        let ordinal = at + every.word_count;
        let step = listed_number(words.get(ordinal)?, "ordinal ")?;
        Some((time_unit(words, ordinal + 1)? * step, ordinal + 2))
    };
    let (seconds, end) = repeated().or_else(skipped)?;
    Some(Interval { seconds, word_range: at..end })
}

/// Reads the first interval of a sentence without a number: `every week`, `weekly`. Beside another figure
/// such words only tell for which time that is counted.
pub fn find_plain_interval(words: &[TaggedWord]) -> Option<Interval> {
    (0..words.len()).find_map(|at| {
        let word = words.get(at)?;
        let adverb = PERIOD_ADVERBS.iter().find_map(|(group, seconds)| {
            let tag = word.tag(group)?;
            Some((*seconds, at + tag.word_count))
        });
        let every = || {
            let unit = at + word.tag("every")?.word_count;
            Some((time_unit(words, unit)?, unit + 1))
        };
        let (seconds, end) = adverb.or_else(every)?;
        Some(Interval { seconds, word_range: at..end })
    })
}

/// Reads how many times: `twice`, `three times`. Returns also the index behind it.
fn read_times(words: &[TaggedWord], at: usize, language: Language) -> Option<(f64, usize)> {
    let listed = words.get(at).and_then(|word| listed_number(word, "times "));
    if let Some(times) = listed {
        return Some((times, at + 1));
    }
    let number = read_number(words, at, language).filter(|number| number.value > 0.0)?;
    let has_word = words.get(number.end).is_some_and(|word| word.has_tag("times"));
    has_word.then_some((number.value, number.end + 1))
}

/// The number in the name of a word's group, such as `times 2`.
fn listed_number(word: &TaggedWord, kind: &str) -> Option<f64> {
    word.tags.iter().find_map(|tag| tag.group.strip_prefix(kind)?.parse().ok())
}

/// The length of the unit of time at a word, in seconds.
fn time_unit(words: &[TaggedWord], at: usize) -> Option<f64> {
    let mut units = words.get(at)?.tags.iter().filter_map(|tag| ListedUnit::of_group(tag.group));
    units.find(|unit| unit.dimension == "time").map(|unit| unit.factor)
}
