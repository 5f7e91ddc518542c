//! Finds the words of the researched note that must not be searched for, because the note has them
//! only in the names of private notes.

use std::rc::Rc;

use futures_util::lock::Mutex;

use crate::host::session::{PrivacyCheck, TextMentions};
use crate::notes::note::NotePath;
use crate::safety::privacy::PrivateWords;
use crate::settings::Settings;
use crate::values::Result;

/// If a note mentions more files than this, they are read only once for a run. It may be thousands: in
/// some vaults most notes are called `index`.
const MAX_FILES_READ_AGAIN: usize = 100;

/// The private words of one note.
#[derive(Default)]
pub struct NotePrivateWords {
    /// Locked while the words are searched for, so that topics in parallel don't read the same notes.
    known: Mutex<Option<KnownWords>>,
}

/// Words that were found, and what they depend on.
struct KnownWords {
    mentions: TextMentions,
    settings: Settings,
    words: Rc<PrivateWords>,
}

impl NotePrivateWords {
    /// Returns the private words of a note. The notes that it mentions are read again, because one of
    /// them may have become private. If they are too many, only their names and the settings are checked
    /// again; then a note that becomes private during the run is still recognised by its whole name,
    /// which is looked up for every request. Fails if the note itself has become private.
    pub async fn find(
        &self,
        privacy: PrivacyCheck<'_>,
        note: &NotePath,
        note_text: &str,
    ) -> Result<Rc<PrivateWords>> {
        let mut known = self.known.lock().await;
        let settings = privacy.settings();
        let mentions = match known.take() {
            Some(it) if !privacy.has_names_of(&it.mentions).await? => None,
            Some(it)
                if it.settings == settings && it.mentions.file_count() > MAX_FILES_READ_AGAIN =>
            {
                let words = Rc::clone(&it.words);
                *known = Some(it);
                return Ok(words);
            }
            it => it.map(|it| it.mentions),
        };
        let mentions = match mentions {
            Some(mentions) => mentions,
            None => privacy.find_mentions(&[note_text], note_text).await?,
        };
        let redactor = privacy.redactor_for_mentions(&[note], &mentions).await?;
        let words = Rc::new(redactor.find_private_words(note_text));
        *known = Some(KnownWords { mentions, settings, words: Rc::clone(&words) });
        Ok(words)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::future::ready;

    use super::*;
    use crate::host::session::PrivacyRules;
    use crate::host::{Host, LocalFuture, MemoryHost};
    use crate::safety::privacy::VaultNames;

    struct ChangingRules {
        settings: RefCell<Settings>,
        names: Rc<VaultNames>,
    }

    impl PrivacyRules for ChangingRules {
        fn settings(&self) -> Settings {
            self.settings.borrow().clone()
        }

        fn vault_names<'a>(&'a self, _: &'a dyn Host) -> LocalFuture<'a, Result<Rc<VaultNames>>> {
            Box::pin(ready(Ok(Rc::clone(&self.names))))
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
