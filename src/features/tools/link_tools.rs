//! Lists the links to a note and the links of a note. Links that involve a private or excluded note
//! are left out.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::json;

use crate::features::tools::list_tools::list_result;
use crate::features::tools::read_tools::to_result;
use crate::features::tools::result_block::{Continuation, ResultBlock};
use crate::features::tools::session::ToolSession;
use crate::features::tools::tool_call::ListPage;
use crate::features::tools::tool_context::ToolContext;
use crate::features::tools::tool_result::ToolResult;
use crate::features::tools::vault_files::{OpenedNote, VaultFiles};
use crate::notes::note::{NotePath, link};
use crate::values::text::fold_case;
use crate::values::{Result, StableSort};

/// Lists the notes that link to a note.
pub async fn backlinks(
    context: &ToolContext<'_>,
    session: &ToolSession,
    argument: &str,
    page: ListPage,
) -> Result<ToolResult> {
    let files = VaultFiles::load(context).await?;
    let note = files.open_note(argument).await?;
    context.library.sync_once(context.host, context.settings).await?;
    let sources: BTreeSet<NotePath> = context.library.backlinks(&note.path).into_iter().collect();
    let visible = files.visible_notes(|path, _| sources.contains(path)).await?;
    let paths: Vec<&NotePath> = visible.iter().map(|source| &source.path).collect();
    list_result(context, session, &paths, page).await
}

/// A link of a note.
#[derive(Serialize)]
struct Outlink {
    /// The target as written.
    target: String,
    /// The note to which the link leads; `None` if there is no such note.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<NotePath>,
}

/// Lists the links of a note, each target once, in their order in the note.
pub async fn outlinks(
    context: &ToolContext<'_>,
    session: &ToolSession,
    argument: &str,
    page: ListPage,
) -> Result<ToolResult> {
    let files = VaultFiles::load(context).await?;
    let note = files.open_note(argument).await?;
    context.library.sync_once(context.host, context.settings).await?;
    let all = visible_links(context, &files, &note).await?;
    let links: Vec<&Outlink> = all.iter().skip(page.offset).take(page.limit).collect();
    let data = json!({ "links": links, "total": all.len() });
    let line = |link: &&Outlink| match &link.path {
        Some(path) => format!("{} → {path}", link.target),
        None => format!("{} (no such note)", link.target),
    };
    let text = links.iter().map(line).collect::<Vec<_>>().join("\n");
    let redactor = context.privacy.build_redactor(&[&note.path], &[&text], &note.text).await?;
    let blocks = [
        ResultBlock::sentence_with_number("Links in all: ", all.len()),
        ResultBlock::data("links", redactor.redact(&text)),
    ];
    Ok(to_result(context, session, Continuation::of_blocks(blocks), data))
}

/// The links of a note that involve no hidden file, each target once, in order of the target.
async fn visible_links(
    context: &ToolContext<'_>,
    files: &VaultFiles<'_>,
    note: &OpenedNote,
) -> Result<Vec<Outlink>> {
    let written = link::parse_links(&note.text).into_iter();
    let written = written.chain(link::parse_property_links(&note.text));
    let targets: BTreeSet<String> =
        written.map(|link| link.target).filter(|target| !target.is_empty()).collect();
    let resolved: Vec<Outlink> = targets
        .into_iter()
        .map(|target| {
            let path = context.library.resolve_link(&target, &note.path);
            Outlink { target, path }
        })
        .collect();
    let linked: BTreeSet<&NotePath> =
        resolved.iter().filter_map(|link| link.path.as_ref()).collect();
    let visible = files.visible_notes(|path, _| linked.contains(path)).await?;
    let visible: BTreeSet<NotePath> = visible.into_iter().map(|note| note.path).collect();
    let unresolved = UnresolvedTargets::new(files);
    let is_visible = |link: &Outlink| match &link.path {
        Some(path) => visible.contains(path),
        None => !unresolved.may_be_hidden(files, &link.target),
    };
    let mut links: Vec<Outlink> = resolved.into_iter().filter(is_visible).collect();
    let mut seen = BTreeSet::new();
    // Two targets may be spellings of one note; it is listed once.
    links.retain(|link| match &link.path {
        Some(path) => seen.insert(path.as_str().to_owned()),
        None => seen.insert(fold_case(&link.target)),
    });
    links.stable_sort_by(|a, b| (&a.path, &a.target).cmp(&(&b.path, &b.target)));
    Ok(links)
}

/// The files that no link resolves to as a note: attachments, and notes that are hidden.
struct UnresolvedTargets {
    /// The folded paths of hidden files, without the extension of notes.
    hidden_paths: Vec<String>,
}

impl UnresolvedTargets {
    fn new(files: &VaultFiles<'_>) -> Self {
        let hidden = files.all_paths().filter(|path| files.is_hidden(path));
        Self { hidden_paths: hidden.map(linkpath).collect() }
    }

    /// Whether a link may lead to a file that a folder hides, or into such a folder.
    fn may_be_hidden(&self, files: &VaultFiles<'_>, target: &str) -> bool {
        let wanted = linkpath(target.trim_start_matches(['.', '/']));
        let is_end_of = |path: &String| {
            path.strip_suffix(&wanted).is_some_and(|head| head.is_empty() || head.ends_with('/'))
        };
        files.is_hidden_by_folder(target.trim_start_matches(['.', '/']))
            || self.hidden_paths.iter().any(is_end_of)
    }
}

/// The path of a file as links write it, folded: without the extension of a note.
fn linkpath(path: &str) -> String {
    let path =
        NotePath::parse(path).map_or_else(|_| path.to_owned(), |it| it.linkpath().to_owned());
    fold_case(&path)
}
