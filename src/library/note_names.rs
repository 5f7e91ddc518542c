//! Finds the names of notes that may occur in a text, by what the index knows: no note is read.

use std::collections::BTreeMap;

use crate::language::Language;
use crate::library::mention_finder::comparable_text;
use crate::library::searchable_name::{is_common_name, is_searchable_name};
use crate::library::{Library, LibraryState};
use crate::notes::note::NotePath;

/// The notes that have one name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NotesWithName {
    /// The notes with this title.
    pub by_title: Vec<NotePath>,
    /// The notes with this alias.
    pub by_alias: Vec<NotePath>,
}

/// Names of notes as `MentionFinder` compares them, and the notes that have them.
pub type NotesByName = BTreeMap<String, NotesWithName>;

impl Library {
    /// Returns the titles and aliases of some notes that a text contains, without those that are too
    /// short or too common. Aliases are known of indexed notes only.
    pub fn note_names_in_text(&self, text: &str, notes: &[NotePath]) -> NotesByName {
        let state = self.state.borrow();
        let comparable = comparable_text(text);
        let mut names = NotesByName::new();
        let contained = |name: &str| {
            let name = comparable_text(name);
            (!name.is_empty() && comparable.contains(&name)).then_some(name)
        };
        for note in notes {
            if let Some(name) = contained(note.title()) {
                names.entry(name).or_default().by_title.push(note.clone());
            }
            for name in state.aliases.get(note).into_iter().flatten().filter_map(|it| contained(it))
            {
                names.entry(name).or_default().by_alias.push(note.clone());
            }
        }
        let language = Language::detect(text);
        names.retain(|name, _| is_searchable_name(name, language) && !state.is_common_name(name));
        names
    }
}

impl LibraryState {
    fn is_common_name(&self, name: &str) -> bool {
        is_common_name(name, self.index.notes_with_words_of(name).len(), self.index.note_count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::MemoryHost;
    use crate::settings::Settings;

    #[test]
    fn names_that_most_notes_contain_are_left_out() {
        let host = MemoryHost::with_notes(&[
            ("Meeting.md", "---\naliases: [Get-together, First]\n---\n"),
            ("Okapi.md", "x"),
            ("Box/Okapi.md", "x"),
            ("Zoo.md", "---\naliases: okapi\n---\n"),
        ]);
        (0..20).for_each(|number| host.put_note(&format!("n{number}.md"), "The meeting."));
        let library = Library::default();
        pollster::block_on(library.sync(&host, &Settings::default())).unwrap();
        let paths = host.texts_and_times_by_path.borrow().keys().cloned().collect::<Vec<_>>();
        let notes: Vec<NotePath> = paths.iter().map(|it| NotePath::parse(it).unwrap()).collect();
        let text = "The first meeting or get-together with an OKAPI";
        let names = library.note_names_in_text(text, &notes);
        let shown: Vec<String> = names
            .iter()
            .map(|(name, it)| format!("{name} {} {}", it.by_title.len(), it.by_alias.len()))
            .collect();
        assert_eq!(shown, ["get-together 0 1", "okapi 2 1"]);
    }
}
