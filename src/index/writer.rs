//! A note's text as terms with their weights and places, ready to be added to the lexicon.
//!
//! Places are counted through the note: first title and properties, then passage after passage,
//! each with the headings above it. Between two of these one place stays free, so that no phrase
//! reaches from one into the next.

use crate::index::language::Language;
use crate::index::term_dictionary::{Lexicon, TermNumber};
use crate::index::tokenize;
use crate::index::vocabulary::{Known, Vocabulary};

/// A term of a note in one number, so that sorting is fast: the term, its place, its weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Mark(u64);

/// The place of a term that only counts; also the limit of places.
const NOWHERE: u32 = (1 << 28) - 1;

impl Mark {
    fn new(term: TermNumber, place: u32, weight: u32) -> Self {
        let place = u64::from(place.min(NOWHERE));
        Self(u64::from(term.0) << 36 | place << 8 | u64::from(weight.min(255)))
    }

    fn term(self) -> TermNumber {
        TermNumber((self.0 >> 36) as u32)
    }

    fn place(self) -> u32 {
        (self.0 >> 8) as u32 & NOWHERE
    }

    fn weight(self) -> u32 {
        (self.0 & 0xff) as u32
    }
}

/// Whether words take places.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Stand {
    Here,
    Nowhere,
}

impl Stand {
    fn place(self, start: u32, offset: Option<u32>) -> u32 {
        match (self, offset) {
            (Self::Here, Some(offset)) => start.saturating_add(offset),
            _ => NOWHERE,
        }
    }
}

/// The term of a tag, with or without its `#`; tags differ from words by it.
pub fn tag_term(tag: &str) -> String {
    format!("#{}", tag.trim_matches(['#', '/']).to_lowercase())
}

/// Collects the terms of one note.
pub struct Scribe<'i> {
    language: Language,
    known: &'i mut Known,
    lexicon: &'i mut Lexicon,
    marks: Vec<Mark>,
    next: u32,
}

impl<'i> Scribe<'i> {
    /// Begins a note.
    pub fn new(
        language: Language,
        vocabulary: &'i mut Vocabulary,
        lexicon: &'i mut Lexicon,
    ) -> Self {
        Self { language, known: vocabulary.language(language), lexicon, marks: Vec::new(), next: 0 }
    }

    /// The place that the next word takes.
    pub fn place(&self) -> u32 {
        self.next
    }

    /// Leaves a place free.
    pub fn gap(&mut self) {
        self.next += 1;
    }

    /// Takes a text in, each word with this weight.
    pub fn text(&mut self, text: &str, weight: u32) {
        self.take(text, weight, Stand::Here);
    }

    /// Takes a heading in. It stands in a passage already; here it only counts.
    pub fn heading(&mut self, heading: &str, weight: u32) {
        self.take(heading, weight, Stand::Nowhere);
    }

    /// Takes a name in: here small words tell, too, for whoever looks for nothing else.
    pub fn name(&mut self, name: &str, weight: u32) {
        tokenize::words(name, &mut |word| {
            let lower = word.to_lowercase();
            if self.language.is_stop_word(&lower) {
                self.count(&lower, weight);
            }
        });
        self.text(name, weight);
    }

    /// Takes a tag in, and with it those above it: `a/b` is also `a`.
    pub fn tag(&mut self, tag: &str) {
        let term = tag_term(tag);
        let above = term.match_indices('/').filter_map(|(at, _)| term.get(..at));
        above.for_each(|tag| self.count(tag, 0));
        self.count(&term, 0);
    }

    /// Takes a term in that stands nowhere.
    fn count(&mut self, term: &str, weight: u32) {
        self.marks.push(Mark::new(self.lexicon.number(term), NOWHERE, weight));
    }

    fn take(&mut self, text: &str, weight: u32, stand: Stand) {
        let start = self.next;
        tokenize::words(text, &mut |word| {
            if tokenize::is_run(word) {
                self.run(word, weight, stand);
            } else {
                self.word(word, weight, stand);
            }
        });
        if stand == Stand::Nowhere {
            self.next = start;
        }
    }

    fn word(&mut self, word: &str, weight: u32, stand: Stand) {
        let mut span = 0;
        for placed in self.known.terms(word, self.lexicon) {
            let place = stand.place(self.next, placed.offset);
            span = span.max(placed.offset.map_or(0, |offset| offset + 1));
            self.marks.push(Mark::new(placed.term, place, weight));
        }
        self.next += span;
    }

    fn run(&mut self, run: &str, weight: u32, stand: Stand) {
        let length = tokenize::characters(run, &mut |term, offset| {
            let place = stand.place(self.next, offset);
            self.marks.push(Mark::new(self.lexicon.number(term), place, weight));
        });
        self.next += length;
    }

    /// Adds everything to the lexicon under the note's number.
    pub fn finish(mut self, note: u32) {
        self.marks.sort_unstable();
        let mut places = Vec::new();
        for same in self.marks.chunk_by(|a, b| a.term() == b.term()) {
            let Some(first) = same.first() else { continue };
            let weight: u32 = same.iter().map(|mark| mark.weight()).sum();
            places.clear();
            places.extend(same.iter().map(|mark| mark.place()).filter(|place| *place != NOWHERE));
            places.dedup();
            self.lexicon.add(first.term(), note, weight, &places);
        }
    }
}
