//! Conversations: opens the session of a turn, takes the turn, and keeps what was said.

use std::cell::RefCell;

use serde_json::Value;

use crate::answers::run::{Permission, Purpose, RunContext, RunModel, Workspace};
use crate::features::agent::ToolCaller;
use crate::features::ask::to_evidence;
use crate::features::chat::conversation_store::ConversationStore;
use crate::features::chat::history::History;
use crate::features::chat::product_tools::{ConversationTools, ProductTools};
use crate::features::chat::turn::TurnRun;
use crate::features::chat::user_prompt::fill_prompt;
use crate::features::chat::{
    Conversation, ConversationEntry, ConversationTurn, ConverseRequest, FillPromptRequest,
    ResumeTurnRequest,
};
use crate::features::tools::{
    AskEvidence, NoteCatalog, ToolCall, ToolContext, ToolEffect, ToolName, ToolSession, UndoStore,
};
use crate::host::{Host, STORAGE_ABSENT_WARNING};
use crate::model::prompts::{ChatPrompt, WebInPrompt};
use crate::notes::note::NotePath;
use crate::safety::privacy::OutgoingText;
use crate::settings::{EngineChoice, Settings, note_path_check};
use crate::values::{Error, ErrorCode, Result};

/// Time in milliseconds after which a turn ends with what it has.
const MAX_TURN_MILLIS: u64 = 600_000;

/// Number of turns whose requests are one entry in the log of sent requests.
const TURNS_PER_LOG: usize = 50;

/// Number of characters of an attached note that the model gets; it can read the rest itself.
const ATTACHED_CHARACTERS: usize = 4_000;

/// What the user allows for a turn.
#[derive(Clone, Copy)]
struct TurnPermissions {
    web: Permission,
    model: Permission,
    audio: Permission,
}

/// What happens to a conversation next.
enum NextStep<'a> {
    /// Its last turn begins.
    Begin,
    /// The user answered a call that waits.
    Resume(&'a ResumeTurnRequest),
}

/// The conversations of one vault.
#[derive(Clone, Copy)]
pub(crate) struct Chats<'a> {
    pub workspace: &'a Workspace,
    pub catalog: &'a NoteCatalog,
    pub store: &'a ConversationStore,
    pub undo_store: &'a UndoStore,
}

impl Chats<'_> {
    /// Sends a message in a conversation. Returns the conversation, whose last turn is done or waits
    /// for the user's yes.
    pub(crate) async fn converse(
        &self,
        host: &dyn Host,
        request: &ConverseRequest,
    ) -> Result<Conversation> {
        if request.message.trim().is_empty() {
            return Err(Error::new(ErrorCode::InvalidArgument, "The message is empty")
                .hint("Type a message."));
        }
        let settings = self.workspace.settings();
        let check = |path: &String| note_path_check::check_note_path(path, &settings);
        let note = request.note.as_ref().map(check).transpose()?;
        let attached: Vec<NotePath> = request.attached.iter().map(check).collect::<Result<_>>()?;
        let store = self.store;
        let mut conversation = store
            .load_for_turn(host, &request.conversation, request.replaces_turn)
            .await
            .unwrap_or_else(|| Conversation { note: note.clone(), ..Conversation::default() });
        conversation.id.clone_from(&request.conversation);
        conversation.shrink();
        let attached = note.into_iter().chain(attached).collect();
        let turn = ConversationTurn::new(request.message.trim(), attached, &request.selection);
        conversation.turns.push(turn);
        let permissions = TurnPermissions {
            web: request.web_permission,
            model: request.model_permission,
            audio: request.audio_permission,
        };
        self.take_turn(host, &mut conversation, permissions, NextStep::Begin).await?;
        if request.replaces_turn.is_some() {
            store.delete_dropped_turns(host, &conversation).await;
        }
        Ok(self.with_unknown_turns(host, conversation, request.known_turns).await)
    }

    /// The conversation with all turns that the caller doesn't have, and only these.
    async fn with_unknown_turns(
        &self,
        host: &dyn Host,
        mut conversation: Conversation,
        known: usize,
    ) -> Conversation {
        // The caller may know turns that are no longer there; the last turn is always new.
        let known = known.min(conversation.turn_count().saturating_sub(1));
        self.store.add_turns_from(host, &mut conversation, known).await;
        conversation.leave_out_turns_before(known);
        conversation
    }

    /// Carries out what the user decided about a call that waits, and goes on with the turn.
    pub(crate) async fn resume_turn(
        &self,
        host: &dyn Host,
        request: &ResumeTurnRequest,
    ) -> Result<Conversation> {
        let store = self.store;
        let conversation = store.load_for_turn(host, &request.conversation, None).await;
        let mut conversation = conversation.ok_or_else(no_such_conversation)?;
        let permissions = TurnPermissions {
            web: request.web_permission,
            model: request.model_permission,
            audio: request.audio_permission,
        };
        self.take_turn(host, &mut conversation, permissions, NextStep::Resume(request)).await?;
        Ok(self.with_unknown_turns(host, conversation, request.known_turns).await)
    }

    async fn take_turn(
        &self,
        host: &dyn Host,
        conversation: &mut Conversation,
        permissions: TurnPermissions,
        next: NextStep<'_>,
    ) -> Result<()> {
        let settings = self.workspace.settings_with_model(host).await;
        if permissions.model == Permission::Off || settings.engine != EngineChoice::Model {
            return Err(Error::new(ErrorCode::NoModel, "A conversation needs a model")
                .hint("Choose one in settings. Search and Ask the vault work without one."));
        }
        self.workspace.library.sync(host, &settings).await?;
        let purpose = Purpose {
            limit_millis: MAX_TURN_MILLIS,
            log_entry: Some((&log_id(conversation), "Chat")),
            researched_note: None,
        };
        let session = self.workspace.open(host, settings, purpose).await;
        let (context, settings) = (session.context(), &session.settings);
        let evidence = evidence_so_far(conversation);
        let budget = settings.budget();
        let tools = ConversationTools::new(ProductTools {
            workspace: self.workspace,
            context: ToolContext {
                web_permission: permissions.web,
                ..ToolContext::of_run(&context, self.workspace, self.catalog)
            },
            session: &evidence,
            prices: &session.prices,
            budget: &budget,
            model_permission: permissions.model,
            audio_permission: permissions.audio,
        });
        let model = RunModel::new(&context, None, "", &budget)?;
        let prompt = ChatPrompt {
            today: model.today(),
            preferences: preferences(&tools).await,
            web: web_in_prompt(permissions.web),
        };
        let now = host.now();
        let run = TurnRun {
            context: &context,
            model: &model,
            tools: &tools,
            store: self.store,
            undo_store: self.undo_store,
            prompt: &prompt,
            attachments: attachments(&context, &model, &tools, conversation.turns.last()).await?,
            history: History::default(),
            offered: offered_tools(permissions, settings),
            to_evidence: &|piece: &AskEvidence| to_evidence(piece, now),
            looked_at: RefCell::default(),
        };
        match next {
            NextStep::Begin => run.go_on(conversation).await,
            NextStep::Resume(request) => run.resume(conversation, request).await?,
        }
        conversation.add_spending(budget.spent());
        if host.is_storage_absent()
            && let Some(turn) = conversation.turns.last_mut()
        {
            turn.warnings.push(STORAGE_ABSENT_WARNING.to_owned());
        }
        self.store.save(host, conversation).await;
        self.workspace.store.audit.flush(host).await;
        Ok(())
    }

    /// Returns a conversation.
    pub(crate) async fn conversation(&self, host: &dyn Host, id: &str) -> Result<Conversation> {
        self.store.load(host, id).await.ok_or_else(no_such_conversation)
    }

    /// Returns all conversations, or those that contain the words of a query, the newest first.
    pub(crate) async fn conversations(
        &self,
        host: &dyn Host,
        query: &str,
    ) -> Vec<ConversationEntry> {
        match query.trim().is_empty() {
            true => self.store.list(host).await,
            false => self.store.search(host, query).await,
        }
    }

    /// Returns one of the user's own prompts, filled in.
    pub(crate) async fn fill_prompt(
        &self,
        host: &dyn Host,
        request: &FillPromptRequest,
    ) -> Result<String> {
        fill_prompt(host, &self.workspace.settings(), request).await
    }
}

fn no_such_conversation() -> Error {
    Error::new(ErrorCode::NoSuchRun, "This conversation is no longer on this device")
}

/// The id under which the requests of a turn are logged: a long conversation has several entries, so that
/// none grows without end.
fn log_id(conversation: &Conversation) -> String {
    match conversation.turn_count().saturating_sub(1) / TURNS_PER_LOG {
        0 => conversation.id.clone(),
        part => format!("{} part {}", conversation.id, part + 1),
    }
}

/// The id in the ids of evidence: it differs by turn, so that ids of two turns never collide.
fn session_id(conversation: &Conversation) -> String {
    let own: String =
        conversation.id.chars().filter(char::is_ascii_alphanumeric).take(12).collect();
    format!("{own}t{}", conversation.turn_count())
}

/// What the conversation has seen so far, and the addresses that the user wrote.
fn evidence_so_far(conversation: &Conversation) -> ToolSession {
    let session = ToolSession::new(&session_id(conversation))
        .with_earlier_evidence(conversation.evidence.clone());
    conversation.user_urls.iter().for_each(|url| session.allow_urls_of_user(url));
    conversation.turns.iter().for_each(|turn| session.add_user_text(&turn.message));
    session
}

/// The tools of a conversation: all but those of the agent's loop, the web only with permission,
/// and transcription only with permission and a service.
fn offered_tools(permissions: TurnPermissions, settings: &Settings) -> Vec<ToolName> {
    let has_transcription =
        permissions.audio == Permission::Allowed && settings.transcription_endpoint().is_some();
    let is_offered = |tool: &ToolName| match tool {
        ToolName::TranscribeAudio => has_transcription,
        tool if tool.is_of_agent_loop() => false,
        tool => tool.effect() != ToolEffect::Web || permissions.web == Permission::Allowed,
    };
    ToolName::ALL.into_iter().filter(is_offered).collect()
}

fn web_in_prompt(web: Permission) -> WebInPrompt {
    match web {
        Permission::Allowed => WebInPrompt::Mentioned,
        Permission::Off => WebInPrompt::NotMentioned,
    }
}

/// What the user wants to be remembered, as data; empty if there is nothing.
async fn preferences(tools: &dyn ToolCaller) -> OutgoingText {
    match tools.call(&ToolCall::ListPreferences).await {
        Ok(result) if !is_empty_list(result.data.get("preferences")) => result.text,
        _ => OutgoingText::default(),
    }
}

fn is_empty_list(value: Option<&Value>) -> bool {
    value.and_then(Value::as_array).is_none_or(Vec::is_empty)
}

/// The attached notes and the selection as the model gets them. A private note is not attached. The
/// selection is sent only with its note: without one, nobody knows whether it is private.
async fn attachments(
    context: &RunContext<'_>,
    model: &RunModel<'_>,
    tools: &dyn ToolCaller,
    turn: Option<&ConversationTurn>,
) -> Result<Vec<OutgoingText>> {
    let Some(turn) = turn else { return Ok(Vec::new()) };
    let mut parts = Vec::new();
    for path in &turn.attached_notes {
        let call =
            ToolCall::ReadNote { path: path.to_string(), offset: 0, length: ATTACHED_CHARACTERS };
        parts.extend(tools.call(&call).await.ok().map(|result| result.text));
    }
    let Some(note) = turn.attached_notes.first() else { return Ok(parts) };
    if !turn.selection.trim().is_empty() && !context.privacy.is_private(note).await {
        let redactor = model.redactor_for_texts(&[note], &[&turn.selection]).await?;
        let name = OutgoingText::from_constant("selection");
        let text = redactor.redact(&turn.selection);
        parts.push(model.create_fence().wrap_text(&name, None, &text));
    }
    Ok(parts)
}
