//! Searches the vault. Private and excluded notes are left out, and do not count towards the limit.

use serde::Serialize;
use serde_json::json;

use crate::answers::gather::SearchScope;
use crate::features::tools::evidence::EvidenceFound;
use crate::features::tools::read_tools::{NoteLines, lines_block, to_result};
use crate::features::tools::result_block::{Continuation, ResultBlock};
use crate::features::tools::session::ToolSession;
use crate::features::tools::tool_call::ToolCall;
use crate::features::tools::tool_context::ToolContext;
use crate::features::tools::tool_result::ToolResult;
use crate::features::tools::vault_files::{OpenedNote, VaultFiles};
use crate::features::tools::vault_path::check_folder_argument;
use crate::notes::index::{Hit, Query};
use crate::notes::note::report_section;
use crate::values::text::lines_text;
use crate::values::{Error, ErrorCode, Result};

/// Number of hits that are requested at first for each hit that is returned. If more of them are
/// private, the search is repeated with more hits.
const REQUESTED_HITS_PER_RESULT: usize = 4;

/// Number of hits after which the search ends, even if most of them are private.
const MAX_REQUESTED_HITS: usize = 10_000;

/// A hit in a note that a tool may see.
struct VisibleHit {
    hit: Hit,
    note: OpenedNote,
}

/// The result of a search for a program.
#[derive(Serialize)]
struct SearchData {
    hits: Vec<Hit>,
    /// The error message if the embedding service failed, so that only keywords were searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    trouble: Option<String>,
}

/// Finds the best passage of each matching note.
pub async fn search_vault(
    context: &ToolContext<'_>,
    session: &ToolSession,
    call: &ToolCall,
) -> Result<ToolResult> {
    let ToolCall::SearchVault { query: text, limit, mode, folder } = call else {
        return Err(Error::new(ErrorCode::Unexpected, "This call is not a search"));
    };
    let files = VaultFiles::load(context).await?;
    let folder = folder.as_deref().map(check_folder_argument).transpose()?;
    let folder = folder.filter(|folder| !folder.is_empty());
    let folder = folder.or_else(|| match context.scope {
        SearchScope::Folder(folder) => Some(folder.to_owned()),
        _ => None,
    });
    let folder = folder.map(|folder| files.folder_spelling(&folder));
    let query = Query { text: text.clone(), mode: *mode, folder, ..Query::default() };
    context.library.sync_once(context.host, context.settings).await?;
    let (hits, trouble) = visible_hits(context, &files, &query, *limit).await;
    let data = json!(SearchData { hits: hits.iter().map(with_passage).collect(), trouble });
    let mut blocks = vec![match hits.len() {
        0 => ResultBlock::sentence("No note matches. Try other words or fewer of them."),
        found => ResultBlock::sentence_with_number("Notes found: ", found),
    }];
    for VisibleHit { hit, note } in hits {
        let lines = NoteLines {
            heading: hit.heading_trail.to_display_text(),
            lines: hit.first_line..=hit.last_line,
            reason: format!("search_vault {text}"),
            found: EvidenceFound::from(hit.match_kind),
            score: hit.score,
        };
        blocks.push(lines_block(context, &note, lines).await?);
    }
    Ok(to_result(context, session, Continuation::of_blocks(blocks), data))
}

/// Searches until enough hits are visible or no more notes match. Returns the warning of the search
/// too.
async fn visible_hits(
    context: &ToolContext<'_>,
    files: &VaultFiles<'_>,
    query: &Query,
    limit: usize,
) -> (Vec<VisibleHit>, Option<String>) {
    let mut requested = limit.saturating_mul(REQUESTED_HITS_PER_RESULT);
    loop {
        let query = Query { max_hits: Some(requested), ..query.clone() };
        let ToolContext { host, settings, privacy, library, .. } = *context;
        let (hits, warning) = library.search_hits(host, settings, privacy, &query).await;
        let is_last = hits.len() < requested || requested >= MAX_REQUESTED_HITS;
        let mut visible = Vec::new();
        for hit in hits {
            if visible.len() == limit {
                break;
            }
            if let Some(note) = files.read_if_visible(hit.path.clone()).await {
                visible.push(VisibleHit { hit, note: without_reports(note) });
            }
        }
        if visible.len() == limit || is_last {
            return (visible, warning);
        }
        requested = requested.saturating_mul(4).min(MAX_REQUESTED_HITS);
    }
}

/// The index leaves out Ibid's own reports, so a passage must not contain them either. The numbers
/// of lines stay the same.
fn without_reports(note: OpenedNote) -> OpenedNote {
    OpenedNote { text: report_section::without_reports(&note.text), ..note }
}

fn with_passage(found: &VisibleHit) -> Hit {
    let VisibleHit { hit, note } = found;
    let passage_text = lines_text(&note.text, &(hit.first_line..=hit.last_line)).to_owned();
    Hit { passage_text, ..hit.clone() }
}
