//! Aligns a claim with the most similar sentence of the evidence: pairs the words that both have in
//! the same order. Then finds what the claim drops, adds or replaces between these words.

use crate::evidence::support::check::lexicon::CheckLexicon;
use crate::evidence::support::check::measure;
use crate::evidence::support::check::parsed_text::TokenizedSentence;
use crate::evidence::support::check::token::{Token, TokenKind};
use crate::language::{Language, number_words};

/// Minimum similarity, from 0 to 1, at which a word of the claim and one of the evidence are
/// paired.
const MIN_ALIGNED_SIMILARITY: f32 = 0.8;
/// Minimum number of aligned words, without function words such as `the`. Fewer may be a
/// coincidence.
const MIN_ALIGNED_WORDS: usize = 3;
/// Maximum number of words between two aligned words: first in the claim, then in the evidence. In
/// a longer gap, no edits are looked for.
const MAX_CLAIM_EVIDENCE_GAP_WORDS: (usize, usize) = (6, 8);
/// Maximum number of words of the evidence, without function words, that count as one replacement.
const MAX_REPLACED_WORDS: usize = 4;

/// How a claim changes the wording of its most similar evidence sentence.
#[derive(Debug, Default, Clone, Copy)]
pub struct ClaimEdits {
    /// Which share of the claim's words is aligned, from 0 to 1. Function words don't count.
    pub aligned_word_share: f32,
    /// Whether the claim drops a negation, such as `not`, that the evidence has.
    pub drops_negation: bool,
    /// Whether the claim adds a negation, such as `not`, that the evidence lacks.
    pub adds_negation: bool,
    /// Whether the claim drops a word that makes the evidence uncertain, such as `may`.
    pub drops_hedge: bool,
    /// Whether the claim adds a word such as `all`.
    pub adds_universal_quantifier: bool,
    /// Whether the claim drops a word such as `most`.
    pub drops_partial_quantifier: bool,
    /// Whether the claim replaces a number, name or unit of the evidence by another.
    pub replaces_number_or_name: bool,
    /// Whether the claim replaces words by others that the evidence has in another place.
    pub moves_evidence_words: bool,
    /// Of all pairs of words that both texts have, the share whose order is reversed, from 0 to 1.
    pub reversed_word_pair_share: f32,
}

/// Finds how a claim changes the most similar sentence of `window`, the evidence to compare with.
pub fn find_claim_edits(
    claim: &TokenizedSentence,
    window: &[&TokenizedSentence],
    language: Language,
) -> ClaimEdits {
    let lexicon = CheckLexicon::for_language(language);
    let aligned = window
        .iter()
        .map(|sentence| (aligned_index_pairs(&claim.tokens, &sentence.tokens), sentence));
    let content = |pairs: &[(usize, usize)]| {
        let is_compared = |(at, _): &&(usize, usize)| {
            claim.tokens.get(*at).is_some_and(Token::is_content_or_number)
        };
        pairs.iter().filter(is_compared).count()
    };
    let best = aligned.map(|(pairs, sentence)| (content(&pairs), pairs, sentence));
    let Some((count, pairs, sentence)) = best.reduce(|a, b| if b.0 > a.0 { b } else { a }) else {
        return ClaimEdits::default();
    };
    let all = claim.tokens.iter().filter(|token| token.is_content_or_number()).count();
    let mut edits = ClaimEdits {
        aligned_word_share: count as f32 / all.max(1) as f32,
        reversed_word_pair_share: reversed_word_pair_share(claim, window),
        ..ClaimEdits::default()
    };
    if count < MIN_ALIGNED_WORDS.min(all) {
        return ClaimEdits { aligned_word_share: 0.0, ..edits };
    }
    for neighbours in pairs.windows(2) {
        let [(i, j), (k, l)] = neighbours else { continue };
        let ours = claim.tokens.get(i + 1..*k).unwrap_or_default();
        let theirs = sentence.tokens.get(j + 1..*l).unwrap_or_default();
        if ours.len() <= MAX_CLAIM_EVIDENCE_GAP_WORDS.0
            && theirs.len() <= MAX_CLAIM_EVIDENCE_GAP_WORDS.1
        {
            edits.add_gap_edits(&AlignmentGap { ours, theirs, window, lexicon, language });
        }
    }
    // In these languages a negation can be the last word, after all aligned words.
    if matches!(language, Language::German | Language::Dutch) {
        let tail = pairs.last().map_or(0, |(last, _)| last + 1);
        let negates = |word: &str| lexicon.negations.contains(word);
        edits.adds_negation |=
            has_listed_word(claim.tokens.get(tail..).unwrap_or_default(), &negates);
    }
    edits
}

/// The words between two aligned words, in the claim and in the evidence.
struct AlignmentGap<'g> {
    ours: &'g [Token],
    theirs: &'g [Token],
    window: &'g [&'g TokenizedSentence],
    lexicon: &'g CheckLexicon,
    language: Language,
}

impl ClaimEdits {
    fn add_gap_edits(&mut self, gap: &AlignmentGap<'_>) {
        let lexicon = gap.lexicon;
        let ours = |is_listed: &dyn Fn(&str) -> bool| has_listed_word(gap.ours, is_listed);
        let theirs = |is_listed: &dyn Fn(&str) -> bool| has_listed_word(gap.theirs, is_listed);
        let negates = |word: &str| lexicon.negations.contains(word);
        let is_strong = |word: &str| lexicon.strong_hedges.contains(word);
        let hedges = |word: &str| is_strong(word) || lexicon.weak_hedges.contains(word);
        let is_universal = |word: &str| lexicon.universal_quantifiers.contains(word);
        let is_partial = |word: &str| lexicon.partial_quantifiers.contains(word);
        let has_content = gap.ours.iter().any(Token::is_content_or_number);
        self.drops_negation |= theirs(&negates) && !ours(&negates);
        self.adds_negation |= ours(&negates) && !theirs(&negates);
        self.drops_hedge |= theirs(&is_strong) && !ours(&hedges);
        self.adds_universal_quantifier |= ours(&is_universal) && !theirs(&is_universal);
        self.drops_partial_quantifier |= theirs(&is_partial) && !ours(&is_partial) && !has_content;
        self.add_replacement(gap);
    }

    fn add_replacement(&mut self, gap: &AlignmentGap<'_>) {
        let content = |tokens: &'_ [Token]| -> Vec<Token> {
            tokens.iter().filter(|token| token.is_content_or_number()).cloned().collect()
        };
        let (ours, theirs) = (content(gap.ours), content(gap.theirs));
        if ours.is_empty() || theirs.is_empty() || theirs.len() > MAX_REPLACED_WORDS {
            return;
        }
        let kinds = |tokens: &[Token]| -> Vec<ReplacedWordKind> {
            tokens.iter().filter_map(|token| replaced_word_kind(token, gap.language)).collect()
        };
        let their_kinds = kinds(&theirs);
        if kinds(&ours).iter().any(|kind| their_kinds.contains(kind)) {
            self.replaces_number_or_name = true;
            return;
        }
        let occurs = |token: &Token| {
            let mut words = gap.window.iter().flat_map(|sentence| &sentence.tokens);
            words.any(|word| token.similarity(word) >= MIN_ALIGNED_SIMILARITY)
        };
        self.moves_evidence_words |= ours.iter().all(occurs);
    }
}

/// Kinds of words that have no synonyms: if one is replaced by another, the claim is wrong.
#[derive(Debug, PartialEq, Eq)]
enum ReplacedWordKind {
    Number,
    Name,
    Unit,
}

fn replaced_word_kind(token: &Token, language: Language) -> Option<ReplacedWordKind> {
    let is_number_word =
        || number_words::number_word_value(&token.normalized_word, language).is_some();
    match token.kind {
        TokenKind::Number => Some(ReplacedWordKind::Number),
        _ if is_number_word() => Some(ReplacedWordKind::Number),
        _ if token.is_name => Some(ReplacedWordKind::Name),
        _ if measure::is_unit(&token.normalized_word) => Some(ReplacedWordKind::Unit),
        _ => None,
    }
}

fn has_listed_word(tokens: &[Token], is_listed: &dyn Fn(&str) -> bool) -> bool {
    tokens.iter().any(|token| is_listed(&token.normalized_word))
}

/// Aligns as many words of two sentences as possible, in the same order in both. Returns pairs of
/// indexes: a word of the claim, and its word of the evidence.
fn aligned_index_pairs(claim: &[Token], evidence: &[Token]) -> Vec<(usize, usize)> {
    let columns = evidence.len() + 1;
    let mut scores = vec![0.0_f32; (claim.len() + 1) * columns];
    let mut steps = vec![AlignmentStep::Claim; scores.len()];
    let at = |row: usize, column: usize| row * columns + column;
    for (row, ours) in claim.iter().enumerate() {
        for (column, theirs) in evidence.iter().enumerate() {
            let score = |row, column| scores.get(at(row, column)).copied().unwrap_or(0.0);
            let mut best = (score(row, column + 1) - 0.1, AlignmentStep::Claim);
            let skips_evidence = score(row + 1, column) - 0.05;
            if skips_evidence > best.0 {
                best = (skips_evidence, AlignmentStep::Evidence);
            }
            if let Some(gain) = word_match_score(ours, theirs)
                && score(row, column) + gain > best.0
            {
                best = (score(row, column) + gain, AlignmentStep::Both);
            }
            let cell = at(row + 1, column + 1);
            if let (Some(score), Some(step)) = (scores.get_mut(cell), steps.get_mut(cell)) {
                (*score, *step) = best;
            }
        }
    }
    trace_alignment_back(claim.len(), evidence.len(), |row, column| {
        steps.get(at(row, column)).copied().unwrap_or(AlignmentStep::Claim)
    })
}

/// A step of the alignment: skips a word of the claim or of the evidence, or pairs one of both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AlignmentStep {
    Claim,
    Evidence,
    Both,
}

fn trace_alignment_back(
    rows: usize,
    columns: usize,
    step: impl Fn(usize, usize) -> AlignmentStep,
) -> Vec<(usize, usize)> {
    let (mut row, mut column) = (rows, columns);
    let mut pairs = Vec::new();
    while row > 0 && column > 0 {
        match step(row, column) {
            AlignmentStep::Both => {
                (row, column) = (row - 1, column - 1);
                pairs.push((row, column));
            }
            AlignmentStep::Claim => row -= 1,
            AlignmentStep::Evidence => column -= 1,
        }
    }
    pairs.reverse();
    pairs
}

fn word_match_score(ours: &Token, theirs: &Token) -> Option<f32> {
    if ours.normalized_word == theirs.normalized_word {
        return Some(if ours.is_content_or_number() { 2.0 } else { 1.0 });
    }
    (ours.similarity(theirs) >= MIN_ALIGNED_SIMILARITY).then_some(1.8)
}

/// Maximum distance of two words in the claim for their order to be compared with the evidence.
const MAX_ORDER_DISTANCE_WORDS: usize = 12;

/// Minimum number of words for their order to be compared. In a short sentence, the passive voice
/// alone would reverse most pairs.
const MIN_ORDERED_WORDS: usize = 6;

/// Compares the order of the words that occur exactly once in each text. Returns the share of their
/// pairs that are reversed in the evidence, from 0 to 1.
fn reversed_word_pair_share(claim: &TokenizedSentence, window: &[&TokenizedSentence]) -> f32 {
    let mut placed: Vec<(usize, usize)> = Vec::new();
    for (at, token) in
        claim.tokens.iter().enumerate().filter(|(_, token)| token.is_content_or_number())
    {
        let repeated = claim.tokens.iter().filter(|other| other.stem == token.stem).count() > 1;
        let words = window.iter().flat_map(|sentence| &sentence.tokens).enumerate();
        let mut found = words.filter(|(_, word)| token.similarity(word) >= 0.6).map(|(at, _)| at);
        if let (false, Some(place), None) = (repeated, found.next(), found.next()) {
            placed.push((at, place));
        }
    }
    if placed.len() < MIN_ORDERED_WORDS {
        return 0.0;
    }
    let (mut reversed, mut all) = (0, 0);
    for (number, first) in placed.iter().enumerate() {
        for second in placed.iter().skip(number + 1) {
            if second.0 - first.0 <= MAX_ORDER_DISTANCE_WORDS {
                all += 1;
                reversed += usize::from(second.1 < first.1);
            }
        }
    }
    reversed as f32 / all.max(1) as f32
}
