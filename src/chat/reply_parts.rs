//! Splits a reply into what its sources support and what the model says by itself. A sentence that
//! cites a passage which doesn't support it is left out.

use crate::chat::conversation::ReplyPart;
use crate::evidence::Evidence;
use crate::index::language::Language;
use crate::library::Vault;
use crate::research::report::citation::CitationWriter;
use crate::research::report::draft::{CitingSentence, parse_cited_text};
use crate::research::report::phrases;
use crate::research::report::sentence_checker::SentenceChecker;
use crate::research::report::statement::{LeftOutSentence, ReportAuthor, Statement, SupportStatus};
use crate::research::report::statement_markdown::StatementRenderer;
use crate::sanitize::{self, AllowedLinks};
use crate::settings::CitationStyle;
use crate::support::check::CheckVerdict;

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
            let markdown = sanitize::sanitize_markdown(block, &NO_LINKS).markdown;
            reply.add(markdown.trim().to_owned(), Source::None);
            continue;
        }
        let sentences = parse_cited_text(block, &references);
        let is_cited = |it: &CitingSentence| !it.cited_sources.is_empty();
        for same in sentences.chunk_by(|a, b| is_cited(a) == is_cited(b)) {
            let statements = match same.first().is_some_and(is_cited) {
                true => supported_statements(same, &checker, &mut reply.left_out),
                false => same.iter().map(unsourced_statement).collect(),
            };
            let source =
                if same.first().is_some_and(is_cited) { Source::Passages } else { Source::None };
            reply.add(render(&statements, &references, vault), source);
        }
    }
    reply
}

const NO_LINKS: AllowedLinks<'_> = AllowedLinks { allowed_urls: &[], allowed_notes: Some(&[]) };

/// Whether a part has sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    Passages,
    None,
}

impl CheckedReply {
    fn add(&mut self, markdown: String, source: Source) {
        if !markdown.is_empty() {
            self.parts.push(ReplyPart { markdown, sourced: source == Source::Passages });
        }
    }
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

fn render(statements: &[Statement], evidence: &[&Evidence], vault: &dyn Vault) -> String {
    let words = phrases::report_phrases(Language::English);
    let renderer = StatementRenderer {
        citations: &CitationWriter::new(vault, CitationStyle::Links, ""),
        author: ReportAuthor::Model,
        unverified_label: words.unverified_label,
        belief_label: words.belief_label,
        evidence,
    };
    renderer.blocks(statements).join("\n\n")
}
