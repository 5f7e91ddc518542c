//! What dom_smoothie reads on a page, as text.

use dom_smoothie::Readability;
use wasm_bindgen::prelude::wasm_bindgen;

/// The main text of a page; empty where it finds none.
#[wasm_bindgen]
pub fn extract(html: &str, url: &str) -> String {
    let article = Readability::new(html, Some(url), None).and_then(|mut page| page.parse());
    article.map(|article| article.text_content.to_string()).unwrap_or_default()
}
