//! What services answered today, kept on the device: the same question costs nothing on the same
//! day. Yesterday's answers are dropped, so that no report is made of old news.

use std::cell::RefCell;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::host::{Host, stored};

/// The name under which the host keeps the answers.
const NAME: &str = "answers";

/// More is not kept: a phone has little room, and a day of research needs less.
const LARGEST_BYTES: usize = 8 << 20;

#[derive(Default)]
pub(super) struct Cache(RefCell<CachedDay>);

#[derive(Default)]
struct CachedDay {
    answers: Answers,
    loaded: bool,
    changed: bool,
    forgetful: bool,
}

/// The answers of one day, oldest first.
#[derive(Default, Serialize, Deserialize)]
struct Answers {
    day: String,
    answers: Vec<(String, String)>,
}

impl Cache {
    /// One that neither reads nor keeps what is on the device.
    pub(super) fn forgetful() -> Self {
        Self(RefCell::new(CachedDay { loaded: true, forgetful: true, ..CachedDay::default() }))
    }

    /// What was answered today, if anything was.
    pub(super) async fn get<T: DeserializeOwned>(
        &self,
        host: &dyn Host,
        question: &str,
    ) -> Option<T> {
        self.load(host).await;
        let held = self.0.borrow();
        let (_, answer) = held.answers.answers.iter().find(|(asked, _)| asked == question)?;
        serde_json::from_str(answer).ok()
    }

    /// Remembers an answer.
    pub(super) async fn put<T: Serialize>(&self, host: &dyn Host, question: &str, answer: &T) {
        self.load(host).await;
        let Ok(answer) = serde_json::to_string(answer) else { return };
        let held = &mut *self.0.borrow_mut();
        held.changed = true;
        let answers = &mut held.answers.answers;
        answers.retain(|(asked, _)| asked != question);
        answers.push((question.to_owned(), answer));
        let mut size = 0;
        let kept = answers.iter().rev().take_while(|(asked, answer)| {
            size += asked.len() + answer.len();
            size <= LARGEST_BYTES
        });
        let dropped = answers.len() - kept.count();
        answers.drain(..dropped);
    }

    /// Keeps what is new on the device. Not being able to costs asking again, and nothing else.
    pub(super) async fn keep(&self, host: &dyn Host) {
        let packed = {
            let held = &mut *self.0.borrow_mut();
            if !std::mem::take(&mut held.changed) || held.forgetful {
                return;
            }
            stored::packed(&held.answers)
        };
        stored::put(host, NAME, packed).await;
    }

    /// Several may ask for it at once: each waits until it is there, and the first to have it
    /// keeps what the others were told meanwhile.
    async fn load(&self, host: &dyn Host) {
        if !self.0.borrow().loaded {
            let stored = stored::load(host, NAME).await;
            let held = &mut *self.0.borrow_mut();
            if !std::mem::replace(&mut held.loaded, true)
                && let Some(stored) = stored
            {
                held.answers = stored;
            }
        }
        let today = host.now().date().to_string();
        let answers = &mut self.0.borrow_mut().answers;
        if answers.day != today {
            *answers = Answers { day: today, answers: Vec::new() };
        }
    }
}
