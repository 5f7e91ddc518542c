//! Embeddings of texts for which a caller waits: a search query, the topics of a run, and its
//! findings.

use crate::host::Host;
use crate::host::session::PrivacyCheck;
use crate::language::{Language, tokenize};
use crate::library::Library;
use crate::library::embedding_sync::{EMBEDDING_RATE_LIMIT, TEXTS_PER_REQUEST, to_user_result};
use crate::library::vault::EmbeddingHits;
use crate::model::llm::{EmbeddingEndpoint, embedding};
use crate::notes::index::{EmbeddingIndex, Query, SearchMode};
use crate::safety::privacy::OutgoingText;
use crate::settings::Settings;
use crate::values::Result;

/// Time limit for the embedding of a search query, in milliseconds. After it, the search returns
/// only keyword results.
const QUERY_EMBEDDING_TIMEOUT_MILLIS: u32 = 5_000;

/// Time limit for one request for embeddings in a research run, in milliseconds. It is long,
/// because a model on the user's machine needs a while for many texts.
const RESEARCH_EMBEDDING_TIMEOUT_MILLIS: u32 = 30_000;

/// Maximum number of nearest notes that are returned for each text.
const MAX_NEAREST_NOTES: usize = 20;

/// Minimum number of words of a query that is searched by keywords and by embedding. A shorter
/// query is mostly a name, which keyword search finds better.
const MIN_EMBEDDED_QUERY_WORDS: usize = 3;

impl Library {
    /// Returns the vector of a query. Returns `None` if only keywords are searched, for example
    /// because the query has only one or two words, or because the model failed its evaluation in
    /// the query's language.
    pub(super) async fn query_vector(
        &self,
        host: &dyn Host,
        settings: &Settings,
        privacy: PrivacyCheck<'_>,
        query: &Query,
    ) -> Result<Option<Vec<f32>>> {
        let Some(endpoint) = self.endpoint_with_stored_embeddings(settings) else {
            return Ok(None);
        };
        if self.embedding_ranking_weight(query) == 0.0 {
            return Ok(None);
        }
        if let Some((text, vector)) = &*self.last_query.borrow()
            && *text == query.text
        {
            return Ok(Some(vector.clone()));
        }
        let text = privacy.build_redactor(&[], &[&query.text], "").await?.redact(&query.text);
        let vectors = self
            .request_vectors_without_retry(host, &endpoint, &[text], QUERY_EMBEDDING_TIMEOUT_MILLIS)
            .await;
        let vector = vectors?.pop();
        *self.last_query.borrow_mut() = vector.clone().map(|vector| (query.text.clone(), vector));
        Ok(vector)
    }

    /// Finds the notes nearest to each text by embedding; empty if the vault has no embeddings.
    pub(super) async fn notes_nearest_to_texts(
        &self,
        host: &dyn Host,
        settings: &Settings,
        texts: &[OutgoingText],
    ) -> Result<Vec<EmbeddingHits>> {
        let Some(endpoint) = self.endpoint_with_stored_embeddings(settings) else {
            return Ok(Vec::new());
        };
        let mut all = Vec::new();
        for texts in texts.chunks(TEXTS_PER_REQUEST) {
            let vectors = self
                .request_vectors_without_retry(
                    host,
                    &endpoint,
                    texts,
                    RESEARCH_EMBEDDING_TIMEOUT_MILLIS,
                )
                .await?;
            let pairs = texts.iter().zip(&vectors);
            all.extend(
                pairs.map(|(text, vector)| self.notes_nearest_to_vector(text.as_str(), vector)),
            );
        }
        Ok(all)
    }

    fn notes_nearest_to_vector(&self, text: &str, vector: &[f32]) -> EmbeddingHits {
        let state = self.state.borrow();
        let embeddings = self.embeddings.borrow();
        let all_notes = Query { max_hits: Some(MAX_NEAREST_NOTES), ..Query::default() };
        let nearest = |embeddings: &EmbeddingIndex| {
            state.index.search_by_embedding(&all_notes, embeddings, vector)
        };
        EmbeddingHits {
            hits: embeddings.as_ref().map(nearest).unwrap_or_default(),
            embedding_ranking_weight: self
                .ranking_weight_in_language(state.index.detect_language(text)),
        }
    }

    /// Returns the embedding service from the settings if the stored embeddings come from it.
    pub(super) fn endpoint_with_stored_embeddings(
        &self,
        settings: &Settings,
    ) -> Option<EmbeddingEndpoint> {
        let endpoint = settings.embedding_endpoint()?;
        let is_source = |stored: &EmbeddingIndex| {
            stored.vector_count() > 0
                && stored.endpoint_and_model() == endpoint.endpoint_and_model()
        };
        let is_active = self.embeddings.borrow().as_ref().is_some_and(is_source);
        is_active.then_some(endpoint)
    }

    /// Requests the vectors of some texts within a time limit and without retries.
    async fn request_vectors_without_retry(
        &self,
        host: &dyn Host,
        endpoint: &EmbeddingEndpoint,
        texts: &[OutgoingText],
        timeout_millis: u32,
    ) -> Result<Vec<Vec<f32>>> {
        let request = embedding::request(texts, endpoint).purpose("search by meaning");
        let request = request.timeout(timeout_millis);
        let parse = |response: &_| embedding::parse(response, texts.len());
        let result =
            self.client.send_without_retries(host, request, EMBEDDING_RATE_LIMIT, parse).await;
        to_user_result(result)
    }

    /// Returns how much the embedding ranking counts for a query when it is merged with the keyword
    /// ranking, which counts 1. With 0, only keywords are searched.
    pub(super) fn embedding_ranking_weight(&self, query: &Query) -> f32 {
        let mut words = 0;
        tokenize::for_each_word(&query.text, &mut |_| words += 1);
        match query.mode {
            SearchMode::Keyword => 0.0,
            SearchMode::Semantic => 1.0,
            SearchMode::Hybrid if words < MIN_EMBEDDED_QUERY_WORDS => 0.0,
            SearchMode::Hybrid => self
                .ranking_weight_in_language(self.state.borrow().index.detect_language(&query.text)),
        }
    }

    /// Returns how much the embedding ranking counts for texts in a language, as measured on the
    /// notes of the vault; the keyword ranking counts 1.
    pub(super) fn ranking_weight_in_language(&self, language: Language) -> f32 {
        self.embeddings
            .borrow()
            .as_ref()
            .map_or(0.0, |embeddings| embeddings.ranking_weight(language))
    }
}
