//! Extracts the text of a page with dom_smoothie, to compare it with our extractor.

use dom_smoothie::Readability;
use wasm_bindgen::prelude::wasm_bindgen;

/// Returns the main text of a page; empty if dom_smoothie finds none.
#[wasm_bindgen]
pub fn extract(html: &str, url: &str) -> String {
    let article = Readability::new(html, Some(url), None).and_then(|mut page| page.parse());
    article.map(|article| article.text_content.to_string()).unwrap_or_default()
}
