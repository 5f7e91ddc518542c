//! Renders the Research section as Markdown. Every text from a source or a model goes through
//! `sanitize`.

use std::collections::BTreeSet;

use crate::answers::built_in::{TopicKind, claim_title};
use crate::answers::run::{
    KnownFinding, ReportAuthor, Statement, StatementLayout, SupportStatus, TopicReport,
};
use crate::answers::writing::{
    CitationWriter, ReportPhrases, StatementRenderer, fill_placeholder, singular_or_plural,
};
use crate::evidence::{Evidence, EvidenceId, Origin, WebTextSource};
use crate::features::research::report::related_notes::RelatedNote;
use crate::language::sentence_split;
use crate::library::Vault;
use crate::model::llm::Spending;
use crate::safety::sanitize;
use crate::settings::{CitationStyle, Depth, ReportLength, TopicLayout};
use crate::values::Date;

/// Everything that the Research section shows.
pub struct SectionDraft<'a> {
    pub run_id: &'a str,
    pub run_date: Date,
    pub depth: Depth,
    /// The level of the section's own heading.
    pub section_heading_level: u8,
    pub topic_reports: &'a [TopicReport<'a>],
    pub evidence: Vec<&'a Evidence>,
    pub related_notes: &'a [RelatedNote],
    /// Number of sentences that their evidence doesn't support.
    pub unsupported_sentence_count: usize,
    /// The name of the model that wrote the report; `None` for the built-in engine.
    pub model_name: Option<&'a str>,
    /// The name of the model that read every sentence again; `None` if there was no second reading.
    pub second_reader_name: Option<&'a str>,
    pub spent: Spending,
    /// Whether the run sent anything.
    pub requests_sent: RequestsSent,
    /// Names of the search services that responded.
    pub service_names: &'a [String],
    pub citation_style: CitationStyle,
    pub length: ReportLength,
    pub topic_layout: TopicLayout,
    pub warnings: &'a [String],
}

/// Whether a run sent anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestsSent {
    /// No request was sent.
    Nothing,
    /// At least one request was sent, with or without a response.
    Something,
}

impl SectionDraft<'_> {
    /// Number of topics on which the report says something.
    pub fn answered_topic_count(&self) -> usize {
        self.topic_reports.iter().filter(|part| part.is_answered()).count()
    }

    /// Whether nothing was found that comes close to any topic.
    pub fn has_no_findings(&self) -> bool {
        self.topic_reports.iter().all(TopicReport::is_empty) && self.related_notes.is_empty()
    }

    /// Number of different notes and pages that the report cites.
    pub fn source_count(&self) -> usize {
        self.cited_evidence().map(Evidence::path_or_url).collect::<BTreeSet<_>>().len()
    }

    /// Number of different publishers among the cited sources.
    fn publisher_count(&self) -> usize {
        self.cited_evidence().map(Evidence::publisher).collect::<BTreeSet<_>>().len()
    }

    /// Whether the vault already contains everything that was found on the web.
    fn has_nothing_new(&self) -> bool {
        let is_known = self.topic_reports.iter().any(|part| !part.already_in_vault.is_empty());
        let mut said = self
            .topic_reports
            .iter()
            .flat_map(TopicReport::all_statements)
            .flat_map(|said| &said.cited_evidence);
        let is_elsewhere = |piece: &Evidence| piece.note_path().is_none();
        is_known && !said.any(|id| self.find_evidence(id).is_some_and(is_elsewhere))
    }

    /// Whether the report contains unsupported sentences, which are marked.
    fn has_unverified_statements(&self) -> bool {
        let mut statements = self.topic_reports.iter().flat_map(TopicReport::all_statements);
        statements.any(|statement| statement.support_status == SupportStatus::Unverified)
    }

    /// The evidence that the report cites.
    fn cited_evidence(&self) -> impl Iterator<Item = &Evidence> {
        let ids = self.topic_reports.iter().flat_map(|part| {
            let said = part.all_statements().flat_map(|statement| &statement.cited_evidence);
            said.chain(part.already_in_vault.iter().map(|known| &known.evidence_id))
        });
        ids.filter_map(|id| self.find_evidence(id))
    }

    fn find_evidence(&self, id: &EvidenceId) -> Option<&Evidence> {
        self.evidence.iter().find(|piece| piece.id == *id).copied()
    }

    /// The Markdown of the section, without its heading.
    pub fn to_markdown(&self, vault: &dyn Vault, words: &ReportPhrases) -> String {
        let citations = CitationWriter::new(vault, self.citation_style, self.run_id);
        let page = SectionWriter { draft: self, words, citations };
        let mut parts = vec![page.summary_callout()];
        let found = self.topic_reports.iter().filter(|part| !part.is_empty());
        parts.extend(self.has_nothing_new().then(|| words.no_new_findings.to_owned()));
        parts.extend(page.short_answers());
        parts.extend(found.filter_map(|part| page.topic_section(part)));
        parts.extend(page.related_notes_section());
        parts.extend(page.skipped_items_section());
        parts.extend(page.citations.footnote_list());
        parts.join("\n\n")
    }

    /// What the report says on a topic, as Markdown with links for a note of its own; `None` if
    /// nothing was found.
    pub fn topic_markdown(
        &self,
        vault: &dyn Vault,
        words: &ReportPhrases,
        part: &TopicReport<'_>,
    ) -> Option<String> {
        let citations = CitationWriter::new(vault, CitationStyle::Links, self.run_id);
        let page = SectionWriter { draft: self, words, citations };
        let found = page.topic_blocks(part, &part.statements)?;
        let blocks = [found, page.contradiction_callouts(part)].concat();
        Some(blocks.join("\n\n"))
    }
}

/// Renders the parts of the section.
struct SectionWriter<'a> {
    draft: &'a SectionDraft<'a>,
    words: &'a ReportPhrases,
    citations: CitationWriter<'a>,
}

impl SectionWriter<'_> {
    /// The collapsed callout at the top of the section: date, depth, numbers and cost.
    fn summary_callout(&self) -> String {
        let (draft, words) = (self.draft, self.words);
        let depth = match draft.depth {
            Depth::Shallow => words.shallow_depth,
            Depth::Deep => words.deep_depth,
        };
        let (sources, independent) = (draft.source_count(), draft.publisher_count());
        let mut facts = vec![
            fill_placeholder(words.researched_on, draft.run_date),
            depth.to_owned(),
            singular_or_plural(draft.answered_topic_count(), words.one_topic, words.many_topics),
            singular_or_plural(sources, words.one_source, words.many_sources),
        ];
        if independent < sources {
            facts.push(fill_placeholder(words.independent_sources, independent));
        }
        facts.push(self.cost_text());
        if draft.unsupported_sentence_count > 0 {
            let phrase = if draft.has_unverified_statements() {
                words.unverified_sentences
            } else {
                words.dropped_sentences
            };
            facts.push(fill_placeholder(phrase, draft.unsupported_sentence_count));
        }
        format!("> [!info]- {}\n> {}", facts.join(" · "), self.author_and_sources_text())
    }

    fn cost_text(&self) -> String {
        let Spending { money, tokens, unknown_price_calls, .. } = self.draft.spent;
        match () {
            () if unknown_price_calls > 0 => fill_placeholder(self.words.many_tokens, tokens),
            () if money == Default::default() => self.words.free_of_cost.to_owned(),
            () => money.to_string(),
        }
    }

    /// Returns the sentences that say who wrote the report, which sources were searched, and
    /// whether whole pages or only search results were read.
    fn author_and_sources_text(&self) -> String {
        let (draft, words) = (self.draft, self.words);
        let services = draft.service_names.join(", ");
        let from = match (draft.model_name, draft.service_names) {
            (None, []) if draft.requests_sent == RequestsSent::Nothing => {
                words.by_built_in_from_notes.to_owned()
            }
            // Requests were sent but not answered, so the sentence that nothing left the device is
            // left out.
            (None, []) => first_sentence(words.by_built_in_from_notes),
            (None, _) => fill_placeholder(words.by_built_in_from_web, services),
            (Some(model), []) => {
                fill_placeholder(words.by_model_from_notes, sanitize::escape_text(model))
            }
            (Some(model), _) => fill_placeholder(
                &fill_placeholder(words.by_model_from_web, sanitize::escape_text(model)),
                services,
            ),
        };
        let cites_web = |content: WebTextSource| {
            draft.cited_evidence().any(
                |piece| matches!(&piece.origin, Origin::Web(place) if place.text_source == content),
            )
        };
        let reader = draft.second_reader_name.map(sanitize::escape_text);
        let reader = reader.map(|name| fill_placeholder(words.read_again_by, name));
        let has_only_snippets =
            cites_web(WebTextSource::Snippet) && !cites_web(WebTextSource::Page);
        let snippets = has_only_snippets.then(|| words.only_snippets_read.to_owned());
        std::iter::once(from).chain(reader).chain(snippets).collect::<Vec<_>>().join(" ")
    }

    fn heading_line(&self, text: &str) -> String {
        format!("{} {text}", "#".repeat(usize::from(self.draft.section_heading_level) + 1))
    }

    /// Renders the best answer to each question as a list; `None` without answers.
    fn short_answers(&self) -> Option<String> {
        let item = |part: &TopicReport<'_>| {
            let question = sanitize::escape_text(part.agenda_topic.topic.title());
            let answer = self.renderer(part.author).statement(self.answer_on_top(part)?);
            Some(format!("- **{question}** {answer}"))
        };
        let items: Vec<String> = self.draft.topic_reports.iter().filter_map(item).collect();
        (!items.is_empty()).then(|| items.join("\n"))
    }

    /// The answer to a question that is shown above all topics. A full report on one topic has none there, because the
    /// answer follows at once.
    fn answer_on_top<'p>(&self, part: &'p TopicReport<'_>) -> Option<&'p Statement> {
        let is_short = self.draft.length == ReportLength::Short;
        let mut found = self.draft.topic_reports.iter().filter(|part| !part.is_empty());
        let has_several = found.nth(1).is_some();
        part.short_answer().filter(|_| is_short || has_several)
    }

    /// The statements on a topic that its section shows. The answer above all topics is not quoted again; the text of a
    /// model is shown as a whole if it says more. A short report shows at most one statement on a topic.
    fn shown_statements<'p>(&self, part: &'p TopicReport<'_>) -> &'p [Statement] {
        let is_on_top = self.answer_on_top(part).is_some();
        let is_quoted = part.author == ReportAuthor::BuiltIn;
        match self.draft.length {
            ReportLength::Full if is_on_top && (is_quoted || part.statements.len() == 1) => {
                part.statements.get(1..).unwrap_or_default()
            }
            ReportLength::Full => &part.statements,
            ReportLength::Short if is_on_top => &[],
            ReportLength::Short => part.statements.get(..1).unwrap_or_default(),
        }
    }

    /// Renders the heading, the statements and the known notes of one topic; `None` if there is nothing
    /// below the heading.
    fn topic_section(&self, part: &TopicReport<'_>) -> Option<String> {
        let blocks = self.topic_blocks(part, self.shown_statements(part))?;
        let against = self.contradiction_callouts(part);
        let title = sanitize::escape_text(part.agenda_topic.topic.title());
        let blocks = match self.draft.topic_layout {
            TopicLayout::Headings => [vec![self.heading_line(&title)], blocks].concat(),
            // The warning follows unfolded; a callout of its own would be empty.
            TopicLayout::Folded if blocks.is_empty() => vec![format!("**{title}**")],
            TopicLayout::Folded => vec![folded_callout(&title, &blocks.join("\n\n"))],
        };
        Some([blocks, against].concat().join("\n\n"))
    }

    /// Renders these statements of a topic and what else was found, apart from contradictions; `None` if there is
    /// nothing.
    fn topic_blocks(
        &self,
        part: &TopicReport<'_>,
        statements: &[Statement],
    ) -> Option<Vec<String>> {
        let topic = &part.agenda_topic.topic;
        let is_shortened = claim_title::shortened_claim(&topic.context_sentence) != topic.title()
            || topic.title().ends_with('…');
        let renderer = self.renderer(part.author);
        let mut blocks = renderer.blocks(statements);
        blocks.extend(part.closest.as_ref().map(|closest| {
            format!("*{}* {}", self.words.no_clear_answer, renderer.statement(closest))
        }));
        blocks.extend(self.already_in_vault_line(part));
        if blocks.is_empty() && part.contradictions.is_empty() {
            return None;
        }
        if topic.kind == TopicKind::Claim && is_shortened {
            let claim = sanitize::escape_text(&topic.context_sentence);
            blocks.insert(0, format!("*{}* {claim}", self.words.your_note_label));
        }
        Some(blocks)
    }

    fn contradiction_callouts(&self, part: &TopicReport<'_>) -> Vec<String> {
        let (renderer, title) = (self.renderer(part.author), self.words.contradiction_label);
        let callout = |said| format!("> [!warning] {title}\n> {}", renderer.statement(said));
        part.contradictions.iter().map(callout).collect()
    }

    /// Returns the renderer of the statements of an author.
    fn renderer(&self, author: ReportAuthor) -> StatementRenderer<'_> {
        StatementRenderer {
            citations: &self.citations,
            author,
            unverified_label: self.words.unverified_label,
            belief_label: self.words.belief_label,
            evidence: &self.draft.evidence,
        }
    }

    /// Says what was found and is already in the user's notes, with links to them; `None` if there is
    /// nothing.
    fn already_in_vault_line(&self, part: &TopicReport<'_>) -> Option<String> {
        // Whoever wrote the other statements: these are words of the user's notes.
        let renderer = self.renderer(ReportAuthor::BuiltIn);
        let sentence = |known: &KnownFinding| {
            renderer.statement(&Statement {
                text: known.text.clone(),
                layout: StatementLayout::Sentence,
                cited_evidence: vec![known.evidence_id.clone()],
                support_status: SupportStatus::Verified,
            })
        };
        let said: Vec<String> = part.already_in_vault.iter().map(sentence).collect();
        (!said.is_empty()).then(|| format!("*{}* {}", self.words.already_in_vault, said.join(" ")))
    }

    fn related_notes_section(&self) -> Option<String> {
        if self.draft.related_notes.is_empty() {
            return None;
        }
        let line = |note: &RelatedNote| {
            let topics: Vec<String> =
                note.topic_labels.iter().map(|topic| sanitize::escape_text(topic)).collect();
            format!("- {}: {}", self.citations.wikilink(&note.path, ""), topics.join(", "))
        };
        let lines: Vec<String> = self.draft.related_notes.iter().map(line).collect();
        Some(format!(
            "{}\n\n{}",
            self.heading_line(self.words.related_notes_heading),
            lines.join("\n")
        ))
    }

    fn skipped_items_section(&self) -> Option<String> {
        let is_missed = |part: &&TopicReport<'_>| {
            let topic = &part.agenda_topic.topic;
            part.is_empty() && !topic.is_guess() && !topic.is_question_of_one_word()
        };
        let empty = self.draft.topic_reports.iter().filter(is_missed);
        let without_finding: Vec<String> =
            empty.map(|part| sanitize::escape_text(part.agenda_topic.topic.title())).collect();
        let mut lines = Vec::new();
        if !without_finding.is_empty() {
            lines.push(format!(
                "- {}",
                fill_placeholder(self.words.nothing_found_for_topics, without_finding.join("; "))
            ));
        }
        let warnings = self.draft.warnings.iter();
        lines.extend(warnings.map(|warning| format!("- {}", sanitize::escape_text(warning))));
        let heading = self.heading_line(self.words.skipped_heading);
        (!lines.is_empty()).then(|| format!("{heading}\n\n{}", lines.join("\n")))
    }
}

/// Renders a callout that is folded until the reader opens it.
fn folded_callout(title: &str, content: &str) -> String {
    let lines = content.lines().map(|line| format!("\n> {line}"));
    format!("> [!quote]- {title}{}", lines.collect::<String>())
}

/// Returns the first sentence of a text.
fn first_sentence(text: &str) -> String {
    sentence_split::sentences(text).first().copied().unwrap_or_default().to_owned()
}
