//! The proposal that mends a broken link. Nothing changes until the user accepts it.

use serde::{Deserialize, Serialize};

use crate::features::health::health_check::HealthContext;
use crate::features::health::link_fix::{LinkFix, LinkWords};
use crate::features::tools::{Proposal, ProposedChange};
use crate::library::Vault;
use crate::notes::note::{NotePath, frontmatter};
use crate::safety::sanitize::WikilinkTarget;
use crate::values::text::fold_case;
use crate::values::{Error, ErrorCode, Result};

/// A broken link and the note that it should lead to, as a row of a check names them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
pub struct FixLinkRequest {
    /// The path of the note with the link.
    pub path: String,
    /// The number of the line that the link is on, counted from one; without it the first such link
    /// changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_family = "wasm", tsify(optional))]
    pub line: Option<usize>,
    /// The target of the link as written.
    pub target: String,
    /// The path of the note that the link should lead to.
    pub guess: String,
}

/// Proposes the change of one link. Its heading, its words and the mark of an embed stay.
pub async fn propose_link_fix(
    context: &HealthContext<'_>,
    request: &FixLinkRequest,
) -> Result<Proposal> {
    let path = indexed_path(context, &request.path)?;
    let guess = indexed_path(context, &request.guess)?;
    let text = context.host.read(&path).await?;
    let unfixable = || {
        let message = "The link couldn't be changed: it was edited, or it is written in a way that Ibid doesn't change";
        Error::new(ErrorCode::ChangedSince, message)
            .hint("Open the note and edit the link yourself.")
    };
    let new_target =
        WikilinkTarget::parse(&context.library.wikilink_target(&guess)).ok_or_else(unfixable)?;
    let guessed_text = context.host.read(&guess).await.unwrap_or_default();
    let is_alias = |alias: &String| fold_case(alias) == fold_case(&request.target);
    let words = match frontmatter::aliases(&guessed_text).iter().any(is_alias) {
        true => LinkWords::OldWords,
        false => LinkWords::NewName,
    };
    let fix = LinkFix {
        line: request.line,
        target: &request.target,
        new_target: new_target.as_str(),
        words,
    };
    let changed = fix.apply(&text).ok_or_else(unfixable)?;
    Ok(Proposal { changes: vec![ProposedChange::edit(path.as_str(), text, changed)] })
}

/// Parses the path of an indexed note. Other notes do not exist for the check.
fn indexed_path(context: &HealthContext<'_>, path: &str) -> Result<NotePath> {
    let parsed = NotePath::parse(path)?;
    let is_indexed = context.library.indexed_notes().iter().any(|(note, _)| *note == parsed);
    let missing =
        || Error::new(ErrorCode::NoteMissing, format!("“{path}” is no longer in the vault"));
    if is_indexed { Ok(parsed) } else { Err(missing()) }
}
