//! Recognises headings above footnotes, such as “Notes”.

use std::sync::LazyLock;

use crate::language::{WordSet, word_list};
use crate::values::html::{Dom, NodeId};
use crate::web::page::markdown::whitespace::collapse_whitespace;

/// Headings above a list of footnotes, such as “notes”, in lower case.
static FOOTNOTE_HEADINGS: WordSet =
    LazyLock::new(|| word_list::word_set(include_str!("footnote_words.txt"), "headings"));

/// Whether an element is a heading such as “Notes”.
pub fn is_footnote_heading(dom: &Dom, id: NodeId) -> bool {
    dom.tag(id).heading_level().is_some() && {
        let text = collapse_whitespace(&dom.text_content(id)).to_lowercase();
        FOOTNOTE_HEADINGS.contains(&text.trim_matches([':', ' ']))
    }
}
