//! Sanitises text that a model wrote before it becomes part of a proposal.

use std::collections::BTreeSet;

use crate::note::link::parse_links;
use crate::sanitize::{self, AllowedLinks};
use crate::tools::session::{ToolSession, urls_in_text};
use crate::tools::vault_files::VaultFiles;

/// Sanitises a text. It may link to visible notes, to addresses that the conversation has seen, and to
/// those that the note already has.
pub async fn sanitize_model_text(
    files: &VaultFiles<'_>,
    session: &ToolSession,
    text: &str,
    note_text: &str,
) -> String {
    let mut allowed_notes = Vec::new();
    let targets: BTreeSet<String> = parse_links(text).into_iter().map(|link| link.target).collect();
    for target in targets {
        // A link without a target leads to a heading of the note itself.
        if target.is_empty() || files.open_note(&target).await.is_ok() {
            allowed_notes.push(target);
        }
    }
    let allowed_urls: Vec<String> =
        session.seen_urls().into_iter().chain(urls_in_text(note_text)).collect();
    let allowed = AllowedLinks { allowed_urls: &allowed_urls, allowed_notes: Some(&allowed_notes) };
    sanitize::sanitize_markdown(text, &allowed).markdown
}
