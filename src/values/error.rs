//! The only error type that leaves the crate: a stable code for programs, a message and a hint for
//! the user.
//!
//! An error never contains an API key, the text of a note or debug output.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Declares `ErrorCode` from a list of codes, each with its text.
macro_rules! error_codes {
    ($($code:ident = $text:literal,)*) => {
        /// The kind of an error. Callers in Rust and TypeScript branch on it; the plugin uses the
        /// same codes for its own failures.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
        #[serde(rename_all = "kebab-case")]
        #[allow(missing_docs, reason = "the text of each code says what it means")]
        pub enum ErrorCode {
            $($code,)*
            /// The host failed with a code that the core does not know.
            #[serde(other)]
            HostFailed,
        }

        impl ErrorCode {
            /// The text of the code, as it is stored and as JavaScript gets it, for example
            /// `note-missing`.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$code => $text,)*
                    Self::HostFailed => "host-failed",
                }
            }

            /// Parses the text of a code. An unknown code becomes `HostFailed`.
            pub fn parse(text: &str) -> Self {
                match text {
                    $($text => Self::$code,)*
                    _ => Self::HostFailed,
                }
            }
        }
    };
}

error_codes! {
    AlreadyRunning = "already-running",
    AnotherNote = "another-note",
    ArgumentInvalid = "argument-invalid",
    BrokeOff = "broke-off",
    Cancelled = "cancelled",
    ChangedSince = "changed-since",
    ContentBreaksOut = "content-breaks-out",
    CoreCrashed = "core-crashed",
    CoreRestarted = "core-restarted",
    EmptyReply = "empty-reply",
    Forbidden = "forbidden",
    FrontmatterInvalid = "frontmatter-invalid",
    HeadingAmbiguous = "heading-ambiguous",
    HeadingInvalid = "heading-invalid",
    HeadingNotFound = "heading-not-found",
    HostMismatch = "host-mismatch",
    IndexUnusable = "index-unusable",
    InvalidArgument = "invalid-argument",
    LinesOutOfRange = "lines-out-of-range",
    NoAddress = "no-address",
    NoAnswer = "no-answer",
    NoCredit = "no-credit",
    NoKey = "no-key",
    NoModel = "no-model",
    NoNote = "no-note",
    NoRoom = "no-room",
    NoSection = "no-section",
    NoStream = "no-stream",
    NoSuchModel = "no-such-model",
    NoSuchRun = "no-such-run",
    NoTopics = "no-topics",
    NoWebassembly = "no-webassembly",
    NotANote = "not-a-note",
    NotAllowed = "not-allowed",
    NotAsked = "not-asked",
    NotFound = "not-found",
    NotInTrace = "not-in-trace",
    NotPublic = "not-public",
    NotWritable = "not-writable",
    NotWriting = "not-writing",
    NoteBusy = "note-busy",
    NoteChanged = "note-changed",
    NoteEmpty = "note-empty",
    NoteExcluded = "note-excluded",
    NoteExists = "note-exists",
    NoteMissing = "note-missing",
    NoteNotText = "note-not-text",
    NotePrivate = "note-private",
    NoteUnclosed = "note-unclosed",
    NothingFound = "nothing-found",
    Offline = "offline",
    OverBudget = "over-budget",
    PageGone = "page-gone",
    PageNotText = "page-not-text",
    PageUnread = "page-unread",
    PathOutside = "path-outside",
    RateLimited = "rate-limited",
    Refusal = "refusal",
    Refused = "refused",
    Resting = "resting",
    SecretMissing = "secret-missing",
    SecretOdd = "secret-odd",
    SectionChanged = "section-changed",
    SelectionEmpty = "selection-empty",
    Settings = "settings",
    SettingsChanged = "settings-changed",
    TimeUp = "time-up",
    Timeout = "timeout",
    TooLarge = "too-large",
    TooLong = "too-long",
    ToolUnknown = "tool-unknown",
    Unauthorized = "unauthorized",
    Unexpected = "unexpected",
    Unreachable = "unreachable",
    Unreadable = "unreadable",
    UnreadableReply = "unreadable-reply",
    UrlNotSeen = "url-not-seen",
    Walled = "walled",
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// An error with a message for the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Error {
    /// The kind of the error, on which callers branch.
    pub code: ErrorCode,
    /// What failed and why, as text for the user.
    pub message: String,
    /// What the user can do about the error; empty if there is nothing to do.
    #[serde(default)]
    pub hint: String,
    /// Numbers of the note's lines that the error is about, counted from one.
    #[serde(rename = "lines", default, skip_serializing_if = "Vec::is_empty")]
    pub line_numbers: Vec<usize>,
}

/// A result whose error can be shown to the user.
pub type Result<T> = std::result::Result<T, Error>;

impl ErrorCode {
    /// Whether the message repeats a path that the caller wrote, which may be the name of a private
    /// note.
    pub const fn repeats_path(self) -> bool {
        matches!(self, Self::NoteMissing | Self::PathOutside | Self::NotANote)
    }
}

impl Error {
    /// Creates an error without a hint and without line numbers.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: String::new(), line_numbers: Vec::new() }
    }

    /// Adds a hint: what the user can do about the error.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }

    /// Adds the numbers of the note's lines that the error is about, counted from one.
    pub fn line_numbers(mut self, line_numbers: impl IntoIterator<Item = usize>) -> Self {
        self.line_numbers = line_numbers.into_iter().collect();
        self
    }

    /// Whether the error means that a service did not respond: it was unreachable, too slow, or
    /// broke off the connection.
    pub fn is_missing_response(&self) -> bool {
        matches!(self.code, ErrorCode::Unreachable | ErrorCode::BrokeOff | ErrorCode::Timeout)
    }

    /// The error for a device without an internet connection.
    pub fn offline() -> Self {
        Self::new(ErrorCode::Offline, "No internet connection")
            .hint("Check your internet connection.")
    }

    /// The error for a request that was not sent because a note in it became private. It does not
    /// name the note, because the name is private too.
    pub fn note_became_private() -> Self {
        let message =
            "A note became private or was deleted during the run, so Ibid stopped sending it";
        Self::new(ErrorCode::NotePrivate, message).hint("Research the note again.")
    }

    /// The error for a request that was not sent because the run reached its time limit.
    pub fn time_limit_reached() -> Self {
        Self::new(ErrorCode::TimeUp, "the run reached its time limit")
    }

    /// The error for a run that the user stopped before anything was written.
    pub fn cancelled() -> Self {
        Self::new(ErrorCode::Cancelled, "Stopped. The note is unchanged")
    }
}
