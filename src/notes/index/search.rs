//! Searches the index: by the words of a query, by an embedding vector, and by the distinctive
//! words of a note.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::language::{Language, tokenize};
use crate::notes::index::bm25;
use crate::notes::index::embedding::{EmbeddingIndex, NearestPassage};
use crate::notes::index::filter::{self, NoteFilter};
use crate::notes::index::highlight::Highlighter;
use crate::notes::index::hit::{Hit, MatchKind};
use crate::notes::index::note_id::NoteId;
use crate::notes::index::passage_score::ScoredPassage;
use crate::notes::index::query::{self, Query};
use crate::notes::index::query_terms::{QueryAnalyzer, QueryTerm, TermGuessing, WeightedTerm};
use crate::notes::index::rank::{self, RankedNote};
use crate::notes::index::term_matches::TermMatches;
use crate::notes::index::vault_index::VaultIndex;
use crate::notes::note::NotePath;

/// Number of hits when the query sets no limit.
const DEFAULT_MAX_HITS: usize = 10;

/// Maximum number of passages of one note that `matching_passages` returns.
const MAX_PASSAGES_PER_NOTE: usize = 4;

/// Maximum number of distinctive terms of a note by which similar notes are searched.
const MAX_DISTINCTIVE_TERMS: usize = 40;

/// In up to this many notes with a term, it is counted whether the note itself is one of them.
const FEW_NOTES: usize = 20;

/// Minimum score of a similar note, as a share of the best score. Notes with a lower score are left
/// out, because they share only a word by chance.
const MIN_SHARE_OF_BEST_SCORE: f32 = 0.3;

/// Maximum number of notes that count as related to a note.
const MAX_RELATED_NOTES: usize = 50;

/// Minimum score of a related note, as a share of the second best score. The best score is not
/// used, because it may belong to a copy of the note itself.
const MIN_SHARE_OF_SECOND_SCORE: f32 = 0.5;

/// Notes similar to a note, and the words by which they were found.
#[derive(Debug)]
pub struct SimilarNotes {
    /// The similar notes, best first.
    pub hits: Vec<Hit>,
    /// The score of the note itself, which a copy of it would also get; `None` if it is not
    /// indexed.
    pub own_score: Option<f32>,
    /// Finds the words in a hit's text that the hit shares with the note, to emphasise them.
    pub highlighter: Highlighter,
}

impl VaultIndex {
    /// Returns the best passage of each note that matches a query, best note first. Notes with
    /// equal scores are in order of path.
    pub fn search(&self, query: &Query) -> Vec<Hit> {
        let parsed = query::parse(&query.text);
        let languages = self.common_languages();
        let analyzer = self.query_analyzer(&query.text, &languages);
        let terms = analyzer.analyze(&parsed.words_and_phrases, term_guessing(query));
        let limit = query.max_hits.unwrap_or(DEFAULT_MAX_HITS);
        let filter = NoteFilter::new(&analyzer, &parsed, query.folder.as_deref());
        let ranked = if terms.is_empty() {
            filter.newest_notes(limit)
        } else {
            let mut matches = TermMatches::look_up(&self.dictionary, &terms);
            rank::rank_notes(&self.note_table, &mut matches, limit, &|note| filter.admits(note))
        };
        self.to_sorted_hits(ranked, limit)
    }

    /// Returns the passages of some notes that contain words of a query, at most
    /// `MAX_PASSAGES_PER_NOTE` of each note, note by note and the best passage of a note first.
    pub fn matching_passages(&self, query: &Query, notes: &[NotePath]) -> Vec<Hit> {
        self.best_passages(query, notes, MAX_PASSAGES_PER_NOTE)
    }

    /// Returns all passages of a note that contain words of a query, best passage first.
    pub fn search_in_note(&self, query: &Query, note: &NotePath) -> Vec<Hit> {
        self.best_passages(query, std::slice::from_ref(note), usize::MAX)
    }

    fn best_passages(&self, query: &Query, notes: &[NotePath], max_per_note: usize) -> Vec<Hit> {
        let parsed = query::parse(&query.text);
        let languages = self.common_languages();
        let analyzer = self.query_analyzer(&query.text, &languages);
        let terms = analyzer.analyze(&parsed.words_and_phrases, term_guessing(query));
        let mut matches = TermMatches::look_up(&self.dictionary, &terms);
        let ids = notes.iter().filter_map(|path| self.note_table.id_of_path(path));
        let ids: Vec<NoteId> = ids.collect();
        let by_note = rank::scored_passages(&self.note_table, &mut matches, &ids);
        let hits = by_note.into_iter().flat_map(|(note, mut passages)| {
            passages.retain(|passage| passage.score > 0.0);
            passages.sort_by(|a, b| b.score.total_cmp(&a.score));
            passages.truncate(max_per_note);
            let hit = move |ScoredPassage { passage_index, score }| {
                let ranked = RankedNote { note, best_passage_index: passage_index, score };
                self.to_hit(&ranked, MatchKind::Keyword)
            };
            passages.into_iter().filter_map(hit)
        });
        hits.collect()
    }

    /// Returns the notes nearest to an embedding vector, among those that meet the conditions of
    /// the query.
    pub fn search_by_embedding(
        &self,
        query: &Query,
        embeddings: &EmbeddingIndex,
        vector: &[f32],
    ) -> Vec<Hit> {
        let parsed = query::parse(&query.text);
        let languages = self.common_languages();
        let analyzer = self.query_analyzer(&query.text, &languages);
        let filter = NoteFilter::new(&analyzer, &parsed, query.folder.as_deref());
        let admits = |path: &NotePath| {
            self.note_table.id_of_path(path).is_some_and(|note| filter.admits(note))
        };
        let nearest = embeddings.nearest_passage_per_note(vector, &admits);
        let limit = query.max_hits.unwrap_or(DEFAULT_MAX_HITS);
        // If a note was modified since it was embedded, returns its first passage, because the
        // numbers of its passages may have changed.
        let is_current =
            |path: &NotePath| embeddings.modified_millis(path) == self.modified_millis(path);
        let hit = |nearest: &NearestPassage| {
            let passage = if is_current(&nearest.path) { nearest.passage_index } else { 0 };
            let note = self.note_table.id_of_path(&nearest.path)?;
            self.to_hit(
                &RankedNote { note, best_passage_index: passage, score: nearest.cosine_similarity },
                MatchKind::Meaning,
            )
        };
        nearest.iter().take(limit).filter_map(hit).collect()
    }

    /// The notes in which the words of a name may occur one after the other, last modified first.
    /// The index knows only the stems of words, so the caller has to read the notes.
    pub fn notes_with_words_of(&self, name: &str) -> Vec<NotePath> {
        let languages = self.common_languages();
        let terms = self.query_analyzer(name, &languages).analyze(&[name], TermGuessing::None);
        let found = filter::notes_with_phrase(&TermMatches::look_up(&self.dictionary, &terms));
        let mut notes: Vec<_> =
            found.into_iter().filter_map(|note| self.note_table.note(note)).collect();
        notes.sort_by_key(|note| (Reverse(note.modified_millis), &note.path));
        notes.into_iter().filter_map(|note| note.path.clone()).collect()
    }

    /// The language in which a query is most likely written.
    pub fn detect_language(&self, query: &str) -> Language {
        self.query_analyzer(query, &self.common_languages()).query_language
    }

    /// Returns a highlighter for the words that a query searches for.
    pub fn highlighter(&self, query: &Query) -> Highlighter {
        let languages = self.common_languages();
        let words = query::parse(&query.text).words_and_phrases;
        let terms =
            self.query_analyzer(&query.text, &languages).analyze(&words, term_guessing(query));
        let alternatives = terms.into_iter().flat_map(|term| term.alternatives);
        Highlighter::new(alternatives.map(|alternative| alternative.term).collect())
    }

    /// Returns the notes that share the most distinctive words with a note.
    pub fn similar_notes(&self, path: &NotePath, text: &str, limit: usize) -> SimilarNotes {
        let itself = self.note_table.id_of_path(path);
        let terms = self.distinctive_terms(path, text);
        let mut hits = self.notes_with_any_term(&terms, limit, &|note| Some(note) != itself);
        let best = hits.first().map_or(0.0, |hit| hit.score);
        hits.retain(|hit| hit.score >= best * MIN_SHARE_OF_BEST_SCORE);
        let own = self.notes_with_any_term(&terms, 1, &|note| Some(note) == itself);
        SimilarNotes {
            hits,
            own_score: own.first().map(|hit| hit.score),
            highlighter: Highlighter::new(terms.into_iter().map(|term| term.term).collect()),
        }
    }

    /// Returns the notes about a related subject, most similar first. A copy of the note, whose
    /// score is very high, does not push the other notes out.
    pub fn related_notes(&self, path: &NotePath, text: &str) -> Vec<NotePath> {
        let itself = self.note_table.id_of_path(path);
        let terms = self.distinctive_terms(path, text);
        let hits =
            self.notes_with_any_term(&terms, MAX_RELATED_NOTES, &|note| Some(note) != itself);
        let second_best = hits.get(1).map_or(0.0, |hit| hit.score);
        let related =
            hits.into_iter().filter(|hit| hit.score >= second_best * MIN_SHARE_OF_SECOND_SCORE);
        related.map(|hit| hit.path).collect()
    }

    /// The admitted notes that have any of the terms, best first.
    fn notes_with_any_term(
        &self,
        terms: &[WeightedTerm],
        limit: usize,
        admits: &dyn Fn(NoteId) -> bool,
    ) -> Vec<Hit> {
        let terms: Vec<QueryTerm> =
            terms.iter().cloned().map(QueryTerm::from_single_term).collect();
        let mut matches = TermMatches::look_up(&self.dictionary, &terms);
        let ranked = rank::rank_notes(&self.note_table, &mut matches, limit, admits);
        self.to_sorted_hits(ranked, limit)
    }

    /// The distinctive terms of a note: those that are rare in the vault, but occur in at least one
    /// other note. The weight of a term grows with its frequency in the note.
    fn distinctive_terms(&self, path: &NotePath, text: &str) -> Vec<WeightedTerm> {
        let text = format!("{}\n{text}", path.title());
        let itself = self.note_table.id_of_path(path);
        let mut counts = BTreeMap::new();
        for term in tokenize::search_terms(&text, Language::detect(&text)) {
            *counts.entry(term).or_insert(0.0) += 1.0;
        }
        let mut terms: Vec<(f32, WeightedTerm)> = Vec::new();
        for (term, count) in counts {
            let others = self.other_notes_with_term(&term, itself);
            let weight: f32 = count / (count + 2.0);
            if others > 0 {
                let score = bm25::idf(self.note_count(), others) * weight;
                terms.push((score, WeightedTerm { term, weight }));
            }
        }
        terms.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.term.cmp(&b.1.term)));
        terms.into_iter().take(MAX_DISTINCTIVE_TERMS).map(|(_, term)| term).collect()
    }

    /// Number of notes with a term besides one note. Among many notes, that one makes no difference.
    fn other_notes_with_term(&self, term: &str, one: Option<NoteId>) -> usize {
        match self.notes_with_term(term) {
            few @ ..=FEW_NOTES => {
                let has_it = self.postings_in_notes(term).any(|posting| Some(posting.note) == one);
                few.saturating_sub(usize::from(has_it))
            }
            many => many,
        }
    }

    /// Creates the analyzer for a query. The language of the query is the detected one, or the most
    /// frequent language of the vault if the vault hardly uses the detected one.
    fn query_analyzer<'a>(&'a self, text: &str, languages: &'a [Language]) -> QueryAnalyzer<'a> {
        let detected = Language::detect(text);
        let is_in_vault = languages.contains(&detected);
        let most_frequent = languages.first().copied().unwrap_or(detected);
        QueryAnalyzer {
            dictionary: &self.dictionary,
            note_table: &self.note_table,
            vault_languages: languages,
            query_language: if is_in_vault { detected } else { most_frequent },
        }
    }

    /// Sorts ranked notes, best first, and returns the hits of the first `limit` notes.
    fn to_sorted_hits(&self, mut ranked: Vec<RankedNote>, limit: usize) -> Vec<Hit> {
        let path = |ranked: &RankedNote| self.note_table.note(ranked.note).map(|note| &note.path);
        ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| path(a).cmp(&path(b))));
        let best = ranked.iter().take(limit);
        best.filter_map(|ranked| self.to_hit(ranked, MatchKind::Keyword)).collect()
    }

    /// The hit of a ranked note; `None` if the note was removed.
    fn to_hit(&self, ranked: &RankedNote, match_kind: MatchKind) -> Option<Hit> {
        let note = self.note_table.note(ranked.note)?;
        let passage = self.note_table.passages(note).get(ranked.best_passage_index);
        Some(Hit {
            path: note.path.clone()?,
            heading_trail: passage
                .map(|passage| self.note_table.heading_trail(passage))
                .unwrap_or_default(),
            first_line: passage.map_or(1, |passage| passage.first_line as usize),
            last_line: passage.map_or(1, |passage| passage.last_line as usize),
            passage_text: String::new(),
            score: ranked.score,
            match_kind,
        })
    }
}

/// Which guessed terms to add to a query: corrections of typos, and while the user is typing also
/// completions of the last word.
fn term_guessing(query: &Query) -> TermGuessing {
    if query.is_typing { TermGuessing::LastWord } else { TermGuessing::Typos }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notes::index::index_encoding;
    use crate::values::text::count_steps;

    fn path(text: &str) -> NotePath {
        NotePath::parse(text).unwrap()
    }

    fn index(notes: &[(&str, &str)]) -> VaultIndex {
        let mut index = VaultIndex::default();
        for (name, text) in notes {
            index.upsert(&path(name), text, 1);
        }
        index
    }

    fn check(index: &VaultIndex, query: &str, expected: &[&str]) {
        let hits = index.search(&Query { text: query.into(), ..Query::default() });
        let got: Vec<_> =
            hits.iter().map(|hit| format!("{}:{}", hit.path, hit.first_line)).collect();
        assert_eq!(got, expected, "{query}");
    }

    fn garden() -> VaultIndex {
        index(&[
            (
                "Coffee.md",
                "# Water\nSoft water extracts less.\n\n# Heat\nBrewing temperatures near 93 degrees.",
            ),
            ("Sleep.md", "Caffeine blocks adenosine. Coffee late in the day delays sleep."),
            (
                "Kompost.md",
                "Der Kompost braucht Luft und Wasser, und die Temperatur steigt auf 60 Grad.",
            ),
            ("堆肥.md", "堆肥需要氧气和水分。"),
        ])
    }

    #[test]
    fn the_best_passage_of_the_best_note_comes_first() {
        check(&garden(), "brewing temperature", &["Coffee.md:4", "Kompost.md:1"]);
        check(&garden(), "coffee", &["Coffee.md:1", "Sleep.md:1"]);
        check(&garden(), "Temperaturen im Kompost", &["Kompost.md:1", "Coffee.md:4"]);
        check(&garden(), "氧气", &["堆肥.md:1"]);
        check(&garden(), "zebra", &[]);
        check(&garden(), "", &[]);
    }

    #[test]
    fn further_passages_of_notes_are_found() {
        let found = |query: &str, notes: &[&str]| -> Vec<String> {
            let query = Query { text: query.into(), ..Query::default() };
            let notes: Vec<NotePath> = notes.iter().map(|name| path(name)).collect();
            let hits = garden().matching_passages(&query, &notes);
            hits.iter().map(|hit| format!("{}:{}", hit.path, hit.first_line)).collect()
        };
        assert_eq!(found("water near 93 degrees", &["Coffee.md"]), ["Coffee.md:4", "Coffee.md:1"]);
        assert_eq!(found("temperature", &["Coffee.md", "Sleep.md"]), ["Coffee.md:4"]);
        assert_eq!(found("氧气", &["堆肥.md", "Missing.md"]), ["堆肥.md:1"]);
    }

    #[test]
    fn common_words_are_told_apart_by_how_often_they_occur() {
        let index = index(&[
            ("a.md", "Water and tea. Water again. More water."),
            ("b.md", "Water and tea."),
            ("c.md", "Water and milk."),
        ]);
        let rarities = ["water", "tea", "milk", "zebra"].map(|word| index.sentence_rarity(word));
        assert!(rarities.is_sorted() && rarities.first() < rarities.last(), "{rarities:?}");
    }

    #[test]
    fn how_rare_a_word_is_follows_every_change() {
        let changed = |change: fn(&mut VaultIndex)| {
            let mut index = index(&[("a.md", "Water."), ("b.md", "Water."), ("c/b.md", "Milk.")]);
            let rarities = |index: &VaultIndex| {
                [index.rarity("water"), index.sentence_rarity("water")].map(f32::to_bits)
            };
            let before = rarities(&index);
            change(&mut index);
            assert_ne!(rarities(&index).first(), before.first());
            let stored = index_encoding::decode(&index_encoding::encode(&index)).unwrap();
            assert_eq!(rarities(&index), rarities(&stored));
        };
        changed(|index| index.upsert(&path("d.md"), "Water, water.", 0));
        changed(|index| index.upsert(&path("a.md"), "Tea.", 0));
        changed(|index| index.remove(&path("a.md")));
        changed(|index| index.rename(&path("c/b.md"), &path("b.md")));
    }

    #[test]
    fn a_word_that_a_query_repeats_is_read_once() {
        let index = index(&[("a.md", &"水".repeat(2_000))]);
        let steps = |query: String| {
            count_steps(|| _ = index.search(&Query { text: query, ..Query::default() }))
        };
        for quote in ["", "\""] {
            let [few, many] =
                [3, 60].map(|count| steps(format!("{quote}{}{quote}", "水".repeat(count))));
            assert!(many <= 2 * few, "{few} steps for three characters, {many} for sixty");
        }
    }

    #[test]
    fn a_phrase_matches_adjacent_words_only() {
        let index = index(&[
            ("a.md", "soft water here"),
            ("b.md", "water that is soft"),
            ("c.md", "the state of the art, soft"),
            ("堆.md", "需要堆肥和水"),
            ("肥.md", "肥堆需水要"),
        ]);
        check(&index, "\"soft water\"", &["a.md:1"]);
        check(&index, "\"state of the art\"", &["c.md:1"]);
        check(&index, "\"堆肥\"", &["堆.md:1"]);
        check(&index, "\"art soft\" water", &["c.md:1"]);
        // If a phrase occurs in no note, its words are searched for separately.
        check(&index, "\"hard water\"", &["b.md:1", "a.md:1"]);
    }

    #[test]
    fn a_phrase_does_not_cross_passages() {
        let index =
            index(&[("a.md", "# A\nends soft\n\n# B\nwater begins"), ("b.md", "soft water")]);
        check(&index, "\"soft water\"", &["b.md:1"]);
        check(&index, "\"a ends\"", &["a.md:1"]);
    }

    #[test]
    fn words_paths_and_tags_can_be_required_and_excluded() {
        let index = index(&[
            ("Work/a.md", "---\ntags: hot, tea/black\n---\nleaves and milk"),
            ("home/b.md", "leaves with #tea and sugar"),
            ("home/c.md", "leaves, `#tea` in code\n\n```\n#tea\n```"),
        ]);
        check(&index, "leaves -milk", &["home/b.md:1", "home/c.md:1"]);
        check(&index, "leaves path:work", &["Work/a.md:4"]);
        check(&index, "leaves -path:home/", &["Work/a.md:4"]);
        check(&index, "leaves tag:#Tea", &["home/b.md:1", "Work/a.md:4"]);
        check(&index, "tag:tea/black", &["Work/a.md:4"]);
        check(&index, "tag:tea -tag:tea/black", &["home/b.md:1"]);
        check(&index, "-milk -sugar", &["home/c.md:1"]);
        check(&index, "tag:milk", &[]);
    }

    #[test]
    fn a_query_without_words_returns_the_newest_notes_first() {
        let mut index = index(&[("a.md", "#x"), ("b.md", "#x"), ("c.md", "x")]);
        index.upsert(&path("b.md"), "#x now", 9);
        check(&index, "tag:x", &["b.md:1", "a.md:1"]);
    }

    #[test]
    fn an_incomplete_or_mistyped_word_is_guessed() {
        let index = garden();
        let typed = |text: &str| {
            let hits =
                index.search(&Query { text: text.into(), is_typing: true, ..Query::default() });
            hits.iter().map(|hit| hit.path.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(typed("caff"), "Sleep.md");
        assert_eq!(typed("caff adeno"), "Sleep.md");
        assert_eq!(typed("temperat"), "Coffee.md Kompost.md");
        check(&index, "caff", &[]);
        check(&index, "cafeine", &["Sleep.md:1"]);
        check(&index, "kofee", &[]);
    }

    #[test]
    fn a_title_is_found_by_its_stop_words_and_without_diacritics() {
        let index = index(&[("The Who.md", "a band"), ("Café.md", "bar"), ("x.md", "the bar")]);
        check(&index, "the who", &["The Who.md:1"]);
        check(&index, "cafe", &["Café.md:1"]);
        check(&index, "café", &["Café.md:1"]);
    }

    #[test]
    fn the_note_with_the_exact_word_form_comes_first() {
        let index = index(&[("a.md", "my plugin"), ("b.md", "my plugins")]);
        check(&index, "plugins", &["b.md:1", "a.md:1"]);
    }

    #[test]
    fn similar_notes_share_distinctive_words() {
        let index = garden();
        let near = |text: &str| {
            let SimilarNotes { hits, highlighter, .. } =
                index.similar_notes(&path("Sleep.md"), text, 5);
            let marked = highlighter.match_ranges("Coffee and water", Language::English).len();
            (hits.iter().map(|hit| hit.path.to_string()).collect::<Vec<_>>().join(" "), marked)
        };
        assert_eq!(near("Coffee, soft water, brewing."), ("Coffee.md".to_owned(), 2));
    }

    #[test]
    fn a_removed_note_is_no_longer_found() {
        let mut index = garden();
        index.upsert(&path("New.md"), "entirely new words", 2);
        index.upsert(&path("Coffee.md"), "nothing of before", 2);
        index.remove(&path("New.md"));
        check(&index, "entirely new", &[]);
        check(&index, "brewing", &[]);
        assert_eq!((index.note_count(), index.modified_millis(&path("Coffee.md"))), (4, Some(2)));
    }

    #[test]
    fn encoding_and_decoding_compacts_the_index() {
        let mut index = garden();
        for number in 0..200 {
            index.upsert(&path("Coffee.md"), &format!("brew number {number}"), number);
        }
        assert!(index.needs_compaction());
        let again = index_encoding::decode(&index_encoding::encode(&index)).unwrap();
        assert!(!again.needs_compaction());
        check(&again, "brewing", &["Coffee.md:1"]);
    }

    #[test]
    fn a_note_with_a_new_title_counts_as_outdated() {
        let mut index = garden();
        index.rename(&path("Coffee.md"), &path("drinks/Coffee.md"));
        assert_eq!(index.modified_millis(&path("drinks/Coffee.md")), Some(1));
        index.rename(&path("drinks/Coffee.md"), &path("Tea.md"));
        assert_eq!(index.modified_millis(&path("Tea.md")), Some(0));
        check(&index, "brewing", &["Tea.md:4"]);
    }

    #[test]
    fn a_search_can_be_limited_to_a_folder() {
        let index = index(&[("a/x.md", "word"), ("ab/x.md", "word")]);
        let hits = index.search(&Query {
            text: "word".into(),
            folder: Some("a/".into()),
            ..Query::default()
        });
        assert_eq!(hits.iter().map(|h| h.path.as_str()).collect::<Vec<_>>(), ["a/x.md"]);
    }
}
