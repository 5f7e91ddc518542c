//! The text of a source, split into passages, and the passages and sentences that are nearest to a
//! sentence of the note.

use std::collections::BTreeSet;

use crate::language::{Language, sentence_split, tokenize};
use crate::notes::chunk;
use crate::notes::note::prose;
use crate::values::StableSort;
use crate::values::text::truncated_line;

/// Maximum length of the nearest sentence that the user sees, in characters.
const MAX_SHOWN_CHARACTERS: usize = 400;

/// A note or page that was read.
#[derive(Debug)]
pub struct SourceText {
    passages: Vec<SourcePassage>,
    language: Language,
}

/// A passage of a source.
#[derive(Debug)]
pub struct SourcePassage {
    /// The title of the source and the headings above the passage, which count as evidence.
    pub title: String,
    /// The text without markup.
    pub text: String,
    terms: BTreeSet<String>,
}

/// A passage and how near it is to a sentence.
#[derive(Debug, Clone, Copy)]
pub struct RankedPassage<'s> {
    pub passage: &'s SourcePassage,
    /// The share of the sentence's words that the passage contains, from 0 to 1.
    pub coverage: f32,
}

impl SourceText {
    /// Splits the Markdown of a note or page into passages. `title` is what is known about the source
    /// besides its text: its title, its author and who published it.
    pub fn from_markdown(title: &str, markdown: &str) -> Self {
        let language = Language::detect(&prose::plain_text(markdown));
        let passage = |passage: chunk::Passage<'_>| {
            let trail = passage.heading_trail.join(" ");
            let text = prose::plain_text_with_row_sentences(passage.text);
            let title = format!("{title} {trail}").trim().to_owned();
            let terms = tokenize::distinct_terms(&format!("{title}\n{text}"), language);
            SourcePassage { title, text, terms }
        };
        let passages = chunk::passages_without_frontmatter(markdown).map(passage);
        Self { passages: passages.filter(|it| !it.text.is_empty()).collect(), language }
    }

    /// Whether the source is longer than one passage, so that much of it is about something else.
    pub fn has_several_passages(&self) -> bool {
        self.passages.len() > 1
    }

    /// The share of the words of a text that a passage contains, from 0 to 1.
    pub fn coverage(&self, passage: &SourcePassage, text: &str) -> f32 {
        coverage(&tokenize::distinct_terms(text, self.language), &passage.terms)
    }

    /// The passages that have most words of a sentence, best first.
    pub fn nearest_passages(&self, sentence: &str, limit: usize) -> Vec<RankedPassage<'_>> {
        let terms = tokenize::distinct_terms(sentence, self.language);
        let rank = |passage| RankedPassage { passage, coverage: coverage(&terms, &passage.terms) };
        let mut ranked: Vec<RankedPassage<'_>> = self.passages.iter().map(rank).collect();
        ranked.stable_sort_by(|a, b| b.coverage.total_cmp(&a.coverage));
        ranked.truncate(limit);
        ranked
    }

    /// The sentence of a passage that has most words of a sentence of the note; `None` if none has
    /// any.
    pub fn nearest_sentence(&self, passage: &SourcePassage, sentence: &str) -> Option<String> {
        let terms = tokenize::distinct_terms(sentence, self.language);
        let mut best: Option<(f32, &str)> = None;
        for candidate in sentence_split::whole_sentences(&passage.text) {
            let share = coverage(&terms, &tokenize::distinct_terms(candidate, self.language));
            if share > best.map_or(0.0, |(highest, _)| highest) {
                best = Some((share, candidate));
            }
        }
        best.map(|(_, text)| truncated_line(text, MAX_SHOWN_CHARACTERS))
    }
}

/// The share of the terms of a sentence that a text contains. Numbers don't count, so that a sentence
/// with another number still finds the sentence that it was made from.
fn coverage(terms: &BTreeSet<String>, text_terms: &BTreeSet<String>) -> f32 {
    let words = || terms.iter().filter(|term| !term.contains(|c: char| c.is_ascii_digit()));
    let total = words().count();
    let found = words().filter(|term| text_terms.contains(*term)).count();
    let has_number = terms.iter().any(|term| text_terms.contains(term));
    match total {
        0 => f32::from(u8::from(has_number)),
        _ => found as f32 / total as f32,
    }
}
