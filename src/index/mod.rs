//! Finding passages of the vault: words, scores, and the bytes in which the index is kept.
//!
//! The index holds no note text, only words and where they stand.

mod bm25;
pub mod language;
pub mod store;
pub mod tokenize;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::chunk::{self, PassageKind};
use crate::note::frontmatter::Frontmatter;
use crate::note::{NotePath, prose};
use language::Language;

/// Weights of the places a word can stand in, against one for the body.
const TITLE_WEIGHT: f32 = 3.0;
const HEADING_WEIGHT: f32 = 1.5;
const PROPERTY_WEIGHT: f32 = 1.5;

/// Results a search gives when it does not say.
const DEFAULT_LIMIT: usize = 10;

/// Words of the vault and the passages in which they stand.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Index {
    notes: BTreeMap<NotePath, NoteEntry>,
    passages: BTreeMap<u32, PassageEntry>,
    postings: BTreeMap<String, BTreeMap<u32, f32>>,
    next: u32,
    words: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct NoteEntry {
    modified: i64,
    passages: Vec<u32>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct PassageEntry {
    path: NotePath,
    trail: Vec<String>,
    first_line: u32,
    last_line: u32,
    words: f32,
    terms: Vec<String>,
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
        self.remove(path);
        let language = Language::of(text);
        let head = self.head_terms(path, text, language);
        let mut passages = Vec::new();
        // Properties are found through every passage of the note, not as a passage of their own.
        let quotable = |passage: &chunk::Passage<'_>| passage.kind != PassageKind::Frontmatter;
        for passage in chunk::passages(text).iter().filter(|passage| quotable(passage)) {
            passages.push(self.add(path, passage, &head, language));
        }
        if passages.is_empty() {
            let title_only = chunk::Passage {
                trail: Vec::new(),
                first_line: 1,
                last_line: 1,
                kind: PassageKind::Text,
                text: "",
            };
            passages.push(self.add(path, &title_only, &head, language));
        }
        self.notes.insert(path.clone(), NoteEntry { modified, passages });
    }

    /// Forgets a note.
    pub fn remove(&mut self, path: &NotePath) {
        let Some(note) = self.notes.remove(path) else {
            return;
        };
        for id in note.passages {
            let Some(passage) = self.passages.remove(&id) else {
                continue;
            };
            self.words -= f64::from(passage.words);
            for term in passage.terms {
                if let Some(list) = self.postings.get_mut(&term) {
                    list.remove(&id);
                    if list.is_empty() {
                        self.postings.remove(&term);
                    }
                }
            }
        }
    }

    /// Best passage of each matching note, best note first; ties by path.
    pub fn search(&self, query: &Query) -> Vec<Hit> {
        let mut best: BTreeMap<&NotePath, (f32, &PassageEntry)> = BTreeMap::new();
        for (id, score) in self.scores(&query.text) {
            let Some(passage) = self.passages.get(&id) else {
                continue;
            };
            if !in_folder(&passage.path, query.folder.as_deref()) {
                continue;
            }
            let entry = best.entry(&passage.path).or_insert((score, passage));
            if score > entry.0 {
                *entry = (score, passage);
            }
        }
        let mut hits: Vec<Hit> =
            best.into_values().map(|(score, passage)| passage.hit(score)).collect();
        hits.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.path.cmp(&b.path)));
        hits.truncate(query.limit.unwrap_or(DEFAULT_LIMIT));
        hits
    }

    /// When each indexed note was last changed.
    pub fn modified(&self) -> impl Iterator<Item = (&NotePath, i64)> {
        self.notes.iter().map(|(path, note)| (path, note.modified))
    }

    /// When a note was last changed, as far as the index knows it.
    pub fn modified_at(&self, path: &NotePath) -> Option<i64> {
        self.notes.get(path).map(|note| note.modified)
    }

    /// How many notes the index holds.
    pub fn notes(&self) -> usize {
        self.notes.len()
    }

    /// How rare a word form is in the vault: high for a word of few passages.
    pub fn rarity(&self, term: &str) -> f32 {
        let found = self.postings.get(term).map_or(0, BTreeMap::len);
        bm25::idf(self.passages.len(), found)
    }

    fn scores(&self, text: &str) -> BTreeMap<u32, f32> {
        let average = self.words / self.passages.len().max(1) as f64;
        let mut scores = BTreeMap::new();
        for term in tokenize::terms(text, Language::of(text)).distinct() {
            let Some(list) = self.postings.get(&term) else {
                continue;
            };
            let idf = self.rarity(&term);
            for (id, frequency) in list {
                let Some(passage) = self.passages.get(id) else {
                    continue;
                };
                let score = bm25::score(idf, *frequency, passage.words, average as f32);
                *scores.entry(*id).or_insert(0.0) += score;
            }
        }
        scores
    }

    fn head_terms(&self, path: &NotePath, text: &str, language: Language) -> BTreeMap<String, f32> {
        let frontmatter = Frontmatter::of(text);
        let mut head = BTreeMap::new();
        weigh(&mut head, path.title(), TITLE_WEIGHT, language);
        for key in ["aliases", "alias", "tags", "tag"] {
            for value in frontmatter.values(key) {
                weigh(&mut head, value, PROPERTY_WEIGHT, language);
            }
        }
        head
    }

    fn add(
        &mut self,
        path: &NotePath,
        passage: &chunk::Passage<'_>,
        head: &BTreeMap<String, f32>,
        language: Language,
    ) -> u32 {
        let id = self.next;
        self.next = self.next.wrapping_add(1);
        let mut weights = head.clone();
        for title in &passage.trail {
            weigh(&mut weights, title, HEADING_WEIGHT, language);
        }
        let words = weigh(&mut weights, &prose::plain(passage.text), 1.0, language) as f32;
        for (term, weight) in &weights {
            self.postings.entry(term.clone()).or_default().insert(id, *weight);
        }
        self.words += f64::from(words);
        let entry = PassageEntry {
            path: path.clone(),
            trail: passage.trail.clone(),
            first_line: u32::try_from(passage.first_line).unwrap_or(u32::MAX),
            last_line: u32::try_from(passage.last_line).unwrap_or(u32::MAX),
            words,
            terms: weights.into_keys().collect(),
        };
        self.passages.insert(id, entry);
        id
    }
}

impl PassageEntry {
    fn hit(&self, score: f32) -> Hit {
        Hit {
            path: self.path.clone(),
            heading: self.trail.join(" > "),
            first_line: self.first_line as usize,
            last_line: self.last_line as usize,
            passage: String::new(),
            score,
            found: "keyword".to_owned(),
        }
    }
}

/// Adds a field's words with its weight; answers with how many there were.
fn weigh(
    weights: &mut BTreeMap<String, f32>,
    text: &str,
    weight: f32,
    language: Language,
) -> usize {
    let terms = tokenize::terms(text, language).all;
    let count = terms.len();
    for term in terms {
        *weights.entry(term).or_insert(0.0) += weight;
    }
    count
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
        let before = index.clone();
        index.upsert(&path("New.md"), "entirely new words", 2);
        index.remove(&path("New.md"));
        index.next = before.next;
        assert_eq!(index, before);
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
