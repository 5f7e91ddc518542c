//! Answers for a person: the notes that were found, each with the words around what was looked
//! for, and the notes that are near to the one that is open.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use serde::{Deserialize, Serialize};

use super::snippet::{Part, parts, snippet};
use super::{Library, LibraryState};
use crate::error::Result;
use crate::host::Host;
use crate::index::highlight::Wording;
use crate::index::language::{Language, is_unspaced};
use crate::index::{Hit, Query, tokenize};
use crate::note::{Lines, NotePath, prose};
use crate::research::section;

/// Notes that are shown when a request does not say how many.
const DEFAULT_LIMIT: usize = 20;

/// Words that a related note is shown with: a line of a narrow pane.
const TELLING_WORDS: usize = 6;

/// Chooses among the marked words of a passage those that are named beside it.
type Choose<'a> = dyn Fn(Vec<&str>, Language) -> Vec<String> + 'a;

/// Which note to find neighbours of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RelatedRequest {
    /// The note.
    pub path: String,
    /// Notes at the most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
}

/// What was found, and how far the library is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// Best first.
    pub notes: Vec<FoundNote>,
    /// How far the library is.
    pub library: LibraryState,
}

/// A note that was found, ready to be shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FoundNote {
    /// The note.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: NotePath,
    /// Its title, with the words that were looked for marked.
    pub title: Vec<Part>,
    /// The headings above the passage joined by ` > `.
    pub heading: String,
    /// One-based.
    pub first_line: usize,
    /// One-based, included.
    pub last_line: usize,
    /// What the passage says around the words that were looked for.
    pub snippet: Vec<Part>,
    /// Words of the query that stand in the passage; or the few words that tell most of what both
    /// notes share, most telling first.
    pub words: Vec<String>,
    /// Higher is better; comparable within one answer only.
    pub score: f32,
    /// How it was found.
    pub found: String,
    /// Whether the open note links to it or is linked from it; only for related notes.
    pub linked: bool,
}

impl Library {
    /// The best notes for what a person typed.
    pub async fn find(&self, host: &dyn Host, query: &Query) -> Result<Answer> {
        let query = Query { limit: query.limit.or(Some(DEFAULT_LIMIT)), ..query.clone() };
        let (hits, wording) = {
            let shelf = self.shelf.borrow();
            (shelf.index.search(&query), shelf.index.wording(&query))
        };
        let notes = shown_all(host, hits, &wording, &|words, _| distinct(words)).await;
        Ok(Answer { notes, library: self.state() })
    }

    /// The notes nearest to a note, by the words that tell it apart from the rest of the vault.
    pub async fn related(&self, host: &dyn Host, request: &RelatedRequest) -> Result<Answer> {
        let path = NotePath::parse(&request.path)?;
        let text = section::without_reports(&host.read(&path).await?);
        let limit = request.limit.unwrap_or(DEFAULT_LIMIT);
        let (hits, wording) = self.shelf.borrow().index.similar(&path, &text, limit);
        let rarity = |term: &str| self.shelf.borrow().index.rarity(term);
        let choose = |words: Vec<&str>, language| telling(words, language, &rarity);
        let mut notes = shown_all(host, hits, &wording, &choose).await;
        let shelf = self.shelf.borrow();
        let (out, back) = (shelf.graph.outlinks(&path), shelf.graph.backlinks(&path));
        for note in &mut notes {
            note.linked = out.contains(&note.path) || back.contains(&note.path);
        }
        drop((out, back));
        drop(shelf);
        Ok(Answer { notes, library: self.state() })
    }
}

async fn shown_all(
    host: &dyn Host,
    hits: Vec<Hit>,
    wording: &Wording,
    choose: &Choose<'_>,
) -> Vec<FoundNote> {
    let shown = join_all(hits.into_iter().map(|hit| shown(host, hit, wording, choose))).await;
    shown.into_iter().flatten().collect()
}

/// A hit with the words of its note; none for a note that is gone meanwhile.
async fn shown(
    host: &dyn Host,
    hit: Hit,
    wording: &Wording,
    choose: &Choose<'_>,
) -> Option<FoundNote> {
    let text = host.read(&hit.path).await.ok()?;
    let language = Language::of(&text);
    let lines = Lines::of(&text).range(hit.first_line, hit.last_line);
    let markdown = text.get(lines).unwrap_or_default();
    let passage = prose::plain(markdown);
    let title = hit.path.title();
    let marks = wording.marks(&passage, language);
    let marked = marks.into_iter().filter_map(|mark| passage.get(mark)).collect();
    let told = without_headings(&passage, &hit.heading, title);
    let code = code(markdown);
    let body = best_of(told, &code, |text| !wording.marks(text, language).is_empty());
    Some(FoundNote {
        title: parts(title, &wording.marks(title, language)),
        words: choose(marked, language),
        snippet: snippet(body, |text| wording.marks(text, language)),
        heading: hit.heading,
        first_line: hit.first_line,
        last_line: hit.last_line,
        score: hit.score,
        found: hit.found,
        linked: false,
        path: hit.path,
    })
}

/// A passage without the headings that it begins with: they are shown as its trail, or as the
/// note's title.
fn without_headings<'p>(passage: &'p str, trail: &str, title: &str) -> &'p str {
    let trail = prose::plain(&format!("# {trail}"));
    let shown = format!("> {title} > {trail} >");
    let mut rest = passage;
    while !rest.is_empty() {
        let (line, below) = rest.split_once('\n').unwrap_or((rest, ""));
        if !shown.contains(&format!("> {line} >")) {
            break;
        }
        rest = below;
    }
    rest
}

/// What stands in the fenced code of a passage.
fn code(markdown: &str) -> String {
    let mut inside = false;
    let is_code = |line: &&str| {
        let is_fence = ["```", "~~~"].iter().any(|fence| line.trim_start().starts_with(fence));
        inside ^= is_fence;
        inside && !is_fence
    };
    markdown.lines().filter(is_code).collect::<Vec<_>>().join("\n")
}

/// The prose of a passage, or its code when only that holds what was looked for.
fn best_of<'p>(prose: &'p str, code: &'p str, holds: impl Fn(&str) -> bool) -> &'p str {
    let is_code = !code.is_empty() && !holds(prose) && (prose.is_empty() || holds(code));
    if is_code { code } else { prose }
}

/// Words in order, each once, whatever its case.
fn distinct(words: Vec<&str>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let fresh = words.into_iter().filter(|word| seen.insert(word.to_lowercase()));
    fresh.map(str::to_owned).collect()
}

/// The few words that tell most, the rarest in the vault first; each in one form only.
fn telling(words: Vec<&str>, language: Language, rarity: &dyn Fn(&str) -> f32) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let is_fresh = |word: &&str| tokenize::term(word, language).is_some_and(|t| seen.insert(t));
    let rarest = |word: &str| {
        let terms = tokenize::word_terms(word, language);
        terms.iter().map(|term| rarity(term)).fold(0.0, f32::max)
    };
    let told = words.into_iter().filter(|word| tells(word)).filter(is_fresh);
    let mut weighed: Vec<(f32, &str)> = told.map(|word| (rarest(word), word)).collect();
    weighed.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut chosen: Vec<String> = Vec::new();
    for (_, word) in weighed {
        // Where no spaces are written, what is marked may be a part of what is marked elsewhere.
        let is_part = tokenize::is_run(word) && chosen.iter().any(|whole| whole.contains(word));
        if !is_part && chosen.len() < TELLING_WORDS {
            chosen.push(word.to_owned());
        }
    }
    chosen
}

/// Whether a word says something by itself: a bare number or a single letter does not.
fn tells(word: &str) -> bool {
    let mut letters = word.chars().filter(|c| c.is_alphabetic());
    letters.next().is_some_and(|first| is_unspaced(first) || letters.next().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::memory::MemoryHost;
    use crate::settings::Settings;

    fn check_body(trail: &str, passage: &str, expected: &str) {
        let body = without_headings(&prose::plain(passage), trail, "Tea").to_owned();
        assert_eq!(body, expected, "{trail}: {passage}");
    }

    #[test]
    fn a_heading_shown_above_is_not_repeated() {
        check_body("Water", "# Water\nSoft.", "Soft.");
        check_body("Tea > Water", "# Tea\n\n## Water\n\nSoft.\n\nHard.", "Soft.\nHard.");
        check_body("1. Heat > *Soft* [[water]]", "## *Soft* [[water]]\nLess.", "Less.");
        check_body("", "Tea\n\nis a drink", "is a drink");
        check_body("Water > Heat", "## Heat", "");
    }

    #[test]
    fn text_that_only_begins_like_a_heading_stays() {
        check_body("Water", "Water is soft.", "Water is soft.");
        check_body("Soft water", "water\n\nis wet", "water\nis wet");
        check_body("", "Soft.", "Soft.");
    }

    fn check_best(passage: &str, expected: &str) {
        let best =
            best_of(&prose::plain(passage), &code(passage), |t| t.contains("tea")).to_owned();
        assert_eq!(best, expected, "{passage}");
    }

    #[test]
    fn code_is_shown_when_only_it_holds_the_words() {
        check_best("Brew:\n```js\ntea();\nmilk();\n```\n[a](b)", "tea();\nmilk();");
        check_best("Brew tea:\n\n```\ntea();\n```", "Brew tea:");
        check_best("~~~\nmilk\n~~~", "milk");
        check_best("Brew:\n```\nmilk\n```", "Brew:");
    }

    fn check_telling(words: &str, expected: &str) {
        let rarity = |term: &str| if term.starts_with("rar") { 5.0 } else { 1.0 };
        let words = words.split(' ').collect::<Vec<_>>();
        assert_eq!(telling(words, Language::English, &rarity).join(" "), expected);
    }

    #[test]
    fn of_the_words_in_common_the_telling_ones_are_named() {
        check_telling("mug mugs Mug tea", "mug tea");
        check_telling("93 3.5 2024 x 93g tea", "tea");
        check_telling("tea rare mug rarely rarity", "rare rarity tea mug");
        check_telling("a1b cup pot jar tin lid pan", "a1b cup pot jar tin lid");
        check_telling("堆肥桶 水 堆肥", "堆肥桶 水");
    }

    #[test]
    fn related_notes_say_why_they_are_and_what_they_say() {
        let host = MemoryHost::with(&[
            ("Mugs.md", "# Mugs\n\nTwo mugs hold 93 grams of sencha; a third mug is stoneware."),
            ("Sencha.md", "# Brewing\n\nSencha from a stoneware mug at 93 grams."),
            ("Soil.md", "Worms and roots."),
            ("More.md", "Grams and grams again."),
        ]);
        let library = Library::default();
        let request = RelatedRequest { path: "Sencha.md".into(), limit: Some(1) };
        let answer = pollster::block_on(async {
            library.sync(&host, &Settings::default()).await?;
            library.related(&host, &request).await
        });
        let notes = answer.unwrap().notes;
        let shown: Vec<String> = notes[0].snippet.iter().map(|part| part.text.clone()).collect();
        assert_eq!(shown.concat(), "Two mugs hold 93 grams of sencha; a third mug is stoneware.");
        assert_eq!(notes[0].words, ["Mugs", "sencha", "stoneware", "grams"]);
    }
}
