//! Tracks the progress of a run: the state of each topic, the cost, the time and what was skipped.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use crate::answers::run::agenda::AgendaTopic;
use crate::answers::run::cost_text::spent_text;
use crate::answers::run::outcome::RunStep;
use crate::host::Host;
use crate::model::llm::{Budget, Spending};
use crate::values::{
    Error, ErrorCode, Progress, RunProgress, Stage, Timestamp, TopicProgress, TopicState,
    duration_text,
};

/// Tracks the progress of a run and reports every change to the host.
pub struct ProgressTracker<'a> {
    host: &'a dyn Host,
    budget: &'a Budget,
    started: Timestamp,
    stage: Cell<Stage>,
    /// The stages so far: when each began, in milliseconds since the start of the run, and what was
    /// spent until then.
    stage_starts: RefCell<Vec<(Stage, u64, Spending)>>,
    topics: RefCell<Vec<TopicProgress>>,
    /// Reasons why something was skipped, by the index of the topic; the key `None` is for the
    /// whole run.
    skip_reasons_by_topic: RefCell<BTreeMap<Option<usize>, Vec<String>>>,
    /// Indexes of the topics whose research is incomplete because the run was stopped.
    incomplete_topics: RefCell<BTreeSet<usize>>,
}

/// The message about topics whose research is incomplete because the run was stopped.
const STOPPED_EARLY_MESSAGE: &str = "The run stopped before everything was searched";

/// Errors that the user can fix: the service rejected the API key or denied access. For these, the
/// hint of the error is shown after its message.
const USER_FIXABLE_ERRORS: [ErrorCode; 3] =
    [ErrorCode::Unauthorized, ErrorCode::Forbidden, ErrorCode::NoAddress];

/// Returns the message of an error, with its hint if the user can fix the error.
pub fn message_with_hint(error: &Error) -> String {
    let Error { code, message, hint, .. } = error;
    match USER_FIXABLE_ERRORS.contains(code) && !hint.is_empty() {
        true => format!("{message}. {}", hint.trim_end_matches('.')),
        false => message.clone(),
    }
}

/// Returns the message that a model failed and the built-in engine is used instead.
pub fn built_in_fallback_message(error: &Error) -> String {
    format!("{}; using the built-in engine", error.message)
}

impl<'a> ProgressTracker<'a> {
    /// Starts to track a run; all its topics are waiting.
    pub fn new(host: &'a dyn Host, budget: &'a Budget, topics: &[&AgendaTopic]) -> Self {
        let waiting = |item: &&AgendaTopic| TopicProgress {
            topic_name: item.topic.title().to_owned(),
            state: TopicState::Waiting,
            evidence_count: 0,
        };
        Self {
            host,
            budget,
            started: host.now(),
            stage: Cell::new(Stage::Gather),
            stage_starts: RefCell::default(),
            topics: RefCell::new(topics.iter().map(waiting).collect()),
            skip_reasons_by_topic: RefCell::default(),
            incomplete_topics: RefCell::default(),
        }
    }

    /// Sets the stage of the run, and reports it to the host.
    pub fn set_stage(&self, stage: Stage) {
        self.stage.set(stage);
        let start = (stage, self.elapsed_millis(), self.budget.spent());
        self.stage_starts.borrow_mut().push(start);
        self.report_progress();
    }

    fn elapsed_millis(&self) -> u64 {
        self.host.now().millis_since(self.started)
    }

    /// Returns the steps of the run so far, with the duration and the cost of each.
    pub fn steps(&self) -> Vec<RunStep> {
        let starts = self.stage_starts.borrow();
        let end = (self.elapsed_millis(), self.budget.spent());
        let ends = starts.iter().skip(1).map(|(_, millis, spent)| (*millis, *spent)).chain([end]);
        let step = |((stage, from, before), (until, spent)): (&(Stage, u64, Spending), _)| {
            let spent: Spending = Spending::since(spent, *before);
            RunStep {
                name: stage.stage_text().to_owned(),
                elapsed_text: duration_text(u64::saturating_sub(until, *from)),
                cost_text: if spent.call_count == 0 { String::new() } else { spent_text(&spent) },
            }
        };
        starts.iter().zip(ends).map(step).collect()
    }

    /// Sets the state of a topic, and reports it to the host.
    pub fn set_topic_state(&self, topic_index: usize, state: TopicState) {
        if let Some(topic) = self.topics.borrow_mut().get_mut(topic_index) {
            topic.state = state;
        }
        self.report_progress();
    }

    /// Adds to the number of passages found for a topic.
    pub fn add_evidence_count(&self, topic_index: usize, added_count: usize) {
        if let Some(topic) = self.topics.borrow_mut().get_mut(topic_index) {
            topic.evidence_count += added_count;
        }
    }

    /// Records why something was skipped, if this affects the whole run and not only one topic.
    pub fn record_run_skip(&self, reason: String) {
        self.skip_reasons_by_topic.borrow_mut().entry(None).or_default().push(reason);
    }

    /// Records a failure for a topic. If the request was not sent because the run was stopped, the
    /// topic is marked as incomplete instead.
    pub fn record_topic_failure(&self, topic_index: usize, error: &Error) {
        match error.code {
            ErrorCode::NotAsked => self.mark_topic_incomplete(topic_index),
            ErrorCode::Cancelled => {}
            _ => self.record_topic_skip(topic_index, message_with_hint(error)),
        }
    }

    /// Records that the model failed for a topic and the built-in engine was used instead.
    pub fn record_built_in_fallback(&self, topic_index: usize, error: &Error) {
        match error.code {
            ErrorCode::NotAsked => self.mark_topic_incomplete(topic_index),
            _ => self.record_topic_skip(topic_index, built_in_fallback_message(error)),
        }
    }

    /// Records that the model could not read the sentences on a topic again, so that only the rules
    /// checked them.
    pub fn record_failed_reading(&self, topic_index: usize, error: &Error) {
        match error.code {
            ErrorCode::NotAsked => self.mark_topic_incomplete(topic_index),
            _ => self.record_topic_skip(
                topic_index,
                format!("{}; sentences were checked without a second reading", error.message),
            ),
        }
    }

    fn record_topic_skip(&self, topic_index: usize, reason: String) {
        self.skip_reasons_by_topic.borrow_mut().entry(Some(topic_index)).or_default().push(reason);
    }

    /// Marks the research of a topic as incomplete because the run was stopped.
    fn mark_topic_incomplete(&self, topic_index: usize) {
        if self.incomplete_topics.borrow_mut().insert(topic_index) {
            let name = self.topics.borrow().get(topic_index).map(|topic| topic.topic_name.clone());
            self.record_topic_skip(
                topic_index,
                format!("{STOPPED_EARLY_MESSAGE} for “{}”", name.unwrap_or_default()),
            );
        }
    }

    /// Whether the research of a topic is incomplete because the run was stopped.
    pub fn is_topic_incomplete(&self, topic_index: usize) -> bool {
        self.incomplete_topics.borrow().contains(&topic_index)
    }

    /// Returns the messages about skipped sources and steps, in the order of the topics. Of several
    /// messages that differ only after the first colon, only the first is returned.
    pub fn skip_messages(&self) -> Vec<String> {
        let thing = |reason: &str| reason.split(": ").next().unwrap_or_default().to_owned();
        let mut seen = BTreeSet::new();
        let all = self.skip_reasons_by_topic.borrow();
        let all = all.values().flatten();
        all.filter(|reason| seen.insert(thing(reason))).cloned().collect()
    }

    /// Returns the cost so far as text; empty if no model was called yet.
    fn spent_text(&self) -> String {
        let spent = self.budget.spent();
        if spent.call_count == 0 { String::new() } else { spent_text(&spent) }
    }

    /// Sends the state of the run to the host, which shows it to the user.
    fn report_progress(&self) {
        let topics = self.topics.borrow().clone();
        let behind = |topic: &&TopicProgress| match self.stage.get() {
            Stage::Synthesize | Stage::Write => {
                matches!(topic.state, TopicState::Done | TopicState::Nothing)
            }
            _ => !matches!(
                topic.state,
                TopicState::Waiting | TopicState::Searching | TopicState::Reading
            ),
        };
        let done = topics.iter().filter(behind).count();
        let progress = match self.stage.get() {
            Stage::Write => Progress::in_stage(Stage::Write),
            stage => Progress::from_counts(stage, done, topics.len()),
        };
        let run = RunProgress {
            topics,
            spent_text: self.spent_text(),
            elapsed_millis: self.elapsed_millis(),
            skip_messages: self.skip_messages(),
        };
        self.host.report(&progress.with_run(run));
    }
}
