//! What the engine needs to carry out the product's own tools: the notes, folders and audio files that a
//! tool may see, and results as a model gets them.

use serde_json::Value;

use crate::features::tools::evidence::AskEvidence;
use crate::features::tools::read_tools::{NoteLines, lines_block, to_result};
use crate::features::tools::result_block::{Continuation, ResultBlock};
use crate::features::tools::session::ToolSession;
use crate::features::tools::tool_context::ToolContext;
use crate::features::tools::tool_result::ToolResult;
use crate::features::tools::vault_files::{OpenedNote, VaultFiles};
use crate::features::tools::vault_path::check_folder_argument;
use crate::features::tools::write::proposal::{Proposal, ProposedChange};
use crate::features::tools::write::propose::proposal_text;
use crate::model::llm::AudioFormat;
use crate::notes::note::{NotePath, link};
use crate::safety::privacy::RestsOn;
use crate::values::text::{fold_case, quoted};
use crate::values::{Error, ErrorCode, Result};

/// An audio file that a note embeds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AudioEmbed {
    /// The target of the embed as written.
    pub target: String,
    /// The format of the file.
    pub format: AudioFormat,
    /// The path and the size of the file; `None` if no such file exists for a tool.
    pub file: Option<(String, u64)>,
}

/// Text of a result that comes from a note or a service, and the name of its fence.
pub struct ProductText {
    /// The name of the fence.
    pub name: &'static str,
    /// The text, not redacted yet.
    pub text: String,
}

/// Opens the note that a call names. A private or excluded note does not exist.
pub async fn open_visible_note(context: &ToolContext<'_>, argument: &str) -> Result<OpenedNote> {
    VaultFiles::load(context).await?.open_note(argument).await
}

/// The folder that a call names, in its real spelling; `None` for the whole vault. A folder without
/// visible notes does not exist.
pub async fn visible_folder(context: &ToolContext<'_>, argument: &str) -> Result<Option<String>> {
    let files = VaultFiles::load(context).await?;
    let folder = files.folder_spelling(&check_folder_argument(argument)?);
    if folder.is_empty() {
        return Ok(None);
    }
    let prefix = format!("{folder}/");
    let notes = files.visible_notes(|path, _| path.as_str().starts_with(&prefix)).await?;
    if notes.is_empty() {
        let message = format!("There is no folder {} with notes in this vault", quoted(argument));
        return Err(Error::new(ErrorCode::NoteMissing, message)
            .hint("Find its path with list_folder, or leave the folder out."));
    }
    Ok(Some(folder))
}

/// The audio files that a note embeds, each once, in their order in the note.
pub async fn audio_embeds(context: &ToolContext<'_>, note: &OpenedNote) -> Result<Vec<AudioEmbed>> {
    let files = VaultFiles::load(context).await?;
    let mut embeds: Vec<AudioEmbed> = Vec::new();
    for link in link::parse_links(&note.text).into_iter().filter(|link| link.is_embed) {
        let Some(format) = AudioFormat::of_path(&link.target) else { continue };
        let file = find_attachment(&files, &link.target, &note.path);
        let is_known = |known: &AudioEmbed| match &file {
            Some(_) => known.file == file,
            None => known.target == link.target,
        };
        if !embeds.iter().any(is_known) {
            embeds.push(AudioEmbed { target: link.target, format, file });
        }
    }
    Ok(embeds)
}

/// Finds an attachment as Obsidian does: by its path in the vault or from the note's folder, else by
/// the end of its path, the nearest to the note first.
fn find_attachment(files: &VaultFiles<'_>, target: &str, note: &NotePath) -> Option<(String, u64)> {
    let mut wanted = target.trim_start_matches("./").trim_start_matches('/');
    let mut folder = note.folder();
    while let Some(rest) = wanted.strip_prefix("../") {
        wanted = rest;
        folder = folder.rsplit_once('/').map_or("", |(parent, _)| parent);
    }
    let wanted = fold_case(wanted);
    let beside = match folder {
        "" => wanted.clone(),
        folder => format!("{}/{wanted}", fold_case(folder)),
    };
    let end = format!("/{wanted}");
    let rank = |path: &str| {
        let folded = fold_case(path);
        match () {
            () if folded == wanted => Some(0),
            () if folded == beside => Some(1),
            () if folded.ends_with(&end) => Some(2),
            () => None,
        }
    };
    let visible = files.all_files().filter(|file| !files.is_hidden(&file.path));
    let ranked = visible.filter_map(|file| Some((rank(&file.path)?, file)));
    let (_, file) = ranked.min_by_key(|(rank, file)| (*rank, file.path.len(), &file.path))?;
    Some((file.path.clone(), file.size_bytes))
}

/// A result about one note: text of the note or made of it.
pub async fn note_result(
    context: &ToolContext<'_>,
    session: &ToolSession,
    note: &OpenedNote,
    texts: &[ProductText],
    data: Value,
) -> Result<ToolResult> {
    let raw: Vec<&str> = texts.iter().map(|part| part.text.as_str()).collect();
    let redactor = context.privacy.build_redactor(&[&note.path], &raw, &note.text).await?;
    let block = |part: &ProductText| ResultBlock::data(part.name, redactor.redact(&part.text));
    let blocks = texts.iter().map(block);
    Ok(to_result(context, session, Continuation::of_blocks(blocks), data))
}

/// An answer from the vault.
pub struct AnswerText<'a> {
    /// The answer as Markdown, not redacted yet.
    pub markdown: &'a str,
    /// The notes that were read for it, also those that it does not cite.
    pub rests_on: RestsOn,
}

/// An answer from the vault, followed by the passages that it cites, which become evidence.
pub async fn answer_result(
    context: &ToolContext<'_>,
    session: &ToolSession,
    answer: &AnswerText<'_>,
    cited: &[AskEvidence],
    data: Value,
) -> Result<ToolResult> {
    if answer.markdown.is_empty() {
        let nothing = ResultBlock::sentence("The notes don't answer this. Try other words.");
        return Ok(to_result(context, session, Continuation::of_blocks([nothing]), data));
    }
    let files = VaultFiles::load(context).await?;
    let mut blocks = Vec::new();
    for passage in cited.iter().map(|piece| &piece.passage) {
        let (Some(path), Some(first), Some(last)) =
            (&passage.path, passage.first_line, passage.last_line)
        else {
            continue;
        };
        let Some(note) = files.read_exact(path.as_str()).await else { continue };
        let lines = NoteLines {
            heading: passage.heading.clone(),
            lines: first..=last,
            reason: "ask_vault".to_owned(),
            found: passage.found,
            score: passage.score,
        };
        blocks.push(lines_block(context, &note, lines).await?);
    }
    let notes: Vec<&NotePath> = answer.rests_on.notes().iter().collect();
    let redactor = context.privacy.build_redactor(&notes, &[answer.markdown], "").await?;
    let answer = ResultBlock::data("answer", redactor.redact(answer.markdown));
    let head = ResultBlock::sentence("The answer, and the passages to cite for it:");
    let blocks = [head, answer].into_iter().chain(blocks);
    Ok(to_result(context, session, Continuation::of_blocks(blocks), data))
}

/// A result that proposes changes.
pub async fn proposal_result(
    context: &ToolContext<'_>,
    changes: Vec<ProposedChange>,
    data: Value,
) -> Result<ToolResult> {
    let text = proposal_text(context, &changes, &[]).await?;
    Ok(ToolResult { text, data, next: None, proposal: Some(Proposal { changes }) })
}
