//! Search for the user: the notes that match a query, each with a snippet, and the notes related
//! to the open note.

use crate::host::Host;
use crate::host::session::PrivacyCheck;
use crate::language::Language;
use crate::library::hit_display::{
    FoundText, distinct_words, passage_markdown, to_found_note, to_found_notes,
};
use crate::library::search_results::{NoteSearchResults, RelatedRequest};
use crate::library::shared_words::NoteVocabulary;
use crate::library::similarity::{
    Similarities, embedding_similarities, highest, keyword_similarities, set_similarities,
};
use crate::library::{Library, LibraryState};
use crate::notes::index::{
    Highlighter, Hit, ParsedQuery, Query, Ranking, SearchMode, SimilarNotes, fuse_hits, query,
};
use crate::notes::note::{NotePath, prose, report_section};
use crate::settings::Settings;
use crate::values::Result;

/// Maximum number of results if the request does not set one.
const DEFAULT_MAX_RESULTS: usize = 20;

/// Number of the best hits that the keyword ranking and the embedding ranking each contribute to
/// the merged ranking. Lower hits are hardly relevant.
pub(super) const HITS_PER_RANKING: usize = 100;

impl Library {
    /// Finds the best notes for a query, by keywords and by embedding if the vault has embeddings.
    pub async fn search_notes(
        &self,
        host: &dyn Host,
        settings: &Settings,
        privacy: PrivacyCheck<'_>,
        query: &Query,
    ) -> Result<NoteSearchResults> {
        let (hits, trouble) = self.search_hits(host, settings, privacy, query).await;
        let highlighter = self.state.borrow().index.highlighter(query);
        let choose = |text: FoundText<'_>| distinct_words(text.matched_words);
        let notes = to_found_notes(host, hits, &highlighter, &choose).await;
        Ok(NoteSearchResults { notes, library_status: self.status(), embedding_error: trouble })
    }

    /// Finds the best passage of each note for a query, best first, and the error message if the
    /// embedding service failed, so that only keywords were searched. The passages have no text.
    pub async fn search_hits(
        &self,
        host: &dyn Host,
        settings: &Settings,
        privacy: PrivacyCheck<'_>,
        query: &Query,
    ) -> (Vec<Hit>, Option<String>) {
        let query =
            Query { max_hits: query.max_hits.or(Some(DEFAULT_MAX_RESULTS)), ..query.clone() };
        let vector = self.query_vector(host, settings, privacy, &query).await;
        let (vector, trouble) = match vector {
            Ok(vector) => (vector, None),
            Err(error) => (None, Some(format!("Keyword results only. {}.", error.message))),
        };
        let state = self.state.borrow();
        let hits = match &vector {
            Some(vector) => self.search_hybrid(&state, &query, vector),
            None => state.index.search(&query),
        };
        (hits, trouble)
    }

    fn search_hybrid(&self, state: &LibraryState, query: &Query, vector: &[f32]) -> Vec<Hit> {
        let embeddings = self.embeddings.borrow();
        let Some(embeddings) = &*embeddings else { return state.index.search(query) };
        let limit = query.max_hits.unwrap_or(DEFAULT_MAX_RESULTS);
        let deep = Query { max_hits: Some(limit.max(HITS_PER_RANKING)), ..query.clone() };
        let nearest = state.index.search_by_embedding(&deep, embeddings, vector);
        let weight = self.embedding_ranking_weight(query);
        let mut rankings = vec![Ranking { items: nearest, weight }];
        if query.mode != SearchMode::Semantic {
            rankings.push(Ranking { items: state.index.search(&deep), weight: 1.0 });
        }
        fuse_hits(rankings, limit)
    }

    /// Finds the passages of one note that match a query, best first. Searches by keywords only, so
    /// it sends nothing.
    pub async fn search_in_note(
        &self,
        host: &dyn Host,
        query: &Query,
        path: &str,
    ) -> Result<NoteSearchResults> {
        let path = NotePath::parse(path)?;
        let text = host.read(&path).await?;
        let (hits, highlighter) = {
            let index = &self.state.borrow().index;
            (index.search_in_note(query, &path), index.highlighter(query))
        };
        let parsed = query::parse(&query.text);
        let matching = hits.into_iter().filter(|hit| meets_text_conditions(&text, hit, &parsed));
        let notes = matching.take(query.max_hits.unwrap_or(DEFAULT_MAX_RESULTS)).map(|hit| {
            to_found_note(&text, hit, &highlighter, &|text: FoundText<'_>| {
                distinct_words(text.matched_words)
            })
        });
        let notes = notes.collect();
        Ok(NoteSearchResults { notes, library_status: self.status(), embedding_error: None })
    }

    /// Finds the notes related to a note, by embedding and by the note's words that are rare in the
    /// vault.
    pub async fn search_related_notes(
        &self,
        host: &dyn Host,
        request: &RelatedRequest,
    ) -> Result<NoteSearchResults> {
        let path = NotePath::parse(&request.path)?;
        let text = report_section::without_reports(&host.read(&path).await?);
        let limit = request.limit.unwrap_or(DEFAULT_MAX_RESULTS);
        let RelatedHits { hits, mut highlighter, similarities } =
            self.related_hits(&path, &text, limit);
        let own_words = NoteVocabulary::read(path.title(), &text);
        // General words and numbers help to find notes, but would explain nothing in a snippet.
        highlighter.retain(|term| own_words.contains(term));
        let rarity = |term: &str| self.state.borrow().index.rarity(term);
        let choose = |other: FoundText<'_>| {
            let words = NoteVocabulary::read(other.title, other.markdown);
            own_words.most_telling_shared_words(&words, &rarity)
        };
        let mut notes = to_found_notes(host, hits, &highlighter, &choose).await;
        set_similarities(&mut notes, &similarities);
        let state = self.state.borrow();
        let (outlinks, backlinks) = (state.graph.outlinks(&path), state.graph.backlinks(&path));
        for note in &mut notes {
            note.is_linked_to_query_note =
                outlinks.contains(&note.path) || backlinks.contains(&note.path);
        }
        drop((outlinks, backlinks));
        drop(state);
        Ok(NoteSearchResults { notes, library_status: self.status(), embedding_error: None })
    }

    /// Finds related passages by words, and by the stored embeddings of the note if it has any.
    /// Sends no request, so it also works for private notes.
    fn related_hits(&self, path: &NotePath, text: &str, limit: usize) -> RelatedHits {
        let index = &self.state.borrow().index;
        let embeddings = self.embeddings.borrow();
        let trust = self.ranking_weight_in_language(Language::detect(text));
        let embeddings = embeddings.as_ref().filter(|_| trust > 0.0);
        let with_vector = embeddings.and_then(|it| Some((it, it.note_vector(path)?)));
        let Some((embeddings, vector)) = with_vector else {
            let SimilarNotes { hits, highlighter, own_score } =
                index.similar_notes(path, text, limit);
            let similarities = keyword_similarities(&hits, own_score);
            return RelatedHits { hits, highlighter, similarities };
        };
        let SimilarNotes { hits, highlighter, own_score } =
            index.similar_notes(path, text, limit.max(HITS_PER_RANKING));
        let all_notes =
            Query { max_hits: Some(limit.max(HITS_PER_RANKING) + 1), ..Query::default() };
        let mut nearest = index.search_by_embedding(&all_notes, embeddings, &vector);
        nearest.retain(|hit| hit.path != *path);
        let similarities =
            highest(keyword_similarities(&hits, own_score), embedding_similarities(&nearest));
        let rankings = [(nearest, trust), (hits, 1.0)];
        let rankings = rankings.map(|(items, weight)| Ranking { items, weight });
        RelatedHits { hits: fuse_hits(rankings.into(), limit), highlighter, similarities }
    }
}

/// Whether a passage contains the phrases of a query and none of the excluded texts. A search for
/// notes checks this for whole notes.
fn meets_text_conditions(text: &str, hit: &Hit, parsed: &ParsedQuery<'_>) -> bool {
    let normalize = |text: &str| {
        let words: Vec<&str> = text.split_whitespace().collect();
        words.join(" ").to_lowercase()
    };
    let passage = normalize(&prose::plain_text(passage_markdown(text, hit)));
    let contains = |wanted: &&str| passage.contains(&normalize(wanted));
    parsed.phrases.iter().all(&contains) && !parsed.excluded_texts.iter().any(contains)
}

/// The passages related to a note, best first.
struct RelatedHits {
    hits: Vec<Hit>,
    /// Finds the words in a passage that it shares with the note.
    highlighter: Highlighter,
    similarities: Similarities,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::MemoryHost;
    use crate::settings::Settings;

    #[test]
    fn a_related_note_has_a_snippet_and_the_shared_words() {
        let host = MemoryHost::with_notes(&[
            ("Mugs.md", "# Mugs\n\nTwo mugs hold 93 grams of sencha; a third mug is stoneware."),
            ("Sencha.md", "# Brewing\n\nSencha from a stoneware mug at 93 grams."),
            ("Soil.md", "Worms and roots."),
            ("More.md", "Grams and grams again."),
        ]);
        let library = Library::default();
        let request = RelatedRequest { path: "Sencha.md".into(), limit: Some(1) };
        let answer = pollster::block_on(async {
            library.sync(&host, &Settings::default()).await?;
            library.search_related_notes(&host, &request).await
        });
        let notes = answer.unwrap().notes;
        let shown: Vec<String> =
            notes[0].snippet_spans.iter().map(|part| part.text.clone()).collect();
        let marked = notes[0].snippet_spans.iter().filter(|part| part.is_highlighted);
        let marked: Vec<&str> = marked.map(|part| part.text.as_str()).collect();
        assert_eq!(marked, ["mugs", "sencha", "mug", "stoneware"]);
        assert_eq!(shown.concat(), "Two mugs hold 93 grams of sencha; a third mug is stoneware.");
        assert_eq!(notes[0].matched_words, ["mugs", "sencha", "stoneware"]);
        let similarity = notes[0].similarity.unwrap();
        assert!(similarity > 0.2 && similarity < 0.9, "{similarity}");
    }

    #[test]
    fn all_matching_passages_of_one_note_are_found() {
        let host = MemoryHost::with_notes(&[
            (
                "Tea.md",
                "# Water\nSoft water.\n\n# Heat\nHot water, not\nboiling water.\n\n# Milk\nNone.",
            ),
            ("Other.md", "Water, water, soft water."),
        ]);
        let library = Library::default();
        pollster::block_on(library.sync(&host, &Settings::default())).unwrap();
        let found = |text: &str| -> Vec<usize> {
            let query = Query { text: text.into(), ..Query::default() };
            let results = pollster::block_on(library.search_in_note(&host, &query, "Tea.md"));
            results.unwrap().notes.iter().map(|note| note.first_line).collect()
        };
        let mut lines = found("water");
        lines.sort_unstable();
        assert_eq!(lines, [1, 4]);
        assert_eq!(found("\"not boiling\" water"), [4]);
        assert_eq!(found("water -soft"), [4]);
        assert_eq!(found("zebra"), Vec::<usize>::new());
    }
}
