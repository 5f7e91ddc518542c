//! Decides which notes are private now. This is checked before anything is sent or quoted, because
//! a note can become private, be moved or be renamed at any time.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use futures_util::future::join_all;

use crate::host::{Host, LocalFuture};
use crate::notes::note::{NotePath, frontmatter, report_section};
use crate::safety::privacy::{NoteMentions, PrivateNote, PublicNotes, Redactor, VaultNames};
use crate::settings::Settings;
use crate::values::{Error, ErrorCode, Result};

/// Maximum number of notes that are read at the same time to check whether they are private.
const MAX_PARALLEL_READS: usize = 16;

/// The current settings and file names, which decide whether a note is private.
pub trait PrivacyRules {
    /// The settings at this moment: the user may change private folders and tags during a run.
    fn settings(&self) -> Settings;
    /// The current names of all notes and files of the vault, by which texts may mention them. The
    /// vault is read first if that was never done: nothing can be redacted before.
    fn vault_names<'a>(&'a self, host: &'a dyn Host) -> LocalFuture<'a, Result<Rc<VaultNames>>>;
}

/// Reads notes again to decide which of them are private at this moment.
#[derive(Clone, Copy)]
pub struct PrivacyCheck<'a> {
    host: &'a dyn Host,
    rules: &'a dyn PrivacyRules,
}

/// The notes that some texts mention, and the names of files with which they were found.
pub struct TextMentions {
    names: Rc<VaultNames>,
    mentions: NoteMentions,
}

/// How a note stands that was read before.
enum NoteState {
    Public,
    Deleted,
    Private,
}

impl TextMentions {
    /// Number of notes and files that the texts mention.
    pub fn file_count(&self) -> usize {
        self.mentions.all_paths().len()
    }
}

/// The title and aliases of each private note or file, by path; `None` for a public one.
type PrivateNames = BTreeMap<String, Option<Vec<String>>>;

/// A privacy check for the passages of many notes. Each note that they mention is read only when it is first
/// mentioned. It may become private later, so what is written or sent must be checked again.
pub struct CachedPrivacyCheck<'a> {
    check: PrivacyCheck<'a>,
    private_names: RefCell<PrivateNames>,
}

impl<'a> PrivacyCheck<'a> {
    /// Creates a check that reads notes through `host`.
    pub fn new(host: &'a dyn Host, rules: &'a dyn PrivacyRules) -> Self {
        Self { host, rules }
    }

    /// The settings at this moment.
    pub fn settings(&self) -> Settings {
        self.rules.settings()
    }

    /// Whether a note is private now. A note that can't be read counts as private.
    pub async fn is_private(&self, path: &NotePath) -> bool {
        let text = self.read_note(path).await;
        text.is_none_or(|(path, text)| self.rules.settings().is_private(&path, &text))
    }

    /// Returns those of the given notes that are private now.
    pub async fn private_notes(
        &self,
        paths: impl IntoIterator<Item = &NotePath>,
    ) -> BTreeSet<NotePath> {
        let paths: Vec<&NotePath> = paths.into_iter().collect();
        let mut private = BTreeSet::new();
        for part in paths.chunks(MAX_PARALLEL_READS) {
            let judged = join_all(part.iter().map(|path| self.is_private(path))).await;
            let judged = part.iter().zip(judged).filter(|(_, is_private)| *is_private);
            private.extend(judged.map(|(path, _)| (*path).clone()));
        }
        private
    }

    /// Finds out on which of these notes texts that are sent or written now may rest. A note that was
    /// deleted counts as public, as it was when it was read, unless a note of its name is private: it may
    /// have been moved by another program.
    pub async fn public_notes(&self, asked: impl IntoIterator<Item = &NotePath>) -> PublicNotes {
        let asked: Vec<&NotePath> = asked.into_iter().collect();
        let (mut public, mut deleted) = (BTreeSet::new(), BTreeSet::new());
        for part in asked.chunks(MAX_PARALLEL_READS) {
            let states = join_all(part.iter().map(|path| self.state_of(path))).await;
            for (path, state) in part.iter().zip(states) {
                match state {
                    NoteState::Public => public.insert((*path).clone()),
                    NoteState::Deleted => deleted.insert((*path).clone()),
                    NoteState::Private => false,
                };
            }
        }
        PublicNotes::new(public, deleted)
    }

    async fn state_of(&self, path: &NotePath) -> NoteState {
        match self.try_to_read(path).await {
            Ok((path, text)) if self.rules.settings().is_private(&path, &text) => {
                NoteState::Private
            }
            Ok(_) => NoteState::Public,
            Err(error) if error.code == ErrorCode::NoteMissing => {
                let Ok(names) = self.vault_names().await else { return NoteState::Private };
                match self.private_notes(&names.notes_named(path.title())).await.is_empty() {
                    true => NoteState::Deleted,
                    false => NoteState::Private,
                }
            }
            Err(_) => NoteState::Private,
        }
    }

    /// Returns a redactor, which hides the names of private notes in `texts`. Fails if one of the
    /// notes that the texts quote is private now. The last parameter is the whole note from which
    /// the texts come: the names of private notes that it links to are hidden too.
    pub async fn build_redactor(
        &self,
        quoted: &[&NotePath],
        texts: &[&str],
        source_note_text: &str,
    ) -> Result<Redactor> {
        let mentions = self.find_mentions(texts, source_note_text).await?;
        self.redactor_for_mentions(quoted, &mentions).await
    }

    /// Finds the notes that texts mention. Whether these are private is not known yet.
    pub async fn find_mentions(
        &self,
        texts: &[&str],
        source_note_text: &str,
    ) -> Result<TextMentions> {
        let names = self.vault_names().await?;
        // The texts are joined by an empty line, so that no name spans two of them.
        let mentions = names.find_mentions(&texts.join("\n\n"), source_note_text);
        Ok(TextMentions { names, mentions })
    }

    /// Whether the files of the vault still have the names with which mentions were found.
    pub async fn has_names_of(&self, mentions: &TextMentions) -> Result<bool> {
        Ok(Rc::ptr_eq(&mentions.names, &self.vault_names().await?))
    }

    async fn vault_names(&self) -> Result<Rc<VaultNames>> {
        self.rules.vault_names(self.host).await
    }

    /// Like `build_redactor`, for texts whose mentions are known.
    pub async fn redactor_for_mentions(
        &self,
        quoted: &[&NotePath],
        TextMentions { mentions, .. }: &TextMentions,
    ) -> Result<Redactor> {
        if !self.private_notes(quoted.iter().copied()).await.is_empty() {
            return Err(Error::note_became_private());
        }
        let private_names = self.read_private_names(mentions.all_paths()).await;
        let redactor = self.redactor_with_names(mentions, &private_names)?;
        Ok(redactor.with_quoted_notes(quoted.iter().copied()))
    }

    /// Returns the redactor for texts with these mentions. Fails if a mentioned note or file is not among
    /// `private_names`, because it may be private.
    fn redactor_with_names(
        &self,
        mentions: &NoteMentions,
        private_names: &PrivateNames,
    ) -> Result<Redactor> {
        let mut private = Vec::new();
        let mut public = Vec::new();
        for path in mentions.all_paths() {
            match private_names.get(path).ok_or_else(Error::note_became_private)? {
                None => public.push(path.clone()),
                Some(names) => private.push(PrivateNote {
                    path: path.clone(),
                    title_and_aliases: names.clone(),
                    is_linked_from_text: mentions.paths_of_linked_notes.contains(path),
                }),
            }
        }
        let folders = self.rules.settings().private_folder_patterns();
        let (notes, attachments): (Vec<String>, Vec<String>) =
            public.into_iter().partition(|path| NotePath::parse(path).is_ok());
        let file_name = |path: String| path.rsplit('/').next().map(str::to_owned);
        Ok(Redactor::new(&private, folders)
            .with_named_notes(notes)
            .with_public_attachments(attachments.into_iter().filter_map(file_name).collect()))
    }

    async fn read_private_names(&self, paths: impl IntoIterator<Item = &String>) -> PrivateNames {
        let paths: Vec<&String> = paths.into_iter().collect();
        let mut all = PrivateNames::new();
        for part in paths.chunks(MAX_PARALLEL_READS) {
            let read = join_all(part.iter().map(|path| self.private_names_of_file(path))).await;
            all.extend(part.iter().map(|path| (*path).clone()).zip(read));
        }
        all
    }

    async fn private_names_of_file(&self, path: &str) -> Option<Vec<String>> {
        match NotePath::parse(path) {
            Ok(note) => self.private_note_names(&note).await,
            Err(_) => self.private_attachment_names(path),
        }
    }

    /// Returns the title and the aliases of a note if it is private.
    async fn private_note_names(&self, path: &NotePath) -> Option<Vec<String>> {
        let title = path.title().to_owned();
        let Some((now, text)) = self.read_note(path).await else { return Some(vec![title]) };
        let aliases = frontmatter::aliases(&text);
        let names = [title, now.title().to_owned()].into_iter().chain(aliases);
        self.rules.settings().is_private(&now, &text).then(|| names.collect())
    }

    fn private_attachment_names(&self, path: &str) -> Option<Vec<String>> {
        let folders = self.rules.settings().private_folder_patterns();
        let name = path.rsplit('/').next().unwrap_or_default().to_owned();
        folders.iter().any(|folder| folder.contains(path)).then(|| vec![name])
    }

    /// Returns the text of a note and its current path, as it may have been moved; `None` on
    /// failure.
    async fn read_note(&self, path: &NotePath) -> Option<(NotePath, String)> {
        self.try_to_read(path).await.ok()
    }

    async fn try_to_read(&self, path: &NotePath) -> Result<(NotePath, String)> {
        let path = self.host.current_path(path).await?;
        let text = self.host.read(&path).await?;
        Ok((path, text))
    }
}

impl<'a> CachedPrivacyCheck<'a> {
    /// Creates a check that has read no note yet.
    pub fn new(check: PrivacyCheck<'a>) -> Self {
        Self { check, private_names: RefCell::default() }
    }

    /// Returns a redactor, which hides the names of private notes in passages of a note. `note_text` is the whole note.
    pub async fn build_redactor(&self, passages: &[&str], note_text: &str) -> Result<Redactor> {
        let TextMentions { mentions, .. } = self.check.find_mentions(passages, note_text).await?;
        let is_unknown = |path: &&String| !self.private_names.borrow().contains_key(*path);
        let unknown: Vec<&String> = mentions.all_paths().into_iter().filter(is_unknown).collect();
        let read = self.check.read_private_names(unknown).await;
        self.private_names.borrow_mut().extend(read);
        self.check.redactor_with_names(&mentions, &self.private_names.borrow())
    }

    /// Like `build_redactor`, for passages of a note that is read now, wherever it was moved. Fails if it is private.
    pub async fn build_redactor_for_note(
        &self,
        note: &NotePath,
        passages: &[&str],
    ) -> Result<Redactor> {
        match self.check.read_note(note).await {
            Some((path, text)) if !self.check.settings().is_private(&path, &text) => {
                // What only a report links to is no name in the user's words.
                self.build_redactor(passages, &report_section::without_reports(&text)).await
            }
            _ => Err(Error::note_became_private()),
        }
    }
}
