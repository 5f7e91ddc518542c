//! A model on trial: sentences are taken out of some notes of this very vault, and each has to
//! find the rest of its note. A model counts only where words find more with it than without, or
//! it finds as much itself: a weak one, or one that does not know the language, would spoil it.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::error::Result;
use crate::host::{Host, Pace};
use crate::index::embedding::{EmbeddingIndex, PassageHash};
use crate::index::language::Language;
use crate::index::rank_fusion::{Ranking, fuse_hits};
use crate::index::{Hit, Query, VaultIndex, tokenize};
use crate::library::Library;
use crate::library::embedding_sync::{TEXTS_AT_ONCE, Wish};
use crate::library::find::FUSED;
use crate::library::passage_text::{LONGEST_TEXT, PassageText};
use crate::note::{NotePath, prose, report_section};

/// Notes on which a model is tried, each by two texts: four requests or so.
const SAMPLES: usize = 64;

/// Bytes of a sentence that means something, and of what has to be left of its note.
const SHORTEST_SAMPLE: usize = 50;
const LONGEST_SAMPLE: usize = 250;

/// A model that finds less than the smaller share of what words find counts nothing, and one that
/// finds the larger share as much as any: half of what words count, for more gains nothing.
const USELESS_RATIO: f32 = 0.85;
const USEFUL_RATIO: f32 = 0.9;
const MOST_TRUST: f32 = 0.5;

/// How much better words have to find the notes with the model: as if one that nobody found came
/// first. Weak models gain less than that by luck.
const LEAST_GAIN: f32 = 1.0;

/// Where words find all there is nothing to gain: a model that finds as much must only not spoil
/// it. On fewer sentences any model may do so.
const FEWEST_SAMPLES: usize = 16;

/// A sentence of a note, and what the note says without it: what stands there word for word,
/// words find best.
#[derive(Debug, PartialEq)]
struct Sample {
    path: NotePath,
    language: Language,
    sentence: String,
    rest: String,
}

impl Sample {
    /// The middle one of the sentences with which a note begins.
    fn of(path: NotePath, plain: &str) -> Option<Self> {
        let plain: String = plain.chars().take(LONGEST_TEXT).collect();
        let telling = |sentence: &&str| sentence.len() >= SHORTEST_SAMPLE;
        let sentences = prose::sentences(&plain).into_iter().flat_map(short_sentences);
        let sentences: Vec<&str> = sentences.filter(telling).collect();
        let whole = sentences.get(sentences.len() / 2)?;
        let sentence = whole.get(..whole.floor_char_boundary(LONGEST_SAMPLE))?.to_owned();
        let rest = plain.replace(&sentence, " ").trim().to_owned();
        let language = Language::detect(&plain);
        (rest.len() >= SHORTEST_SAMPLE).then_some(Self { path, language, sentence, rest })
    }

    /// What is asked for: the rest below the note's title, as all passages are, and the sentence.
    fn passages(&self) -> [PassageText; 2] {
        let passage = |head: &str, text: &str| PassageText {
            note: self.path.clone(),
            head: head.to_owned(),
            markdown: text.to_owned(),
            whole: Rc::from(""),
        };
        [passage(self.path.title(), &self.rest), passage("", &self.sentence)]
    }

    /// Nothing that a sentence says is an operator.
    fn query(&self) -> Query {
        let mut words = Vec::new();
        tokenize::for_each_word(&self.sentence, &mut |word| words.push(word));
        Query { text: words.join(" "), limit: Some(FUSED), ..Query::default() }
    }
}

/// By Unicode's rules no sentence ends before a small letter: text without capitals would be one.
fn short_sentences(sentence: &str) -> impl Iterator<Item = &str> {
    let end = if sentence.len() > LONGEST_SAMPLE { ". " } else { "\n" };
    sentence.split_inclusive(end).map(str::trim)
}

/// A little vault of what is left of the sampled notes.
#[derive(Default)]
struct Trial<'a> {
    index: VaultIndex,
    meanings: EmbeddingIndex,
    /// The samples and what their sentences mean.
    asked: Vec<(&'a Sample, Vec<f32>)>,
}

impl<'a> Trial<'a> {
    fn add(&mut self, sample: &'a Sample, rest: &[f32], sentence: Vec<f32>) {
        let (hash, modified) = (PassageHash::new(sample.path.as_str()), 0);
        self.index.upsert(&sample.path, &sample.rest, modified);
        self.meanings.insert_vector(hash, rest);
        self.meanings.set_note(&sample.path, modified, vec![hash]);
        self.asked.push((sample, sentence));
    }

    fn finding(&self, sample: &Sample, sentence: &[f32]) -> Finding {
        let query = sample.query();
        Finding {
            path: sample.path.clone(),
            words: self.index.search(&query),
            meaning: self.index.search_by_embedding(&query, &self.meanings, sentence),
            notes: self.asked.len(),
        }
    }
}

/// What a sentence found, by words and by meaning.
struct Finding {
    path: NotePath,
    words: Vec<Hit>,
    meaning: Vec<Hit>,
    /// How many notes there are to be found.
    notes: usize,
}

impl Finding {
    /// One when the note is found first, a half when it is the second, and so on. One that is not
    /// found may stand at any place behind the others: else any order of them would be a gain.
    fn mark(&self, hits: &[Hit]) -> f32 {
        let place = |place: usize| 1.0 / place as f32;
        if let Some(before) = hits.iter().position(|hit| hit.path == self.path) {
            return place(before + 1);
        }
        let left = self.notes.saturating_sub(hits.len()).max(1);
        (hits.len() + 1..=self.notes).map(place).sum::<f32>() / left as f32
    }

    /// Both rankings as a search makes one of them.
    fn fused(&self, weight: f32) -> Vec<Hit> {
        let rankings = [(&self.meaning, weight), (&self.words, 1.0)];
        let rankings = rankings.map(|(hits, weight)| Ranking { items: hits.clone(), weight });
        fuse_hits(rankings.into(), FUSED)
    }
}

/// How much the model's word counts, against one for the words themselves.
fn trust(findings: &[Finding]) -> f32 {
    let marks = |mark: &dyn Fn(&Finding) -> f32| findings.iter().map(mark).sum::<f32>();
    let words = marks(&|finding| finding.mark(&finding.words));
    let meaning = marks(&|finding| finding.mark(&finding.meaning));
    let ratio = meaning / words.max(f32::MIN_POSITIVE);
    let share = (ratio - USELESS_RATIO) / (USEFUL_RATIO - USELESS_RATIO);
    let weight = share.clamp(0.0, 1.0) * MOST_TRUST;
    let both = marks(&|finding| finding.mark(&finding.fused(weight)));
    let is_equal = ratio >= 1.0 && findings.len() >= FEWEST_SAMPLES;
    let needed = if is_equal { 0.0 } else { LEAST_GAIN };
    if both - words >= needed { weight } else { 0.0 }
}

impl Library {
    /// Tries the model in every language of the vault.
    pub(super) async fn try_model(&self, host: &dyn Host, wish: &Wish<'_>) -> Result<()> {
        let pace = Pace::new(host);
        let mut samples = Vec::new();
        for path in self.sampled() {
            samples.extend(sample(host, wish, path).await);
        }
        let mut trial = Trial::default();
        for part in samples.chunks(TEXTS_AT_ONCE / 2) {
            if !wish.holds() {
                return Ok(());
            }
            let passages: Vec<PassageText> = part.iter().flat_map(Sample::passages).collect();
            let vectors = self.vectors(host, wish, &passages).await?.vectors;
            for (sample, pair) in part.iter().zip(vectors.chunks(2)) {
                pace.step().await?;
                if let [Some(rest), Some(sentence)] = pair {
                    trial.add(sample, rest, sentence.clone());
                }
            }
        }
        let mut findings: BTreeMap<Language, Vec<Finding>> = BTreeMap::new();
        for (sample, sentence) in &trial.asked {
            pace.step().await?;
            let finding = trial.finding(sample, sentence);
            findings.entry(sample.language).or_default().push(finding);
        }
        let trust = findings.iter().map(|(language, all)| (*language, trust(all))).collect();
        self.with_meanings(|meanings| meanings.set_ranking_weights(trust));
        Ok(())
    }

    /// Notes from all over the vault whose meaning is known.
    fn sampled(&self) -> Vec<NotePath> {
        let held = self.meanings.borrow();
        let Some(meanings) = &*held else { return Vec::new() };
        let known: Vec<&NotePath> = meanings.embedded_notes().collect();
        let step = known.len().div_ceil(SAMPLES).max(1);
        known.into_iter().step_by(step).cloned().collect()
    }
}

/// None of a note that says too little, or is private by now.
async fn sample(host: &dyn Host, wish: &Wish<'_>, path: NotePath) -> Option<Sample> {
    let text = report_section::without_reports(&host.read(&path).await.ok()?);
    let redactor = wish.privacy.redactor(&[&path], &[&text], "").await.ok()?;
    Sample::of(path, redactor.redact_prose(&text).as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::{HeadingTrail, MatchKind};

    fn path(name: &str) -> NotePath {
        NotePath::parse(&format!("{name}.md")).unwrap()
    }

    fn hits(notes: &str) -> Vec<Hit> {
        let hit = |name| Hit {
            path: path(name),
            trail: HeadingTrail::default(),
            first_line: 1,
            last_line: 1,
            passage: String::new(),
            score: 1.0,
            match_kind: MatchKind::Keyword,
        };
        notes.split_whitespace().map(hit).collect()
    }

    /// Every line: how often, and what words and meaning find of the notes a to h for a sentence of a.
    fn check(found: &[(usize, &str, &str)], expected: f32) {
        let finding = |(words, meaning): (&str, &str)| Finding {
            path: path("a"),
            words: hits(words),
            meaning: hits(meaning),
            notes: 8,
        };
        let all = found.iter().flat_map(|(times, words, meaning)| vec![(*words, *meaning); *times]);
        let trust = trust(&all.map(finding).collect::<Vec<_>>());
        assert!((trust - expected).abs() < 0.005, "{trust} for {found:?}");
    }

    const FIRST: &str = "a b c d e f g h";
    const SECOND: &str = "b a c d e f g h";
    const LAST: &str = "b c d e f g h a";
    const ALONE: &str = "a c d e f g h b";

    #[test]
    fn a_model_counts_where_words_find_more_with_it() {
        check(&[(8, FIRST, FIRST), (2, "", FIRST)], 0.5);
        check(&[(8, FIRST, FIRST), (3, "b a", ALONE)], 0.5);
        check(&[(2, "a b", LAST), (5, "b a", ALONE)], 0.5);
    }

    #[test]
    fn a_model_that_finds_less_counts_less() {
        check(&[(20, FIRST, FIRST), (2, "", FIRST), (8, FIRST, SECOND)], 0.5);
        check(&[(20, FIRST, FIRST), (2, "", FIRST), (10, FIRST, SECOND)], 0.3);
        check(&[(20, FIRST, FIRST), (2, "", FIRST), (14, FIRST, SECOND)], 0.0);
    }

    #[test]
    fn a_model_that_adds_next_to_nothing_counts_nothing() {
        check(&[], 0.0);
        check(&[(10, FIRST, FIRST)], 0.0);
        check(&[(8, FIRST, FIRST), (1, "b a", ALONE)], 0.0);
    }

    #[test]
    fn a_model_that_finds_as_much_as_words_must_only_not_spoil_it() {
        check(&[(15, FIRST, FIRST)], 0.0);
        check(&[(16, FIRST, FIRST)], 0.5);
        check(&[(16, FIRST, FIRST), (1, FIRST, SECOND)], 0.0);
    }

    #[test]
    fn a_model_that_spoils_about_as_much_as_it_adds_counts_nothing() {
        check(&[(3, "a b", LAST), (4, "b a", ALONE)], 0.0);
    }

    #[test]
    fn to_put_what_words_do_not_find_into_any_order_is_no_gain() {
        let orders = ["a b c d e f g h", "b a c d e f g h", "b c a d e f g h", "b c d a e f g h"];
        let more = ["b c d e a f g h", "b c d e f a g h", "b c d e f g a h", "b c d e f g h a"];
        let all: Vec<_> = orders.iter().chain(&more).map(|order| (1, "", *order)).collect();
        check(&all, 0.0);
    }

    fn check_sample(plain: &str, expected: Option<(&str, &str)>) {
        let sample = Sample::of(path("x/Tea"), plain);
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
        let sample = Sample::of(path("x/Tea"), &format!("{first} {second} {third}")).unwrap();
        let asked = sample.passages().map(|passage| (passage.head, passage.markdown));
        let expected = [("Tea".to_owned(), rest), (String::new(), second.to_owned())];
        assert_eq!(asked, expected);
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
    fn of_a_sentence_without_end_a_part_is_taken() {
        let (part, rest) = ("茶".repeat(83), "水".repeat(20));
        check_sample(&format!("{part}{rest}"), Some((&part, &rest)));
    }
}
