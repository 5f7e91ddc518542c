//! How far a run is: each topic's state, what was spent, how long it took and what was skipped.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use crate::error::{Error, ErrorCode};
use crate::host::Host;
use crate::llm::budget::Budget;
use crate::progress::{Progress, RunProgress, Stage, TopicProgress, TopicState};
use crate::research::agenda::AgendaTopic;
use crate::research::cost_text::spent_text;
use crate::time::Timestamp;

/// Tells the person whenever something changes.
pub struct ProgressTracker<'a> {
    host: &'a dyn Host,
    budget: &'a Budget,
    started: Timestamp,
    stage: Cell<Stage>,
    topics: RefCell<Vec<TopicProgress>>,
    /// By the topic for which it was, in the topics' order; what concerns the run comes first.
    skipped: RefCell<BTreeMap<Option<usize>, Vec<String>>>,
    /// Topics for which nobody was asked any more.
    left_out: RefCell<BTreeSet<usize>>,
}

/// Said of each topic for which nobody was asked any more.
const LEFT_OUT: &str = "The run stopped before everything was searched";

/// Errors about which a person can do something have that beside them.
const ACTIONABLE: [ErrorCode; 2] = [ErrorCode::Unauthorized, ErrorCode::Forbidden];

fn reason(error: &Error) -> String {
    let Error { code, message, hint, .. } = error;
    match ACTIONABLE.contains(code) && !hint.is_empty() {
        true => format!("{message}. {}", hint.trim_end_matches('.')),
        false => message.clone(),
    }
}

/// Who does the work of a model that failed.
pub fn taken_over(error: &Error) -> String {
    format!("{}; using the built-in engine", error.message)
}

impl<'a> ProgressTracker<'a> {
    /// A run that begins.
    pub fn new(host: &'a dyn Host, budget: &'a Budget, topics: &[&AgendaTopic]) -> Self {
        let waiting = |item: &&AgendaTopic| TopicProgress {
            topic: item.topic.name().to_owned(),
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

    /// Another part of the work begins.
    pub fn stage(&self, stage: Stage) {
        self.stage.set(stage);
        self.tell();
    }

    /// A topic goes on to another state.
    pub fn topic(&self, number: usize, state: TopicState) {
        if let Some(topic) = self.topics.borrow_mut().get_mut(number) {
            topic.state = state;
        }
        self.tell();
    }

    /// How much more evidence there is for a topic.
    pub fn found(&self, number: usize, evidence: usize) {
        if let Some(topic) = self.topics.borrow_mut().get_mut(number) {
            topic.evidence += evidence;
        }
    }

    /// Something failed that concerns the whole run.
    pub fn skip(&self, reason: String) {
        self.skipped.borrow_mut().entry(None).or_default().push(reason);
    }

    /// Something failed for a topic. What nobody was asked for has not failed.
    pub fn failed(&self, number: usize, error: &Error) {
        match error.code {
            ErrorCode::NotAsked => self.leave_out(number),
            ErrorCode::Cancelled => {}
            _ => self.skip_for(number, reason(error)),
        }
    }

    /// A topic's model failed, and the built-in engine does its work.
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

    /// Whether a topic was not looked up as far as it was meant to be.
    pub fn is_left_out(&self, number: usize) -> bool {
        self.left_out.borrow().contains(&number)
    }

    /// What was skipped, and why. What failed again is not listed again: the first reason tells
    /// most. The order is that of the topics, whichever was done first.
    pub fn skipped(&self) -> Vec<String> {
        let thing = |reason: &str| reason.split(": ").next().unwrap_or_default().to_owned();
        let mut seen = BTreeSet::new();
        let all = self.skipped.borrow();
        let all = all.values().flatten();
        all.filter(|reason| seen.insert(thing(reason))).cloned().collect()
    }

    /// Returns the cost so far; empty while no model was called.
    fn spent_text(&self) -> String {
        let spent = self.budget.spent();
        if spent.calls == 0 { String::new() } else { spent_text(&spent) }
    }

    fn tell(&self) {
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
        self.host.report(&progress.of_run(run));
    }
}
