//! Measures how a claim differs from its evidence. For each kind of difference the size is 0 (none)
//! or more.

use crate::evidence::support::check::alignment::{self, ClaimEdits};
use crate::evidence::support::check::evidence_window::{MIN_FOUND_SIMILARITY, SentenceWindow};
use crate::evidence::support::check::lexicon::CheckLexicon;
use crate::evidence::support::check::measure::{self, Measure, MeasureMatch};
use crate::evidence::support::check::parsed_text::{
    EvidencePiece, TokenizedClaim, TokenizedSentence,
};
use crate::evidence::support::check::token::Token;
use crate::evidence::support::check::{qualifier_scope, swap};

/// Minimum share of a claim's words, by weight, that must occur in the evidence.
const MIN_CLAIM_COVERAGE: f32 = 0.6;
/// If more than this share of a claim's words is aligned, the claim follows its evidence closely:
/// then a replaced word changes the meaning and is no paraphrase.
const CLOSE_CLAIM_ALIGNED_SHARE: f32 = 0.6;
const MIN_ALIGNED_SHARE_FOR_ORDER: f32 = 0.5;
/// How much an edit counts in a claim that paraphrases its evidence; in a close one it counts 1.
const PARAPHRASE_EDIT_WEIGHT: f32 = 0.35;
/// Minimum number of words of a quotation in the claim for it to be searched in the evidence.
const MIN_CHECKED_QUOTATION_WORDS: usize = 3;
/// Maximum number of words between a name and a verb such as `said` for the name to be the speaker.
const MAX_SPEAKER_DISTANCE_WORDS: usize = 6;
/// How many first letters of two names must be equal: `German` equals `Germany`.
const COMPARED_NAME_LETTERS: usize = 5;
/// Maximum number of missing figures that count; for names it is one more.
const MAX_COUNTED_MISSING_ITEMS: usize = 2;

/// The ways in which a claim can differ from its evidence. `DIFFERENCE_WEIGHTS` has the same order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub(super) enum DifferenceKind {
    /// Too few of the claim's words occur in the evidence.
    Uncovered,
    /// Names that the evidence lacks.
    Name,
    /// Figures that the evidence lacks.
    Figure,
    /// A figure that the evidence has with another unit.
    Unit,
    /// Only the claim has a negation.
    ClaimNegation,
    /// Only the evidence has a negation.
    EvidenceNegation,
    /// The claim states what the evidence negates.
    Negated,
    /// A negation was dropped between shared words.
    DroppedNegation,
    /// A negation was added between shared words.
    AddedNegation,
    /// The claim states as a fact what the evidence calls possible (`may`).
    Supposed,
    /// A word such as `may` was dropped between shared words.
    DroppedHedge,
    /// The claim says that something will happen, the evidence does not.
    Announced,
    /// The claim says something of all cases (`every`), the evidence does not.
    Universal,
    /// A word such as `all` was added between shared words.
    AddedUniversal,
    /// A word such as `most` was dropped between shared words.
    DroppedPartial,
    /// The claim states a cause, the evidence only a connection (`linked to`).
    Connection,
    /// The claim states a cause, the evidence none.
    Cause,
    /// The evidence doesn't attribute the statement to the speaker that the claim names.
    Speaker,
    /// A quotation that is not in the evidence.
    Quotation,
    /// The claim contains a web address.
    Address,
    /// The evidence has the opposite of a word of the claim, such as `fell` for `rose`.
    Opposite,
    /// The claim says of one thing what the evidence says of another, and the reverse.
    Exchange,
    /// A number, name or unit was replaced.
    Replaced,
    /// Words were replaced by words from elsewhere in the evidence.
    Moved,
    /// Shared words are in another order.
    Order,
}

/// The number of kinds of differences; `Order` must stay the last one.
pub(super) const DIFFERENCE_KIND_COUNT: usize = DifferenceKind::Order as usize + 1;

/// How a claim differs from its evidence, and how much each piece of evidence says about it.
#[derive(Debug, Clone)]
pub(super) struct Differences {
    /// The size of each difference, 0 if there is none. The index is the `DifferenceKind`.
    pub size_by_kind: [f32; DIFFERENCE_KIND_COUNT],
    /// The figures and names of the claim that the evidence lacks, as written.
    pub missing_figures_and_names: Vec<String>,
    /// For each piece of evidence, the share of the claim's words (by weight) that it contains.
    pub coverage_by_piece: Vec<f32>,
}

impl Differences {
    /// Compares a claim with all pieces of its evidence together.
    pub(super) fn find(claim: &TokenizedClaim, pieces: &[&EvidencePiece]) -> Self {
        let lexicon = CheckLexicon::for_language(claim.language);
        let window = SentenceWindow::select(&claim.affirmed_sentence, pieces);
        let edits = alignment::find_claim_edits(
            &claim.affirmed_sentence,
            &window.sentences,
            claim.language,
        );
        let mut differences = Self {
            size_by_kind: [0.0; DIFFERENCE_KIND_COUNT],
            missing_figures_and_names: Vec::new(),
            coverage_by_piece: window.coverage_by_piece.clone(),
        };
        differences.set_size(
            DifferenceKind::Uncovered,
            (MIN_CLAIM_COVERAGE - window.claim_coverage).max(0.0),
        );
        differences.compare_figures(claim, pieces);
        differences.compare_names(&window);
        differences.compare_words(claim, &window, lexicon);
        differences.compare_attributions(claim, pieces, lexicon);
        differences.add_edits(&edits);
        let exchanges =
            swap::has_swapped_subjects(&claim.affirmed_sentence, &window.sentences, lexicon);
        differences.set_size(DifferenceKind::Exchange, f32::from(exchanges));
        differences
    }

    fn set_size(&mut self, kind: DifferenceKind, size: f32) {
        if let Some(value) = self.size_by_kind.get_mut(kind as usize) {
            *value = size;
        }
    }

    fn compare_figures(&mut self, claim: &TokenizedClaim, pieces: &[&EvidencePiece]) {
        let sentences = || pieces.iter().flat_map(|piece| &piece.sentences);
        let stated: Vec<&Measure> = sentences().flat_map(|sentence| &sentence.measures).collect();
        let fractions: Vec<f64> = sentences()
            .flat_map(|sentence| measure::fraction_percents(&sentence.normalized_text))
            .collect();
        let (mut missing, mut other_unit) = (0, false);
        for figure in &claim.affirmed_sentence.measures {
            match figure.match_in_evidence(&stated, &fractions) {
                MeasureMatch::Found => continue,
                MeasureMatch::OtherUnit => other_unit = true,
                MeasureMatch::Missing if figure.is_written_in_digits() => missing += 1,
                MeasureMatch::Missing => continue,
            }
            self.missing_figures_and_names.push(figure.as_written());
        }
        self.set_size(DifferenceKind::Figure, missing.min(MAX_COUNTED_MISSING_ITEMS) as f32);
        self.set_size(DifferenceKind::Unit, f32::from(other_unit));
    }

    /// Whether there is a difference of a kind.
    pub(super) fn has(&self, kind: DifferenceKind) -> bool {
        self.size_by_kind.get(kind as usize).is_some_and(|size| *size > 0.0)
    }

    fn compare_names(&mut self, window: &SentenceWindow<'_>) {
        let missing = window.terms.iter().filter(|term| {
            term.token.is_name
                && term.window_similarity.max(term.evidence_similarity) < MIN_FOUND_SIMILARITY
        });
        let names: Vec<String> = missing.map(|term| term.token.normalized_word.clone()).collect();
        self.set_size(DifferenceKind::Name, names.len().min(MAX_COUNTED_MISSING_ITEMS + 1) as f32);
        self.missing_figures_and_names.extend(names);
    }

    fn compare_words(
        &mut self,
        claim: &TokenizedClaim,
        window: &SentenceWindow<'_>,
        lexicon: &CheckLexicon,
    ) {
        let (positive, whole) = (&claim.affirmed_sentence, &claim.full_sentence);
        let negates = |word: &str| lexicon.negations.contains(word);
        let (ours, theirs) = (positive.has_word(negates), window.has_word(negates));
        self.set_size(DifferenceKind::ClaimNegation, f32::from(ours && !theirs));
        self.set_size(DifferenceKind::EvidenceNegation, f32::from(theirs && !ours));
        let negated = qualifier_scope::share_negated_in_evidence(positive, window, lexicon);
        self.set_size(DifferenceKind::Negated, negated);
        let hedges =
            |word: &str| lexicon.strong_hedges.contains(word) || lexicon.weak_hedges.contains(word);
        let supposed = qualifier_scope::share_hedged_in_evidence(positive, window, lexicon);
        self.set_size(
            DifferenceKind::Supposed,
            if whole.has_word(hedges) { 0.0 } else { supposed },
        );
        let announces = |word: &str| lexicon.future_words.contains(word);
        let may_announce = |word: &str| lexicon.evidence_future_words.contains(word);
        let announced = whole.has_word(announces) && !window.has_word(may_announce);
        self.set_size(DifferenceKind::Announced, f32::from(announced));
        let is_universal = |word: &str| {
            lexicon.universal_quantifiers.contains(word)
                || lexicon.evidence_universal_quantifiers.contains(word)
        };
        let universal = has_universal_quantifier(whole, lexicon) && !window.has_word(is_universal);
        self.set_size(DifferenceKind::Universal, f32::from(universal));
        self.compare_causes(positive, window, lexicon);
        let opposite = qualifier_scope::has_opposite_word(positive, window, lexicon);
        self.set_size(DifferenceKind::Opposite, f32::from(opposite));
    }

    fn compare_causes(
        &mut self,
        claim: &TokenizedSentence,
        window: &SentenceWindow<'_>,
        lexicon: &CheckLexicon,
    ) {
        let is_cause = |word: &str| lexicon.causal_words.contains(word);
        let may_cause = |word: &str| lexicon.evidence_causal_words.contains(word);
        let connects = |word: &str| lexicon.correlation_words.contains(word);
        let states_cause = claim.has_word(is_cause);
        let connection = window.has_word(connects) && !window.has_word(is_cause);
        self.set_size(DifferenceKind::Connection, f32::from(states_cause && connection));
        self.set_size(
            DifferenceKind::Cause,
            f32::from(states_cause && !window.has_word(may_cause)),
        );
    }

    fn compare_attributions(
        &mut self,
        claim: &TokenizedClaim,
        pieces: &[&EvidencePiece],
        lexicon: &CheckLexicon,
    ) {
        let sentences: Vec<&TokenizedSentence> =
            pieces.iter().flat_map(|piece| &piece.sentences).collect();
        let speakers = speakers(&claim.full_sentence, lexicon);
        let tells = |word: &str| {
            lexicon.speech_verbs.contains(word) || lexicon.attribution_words.contains(word)
        };
        let telling = sentences.iter().filter(|sentence| sentence.has_word(tells));
        let named = telling.flat_map(|sentence| &sentence.tokens);
        let known: Vec<String> =
            named.map(|token| compared_name_start(&token.normalized_word)).collect();
        let is_known = |name: &&Token| known.contains(&compared_name_start(&name.normalized_word));
        let is_other = !speakers.is_empty() && !speakers.iter().any(is_known);
        self.set_size(DifferenceKind::Speaker, f32::from(is_other));
        let texts: Vec<String> =
            sentences.iter().map(|it| words_in_lower_case(&it.normalized_text)).collect();
        let evidence = format!(" {} ", texts.join(" "));
        let is_missing = |quotation: &&str| {
            let words = words_in_lower_case(quotation);
            words.split(' ').count() >= MIN_CHECKED_QUOTATION_WORDS && !evidence.contains(&words)
        };
        let quotations = claim.full_sentence.normalized_text.split('"').skip(1).step_by(2);
        self.set_size(
            DifferenceKind::Quotation,
            f32::from(quotations.into_iter().any(|it| is_missing(&it))),
        );
        let folded = &claim.full_sentence.normalized_text;
        self.set_size(
            DifferenceKind::Address,
            f32::from(folded.contains("://") || folded.contains("www.")),
        );
    }

    fn add_edits(&mut self, edits: &ClaimEdits) {
        let close = edits.aligned_word_share > CLOSE_CLAIM_ALIGNED_SHARE;
        let weight = if close { 1.0 } else { PARAPHRASE_EDIT_WEIGHT };
        for (kind, differs) in [
            (DifferenceKind::DroppedNegation, edits.drops_negation),
            (DifferenceKind::AddedNegation, edits.adds_negation),
            (DifferenceKind::DroppedHedge, edits.drops_hedge),
            (DifferenceKind::AddedUniversal, edits.adds_universal_quantifier),
            (DifferenceKind::DroppedPartial, edits.drops_partial_quantifier),
            (DifferenceKind::Replaced, edits.replaces_number_or_name),
            (DifferenceKind::Moved, edits.moves_evidence_words),
        ] {
            self.set_size(kind, if differs { weight } else { 0.0 });
        }
        let is_ordered = edits.aligned_word_share > MIN_ALIGNED_SHARE_FOR_ORDER;
        self.set_size(
            DifferenceKind::Order,
            if is_ordered { edits.reversed_word_pair_share } else { 0.0 },
        );
    }
}

/// Whether a claim has a word such as `all` that the word before it, such as `nearly`, doesn't
/// weaken.
fn has_universal_quantifier(claim: &TokenizedSentence, lexicon: &CheckLexicon) -> bool {
    let is_limited = |at: usize| {
        let before = at.checked_sub(1).and_then(|before| claim.tokens.get(before));
        before.is_some_and(|before| lexicon.universal_limiters.contains(&*before.normalized_word))
    };
    let indexed = claim.tokens.iter().enumerate();
    indexed
        .filter(|(_, token)| lexicon.universal_quantifiers.contains(&*token.normalized_word))
        .any(|(at, _)| !is_limited(at))
}

/// The names of those who say something according to a claim: `Smith` in `Smith said that …`.
fn speakers<'c>(claim: &'c TokenizedSentence, lexicon: &CheckLexicon) -> Vec<&'c Token> {
    let mut speakers = Vec::new();
    for (at, verb) in claim.tokens.iter().enumerate() {
        if !lexicon.speech_verbs.contains(&*verb.normalized_word) {
            continue;
        }
        let first = at.saturating_sub(MAX_SPEAKER_DISTANCE_WORDS);
        let before = claim.tokens.get(first..at).unwrap_or_default().iter().rev();
        speakers.extend(
            before
                .take_while(|token| token.clause_index == verb.clause_index)
                .filter(|it| it.is_name),
        );
        if verb.normalized_word == "according" || speakers.is_empty() {
            let behind = claim.tokens.iter().skip(at + 1).take(MAX_SPEAKER_DISTANCE_WORDS);
            let names = behind.skip_while(|token| !token.is_name).take_while(|token| token.is_name);
            speakers.extend(
                names.filter(|_| {
                    verb.normalized_word == "according" || verb.normalized_word == "laut"
                }),
            );
        }
    }
    speakers
}

fn compared_name_start(lower: &str) -> String {
    lower.chars().take(COMPARED_NAME_LETTERS).collect()
}

/// The words of a text in lower case, separated by single spaces.
fn words_in_lower_case(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}
