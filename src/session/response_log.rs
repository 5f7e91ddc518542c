//! The answers of a run, by what was asked. What stands here is not asked again.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::{Error, ErrorCode, Result};

/// What an answer is worth when the run is gone on with later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerValue {
    /// It is not asked for again.
    All,
    /// It says only who failed, and is asked for again.
    Nothing,
}

/// Questions and what they were answered with, failures included.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ResponseLog {
    answers: RefCell<BTreeMap<String, Noted>>,
    #[serde(skip)]
    closed: Cell<bool>,
    #[serde(skip)]
    changed: Cell<bool>,
    /// What is being asked just now.
    #[serde(skip)]
    asking: RefCell<BTreeSet<String>>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Noted {
    Told(Value),
    /// An answer that says only who failed.
    InVain(Value),
    Failed(Error),
}

impl ResponseLog {
    /// Asks nobody from here on: whatever is not noted yet has no answer.
    pub fn close(&self) {
        self.closed.set(true);
    }

    /// Whether nobody is asked any more.
    pub fn is_closed(&self) -> bool {
        self.closed.get()
    }

    /// Forgets what failed: another try may do better.
    pub fn reset_failures(&self) {
        self.answers.borrow_mut().retain(|_, noted| matches!(noted, Noted::Told(_)));
    }

    /// The answer that is noted, or that nobody is asked for one any more.
    pub fn find<T: DeserializeOwned>(&self, question: &str) -> Option<Result<T>> {
        match self.answers.borrow().get(question) {
            // One of an older version may have another shape, and is asked for again.
            Some(Noted::Told(value) | Noted::InVain(value)) => {
                serde_json::from_value(value.clone()).ok().map(Ok)
            }
            Some(Noted::Failed(error)) => Some(Err(error.clone())),
            None if self.closed.get() => {
                Some(Err(Error::new(ErrorCode::NotAsked, "Not requested: the run had ended")))
            }
            None => None,
        }
    }

    /// Begins to ask; no if somebody else asks the same just now.
    pub fn begin(&self, question: &str) -> bool {
        self.asking.borrow_mut().insert(question.to_owned())
    }

    /// Ends to ask.
    pub fn end(&self, question: &str) {
        self.asking.borrow_mut().remove(question);
    }

    /// Notes an answer. That the person stopped the run is none.
    pub fn note<T: Serialize>(&self, question: String, answer: &Result<T>, worth: AnswerValue) {
        let noted = match answer {
            Ok(value) if worth == AnswerValue::Nothing => {
                serde_json::to_value(value).ok().map(Noted::InVain)
            }
            Ok(value) => serde_json::to_value(value).ok().map(Noted::Told),
            Err(error) if error.code == ErrorCode::Cancelled => None,
            Err(error) => Some(Noted::Failed(error.clone())),
        };
        if let Some(noted) = noted {
            let mut answers = self.answers.borrow_mut();
            // Two may have asked the same at once: an answer is not lost to a failure after it.
            if !matches!(answers.get(&question), Some(Noted::Told(_))) {
                answers.insert(question, noted);
                self.changed.set(true);
            }
        }
    }

    /// Whether nobody was ever asked.
    pub fn is_untouched(&self) -> bool {
        self.answers.borrow().is_empty()
    }

    /// Whether nothing was ever answered.
    pub fn is_empty(&self) -> bool {
        !self.answers.borrow().values().any(|noted| matches!(noted, Noted::Told(_)))
    }

    /// Whether something was noted since this was last asked.
    pub fn take_changed(&self) -> bool {
        self.changed.take()
    }
}
