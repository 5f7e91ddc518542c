//! The loop: the model chooses a tool, the tool is called, the model sees the result. It ends with an
//! answer, at a limit, or if the model fails.

use std::cell::RefCell;

use serde_json::{Value, json};

use crate::answers::run::RunModel;
use crate::features::agent::evidence_summary::summarize_evidence;
use crate::features::agent::limits::AgentLimits;
use crate::features::agent::loop_messages::{LoopMessages, error_text, returns_passages};
use crate::features::agent::step_text::{call_text, found_text, wrong_call_text};
use crate::features::agent::tool_caller::ToolCaller;
use crate::features::tools::{ToolCall, ToolConfidence, ToolName};
use crate::host::Host;
use crate::model::llm::{ChatReply, OfferedTool, OfferedTools, RequestedCall, ToolChoice};
use crate::model::prompts::AgentPrompt;
use crate::safety::privacy::OutgoingText;
use crate::values::{AgentStep, Error, ErrorCode, Progress, Result, Stage, StepState};

/// The argument in which the model gives its reason. All tools are offered with it.
const REASON: &str = "reason";

/// How many replies without a call are corrected before the loop ends.
const MAX_CORRECTIONS: usize = 3;

/// What a loop works with.
pub struct Agent<'a> {
    /// The host of the run, which ends it after its time.
    pub host: &'a dyn Host,
    /// The model that chooses the steps.
    pub model: &'a RunModel<'a>,
    /// Carries out the calls.
    pub tools: &'a dyn ToolCaller,
    /// What the model is told first.
    pub prompt: &'a AgentPrompt,
    /// The tools that the model may call, without `finish`, which it always may.
    pub offered: &'a [ToolName],
    /// When the loop ends.
    pub limits: AgentLimits,
    /// The id of the run.
    pub run_id: &'a str,
}

/// What a loop did.
pub struct AgentRun {
    /// The steps in their order.
    pub steps: Vec<AgentStep>,
    /// How it ended.
    pub end: AgentEnd,
}

/// How a loop ended.
pub enum AgentEnd {
    /// The model gave an answer. Nothing of it is checked yet.
    Answered {
        /// The answer with the ids of its evidence in brackets.
        answer: String,
        /// How sure the model is.
        confidence: ToolConfidence,
    },
    /// The model did not finish in time, or its replies could not be used.
    NoAnswer,
    /// The model failed, or the time or the money ran out.
    Failed(Error),
}

/// The state of a running loop.
struct LoopState {
    conversation: LoopMessages,
    steps: RefCell<Vec<AgentStep>>,
    /// The calls so far, each with the number of its step.
    calls: Vec<(ToolCall, usize)>,
    correction_count: usize,
}

impl Agent<'_> {
    /// Runs the loop. Fails only if the user cancels it.
    pub async fn run(&self) -> Result<AgentRun> {
        let messages = self.prompt.first_messages(&self.model.create_fence());
        let mut state = LoopState {
            conversation: LoopMessages::new(messages),
            steps: RefCell::default(),
            calls: Vec::new(),
            correction_count: 0,
        };
        let end = self.take_steps(&mut state).await;
        let end = match end {
            Ok(end) => end,
            Err(error) if error.code == ErrorCode::Cancelled => return Err(error),
            Err(error) => AgentEnd::Failed(error),
        };
        Ok(AgentRun { steps: state.steps.take(), end })
    }

    /// Takes the steps, and one more in which the model can only finish.
    async fn take_steps(&self, state: &mut LoopState) -> Result<AgentEnd> {
        for number in 1..=self.limits.max_steps + 1 {
            if self.host.is_cancelled() {
                return Err(Error::cancelled());
            }
            let end = match self.next_reply(state, number).await {
                Ok(reply) => self.take_step(state, number, &reply).await?,
                // Some models return nothing once in a while, for example after a call that their
                // own service couldn't read.
                Err(error) if error.code == ErrorCode::EmptyReply => {
                    self.reply_without_call(state, "")
                }
                Err(error) => return Err(error),
            };
            if let Some(end) = end {
                return Ok(end);
            }
            if state.correction_count > MAX_CORRECTIONS {
                break;
            }
        }
        Ok(AgentEnd::NoAnswer)
    }

    /// The tools of a step, without `finish`.
    fn tools_of_step(&self, number: usize) -> &[ToolName] {
        if number > self.limits.max_steps { &[] } else { self.offered }
    }

    async fn next_reply(&self, state: &LoopState, number: usize) -> Result<ChatReply> {
        let others = self.tools_of_step(number);
        let tools = others.iter().copied().chain([ToolName::Finish]).map(offered_tool).collect();
        let tools = OfferedTools { tools, choice: ToolChoice::Required };
        let request = self.prompt.completion_request(state.conversation.messages(), tools);
        self.model.choose_step(format!("{} step {number}", self.run_id), &request).await
    }

    /// Carries out what the model chose. Returns the end of the loop if the model finished.
    async fn take_step(
        &self,
        state: &mut LoopState,
        number: usize,
        reply: &ChatReply,
    ) -> Result<Option<AgentEnd>> {
        let Some(requested) = reply.first_call() else {
            return Ok(self.reply_without_call(state, &reply.text));
        };
        let mut arguments = requested.arguments.clone();
        let reason = take_reason(&mut arguments);
        let step = AgentStep {
            number,
            tool: requested.name.clone(),
            action: String::new(),
            reason,
            outcome: String::new(),
            state: StepState::Running,
        };
        let parsed = ToolCall::parse(&requested.name, &arguments);
        let call = match parsed.and_then(|call| self.check_offered(call, number)) {
            Ok(call) => call,
            Err(error) => {
                self.refuse(state, step, &requested, &error).await?;
                return Ok(None);
            }
        };
        let step = AgentStep { action: call_text(&call), ..step };
        if let ToolCall::Finish { answer, confidence } = call {
            let outcome = String::new();
            self.end_step(state, AgentStep { state: StepState::Done, outcome, ..step });
            return Ok(Some(AgentEnd::Answered { answer, confidence }));
        }
        self.act(state, step, &requested, call).await?;
        Ok(None)
    }

    /// A text that cites evidence is an answer; any other is corrected.
    fn reply_without_call(&self, state: &mut LoopState, text: &str) -> Option<AgentEnd> {
        if text.contains("[ev-") {
            let (answer, confidence) = (text.to_owned(), ToolConfidence::Medium);
            return Some(AgentEnd::Answered { answer, confidence });
        }
        state.correction_count += 1;
        state.conversation.add_correction(OutgoingText::from_constant(
            "That was no call of a tool. Call one of the tools; to answer, call finish.",
        ));
        None
    }

    /// Fails if the model was not offered the tool, for example because the web is off.
    fn check_offered(&self, call: ToolCall, number: usize) -> Result<ToolCall> {
        let tool = call.tool();
        if tool == ToolName::Finish || self.tools_of_step(number).contains(&tool) {
            return Ok(call);
        }
        let message = format!("`{}` is not one of your tools", tool.as_str());
        Err(Error::new(ErrorCode::NotAllowed, message).hint("Use another tool."))
    }

    /// Tells the model why its call was not carried out.
    async fn refuse(
        &self,
        state: &mut LoopState,
        step: AgentStep,
        requested: &RequestedCall,
        error: &Error,
    ) -> Result<()> {
        let text = error_text(self.model, error).await?;
        match ToolName::parse(&requested.name) {
            Some(tool) => {
                let text = self.with_steps_left(text, step.number);
                state.conversation.add_result(tool, requested, text);
            }
            // A call with an invented name can't be sent back to the service.
            None => state.conversation.add_correction(text),
        }
        let action = match step.action.is_empty() {
            true => wrong_call_text(&requested.name),
            false => step.action.clone(),
        };
        let (outcome, refused) = (error.message.clone(), StepState::Refused);
        self.end_step(state, AgentStep { action, outcome, state: refused, ..step });
        Ok(())
    }

    /// Calls a tool and shows the model the result. A call that was made before is not made again.
    async fn act(
        &self,
        state: &mut LoopState,
        step: AgentStep,
        requested: &RequestedCall,
        call: ToolCall,
    ) -> Result<()> {
        if let Some((_, before)) = state.calls.iter().find(|(known, _)| *known == call) {
            let message = format!("You already made this call in step {before}");
            let error = Error::new(ErrorCode::InvalidArgument, message)
                .hint("Its result is above. Try other words, read another passage, or finish.");
            return self.refuse(state, step, requested, &error).await;
        }
        self.report_steps(state, Some(&step));
        let evidence_before = self.tools.evidence().len();
        let text = match &call {
            ToolCall::SummarizeEvidence { goal } => {
                summarize_evidence(self.model, &self.tools.evidence(), goal).await
            }
            call => self.tools.call(call).await.map(|result| result.text),
        };
        if self.host.is_cancelled() {
            return Err(Error::cancelled());
        }
        let text = match text {
            Ok(text) => text,
            Err(error) if error.code == ErrorCode::TimeUp => return Err(error),
            Err(error) => return self.refuse(state, step, requested, &error).await,
        };
        if call.tool() == ToolName::SummarizeEvidence {
            // What the summary left out can be read again.
            state.conversation.drop_earlier_passages();
            state.calls.retain(|(known, _)| !returns_passages(known.tool()));
        }
        state.calls.push((call.clone(), step.number));
        let text = self.with_steps_left(text, step.number);
        state.conversation.add_result(call.tool(), requested, text);
        let new_passages = self.tools.evidence().len().saturating_sub(evidence_before);
        let outcome = found_text(call.tool(), new_passages);
        self.end_step(state, AgentStep { outcome, state: StepState::Done, ..step });
        Ok(())
    }

    fn with_steps_left(&self, text: OutgoingText, number: usize) -> OutgoingText {
        let left = self.limits.max_steps.saturating_sub(number);
        let left = match left {
            0 => OutgoingText::from_constant("That was the last step: call finish now."),
            left => OutgoingText::from_constant_and_number("Steps left: ", left),
        };
        OutgoingText::join([&text, &left], "\n")
    }

    fn end_step(&self, state: &LoopState, step: AgentStep) {
        state.steps.borrow_mut().push(step);
        self.report_steps(state, None);
    }

    fn report_steps(&self, state: &LoopState, running: Option<&AgentStep>) {
        let steps = state.steps.borrow();
        let steps: Vec<AgentStep> = steps.iter().chain(running).cloned().collect();
        let counts = Progress::from_counts(Stage::Ask, steps.len(), self.limits.max_steps);
        self.host.report(&counts.with_steps(steps));
    }
}

/// A tool as it is offered to the model, with the argument for the reason.
pub fn offered_tool(tool: ToolName) -> OfferedTool {
    let mut declaration = tool.declaration();
    let reason =
        json!({ "type": "string", "description": "Why you make this call, in a few words." });
    if let Some(properties) =
        declaration.parameters.get_mut("properties").and_then(Value::as_object_mut)
    {
        properties.insert(REASON.into(), reason);
    }
    if let Some(required) = declaration.parameters.get_mut("required").and_then(Value::as_array_mut)
    {
        required.push(json!(REASON));
    }
    OfferedTool {
        name: declaration.name,
        description: declaration.description,
        parameters: declaration.parameters,
    }
}

/// Takes the reason out of the arguments of a call.
pub fn take_reason(arguments: &mut Value) -> String {
    let fields = arguments.as_object_mut();
    let reason = fields.and_then(|fields| fields.remove(REASON));
    reason.and_then(|reason| reason.as_str().map(|text| text.trim().to_owned())).unwrap_or_default()
}
