//! The files of a question: the answer as a note, its evidence, and the trace.

use serde::{Deserialize, Serialize};

use crate::features::ask::request::{AnswerConfidence, AskResult};
use crate::features::ask::trace::AskTrace;
use crate::features::tools::AskEvidence;
use crate::notes::note::report_section;
use crate::safety::sanitize;
use crate::values::AgentStep;
use crate::values::text::collapse_whitespace;

/// The files of a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AskFiles {
    /// The content of `trace.json`, with which the question can be replayed.
    #[serde(rename = "trace")]
    pub trace_json: String,
    /// The content of `evidence.json`.
    #[serde(rename = "evidence")]
    pub evidence_json: String,
    /// The content of `report.md`.
    #[serde(rename = "report")]
    pub report_markdown: String,
}

impl AskFiles {
    /// Writes the files of a question and its answer.
    pub fn new(trace: &AskTrace, answer: &AskResult) -> Self {
        let pretty = |json: serde_json::Result<String>| json.unwrap_or_default() + "\n";
        Self {
            trace_json: pretty(serde_json::to_string_pretty(trace)),
            evidence_json: pretty(serde_json::to_string_pretty(&answer.evidence)),
            // The comments keep the report from becoming evidence for other answers.
            report_markdown: report_section::add_report_comments(
                &trace.run_id,
                &report_markdown(&trace.request.question, answer),
            ) + "\n",
        }
    }
}

/// The answer with its evidence as a note. Text from pages and notes is escaped.
fn report_markdown(question: &str, answer: &AskResult) -> String {
    let confidence = match answer.confidence {
        AnswerConfidence::High => "high",
        AnswerConfidence::Medium => "medium",
        AnswerConfidence::Low => "low",
    };
    let mut blocks = vec![format!("# {}", one_line(question))];
    match answer.is_found {
        true => {
            blocks.push(answer.answer_markdown.clone());
            blocks.push(format!("Confidence: {confidence}"));
        }
        false => blocks.push("I could not find this in your vault.".to_owned()),
    }
    blocks.extend(answer.warnings.iter().map(|warning| format!("> {}", one_line(warning))));
    if !answer.steps.is_empty() {
        blocks.push("## Steps".to_owned());
        blocks.push(answer.steps.iter().map(step_markdown).collect::<Vec<_>>().join("\n"));
    }
    if !answer.evidence.is_empty() {
        blocks.push("## Evidence".to_owned());
        blocks.extend(answer.evidence.iter().map(evidence_markdown));
    }
    blocks.join("\n\n")
}

fn step_markdown(step: &AgentStep) -> String {
    let reason = match step.reason.is_empty() {
        true => String::new(),
        false => format!(" ({})", one_line(&step.reason)),
    };
    let outcome = match step.outcome.is_empty() {
        true => String::new(),
        false => format!(": {}", one_line(&step.outcome)),
    };
    format!("{}. {}{reason}{outcome}", step.number, one_line(&step.action))
}

fn evidence_markdown(piece: &AskEvidence) -> String {
    let passage = &piece.passage;
    let place = match (&passage.path, passage.first_line, passage.last_line) {
        (Some(path), Some(first), Some(last)) => format!("{path}, lines {first}–{last}"),
        (Some(path), ..) => path.to_string(),
        _ => passage.url.clone().unwrap_or_default(),
    };
    let quote = passage.text.lines().map(|line| format!("> {}", sanitize::escape_text(line)));
    let quote = quote.collect::<Vec<_>>().join("\n");
    format!("**{}** {}\n\n{quote}", piece.id, one_line(&place))
}

/// A text as one line in which no Markdown acts.
fn one_line(text: &str) -> String {
    sanitize::escape_text(&collapse_whitespace(text))
}
