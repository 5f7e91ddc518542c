//! The index of a vault: adds, removes and renames notes, and returns facts about all notes.
//! Searching is in the module `search`.

use crate::language::Language;
use crate::notes::chunk::{self, PassageKind};
use crate::notes::index::bm25;
use crate::notes::index::count_cache::CountCache;
use crate::notes::index::hit::HeadingTrail;
use crate::notes::index::note_id::NoteId;
use crate::notes::index::note_table::NoteTable;
use crate::notes::index::note_term_writer::NoteTermWriter;
use crate::notes::index::postings::Posting;
use crate::notes::index::term_cache::TermCache;
use crate::notes::index::term_dictionary::TermDictionary;
use crate::notes::note::{Frontmatter, NotePath, tag};
use crate::values::saturating_u32;

/// Weight of a word in the title of a note. A word in the text of a note has the weight 1.
const TITLE_WORD_WEIGHT: u32 = 7;
/// Weight of a word in an alias or a tag of the frontmatter. A word in the text of a note has the
/// weight 1.
const PROPERTY_WORD_WEIGHT: u32 = 3;
/// Extra weight of a word in a heading. A heading is also part of a passage, where it has the
/// weight 1.
const EXTRA_HEADING_WORD_WEIGHT: u32 = 2;

/// Estimated number of words of a sentence.
const WORDS_PER_SENTENCE: u64 = 18;

/// Number of sentences that are assumed besides those of the vault, without any of its words: in a
/// vault of a few notes, hardly any word is rare.
const ASSUMED_SENTENCES: u64 = 500;

/// A language is ignored if at most one in this many notes is written in it, because such a
/// language was probably detected wrongly.
const RARE_LANGUAGE_ONE_IN_NOTES: usize = 50;

/// The index is compacted only if it has more removed notes than this. Fewer of them take too
/// little memory to matter.
const MIN_REMOVED_NOTES_TO_COMPACT: usize = 100;

/// The search index of a vault: which terms occur in which notes, and at which positions.
#[derive(Debug, Clone, Default)]
pub struct VaultIndex {
    pub(super) note_table: NoteTable,
    pub(super) dictionary: TermDictionary,
    term_cache: TermCache,
    note_counts: CountCache,
    occurrence_counts: CountCache,
}

impl VaultIndex {
    /// Creates an index from the two parts that `index_encoding` decoded.
    pub(super) fn from_stored(note_table: NoteTable, dictionary: TermDictionary) -> Self {
        Self { note_table, dictionary, ..Self::default() }
    }

    /// Adds a note. If the index already has a note at this path, replaces it.
    pub fn upsert(&mut self, path: &NotePath, text: &str, modified_millis: i64) {
        self.clear_counts();
        let language = Language::detect(text);
        let mut writer = NoteTermWriter::new(language, &mut self.term_cache, &mut self.dictionary);
        write_title_and_properties(&mut writer, path, &Frontmatter::parse(text));
        let note = self.note_table.start_note(
            path,
            modified_millis,
            language,
            writer.next_word_position(),
        );
        let mut trail: Vec<String> = Vec::new();
        for passage in chunk::passages_without_frontmatter(text) {
            writer.skip_word_position();
            // A heading counts once, no matter how many passages are below it.
            for (depth, heading) in passage.heading_trail.iter().enumerate() {
                if trail.get(..=depth) != passage.heading_trail.get(..=depth) {
                    writer.add_heading(heading, EXTRA_HEADING_WORD_WEIGHT);
                }
            }
            let start = writer.next_word_position();
            writer.add_text(passage.text, 1);
            if passage.kind != PassageKind::Code {
                tag::parse_tags(passage.text).for_each(|tag| writer.add_tag(tag));
            }
            let words = writer.next_word_position() - start;
            let lines = saturating_u32(passage.first_line)..=saturating_u32(passage.last_line);
            let stored_trail = HeadingTrail::join_for_storage(&passage.heading_trail);
            self.note_table.add_passage(lines, words, &stored_trail);
            trail = passage.heading_trail;
        }
        writer.add_to_dictionary(note);
        self.term_cache.empty_if_full();
    }

    /// Removes a note. Its terms take up memory until the index is compacted.
    pub fn remove(&mut self, path: &NotePath) {
        self.clear_counts();
        self.note_table.remove(path);
    }

    /// Moves a note to another path. If this changes the title, the note is still found by its old
    /// title until it is added again, so it counts as outdated.
    pub fn rename(&mut self, from: &NotePath, to: &NotePath) {
        self.clear_counts();
        self.note_table.rename(from, to);
    }

    /// All indexed notes with the time at which each was last modified.
    pub fn paths_with_modified_millis(&self) -> impl Iterator<Item = (&NotePath, i64)> {
        let modified = |id| self.note_table.note(id).map_or(0, |note| note.modified_millis);
        self.note_table.paths_with_ids().map(move |(path, id)| (path, modified(id)))
    }

    /// The time at which a note was last modified; `None` if the note is not in the index.
    pub fn modified_millis(&self, path: &NotePath) -> Option<i64> {
        let id = self.note_table.id_of_path(path)?;
        self.note_table.note(id).map(|note| note.modified_millis)
    }

    /// The indexed notes that are not in `present`, in order of path.
    pub fn indexed_paths_missing_from<'p>(
        &self,
        present: impl Iterator<Item = &'p NotePath>,
    ) -> Vec<NotePath> {
        let mut is_present = vec![false; self.note_table.note_count_with_removed()];
        for id in present.filter_map(|path| self.note_table.id_of_path(path)) {
            if let Some(flag) = is_present.get_mut(id.index()) {
                *flag = true;
            }
        }
        let is_missing = |id: NoteId| is_present.get(id.index()) == Some(&false);
        let missing = self.note_table.paths_with_ids().filter(|(_, id)| is_missing(*id));
        missing.map(|(path, _)| path.clone()).collect()
    }

    /// Number of notes in the index.
    pub fn note_count(&self) -> usize {
        self.note_table.len()
    }

    /// Whether so many notes were removed or replaced that the index should be compacted, by
    /// encoding and decoding it.
    pub fn needs_compaction(&self) -> bool {
        let removed = self.note_table.note_count_with_removed() - self.note_table.len();
        removed > MIN_REMOVED_NOTES_TO_COMPACT && removed > self.note_table.len() / 4
    }

    /// How rare a term is in the vault. The fewer notes contain the term, the higher the result.
    pub fn rarity(&self, term: &str) -> f32 {
        bm25::idf(self.note_table.len(), self.notes_with_term(term))
    }

    /// How rare a term is among the sentences of the vault, estimated from how often it occurs. Unlike
    /// [`Self::rarity`], it also tells common words apart that almost every note contains.
    pub fn sentence_rarity(&self, term: &str) -> f32 {
        let occurrences =
            self.occurrence_counts.get_or_count(term, || self.count_occurrences(term));
        let sentences = self.note_table.total_words() / WORDS_PER_SENTENCE + ASSUMED_SENTENCES;
        bm25::idf(sentences as usize, occurrences)
    }

    /// Number of notes in which a term occurs.
    pub(super) fn notes_with_term(&self, term: &str) -> usize {
        self.note_counts.get_or_count(term, || self.count_notes_with_term(term))
    }

    // Not inlined into a loop over terms: WebAssembly runs such a loop without optimising it, until it ends.
    #[inline(never)]
    fn count_notes_with_term(&self, term: &str) -> usize {
        // Postings of removed notes stay until the index is compacted, so only without any is their number right.
        match self.note_table.note_count_with_removed() == self.note_table.len() {
            true => self.dictionary.posting_count(term).min(self.note_table.len()),
            false => self.postings_in_notes(term).count(),
        }
    }

    #[inline(never)]
    fn count_occurrences(&self, term: &str) -> usize {
        self.postings_in_notes(term).map(|posting| posting.positions().count().max(1)).sum()
    }

    /// The postings of a term, without those in removed notes.
    pub(super) fn postings_in_notes(&self, term: &str) -> impl Iterator<Item = Posting<'_>> {
        let is_in_vault = |note| self.note_table.note_word_count(note).is_some();
        self.dictionary.postings(term).filter(move |posting| is_in_vault(posting.note))
    }

    fn clear_counts(&mut self) {
        self.note_counts.clear();
        self.occurrence_counts.clear();
    }

    /// The languages of the vault, most frequent first. Languages with very few notes are left out.
    pub(super) fn common_languages(&self) -> Vec<Language> {
        let rare = self.note_table.len() / RARE_LANGUAGE_ONE_IN_NOTES;
        let counts = self.note_table.note_counts_by_language().into_iter();
        counts.filter(|(_, notes)| *notes > rare).map(|(language, _)| language).collect()
    }
}

fn write_title_and_properties(
    writer: &mut NoteTermWriter<'_>,
    path: &NotePath,
    properties: &Frontmatter,
) {
    writer.add_title_or_alias(path.title(), TITLE_WORD_WEIGHT);
    for (key, value) in properties.key_value_pairs() {
        writer.skip_word_position();
        match key.to_ascii_lowercase().as_str() {
            "aliases" | "alias" => writer.add_title_or_alias(value, PROPERTY_WORD_WEIGHT),
            "tags" | "tag" => {
                writer.add_text(value, PROPERTY_WORD_WEIGHT);
                let tags = value.split([',', ' ']).filter(|tag| !tag.is_empty());
                tags.for_each(|tag| writer.add_tag(tag));
            }
            _ => writer.add_text(value, 1),
        }
    }
}
