//! The terms that are typical of a note: frequent words of its text, its title and its headings that
//! say something about its subject. In scripts without spaces, pairs of characters are words.

use crate::health::note_blocks::{NoteBlock, NoteBlockKind};
use crate::index::language::{Language, is_unspaced_script};
use crate::library::GeneralWords;
use crate::text::hash::fnv1a;

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

/// Number of characters by which the language of a note is recognised.
const LANGUAGE_CHARACTERS: usize = 400;

/// The most frequent terms of a note in lower case, each with its weight.
pub fn note_terms(
    title: &str,
    blocks: &[NoteBlock],
    general_words: &dyn GeneralWords,
) -> Vec<(String, u32)> {
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
    let sample = texts.iter().flat_map(|(text, _)| text.chars()).take(LANGUAGE_CHARACTERS);
    let language = Language::detect(&sample.collect::<String>());
    let mut words: Vec<(u64, &str, u32)> = Vec::new();
    for (text, weight) in &texts {
        push_words(text, language, general_words, &mut |word| {
            words.push((fnv1a(word.as_bytes()), word, *weight));
        });
    }
    most_frequent(words, language, general_words)
}

fn most_frequent(
    mut words: Vec<(u64, &str, u32)>,
    language: Language,
    general_words: &dyn GeneralWords,
) -> Vec<(String, u32)> {
    words.sort_unstable_by_key(|(hash, ..)| *hash);
    let groups = words.chunk_by(|a, b| a.0 == b.0);
    let mut counts: Vec<(u32, &str)> = groups
        .filter_map(|group| Some((group.iter().map(|it| it.2).sum(), group.first()?.1)))
        .filter(|(count, _)| *count > 1)
        .collect();
    counts.sort_by_key(|(count, word)| (std::cmp::Reverse(*count), *word));
    let is_term = |(_, word): &(u32, &str)| {
        word.contains(is_unspaced_script)
            || !(general_words.is_general(word, language)
                || general_words.is_general(word, Language::English)
                || language.is_stop_word(word))
    };
    // Looking a word up in the lists takes longer than everything else, so only the first are.
    let terms = counts.into_iter().filter(is_term).take(MAX_TERMS);
    terms.map(|(count, word)| (word.to_owned(), count)).collect()
}

/// Calls `push` with each word of a lowercase text.
fn push_words<'t>(
    text: &'t str,
    language: Language,
    general_words: &dyn GeneralWords,
    push: &mut dyn FnMut(&'t str),
) {
    for run in text.split(|c: char| !c.is_alphanumeric()) {
        if run.is_ascii() || !run.contains(is_unspaced_script) {
            if run.chars().nth(MIN_LETTERS - 1).is_some()
                && !run.starts_with(|c: char| c.is_numeric())
            {
                push(run);
            }
            continue;
        }
        for part in general_words.split_at_general_characters(run, language) {
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
