//! What a figure is the value of: its unit (`weighs`), the noun beside it (`a focal length of 1,200
//! mm`), and whether it is for several of the things of which a claim measures one.

use crate::evidence::support::figure::Figure;
use crate::evidence::support::figure_kind::FigureKind;
use crate::evidence::support::parsed_statement::ParsedStatement;
use crate::evidence::support::statement_word::{TaggedWord, is_content_word};
use crate::evidence::support::subject_overlap::{MIN_SUBJECT_WORDS, SubjectOverlap};
use crate::language::Language;

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
    let is_approximate = |at: &usize| statement.word_has_tag(*at, "approximate");
    let link = (0..figure.word_range.start).rev().find(|at| !is_approximate(at))?;
    let is_link = statement.word_has_tag(link, "part_of");
    let noun = link.checked_sub(1).filter(|_| is_link)?;
    statement.words.get(noun).filter(|word| is_content_word(word)).map(|_| noun)
}

/// Whether a figure measures a part of the claim's subject: `12 km of the trail`.
pub fn measures_part(claim: &ParsedStatement, said: &ParsedStatement, theirs: &Figure) -> bool {
    let end = theirs.word_range.end;
    let is_link = said.word_has_tag(end, "part_of");
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
    // A number that the claim has too belongs to a name or a condition: `the 9-speed chain`.
    let is_claimed = |figure: &Figure| claim.figures.iter().any(|ours| ours.low == figure.low);
    let mut numbers = said.figures.iter().filter(|figure| is_number(figure) && !is_claimed(figure));
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

/// Whether a figure is the percentage of a group that does something: `40 percent of the members`.
pub fn is_share_of_group(statement: &ParsedStatement, figure: &Figure) -> bool {
    let next = statement.words.get(figure.word_range.end);
    figure.kind == FigureKind::Percent && next.is_some_and(|word| word.has_tag("part_of"))
}

/// The measured properties that have a unit of this kind. Without one of them it is not clear what
/// is measured.
pub fn dimension_aspects(kind: &FigureKind) -> &'static [&'static str] {
    let FigureKind::Measure(dimension) = kind else { return &[] };
    match dimension.as_str() {
        "time" => &["aspect duration", "aspect lifespan", "aspect age", "aspect germination"],
        "length" => {
            &["aspect height", "aspect length", "aspect width", "aspect depth", "aspect distance"]
        }
        "mass" => &["aspect weight", "aspect food", "aspect load"],
        "area" => &["aspect area"],
        "volume" => &["aspect food", "same consumption"],
        "temperature" => &["aspect boiling", "aspect melting"],
        "eur" | "usd" | "gbp" | "chf" | "yen" => &["aspect price", "aspect income"],
        _ => &[],
    }
}

/// Whether the two sentences measure different properties, such as weight and height.
pub fn has_other_aspect(claim: &ParsedStatement, said: &ParsedStatement, aspects: &[&str]) -> bool {
    let has = |statement: &ParsedStatement, aspect: &str| statement.has_tag(aspect);
    let is_shared = aspects.iter().any(|aspect| has(claim, aspect) && has(said, aspect));
    let claims = aspects.iter().any(|aspect| has(claim, aspect));
    let says = aspects.iter().any(|aspect| has(said, aspect));
    claims && says && !is_shared
}

/// Whether the nouns behind both figures differ: `36 percent protein`, `29 percent fat`.
pub fn measure_other_things(
    claim: &ParsedStatement,
    said: &ParsedStatement,
    (ours, theirs): (&Figure, &Figure),
) -> bool {
    // Counted things are compared with the adjectives before them: `310 surviving pages`.
    let is_count = matches!(ours.kind, FigureKind::Count(_));
    let things = measured_thing(claim, ours).zip(measured_thing(said, theirs));
    let things = things.filter(|_| !is_count);
    things.is_some_and(|(ours, theirs)| !ours.matches(theirs) && !ours.has_same_beginning(theirs))
}

/// The noun right behind a figure, which tells what is measured. German nouns have capitals.
fn measured_thing<'s>(statement: &'s ParsedStatement, figure: &Figure) -> Option<&'s TaggedWord> {
    let end = figure.word_range.end;
    let is_link = statement.word_has_tag(end, "part_of");
    let word = statement.words.get(end + usize::from(is_link))?;
    let may_be_noun = statement.language != Language::German || word.is_capitalized;
    let is_thing = may_be_noun && word.gap_before == " " && word.tags.is_empty();
    (is_thing && is_content_word(word)).then_some(word)
}
