//! What a figure is the value of: the noun before it (`a focal length of 1,200 mm`), and whether it is
//! for several of the things of which a claim measures one.

use crate::support::figure::Figure;
use crate::support::figure_kind::FigureKind;
use crate::support::parsed_statement::ParsedStatement;
use crate::support::statement_word::{TaggedWord, is_content_word};
use crate::support::subject_overlap::{MIN_SUBJECT_WORDS, SubjectOverlap};

/// How many words behind a number may name what it counts: `two and a half of my mugs`.
const MAX_COUNTED_DISTANCE_WORDS: usize = 6;

/// Whether both sentences name the property that their figures measure, and the names differ: `an
/// aperture of 150 mm`, `a focal length of 1,200 mm`.
pub fn have_other_properties(
    (claim, ours): (&ParsedStatement, &Figure),
    (said, theirs): (&ParsedStatement, &Figure),
    overlap: &SubjectOverlap,
) -> bool {
    let properties = named_property(claim, ours).zip(named_property(said, theirs));
    properties.is_some_and(|(ours, theirs)| {
        overlap.missing.contains(&ours) && overlap.sentence_matches.contains(&(theirs, false))
    })
}

/// The index of the noun before a figure that tells what is measured: `a depth of about 30 m`.
fn named_property(statement: &ParsedStatement, figure: &Figure) -> Option<usize> {
    let is_approximate =
        |at: &usize| statement.words.get(*at).is_some_and(|word| word.has_tag("approximate"));
    let link = (0..figure.word_range.start).rev().find(|at| !is_approximate(at))?;
    let is_link = statement.words.get(link).is_some_and(|word| word.has_tag("part_of"));
    let noun = link.checked_sub(1).filter(|_| is_link)?;
    statement.words.get(noun).filter(|word| is_content_word(word)).map(|_| noun)
}

/// Whether a figure measures a part of the claim's subject: `12 km of the trail`.
pub fn measures_part(claim: &ParsedStatement, said: &ParsedStatement, theirs: &Figure) -> bool {
    let end = theirs.word_range.end;
    let is_link = said.words.get(end).is_some_and(|word| word.has_tag("part_of"));
    // `There are 95 mg of caffeine in a mug` names the measured thing first.
    let first_figure = claim.figures.first().map_or(0, |figure| figure.word_range.start);
    let subject = claim.content_words().next().filter(|(at, _)| *at < first_figure);
    let behind = said.words.get(end + 1..).unwrap_or_default().iter().take(2);
    let mut behind = behind.filter(|word| is_content_word(word));
    let is_measure = matches!(theirs.kind, FigureKind::Measure(_));
    is_measure
        && is_link
        && behind.next().zip(subject).is_some_and(|(word, (_, subject))| word.matches(subject))
}

/// Whether the figure of a sentence is for several of the things of which the claim does not count
/// any: `400 mg are more than two and a half mugs` says nothing about one mug.
pub fn is_for_several(claim: &ParsedStatement, said: &ParsedStatement, theirs: &Figure) -> bool {
    let is_number = |figure: &Figure| {
        matches!(figure.kind, FigureKind::Count(_) | FigureKind::Plain) && figure.high > 1.0
    };
    let is_counted = |word: &TaggedWord| {
        claim.content_words().take(MIN_SUBJECT_WORDS).any(|(_, other)| other.matches(word))
    };
    let mut numbers = said.figures.iter().filter(|figure| is_number(figure));
    numbers.any(|number| {
        let end = number.word_range.end;
        let behind = end..(end + MAX_COUNTED_DISTANCE_WORDS).min(said.words.len());
        let mut behind = said.words.get(behind).unwrap_or_default().iter();
        let is_same = std::ptr::eq(number, theirs);
        !is_same
            && behind
                .find(|word| is_content_word(word) && !word.has_tag("half"))
                .is_some_and(is_counted)
    })
}
