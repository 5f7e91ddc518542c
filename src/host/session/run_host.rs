//! The host of one run. It logs every request, checks before each request that the quoted notes are
//! still public, and ends all requests at the deadline, so that the run finishes with what it has.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use futures_util::FutureExt;
use futures_util::future::select;

use crate::host::audit::{AuditStore, MAX_LOGGED_RUN_CHARACTERS, RunLog, SentRequest};
use crate::host::session::{PrivacyCheck, PrivacyRules};
use crate::host::{Host, HostWrapper, LocalFuture, Network, Timer};
use crate::notes::note::NotePath;
use crate::values::{Error, Result, Timestamp};
use crate::web::http::{HttpRequest, HttpResponse};

/// A host that ends requests at the deadline of a run, and logs what the run sends.
pub struct RunHost<'a> {
    inner: &'a dyn Host,
    privacy: PrivacyCheck<'a>,
    /// The researched note. If it becomes private, nothing more is sent.
    subject: Option<NotePath>,
    started: Timestamp,
    limit_millis: u64,
    audit: Option<(&'a AuditStore, RunLog)>,
    /// Number of characters that the audit log may still store of this run's requests; further text
    /// is cut.
    remaining_log_characters: Cell<usize>,
    sent: Cell<bool>,
    recorded_notes: RefCell<BTreeMap<NotePath, String>>,
    recorded_passages: RefCell<BTreeMap<NotePath, BTreeMap<usize, String>>>,
}

impl<'a> RunHost<'a> {
    /// Creates a host whose deadline is this many milliseconds from now.
    pub fn with_time_limit(
        inner: &'a dyn Host,
        rules: &'a dyn PrivacyRules,
        limit_millis: u64,
    ) -> Self {
        Self {
            inner,
            privacy: PrivacyCheck::new(inner, rules),
            subject: None,
            started: inner.now(),
            limit_millis,
            audit: None,
            remaining_log_characters: Cell::new(MAX_LOGGED_RUN_CHARACTERS),
            sent: Cell::new(false),
            recorded_notes: RefCell::default(),
            recorded_passages: RefCell::default(),
        }
    }

    /// Creates a host without a deadline.
    pub fn without_time_limit(inner: &'a dyn Host, rules: &'a dyn PrivacyRules) -> Self {
        Self::with_time_limit(inner, rules, u64::MAX)
    }

    /// Sets the researched note. If it becomes private, nothing more is sent.
    pub fn with_researched_note(self, note: &NotePath) -> Self {
        Self { subject: Some(note.clone()), ..self }
    }

    /// Returns the check that decides which notes of the vault are private.
    pub fn privacy_check(&self) -> PrivacyCheck<'a> {
        self.privacy
    }

    /// Makes the host log every request before it is sent, with the id of the run and the path of
    /// its note.
    pub fn with_audit_log(self, audit: &'a AuditStore, run_id: &str, note_path: &str) -> Self {
        let (run, path) = (run_id.to_owned(), note_path.to_owned());
        let run_log =
            RunLog { run_id: run, note_path: path, started_at: self.started, requests: Vec::new() };
        Self { audit: Some((audit, run_log)), ..self }
    }

    /// When this host was created, which is the start of the run.
    pub fn started_at(&self) -> Timestamp {
        self.started
    }

    /// Milliseconds since the run started.
    pub fn elapsed_millis(&self) -> u64 {
        self.inner.now().millis_since(self.started)
    }

    /// Whether the run has sent any request, even one that failed.
    pub fn has_sent_requests(&self) -> bool {
        self.sent.get()
    }

    /// Records the text of a note for the trace of the run. If it is recorded twice, the first text
    /// is kept.
    pub fn record_note_for_trace(&self, path: &NotePath, text: &str) {
        self.recorded_notes.borrow_mut().entry(path.clone()).or_insert_with(|| text.to_owned());
    }

    /// Records one passage of a note for the trace of the run, when the run used only this passage. If a
    /// line is recorded twice, the first text is kept.
    pub fn record_passage_for_trace(&self, path: &NotePath, first_line_number: usize, text: &str) {
        let mut passages = self.recorded_passages.borrow_mut();
        let lines = passages.entry(path.clone()).or_default();
        for (number, line) in text.lines().enumerate() {
            lines.entry(first_line_number + number).or_insert_with(|| line.to_owned());
        }
    }

    /// Takes the recorded notes. A note of which only passages were recorded has empty lines
    /// elsewhere.
    pub fn take_recorded_notes(&self) -> BTreeMap<NotePath, String> {
        let mut notes = self.recorded_notes.take();
        for (path, lines) in self.recorded_passages.take() {
            let last = lines.keys().last().copied().unwrap_or_default();
            let line = |number| lines.get(&number).map_or("", String::as_str);
            let text = (1..=last).map(line).collect::<Vec<_>>().join("\n");
            notes.entry(path).or_insert(text);
        }
        notes
    }

    /// Whether the deadline of the run has not been reached.
    pub fn has_time_left(&self) -> bool {
        self.millis_to_deadline() > 0
    }

    /// Milliseconds until the deadline of the run; zero after it.
    fn millis_to_deadline(&self) -> u64 {
        self.limit_millis.saturating_sub(self.elapsed_millis())
    }

    /// Fails unless the researched note and all notes that a request quotes or names are public now.
    async fn check_privacy(&self, request: &HttpRequest) -> Result<()> {
        let named = request.quoted_note_paths.iter().filter_map(|path| NotePath::parse(path).ok());
        let notes: BTreeSet<NotePath> = named.chain(self.subject.clone()).collect();
        match self.privacy.private_notes(&notes).await.is_empty() {
            true => Ok(()),
            false => Err(Error::note_became_private()),
        }
    }

    /// Checks and logs a request, and shortens its timeout to the time until the deadline.
    async fn check_and_log(&self, request: HttpRequest) -> Result<HttpRequest> {
        let left = u32::try_from(self.millis_to_deadline()).unwrap_or(u32::MAX);
        if left == 0 {
            return Err(Error::time_limit_reached());
        }
        self.check_privacy(&request).await?;
        self.sent.set(true);
        if let Some((audit, run_log)) = &self.audit {
            let request = SentRequest::from_request_shortened(
                &request,
                self.inner.now(),
                &self.remaining_log_characters,
            );
            audit.record_request(self.inner, run_log, request).await;
        }
        Ok(request.limit_total_time(left))
    }
}

impl HostWrapper for RunHost<'_> {
    fn inner(&self) -> &dyn Host {
        self.inner
    }
}

impl Network for RunHost<'_> {
    fn http(&self, request: HttpRequest) -> LocalFuture<'_, Result<HttpResponse>> {
        Box::pin(async move { self.inner.http(self.check_and_log(request).await?).await })
    }

    fn stream_response<'a>(
        &'a self,
        request: HttpRequest,
        piece: &'a dyn Fn(&[u8]),
    ) -> LocalFuture<'a, Result<HttpResponse>> {
        Box::pin(async move {
            self.inner.stream_response(self.check_and_log(request).await?, piece).await
        })
    }
}

impl Timer for RunHost<'_> {
    fn sleep(&self, millis: u32) -> LocalFuture<'_, ()> {
        self.inner.sleep(u64::from(millis).min(self.millis_to_deadline()) as u32)
    }

    fn sleep_until(&self, at: Timestamp) -> LocalFuture<'_, ()> {
        self.inner.sleep_until(at)
    }

    fn wait_until_stopped(&self) -> LocalFuture<'_, ()> {
        let over = self.sleep_until(self.started.plus_millis(self.limit_millis));
        Box::pin(select(self.inner.wait_until_stopped(), over).map(|_| ()))
    }
}
