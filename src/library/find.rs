//! Answers for a person: the notes that were found, each with the words around what was looked
//! for, and the notes that are near to the one that is open.

mod shown;
mod words;

use serde::{Deserialize, Serialize};

use self::shown::shown_all;
use self::words::{distinct, telling};
use crate::error::Result;
use crate::host::Host;
use crate::index::language::Language;
use crate::index::rank_fusion::{Ranking, fuse_hits};
use crate::index::search::SimilarNotes;
use crate::index::{Hit, MatchKind, Query, SearchMode};
use crate::library::snippet::Part;
use crate::library::{Library, LibraryState, LibraryStatus};
use crate::note::{NotePath, report_section};
use crate::session::Privacy;
use crate::settings::Settings;

/// Notes that are shown when a request does not say how many.
const DEFAULT_LIMIT: usize = 20;

/// How deep words and meaning are fused: further down neither tells much.
pub(super) const FUSED: usize = 100;

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
    pub library: LibraryStatus,
    /// Why the notes were found by their words alone, when meaning was asked for and failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
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
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub found: MatchKind,
    /// Whether the open note links to it or is linked from it; only for related notes.
    pub linked: bool,
}

impl Library {
    /// The best notes for what a person typed: by words, and by meaning where that is known.
    pub async fn find(
        &self,
        host: &dyn Host,
        (settings, privacy): (&Settings, Privacy<'_>),
        query: &Query,
    ) -> Result<Answer> {
        let query = Query { limit: query.limit.or(Some(DEFAULT_LIMIT)), ..query.clone() };
        let (meaning, trouble) = match self.meaning_of(host, (settings, privacy), &query).await {
            Ok(meaning) => (meaning, None),
            Err(error) => (None, Some(format!("Keyword results only. {}.", error.message))),
        };
        let (hits, highlighter) = {
            let state = self.state.borrow();
            let hits = match &meaning {
                Some(vector) => self.by_both(&state, &query, vector),
                None => state.index.search(&query),
            };
            (hits, state.index.highlighter(&query))
        };
        let notes = shown_all(host, hits, &highlighter, &|words, _| distinct(words)).await;
        Ok(Answer { notes, library: self.state(), trouble })
    }

    fn by_both(&self, state: &LibraryState, query: &Query, vector: &[f32]) -> Vec<Hit> {
        let held = self.meanings.borrow();
        let Some(meanings) = &*held else { return state.index.search(query) };
        let limit = query.limit.unwrap_or(DEFAULT_LIMIT);
        let deep = Query { limit: Some(limit.max(FUSED)), ..query.clone() };
        let meant = state.index.search_by_embedding(&deep, meanings, vector);
        let mut rankings = vec![Ranking { items: meant, weight: self.meaning_weight(query) }];
        if query.mode != SearchMode::Semantic {
            rankings.push(Ranking { items: state.index.search(&deep), weight: 1.0 });
        }
        fuse_hits(rankings, limit)
    }

    /// The notes nearest to a note, by the words that tell it apart from the rest of the vault.
    pub async fn related(&self, host: &dyn Host, request: &RelatedRequest) -> Result<Answer> {
        let path = NotePath::parse(&request.path)?;
        let text = report_section::without_reports(&host.read(&path).await?);
        let limit = request.limit.unwrap_or(DEFAULT_LIMIT);
        let SimilarNotes { hits, highlighter } = self.near(&path, &text, limit);
        let rarity = |term: &str| self.state.borrow().index.rarity(term);
        let choose = |words: Vec<&str>, language| telling(words, language, &rarity);
        let mut notes = shown_all(host, hits, &highlighter, &choose).await;
        let state = self.state.borrow();
        let (out, back) = (state.graph.outlinks(&path), state.graph.backlinks(&path));
        for note in &mut notes {
            note.linked = out.contains(&note.path) || back.contains(&note.path);
        }
        drop((out, back));
        drop(state);
        Ok(Answer { notes, library: self.state(), trouble: None })
    }

    /// The neighbours of a note by words, and by meaning where that is known; nothing is asked
    /// for, so a private note has them too, by words.
    fn near(&self, path: &NotePath, text: &str, limit: usize) -> SimilarNotes {
        let index = &self.state.borrow().index;
        let held = self.meanings.borrow();
        let trust = self.trust(Language::detect(text));
        let meaning = held.as_ref().filter(|_| trust > 0.0);
        let meaning = meaning.and_then(|meanings| Some((meanings, meanings.note_vector(path)?)));
        let Some((meanings, vector)) = meaning else { return index.similar(path, text, limit) };
        let SimilarNotes { hits, highlighter } = index.similar(path, text, limit.max(FUSED));
        let everywhere = Query { limit: Some(limit.max(FUSED) + 1), ..Query::default() };
        let mut meant = index.search_by_embedding(&everywhere, meanings, &vector);
        meant.retain(|hit| hit.path != *path);
        let rankings = [(meant, trust), (hits, 1.0)];
        let rankings = rankings.map(|(items, weight)| Ranking { items, weight });
        SimilarNotes { hits: fuse_hits(rankings.into(), limit), highlighter }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::memory::MemoryHost;
    use crate::settings::Settings;

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
