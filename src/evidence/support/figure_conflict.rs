//! Finds a figure of a sentence that contradicts the figure of a claim: another value for the same
//! thing, or the remark that the claim's own figure is wrong.

use crate::evidence::support::conflict::Conflict;
use crate::evidence::support::figure::Figure;
use crate::evidence::support::figure_kind::FigureKind;
use crate::evidence::support::figure_pair::{are_same_kind, figure_pairs};
use crate::evidence::support::parsed_statement::{NEGATION_REACH_WORDS, ParsedStatement};
use crate::evidence::support::subject_overlap::SubjectOverlap;

/// Minimum share of the claim's words that a sentence has which repeats the claim's own figure.
const MIN_SHARE_WITH_SAME_FIGURE: f32 = 0.2;
/// How many words a figure and the remark that it is wrong may be apart.
const MAX_REMARK_DISTANCE_WORDS: usize = 16;
/// Minimum score of two figures that contradict each other, chosen on folds of the cases of
/// `tests/bench/contradictions`.
const MIN_SCORE: f32 = 0.6;

/// Whether the sentence calls a figure of the claim wrong. It may tell who planned or hoped for it.
pub(super) fn is_called_wrong(claim: &ParsedStatement, said: &ParsedStatement) -> bool {
    claim.figures.iter().any(|ours| calls_figure_wrong(claim, said, ours))
}

/// Returns the figures that contradict each other.
pub(super) fn find(claim: &ParsedStatement, said: &ParsedStatement) -> Option<Conflict> {
    let scored = figure_pairs(claim, said).into_iter().map(|pair| (pair.score(), pair));
    let (score, best) = scored.max_by(|(a, _), (b, _)| a.total_cmp(b))?;
    (score >= MIN_SCORE).then(|| Conflict::Quantities {
        claimed: figure_text(claim, best.ours),
        stated: figure_text(said, best.theirs),
    })
}

fn figure_text(statement: &ParsedStatement, figure: &Figure) -> String {
    let counted = match figure.kind {
        FigureKind::Count(at) => at + 1,
        _ => figure.word_range.end,
    };
    let words = statement.words.get(figure.word_range.start..counted).unwrap_or_default();
    let mut text = String::new();
    let mut sign_before = "";
    for word in words {
        // The gap behind a sign contains it: `km/h`.
        let gap = word.gap_before.replacen(sign_before, "", 1);
        text.push_str(if text.is_empty() { "" } else { &gap });
        text.push_str(&word.written);
        let is_sign = !word.written.starts_with(char::is_alphanumeric);
        sign_before = if is_sign { &word.written } else { "" };
    }
    text
}

/// Whether the sentence repeats a figure of the claim and calls it wrong, or says `not` before it.
fn calls_figure_wrong(claim: &ParsedStatement, said: &ParsedStatement, ours: &Figure) -> bool {
    let is_same =
        |theirs: &&Figure| are_same_kind(claim, said, ours, theirs) && ours.equals(theirs);
    let Some(theirs) = said.figures.iter().find(is_same) else { return false };
    let overlap = SubjectOverlap::new(claim, said, |_| false);
    if overlap.found_subjects == 0 || overlap.share() < MIN_SHARE_WITH_SAME_FIGURE {
        return false;
    }
    let is_near = |at: &usize| {
        let (start, end) = (theirs.word_range.start, theirs.word_range.end);
        (end..end + MAX_REMARK_DISTANCE_WORDS).contains(at)
            || (start.saturating_sub(NEGATION_REACH_WORDS)..start).contains(at)
    };
    let remark = said.tagged_words("wrong").chain(denied_truths(said)).find(is_near);
    // A guess between the figure and the remark is about the figure: `the 30 euros we had planned
    // are`. One inside another clause is about something else: `of which perhaps 150 mg remain`.
    let is_plain = |remark: usize| {
        let last = remark.saturating_sub(NEGATION_REACH_WORDS);
        let clause = |at: usize| said.words.get(at).map(|word| word.clause_index);
        let is_inside_other_clause = |at: usize| {
            let starts_clause = at.checked_sub(1).and_then(clause) != clause(at);
            clause(at) != clause(remark) && !starts_clause
        };
        let mut guesses = said.tagged_words("unsure").chain(said.tagged_words("modal"));
        guesses.all(|at| (theirs.word_range.end..last).contains(&at) || is_inside_other_clause(at))
    };
    let is_truth = |at: usize| said.word_has_tag(at, "true");
    let is_called_wrong =
        remark.is_some_and(|at| (is_truth(at) || !said.is_denied(at)) && is_plain(at));
    let is_replaced = said.is_denied(theirs.word_range.start)
        && said
            .figures
            .iter()
            .any(|other| are_same_kind(claim, said, ours, other) && ours.differs_from(other));
    is_called_wrong || (is_replaced && said.is_plain())
}

/// The indexes of words such as `true` whose clause has a denial: `stimmt laut der Akustikerin nicht`.
fn denied_truths(statement: &ParsedStatement) -> impl Iterator<Item = usize> {
    let clause = |at: usize| statement.words.get(at).map(|word| word.clause_index);
    let denials: Vec<usize> = statement.tagged_words("deny").collect();
    let is_denied = move |at: &usize| denials.iter().any(|denial| clause(*denial) == clause(*at));
    statement.tagged_words("true").filter(is_denied)
}
