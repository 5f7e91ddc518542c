//! Splits a reply into what its sources support and what the model says by itself. A sentence that
//! cites a passage which doesn't support it is left out.

use crate::answers::run::{LeftOutSentence, ReportAuthor, Statement, SupportStatus};
use crate::answers::writing::{
    CitationWriter, CitingSentence, SentenceChecker, StatementRenderer, parse_cited_text, phrases,
};
use crate::evidence::support::CheckVerdict;
use crate::evidence::{Evidence, EvidenceId, Origin};
use crate::features::chat::conversation_turn::{CitedPassage, ReplyPart};
use crate::language::Language;
use crate::library::Vault;
use crate::safety::sanitize::{self, AllowedLinks};
use crate::settings::CitationStyle;

/// A reply in parts, and what was left out of it.
#[derive(Debug, Default)]
pub struct CheckedReply {
    /// The parts, in their order.
    pub parts: Vec<ReplyPart>,
    /// Sentences whose passages don't support them.
    pub left_out: Vec<LeftOutSentence>,
}

/// Checks the sentences of a reply that cite passages, and sanitises the rest.
pub fn check_reply(text: &str, pieces: &[Evidence], vault: &dyn Vault) -> CheckedReply {
    let references: Vec<&Evidence> = pieces.iter().collect();
    let checker = SentenceChecker::new(pieces.iter(), "", Language::detect(text));
    let mut reply = CheckedReply::default();
    for block in blocks(text) {
        // A block without an id keeps its Markdown: code, headings, tables.
        if !block.contains("ev-") {
            reply.parts.extend(unchecked_part(block));
            continue;
        }
        let sentences = parse_cited_text(block, &references);
        let is_cited = |it: &CitingSentence| !it.cited_sources.is_empty();
        for same in sentences.chunk_by(|a, b| is_cited(a) == is_cited(b)) {
            let sourced = same.first().is_some_and(is_cited);
            let statements = match sourced {
                true => supported_statements(same, &checker, &mut reply.left_out),
                false => same.iter().map(unsourced_statement).collect(),
            };
            let (markdown, cited) = render(&statements, &references, vault);
            if !markdown.is_empty() {
                reply.parts.push(ReplyPart { markdown, sourced, cited });
            }
        }
    }
    reply
}

const NO_LINKS: AllowedLinks<'_> = AllowedLinks { allowed_urls: &[], allowed_notes: Some(&[]) };

/// A text of the model without sources; `None` if nothing of it may be shown.
pub fn unchecked_part(text: &str) -> Option<ReplyPart> {
    let markdown = sanitize::sanitize_markdown(text, &NO_LINKS).markdown.trim().to_owned();
    (!markdown.is_empty()).then_some(ReplyPart { markdown, sourced: false, cited: Vec::new() })
}

/// The blocks of a text between empty lines; a code block is one block.
fn blocks(text: &str) -> Vec<&str> {
    let mut blocks = Vec::new();
    let (mut start, mut at, mut is_in_code) = (0, 0, false);
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
            is_in_code = !is_in_code;
        }
        at += line.len();
        if trimmed.is_empty() && !is_in_code {
            blocks.extend(text.get(start..at));
            start = at;
        }
    }
    blocks.extend(text.get(start..));
    blocks.into_iter().map(str::trim).filter(|block| !block.is_empty()).collect()
}

fn supported_statements(
    sentences: &[CitingSentence],
    checker: &SentenceChecker<'_>,
    left_out: &mut Vec<LeftOutSentence>,
) -> Vec<Statement> {
    let mut statements = Vec::new();
    for sentence in sentences {
        let result = checker.check_by_rules(sentence);
        match result.verdict {
            CheckVerdict::Supported => statements.push(Statement {
                cited_evidence: result.cited_evidence,
                ..unsourced_statement(sentence)
            }),
            CheckVerdict::Refuted | CheckVerdict::Undecided => {
                let (text, reason) = (sentence.text.clone(), result.reason);
                left_out.push(LeftOutSentence { text, reason });
            }
        }
    }
    statements
}

fn unsourced_statement(sentence: &CitingSentence) -> Statement {
    Statement {
        text: sentence.text.clone(),
        layout: sentence.layout.clone(),
        cited_evidence: Vec::new(),
        support_status: SupportStatus::Verified,
    }
}

/// The statements as Markdown, and the passages to which its links to notes lead.
fn render(
    statements: &[Statement],
    evidence: &[&Evidence],
    vault: &dyn Vault,
) -> (String, Vec<CitedPassage>) {
    let words = phrases::report_phrases(Language::English);
    let citations = CitationWriter::new(vault, CitationStyle::Links, "");
    let renderer = StatementRenderer {
        citations: &citations,
        author: ReportAuthor::Model,
        unverified_label: words.unverified_label,
        belief_label: words.belief_label,
        evidence,
    };
    let markdown = renderer.blocks(statements).join("\n\n");
    let linked = citations.linked_evidence();
    (markdown, linked.iter().filter_map(|id| cited_passage(id, evidence)).collect())
}

/// The passage of a piece of evidence that comes from a note.
fn cited_passage(id: &EvidenceId, evidence: &[&Evidence]) -> Option<CitedPassage> {
    let piece = evidence.iter().find(|piece| piece.id == *id)?;
    let Origin::Note(location) = &piece.origin else { return None };
    Some(CitedPassage {
        id: id.clone(),
        path: location.path.clone(),
        first_line: location.first_line,
        last_line: location.last_line,
    })
}
