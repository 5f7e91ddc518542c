//! What the figures of a sentence are counted for: per day, per run. Figures for different periods are
//! not compared.

use crate::evidence::support::figure::Figure;
use crate::evidence::support::figure_interval::PERIOD_ADVERBS;
use crate::evidence::support::figure_kind::FigureKind;
use crate::evidence::support::figure_unit::ListedUnit;
use crate::evidence::support::parsed_statement::ParsedStatement;

/// How many words a figure and the thing for which it is counted may be apart: `2 eggs for each cake`.
const MAX_EACH_DISTANCE_WORDS: usize = 4;

/// Whether the figures of two sentences are for different periods or units: per day, per run.
pub(super) fn are_for_other_periods(claim: &ParsedStatement, said: &ParsedStatement) -> bool {
    let (ours, theirs) = (periods(claim), periods(said));
    let is_covered = |period: &Period, other: &ParsedStatement| match period {
        Period::Time(seconds) => other.figures.iter().any(|figure| is_time(figure, *seconds)),
        Period::Each(stem) => other.words.iter().any(|word| word.stem == *stem),
    };
    let lacks = |periods: &[Period], others: &[Period], other: &ParsedStatement| {
        periods.iter().any(|period| !others.contains(period) && !is_covered(period, other))
    };
    lacks(&ours, &theirs, said) || lacks(&theirs, &ours, claim)
}

fn is_time(figure: &Figure, seconds: f64) -> bool {
    let is_close = (figure.low - seconds).abs() < seconds * 0.02;
    is_close && figure.kind == FigureKind::Measure("time".to_owned())
}

/// What a figure is counted for.
#[derive(Debug, PartialEq)]
enum Period {
    /// A time in seconds.
    Time(f64),
    /// A thing, by the stem of its word.
    Each(String),
}

fn periods(statement: &ParsedStatement) -> Vec<Period> {
    let mut periods = Vec::new();
    for (at, word) in statement.words.iter().enumerate() {
        if statement.is_in_figure(at) {
            continue;
        }
        let adverb = PERIOD_ADVERBS.iter().find(|(group, _)| word.has_tag(group));
        periods.extend(adverb.map(|(_, seconds)| Period::Time(*seconds)));
        let is_year_number = statement
            .figures
            .iter()
            .any(|figure| figure.kind == FigureKind::Year && figure.word_range.start == at + 1);
        // Before any figure, `a night` is no period: `a night guard costs 420 euros`.
        let has_article =
            at.checked_sub(1).is_some_and(|before| statement.word_has_tag(before, "article"));
        let follows_figure = statement.figures.iter().any(|figure| figure.word_range.end <= at);
        if has_article && !follows_figure {
            continue;
        }
        if is_year_number || !statement.has_tag_before("per", at) {
            continue;
        }
        let mut units = word.tags.iter().filter_map(|tag| ListedUnit::of_group(tag.group));
        // `You feel it on every staircase` is far from the figure.
        let is_near = statement.figures.iter().any(|figure| {
            let (start, end) = (figure.word_range.start, figure.word_range.end);
            (end..end + MAX_EACH_DISTANCE_WORDS).contains(&at)
                || (at..at + MAX_EACH_DISTANCE_WORDS).contains(&start)
        });
        let is_listed_thing = is_near && statement.has_tag_before("per_each", at);
        match units.find(|unit| unit.dimension == "time") {
            Some(unit) => periods.push(Period::Time(unit.factor)),
            None if is_listed_thing && !word.is_stop_word => {
                periods.push(Period::Each(word.stem.clone()));
            }
            None => {}
        }
    }
    periods
}
