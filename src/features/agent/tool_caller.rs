//! What carries out the calls of a loop.

use crate::features::tools::{AskEvidence, ToolCall, ToolResult};
use crate::host::LocalFuture;
use crate::values::Result;

/// What carries out the calls of a loop: the vault, or the record of an earlier loop.
pub trait ToolCaller {
    /// Carries a call out.
    fn call<'a>(&'a self, call: &'a ToolCall) -> LocalFuture<'a, Result<ToolResult>>;
    /// The passages that the calls have returned so far.
    fn evidence(&self) -> Vec<AskEvidence>;
}
