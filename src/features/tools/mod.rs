//! The closed list of what a model, a script or another program may do with a vault. Ask, chat, the
//! plugin's API, the command line and the MCP server all use these tools.
//!
//! In reading order:
//! - `tool_name`, `argument`, `tool_arguments`, `tool`, `tool_call`, `write_call`: the tools, their arguments, and a call whose arguments are
//!   checked. The JSON schema of a tool and the check of its arguments come from the same table.
//! - `tool_context`, `session`, `evidence`: what a call works with, and what a run has seen so far.
//! - `result_block`, `result_text`, `tool_result`: the text for a model, cut and fenced as data, and
//!   the whole result.
//! - `vault_path`, `vault_files`, `note_catalog`: which notes a tool may see. A private or excluded
//!   note does not exist for a tool.
//! - `call`: carries a call out, with one file for each group of tools: `read_tools`,
//!   `search_vault`, `list_tools`, `link_tools`, `web_tools` and `small_tools`.
//!
//! - `product_call`, `product_tools`: the product's own tools, which the engine carries out.
//! - `write`: tools that propose changes of the vault, and how the user's yes carries them out.

mod argument;
mod call;
mod evidence;
mod link_tools;
mod list_tools;
mod note_catalog;
mod note_date;
mod product_call;
mod product_tools;
mod read_tools;
mod result_block;
mod result_text;
mod search_vault;
mod session;
mod small_tools;
mod tool;
mod tool_arguments;
mod tool_call;
mod tool_context;
mod tool_name;
mod tool_result;
mod vault_files;
mod vault_path;
mod web_tools;
mod write;
mod write_call;

pub use call::call_tool;
pub(crate) use evidence::ReadPassage;
pub use evidence::{AskEvidence, EvidenceFound};
pub use note_catalog::NoteCatalog;
pub(crate) use product_call::ProductCall;
pub(crate) use product_tools::answer_result;
pub(crate) use product_tools::audio_embeds;
pub(crate) use product_tools::note_result;
pub(crate) use product_tools::open_visible_note;
pub(crate) use product_tools::proposal_result;
pub(crate) use product_tools::visible_folder;
pub(crate) use product_tools::{AnswerText, AudioEmbed, ProductText};
pub use session::ToolSession;
pub(crate) use session::urls_in_text;
pub use tool::ToolDeclaration;
pub(crate) use tool_call::ToolConfidence;
pub use tool_call::{ToolCall, ToolRequest};
pub use tool_context::ToolContext;
pub(crate) use tool_name::ToolEffect;
pub use tool_name::ToolName;
pub use tool_result::ToolResult;
pub(crate) use vault_files::OpenedNote;
pub(crate) use write::apply::UndoStore;
pub(crate) use write::proposal::FailedChange;
pub use write::proposal::{
    Applied, ApplyRequest, ChangeKind, Proposal, ProposedChange, UndoRequest,
};
pub(crate) use write_call::{NamedNotes, WriteCall};
