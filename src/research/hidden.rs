//! Names of private notes: what is sent must not hold them, though notes that are sent link to them.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::Means;
use crate::error::Result;
use crate::host::Pace;
use crate::note::NotePath;

/// Stands where a name stood.
const HIDDEN: &str = "[private note]";

/// Linked notes that are looked at for each note: a list of links longer than this is no text.
const MOST_LINKS: usize = 200;

/// The names that were found so far.
#[derive(Default)]
pub struct Hidden {
    names: RefCell<BTreeSet<String>>,
    looked_at: RefCell<BTreeSet<NotePath>>,
}

impl Hidden {
    /// Adds the names of the private notes to which a note links.
    pub async fn add(&self, means: &Means<'_>, note: &NotePath) -> Result<()> {
        let pace = Pace::new(means.desk.host);
        for linked in means.vault.linked(note).into_iter().take(MOST_LINKS) {
            if !self.looked_at.borrow_mut().insert(linked.clone()) {
                continue;
            }
            pace.step().await?;
            // What cannot be read may be private.
            let text = means.desk.host.read(&linked).await;
            if text.is_ok_and(|text| !means.settings.is_private(&linked, &text)) {
                continue;
            }
            let mut names = self.names.borrow_mut();
            names.insert(means.vault.linktext(&linked));
            names.insert(linked.title().to_owned());
        }
        Ok(())
    }

    /// A text without those names.
    pub fn without(&self, text: &str) -> String {
        let mut text = text.to_owned();
        // Long names first: one may stand in another.
        let names = self.names.borrow();
        let mut names: Vec<&String> = names.iter().filter(|name| !name.is_empty()).collect();
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        for name in names {
            if text.contains(name.as_str()) {
                text = text.replace(name.as_str(), HIDDEN);
            }
        }
        text
    }
}
