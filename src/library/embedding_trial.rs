//! Evaluates an embedding model on the user's own vault. One sentence is taken out of each sampled
//! note, and a search for the sentence has to find the rest of the note. The model gets a weight
//! only if search with it finds more than keywords alone, or if the model alone finds as much as
//! keywords. A weak model, or one that does not know the language, would make results worse.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::host::{Host, PeriodicYield};
use crate::language::{Language, sentence_split, tokenize};
use crate::library::Library;
use crate::library::embedding_sync::{EmbeddingSettingsSnapshot, TEXTS_PER_REQUEST};
use crate::library::note_search::HITS_PER_RANKING;
use crate::library::passage_text::{MAX_OUTGOING_PASSAGE_CHARACTERS, PassageText};
use crate::notes::index::{
    EmbeddingIndex, Hit, PassageHash, Query, Ranking, VaultIndex, fuse_hits,
};
use crate::notes::note::{NotePath, report_section};
use crate::values::Result;

/// Maximum number of sampled notes. Each has two texts to embed, so that a trial takes about four
/// requests.
const MAX_SAMPLED_NOTES: usize = 64;

/// Minimum size in bytes of a sampled sentence, and of the rest of its note. Shorter ones are not
/// used.
const MIN_SAMPLE_BYTES: usize = 50;

/// Maximum size of a sampled sentence in bytes. A longer sentence is cut.
const MAX_SENTENCE_BYTES: usize = 250;

/// A model gets weight 0 if its score, the sum of its reciprocal ranks, is at most this share of
/// the score of keyword search. From here to `FULL_WEIGHT_SCORE_RATIO` the weight grows linearly.
const ZERO_WEIGHT_SCORE_RATIO: f32 = 0.85;

/// A model gets the full weight if its score in the trial is at least this share of the score of
/// keyword search.
const FULL_WEIGHT_SCORE_RATIO: f32 = 0.9;

/// Maximum weight of a model; keyword search has weight 1. A higher weight does not improve the
/// results.
const MAX_EMBEDDING_RANKING_WEIGHT: f32 = 0.5;

/// Minimum gain of search by keywords and embeddings over search by keywords alone: the sum of the
/// reciprocal ranks of all samples must grow by this much, as if one more note was found in first
/// place. Weak models reach less by luck.
const MIN_RECIPROCAL_RANK_GAIN: f32 = 1.0;

/// With at least this many samples, a model that alone is as good as keyword search needs no
/// minimum gain: if keywords find everything, there is nothing to gain. With fewer samples, a model
/// may be as good by luck.
const MIN_SAMPLES_TO_WAIVE_GAIN: usize = 16;

/// A sentence of a note, and the text of the note without it. The sentence is taken out because
/// keyword search would always find an exact copy.
#[derive(Debug, PartialEq)]
struct TrialSample {
    path: NotePath,
    language: Language,
    sentence: String,
    rest: String,
}

impl TrialSample {
    /// Takes the middle one of the sentences at the beginning of the note; `None` if the note is
    /// too short.
    fn from_plain_text(path: NotePath, plain: &str) -> Option<Self> {
        let plain: String = plain.chars().take(MAX_OUTGOING_PASSAGE_CHARACTERS).collect();
        let is_long = |sentence: &&str| sentence.len() >= MIN_SAMPLE_BYTES;
        let sentences = sentence_split::sentences(&plain).into_iter().flat_map(split_long_sentence);
        let sentences: Vec<&str> = sentences.filter(is_long).collect();
        let whole = sentences.get(sentences.len() / 2)?;
        let sentence = whole.get(..whole.floor_char_boundary(MAX_SENTENCE_BYTES))?.to_owned();
        let rest = plain.replace(&sentence, " ").trim().to_owned();
        let language = Language::detect(&plain);
        (rest.len() >= MIN_SAMPLE_BYTES).then_some(Self { path, language, sentence, rest })
    }

    /// The two texts to embed: the note without the sentence, below its title as all passages are,
    /// and the sentence.
    fn rest_and_sentence_passages(&self) -> [PassageText; 2] {
        let passage = |heading_path: &str, text: &str| PassageText {
            note_path: self.path.clone(),
            heading_path: heading_path.to_owned(),
            markdown: text.to_owned(),
            note_text: Rc::from(""),
        };
        [passage(self.path.title(), &self.rest), passage("", &self.sentence)]
    }

    /// The sentence as a search query. Only its words are used, so that nothing in it is read as a
    /// search operator.
    fn query(&self) -> Query {
        let mut words = Vec::new();
        tokenize::for_each_word(&self.sentence, &mut |word| words.push(word));
        Query { text: words.join(" "), max_hits: Some(HITS_PER_RANKING), ..Query::default() }
    }
}

/// Splits a long sentence at full stops. By Unicode's rules, no sentence ends before a lower-case
/// letter, so a text without capitals would be one sentence.
fn split_long_sentence(sentence: &str) -> impl Iterator<Item = &str> {
    let end = if sentence.len() > MAX_SENTENCE_BYTES { ". " } else { "\n" };
    sentence.split_inclusive(end).map(str::trim)
}

/// A small index of the sampled notes, without the sentences taken out of them.
#[derive(Default)]
struct TrialIndex<'a> {
    index: VaultIndex,
    embeddings: EmbeddingIndex,
    /// The samples with the vectors of their sentences.
    queries: Vec<(&'a TrialSample, Vec<f32>)>,
}

impl<'a> TrialIndex<'a> {
    /// Adds a note without its sampled sentence, and the sentence as a query. `rest_vector` is the
    /// vector of the note without the sentence, `sentence_vector` is the vector of the sentence.
    fn add_sample(
        &mut self,
        sample: &'a TrialSample,
        rest_vector: &[f32],
        sentence_vector: Vec<f32>,
    ) {
        let (hash, modified) = (PassageHash::new(sample.path.as_str()), 0);
        self.index.upsert(&sample.path, &sample.rest, modified);
        self.embeddings.insert_vector(hash, rest_vector);
        self.embeddings.set_note_passages(&sample.path, modified, vec![hash]);
        self.queries.push((sample, sentence_vector));
    }

    /// Searches for a sampled sentence by keywords and by its vector.
    fn search_sample(&self, sample: &TrialSample, sentence_vector: &[f32]) -> TrialResult {
        let query = sample.query();
        TrialResult {
            path: sample.path.clone(),
            by_keyword: self.index.search(&query),
            by_embedding: self.index.search_by_embedding(&query, &self.embeddings, sentence_vector),
            notes: self.queries.len(),
        }
    }
}

/// The search results for one sampled sentence.
struct TrialResult {
    /// The note of the sentence, which the search should find.
    path: NotePath,
    by_keyword: Vec<Hit>,
    by_embedding: Vec<Hit>,
    /// Number of notes in the trial index, all of which the search could return.
    notes: usize,
}

impl TrialResult {
    /// Returns the reciprocal rank of the note: 1 if it is the first hit, 1/2 if it is the second,
    /// and so on. If the note is not among the hits, returns the mean reciprocal rank of all ranks
    /// after the hits. If that were 0, a search could gain by adding the remaining notes in any
    /// order.
    fn reciprocal_rank(&self, hits: &[Hit]) -> f32 {
        let reciprocal = |rank: usize| 1.0 / rank as f32;
        if let Some(before) = hits.iter().position(|hit| hit.path == self.path) {
            return reciprocal(before + 1);
        }
        let left = self.notes.saturating_sub(hits.len()).max(1);
        (hits.len() + 1..=self.notes).map(reciprocal).sum::<f32>() / left as f32
    }

    /// Fuses the keyword ranking and the embedding ranking as a search does.
    fn fused_hits(&self, embedding_weight: f32) -> Vec<Hit> {
        let rankings = [(&self.by_embedding, embedding_weight), (&self.by_keyword, 1.0)];
        let rankings = rankings.map(|(hits, weight)| Ranking { items: hits.clone(), weight });
        fuse_hits(rankings.into(), HITS_PER_RANKING)
    }
}

/// Computes from the results of the trial how much the embedding ranking counts in a search; the
/// keyword ranking has weight 1.
fn embedding_ranking_weight(results: &[TrialResult]) -> f32 {
    let score = |rank: &dyn Fn(&TrialResult) -> f32| results.iter().map(rank).sum::<f32>();
    let keyword = score(&|result| result.reciprocal_rank(&result.by_keyword));
    let embedding = score(&|result| result.reciprocal_rank(&result.by_embedding));
    let ratio = embedding / keyword.max(f32::MIN_POSITIVE);
    let share =
        (ratio - ZERO_WEIGHT_SCORE_RATIO) / (FULL_WEIGHT_SCORE_RATIO - ZERO_WEIGHT_SCORE_RATIO);
    let weight = share.clamp(0.0, 1.0) * MAX_EMBEDDING_RANKING_WEIGHT;
    let fused = score(&|result| result.reciprocal_rank(&result.fused_hits(weight)));
    let is_equal = ratio >= 1.0 && results.len() >= MIN_SAMPLES_TO_WAIVE_GAIN;
    let needed = if is_equal { 0.0 } else { MIN_RECIPROCAL_RANK_GAIN };
    if fused - keyword >= needed { weight } else { 0.0 }
}

impl Library {
    /// Evaluates the model in each language of the vault, and stores how much it counts in each.
    pub(super) async fn evaluate_model(
        &self,
        host: &dyn Host,
        snapshot: &EmbeddingSettingsSnapshot<'_>,
    ) -> Result<()> {
        let pace = PeriodicYield::new(host);
        let mut samples = Vec::new();
        for path in self.sample_paths() {
            samples.extend(read_sample(host, snapshot, path).await);
        }
        let mut trial = TrialIndex::default();
        for batch in samples.chunks(TEXTS_PER_REQUEST / 2) {
            if !snapshot.matches_current_settings() {
                return Ok(());
            }
            let passages: Vec<PassageText> =
                batch.iter().flat_map(TrialSample::rest_and_sentence_passages).collect();
            let vectors = self.request_passage_vectors(host, snapshot, &passages).await?.vectors;
            for (sample, pair) in batch.iter().zip(vectors.chunks(2)) {
                pace.yield_if_due().await?;
                if let [Some(rest), Some(sentence)] = pair {
                    trial.add_sample(sample, rest, sentence.clone());
                }
            }
        }
        let mut results: BTreeMap<Language, Vec<TrialResult>> = BTreeMap::new();
        for (sample, sentence) in &trial.queries {
            pace.yield_if_due().await?;
            let result = trial.search_sample(sample, sentence);
            results.entry(sample.language).or_default().push(result);
        }
        let trust = results
            .iter()
            .map(|(language, all)| (*language, embedding_ranking_weight(all)))
            .collect();
        self.change_embeddings(|embeddings| embeddings.set_ranking_weights(trust));
        Ok(())
    }

    /// Chooses at most `MAX_SAMPLED_NOTES` notes with embeddings, evenly spread over the vault.
    fn sample_paths(&self) -> Vec<NotePath> {
        let embeddings = self.embeddings.borrow();
        let Some(embeddings) = &*embeddings else { return Vec::new() };
        let known: Vec<&NotePath> = embeddings.embedded_notes().collect();
        let step = known.len().div_ceil(MAX_SAMPLED_NOTES).max(1);
        known.into_iter().step_by(step).cloned().collect()
    }
}

/// Reads a note and takes a sample from it; `None` if the note is too short or has become private.
async fn read_sample(
    host: &dyn Host,
    snapshot: &EmbeddingSettingsSnapshot<'_>,
    path: NotePath,
) -> Option<TrialSample> {
    let text = report_section::without_reports(&host.read(&path).await.ok()?);
    let redactor = snapshot.privacy.build_redactor(&[&path], &[&text], "").await.ok()?;
    TrialSample::from_plain_text(path, redactor.redact_prose(&text).as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notes::index::{HeadingTrail, MatchKind};

    fn path(name: &str) -> NotePath {
        NotePath::parse(&format!("{name}.md")).unwrap()
    }

    fn hits(notes: &str) -> Vec<Hit> {
        let hit = |name| Hit {
            path: path(name),
            heading_trail: HeadingTrail::default(),
            first_line: 1,
            last_line: 1,
            passage_text: String::new(),
            score: 1.0,
            match_kind: MatchKind::Keyword,
        };
        notes.split_whitespace().map(hit).collect()
    }

    /// Each case has its number of repetitions, the keyword hits and the embedding hits. The
    /// searched sentence is from note a; the index has notes a to h.
    fn check(cases: &[(usize, &str, &str)], expected: f32) {
        let result = |(by_keyword, by_embedding): (&str, &str)| TrialResult {
            path: path("a"),
            by_keyword: hits(by_keyword),
            by_embedding: hits(by_embedding),
            notes: 8,
        };
        let all = cases
            .iter()
            .flat_map(|(times, keyword, embedding)| vec![(*keyword, *embedding); *times]);
        let trust = embedding_ranking_weight(&all.map(result).collect::<Vec<_>>());
        assert!((trust - expected).abs() < 0.005, "{trust} for {cases:?}");
    }

    const FIRST: &str = "a b c d e f g h";
    const SECOND: &str = "b a c d e f g h";
    const LAST: &str = "b c d e f g h a";
    const ALONE: &str = "a c d e f g h b";

    #[test]
    fn a_model_that_improves_keyword_search_gets_weight() {
        check(&[(8, FIRST, FIRST), (2, "", FIRST)], 0.5);
        check(&[(8, FIRST, FIRST), (3, "b a", ALONE)], 0.5);
        check(&[(2, "a b", LAST), (5, "b a", ALONE)], 0.5);
    }

    #[test]
    fn a_model_that_finds_less_gets_less_weight() {
        check(&[(20, FIRST, FIRST), (2, "", FIRST), (8, FIRST, SECOND)], 0.5);
        check(&[(20, FIRST, FIRST), (2, "", FIRST), (10, FIRST, SECOND)], 0.3);
        check(&[(20, FIRST, FIRST), (2, "", FIRST), (14, FIRST, SECOND)], 0.0);
    }

    #[test]
    fn a_model_with_too_little_gain_gets_no_weight() {
        check(&[], 0.0);
        check(&[(10, FIRST, FIRST)], 0.0);
        check(&[(8, FIRST, FIRST), (1, "b a", ALONE)], 0.0);
    }

    #[test]
    fn a_model_as_good_as_keyword_search_needs_no_gain() {
        check(&[(15, FIRST, FIRST)], 0.0);
        check(&[(16, FIRST, FIRST)], 0.5);
        check(&[(16, FIRST, FIRST), (1, FIRST, SECOND)], 0.0);
    }

    #[test]
    fn a_model_that_loses_as_much_as_it_gains_gets_no_weight() {
        check(&[(3, "a b", LAST), (4, "b a", ALONE)], 0.0);
    }

    #[test]
    fn a_random_order_of_notes_without_keyword_hits_is_no_gain() {
        let orders = ["a b c d e f g h", "b a c d e f g h", "b c a d e f g h", "b c d a e f g h"];
        let more = ["b c d e a f g h", "b c d e f a g h", "b c d e f g a h", "b c d e f g h a"];
        let all: Vec<_> = orders.iter().chain(&more).map(|order| (1, "", *order)).collect();
        check(&all, 0.0);
    }

    fn check_sample(plain: &str, expected: Option<(&str, &str)>) {
        let sample = TrialSample::from_plain_text(path("x/Tea"), plain);
        let got = sample.as_ref().map(|sample| (sample.sentence.as_str(), sample.rest.as_str()));
        assert_eq!(got, expected);
    }

    #[test]
    fn a_sentence_is_taken_out_of_its_note() {
        let [first, second, third] = [
            "The leaves are picked by hand early in a cool morning.",
            "Steam keeps them green, which is \"the whole secret\" of it.",
            "Whoever pours boiling water over them tastes only bitterness.",
        ];
        let rest = format!("{first}   {third}");
        check_sample(&format!("{first} {second} {third}"), Some((second, &rest)));
        check_sample(&format!("{first} Short."), None);
        check_sample("", None);
        let sample =
            TrialSample::from_plain_text(path("x/Tea"), &format!("{first} {second} {third}"))
                .unwrap();
        let texts = sample
            .rest_and_sentence_passages()
            .map(|passage| (passage.heading_path, passage.markdown));
        let expected = [("Tea".to_owned(), rest), (String::new(), second.to_owned())];
        assert_eq!(texts, expected);
        let words = "Steam keeps them green which is the whole secret of it";
        assert_eq!(sample.query().text, words);
    }

    #[test]
    fn text_without_capitals_has_sentences_too() {
        let [first, second, third] = [
            "water that has only just stopped boiling is too hot for green leaves, as everyone learns.",
            "let it stand for some minutes, or pour it from one pot into another and back once more.",
            "a cup of it needs no sugar, no milk and no lemon, whatever they may tell you elsewhere.",
        ];
        let rest = format!("{first}   {third}");
        check_sample(&format!("{first} {second} {third}"), Some((second, &rest)));
    }

    #[test]
    fn an_overlong_sentence_is_cut() {
        let (part, rest) = ("茶".repeat(83), "水".repeat(20));
        check_sample(&format!("{part}{rest}"), Some((&part, &rest)));
    }
}
