//! Carries out the product's own tools inside a conversation: research, questions, summaries and
//! transcripts. What they cost counts in the budget of the conversation; what they would change is only
//! proposed.

use serde_json::{Value, json};

use crate::answers::built_in::find_topics;
use crate::answers::run::{
    OnExisting, Permission, PlanRequest, Report, ResearchStore, RunContext, RunModel, RunRecord,
    RunRequest, StartedRun,
};
use crate::engine::Engine;
use crate::engine::ask::MAX_ASK_MILLIS;
use crate::features::agent::{AgentLimits, ToolCaller, VaultTools};
use crate::features::ask::{self, AskRequest, AskResult, AskedQuestion, QuestionPrivacy};
use crate::features::research::{MAX_RUN_MILLIS, plan, researched_note, run};
use crate::features::tools::{
    self, AnswerText, AskEvidence, AudioEmbed, OpenedNote, ProductCall, ProductText,
    ProposedChange, ToolCall, ToolContext, ToolResult, ToolSession,
};
use crate::host::session::{ResponseLog, RunClient, RunHost};
use crate::host::{DraftChange, DraftHost, LocalFuture, Platform};
use crate::language::sentence_split;
use crate::library::Vault;
use crate::model::llm::{
    AudioFormat, Budget, MAX_AUDIO_BYTES, PriceList, Transcript, TranscriptionEndpoint,
    transcription,
};
use crate::model::prompts::{SummaryPrompt, SummaryReply};
use crate::notes::index::CorpusStats;
use crate::notes::note::{prose, report_section};
use crate::safety::sanitize::{self, AllowedLinks};
use crate::settings::{EngineChoice, Settings};
use crate::values::{Error, ErrorCode, Result};
use crate::web::http::RateLimit;

/// Time in milliseconds after which a summary is given up.
const MAX_SUMMARY_MILLIS: u64 = 120_000;

/// Time in milliseconds after which the transcription of a note's files ends with what it has.
const MAX_TRANSCRIPTION_MILLIS: u64 = 300_000;

/// Maximum number of characters of a note that are summed up.
const MAX_SUMMARIZED_CHARACTERS: usize = 50_000;

/// Number of sentences of a summary that is made without a model.
const BUILT_IN_SENTENCES: usize = 6;

/// Maximum number of audio files that one call transcribes.
const MAX_AUDIO_FILES: usize = 10;

/// A transcription service is asked for one file at a time.
const TRANSCRIPTION_RATE_LIMIT: RateLimit =
    RateLimit { min_request_interval_millis: 0, max_concurrent_requests: 1 };

/// What the product's own tools work with.
pub(super) struct ProductTools<'a> {
    pub engine: &'a Engine,
    pub context: ToolContext<'a>,
    pub session: &'a ToolSession,
    pub prices: &'a PriceList,
    /// The budget in which the cost of a call counts.
    pub budget: &'a Budget,
    pub model_permission: Permission,
    pub audio_permission: Permission,
}

/// The tools of a conversation: those of the vault, and the product's own.
pub(super) struct ConversationTools<'a> {
    vault: VaultTools<'a>,
    product: ProductTools<'a>,
}

impl<'a> ConversationTools<'a> {
    /// The tools of a conversation, which work with the same things.
    pub(super) fn new(product: ProductTools<'a>) -> Self {
        let limits = AgentLimits::with_steps(1);
        let vault = VaultTools::new(product.context, product.engine, product.session, limits);
        Self { vault, product }
    }
}

impl ToolCaller for ConversationTools<'_> {
    fn call<'a>(&'a self, call: &'a ToolCall) -> LocalFuture<'a, Result<ToolResult>> {
        match call {
            ToolCall::Product(call) => Box::pin(self.product.call(call)),
            call => self.vault.call(call),
        }
    }

    fn evidence(&self) -> Vec<AskEvidence> {
        self.vault.evidence()
    }
}

impl ProductTools<'_> {
    /// Carries a call out.
    pub(super) async fn call(&self, call: &ProductCall) -> Result<ToolResult> {
        match call {
            ProductCall::ResearchNote { path, focus, depth } => {
                let request = PlanRequest {
                    note_path: path.clone(),
                    depth: *depth,
                    focus: focus.trim().to_owned(),
                    model_permission: self.model_permission,
                    ..PlanRequest::default()
                };
                self.research_note(request).await
            }
            ProductCall::AskVault { question, folder } => {
                self.ask_vault(question, folder.as_deref()).await
            }
            ProductCall::SummarizeNote { path } => self.summarize_note(path).await,
            ProductCall::TranscribeAudio { path } => self.transcribe_audio(path).await,
        }
    }

    /// The settings with what is left of the budget, for work that makes its own budget.
    fn settings_within_budget(&self) -> Result<Settings> {
        let cents = self.budget.money_left().whole_cents();
        let tokens = self.budget.tokens_left();
        let spent = self.budget.spent();
        let is_used_up =
            spent.call_count > 0 && (cents == 0 && !spent.money.is_zero() || tokens == 0);
        if is_used_up {
            return Err(Error::new(ErrorCode::OverBudget, "The budget of this message is used up")
                .hint("Answer with what you have, or ask the user to go on in a new message."));
        }
        Ok(Settings {
            budget_cents: u32::try_from(cents).unwrap_or(u32::MAX),
            budget_tokens: tokens,
            ..self.context.settings.clone()
        })
    }

    /// Researches a note and proposes the report. Nothing is written.
    async fn research_note(&self, request: PlanRequest) -> Result<ToolResult> {
        let note = tools::open_visible_note(&self.context, &request.note_path).await?;
        let request = PlanRequest { note_path: note.path.to_string(), ..request };
        let draft = DraftHost::new(self.context.host);
        let report = self.draft_report(&draft, &self.settings_within_budget()?, &request).await?;
        let changes = draft.into_changes().into_iter().map(to_proposed_change).collect();
        let data = json!({
            "path": report.path,
            "topicsResearched": report.researched_topic_count,
            "preview": report.section_preview,
            "cost": report.cost_dollars,
            "warnings": report.warnings,
        });
        tools::proposal_result(&self.context, changes, data).await
    }

    async fn draft_report(
        &self,
        draft: &DraftHost<'_>,
        settings: &Settings,
        request: &PlanRequest,
    ) -> Result<Report> {
        let engine = self.engine;
        let note = researched_note::read_note(draft, settings, &request.note_path).await?;
        let run_id = plan::create_run_id(draft.random());
        let run_host = RunHost::with_time_limit(draft, engine, MAX_RUN_MILLIS)
            .with_researched_note(&note.path);
        let (response_log, store) = (ResponseLog::default(), ResearchStore::default());
        let context = RunContext {
            store: &store,
            ..engine.run_context(&run_host, &response_log, settings, self.prices)
        };
        let mut agenda = plan::create_agenda(&context, note, &run_id, request).await?;
        // The user has not been asked about the embedding service.
        agenda.embedding_host = None;
        let started = StartedRun::new(&RunRequest {
            agenda,
            existing_section_action: OnExisting::Keep,
            web_permission: self.context.web_permission,
            model_permission: self.model_permission,
        });
        let record = RunRecord::new(&run_host, &response_log, &started);
        let report = run::run_agenda(&context, &record).await;
        self.budget.add_earlier_spending(record.output.borrow().spent);
        report
    }

    /// Answers a question from the vault, never from the web.
    async fn ask_vault(&self, question: &str, folder: Option<&str>) -> Result<ToolResult> {
        let folder = match folder {
            Some(folder) => tools::visible_folder(&self.context, folder).await?,
            None => None,
        };
        let settings = self.settings_within_budget()?;
        let request = AskRequest {
            question: question.to_owned(),
            folder,
            model_permission: self.model_permission,
            ..AskRequest::default()
        };
        let answer = self.answer(&settings, &request).await?;
        self.budget.add_earlier_spending(answer.spent);
        let is_cited = |piece: &&AskEvidence| answer.cited_ids.contains(&piece.id);
        let cited: Vec<AskEvidence> = answer.evidence.iter().filter(is_cited).cloned().collect();
        let data = json!({
            "found": answer.is_found,
            "answer": answer.answer_markdown,
            "confidence": answer.confidence,
            "evidence": cited,
            "warnings": answer.warnings,
        });
        let read = answer.evidence.iter().filter_map(|piece| piece.passage.path.as_ref()).collect();
        let text = AnswerText { markdown: &answer.answer_markdown, rests_on: read };
        tools::answer_result(&self.context, self.session, &text, &cited, data).await
    }

    async fn answer(&self, settings: &Settings, request: &AskRequest) -> Result<AskResult> {
        let (engine, draft) = (self.engine, DraftHost::new(self.context.host));
        let run_id = plan::create_run_id(draft.random());
        let run_host = RunHost::with_time_limit(&draft, engine, MAX_ASK_MILLIS);
        let response_log = ResponseLog::default();
        let context = engine.run_context(&run_host, &response_log, settings, self.prices);
        let session = ToolSession::new(&run_id);
        let tool_context =
            ToolContext { scope: request.scope(None), ..engine.tool_context(&context) };
        let limits = AgentLimits::with_steps(settings.ask_steps);
        let vault_tools = VaultTools::new(tool_context, engine, &session, limits);
        let asked = AskedQuestion {
            context: &context,
            recorder: &run_host,
            request,
            run_id: &run_id,
            note: None,
            privacy: QuestionPrivacy::Public,
        };
        ask::answer_question(&asked, &vault_tools).await
    }

    /// Sums up a note: by the model if the user allowed one, else by its most telling sentences.
    async fn summarize_note(&self, path: &str) -> Result<ToolResult> {
        let note = tools::open_visible_note(&self.context, path).await?;
        let text = report_section::without_reports(&note.text);
        if prose::plain_text(&text).trim().is_empty() {
            let message = format!("“{}” is empty", note.path);
            return Err(
                Error::new(ErrorCode::ArgumentInvalid, message).hint("There is nothing to sum up.")
            );
        }
        let uses_model = self.model_permission == Permission::Allowed
            && self.context.settings.engine == EngineChoice::Model;
        let summary = match uses_model {
            true => self.summary_by_model(&note, &text).await?,
            false => built_in_summary(&text, self.engine.library.corpus_stats(&note.path).as_ref()),
        };
        let data = json!({ "path": note.path, "summary": summary });
        let texts = [ProductText { name: "summary", text: summary }];
        tools::note_result(&self.context, self.session, &note, &texts, data).await
    }

    async fn summary_by_model(&self, note: &OpenedNote, text: &str) -> Result<String> {
        let draft = DraftHost::new(self.context.host);
        let run_host = RunHost::with_time_limit(&draft, self.engine, MAX_SUMMARY_MILLIS)
            .with_researched_note(&note.path);
        let response_log = ResponseLog::default();
        let settings = self.context.settings;
        let context = self.engine.run_context(&run_host, &response_log, settings, self.prices);
        let model = RunModel::new(&context, Some(&note.path), &note.text, self.budget)?;
        let text: String = text.chars().take(MAX_SUMMARIZED_CHARACTERS).collect();
        let title = note.path.title();
        let redactor = model.redactor_for_texts(&[], &[&text, title]).await?;
        let prompt =
            SummaryPrompt { note_title: redactor.redact(title), note_text: redactor.redact(&text) };
        let reply: SummaryReply = model.ask_quick_model(&prompt).await?;
        let links = AllowedLinks { allowed_urls: &[], allowed_notes: Some(&[]) };
        Ok(sanitize::sanitize_markdown(&reply.summary, &links).markdown.trim().to_owned())
    }

    /// Transcribes the audio files of a note. A file that fails does not stop the others.
    async fn transcribe_audio(&self, path: &str) -> Result<ToolResult> {
        let endpoint = self.transcription_endpoint()?;
        let note = tools::open_visible_note(&self.context, path).await?;
        let embeds = tools::audio_embeds(&self.context, &note).await?;
        let run_host =
            RunHost::with_time_limit(self.context.host, self.engine, MAX_TRANSCRIPTION_MILLIS)
                .with_researched_note(&note.path);
        let (mut results, mut errors, mut texts) = (Vec::new(), Vec::new(), Vec::new());
        for (number, embed) in embeds.iter().enumerate() {
            let file = embed.file.as_ref().map_or(&embed.target, |(path, _)| path);
            let transcript = match number < MAX_AUDIO_FILES {
                true => self.transcript(&run_host, &endpoint, embed).await,
                false => Err(too_many_files()),
            };
            match transcript {
                Err(error) if error.code == ErrorCode::Cancelled => return Err(error),
                Ok(transcript) => {
                    let text = format!("{file}\n{transcript}");
                    texts.push(ProductText { name: "transcript", text });
                    results.push(json!({ "file": file, "transcript": transcript }));
                }
                Err(error) => {
                    let text = format!("{file}: {}. {}", error.message, error.hint);
                    texts.push(ProductText { name: "error", text });
                    errors.push(failed_file(file, &error));
                }
            }
        }
        if texts.is_empty() {
            let text = "The note embeds no audio file (m4a, webm, mp3, wav or ogg).".to_owned();
            texts.push(ProductText { name: "result", text });
        }
        let data = json!({ "results": results, "errors": errors });
        tools::note_result(&self.context, self.session, &note, &texts, data).await
    }

    fn transcription_endpoint(&self) -> Result<TranscriptionEndpoint> {
        let endpoint = self.context.settings.transcription_endpoint();
        match (endpoint, self.audio_permission) {
            (Some(endpoint), Permission::Allowed) => Ok(endpoint),
            (None, _) => Err(Error::new(ErrorCode::NotAllowed, "No transcription service is set")
                .hint("The user can set one in Ibid's settings, under Chat.")),
            (Some(_), Permission::Off) => {
                Err(Error::new(ErrorCode::NotAllowed, "Sending audio files is not allowed")
                    .hint("Ask the user to allow it."))
            }
        }
    }

    async fn transcript(
        &self,
        host: &RunHost<'_>,
        endpoint: &TranscriptionEndpoint,
        embed: &AudioEmbed,
    ) -> Result<String> {
        let Some((path, size)) = &embed.file else {
            return Err(Error::new(ErrorCode::NoteMissing, "There is no such file"));
        };
        check_size(*size)?;
        let audio = self.context.host.read_file(path).await?;
        check_size(audio.len() as u64)?;
        // Fails if an earlier file has used the budget up.
        self.settings_within_budget()?;
        let AudioEmbed { format, .. } = *embed;
        let transcript = self.send_audio(host, endpoint, &audio, format).await?;
        self.budget.add_earlier_spending(transcript.spending(endpoint));
        Ok(transcript.text)
    }

    async fn send_audio(
        &self,
        host: &RunHost<'_>,
        endpoint: &TranscriptionEndpoint,
        audio: &[u8],
        format: AudioFormat,
    ) -> Result<Transcript> {
        let request = transcription::request(audio, format, endpoint, host.random());
        let RunClient { client, .. } = self.context.client;
        let sent =
            client.send_request(host, request, TRANSCRIPTION_RATE_LIMIT, transcription::parse);
        sent.await.map_err(|error| error.to_user_error("The transcription service"))
    }
}

fn to_proposed_change(change: DraftChange) -> ProposedChange {
    match change.before {
        Some(before) => ProposedChange::edit(change.path.as_str(), before, change.after),
        None => ProposedChange::create(change.path.as_str(), change.after),
    }
}

/// The sentences of a note that stand for its topics, in their order in the note.
fn built_in_summary(text: &str, stats: &dyn CorpusStats) -> String {
    let plain = prose::plain_text(text);
    let topics = find_topics(text, BUILT_IN_SENTENCES, stats).topics;
    let is_telling =
        |sentence: &&str| topics.iter().any(|topic| topic.context_sentence.contains(*sentence));
    let sentences = sentence_split::sentences(&plain);
    let telling: Vec<&str> = sentences.iter().copied().filter(is_telling).collect();
    let chosen = if telling.is_empty() { sentences } else { telling };
    let chosen = chosen.into_iter().take(BUILT_IN_SENTENCES);
    chosen.map(str::trim).collect::<Vec<_>>().join(" ")
}

fn check_size(size_bytes: u64) -> Result<()> {
    if size_bytes <= MAX_AUDIO_BYTES {
        return Ok(());
    }
    let megabytes = size_bytes.div_ceil(1_000_000);
    let message = format!("The file has {megabytes} MB, but the service takes at most 25 MB");
    Err(Error::new(ErrorCode::ArgumentInvalid, message)
        .hint("Split the recording, or save it with a lower quality"))
}

fn too_many_files() -> Error {
    let message = format!("Only the first {MAX_AUDIO_FILES} files of a note are transcribed");
    Error::new(ErrorCode::ArgumentInvalid, message).hint("Move the file to another note")
}

fn failed_file(file: &str, error: &Error) -> Value {
    json!({ "file": file, "code": error.code, "message": error.message })
}
