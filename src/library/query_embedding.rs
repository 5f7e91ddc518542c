//! What a text means that somebody waits for: a query, the topics of a run, what it found.

use crate::error::Result;
use crate::host::Host;
use crate::index::embedding::EmbeddingIndex;
use crate::index::language::Language;
use crate::index::{Query, SearchMode, tokenize};
use crate::library::embedding_sync::{MANNERS, TEXTS_AT_ONCE, told};
use crate::library::{Library, Meant};
use crate::llm::embedding::{self, EmbeddingEndpoint};
use crate::privacy::OutgoingText;
use crate::session::Privacy;
use crate::settings::Settings;

/// Nobody waits longer for a search: what was found by words is on show meanwhile.
const QUERY_TIMEOUT_MILLIS: u32 = 5_000;

/// Nor in a run: many texts at once take a model on the person's own machine a while.
const RUN_TIMEOUT_MILLIS: u32 = 30_000;

/// Notes that a text is near to.
const MEANT: usize = 20;

/// A query of fewer words names a thing, and words find that better.
const FEWEST_WORDS: usize = 3;

impl Library {
    /// The meaning of a query, where that helps to find what was meant: not for one or two words,
    /// and not in a language in which the model failed when it was tried.
    pub(super) async fn meaning_of(
        &self,
        host: &dyn Host,
        (settings, privacy): (&Settings, Privacy<'_>),
        query: &Query,
    ) -> Result<Option<Vec<f32>>> {
        let Some(endpoint) = self.known_endpoint(settings) else { return Ok(None) };
        if self.meaning_weight(query) == 0.0 {
            return Ok(None);
        }
        if let Some((text, vector)) = &*self.asked.borrow()
            && *text == query.text
        {
            return Ok(Some(vector.clone()));
        }
        let text = privacy.redactor(&[], &[&query.text], "").await?.redact(&query.text);
        let vector = self.asked_once(host, &endpoint, &[text], QUERY_TIMEOUT_MILLIS).await?.pop();
        *self.asked.borrow_mut() = vector.clone().map(|vector| (query.text.clone(), vector));
        Ok(vector)
    }

    /// What texts are near to in meaning, where meanings are known.
    pub(super) async fn meant_by(
        &self,
        host: &dyn Host,
        settings: &Settings,
        texts: &[OutgoingText],
    ) -> Result<Vec<Meant>> {
        let Some(endpoint) = self.known_endpoint(settings) else { return Ok(Vec::new()) };
        let mut all = Vec::new();
        for texts in texts.chunks(TEXTS_AT_ONCE) {
            let vectors = self.asked_once(host, &endpoint, texts, RUN_TIMEOUT_MILLIS).await?;
            let near =
                |(text, vector): (&OutgoingText, &Vec<f32>)| self.near_to(text.as_str(), vector);
            all.extend(texts.iter().zip(&vectors).map(near));
        }
        Ok(all)
    }

    fn near_to(&self, text: &str, vector: &[f32]) -> Meant {
        let state = self.state.borrow();
        let meanings = self.meanings.borrow();
        let everywhere = Query { limit: Some(MEANT), ..Query::default() };
        let near = |meanings: &EmbeddingIndex| {
            state.index.search_by_embedding(&everywhere, meanings, vector)
        };
        Meant {
            hits: meanings.as_ref().map(near).unwrap_or_default(),
            trust: self.trust(state.index.detect_language(text)),
        }
    }

    /// The service of the person's choice, if it is the one whose meanings are known.
    pub(super) fn known_endpoint(&self, settings: &Settings) -> Option<EmbeddingEndpoint> {
        let endpoint = settings.embedding_endpoint()?;
        let is_known = |meanings: &EmbeddingIndex| {
            meanings.vector_count() > 0 && meanings.source() == endpoint.name()
        };
        let known = self.meanings.borrow().as_ref().is_some_and(is_known);
        known.then_some(endpoint)
    }

    /// What texts mean, for somebody who waits for it.
    async fn asked_once(
        &self,
        host: &dyn Host,
        endpoint: &EmbeddingEndpoint,
        texts: &[OutgoingText],
        millis: u32,
    ) -> Result<Vec<Vec<f32>>> {
        let request = embedding::request(texts, endpoint).purpose("search by meaning");
        let hurried = request.timeout(millis);
        let parse = |response: &_| embedding::parse(response, texts.len());
        told(self.client.request_once(host, hurried, MANNERS, parse).await)
    }

    /// How much meaning counts against words for a query.
    pub(super) fn meaning_weight(&self, query: &Query) -> f32 {
        let mut words = 0;
        tokenize::for_each_word(&query.text, &mut |_| words += 1);
        match query.mode {
            SearchMode::Keyword => 0.0,
            SearchMode::Semantic => 1.0,
            SearchMode::Hybrid if words < FEWEST_WORDS => 0.0,
            SearchMode::Hybrid => {
                self.trust(self.state.borrow().index.detect_language(&query.text))
            }
        }
    }

    /// How far the model's word counts in a language, against once for the words themselves.
    pub(super) fn trust(&self, language: Language) -> f32 {
        self.meanings.borrow().as_ref().map_or(0.0, |meanings| meanings.ranking_weight(language))
    }
}
