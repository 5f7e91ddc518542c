//! Removes private information from a text: keys and passwords, and the names of private notes in
//! links, paths, code and running text.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};

use crate::language::{is_unspaced_script, tokenize};
use crate::notes::note::{FolderPattern, NotePath, prose, secret};
use crate::safety::privacy::file_reference::{FileReference, file_references};
use crate::safety::privacy::note_name::{NoteName, TextWord, split_words};
use crate::safety::privacy::outgoing_text::{
    OutgoingNotes, OutgoingText, comparable_file_name, without_invisible_chars,
};
use crate::safety::privacy::prompt_delimiter_removal::without_prompt_delimiters;
use crate::safety::privacy::reading::Reading;
use crate::values::StableSort;
use crate::values::text::{RangeIndex, fold_case, lines_text, to_nfc};

/// The text that replaces the name of a private note.
const PRIVATE_NAME_REPLACEMENT: &str = "(private note)";

/// Maximum number of passes over a text, because a replacement can create another private name. In
/// ordinary text the second pass finds nothing.
const MAX_REDACTION_PASSES: usize = 8;

/// A private note or file, whose names are redacted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrivateNote {
    /// The path of the note in the vault.
    pub path: String,
    /// The title and the aliases of the note.
    pub title_and_aliases: Vec<String>,
    /// Whether a link or path in the text leads to the note. If so, even a name of one word is
    /// redacted in the text.
    pub is_linked_from_text: bool,
}

/// Removes private information from the texts of one request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redactor {
    /// Names that are redacted in running text, by their first word. A longer name is listed before
    /// its own beginning: `Anna Berg diary` before `Anna Berg`.
    names: BTreeMap<String, Vec<NoteName>>,
    /// The paths of private files, by file name.
    files: BTreeMap<String, Vec<String>>,
    folders: Vec<FolderPattern>,
    /// Names of attachments that are known to be public. Any other attachment is redacted if its
    /// folder is unknown, because the folder may be private.
    public_files: BTreeSet<String>,
    /// The public notes that the redacted texts quote or name.
    notes: OutgoingNotes,
}

/// The words that a note has only in references to private notes and in their names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PrivateWords(BTreeSet<String>);

impl Redactor {
    /// Creates a redactor for these private notes and folders. Only `session::privacy_check` may do
    /// this, because it has checked every note that the texts quote or name.
    pub fn new(private_notes: &[PrivateNote], private_folders: Vec<FolderPattern>) -> Self {
        let mut redactor = Self {
            names: BTreeMap::new(),
            files: BTreeMap::new(),
            folders: private_folders,
            public_files: BTreeSet::new(),
            notes: OutgoingNotes::default(),
        };
        for note in private_notes {
            redactor.add_private_note(note);
        }
        for names in redactor.names.values_mut() {
            names.stable_sort_by(|a, b| b.cmp(a));
            names.dedup();
        }
        redactor
    }

    /// Adds the public notes that the redacted texts quote.
    pub fn with_quoted_notes<'n>(mut self, notes: impl IntoIterator<Item = &'n NotePath>) -> Self {
        for note in notes {
            self.notes.all.insert(note.to_string());
            self.notes.quoted.insert(note.clone());
        }
        self
    }

    /// Adds the public notes that the redacted texts name.
    pub fn with_named_notes(mut self, note_paths: impl IntoIterator<Item = String>) -> Self {
        self.notes.all.extend(note_paths);
        self
    }

    /// Adds the names of attachments that are known to be public.
    pub fn with_public_attachments(mut self, names: Vec<String>) -> Self {
        self.public_files.extend(names.iter().map(|name| comparable_file_name(name)));
        self
    }

    fn add_private_note(&mut self, note: &PrivateNote) {
        let path = comparable_file_name(&note.path);
        for name in &note.title_and_aliases {
            self.files.entry(comparable_file_name(name)).or_default().push(path.clone());
            let is_hidden = |name: &NoteName| note.is_linked_from_text || name.is_distinctive();
            for name in NoteName::spellings(name).filter(is_hidden) {
                self.names.entry(name.first_word().to_owned()).or_default().push(name);
            }
        }
    }

    /// Removes keys, passwords and the names of private notes from a text, which keeps its
    /// Markdown.
    pub fn redact(&self, raw: &str) -> OutgoingText {
        OutgoingText::from_redacted(raw, self.redact_to_string(raw), &self.notes)
    }

    /// Redacts some lines of a text, counted from one. A name that continues in the lines around them is
    /// hidden too.
    pub fn redact_lines(&self, text: &str, lines: &RangeInclusive<usize>) -> OutgoingText {
        let visible = self.hide_private_names(text);
        let redacted = self.redact_to_string(lines_text(&visible, lines));
        OutgoingText::from_redacted(lines_text(text, lines), redacted, &self.notes)
    }

    /// Converts Markdown to plain text and redacts it twice: before the conversion, while links
    /// still have their targets, and after it, when markup no longer splits names.
    pub fn redact_prose(&self, markdown: &str) -> OutgoingText {
        let plain = prose::plain_text(&self.redact_to_string(markdown));
        OutgoingText::from_redacted(markdown, self.redact_to_string(&plain), &self.notes)
    }

    /// Redacts the query of a web search. Returns `None` if nothing is left to search for.
    pub fn redact_query(&self, words: &str) -> Option<OutgoingText> {
        let text = self.redact_to_string(words).replace(PRIVATE_NAME_REPLACEMENT, " ");
        let has_words = text.replace(secret::MASK, "").contains(char::is_alphanumeric);
        has_words.then(|| OutgoingText::from_redacted(words, text, &self.notes))
    }

    /// Finds the words that a note has only in references to private notes and in their names.
    pub fn find_private_words(&self, note_text: &str) -> PrivateWords {
        let all = words_with_and_without_markup(note_text);
        let public = words_with_and_without_markup(&self.hide_private_names(note_text));
        PrivateWords(all.difference(&public).cloned().collect())
    }

    /// Removes private names and private words from words that were taken from a note, because a part
    /// of a name is not recognised as the name: `inner life` of `My inner life`. The result must still
    /// be redacted.
    pub fn without_private_words(&self, words: &str, private: &PrivateWords) -> String {
        let is_public = |word: &&str| {
            word.contains(is_unspaced_script) || folded_words(word).is_disjoint(&private.0)
        };
        // Whole names first: without some of its words a name is not recognised.
        let unnamed = self.hide_private_names(words).replace(PRIVATE_NAME_REPLACEMENT, " ");
        unnamed.split_whitespace().filter(is_public).collect::<Vec<_>>().join(" ")
    }

    /// Replaces the names of private notes in Markdown that stays on this device but becomes part
    /// of a public note. The number of lines doesn't change.
    pub fn hide_private_names(&self, markdown: &str) -> String {
        let mut text = markdown.to_owned();
        // Several passes are needed, because a replacement can make the text beside it look like
        // another reference.
        for _ in 0..MAX_REDACTION_PASSES {
            // References and names are searched in the same text before either is replaced, because
            // a path that ends at a space may contain the beginning of a name.
            let mut private = self.private_reference_ranges(&text);
            private.extend(self.private_name_ranges(&text));
            // A private note may be called “Private note”.
            let replaced = RangeIndex::new(replacement_ranges(&text));
            private.retain(|range| !replaced.covers(range));
            if private.is_empty() {
                break;
            }
            text = replace_private_ranges(&text, private);
        }
        text
    }

    /// Converts Markdown to plain text without the names of private notes. Rows of tables become sentences only if
    /// no name is hidden: a name may be in two cells, which the sentence would separate.
    pub fn hide_private_names_in_prose(&self, markdown: &str) -> String {
        let visible = self.hide_private_names(markdown);
        let plain = prose::plain_text(&visible);
        let public_plain = self.hide_private_names(&plain);
        if !visible.contains('|') {
            return public_plain;
        }
        let with_rows = prose::plain_text_with_row_sentences(&visible);
        let hides_nothing = visible == markdown
            && public_plain == plain
            && self.hide_private_names(&with_rows) == with_rows;
        if hides_nothing { with_rows } else { public_plain }
    }

    fn redact_to_string(&self, raw: &str) -> String {
        let mut text = without_prompt_delimiters(&without_invisible_chars(&to_nfc(raw)));
        // Several passes are needed: after a label such as `password:`, the replacement of a name
        // can look like a password.
        for _ in 0..MAX_REDACTION_PASSES {
            let redacted = self.hide_private_names(&secret::mask_secrets(&text).text);
            if redacted == text {
                break;
            }
            text = redacted;
        }
        text
    }

    /// The byte ranges of references to private files.
    fn private_reference_ranges(&self, text: &str) -> Vec<Range<usize>> {
        if self.folders.is_empty() && self.files.is_empty() {
            return Vec::new();
        }
        let references = file_references(text).into_iter();
        let private = references.filter(|reference| self.is_or_may_be_private(reference));
        private.map(|reference| reference.byte_range).collect()
    }

    /// Whether a reference leads to a private file or, as far as can be known from its path, may
    /// lead to one.
    fn is_or_may_be_private(&self, reference: &FileReference) -> bool {
        let path = &reference.path;
        let in_folder = |folder: &FolderPattern| {
            folder.contains(path) || folder.may_contain_relative_path(path)
        };
        self.folders.iter().any(in_folder)
            || self.is_private_file(reference)
            || (reference.is_attachment() && self.is_unknown_attachment(reference))
    }

    /// Whether a reference has the name of a private file and no folder, or a folder that fits that
    /// file. A reference without a folder may mean a public file of the same name, but is treated
    /// as private.
    fn is_private_file(&self, reference: &FileReference) -> bool {
        let Some(paths) = self.files.get(&comparable_file_name(reference.file_name())) else {
            return false;
        };
        paths.iter().any(|path| reference.may_lead_to(path))
    }

    /// Whether an attachment may be in a private folder: the reference has no folder, and the
    /// attachment is not known to be public.
    fn is_unknown_attachment(&self, reference: &FileReference) -> bool {
        let known = self.public_files.contains(&comparable_file_name(reference.file_name()));
        !self.folders.is_empty() && !reference.path.contains('/') && !known
    }

    /// The byte ranges of names of private notes in running text.
    fn private_name_ranges(&self, text: &str) -> Vec<Range<usize>> {
        if self.names.is_empty() {
            return Vec::new();
        }
        let readings = Reading::all_of(text).into_iter();
        readings
            .flat_map(|reading| self.private_names_in_words(&split_words(text, reading)))
            .collect()
    }

    /// The byte ranges of names of private notes in a list of words.
    fn private_names_in_words(&self, words: &[TextWord]) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        for (at, word) in words.iter().enumerate() {
            let names = self.names.get(&word.text).into_iter().flatten();
            let rest = words.get(at..).unwrap_or_default();
            let ends = names.filter_map(|name| name.match_end_offset(rest));
            found.extend(ends.max().map(|end| word.byte_range.start..end));
        }
        found
    }
}

/// The byte ranges in which a name was replaced before.
fn replacement_ranges(text: &str) -> Vec<Range<usize>> {
    let found = text.match_indices(PRIVATE_NAME_REPLACEMENT);
    found.map(|(start, replacement)| start..start + replacement.len()).collect()
}

/// Replaces ranges of a text, which may overlap.
fn replace_private_ranges(text: &str, ranges: Vec<Range<usize>>) -> String {
    let mut ranges = ranges;
    ranges.stable_sort_by_key(|range| (range.start, range.end));
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for range in ranges {
        if range.start >= at {
            out.push_str(text.get(at..range.start).unwrap_or_default());
            out.push_str(PRIVATE_NAME_REPLACEMENT);
            // Passages are located by line numbers, so the number of lines must not change.
            let replaced = text.get(range.clone()).unwrap_or_default();
            out.extend(replaced.matches(['\n', '\r']));
        }
        at = at.max(range.end);
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// The words of Markdown as it is written, and of its plain text, in which markup splits no words.
fn words_with_and_without_markup(markdown: &str) -> BTreeSet<String> {
    let mut words = folded_words(markdown);
    words.extend(folded_words(&prose::plain_text(markdown)));
    words
}

/// The words of a text without differences of case and without an English `'s`.
fn folded_words(text: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    tokenize::for_each_word(text, &mut |word| {
        let word = word.strip_suffix("'s").or(word.strip_suffix("’s")).unwrap_or(word);
        words.insert(fold_case(word));
    });
    words
}

#[cfg(test)]
mod tests;
