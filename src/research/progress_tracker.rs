//! Tracks the progress of a run: the state of each topic, the cost, the time and what was skipped.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use crate::error::{Error, ErrorCode};
use crate::host::Host;
use crate::llm::budget::Budget;
use crate::progress::{Progress, RunProgress, Stage, TopicProgress, TopicState};
use crate::research::agenda::AgendaTopic;
use crate::research::cost_text::spent_text;
use crate::time::Timestamp;

/// Tracks the progress of a run and reports every change to the host.
pub struct ProgressTracker<'a> {
    host: &'a dyn Host,
    budget: &'a Budget,
    started: Timestamp,
    stage: Cell<Stage>,
    topics: RefCell<Vec<TopicProgress>>,
    /// Why something was skipped, by the number of the topic; `None` is the whole run.
    skipped: RefCell<BTreeMap<Option<usize>, Vec<String>>>,
    /// Numbers of the topics whose research is incomplete because the run was stopped.
    left_out: RefCell<BTreeSet<usize>>,
}

/// The message about topics whose research is incomplete because the run was stopped.
const LEFT_OUT: &str = "The run stopped before everything was searched";

/// Errors that the user can fix. For these, the hint is shown after the message.
const ACTIONABLE: [ErrorCode; 2] = [ErrorCode::Unauthorized, ErrorCode::Forbidden];

fn reason(error: &Error) -> String {
    let Error { code, message, hint, .. } = error;
    match ACTIONABLE.contains(code) && !hint.is_empty() {
        true => format!("{message}. {}", hint.trim_end_matches('.')),
        false => message.clone(),
    }
}

/// Returns the message that a model failed and the built-in engine is used instead.
pub fn taken_over(error: &Error) -> String {
    format!("{}; using the built-in engine", error.message)
}

impl<'a> ProgressTracker<'a> {
    /// Starts to track a run; all its topics are waiting.
    pub fn new(host: &'a dyn Host, budget: &'a Budget, topics: &[&AgendaTopic]) -> Self {
        let waiting = |item: &&AgendaTopic| TopicProgress {
            topic: item.topic.title().to_owned(),
            state: TopicState::Waiting,
            evidence: 0,
        };
        Self {
            host,
            budget,
            started: host.now(),
            stage: Cell::new(Stage::Gather),
            topics: RefCell::new(topics.iter().map(waiting).collect()),
            skipped: RefCell::default(),
            left_out: RefCell::default(),
        }
    }

    /// Sets the current stage.
    pub fn stage(&self, stage: Stage) {
        self.stage.set(stage);
        self.report();
    }

    /// Sets the state of a topic.
    pub fn topic(&self, number: usize, state: TopicState) {
        if let Some(topic) = self.topics.borrow_mut().get_mut(number) {
            topic.state = state;
        }
        self.report();
    }

    /// Adds to the number of passages found for a topic.
    pub fn found(&self, number: usize, evidence: usize) {
        if let Some(topic) = self.topics.borrow_mut().get_mut(number) {
            topic.evidence += evidence;
        }
    }

    /// Records a failure that affects the whole run.
    pub fn skip(&self, reason: String) {
        self.skipped.borrow_mut().entry(None).or_default().push(reason);
    }

    /// Records a failure for a topic. A request that was not sent is not a failure.
    pub fn failed(&self, number: usize, error: &Error) {
        match error.code {
            ErrorCode::NotAsked => self.leave_out(number),
            ErrorCode::Cancelled => {}
            _ => self.skip_for(number, reason(error)),
        }
    }

    /// Records that the model failed for a topic and the built-in engine was used instead.
    pub fn taken_over(&self, number: usize, error: &Error) {
        match error.code {
            ErrorCode::NotAsked => self.leave_out(number),
            _ => self.skip_for(number, taken_over(error)),
        }
    }

    fn skip_for(&self, number: usize, reason: String) {
        self.skipped.borrow_mut().entry(Some(number)).or_default().push(reason);
    }

    fn leave_out(&self, number: usize) {
        if self.left_out.borrow_mut().insert(number) {
            let name = self.topics.borrow().get(number).map(|topic| topic.topic.clone());
            self.skip_for(number, format!("{LEFT_OUT} for “{}”", name.unwrap_or_default()));
        }
    }

    /// Whether the research of a topic is incomplete because the run was stopped.
    pub fn is_left_out(&self, number: usize) -> bool {
        self.left_out.borrow().contains(&number)
    }

    /// Returns the messages about what was skipped, in the order of the topics. Several failures of
    /// the same thing are listed once, with the first reason.
    pub fn skipped(&self) -> Vec<String> {
        let thing = |reason: &str| reason.split(": ").next().unwrap_or_default().to_owned();
        let mut seen = BTreeSet::new();
        let all = self.skipped.borrow();
        let all = all.values().flatten();
        all.filter(|reason| seen.insert(thing(reason))).cloned().collect()
    }

    /// Returns the cost so far as text; empty if no model was called yet.
    fn spent_text(&self) -> String {
        let spent = self.budget.spent();
        if spent.call_count == 0 { String::new() } else { spent_text(&spent) }
    }

    fn report(&self) {
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
            Stage::Write => Progress::step(Stage::Write),
            stage => Progress::counted(stage, done, topics.len()),
        };
        let run = RunProgress {
            topics,
            spent: self.spent_text(),
            elapsed_millis: self.host.now().since(self.started),
            skipped: self.skipped(),
        };
        self.host.report(&progress.with_run(run));
    }
}
