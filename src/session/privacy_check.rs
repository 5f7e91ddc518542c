//! Decides which notes are private now. This is checked before anything is sent or quoted, because
//! a note can become private, be moved or be renamed at any time.

use std::collections::BTreeSet;
use std::rc::Rc;

use futures_util::future::join_all;

use crate::error::{Error, Result};
use crate::host::Host;
use crate::note::{NotePath, frontmatter};
use crate::privacy::{NoteMentions, PrivateNote, Redactor, VaultNames};
use crate::settings::Settings;

/// Maximum number of notes that are read at the same time to check whether they are private.
const MAX_PARALLEL_READS: usize = 16;

/// The current settings and file names, which decide whether a note is private.
pub trait PrivacyRules {
    /// The settings at this moment: the user may change private folders and tags during a run.
    fn settings(&self) -> Settings;
    /// The current names of all notes and files of the vault, by which texts may mention them.
    fn vault_names(&self) -> Rc<VaultNames>;
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

impl TextMentions {
    /// Number of notes and files that the texts mention.
    pub fn file_count(&self) -> usize {
        self.mentions.all_paths().len()
    }
}

/// A note or file that a text names, and whether it is private.
struct MentionedFile {
    path: String,
    private: Option<PrivateNote>,
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

    /// Returns a redactor, which hides the names of private notes in `texts`. Fails if one of the
    /// notes that the texts quote is private now. The last parameter is the whole note from which
    /// the texts come: the names of private notes that it links to are hidden too.
    pub async fn build_redactor(
        &self,
        quoted: &[&NotePath],
        texts: &[&str],
        source_note_text: &str,
    ) -> Result<Redactor> {
        let mentions = self.find_mentions(texts, source_note_text);
        self.redactor_for_mentions(quoted, &mentions).await
    }

    /// Like `build_redactor`, for passages of one note, wherever it was moved.
    pub async fn redactor_for_passages(
        &self,
        note: &NotePath,
        passages: &[&str],
    ) -> Result<Redactor> {
        let public = self.read_note(note).await;
        let public = public.filter(|(path, text)| !self.rules.settings().is_private(path, text));
        let Some((_, note_text)) = public else { return Err(Error::note_became_private()) };
        self.build_redactor(&[], passages, &note_text).await
    }

    /// Finds the notes that texts mention. Whether these are private is not known yet.
    pub fn find_mentions(&self, texts: &[&str], source_note_text: &str) -> TextMentions {
        let names = self.rules.vault_names();
        // The texts are joined by an empty line, so that no name spans two of them.
        let mentions = names.find_mentions(&texts.join("\n\n"), source_note_text);
        TextMentions { names, mentions }
    }

    /// Whether the files of the vault still have the names with which mentions were found.
    pub fn has_names_of(&self, mentions: &TextMentions) -> bool {
        Rc::ptr_eq(&mentions.names, &self.rules.vault_names())
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
        let files = self.mentioned_files(mentions).await;
        let is_private = |file: &MentionedFile| file.private.is_some();
        let (private, public): (Vec<MentionedFile>, Vec<MentionedFile>) =
            files.into_iter().partition(is_private);
        let private: Vec<PrivateNote> = private.into_iter().filter_map(|it| it.private).collect();
        let folders = self.rules.settings().private_folder_patterns();
        let (notes, attachments): (Vec<String>, Vec<String>) =
            public.into_iter().map(|it| it.path).partition(|path| NotePath::parse(path).is_ok());
        let file_name = |path: String| path.rsplit('/').next().map(str::to_owned);
        let quoted = quoted.iter().map(|path| path.to_string());
        Ok(Redactor::new(&private, folders)
            .with_quoted_notes(quoted.chain(notes))
            .with_public_attachments(attachments.into_iter().filter_map(file_name).collect()))
    }

    async fn mentioned_files(&self, mentions: &NoteMentions) -> Vec<MentionedFile> {
        let paths: Vec<&String> = mentions.all_paths().into_iter().collect();
        let mut all = Vec::with_capacity(paths.len());
        for part in paths.chunks(MAX_PARALLEL_READS) {
            all.extend(
                join_all(part.iter().map(|path| self.check_mentioned_file(path, mentions))).await,
            );
        }
        all
    }

    async fn check_mentioned_file(&self, path: &str, mentions: &NoteMentions) -> MentionedFile {
        let names = match NotePath::parse(path) {
            Ok(note) => self.private_note_names(&note).await,
            Err(_) => self.private_attachment_names(path),
        };
        let is_addressed = mentions.paths_of_linked_notes.contains(path);
        let private = names.map(|names| PrivateNote {
            path: path.to_owned(),
            title_and_aliases: names,
            is_linked_from_text: is_addressed,
        });
        MentionedFile { path: path.to_owned(), private }
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
        let path = self.host.current_path(path).await.ok()?;
        let text = self.host.read(&path).await.ok()?;
        Some((path, text))
    }
}
