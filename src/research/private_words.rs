//! Finds the words of the researched note that must not be searched for, because the note has them
//! only in the names of private notes.

use std::rc::Rc;

use futures_util::lock::Mutex;

use crate::error::Result;
use crate::note::NotePath;
use crate::privacy::PrivateWords;
use crate::session::{PrivacyCheck, TextMentions};
use crate::settings::Settings;

/// The private words of one note. To find them, every note that it mentions must be read, so they are
/// found only once. A note that becomes private later is recognised by its whole name: the names in a
/// request are always looked up again.
#[derive(Default)]
pub struct NotePrivateWords {
    /// Locked while the words are searched for, so that topics in parallel don't search twice.
    known: Mutex<Option<KnownWords>>,
}

/// Words that were found, and what they depend on.
struct KnownWords {
    mentions: TextMentions,
    settings: Settings,
    words: Rc<PrivateWords>,
}

impl NotePrivateWords {
    /// Returns the private words of a note. They are found again if files of the vault got other names
    /// or the settings changed. Fails if the note has become private.
    pub async fn find(
        &self,
        privacy: PrivacyCheck<'_>,
        note: &NotePath,
        note_text: &str,
    ) -> Result<Rc<PrivateWords>> {
        let mut known = self.known.lock().await;
        let settings = privacy.settings();
        let is_current =
            |it: &&KnownWords| it.settings == settings && privacy.has_names_of(&it.mentions);
        if let Some(found) = known.as_ref().filter(is_current) {
            return Ok(Rc::clone(&found.words));
        }
        let mentions = privacy.find_mentions(&[note_text], note_text);
        let redactor = privacy.redactor_for_mentions(&[note], &mentions).await?;
        let words = Rc::new(redactor.find_private_words(note_text));
        *known = Some(KnownWords { mentions, settings, words: Rc::clone(&words) });
        Ok(words)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::host::memory::MemoryHost;
    use crate::privacy::VaultNames;
    use crate::session::PrivacyRules;

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
    fn private_words_follow_the_settings() {
        let text = "My inner life is long, and life is short.";
        let notes = [("Note.md", text), ("Diary/My inner life.md", "Today.")];
        let host = MemoryHost::with_notes(&notes);
        let mut names = VaultNames::default();
        notes.iter().for_each(|(path, _)| names.add_file(path, &[]));
        let rules = ChangingRules { settings: RefCell::default(), names: Rc::new(names) };
        let privacy = PrivacyCheck::new(&host, &rules);
        let known = NotePrivateWords::default();
        let note = NotePath::parse("Note.md").unwrap();
        let find = || pollster::block_on(known.find(privacy, &note, text)).unwrap();
        let first = find();
        assert_eq!(*first, PrivateWords::default());
        assert!(Rc::ptr_eq(&first, &find()), "nothing changed");
        rules.settings.borrow_mut().private_folders = vec!["Diary".to_owned()];
        let redactor = pollster::block_on(privacy.build_redactor(&[&note], &[], "")).unwrap();
        assert_eq!(redactor.without_private_words("inner life", &find()), "life");
    }
}
