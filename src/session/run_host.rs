//! The door of one run: writes down what goes out, and closes when the run's time is over, so that
//! whatever still waits then fails at once and the run ends with what it has.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use futures_util::FutureExt;
use futures_util::future::select;

use crate::audit::{AuditStore, MAX_RUN_CHARACTERS, RunLog, SentRequest};
use crate::error::{Error, Result};
use crate::host::{Host, HostWrapper, LocalFuture, Network, Timer};
use crate::net::http::{HttpRequest, HttpResponse};
use crate::note::NotePath;
use crate::session::{Privacy, PrivacyRules};
use crate::time::Timestamp;

/// A host that is open for a while.
pub struct RunHost<'a> {
    inner: &'a dyn Host,
    privacy: Privacy<'a>,
    /// The note that everything is sent for.
    subject: Option<NotePath>,
    opened: Timestamp,
    millis: u64,
    audit: Option<(&'a AuditStore, RunLog)>,
    /// Characters that the books still have for what it sends.
    room: Cell<usize>,
    sent: Cell<bool>,
    reads: RefCell<BTreeMap<NotePath, String>>,
    passages: RefCell<BTreeMap<NotePath, BTreeMap<usize, String>>>,
}

impl<'a> RunHost<'a> {
    /// Open from now on for so long.
    pub fn open(inner: &'a dyn Host, rules: &'a dyn PrivacyRules, millis: u64) -> Self {
        Self {
            inner,
            privacy: Privacy::new(inner, rules),
            subject: None,
            opened: inner.now(),
            millis,
            audit: None,
            room: Cell::new(MAX_RUN_CHARACTERS),
            sent: Cell::new(false),
            reads: RefCell::default(),
            passages: RefCell::default(),
        }
    }

    /// Open for as long as anybody wants.
    pub fn always(inner: &'a dyn Host, rules: &'a dyn PrivacyRules) -> Self {
        Self::open(inner, rules, u64::MAX)
    }

    /// Sends nothing any more once this note is private.
    pub fn about(self, subject: &NotePath) -> Self {
        Self { subject: Some(subject.clone()), ..self }
    }

    /// Judges notes as this host does.
    pub fn privacy(&self) -> Privacy<'a> {
        self.privacy
    }

    /// Whatever goes out is written down before it goes, as a run's on a note.
    pub fn writing(self, audit: &'a AuditStore, run: &str, path: &str) -> Self {
        let (run, path) = (run.to_owned(), path.to_owned());
        let run_log = RunLog { run, path, started: self.opened, requests: Vec::new() };
        Self { audit: Some((audit, run_log)), ..self }
    }

    /// When it was opened.
    pub fn opened(&self) -> Timestamp {
        self.opened
    }

    /// Milliseconds since then.
    pub fn elapsed(&self) -> u64 {
        self.inner.now().since(self.opened)
    }

    /// Whether anything ever went out.
    pub fn has_sent(&self) -> bool {
        self.sent.get()
    }

    /// Keeps what a note said the first time it was read, for the trace of the run.
    pub fn keep_read(&self, path: &NotePath, text: &str) {
        self.reads.borrow_mut().entry(path.clone()).or_insert_with(|| text.to_owned());
    }

    /// Keeps a passage of a note that begins on some line, for the trace of the run; the rest of
    /// the note is nobody's business.
    pub fn keep_passage(&self, path: &NotePath, first_line: usize, text: &str) {
        let mut passages = self.passages.borrow_mut();
        let lines = passages.entry(path.clone()).or_default();
        for (number, line) in text.lines().enumerate() {
            lines.insert(first_line + number, line.to_owned());
        }
    }

    /// The notes that were read, as far as they were kept.
    pub fn take_reads(&self) -> BTreeMap<NotePath, String> {
        let mut reads = self.reads.take();
        for (path, lines) in self.passages.take() {
            let last = lines.keys().last().copied().unwrap_or_default();
            let line = |number| lines.get(&number).map_or("", String::as_str);
            let text = (1..=last).map(line).collect::<Vec<_>>().join("\n");
            reads.entry(path).or_insert(text);
        }
        reads
    }

    fn left(&self) -> u64 {
        self.millis.saturating_sub(self.elapsed())
    }

    /// Whether all notes that a request quotes or names are still public, and the one that it is
    /// sent for.
    async fn check_privacy(&self, request: &HttpRequest) -> Result<()> {
        let named = request.notes.iter().filter_map(|path| NotePath::parse(path).ok());
        let notes: BTreeSet<NotePath> = named.chain(self.subject.clone()).collect();
        match self.privacy.private_of(&notes).await.is_empty() {
            true => Ok(()),
            false => Err(Error::note_private()),
        }
    }

    /// The request with no more time than there is, or that there is none.
    async fn admit(&self, request: HttpRequest) -> Result<HttpRequest> {
        let left = u32::try_from(self.left()).unwrap_or(u32::MAX);
        if left == 0 {
            return Err(Error::time_up());
        }
        self.check_privacy(&request).await?;
        self.sent.set(true);
        if let Some((audit, run_log)) = &self.audit {
            let request = SentRequest::within(&request, self.inner.now(), &self.room);
            audit.record(self.inner, run_log, request).await;
        }
        Ok(request.at_most(left))
    }
}

impl HostWrapper for RunHost<'_> {
    fn inner(&self) -> &dyn Host {
        self.inner
    }
}

impl Network for RunHost<'_> {
    fn http(&self, request: HttpRequest) -> LocalFuture<'_, Result<HttpResponse>> {
        Box::pin(async move { self.inner.http(self.admit(request).await?).await })
    }

    fn stream<'a>(
        &'a self,
        request: HttpRequest,
        piece: &'a dyn Fn(&[u8]),
    ) -> LocalFuture<'a, Result<HttpResponse>> {
        Box::pin(async move { self.inner.stream(self.admit(request).await?, piece).await })
    }
}

impl Timer for RunHost<'_> {
    fn sleep(&self, millis: u32) -> LocalFuture<'_, ()> {
        self.inner.sleep(u64::from(millis).min(self.left()) as u32)
    }

    fn sleep_until(&self, at: Timestamp) -> LocalFuture<'_, ()> {
        self.inner.sleep_until(at)
    }

    fn stopped(&self) -> LocalFuture<'_, ()> {
        let over = self.sleep_until(self.opened.plus(self.millis));
        Box::pin(select(self.inner.stopped(), over).map(|_| ()))
    }
}
