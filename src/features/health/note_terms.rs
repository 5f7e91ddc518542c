//! The terms that are typical of a note: frequent words of its text, its title and its headings that
//! say something about its subject. In scripts without spaces, pairs of characters are words.

use hashbrown::HashTable;

use crate::features::health::note_blocks::{NoteBlock, NoteBlockKind};
use crate::language::{Language, general_words, is_unspaced_script};
use crate::values::text::fnv1a;

/// Number of terms of a note.
const MAX_TERMS: usize = 12;

/// How often a word of the title counts.
const TITLE_WEIGHT: u32 = 6;

/// How often a word of a heading counts.
const HEADING_WEIGHT: u32 = 3;

/// Minimum number of letters of a term.
const MIN_LETTERS: usize = 3;

/// Number of bytes of a note whose words are counted: the subject of a longer note shows before that.
const MAX_COUNTED_BYTES: usize = 5_000;

/// Number of distinct words for which there is room at first.
const USUAL_WORDS: usize = 400;

/// Number of characters by which the language of a note is recognised.
const LANGUAGE_CHARACTERS: usize = 400;

/// The language of a note, by its beginning.
pub fn note_language(title: &str, blocks: &[NoteBlock]) -> Language {
    let is_code =
        |kind: NoteBlockKind| matches!(kind, NoteBlockKind::Code | NoteBlockKind::PluginCode);
    let texts = blocks.iter().filter(|block| !is_code(block.kind)).map(|block| block.text.as_str());
    let sample = std::iter::once(title).chain(texts).flat_map(str::chars);
    Language::detect(&sample.take(LANGUAGE_CHARACTERS).collect::<String>())
}

/// The most frequent terms of a note in lower case, each with its weight.
pub fn note_terms(title: &str, blocks: &[NoteBlock], language: Language) -> Vec<(String, u32)> {
    let weighted = blocks.iter().filter_map(|block| match block.kind {
        NoteBlockKind::Code | NoteBlockKind::PluginCode => None,
        NoteBlockKind::Heading(_) => Some((block.text.to_lowercase(), HEADING_WEIGHT)),
        _ => Some((block.text.to_lowercase(), 1)),
    });
    let mut bytes = 0;
    let counted = weighted.take_while(|(text, _)| {
        let is_counted = bytes < MAX_COUNTED_BYTES;
        bytes += text.len();
        is_counted
    });
    let texts: Vec<(String, u32)> =
        std::iter::once((title.to_lowercase(), TITLE_WEIGHT)).chain(counted).collect();
    let mut words = WordCounts {
        counts: Vec::with_capacity(USUAL_WORDS),
        places: HashTable::with_capacity(USUAL_WORDS),
    };
    for (text, weight) in &texts {
        push_words(text, language, &mut |word| words.add(word, *weight));
    }
    most_frequent(words, language)
}

/// How often each word occurs.
struct WordCounts<'t> {
    counts: Vec<(u32, &'t str)>,
    /// The place of each word in `counts`.
    places: HashTable<u32>,
}

impl<'t> WordCounts<'t> {
    fn add(&mut self, word: &'t str, weight: u32) {
        let hash = fnv1a(word.as_bytes());
        let word_at = |place: u32| self.counts.get(place as usize).map_or("", |(_, word)| *word);
        match self.places.find(hash, |place| word_at(*place) == word).copied() {
            Some(place) => {
                if let Some((count, _)) = self.counts.get_mut(place as usize) {
                    *count += weight;
                }
            }
            None => {
                let place = self.counts.len() as u32;
                let hash_at = |place: &u32| fnv1a(word_at(*place).as_bytes());
                self.places.insert_unique(hash, place, hash_at);
                self.counts.push((weight, word));
            }
        }
    }
}

fn most_frequent(words: WordCounts<'_>, language: Language) -> Vec<(String, u32)> {
    let mut counts = words.counts;
    counts.retain(|(count, _)| *count > 1);
    counts.sort_unstable_by_key(|(count, word)| (std::cmp::Reverse(*count), *word));
    let is_term = |(_, word): &(u32, &str)| {
        word.contains(is_unspaced_script)
            || !(general_words::is_general(word, Language::English)
                || (language != Language::English && general_words::is_general(word, language))
                || language.is_stop_word(word))
    };
    // Looking a word up in the lists takes longer than everything else, so only the first are.
    let terms = counts.into_iter().filter(is_term).take(MAX_TERMS);
    terms.map(|(count, word)| (word.to_owned(), count)).collect()
}

/// Calls `push` with each word of a lowercase text.
fn push_words<'t>(text: &'t str, language: Language, push: &mut dyn FnMut(&'t str)) {
    for run in text.split(|c: char| !c.is_alphanumeric()) {
        if run.is_ascii() || !run.contains(is_unspaced_script) {
            if run.chars().nth(MIN_LETTERS - 1).is_some()
                && !run.starts_with(|c: char| c.is_numeric())
            {
                push(run);
            }
            continue;
        }
        for part in general_words::split_at_general_characters(run, language) {
            push_character_pairs(part, push);
        }
    }
}

fn push_character_pairs<'t>(text: &'t str, push: &mut dyn FnMut(&'t str)) {
    let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    for window in starts.windows(3) {
        if let [start, _, end] = window
            && let Some(pair) = text.get(*start..*end)
            && pair.chars().all(is_unspaced_script)
        {
            push(pair);
        }
    }
}
