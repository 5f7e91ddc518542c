//! Which notes are private at this moment. Asked whenever something is about to be sent or quoted,
//! because a note can become private, be moved or be renamed at any time.

use std::collections::BTreeSet;
use std::rc::Rc;

use futures_util::future::join_all;

use crate::error::{Error, Result};
use crate::host::Host;
use crate::note::{NotePath, frontmatter};
use crate::privacy::{NoteMentions, PrivateNote, Redactor, VaultNames};
use crate::settings::Settings;

/// Notes that are read at once.
const READ_TOGETHER: usize = 16;

/// By what a note is judged, as it is now.
pub trait PrivacyRules {
    /// What the user chose.
    fn settings(&self) -> Settings;
    /// The names of everything in the vault.
    fn names(&self) -> Rc<VaultNames>;
}

/// Judges the notes of a vault.
#[derive(Clone, Copy)]
pub struct Privacy<'a> {
    host: &'a dyn Host,
    rules: &'a dyn PrivacyRules,
}

/// What is known of a note or file that a text names.
struct Judged {
    path: String,
    private: Option<PrivateNote>,
}

impl<'a> Privacy<'a> {
    /// Of the vault of a host.
    pub fn new(host: &'a dyn Host, rules: &'a dyn PrivacyRules) -> Self {
        Self { host, rules }
    }

    /// Whether nothing of a note may be sent now. What cannot be read may be private.
    pub async fn is_private(&self, path: &NotePath) -> bool {
        let text = self.read(path).await;
        text.is_none_or(|(path, text)| self.rules.settings().is_private(&path, &text))
    }

    /// The private ones of some notes.
    pub async fn private_of(
        &self,
        paths: impl IntoIterator<Item = &NotePath>,
    ) -> BTreeSet<NotePath> {
        let paths: Vec<&NotePath> = paths.into_iter().collect();
        let mut private = BTreeSet::new();
        for part in paths.chunks(READ_TOGETHER) {
            let judged = join_all(part.iter().map(|path| self.is_private(path))).await;
            let judged = part.iter().zip(judged).filter(|(_, is_private)| *is_private);
            private.extend(judged.map(|(path, _)| (*path).clone()));
        }
        private
    }

    /// A redactor for texts that quote some notes; an error if one of these is private now.
    /// `linking` is the note that the texts come from: they use the names to which it links.
    pub async fn redactor(
        &self,
        quoted: &[&NotePath],
        texts: &[&str],
        linking: &str,
    ) -> Result<Redactor> {
        if !self.private_of(quoted.iter().copied()).await.is_empty() {
            return Err(Error::note_private());
        }
        // An empty line: no name goes from one text to the next.
        let mentions = self.rules.names().mentions(&texts.join("\n\n"), linking);
        let judged = self.judge_all(&mentions).await;
        let is_private = |judged: &Judged| judged.private.is_some();
        let (private, public): (Vec<Judged>, Vec<Judged>) =
            judged.into_iter().partition(is_private);
        let private: Vec<PrivateNote> = private.into_iter().filter_map(|it| it.private).collect();
        let folders = self.rules.settings().private_folder_patterns();
        let (notes, attachments): (Vec<String>, Vec<String>) =
            public.into_iter().map(|it| it.path).partition(|path| NotePath::parse(path).is_ok());
        let file_name = |path: String| path.rsplit('/').next().map(str::to_owned);
        let quoted = quoted.iter().map(|path| path.to_string());
        Ok(Redactor::new(&private, folders)
            .quoting(quoted.chain(notes))
            .with_public_attachments(attachments.into_iter().filter_map(file_name).collect()))
    }

    async fn judge_all(&self, mentions: &NoteMentions) -> Vec<Judged> {
        let paths: Vec<&String> = mentions.all().into_iter().collect();
        let mut all = Vec::with_capacity(paths.len());
        for part in paths.chunks(READ_TOGETHER) {
            all.extend(join_all(part.iter().map(|path| self.judge(path, mentions))).await);
        }
        all
    }

    async fn judge(&self, path: &str, mentions: &NoteMentions) -> Judged {
        let names = match NotePath::parse(path) {
            Ok(note) => self.private_names(&note).await,
            Err(_) => self.private_attachment(path),
        };
        let is_addressed = mentions.addressed.contains(path);
        let private = names.map(|names| PrivateNote { path: path.to_owned(), names, is_addressed });
        Judged { path: path.to_owned(), private }
    }

    /// The names of a note if it is private.
    async fn private_names(&self, path: &NotePath) -> Option<Vec<String>> {
        let title = path.title().to_owned();
        let Some((now, text)) = self.read(path).await else { return Some(vec![title]) };
        let aliases = frontmatter::aliases(&text);
        let names = [title, now.title().to_owned()].into_iter().chain(aliases);
        self.rules.settings().is_private(&now, &text).then(|| names.collect())
    }

    fn private_attachment(&self, path: &str) -> Option<Vec<String>> {
        let folders = self.rules.settings().private_folder_patterns();
        let name = path.rsplit('/').next().unwrap_or_default().to_owned();
        folders.iter().any(|folder| folder.contains(path)).then(|| vec![name])
    }

    /// A note where it is now, and what it says.
    async fn read(&self, path: &NotePath) -> Option<(NotePath, String)> {
        let path = self.host.locate(path).await.ok()?;
        let text = self.host.read(&path).await.ok()?;
        Some((path, text))
    }
}
