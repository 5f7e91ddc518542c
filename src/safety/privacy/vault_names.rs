//! Finds out which notes of the vault a text names. The caller checks whether they are private,
//! just before it sends the text.

use std::collections::{BTreeMap, BTreeSet};

use crate::notes::note::NotePath;
use crate::safety::privacy::file_reference::{FileReference, file_references};
use crate::safety::privacy::note_name::{NoteName, TextWord, split_words};
use crate::safety::privacy::outgoing_text::{comparable_file_name, without_invisible_chars};
use crate::safety::privacy::reading::Reading;
use crate::values::text::to_nfc;

/// The titles, aliases and file names of all files in a vault.
#[derive(Debug, Default)]
pub struct VaultNames {
    paths: Vec<String>,
    /// Names that are recognised in running text.
    distinctive: NameTable,
    /// Indexes of files in `paths`, by their title, file name or alias.
    by_file_name: BTreeMap<String, Vec<usize>>,
}

/// The notes of the vault that a text names.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct NoteMentions {
    /// Paths of notes whose title or alias occurs in the text.
    pub paths_of_named_notes: BTreeSet<String>,
    /// Paths of notes to which a link or path in the text may lead.
    pub paths_of_linked_notes: BTreeSet<String>,
}

impl NoteMentions {
    /// The paths of all notes that the text mentions, by name or by link.
    pub fn all_paths(&self) -> BTreeSet<&String> {
        self.paths_of_named_notes.union(&self.paths_of_linked_notes).collect()
    }
}

/// Names, each with the indexes of its files in `paths`. The map key is the first two words of the
/// name, because many names begin with the same word.
#[derive(Debug, Default)]
struct NameTable(BTreeMap<String, BTreeMap<NoteName, BTreeSet<usize>>>);

impl NameTable {
    fn add(&mut self, name: NoteName, files: impl IntoIterator<Item = usize>) {
        let names = self.0.entry(name.first_two_words()).or_default();
        names.entry(name).or_default().extend(files);
    }

    /// The indexes of the files that are named in a list of words.
    fn files_named_in(&self, words: &[TextWord]) -> BTreeSet<usize> {
        if self.0.is_empty() {
            return BTreeSet::new();
        }
        let mut files = BTreeSet::new();
        for (at, word) in words.iter().enumerate() {
            let rest = words.get(at..).unwrap_or_default();
            let next = rest.get(1).map_or("", |word| word.text.as_str());
            // A name may have a single word.
            let starts = [format!("{} {next}", word.text), format!("{} ", word.text)];
            let names = starts.iter().filter_map(|start| self.0.get(start)).flatten();
            let named = names.filter(|(name, _)| name.match_end_offset(rest).is_some());
            files.extend(named.flat_map(|(_, files)| files));
        }
        files
    }
}

impl VaultNames {
    /// Adds a file of the vault with its aliases.
    pub fn add_file(&mut self, path: &str, aliases: &[String]) {
        let number = self.paths.len();
        self.paths.push(path.to_owned());
        let note = NotePath::parse(path).ok();
        let file = path.rsplit('/').next().unwrap_or_default();
        let title = note.as_ref().map_or(file, NotePath::title);
        for name in std::iter::once(title).chain(aliases.iter().map(String::as_str)) {
            self.by_file_name.entry(comparable_file_name(name)).or_default().push(number);
            for name in NoteName::spellings(name).filter(NoteName::is_distinctive) {
                self.distinctive.add(name, [number]);
            }
        }
    }

    /// The notes with this title or alias.
    pub fn notes_named(&self, title: &str) -> Vec<NotePath> {
        let named = self.by_file_name.get(&comparable_file_name(title)).into_iter().flatten();
        let paths = named.filter_map(|number| self.paths.get(*number));
        paths.filter_map(|path| NotePath::parse(path).ok()).collect()
    }

    /// Finds the notes that a text names. `source_note_text` is the whole note that the text comes
    /// from: if it links to another note, even a single word in the text counts as the name of that
    /// other note.
    pub fn find_mentions(&self, text: &str, source_note_text: &str) -> NoteMentions {
        // Invisible characters are removed before a text is sent, so they must not hide a name.
        let (text, source_note) =
            (without_invisible_chars(text), without_invisible_chars(source_note_text));
        let text = to_nfc(&text);
        let linked = self.linked_names(&to_nfc(&source_note));
        let references = file_references(&text);
        let mut addressed: BTreeSet<usize> =
            references.iter().flat_map(|reference| self.files_of_reference(reference)).collect();
        let mut named = BTreeSet::new();
        for reading in Reading::all_of(&text) {
            let words = split_words(&text, reading);
            named.extend(self.distinctive.files_named_in(&words));
            addressed.extend(linked.files_named_in(&words));
        }
        NoteMentions {
            paths_of_named_notes: self.paths_of_files(named),
            paths_of_linked_notes: self.paths_of_files(addressed),
        }
    }

    /// The names to which the references of a note lead.
    fn linked_names(&self, note_text: &str) -> NameTable {
        let references = file_references(note_text);
        // A note may have many references to another one.
        let by_path: BTreeMap<&str, &FileReference> =
            references.iter().map(|reference| (reference.path.as_str(), reference)).collect();
        let mut names = NameTable::default();
        for reference in by_path.into_values() {
            if let Some(name) = NoteName::parse(reference.file_name()) {
                names.add(name, self.files_of_reference(reference));
            }
        }
        names
    }

    /// Indexes of the files to which a reference may lead: those in its folder or, if there are none,
    /// all with its name, because one may have been moved.
    fn files_of_reference(&self, reference: &FileReference) -> Vec<usize> {
        let name = comparable_file_name(reference.file_name());
        let named: Vec<usize> =
            self.by_file_name.get(&name).into_iter().flatten().copied().collect();
        let may_lead_to =
            |index: &usize| self.paths.get(*index).is_some_and(|path| reference.may_lead_to(path));
        let fitting: Vec<usize> = named.iter().copied().filter(may_lead_to).collect();
        if fitting.is_empty() { named } else { fitting }
    }

    fn paths_of_files(&self, file_indexes: BTreeSet<usize>) -> BTreeSet<String> {
        file_indexes.into_iter().filter_map(|number| self.paths.get(number)).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_names_notes_by_links_paths_titles_and_aliases() {
        let mut names = VaultNames::default();
        names.add_file("Priv/Zdiary.md", &["My inner life".into()]);
        names.add_file("Work/Big plan.md", &[]);
        names.add_file("Priv/scan one.pdf", &[]);
        let check = |text: &str, expected: &[&str]| {
            let mentions = names.find_mentions(text, "[[Zdiary]] [[Big plan]]");
            assert_eq!(mentions.all_paths().into_iter().collect::<Vec<_>>(), expected, "{text}");
        };
        check("[[zdiary]]", &["Priv/Zdiary.md"]);
        check("[x](../Priv/Zdiary.md)", &["Priv/Zdiary.md"]);
        check("[[Z\u{200b}diary]]", &["Priv/Zdiary.md"]);
        check("Zdiary", &["Priv/Zdiary.md"]);
        check("my inner **life**", &["Priv/Zdiary.md"]);
        check("the big plan", &["Work/Big plan.md"]);
        check("![[scan one.pdf]]", &["Priv/scan one.pdf"]);
        check("scan one.pdf", &["Priv/scan one.pdf"]);
        check("scan one", &[]);
        names.add_file("Work/Zdiary.md", &[]);
        let check = |text: &str, expected: &[&str]| {
            let mentions = names.find_mentions(text, "");
            assert_eq!(mentions.all_paths().into_iter().collect::<Vec<_>>(), expected, "{text}");
        };
        check("[[Zdiary]]", &["Priv/Zdiary.md", "Work/Zdiary.md"]);
        check("[[Work/Zdiary]]", &["Work/Zdiary.md"]);
        check("[[Old/Zdiary]]", &["Priv/Zdiary.md", "Work/Zdiary.md"]);
    }
}
