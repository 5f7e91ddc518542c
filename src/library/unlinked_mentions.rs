//! Unlinked mentions: the places where other notes name a note without a link to it.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use serde::{Deserialize, Serialize};

use crate::host::Host;
use crate::language::{Language, sentence_split};
use crate::library::mention_finder::{FoundMention, MentionFinder};
use crate::library::searchable_name::{is_common_name, is_searchable_name};
use crate::library::snippet::{TextSpan, highlight, snippet};
use crate::library::{Library, LibraryState};
use crate::notes::note::{NoteEdit, NotePath, WordLink, frontmatter, prose};
use crate::safety::sanitize::WikilinkTarget;
use crate::values::text::LineIndex;
use crate::values::{Result, StableSort};

/// Maximum number of mentions if the request does not set one.
const DEFAULT_MAX_MENTIONS: usize = 30;

/// Maximum number of mentions of one note: usually only the first one is worth a link.
const MAX_MENTIONS_PER_NOTE: usize = 3;

/// Maximum number of notes that are read for a request, last modified first.
const MAX_READ_NOTES: usize = 300;

/// Number of notes that are read at the same time.
const NOTES_PER_BATCH: usize = 16;

/// Private-use characters that mark a mention while the markup around it is removed.
const MARK_START: char = '\u{e000}';
const MARK_END: char = '\u{e001}';

/// A request for the unlinked mentions of a note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MentionsRequest {
    /// The path of the note whose name and aliases are searched for.
    pub path: String,
    /// Maximum number of mentions; `None` for the default number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
}

/// The unlinked mentions of a note.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct UnlinkedMentions {
    /// The mentions, note by note, last modified note first.
    pub mentions: Vec<UnlinkedMention>,
    /// Whether there may be more mentions than these.
    #[serde(rename = "more")]
    pub has_more: bool,
}

/// A place where another note names the note of the request without a link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct UnlinkedMention {
    /// The path of the other note.
    #[cfg_attr(target_family = "wasm", tsify(type = "string"))]
    pub path: NotePath,
    /// The number of the line, counted from one.
    pub line: usize,
    /// The name as it is written there.
    pub words: String,
    /// The sentence around the name, with the name highlighted.
    #[serde(rename = "sentence")]
    pub sentence_spans: Vec<TextSpan>,
    /// The edit of the other note that turns the name into a link.
    pub edit: NoteEdit,
}

impl Library {
    /// Finds the places where other notes name a note without a link, among the notes that are
    /// indexed so far. Reads only notes that have the words of a name.
    pub async fn find_unlinked_mentions(
        &self,
        host: &dyn Host,
        request: &MentionsRequest,
    ) -> Result<UnlinkedMentions> {
        let path = NotePath::parse(&request.path)?;
        let text = host.read(&path).await?;
        let limit = request.limit.unwrap_or(DEFAULT_MAX_MENTIONS);
        let Some(search) = self.state.borrow().mention_search(&path, &text) else {
            return Ok(UnlinkedMentions::default());
        };
        let mut result = UnlinkedMentions {
            mentions: Vec::new(),
            has_more: search.candidates.len() > MAX_READ_NOTES,
        };
        let candidates = search.candidates.get(..MAX_READ_NOTES).unwrap_or(&search.candidates);
        for batch in candidates.chunks(NOTES_PER_BATCH) {
            let reads = join_all(batch.iter().map(|note| host.read(note))).await;
            // A note that cannot be read was deleted a moment ago.
            let texts = batch.iter().zip(reads).filter_map(|(note, text)| Some((note, text.ok()?)));
            for (note, text) in texts {
                result.mentions.extend(search.mentions_in(note, &text));
            }
            if result.mentions.len() > limit {
                result.mentions.truncate(limit);
                result.has_more = true;
                break;
            }
        }
        Ok(result)
    }
}

/// What a request searches for: the names of the note, and the notes that may contain them.
struct MentionSearch {
    finder: MentionFinder,
    candidates: Vec<NotePath>,
    link_target: WikilinkTarget,
}

impl LibraryState {
    /// Returns `None` if no name of the note is worth a search.
    fn mention_search(&self, path: &NotePath, text: &str) -> Option<MentionSearch> {
        let link_target = WikilinkTarget::parse(self.graph.linktext(path))?;
        let language = Language::detect(text);
        let mut names = vec![path.title().to_owned()];
        names.extend(frontmatter::aliases(text));
        names.retain(|name| is_searchable_name(name, language));
        let mut candidates = BTreeSet::new();
        names.retain(|name| {
            let notes = self.index.notes_with_words_of(name);
            let is_common = is_common_name(name, notes.len(), self.index.note_count());
            if !is_common {
                candidates.extend(notes);
            }
            !is_common
        });
        candidates.remove(path);
        let mut candidates: Vec<NotePath> = candidates.into_iter().collect();
        candidates.stable_sort_by_key(|note| std::cmp::Reverse(self.index.modified_millis(note)));
        let finder = MentionFinder::new(names.iter().map(String::as_str));
        (!names.is_empty()).then_some(MentionSearch { finder, candidates, link_target })
    }
}

impl MentionSearch {
    fn mentions_in(&self, note: &NotePath, text: &str) -> Vec<UnlinkedMention> {
        let lines = LineIndex::new(text);
        let mut found = self.finder.find(text);
        // One mention of a line is enough. Its link changes the line, so that the edits of others on
        // the line would be refused.
        found.dedup_by_key(|mention| lines.line_number(mention.byte_range.start));
        found.truncate(MAX_MENTIONS_PER_NOTE);
        let found = found.into_iter();
        found.filter_map(|mention| self.to_mention(note, text, &lines, &mention)).collect()
    }

    fn to_mention(
        &self,
        note: &NotePath,
        text: &str,
        lines: &LineIndex,
        mention: &FoundMention,
    ) -> Option<UnlinkedMention> {
        let line_number = lines.line_number(mention.byte_range.start);
        let line_range = lines.lines_byte_range(line_number, line_number);
        let line = text.get(line_range.clone())?.trim_end_matches(['\n', '\r']);
        let words = text.get(mention.byte_range.clone())?;
        let start = mention.byte_range.start.checked_sub(line_range.start)?;
        let edit = NoteEdit::LinkWords(WordLink {
            line: line_number,
            expects: line.to_owned(),
            start,
            words: words.to_owned(),
            link: mention.wikilink(&self.link_target, words)?,
        });
        Some(UnlinkedMention {
            path: note.clone(),
            line: line_number,
            words: words.to_owned(),
            sentence_spans: sentence_spans(line, start, words),
            edit,
        })
    }
}

/// The sentence of a line around the words at a byte offset, without markup and shortened if it is
/// long. The words are highlighted.
fn sentence_spans(line: &str, start: usize, words: &str) -> Vec<TextSpan> {
    let (before, rest) = line.split_at_checked(start).unwrap_or((line, ""));
    let after = rest.get(words.len()..).unwrap_or_default();
    let marked = format!("{}{MARK_START}{words}{MARK_END}{after}", before.trim_start());
    let plain = prose::plain_text(&marked);
    let sentences = sentence_split::whole_sentences(&plain);
    let sentence = sentences.into_iter().find(|sentence| sentence.contains(MARK_START));
    let parts = sentence.and_then(|sentence| {
        let (before, rest) = sentence.split_once(MARK_START)?;
        let (_, after) = rest.split_once(MARK_END)?;
        Some((before, after))
    });
    let Some((before, after)) = parts else {
        return highlight(words, std::slice::from_ref(&(0..words.len())));
    };
    let shown = format!("{before}{words}{after}");
    let mark = before.len()..before.len() + words.len();
    snippet(&shown, |_| Vec::from_iter([mark.clone()]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::MemoryHost;
    use crate::notes::note::edit;
    use crate::settings::Settings;

    fn mentions(notes: &[(&str, &str)], path: &str, limit: Option<usize>) -> UnlinkedMentions {
        let host = MemoryHost::with_notes(notes);
        let library = Library::default();
        let request = MentionsRequest { path: path.into(), limit };
        let found = pollster::block_on(async {
            library.sync(&host, &Settings::default()).await?;
            library.find_unlinked_mentions(&host, &request).await
        });
        found.unwrap()
    }

    /// Compares the mentions of the first note in the second note: the sentence with the name in
    /// angle brackets, and the line after the edit.
    fn check(named: (&str, &str), text: &str, expected: &[(&str, &str)]) {
        let found = mentions(&[named, ("Zoo.md", text)], named.0, None);
        let show = |mention: &UnlinkedMention| {
            let span = |span: &TextSpan| match span.is_highlighted {
                true => format!("<{}>", span.text),
                false => span.text.clone(),
            };
            let edited = edit::apply(text, &mention.edit).unwrap();
            let line = edited.lines().nth(mention.line - 1).unwrap_or_default().to_owned();
            (mention.sentence_spans.iter().map(span).collect::<String>(), line)
        };
        let shown: Vec<(String, String)> = found.mentions.iter().map(show).collect();
        let shown: Vec<(&str, &str)> =
            shown.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        assert_eq!(shown, expected, "{text}");
    }

    #[test]
    fn a_mention_is_shown_in_its_sentence_and_becomes_a_link() {
        let okapi = ("Okapi.md", "---\naliases: [forest giraffe]\n---\nAn animal.");
        check(
            okapi,
            "We saw Dr. Lang. The **okapi** ate [[Leaves|leaves]]. It slept.",
            &[(
                "The <okapi> ate leaves.",
                "We saw Dr. Lang. The **[[Okapi|okapi]]** ate [[Leaves|leaves]]. It slept.",
            )],
        );
        check(okapi, "  - Okapi!", &[("<Okapi>!", "  - [[Okapi]]!")]);
        check(
            okapi,
            "A forest giraffe.",
            &[("A <forest giraffe>.", "A [[Okapi|forest giraffe]].")],
        );
        check(okapi, "|a|b|\n|-|-|\n|okapi|x|", &[("|<okapi>|x|", "|[[Okapi\\|okapi]]|x|")]);
        check(("Animals/堆肥.md", "x"), "我们做堆肥。", &[("我们做<堆肥>。", "我们做[[堆肥]]。")]);
    }

    #[test]
    fn linked_and_short_and_general_names_are_not_mentions() {
        check(("Okapi.md", "x"), "[[Okapi]] and `okapi`", &[]);
        check(("Ox.md", "x"), "An ox.", &[]);
        check(("First.md", "x"), "The first.", &[]);
        check(("2024.md", "x"), "In 2024.", &[]);
        check(("C# tips.md", "x"), "C# tips.", &[]);
        check(("Okapi.md", "An okapi itself."), "Nothing.", &[]);
    }

    #[test]
    fn the_number_of_mentions_is_limited() {
        let many = "An okapi, okapi.\nokapi\nokapi\nokapi";
        let notes = [("Okapi.md", "x"), ("a.md", many), ("b.md", many)];
        let found = mentions(&notes, "Okapi.md", None);
        assert_eq!((found.mentions.len(), found.has_more), (6, false));
        let found = mentions(&notes, "Okapi.md", Some(4));
        assert_eq!((found.mentions.len(), found.has_more), (4, true));
    }
}
