//! The JavaScript class `Index`: a search index that can be used without an engine.

use tsify::Ts;
use wasm_bindgen::prelude::*;

use crate::notes::index::{Hit, Query, index_encoding};
use crate::notes::note::NotePath;
use crate::values::{Error, ErrorCode};
use crate::wasm::call::{JsParameter, JsResult, to_js};

/// A search index of passages. It does not contain the text of notes.
#[wasm_bindgen(js_name = Index)]
#[derive(Default)]
pub struct JsIndex {
    inner: crate::notes::index::VaultIndex,
}

#[wasm_bindgen(js_class = Index)]
impl JsIndex {
    /// Creates an empty index.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a note, or replaces it if the index already contains it.
    pub fn upsert(&mut self, path: &str, text: &str, modified: f64) -> JsResult<()> {
        self.inner.upsert(&NotePath::parse(path)?, text, modified as i64);
        Ok(())
    }

    /// Removes a note; does nothing if the index doesn't contain it.
    pub fn remove(&mut self, path: &str) -> JsResult<()> {
        self.inner.remove(&NotePath::parse(path)?);
        Ok(())
    }

    /// Moves a note to another path. If its title changes, it must be added again to be found by
    /// the new title.
    pub fn rename(&mut self, from: &str, to: &str) -> JsResult<()> {
        self.inner.rename(&NotePath::parse(from)?, &NotePath::parse(to)?);
        Ok(())
    }

    /// Returns the best passage of each matching note, best note first.
    pub fn search(&self, query: Ts<Query>) -> JsResult<Vec<Ts<Hit>>> {
        to_js(self.inner.search(&query.into_value()?))
    }

    /// Converts the index to bytes that can be stored; `decode` reads them.
    pub fn encode(&self) -> Vec<u8> {
        index_encoding::encode(&self.inner)
    }

    /// Restores an index from the bytes that `encode` returned.
    pub fn decode(bytes: &[u8]) -> JsResult<JsIndex> {
        let message = "This index was written by another version of Ibid";
        let unusable = || Error::new(ErrorCode::IndexUnusable, message);
        Ok(Self { inner: index_encoding::decode(bytes).ok_or_else(unusable)? })
    }

    /// Number of notes in the index.
    #[wasm_bindgen(getter)]
    pub fn notes(&self) -> usize {
        self.inner.note_count()
    }
}
