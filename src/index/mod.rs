//! Finding passages of the vault: words, scores, and the bytes in which the index is kept.
//!
//! The index holds no note text, only terms and where they stand.

mod bm25;
pub mod bytes;
mod catalogue;
pub mod corpus_stats;
pub mod embedding;
mod filter;
pub mod fuse;
pub mod highlight;
pub mod language;
mod normalize;
mod passage_score;
mod postings;
mod query;
mod query_terms;
mod rank;
mod small_words;
pub mod store;
mod string_pool;
mod term_dictionary;
pub mod tokenize;
mod vocabulary;
mod writer;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::chunk::{self, PassageKind};
use crate::note::frontmatter::Frontmatter;
use crate::note::{NotePath, tag};
use catalogue::Catalogue;
use embedding::{Meanings, Near};
use filter::Gate;
use highlight::Wording;
use language::Language;
use query_terms::{Reader, Unfinished, Wanted};
use rank::{Found, Ranked};
use term_dictionary::Lexicon;
use vocabulary::Vocabulary;
use writer::Scribe;

pub use query::{Mode, Query};

/// How much a word of the title, of an alias, tag or heading counts, against once in the body.
const TITLE_WEIGHT: u32 = 7;
const PROPERTY_WEIGHT: u32 = 3;
/// Beside the once that it counts as a part of the body.
const HEADING_WEIGHT: u32 = 2;

/// Results a search gives when it does not say.
const DEFAULT_LIMIT: usize = 10;

/// Words of a note by which its neighbours are found.
const TELLING_TERMS: usize = 40;

/// A note that scores less than this share of the nearest one only shares a word by chance.
const NEAR_SHARE: f32 = 0.3;

/// Notes that have to do with another at the most.
const MOST_KIN: usize = 50;

/// What has to do with a note is at least this near, against the second: the first may be a copy.
const KIN_SHARE: f32 = 0.5;

/// A language of fewer notes than one in so many is mostly a wrong guess.
const STRAY_SHARE: usize = 50;

/// Fewer notes that are gone take too little room to think of.
const FEWEST_WORN: usize = 100;

/// Terms of the vault and the passages in which they stand.
#[derive(Debug, Clone, Default)]
pub struct Index {
    catalogue: Catalogue,
    lexicon: Lexicon,
    vocabulary: Vocabulary,
}

/// A note's best passage for a query.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Hit {
    /// The note.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: NotePath,
    /// The headings above the passage joined by ` > `.
    pub heading: String,
    /// One-based.
    pub first_line: usize,
    /// One-based, included.
    pub last_line: usize,
    /// Empty here: the index keeps no note text.
    pub passage: String,
    /// Higher is better; comparable within one search only.
    pub score: f32,
    /// How it was found.
    pub found: String,
}

impl Index {
    /// Takes a note in, in place of what it was.
    pub fn upsert(&mut self, path: &NotePath, text: &str, modified: i64) {
        let language = Language::of(text);
        let mut scribe = Scribe::new(language, &mut self.vocabulary, &mut self.lexicon);
        write_head(&mut scribe, path, &Frontmatter::parse(text));
        let note = self.catalogue.begin(path, modified, language, scribe.place());
        let mut trail: Vec<String> = Vec::new();
        for passage in chunk::quotable(text) {
            scribe.gap();
            // A heading counts once, however many passages stand below it.
            for (depth, heading) in passage.trail.iter().enumerate() {
                if trail.get(..=depth) != passage.trail.get(..=depth) {
                    scribe.heading(heading, HEADING_WEIGHT);
                }
            }
            let start = scribe.place();
            scribe.text(passage.text, 1);
            if passage.kind != PassageKind::Code {
                tag::parse_tags(passage.text).for_each(|tag| scribe.tag(tag));
            }
            let words = scribe.place() - start;
            let lines = line(passage.first_line)..=line(passage.last_line);
            self.catalogue.add(lines, words, &passage.trail.join(" > "));
            trail = passage.trail;
        }
        scribe.finish(note);
        self.vocabulary.trim();
    }

    /// Forgets a note.
    pub fn remove(&mut self, path: &NotePath) {
        self.catalogue.remove(path);
    }

    /// The same note under another path. With another title it is found by the words of the old
    /// one until it is taken in again, and so counts as out of date.
    pub fn rename(&mut self, from: &NotePath, to: &NotePath) {
        self.catalogue.rename(from, to);
    }

    /// Best passage of each matching note, best note first; ties by path.
    pub fn search(&self, query: &Query) -> Vec<Hit> {
        let parsed = query::parse(&query.text);
        let languages = self.languages();
        let reader = self.reader(&query.text, &languages);
        let wanted = reader.wanted(&parsed.words, unfinished(query));
        let limit = query.limit.unwrap_or(DEFAULT_LIMIT);
        let gate = self.gate(&reader, &parsed, query);
        let ranked = if wanted.is_empty() {
            gate.newest(limit)
        } else {
            let mut found = Found::all(&self.lexicon, &wanted);
            rank::rank(&self.catalogue, &mut found, limit, &|note| gate.admits(note))
        };
        self.hits(ranked, limit)
    }

    /// What is near in meaning, as far as the query's operators and folder admit it.
    pub fn by_meaning(&self, query: &Query, meanings: &Meanings, vector: &[f32]) -> Vec<Hit> {
        let parsed = query::parse(&query.text);
        let languages = self.languages();
        let gate = self.gate(&self.reader(&query.text, &languages), &parsed, query);
        let admits =
            |path: &NotePath| self.catalogue.number(path).is_some_and(|note| gate.admits(note));
        let near = meanings.nearest(vector, &admits);
        let limit = query.limit.unwrap_or(DEFAULT_LIMIT);
        // The passages of a note that has changed since are others.
        let is_current =
            |near: &Near| meanings.modified_at(&near.path) == self.modified_at(&near.path);
        let passage = |near: &Near| if is_current(near) { near.passage } else { 0 };
        near.iter().take(limit).filter_map(|near| self.hit_near(near, passage(near))).collect()
    }

    /// The language that a query is most likely written in.
    pub fn language_of(&self, query: &str) -> Language {
        self.reader(query, &self.languages()).language
    }

    /// The words that a query finds, to be marked in a text.
    pub fn wording(&self, query: &Query) -> Wording {
        let languages = self.languages();
        let words = query::parse(&query.text).words;
        let wanted = self.reader(&query.text, &languages).wanted(&words, unfinished(query));
        let terms = wanted.into_iter().flat_map(|wanted| wanted.terms);
        Wording::of(terms.map(|(term, _)| term).collect())
    }

    /// The notes nearest to a note, and the words they were found by.
    pub fn similar(&self, path: &NotePath, text: &str, limit: usize) -> (Vec<Hit>, Wording) {
        let (mut hits, terms) = self.alike(path, text, limit);
        let best = hits.first().map_or(0.0, |hit| hit.score);
        hits.retain(|hit| hit.score >= best * NEAR_SHARE);
        (hits, Wording::of(terms))
    }

    /// The notes that have to do with a note, the nearest first. A copy of it, or a twin, does not
    /// make the others strangers.
    pub fn kin(&self, path: &NotePath, text: &str) -> Vec<NotePath> {
        let (hits, _) = self.alike(path, text, MOST_KIN);
        let near = hits.get(1).map_or(0.0, |hit| hit.score);
        let kin = hits.into_iter().filter(|hit| hit.score >= near * KIN_SHARE);
        kin.map(|hit| hit.path).collect()
    }

    /// The notes that share telling words with a note, and those words.
    fn alike(&self, path: &NotePath, text: &str, limit: usize) -> (Vec<Hit>, BTreeSet<String>) {
        let itself = self.catalogue.number(path);
        let telling = self.telling(&format!("{}\n{text}", path.title()), itself);
        let terms = telling.iter().map(|(term, _)| term.clone()).collect();
        let wanted: Vec<Wanted> =
            telling.into_iter().map(|(term, share)| Wanted::term(term, share)).collect();
        let mut found = Found::all(&self.lexicon, &wanted);
        let ranked = rank::rank(&self.catalogue, &mut found, limit, &|note| Some(note) != itself);
        (self.hits(ranked, limit), terms)
    }

    /// When each indexed note was last changed.
    pub fn modified(&self) -> impl Iterator<Item = (&NotePath, i64)> {
        let modified = |number| self.catalogue.note(number).map_or(0, |note| note.modified);
        self.catalogue.paths().map(move |(path, number)| (path, modified(number)))
    }

    /// The notes of the index that are not among these, in order of path.
    pub fn missing_from<'p>(&self, present: impl Iterator<Item = &'p NotePath>) -> Vec<NotePath> {
        let mut is_present = vec![false; self.catalogue.numbers()];
        for number in present.filter_map(|path| self.catalogue.number(path)) {
            if let Some(place) = is_present.get_mut(number as usize) {
                *place = true;
            }
        }
        let is_gone = |number: u32| is_present.get(number as usize) == Some(&false);
        let gone = self.catalogue.paths().filter(|(_, number)| is_gone(*number));
        gone.map(|(path, _)| path.clone()).collect()
    }

    /// When a note was last changed, as far as the index knows it.
    pub fn modified_at(&self, path: &NotePath) -> Option<i64> {
        self.catalogue
            .number(path)
            .and_then(|number| self.catalogue.note(number))
            .map(|n| n.modified)
    }

    /// How many notes the index holds.
    pub fn notes(&self) -> usize {
        self.catalogue.len()
    }

    /// Whether so many notes are gone or were replaced that what is left of them is worth clearing
    /// away, by encoding and decoding.
    pub fn is_worn(&self) -> bool {
        let gone = self.catalogue.numbers() - self.catalogue.len();
        gone > FEWEST_WORN && gone > self.catalogue.len() / 4
    }

    /// How rare a term is in the vault: high for one that stands in few notes.
    pub fn rarity(&self, term: &str) -> f32 {
        bm25::idf(self.catalogue.len(), self.notes_with(term).count())
    }

    /// The terms that tell a note apart from the rest of the vault and stand elsewhere too, each
    /// with how much it counts by being said again and again.
    fn telling(&self, text: &str, itself: Option<u32>) -> Vec<(String, f32)> {
        let mut counts = std::collections::BTreeMap::new();
        for term in tokenize::terms(text, Language::of(text)).all {
            *counts.entry(term).or_insert(0.0) += 1.0;
        }
        let mut terms: Vec<(f32, String, f32)> = Vec::new();
        for (term, count) in counts {
            let others = self.notes_with(&term).filter(|note| Some(*note) != itself).count();
            let share: f32 = count / (count + 2.0);
            if others > 0 {
                terms.push((bm25::idf(self.catalogue.len(), others) * share, term, share));
            }
        }
        terms.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        terms.into_iter().take(TELLING_TERMS).map(|(_, term, share)| (term, share)).collect()
    }

    /// The notes in which a term stands.
    fn notes_with(&self, term: &str) -> impl Iterator<Item = u32> {
        let notes = self.lexicon.find(term).map(|entry| entry.note);
        notes.filter(|note| self.catalogue.length(*note).is_some())
    }

    fn reader<'a>(&'a self, text: &str, languages: &'a [Language]) -> Reader<'a> {
        let guess = Language::of(text);
        let known = languages.iter().find(|language| **language == guess);
        let language = known.or(languages.first()).copied().unwrap_or(guess);
        Reader { lexicon: &self.lexicon, catalogue: &self.catalogue, languages, language }
    }

    /// The languages that a query may be read in: those of the vault but for a stray few.
    fn languages(&self) -> Vec<Language> {
        let least = self.catalogue.len() / STRAY_SHARE;
        let counted = self.catalogue.languages().into_iter().filter(|(_, notes)| *notes > least);
        counted.map(|(language, _)| language).collect()
    }

    fn gate<'a>(
        &'a self,
        reader: &Reader<'_>,
        parsed: &query::Parsed<'_>,
        query: &'a Query,
    ) -> Gate<'a> {
        Gate::of(&self.catalogue, &self.lexicon, reader, parsed, query.folder.as_deref())
    }

    fn hit_near(&self, near: &Near, passage: usize) -> Option<Hit> {
        let note = self.catalogue.number(&near.path)?;
        let ranked = Ranked { note, passage, score: near.score };
        Some(Hit { found: "meaning".to_owned(), ..self.hit(&ranked)? })
    }

    fn hits(&self, mut ranked: Vec<Ranked>, limit: usize) -> Vec<Hit> {
        let path = |ranked: &Ranked| self.catalogue.note(ranked.note).map(|note| &note.path);
        ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| path(a).cmp(&path(b))));
        ranked.iter().take(limit).filter_map(|ranked| self.hit(ranked)).collect()
    }

    fn hit(&self, ranked: &Ranked) -> Option<Hit> {
        let note = self.catalogue.note(ranked.note)?;
        let passage = self.catalogue.passages(note).get(ranked.passage);
        Some(Hit {
            path: note.path.clone()?,
            heading: passage.map_or("", |passage| self.catalogue.trail(passage)).to_owned(),
            first_line: passage.map_or(1, |passage| passage.first_line as usize),
            last_line: passage.map_or(1, |passage| passage.last_line as usize),
            passage: String::new(),
            score: ranked.score,
            found: "keyword".to_owned(),
        })
    }
}

/// Title and properties.
fn write_head(scribe: &mut Scribe<'_>, path: &NotePath, properties: &Frontmatter) {
    scribe.name(path.title(), TITLE_WEIGHT);
    for (key, value) in properties.pairs() {
        scribe.gap();
        match key.to_ascii_lowercase().as_str() {
            "aliases" | "alias" => scribe.name(value, PROPERTY_WEIGHT),
            "tags" | "tag" => {
                scribe.text(value, PROPERTY_WEIGHT);
                let tags = value.split([',', ' ']).filter(|tag| !tag.is_empty());
                tags.for_each(|tag| scribe.tag(tag));
            }
            _ => scribe.text(value, 1),
        }
    }
}

fn unfinished(query: &Query) -> Unfinished {
    if query.typing { Unfinished::LastWord } else { Unfinished::Nothing }
}

fn line(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> NotePath {
        NotePath::parse(text).unwrap()
    }

    fn index(notes: &[(&str, &str)]) -> Index {
        let mut index = Index::default();
        for (name, text) in notes {
            index.upsert(&path(name), text, 1);
        }
        index
    }

    fn check(index: &Index, query: &str, expected: &[&str]) {
        let hits = index.search(&Query { text: query.into(), ..Query::default() });
        let got: Vec<_> =
            hits.iter().map(|hit| format!("{}:{}", hit.path, hit.first_line)).collect();
        assert_eq!(got, expected, "{query}");
    }

    fn garden() -> Index {
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
    fn a_phrase_keeps_its_words_together() {
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
        // One that stands nowhere is looked for as its words.
        check(&index, "\"hard water\"", &["b.md:1", "a.md:1"]);
    }

    #[test]
    fn no_phrase_reaches_into_the_next_passage() {
        let index =
            index(&[("a.md", "# A\nends soft\n\n# B\nwater begins"), ("b.md", "soft water")]);
        check(&index, "\"soft water\"", &["b.md:1"]);
        check(&index, "\"a ends\"", &["a.md:1"]);
    }

    #[test]
    fn words_paths_and_tags_can_be_asked_for_and_left_out() {
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
    fn what_was_asked_for_without_words_comes_newest_first() {
        let mut index = index(&[("a.md", "#x"), ("b.md", "#x"), ("c.md", "x")]);
        index.upsert(&path("b.md"), "#x now", 9);
        check(&index, "tag:x", &["b.md:1", "a.md:1"]);
    }

    #[test]
    fn an_unfinished_or_mistyped_word_is_guessed() {
        let index = garden();
        let typed = |text: &str| {
            let hits = index.search(&Query { text: text.into(), typing: true, ..Query::default() });
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
    fn a_name_is_found_by_its_small_words_and_without_its_marks() {
        let index = index(&[("The Who.md", "a band"), ("Café.md", "bar"), ("x.md", "the bar")]);
        check(&index, "the who", &["The Who.md:1"]);
        check(&index, "cafe", &["Café.md:1"]);
        check(&index, "café", &["Café.md:1"]);
    }

    #[test]
    fn the_note_that_says_it_as_written_comes_first() {
        let index = index(&[("a.md", "my plugin"), ("b.md", "my plugins")]);
        check(&index, "plugins", &["b.md:1", "a.md:1"]);
    }

    #[test]
    fn neighbours_of_a_note_share_its_telling_words() {
        let index = garden();
        let near = |text: &str| {
            let (hits, wording) = index.similar(&path("Sleep.md"), text, 5);
            let marked = wording.marks("Coffee and water", Language::English).len();
            (hits.iter().map(|hit| hit.path.to_string()).collect::<Vec<_>>().join(" "), marked)
        };
        assert_eq!(near("Coffee, soft water, brewing."), ("Coffee.md".to_owned(), 2));
    }

    #[test]
    fn a_note_that_goes_leaves_nothing_behind() {
        let mut index = garden();
        index.upsert(&path("New.md"), "entirely new words", 2);
        index.upsert(&path("Coffee.md"), "nothing of before", 2);
        index.remove(&path("New.md"));
        check(&index, "entirely new", &[]);
        check(&index, "brewing", &[]);
        assert_eq!((index.notes(), index.modified_at(&path("Coffee.md"))), (4, Some(2)));
    }

    #[test]
    fn what_is_worn_is_as_good_as_new_once_stored() {
        let mut index = garden();
        for number in 0..200 {
            index.upsert(&path("Coffee.md"), &format!("brew number {number}"), number);
        }
        assert!(index.is_worn());
        let again = store::decode(&store::encode(&index)).unwrap();
        assert!(!again.is_worn());
        check(&again, "brewing", &["Coffee.md:1"]);
    }

    #[test]
    fn a_note_with_another_title_is_out_of_date() {
        let mut index = garden();
        index.rename(&path("Coffee.md"), &path("drinks/Coffee.md"));
        assert_eq!(index.modified_at(&path("drinks/Coffee.md")), Some(1));
        index.rename(&path("drinks/Coffee.md"), &path("Tea.md"));
        assert_eq!(index.modified_at(&path("Tea.md")), Some(0));
        check(&index, "brewing", &["Tea.md:4"]);
    }

    #[test]
    fn a_search_can_keep_to_a_folder() {
        let index = index(&[("a/x.md", "word"), ("ab/x.md", "word")]);
        let hits = index.search(&Query {
            text: "word".into(),
            folder: Some("a/".into()),
            ..Query::default()
        });
        assert_eq!(hits.iter().map(|h| h.path.as_str()).collect::<Vec<_>>(), ["a/x.md"]);
    }
}
