//! Compares a sentence with the sources that it cites, by the check that every sentence of a report
//! must pass (`support::check`).
//!
//! The check reads a few sentences of each piece of evidence, so a long source is compared passage by
//! passage, nearest first. If a sentence has several sources, they may support it together.

use crate::evidence::support::{self, CheckResult, CheckVerdict, CitedPiece, check};
use crate::features::citations::checked_citation::CitationVerdict;
use crate::features::citations::cited_sentence::CitedSentence;
use crate::features::citations::source_text::{RankedPassage, SourceText};

/// Number of passages of a source that are compared with a sentence.
const COMPARED_PASSAGES: usize = 3;

/// Minimum share of the words of a sentence that a passage must contain to contradict it. A passage
/// with fewer is about something else.
const MIN_COVERAGE_TO_CONTRADICT: f32 = 0.75;

/// Minimum coverage of a passage, as a share of the coverage of the nearest one, for it to be compared.
const MIN_SHARE_OF_NEAREST_COVERAGE: f32 = 0.75;

/// The result of comparing a sentence with one source.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    pub verdict: CitationVerdict,
    /// The sentence of the source that is nearest to the sentence of the note.
    pub nearest_sentence: Option<String>,
    /// Why the source doesn't support the sentence, for the user.
    pub reason: Option<String>,
}

/// Compares a sentence with all its sources that were read. The results have the order of the sources.
pub fn compare_with_sources(sentence: &CitedSentence, sources: &[&SourceText]) -> Vec<Comparison> {
    let claims = claims(sentence);
    let mut alone: Vec<SourceComparison<'_>> =
        sources.iter().map(|source| SourceComparison::new(&claims, source)).collect();
    if let [_, _, ..] = sources {
        compare_together(&claims, &mut alone);
    }
    alone.into_iter().map(|it| it.into_comparison(&sentence.text)).collect()
}

/// The texts by which a sentence may be supported: a list item with the sentence that introduces it,
/// and the sentence itself.
fn claims(sentence: &CitedSentence) -> Vec<String> {
    let introduced = format!("{} {}", sentence.introduction, sentence.text);
    let introduced = (!sentence.introduction.is_empty()).then_some(introduced);
    introduced.into_iter().chain([sentence.text.clone()]).collect()
}

/// A sentence compared with one of its sources.
struct SourceComparison<'s> {
    source: &'s SourceText,
    /// The passage that decides; `None` for a source without text.
    decisive: Option<RankedPassage<'s>>,
    verdict: CitationVerdict,
    reason: Option<String>,
}

impl<'s> SourceComparison<'s> {
    fn new(claims: &[String], source: &'s SourceText) -> Self {
        let claim = claims.last().map_or("", String::as_str);
        let passages = source.nearest_passages(claim, COMPARED_PASSAGES);
        let Some(nearest) = passages.first() else {
            return Self {
                source,
                decisive: None,
                verdict: CitationVerdict::NotFound,
                reason: Some("The source has no text".to_owned()),
            };
        };
        let is_near = |it: &&RankedPassage<'_>| {
            it.coverage >= nearest.coverage * MIN_SHARE_OF_NEAREST_COVERAGE
        };
        let near: Vec<RankedPassage<'_>> = passages.iter().filter(is_near).copied().collect();
        if let Some(passage) = near.iter().find(|it| supports(claims, source, &[**it])) {
            return Self::supported(source, *passage);
        }
        let result = check_any(claims, &[*nearest]);
        let contradicts = contradicts(claim, source, nearest, &result);
        // A sentence may join what two passages of a source say.
        if !contradicts && near.len() > 1 && supports(claims, source, &near) {
            return Self::supported(source, *nearest);
        }
        let verdict = match contradicts {
            true => CitationVerdict::Contradicted,
            false => CitationVerdict::NotFound,
        };
        let reason = missing_number_reason(claim, nearest)
            .or_else(|| reason_text(result))
            .unwrap_or_else(|| "The source says too little of it".to_owned());
        Self { source, decisive: Some(*nearest), verdict, reason: Some(reason) }
    }

    fn supported(source: &'s SourceText, passage: RankedPassage<'s>) -> Self {
        let verdict = CitationVerdict::Supported;
        Self { source, decisive: Some(passage), verdict, reason: None }
    }

    fn into_comparison(self, sentence: &str) -> Comparison {
        let nearest_sentence =
            self.decisive.and_then(|it| self.source.nearest_sentence(it.passage, sentence));
        Comparison { verdict: self.verdict, nearest_sentence, reason: self.reason }
    }
}

/// Compares a sentence with several sources at once: they may support it together, and one of them
/// may contradict what another one supports.
fn compare_together(claims: &[String], alone: &mut [SourceComparison<'_>]) {
    let with_text: Vec<usize> = (0..alone.len())
        .filter(|at| alone.get(*at).is_some_and(|it| it.decisive.is_some()))
        .collect();
    let pieces: Vec<RankedPassage<'_>> =
        with_text.iter().filter_map(|at| alone.get(*at).and_then(|it| it.decisive)).collect();
    let together = check_any(claims, &pieces);
    if together.is_supported {
        for (piece, at) in with_text.iter().enumerate() {
            let Some(source) = alone.get_mut(*at) else { continue };
            if together.cited_piece_indexes.contains(&piece) {
                (source.verdict, source.reason) = (CitationVerdict::Supported, None);
            } else if source.verdict == CitationVerdict::Contradicted {
                source.verdict = CitationVerdict::NotFound;
            }
        }
        return;
    }
    let is_supported = alone.iter().any(|it| it.verdict == CitationVerdict::Supported);
    let is_contradicted = alone.iter().any(|it| it.verdict == CitationVerdict::Contradicted);
    if is_supported && !is_contradicted {
        let share = |it: &SourceComparison<'_>| it.decisive.map_or(0.0, |passage| passage.coverage);
        let others = alone.iter_mut().filter(|it| it.verdict != CitationVerdict::Supported);
        if let Some(against) = others.max_by(|a, b| share(a).total_cmp(&share(b))) {
            against.verdict = CitationVerdict::Contradicted;
            against.reason = reason_text(together).or_else(|| against.reason.take());
        }
    }
}

/// Whether passages of a source support a sentence. In a source with several passages, the check must
/// also find enough of the sentence to cite one of them: most of a long source is about something else.
fn supports(claims: &[String], source: &SourceText, passages: &[RankedPassage<'_>]) -> bool {
    let result = check_any(claims, passages);
    let claim = claims.last().map_or("", String::as_str);
    // What introduces a list may be in the source without the item.
    let has_item =
        claims.len() == 1 || passages.iter().any(|it| source.coverage(it.passage, claim) > 0.0);
    let is_citable = !source.has_several_passages() || !result.cited_piece_indexes.is_empty();
    result.is_supported && is_citable && has_item
}

/// Checks each of the texts of a sentence; the first that is supported decides, otherwise the last.
fn check_any(claims: &[String], passages: &[RankedPassage<'_>]) -> CheckResult {
    let pieces: Vec<CitedPiece<'_>> = passages
        .iter()
        .map(|it| CitedPiece { title: &it.passage.title, text: &it.passage.text })
        .collect();
    let mut result = check::check(claims.first().map_or("", String::as_str), &pieces);
    for claim in claims.iter().skip(1) {
        if result.is_supported {
            break;
        }
        result = check::check(claim, &pieces);
    }
    result
}

/// Whether a passage says something else than a sentence, and does not only lack something. A number
/// that the source lacks is a contradiction only if the source has another one in its place.
fn contradicts(
    claim: &str,
    source: &SourceText,
    nearest: &RankedPassage<'_>,
    result: &CheckResult,
) -> bool {
    if nearest.coverage < MIN_COVERAGE_TO_CONTRADICT || result.is_supported {
        return false;
    }
    if support::find_conflict(claim, &nearest.passage.text).is_some() {
        return true;
    }
    let sentence = source.nearest_sentence(nearest.passage, claim).unwrap_or_default();
    let claimed = numbers(claim);
    let has_other_number = numbers(&sentence).iter().any(|number| !claimed.contains(number));
    let lacks_number = !missing_numbers(claim, nearest).is_empty();
    result.verdict == CheckVerdict::Refuted && (!lacks_number || has_other_number)
}

/// The numbers of a sentence that a passage and its title lack.
fn missing_numbers(claim: &str, passage: &RankedPassage<'_>) -> Vec<String> {
    let stated = numbers(&format!("{} {}", passage.passage.title, passage.passage.text));
    numbers(claim).into_iter().filter(|number| !stated.contains(number)).collect()
}

fn missing_number_reason(claim: &str, passage: &RankedPassage<'_>) -> Option<String> {
    let missing = missing_numbers(claim, passage);
    (!missing.is_empty()).then(|| format!("The source does not mention {}", missing.join(", ")))
}

/// The numbers of a text that are written in digits.
fn numbers(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ','));
    let bare = parts.map(|part| part.trim_matches(['.', ',']).to_owned());
    bare.filter(|part| part.contains(|c: char| c.is_ascii_digit())).collect()
}

/// The reason of a check as a sentence for the user.
fn reason_text(result: CheckResult) -> Option<String> {
    let reason = result.rejection_reason?;
    let mut letters = reason.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect())
}
