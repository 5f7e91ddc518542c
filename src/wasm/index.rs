//! The JavaScript class `Index`: a search index that can be used without an engine.

use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::notes::index::{Hit, Query, index_encoding};
use crate::notes::note::NotePath;
use crate::values::{Error, ErrorCode};
use crate::wasm::js_error::{conversion_error, to_js_error};

type JsException = JsValue;

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
    pub fn upsert(&mut self, path: &str, text: &str, modified: f64) -> Result<(), JsException> {
        self.inner.upsert(&note_path(path)?, text, modified as i64);
        Ok(())
    }

    /// Removes a note; does nothing if the index doesn't contain it.
    pub fn remove(&mut self, path: &str) -> Result<(), JsException> {
        self.inner.remove(&note_path(path)?);
        Ok(())
    }

    /// Moves a note to another path. If its title changes, it must be added again to be found by
    /// the new title.
    pub fn rename(&mut self, from: &str, to: &str) -> Result<(), JsException> {
        self.inner.rename(&note_path(from)?, &note_path(to)?);
        Ok(())
    }

    /// Returns the best passage of each matching note, best note first.
    pub fn search(&self, query: Ts<Query>) -> Result<Vec<Ts<Hit>>, JsException> {
        let query = query.to_rust().map_err(conversion_error)?;
        self.inner
            .search(&query)
            .iter()
            .map(|hit| hit.into_ts().map_err(conversion_error))
            .collect()
    }

    /// Converts the index to bytes that can be stored; `decode` reads them.
    pub fn encode(&self) -> Vec<u8> {
        index_encoding::encode(&self.inner)
    }

    /// Restores an index from the bytes that `encode` returned.
    pub fn decode(bytes: &[u8]) -> Result<JsIndex, JsException> {
        let unusable = || {
            to_js_error(Error::new(
                ErrorCode::IndexUnusable,
                "This index was written by another version of Ibid",
            ))
        };
        Ok(Self { inner: index_encoding::decode(bytes).ok_or_else(unusable)? })
    }

    /// Number of notes in the index.
    #[wasm_bindgen(getter)]
    pub fn notes(&self) -> usize {
        self.inner.note_count()
    }
}

fn note_path(path: &str) -> Result<NotePath, JsException> {
    NotePath::parse(path).map_err(to_js_error)
}
