//! Finding passages of the vault: words, scores, and the bytes in which the index is kept.
//!
//! The index holds no note text, only terms and where they stand.

mod bm25;
pub mod bytes;
mod catalogue;
pub mod highlight;
pub mod language;
mod lexicon;
mod postings;
mod rank;
pub mod store;
pub mod tokenize;
mod vocabulary;

use serde::{Deserialize, Serialize};

use crate::chunk::{self, PassageKind};
use crate::note::NotePath;
use crate::note::frontmatter::Frontmatter;
use catalogue::{Catalogue, Passage};
use highlight::Wording;
use language::Language;
use lexicon::{Lexicon, TermNumber};
use vocabulary::Vocabulary;

/// How often a word of the title, of a property and of the headings above a passage counts,
/// against once in the body.
const TITLE_COUNT: u32 = 5;
const PROPERTY_COUNT: u32 = 3;
const HEADING_COUNT: u32 = 3;

/// Results a search gives when it does not say.
const DEFAULT_LIMIT: usize = 10;

/// Terms of the vault and the passages in which they stand.
#[derive(Debug, Clone, Default)]
pub struct Index {
    catalogue: Catalogue,
    lexicon: Lexicon,
    vocabulary: Vocabulary,
}

/// What to look for.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Query {
    /// The words.
    pub text: String,
    /// How to rank.
    #[serde(default)]
    pub mode: Mode,
    /// Hits at the most; ten when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
    /// Only notes in this folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
}

/// How hits are ranked. Without vectors all three rank by words.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// The best the index has.
    #[default]
    Hybrid,
    /// Words only.
    Keyword,
    /// Meaning only.
    Semantic,
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
        let note = self.catalogue.begin(path, modified);
        self.add_head(note, path, text, language);
        // Properties are found through the head, not as a passage of their own.
        let quotable = |passage: &chunk::Passage<'_>| passage.kind != PassageKind::Frontmatter;
        for passage in chunk::passages(text).iter().filter(|passage| quotable(passage)) {
            let trail = passage.trail.join(" > ");
            let counts = self.counts(&[(passage.text, 1), (&trail, HEADING_COUNT)], language);
            self.add(
                counts,
                Passage {
                    note,
                    first_line: line(passage.first_line),
                    last_line: line(passage.last_line),
                    words: 0,
                    trail: trail.into(),
                },
            );
        }
        self.vocabulary.trim();
    }

    /// Forgets a note.
    pub fn remove(&mut self, path: &NotePath) {
        self.catalogue.remove(path);
    }

    /// Best passage of each matching note, best note first; ties by path.
    pub fn search(&self, query: &Query) -> Vec<Hit> {
        let terms: Vec<String> = tokenize::terms(&query.text, Language::of(&query.text))
            .distinct()
            .into_iter()
            .collect();
        let folder = query.folder.as_deref();
        let path =
            |note: u32| self.catalogue.notes.get(note as usize).and_then(|note| note.path.as_ref());
        let admits = |note: u32| path(note).is_some_and(|path| in_folder(path, folder));
        let limit = query.limit.unwrap_or(DEFAULT_LIMIT);
        let wanted = rank::Wanted { terms: &terms, limit, admits: &admits };
        let ranked = rank::rank(&self.catalogue, &self.lexicon, &wanted);
        let mut hits: Vec<Hit> = ranked.iter().filter_map(|ranked| self.hit(ranked)).collect();
        hits.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.path.cmp(&b.path)));
        hits.truncate(limit);
        hits
    }

    /// The same note under another path.
    pub fn rename(&mut self, from: &NotePath, to: &NotePath) {
        self.catalogue.rename(from, to);
    }

    /// The words that a query finds, to be marked in a text.
    pub fn wording(&self, query: &Query) -> Wording {
        Wording::of(tokenize::terms(&query.text, Language::of(&query.text)).distinct())
    }

    /// The notes nearest to a note, and the words they were found by.
    pub fn similar(&self, path: &NotePath, text: &str, limit: usize) -> (Vec<Hit>, Wording) {
        let language = Language::of(text);
        let mut counts = std::collections::BTreeMap::new();
        for term in tokenize::terms(text, language).all {
            *counts.entry(term).or_insert(0.0) += 1.0;
        }
        let mut terms: Vec<(f32, String)> = counts
            .into_iter()
            .map(|(term, count): (String, f32)| (self.rarity(&term) * count / (count + 2.0), term))
            .collect();
        terms.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        terms.truncate(20);
        let words: Vec<String> = terms.into_iter().map(|(_, term)| term).collect();
        let query = Query { text: words.join(" "), limit: Some(limit + 1), ..Query::default() };
        let mut hits = self.search(&query);
        hits.retain(|hit| hit.path != *path);
        hits.truncate(limit);
        (hits, Wording::of(words.into_iter().collect()))
    }

    /// When each indexed note was last changed.
    pub fn modified(&self) -> impl Iterator<Item = (&NotePath, i64)> {
        self.catalogue.paths().map(|(path, note)| (path, note.modified))
    }

    /// When a note was last changed, as far as the index knows it.
    pub fn modified_at(&self, path: &NotePath) -> Option<i64> {
        self.catalogue.get(path).map(|note| note.modified)
    }

    /// How many notes the index holds.
    pub fn notes(&self) -> usize {
        self.catalogue.len()
    }

    /// How rare a term is in the vault: high for one that stands in few notes.
    pub fn rarity(&self, term: &str) -> f32 {
        rank::weight(&self.catalogue, &self.lexicon, term)
    }

    /// Title and properties, as a passage of their own that is never a hit.
    fn add_head(&mut self, note: u32, path: &NotePath, text: &str, language: Language) {
        let frontmatter = Frontmatter::of(text);
        let mut fields = vec![(path.title(), TITLE_COUNT)];
        for key in ["aliases", "alias", "tags", "tag"] {
            fields.extend(frontmatter.values(key).map(|value| (value, PROPERTY_COUNT)));
        }
        let counts = self.counts(&fields, language);
        self.add(counts, Passage { note, first_line: 0, last_line: 0, words: 0, trail: "".into() });
    }

    /// The terms of some texts and how often each counts.
    fn counts(&mut self, fields: &[(&str, u32)], language: Language) -> Counts {
        let mut counts = Counts::default();
        for (text, times) in fields {
            tokenize::words(text, &mut |word| {
                let terms = self.vocabulary.terms(word, language, &mut self.lexicon);
                counts.words += if terms.is_empty() { 0 } else { *times };
                counts.terms.extend(terms.iter().map(|term| (*term, *times)));
            });
        }
        counts.terms.sort_unstable_by_key(|(term, _)| *term);
        counts
    }

    fn add(&mut self, counts: Counts, passage: Passage) {
        let number = line(self.catalogue.passages.len());
        for same in counts.terms.chunk_by(|a, b| a.0 == b.0) {
            if let Some((term, _)) = same.first() {
                self.lexicon.add(*term, number, same.iter().map(|(_, times)| times).sum());
            }
        }
        self.catalogue.add(Passage { words: counts.words, ..passage });
    }

    fn hit(&self, ranked: &rank::Ranked) -> Option<Hit> {
        let passage = self.catalogue.passages.get(ranked.passage as usize)?;
        let note = self.catalogue.notes.get(ranked.note as usize)?;
        Some(Hit {
            path: note.path.clone()?,
            heading: passage.trail.to_string(),
            first_line: passage.first_line.max(1) as usize,
            last_line: passage.last_line.max(1) as usize,
            passage: String::new(),
            score: ranked.score,
            found: "keyword".to_owned(),
        })
    }
}

/// The terms of a passage in the order of their numbers, each with how often it counts.
#[derive(Default)]
struct Counts {
    terms: Vec<(TermNumber, u32)>,
    words: u32,
}

fn line(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn in_folder(path: &NotePath, folder: Option<&str>) -> bool {
    let Some(folder) = folder.map(|folder| folder.trim_matches('/')) else {
        return true;
    };
    folder.is_empty()
        || path.as_str().strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
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
