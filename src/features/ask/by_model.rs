//! Lets a model answer a question by calling tools, and checks each sentence of its answer against the
//! passages that it cites, as in a report.

use std::cell::RefCell;

use crate::answers::built_in::nearest_sentences;
use crate::answers::run::{
    LeftOutSentence, Permission, ReportAuthor, RunModel, Statement, SupportStatus,
    built_in_fallback_message, cost_text, message_with_hint,
};
use crate::answers::writing::{
    CheckedDraft, CitationWriter, DraftCheck, FailedCheckStep, SentenceChecker, StatementRenderer,
    TopicDraft, parse_answer, phrases,
};
use crate::evidence::{Evidence, EvidenceId};
use crate::features::agent::{Agent, AgentEnd, AgentLimits, AgentRun, ToolCaller};
use crate::features::ask::asked_question::AskedQuestion;
use crate::features::ask::built_in;
use crate::features::ask::evidence_piece::to_evidence;
use crate::features::ask::request::{AnswerConfidence, AskResult, EarlierAnswer};
use crate::features::tools::{AskEvidence, ToolConfidence, ToolName};
use crate::language::Language;
use crate::model::llm::{Budget, estimate_tokens};
use crate::model::prompts::{AgentPrompt, WebInPrompt};
use crate::notes::note::NotePath;
use crate::safety::privacy::OutgoingText;
use crate::settings::CitationStyle;
use crate::values::{AgentStep, Error, Progress, Result, Stage};

/// Maximum length of an answer in tokens.
const MAX_ANSWER_TOKENS: u64 = 800;

/// Maximum number of passages of an earlier answer that the model gets, and of their sentences. It can
/// read them again.
const MAX_EARLIER_PASSAGES: usize = 12;
const EARLIER_SENTENCES: usize = 6;

/// The tools that read the vault.
const VAULT_TOOLS: [ToolName; 11] = [
    ToolName::SearchVault,
    ToolName::ReadNote,
    ToolName::OpenLines,
    ToolName::ListFolder,
    ToolName::ListByProperty,
    ToolName::ListByDate,
    ToolName::Backlinks,
    ToolName::Outlinks,
    ToolName::CurrentDate,
    ToolName::ContinueResult,
    ToolName::SummarizeEvidence,
];

/// The tools that read the web.
const WEB_TOOLS: [ToolName; 2] = [ToolName::SearchWeb, ToolName::OpenPage];

/// The answer of a model while it is made.
pub(super) struct AgentAnswer<'a> {
    run: &'a AskedQuestion<'a>,
    model: &'a RunModel<'a>,
    tools: &'a dyn ToolCaller,
    question: &'a str,
    language: Language,
    warnings: RefCell<Vec<String>>,
    /// Sentences that their evidence doesn't support.
    left_out: RefCell<Vec<LeftOutSentence>>,
}

impl AgentAnswer<'_> {
    /// Lets the model answer. What the built-in engine found is used if the model finds nothing.
    pub(super) async fn ask(
        run: &AskedQuestion<'_>,
        tools: &dyn ToolCaller,
        built_in: &AskResult,
    ) -> Result<AskResult> {
        let budget = run.context.settings.budget();
        // A replay doesn't have the whole note; it sends nothing, so that it needs no names to hide.
        let note_text = match run.note {
            Some(note) => run.context.host.read(note).await.unwrap_or_default(),
            None => String::new(),
        };
        let model = RunModel::new(run.context, run.note, &note_text, &budget)?;
        let question = run.request.question.trim();
        let answer = AgentAnswer {
            run,
            model: &model,
            tools,
            question,
            language: Language::detect(question),
            warnings: RefCell::default(),
            left_out: RefCell::default(),
        };
        let result = answer.run_loop(built_in).await?;
        Ok(AskResult { spent: budget.spent(), spent_text: spent_text(&budget), ..result })
    }

    async fn run_loop(&self, built_in: &AskResult) -> Result<AskResult> {
        let prompt = self.prompt().await?;
        let with_web = self.run.request.web_permission == Permission::Allowed;
        let web_tools = if with_web { &WEB_TOOLS[..] } else { &[] };
        let offered: Vec<ToolName> = VAULT_TOOLS.iter().chain(web_tools).copied().collect();
        let agent = Agent {
            host: self.run.context.host,
            model: self.model,
            tools: self.tools,
            prompt: &prompt,
            offered: &offered,
            limits: AgentLimits::with_steps(self.run.context.settings.ask_steps),
            run_id: self.run.run_id,
        };
        let AgentRun { steps, end } = agent.run().await?;
        let evidence = self.tools.evidence();
        self.record_passages(&evidence);
        let pieces: Vec<Evidence> =
            evidence.iter().map(|piece| to_evidence(piece, self.run.context.host.now())).collect();
        let result = match end {
            AgentEnd::Answered { answer, .. } if answer.trim().is_empty() => {
                let closest = built_in.closest.clone();
                Some(AskResult { closest, ..AskResult::default() })
            }
            AgentEnd::Answered { answer, confidence } => {
                self.checked_answer(&answer, confidence, &pieces, &steps).await?
            }
            AgentEnd::NoAnswer => {
                self.warn("The model gave no answer within its steps".to_owned());
                None
            }
            AgentEnd::Failed(error) => {
                self.warn(built_in_fallback_message(&error));
                None
            }
        };
        let result = match result {
            Some(result) => {
                let model = Some(self.model.report_model_name().to_owned());
                AskResult { evidence, model, ..result }
            }
            None => self.answer_without_model(&pieces, evidence, built_in)?,
        };
        let run_id = self.run.run_id.to_owned();
        let warnings = self.warnings.take().into_iter().chain(result.warnings).collect();
        let left_out = self.left_out.take();
        Ok(AskResult { run_id, steps, warnings, left_out, ..result })
    }

    fn warn(&self, message: String) {
        self.warnings.borrow_mut().push(message);
    }

    /// Records the passages, so that a replay knows that their notes were public.
    fn record_passages(&self, evidence: &[AskEvidence]) {
        for AskEvidence { passage, .. } in evidence {
            if let (Some(path), Some(first_line)) = (&passage.path, passage.first_line) {
                self.run.recorder.record_passage_for_trace(path, first_line, &passage.text);
            }
        }
    }

    async fn prompt(&self) -> Result<AgentPrompt> {
        let request = self.run.request;
        let scope = match (self.run.note, &request.folder) {
            (Some(note), _) => format!("the note {note}"),
            (None, Some(folder)) => format!("the folder {folder}"),
            (None, None) => String::new(),
        };
        let quoted: Vec<&NotePath> = self.run.note.into_iter().collect();
        let redactor = self.model.redactor_for_texts(&quoted, &[self.question, &scope]).await?;
        let earlier = match &request.earlier {
            Some(earlier) => Some(self.earlier_text(earlier).await?),
            None => None,
        };
        Ok(AgentPrompt {
            question: redactor.redact(self.question),
            earlier,
            scope: (!scope.is_empty()).then(|| redactor.redact(&scope)),
            today: self.model.today(),
            language_name: self.language.english_name(),
            max_steps: AgentLimits::with_steps(self.run.context.settings.ask_steps).max_steps,
            web: match request.web_permission {
                Permission::Allowed => WebInPrompt::Mentioned,
                Permission::Off => WebInPrompt::NotMentioned,
            },
        })
    }

    /// The earlier question, its answer and its passages, as far as their notes are still public.
    async fn earlier_text(&self, earlier: &EarlierAnswer) -> Result<OutgoingText> {
        let notes = earlier.evidence.iter().filter_map(|it| it.passage.path.as_ref()).collect();
        let public = self.model.still_public_notes(notes).await;
        let mut parts = vec![format!("{}\n{}", earlier.question, earlier.answer_markdown)];
        for AskEvidence { id, passage } in earlier.evidence.iter().take(MAX_EARLIER_PASSAGES) {
            let is_public = passage.path.as_ref().is_none_or(|path| public.contains(&path));
            if is_public {
                let sentences = nearest_sentences(self.question, &passage.text, EARLIER_SENTENCES);
                parts.push(format!("[{id}] {}: {}", passage.title, sentences.join(" ")));
            }
        }
        let text = parts.join("\n\n");
        Ok(self.model.redactor_for_texts(&public, &[&text]).await?.redact(&text))
    }

    /// Checks the sentences of an answer; `None` if none of them stays.
    async fn checked_answer(
        &self,
        answer: &str,
        confidence: ToolConfidence,
        pieces: &[Evidence],
        steps: &[AgentStep],
    ) -> Result<Option<AskResult>> {
        let host = self.run.context.host;
        host.report(&Progress::in_stage(Stage::Ask).with_steps(steps.to_vec()));
        let references: Vec<&Evidence> = pieces.iter().collect();
        let sentences = parse_answer(answer, &references);
        let draft = TopicDraft { sentences, contradictions: Vec::new() }.truncated();
        let on_failure = |step: FailedCheckStep, error: &Error| match step {
            FailedCheckStep::SecondReading => self.warn(format!(
                "{}; sentences were checked without a second reading",
                error.message
            )),
            FailedCheckStep::Repair => self.warn(message_with_hint(error)),
        };
        let check = DraftCheck {
            settings: self.run.context.settings,
            model: self.model,
            checker: &SentenceChecker::new(pieces.iter(), "", self.language),
            topic: &built_in::question_topic(self.run.context, self.question)?,
            language: self.language,
            evidence: pieces,
            on_failure: &on_failure,
        };
        let CheckedDraft { mut statements, left_out, .. } = check.check(draft).await?;
        truncate_to_tokens(&mut statements);
        let confidence = match (confidence, left_out.is_empty()) {
            (ToolConfidence::High, true) => AnswerConfidence::High,
            (ToolConfidence::High | ToolConfidence::Medium, _) => AnswerConfidence::Medium,
            (ToolConfidence::Low, _) => AnswerConfidence::Low,
        };
        let is_supported = |it: &Statement| it.support_status == SupportStatus::Verified;
        let has_left_out = !left_out.is_empty();
        self.left_out.replace(left_out);
        if !statements.iter().any(is_supported) {
            if has_left_out {
                self.warn("The passages support nothing of what the model wrote".to_owned());
            }
            return Ok(None);
        }
        Ok(Some(AskResult {
            is_found: true,
            answer_markdown: self.answer_markdown(&statements, &references),
            confidence,
            cited_ids: cited_ids(&statements),
            ..AskResult::default()
        }))
    }

    fn answer_markdown(&self, statements: &[Statement], evidence: &[&Evidence]) -> String {
        let words = phrases::report_phrases(self.language);
        let renderer = StatementRenderer {
            citations: &CitationWriter::new(self.run.context.vault, CitationStyle::Links, ""),
            author: ReportAuthor::Model,
            unverified_label: words.unverified_label,
            belief_label: words.belief_label,
            evidence,
        };
        renderer.blocks(statements).join("\n\n")
    }

    /// Answers from the passages that the model read, by the built-in engine; if they say nothing,
    /// with what the built-in engine found itself.
    fn answer_without_model(
        &self,
        pieces: &[Evidence],
        evidence: Vec<AskEvidence>,
        built_in: &AskResult,
    ) -> Result<AskResult> {
        let found = built_in::answer_from_evidence(self.run, pieces)?;
        Ok(match found {
            Some(found) => AskResult { evidence, ..found },
            None => built_in.clone(),
        })
    }
}

fn spent_text(budget: &Budget) -> String {
    let spent = budget.spent();
    if spent.call_count == 0 { String::new() } else { cost_text::spent_text(&spent) }
}

/// Drops the last statements of an answer that is too long.
fn truncate_to_tokens(statements: &mut Vec<Statement>) {
    let mut tokens = 0;
    statements.retain(|statement| {
        tokens += estimate_tokens(&statement.text);
        tokens <= MAX_ANSWER_TOKENS
    });
}

/// The ids that statements cite, each once, in the order of the statements.
fn cited_ids(statements: &[Statement]) -> Vec<EvidenceId> {
    let mut ids: Vec<EvidenceId> = Vec::new();
    for id in statements.iter().flat_map(|statement| &statement.cited_evidence) {
        if !ids.contains(id) {
            ids.push(id.clone());
        }
    }
    ids
}
