//! Finds the words of the researched note that must not be searched for, because the note has them
//! only in the names of private notes.

use futures_util::lock::Mutex;

use crate::error::Result;
use crate::note::NotePath;
use crate::privacy::PrivateWords;
use crate::session::{PrivacyCheck, TextMentions};

/// The private words of one note.
#[derive(Default)]
pub struct NotePrivateWords {
    /// What the note mentions, which takes long to find in a large vault. Locked while the words are
    /// searched for, so that topics in parallel don't search at the same time.
    mentions: Mutex<Option<TextMentions>>,
}

impl NotePrivateWords {
    /// Returns the private words of a note. The notes that it mentions are read again each time, because
    /// one of them may have become private. Fails if the note itself has become private.
    pub async fn find(
        &self,
        privacy: PrivacyCheck<'_>,
        note: &NotePath,
        note_text: &str,
    ) -> Result<PrivateWords> {
        let mut known = self.mentions.lock().await;
        let mentions = known
            .take()
            .filter(|mentions| privacy.has_names_of(mentions))
            .unwrap_or_else(|| privacy.find_mentions(&[note_text], note_text));
        let redactor = privacy.redactor_for_mentions(&[note], &mentions).await?;
        *known = Some(mentions);
        Ok(redactor.find_private_words(note_text))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::*;
    use crate::host::memory::MemoryHost;
    use crate::privacy::VaultNames;
    use crate::session::PrivacyRules;
    use crate::settings::Settings;

    struct ChangingRules {
        settings: RefCell<Settings>,
        names: Rc<VaultNames>,
    }

    impl PrivacyRules for ChangingRules {
        fn settings(&self) -> Settings {
            self.settings.borrow().clone()
        }

        fn vault_names(&self) -> Rc<VaultNames> {
            Rc::clone(&self.names)
        }
    }

    #[test]
    fn private_words_follow_the_settings_and_the_notes() {
        let text = "My inner life is long, and life is short. Big plan.";
        let notes = [("Note.md", text), ("Diary/My inner life.md", "Today."), ("Big plan.md", "x")];
        let host = MemoryHost::with_notes(&notes);
        let mut names = VaultNames::default();
        notes.iter().for_each(|(path, _)| names.add_file(path, &[]));
        let rules = ChangingRules { settings: RefCell::default(), names: Rc::new(names) };
        let privacy = PrivacyCheck::new(&host, &rules);
        let known = NotePrivateWords::default();
        let note = NotePath::parse("Note.md").unwrap();
        let redactor = pollster::block_on(privacy.build_redactor(&[&note], &[], "")).unwrap();
        let check = |expected: &str| {
            let words = pollster::block_on(known.find(privacy, &note, text)).unwrap();
            assert_eq!(redactor.without_private_words("inner life plan", &words), expected);
        };
        check("inner life plan");
        rules.settings.borrow_mut().private_folders = vec!["Diary".to_owned()];
        check("life plan");
        host.put_note("Big plan.md", "---\nprivate: true\n---\nx");
        check("life");
    }
}
