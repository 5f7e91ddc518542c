//! Collects the terms of one note, with weights and positions, and adds them to the term
//! dictionary.
//!
//! A position is the number of a word in a note: first come the title and properties, then each
//! passage with its headings. One position stays free between them, so that no phrase matches
//! across the border.

use crate::language::{Language, tokenize};
use crate::notes::index::note_id::NoteId;
use crate::notes::index::term_cache::{LanguageTermCache, TermCache};
use crate::notes::index::term_dictionary::{TermDictionary, TermId};

/// One occurrence of a term in a note: the term, its position and its weight, packed into one
/// number so that sorting is fast.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct TermOccurrence(u64);

/// Stands for a missing position. It is the largest number of 28 bits, the space for a position in
/// `TermOccurrence`; words that come even later in a very long note have no position.
const NO_POSITION: u32 = (1 << 28) - 1;

impl TermOccurrence {
    fn new(term: TermId, position: u32, weight: u32) -> Self {
        let position = u64::from(position.min(NO_POSITION));
        Self(u64::from(term.0) << 36 | position << 8 | u64::from(weight.min(255)))
    }

    fn term(self) -> TermId {
        TermId((self.0 >> 36) as u32)
    }

    fn position(self) -> u32 {
        (self.0 >> 8) as u32 & NO_POSITION
    }

    fn weight(self) -> u32 {
        (self.0 & 0xff) as u32
    }
}

/// Whether the positions of added words are recorded. Phrases match only words with positions.
#[derive(Debug, Clone, Copy, PartialEq)]
enum PositionRecording {
    Recorded,
    Omitted,
}

impl PositionRecording {
    /// The position at `offset` from `start`; `NO_POSITION` if positions are not recorded.
    fn word_position(self, start: u32, offset: Option<u32>) -> u32 {
        match (self, offset) {
            (Self::Recorded, Some(offset)) => start.saturating_add(offset),
            _ => NO_POSITION,
        }
    }
}

/// The search term of a tag, given with or without `#`. It starts with `#` to differ from words.
pub fn tag_term(tag: &str) -> String {
    format!("#{}", tag.trim_matches(['#', '/']).to_lowercase())
}

/// Collects the terms of one note and then adds them to the term dictionary.
pub struct NoteTermWriter<'i> {
    language: Language,
    term_cache: &'i mut LanguageTermCache,
    dictionary: &'i mut TermDictionary,
    occurrences: Vec<TermOccurrence>,
    next_word_position: u32,
}

impl<'i> NoteTermWriter<'i> {
    /// Creates a writer for one note. New words are added to `term_cache`, and their terms to
    /// `dictionary`.
    pub fn new(
        language: Language,
        term_cache: &'i mut TermCache,
        dictionary: &'i mut TermDictionary,
    ) -> Self {
        let term_cache = term_cache.for_language(language);
        Self { language, term_cache, dictionary, occurrences: Vec::new(), next_word_position: 0 }
    }

    /// The position that the next word will get.
    pub fn next_word_position(&self) -> u32 {
        self.next_word_position
    }

    /// Leaves one position free, so that no phrase matches across it.
    pub fn skip_word_position(&mut self) {
        self.next_word_position += 1;
    }

    /// Adds all words of a text except stop words. Each occurrence counts `weight` times in the
    /// ranking.
    pub fn add_text(&mut self, text: &str, weight: u32) {
        self.add_words(text, weight, PositionRecording::Recorded);
    }

    /// Adds the words of a heading without positions. The heading is also part of a passage, which
    /// adds them with positions.
    pub fn add_heading(&mut self, heading: &str, weight: u32) {
        self.add_words(heading, weight, PositionRecording::Omitted);
    }

    /// Adds a title or alias, including its stop words: a title may consist of nothing else.
    pub fn add_title_or_alias(&mut self, name: &str, weight: u32) {
        tokenize::for_each_word(name, &mut |word| {
            let lower = word.to_lowercase();
            if self.language.is_stop_word(&lower) {
                self.add_term_without_position(&lower, weight);
            }
        });
        self.add_text(name, weight);
    }

    /// Adds a tag and its parent tags: a note with the tag `a/b` also has the tag `a`.
    pub fn add_tag(&mut self, tag: &str) {
        let term = tag_term(tag);
        let parents = term.match_indices('/').filter_map(|(at, _)| term.get(..at));
        parents.for_each(|tag| self.add_term_without_position(tag, 0));
        self.add_term_without_position(&term, 0);
    }

    /// Adds a term that no phrase can match, such as a tag.
    fn add_term_without_position(&mut self, term: &str, weight: u32) {
        let term = self.dictionary.intern(term);
        self.occurrences.push(TermOccurrence::new(term, NO_POSITION, weight));
    }

    fn add_words(&mut self, text: &str, weight: u32, positions: PositionRecording) {
        let start = self.next_word_position;
        tokenize::for_each_word(text, &mut |word| {
            if tokenize::is_in_unspaced_script(word) {
                self.add_unspaced_text(word, weight, positions);
            } else {
                self.add_word(word, weight, positions);
            }
        });
        if positions == PositionRecording::Omitted {
            self.next_word_position = start;
        }
    }

    fn add_word(&mut self, word: &str, weight: u32, positions: PositionRecording) {
        let mut width = 0;
        for term in self.term_cache.word_terms(word, self.dictionary) {
            let position = positions.word_position(self.next_word_position, term.position_offset);
            width = width.max(term.position_offset.map_or(0, |offset| offset + 1));
            self.occurrences.push(TermOccurrence::new(term.term, position, weight));
        }
        self.next_word_position += width;
    }

    fn add_unspaced_text(&mut self, text: &str, weight: u32, positions: PositionRecording) {
        let width = tokenize::for_each_character_ngram(text, &mut |term, offset| {
            let position = positions.word_position(self.next_word_position, offset);
            let term = self.dictionary.intern(term);
            self.occurrences.push(TermOccurrence::new(term, position, weight));
        });
        self.next_word_position += width;
    }

    /// Adds all collected terms to the term dictionary, as the terms of the note `note`.
    pub fn add_to_dictionary(mut self, note: NoteId) {
        self.occurrences.sort_unstable();
        let mut positions = Vec::new();
        for same in self.occurrences.chunk_by(|a, b| a.term() == b.term()) {
            let Some(first) = same.first() else { continue };
            let weight: u32 = same.iter().map(|occurrence| occurrence.weight()).sum();
            let recorded = same.iter().map(|occurrence| occurrence.position());
            positions.clear();
            positions.extend(recorded.filter(|position| *position != NO_POSITION));
            positions.dedup();
            self.dictionary.add_posting(first.term(), note, weight, &positions);
        }
    }
}
