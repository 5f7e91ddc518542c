//! How far a run is: each topic's state, what was spent, how long it took and what was skipped.

use std::cell::{Cell, RefCell};

use super::AgendaTopic;
use crate::host::Host;
use crate::llm::budget::Budget;
use crate::progress::{Progress, RunProgress, Stage, TopicProgress, TopicState};
use crate::time::Timestamp;

/// Tells the person whenever something changes.
pub struct Board<'a> {
    host: &'a dyn Host,
    budget: &'a Budget,
    started: Timestamp,
    stage: Cell<Stage>,
    topics: RefCell<Vec<TopicProgress>>,
    skipped: RefCell<Vec<String>>,
}

impl<'a> Board<'a> {
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

    /// How much evidence there is for a topic.
    pub fn found(&self, number: usize, evidence: usize) {
        if let Some(topic) = self.topics.borrow_mut().get_mut(number) {
            topic.evidence = evidence;
        }
    }

    /// Something failed. What fails again is not listed again: the first reason tells most.
    pub fn skip(&self, reason: String) {
        let thing = |reason: &str| reason.split(": ").next().unwrap_or_default().to_owned();
        let mut skipped = self.skipped.borrow_mut();
        if !skipped.iter().any(|known| thing(known) == thing(&reason)) {
            skipped.push(reason);
        }
    }

    /// What was skipped, and why.
    pub fn skipped(&self) -> Vec<String> {
        self.skipped.borrow().clone()
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
            spent: self.budget.spent().to_string(),
            elapsed_millis: self.host.now().since(self.started),
            skipped: self.skipped(),
        };
        self.host.report(&progress.of_run(run));
    }
}
