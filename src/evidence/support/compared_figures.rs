//! Finds a figure for each of two things that shows a comparison of them to be wrong: `the tunnel tent is
//! lighter than the dome`, `the dome came in at 1.9 kg and the tunnel tent at 2.4 kg`.

use crate::evidence::support::figure::{Figure, FigureLimit};
use crate::evidence::support::figure_kind::FigureKind;
use crate::evidence::support::figure_pair::are_same_kind;
use crate::evidence::support::parsed_statement::ParsedStatement;
use crate::evidence::support::statement_word::TaggedWord;
use crate::evidence::support::word_comparison::{WordComparison, words_with_sides};

/// Whether a sentence has a figure for each of the two things that a claim compares, and the figures
/// show the opposite.
pub(super) fn is_refuted_by_figures(
    (claim, comparison): (&ParsedStatement, &WordComparison),
    said: &ParsedStatement,
) -> bool {
    let is_new = |figure: &&Figure| {
        !figure.is_interval && !claim.figures.iter().any(|ours| ours.low == figure.low)
    };
    let figures: Vec<(&Figure, i8)> = said
        .figures
        .iter()
        .filter(is_new)
        .filter_map(|figure| Some((figure, direction((claim, comparison), said, figure)?)))
        .collect();
    let [(first, first_direction), (second, second_direction)] = figures.as_slice() else {
        return false;
    };
    let is_comparable = are_same_kind(said, said, first, second)
        && first.limit == FigureLimit::Value
        && second.limit == FigureLimit::Value
        && first_direction == second_direction
        && first.differs_from(second);
    let Some(order) = order_of_things((claim, comparison), said, (first, second)) else {
        return false;
    };
    let more = if first.low > second.low { 1 } else { -1 };
    is_comparable && !comparison.is_denied && more * order * first_direction == -comparison.sign
}

/// Whether a figure of a sentence measures what the claim compares: 1 if the thing with the larger figure
/// has more of it, -1 if it has less, such as speed by a time.
fn direction(
    (claim, comparison): (&ParsedStatement, &WordComparison),
    said: &ParsedStatement,
    figure: &Figure,
) -> Option<i8> {
    let is_number = matches!(figure.kind, FigureKind::Count(_) | FigureKind::Plain);
    let unit = match &figure.kind {
        FigureKind::Measure(dimension) => dimension.as_str(),
        _ => "",
    };
    match comparison.axis.as_str() {
        "price" => (figure.is_price() || (is_number && said.has_tag("aspect price"))).then_some(1),
        "weight" => (unit == "mass").then_some(1),
        "warmth" => (unit == "temperature").then_some(1),
        "noise" => (unit == "sound").then_some(1),
        "size" => measures_size((claim, comparison), said, unit).then_some(1),
        "speed" if unit == "time" => said.has_tag("aspect duration").then_some(-1),
        "speed" => ["length/h", "rate"].contains(&unit).then_some(1),
        "age" if comparison.is_time_only() => None,
        "age" if figure.kind == FigureKind::Year => tells_origin(said).then_some(-1),
        "age" => (unit == "time" && said.has_tag("aspect age")).then_some(1),
        "amount" => (is_number && names_amount((claim, comparison), said)).then_some(1),
        _ => None,
    }
}

/// Whether a unit measures the size that the claim compares: `higher` the height, `larger` the area.
fn measures_size(
    (claim, comparison): (&ParsedStatement, &WordComparison),
    said: &ParsedStatement,
    unit: &str,
) -> bool {
    const LENGTHS: [&str; 5] =
        ["aspect height", "aspect length", "aspect width", "aspect depth", "aspect distance"];
    let comparative = claim.words.get(comparison.comparative).map(|word| word.lower.as_str());
    let (measured, units): (&str, &[&str]) = match comparative.unwrap_or_default() {
        "taller" | "higher" | "höher" => ("aspect height", &["length"]),
        "longer" | "shorter" | "länger" | "kürzer" => ("aspect length", &["length", "time"]),
        "wider" | "narrower" => ("aspect width", &["length"]),
        "deeper" | "thicker" | "thinner" => ("aspect depth", &["length"]),
        _ => ("", &["area", "volume"]),
    };
    let has_other = LENGTHS.iter().any(|aspect| *aspect != measured && said.has_tag(aspect));
    let is_duration = unit != "time" || said.has_tag("aspect duration");
    units.contains(&unit) && !has_other && is_duration
}

/// Whether the years of a sentence tell how old things are.
fn tells_origin(said: &ParsedStatement) -> bool {
    ["same birth", "same build", "same found", "same begin"].iter().any(|it| said.has_tag(it))
}

/// Whether the sentence names the thing of which the claim says that there is more: `more symphonies`.
fn names_amount(
    (claim, comparison): (&ParsedStatement, &WordComparison),
    said: &ParsedStatement,
) -> bool {
    let named = claim.words.get(comparison.between.clone()).unwrap_or_default();
    let is_said = |word: &TaggedWord| said.words.iter().any(|other| other.matches(word));
    let mut counted = named.iter().filter(|word| !word.is_stop_word).peekable();
    counted.peek().is_some() && counted.all(is_said)
}

/// Whether the first figure is that of the claim's first thing (1) or of its second thing (-1). Things and
/// figures must alternate.
fn order_of_things(
    (claim, comparison): (&ParsedStatement, &WordComparison),
    said: &ParsedStatement,
    (first, second): (&Figure, &Figure),
) -> Option<i8> {
    let things = words_with_sides(claim, comparison);
    let named = |side: usize| {
        let is_thing = |word: &TaggedWord, side: usize| {
            things
                .iter()
                .any(|(thing, of)| *of == side && (thing.matches(word) || word.begins(thing)))
        };
        let mut words = said.content_words();
        words.find(|(_, word)| is_thing(word, side) && !is_thing(word, 1 - side)).map(|(at, _)| at)
    };
    let (ours, theirs) = (named(0)?, named(1)?);
    let (figure, other_figure) = (first.word_range.start, second.word_range.start);
    let is_in_order = |thing: usize, other: usize| {
        (thing < figure && figure < other && other < other_figure)
            || (figure < thing && thing < other_figure && other_figure < other)
    };
    match () {
        () if is_in_order(ours, theirs) => Some(1),
        () if is_in_order(theirs, ours) => Some(-1),
        () => None,
    }
}
