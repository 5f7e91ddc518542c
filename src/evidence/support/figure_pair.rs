//! A figure of a claim and a different figure of a sentence, and how likely it is that both measure the
//! same property of the same thing.
//!
//! What excludes that is decided by rules: another period, condition or kind of thing. How much the
//! sentences must have in common is weighed, with weights that `tests/bench/contradictions/train.py`
//! fits.

use crate::evidence::support::figure::{Figure, FigureLimit};
use crate::evidence::support::figure_event::{
    has_other_object, has_same_verb, is_same_single_event,
};
use crate::evidence::support::figure_kind::FigureKind;
use crate::evidence::support::figure_period::are_for_other_periods;
use crate::evidence::support::figure_property::{
    dimension_aspects, has_other_aspect, have_other_properties, is_for_several, is_share_of_group,
    measure_other_things, measures_part,
};
use crate::evidence::support::other_case::{
    has_foreign_name, has_other_prepositional_object, is_restricted,
};
use crate::evidence::support::other_subject::{
    begins_with_part, has_other_grammatical_subject, is_about_compound,
};
use crate::evidence::support::parsed_statement::ParsedStatement;
use crate::evidence::support::statement_word::{TaggedWord, is_content_word};
use crate::evidence::support::subject_overlap::{SubjectOverlap, are_for_same_years};
use crate::evidence::support::support_score::logistic;
use crate::evidence::support::word_comparison::find_comparisons;

/// Number of features of a pair.
pub(super) const FEATURE_COUNT: usize = 15;

/// Weights of `FigurePair::features`, in its order.
const WEIGHTS: [f32; FEATURE_COUNT] = [
    0.58, 0.26, 0.48, -0.21, -0.33, 0.94, 0.63, -1.05, 1.13, 0.73, -1.03, 0.34, -1.64, -0.48, -0.69,
];
/// Added to the sum of the weighted features before the logistic function.
const BIAS: f32 = -1.03;

/// Minimum share of the claim's words that the sentence has, for figures that may measure anything:
/// `40 percent of the members`.
const MIN_SHARE_OF_GROUP: f32 = 0.75;
/// Minimum share of the claim's words that the sentence has, if it lacks a number of the claim.
const MIN_SHARE_WITHOUT_CONDITION: f32 = 0.5;
/// Words beyond these numbers make no difference.
const MAX_COUNTED_WORDS: usize = 3;
const MAX_MISSING_WORDS: usize = 8;
/// From this ratio on, a still larger difference of two figures makes no difference.
const MAX_LOG_RATIO: f32 = 5.0;

/// A figure of a claim and a different figure of a sentence.
pub(super) struct FigurePair<'s> {
    claim: &'s ParsedStatement,
    said: &'s ParsedStatement,
    /// The figure of the claim.
    pub ours: &'s Figure,
    /// The figure of the sentence.
    pub theirs: &'s Figure,
    overlap: SubjectOverlap,
}

/// Returns the figures of a claim and a sentence that differ and may measure the same.
pub(super) fn figure_pairs<'s>(
    claim: &'s ParsedStatement,
    said: &'s ParsedStatement,
) -> Vec<FigurePair<'s>> {
    let mut pairs = Vec::new();
    for ours in &claim.figures {
        let comparable = || said.figures.iter().filter(|it| are_same_kind(claim, said, ours, it));
        // A sentence that also has the figure of the claim tells about two things.
        if comparable().all(|theirs| ours.differs_from(theirs)) {
            let pair = |theirs| FigurePair::new((claim, ours), (said, theirs));
            pairs.extend(comparable().map(pair).filter(|pair| !pair.is_about_other_thing()));
        }
    }
    pairs
}

impl<'s> FigurePair<'s> {
    fn new(
        (claim, ours): (&'s ParsedStatement, &'s Figure),
        (said, theirs): (&'s ParsedStatement, &'s Figure),
    ) -> Self {
        let aspects = dimension_aspects(&ours.kind);
        let has_aspect = |word: &TaggedWord| aspects.iter().any(|aspect| word.has_tag(aspect));
        let has_own_aspect = said.words.iter().any(has_aspect);
        // A time by itself tells how long something takes.
        let is_implied = |word: &TaggedWord| {
            word.has_tag("aspect duration") && !has_own_aspect && !aspects.is_empty()
        };
        let overlap = SubjectOverlap::new(claim, said, is_implied);
        Self { claim, said, ours, theirs, overlap }
    }

    /// Whether the figures measure different things for certain.
    fn is_about_other_thing(&self) -> bool {
        let Self { claim, said, ours, theirs, overlap } = self;
        let is_date = ours.is_year_or_date();
        let is_other_time = match is_date {
            // `In 2022 the team won more games than` is true for that year.
            true if !find_comparisons(claim).is_empty() => true,
            true => {
                let is_same_event = is_same_single_event(claim, said)
                    || has_same_verb(claim, said, (ours, overlap));
                !is_same_event || has_other_object(said, overlap)
            }
            false => !are_for_same_years(claim, said) || are_for_other_periods(claim, said),
        };
        let is_group = is_share_of_group(claim, ours) && is_share_of_group(said, theirs);
        is_other_time
            || !(overlap.has_enough_words() || self.shares_other_figure())
            || self.is_about_other_named_thing()
            || (is_group && overlap.share() < MIN_SHARE_OF_GROUP)
            || self.is_one_of_several_numbers()
            || (theirs.limit == FigureLimit::Value && said.is_denied(theirs.word_range.start))
            || claim.has_tag("opposed") != said.has_tag("opposed")
            || (ours.limit != theirs.limit && (claim.has_tag("rule") || said.has_tag("rule")))
            || (!is_date && tells_future(claim, ours) != tells_future(said, theirs))
            || (claim.has_tag("norm") != said.has_tag("norm") && self.is_about_change())
            || has_other_aspect(claim, said, dimension_aspects(&ours.kind))
            || measure_other_things(claim, said, (ours, theirs))
            || have_other_properties((claim, ours), (said, theirs), overlap)
            || self.lacks_condition()
            || measures_part(claim, said, theirs)
            || is_for_several(claim, said, theirs)
            || has_other_grammatical_subject(said, overlap)
            || begins_with_part(said, overlap)
            || is_about_compound(said, overlap)
            || (!is_date && has_other_prepositional_object(claim, said, overlap))
            || is_restricted(claim, said, overlap, Some(theirs))
    }

    /// Whether the title of the claim names what it is about, and the sentence is about something else:
    /// `the battery lasts 11 hours` under `ThinkPad`.
    fn is_about_other_named_thing(&self) -> bool {
        let lacks_title = self.overlap.missing.contains(&self.claim.words.len());
        lacks_title && self.claim.title_words.iter().any(|word| word.has_name_shape)
    }

    /// Whether the sentence tells what something is to become: `is to rise to 140 euros`.
    fn is_about_change(&self) -> bool {
        self.said.words.iter().any(TaggedWord::is_trend)
    }

    /// Whether one of the sentences has several numbers without a unit, which may mean anything.
    fn is_one_of_several_numbers(&self) -> bool {
        let numbers = |statement: &ParsedStatement| {
            statement.figures.iter().filter(|figure| figure.kind == FigureKind::Plain).count()
        };
        let is_number =
            self.ours.kind == FigureKind::Plain || self.theirs.kind == FigureKind::Plain;
        is_number && numbers(self.claim).max(numbers(self.said)) > 1
    }

    /// Whether the claim and its title have all words of the title above the sentence, so that this is
    /// about nothing else.
    fn is_title_known(&self) -> bool {
        let known = || self.claim.words.iter().chain(&self.claim.title_words);
        let mut title = self.said.title_words.iter().filter(|word| is_content_word(word));
        title.all(|word| known().any(|other| other.matches(word)))
    }

    /// Whether the sentence has a figure of the claim.
    fn has_figure(&self, figure: &Figure) -> bool {
        let mut others = self.said.figures.iter();
        others.any(|other| {
            are_same_kind(self.claim, self.said, figure, other) && figure.equals(other)
        })
    }

    /// The figures of the claim besides the compared one.
    fn other_figures(&self) -> impl Iterator<Item = &Figure> {
        self.claim.figures.iter().filter(|figure| !std::ptr::eq(*figure, self.ours))
    }

    /// Whether both sentences are about the same thing with another figure: `the 32 mm tyres`.
    fn shares_other_figure(&self) -> bool {
        self.overlap.found_subjects > 0 && self.other_figures().any(|it| self.has_figure(it))
    }

    /// Whether the claim has a further figure that the sentence lacks: `on nights warmer than 30 °C`.
    /// A number behind a noun (`in hall 2`) may be left out.
    fn lacks_condition(&self) -> bool {
        let says_kind = |kind: &FigureKind| self.said.figures.iter().any(|it| it.kind == *kind);
        let is_same_thing = self.overlap.share() >= MIN_SHARE_WITHOUT_CONDITION;
        let may_be_left_out = |figure: &Figure| {
            let is_one = self.claim.words.get(figure.word_range.start);
            let is_one = is_one.is_some_and(|word| word.lower == "one");
            (is_one || (figure.kind == FigureKind::Plain && !says_kind(&figure.kind)))
                && is_same_thing
        };
        self.other_figures().any(|figure| !self.has_figure(figure) && !may_be_left_out(figure))
    }

    /// How likely it is that both figures measure the same, from 0 to 1.
    pub(super) fn score(&self) -> f32 {
        logistic(&self.features(), &WEIGHTS, BIAS)
    }

    /// What the weights are fitted to.
    pub(super) fn features(&self) -> [f32; FEATURE_COUNT] {
        let Self { claim, said, ours, theirs, overlap } = self;
        let one_if = |is: bool| f32::from(u8::from(is));
        let begins_with_pronoun = said.word_has_tag(0, "subject_pronoun");
        [
            overlap.share(),
            overlap.found_subjects.min(MAX_COUNTED_WORDS) as f32,
            overlap.found_in_sentence.min(MAX_COUNTED_WORDS) as f32,
            overlap.missing.len().min(MAX_MISSING_WORDS) as f32,
            if self.is_title_known() { 0.0 } else { overlap.title_only_subjects as f32 },
            one_if(overlap.has_same_subject()),
            one_if(overlap.has_name),
            one_if(overlap.lacks_name),
            one_if(begins_with_pronoun),
            one_if(said.content_words().next().is_some_and(|(at, _)| overlap.is_matched(at))),
            one_if(has_foreign_name(claim, said)),
            one_if(matches!(&ours.kind, FigureKind::Measure(unit) if unit == "time")),
            one_if(ours.kind == FigureKind::Plain || theirs.kind == FigureKind::Plain),
            one_if(ours.is_year_or_date()),
            if ours.is_year_or_date() { 0.0 } else { log_ratio(ours, theirs) },
        ]
    }
}

/// Whether the clause of a figure tells what will be.
fn tells_future(statement: &ParsedStatement, figure: &Figure) -> bool {
    let clause = |at: usize| statement.words.get(at).map(|word| word.clause_index);
    statement.tagged_words("future").any(|at| clause(at) == clause(figure.word_range.start))
}

/// How far two figures are apart: other properties of a thing mostly have values of another size.
fn log_ratio(ours: &Figure, theirs: &Figure) -> f32 {
    let ratio = (ours.high / theirs.high).ln().abs() as f32;
    if ratio.is_finite() { ratio.min(MAX_LOG_RATIO) } else { MAX_LOG_RATIO }
}

/// Whether two figures have the same unit or count the same things.
pub(super) fn are_same_kind(
    claim: &ParsedStatement,
    said: &ParsedStatement,
    ours: &Figure,
    theirs: &Figure,
) -> bool {
    if ours.is_interval != theirs.is_interval {
        return false;
    }
    let has_word = |statement: &ParsedStatement, word: Option<&TaggedWord>| {
        word.is_some_and(|word| statement.words.iter().any(|other| other.matches(word)))
    };
    match (&ours.kind, &theirs.kind) {
        (FigureKind::Count(a), FigureKind::Count(b)) => {
            // An adjective may stand before the counted word: `34 active members`.
            let counted = |statement: &ParsedStatement, at: usize| -> Vec<TaggedWord> {
                let words = statement.words.get(at..).unwrap_or_default().iter().take(2);
                words.take_while(|word| is_content_word(word)).cloned().collect()
            };
            let theirs = counted(said, *b);
            let ours = counted(claim, *a);
            let is_same = ours.iter().any(|word| theirs.iter().any(|other| word.matches(other)));
            // `The room seats 120 people`, `85 seats`.
            let counts_people = ours.first().is_some_and(|word| word.has_tag("same population"));
            is_same || (counts_people && has_word(claim, said.words.get(*b)))
        }
        (FigureKind::Count(a), FigureKind::Plain) => has_word(said, claim.words.get(*a)),
        (FigureKind::Plain, FigureKind::Count(b)) => has_word(claim, said.words.get(*b)),
        (a, b) => a == b,
    }
}
