//! The results of the tools of a loop, so that the loop can be replayed without the vault.

use std::cell::{Cell, RefCell};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::features::agent::tool_caller::ToolCaller;
use crate::features::tools::{AskEvidence, ToolCall, ToolResult};
use crate::host::LocalFuture;
use crate::safety::privacy::OutgoingText;
use crate::values::{Error, ErrorCode, Result};

/// The results of all calls of a loop, in their order.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ToolRecord {
    calls: Vec<RecordedCall>,
    evidence: Vec<AskEvidence>,
}

/// The result of one call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct RecordedCall {
    /// The text that the model got; absent if the call failed. Only people read it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<Error>,
    /// The number of pieces of evidence after the call.
    evidence_count: usize,
}

/// Collects the results of a loop.
#[derive(Debug, Default)]
pub struct ToolRecorder {
    calls: RefCell<Vec<RecordedCall>>,
}

impl ToolRecorder {
    /// Adds the result of a call.
    pub(super) fn record(&self, result: &Result<ToolResult>, evidence_count: usize) {
        let text = result.as_ref().ok().map(|result| result.text.as_str().to_owned());
        let error = result.as_ref().err().cloned();
        self.calls.borrow_mut().push(RecordedCall { text, error, evidence_count });
    }

    /// Ends the recording.
    pub fn into_record(self, evidence: Vec<AskEvidence>) -> ToolRecord {
        ToolRecord { calls: self.calls.into_inner(), evidence }
    }
}

/// Returns the recorded results, in their order.
pub struct RecordedTools<'a> {
    record: &'a ToolRecord,
    next_call: Cell<usize>,
    evidence_count: Cell<usize>,
}

impl<'a> RecordedTools<'a> {
    /// Starts at the first call of a record. The evidence of an earlier question is there before it.
    pub fn new(record: &'a ToolRecord, earlier_evidence_count: usize) -> Self {
        let evidence_count = Cell::new(earlier_evidence_count);
        Self { record, next_call: Cell::default(), evidence_count }
    }
}

impl ToolCaller for RecordedTools<'_> {
    fn call<'a>(&'a self, _call: &'a ToolCall) -> LocalFuture<'a, Result<ToolResult>> {
        let call = self.record.calls.get(self.next_call.replace(self.next_call.get() + 1));
        Box::pin(async move {
            let missing = || Error::new(ErrorCode::NotInTrace, "This call isn't in the run log");
            let call = call.ok_or_else(missing)?;
            self.evidence_count.set(call.evidence_count);
            match (&call.text, &call.error) {
                (_, Some(error)) => Err(error.clone()),
                // A replay sends nothing, so that the model needs no text.
                (Some(_), None) => {
                    let (text, data) = (OutgoingText::default(), Value::Null);
                    Ok(ToolResult { text, data, next: None, proposal: None })
                }
                (None, None) => Err(missing()),
            }
        })
    }

    fn evidence(&self) -> Vec<AskEvidence> {
        self.record.evidence.iter().take(self.evidence_count.get()).cloned().collect()
    }
}
