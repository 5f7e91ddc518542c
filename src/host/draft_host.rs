//! A host for work inside another call: it collects the changes of notes instead of making them, so that
//! the user can be asked first. It stores nothing and reports no progress.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::future::ready;

use crate::host::{
    DailyNote, Host, LocalFuture, Network, NoteAccess, NoteInfo, Platform, Storage, TaskControl,
    Timer,
};
use crate::notes::note::{NoteEdit, NotePath, apply};
use crate::values::{Progress, Result, Timestamp};
use crate::web::http::{HttpRequest, HttpResponse};

/// A change of a note that was not made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftChange {
    /// The note.
    pub path: NotePath,
    /// The text of the note now; `None` if it is created.
    pub before: Option<String>,
    /// The text that the note would get.
    pub after: String,
}

/// A host that collects changes of notes instead of making them.
pub struct DraftHost<'a> {
    inner: &'a dyn Host,
    /// The changed notes, with their texts before and after.
    drafts: RefCell<BTreeMap<NotePath, (Option<String>, String)>>,
}

impl<'a> DraftHost<'a> {
    /// Wraps a host, which reads notes and sends requests.
    pub fn new(inner: &'a dyn Host) -> Self {
        Self { inner, drafts: RefCell::default() }
    }

    /// The changes that would have been made, in order of path.
    pub fn into_changes(self) -> Vec<DraftChange> {
        let drafts = self.drafts.into_inner().into_iter();
        drafts.map(|(path, (before, after))| DraftChange { path, before, after }).collect()
    }

    fn draft_text(&self, path: &NotePath) -> Option<String> {
        self.drafts.borrow().get(path).map(|(_, after)| after.clone())
    }
}

impl Network for DraftHost<'_> {
    fn http(&self, request: HttpRequest) -> LocalFuture<'_, Result<HttpResponse>> {
        self.inner.http(request)
    }

    fn stream_response<'a>(
        &'a self,
        request: HttpRequest,
        on_bytes: &'a dyn Fn(&[u8]),
    ) -> LocalFuture<'a, Result<HttpResponse>> {
        self.inner.stream_response(request, on_bytes)
    }
}

impl NoteAccess for DraftHost<'_> {
    fn notes(&self) -> LocalFuture<'_, Result<Vec<NoteInfo>>> {
        self.inner.notes()
    }

    fn read<'a>(&'a self, path: &'a NotePath) -> LocalFuture<'a, Result<String>> {
        match self.draft_text(path) {
            Some(text) => Box::pin(ready(Ok(text))),
            None => self.inner.read(path),
        }
    }

    fn current_path<'a>(&'a self, path: &'a NotePath) -> LocalFuture<'a, Result<NotePath>> {
        match self.draft_text(path) {
            Some(_) => Box::pin(ready(Ok(path.clone()))),
            None => self.inner.current_path(path),
        }
    }

    fn edit<'a>(&'a self, path: &'a NotePath, edit: NoteEdit) -> LocalFuture<'a, Result<NotePath>> {
        Box::pin(async move {
            let path = self.current_path(path).await?;
            let text = self.read(&path).await?;
            let after = apply(&text, &edit)?;
            let mut drafts = self.drafts.borrow_mut();
            let draft = drafts.entry(path.clone()).or_insert_with(|| (Some(text), String::new()));
            draft.1 = after;
            Ok(path)
        })
    }

    /// The name is checked when the user accepts the change.
    fn create<'a>(&'a self, path: &'a NotePath, text: String) -> LocalFuture<'a, Result<NotePath>> {
        self.drafts.borrow_mut().insert(path.clone(), (None, text));
        Box::pin(ready(Ok(path.clone())))
    }

    fn read_file<'a>(&'a self, path: &'a str) -> LocalFuture<'a, Result<Vec<u8>>> {
        self.inner.read_file(path)
    }

    fn daily_note(&self) -> LocalFuture<'_, Result<Option<DailyNote>>> {
        self.inner.daily_note()
    }
}

impl Storage for DraftHost<'_> {
    fn load<'a>(&'a self, name: &'a str) -> LocalFuture<'a, Result<Option<Vec<u8>>>> {
        self.inner.load(name)
    }

    fn save<'a>(&'a self, _name: &'a str, _bytes: Vec<u8>) -> LocalFuture<'a, Result<()>> {
        Box::pin(ready(Ok(())))
    }

    fn delete_all(&self) -> LocalFuture<'_, Result<()>> {
        Box::pin(ready(Ok(())))
    }

    fn is_storage_absent(&self) -> bool {
        self.inner.is_storage_absent()
    }
}

impl Platform for DraftHost<'_> {
    fn now(&self) -> Timestamp {
        self.inner.now()
    }

    fn random(&self) -> u64 {
        self.inner.random()
    }

    fn decode(&self, bytes: &[u8], charset: &str) -> String {
        self.inner.decode(bytes, charset)
    }
}

impl TaskControl for DraftHost<'_> {
    fn report(&self, _progress: &Progress) {}

    fn is_cancelled(&self) -> bool {
        self.inner.is_cancelled()
    }
}

impl Timer for DraftHost<'_> {
    fn sleep(&self, millis: u32) -> LocalFuture<'_, ()> {
        self.inner.sleep(millis)
    }

    fn sleep_until(&self, at: Timestamp) -> LocalFuture<'_, ()> {
        self.inner.sleep_until(at)
    }

    fn wait_until_stopped(&self) -> LocalFuture<'_, ()> {
        self.inner.wait_until_stopped()
    }
}

#[cfg(test)]
mod tests {
    use pollster::block_on;

    use super::*;
    use crate::host::memory::MemoryHost;

    #[test]
    fn changes_are_collected_and_nothing_is_written() {
        let host = MemoryHost::with_notes(&[("a.md", "One.\n")]);
        let draft = DraftHost::new(&host);
        let [a, b] = ["a.md", "b.md"].map(|path| NotePath::parse(path).unwrap());
        for content in ["Two.", "Three."] {
            let edit = NoteEdit::Append { content: content.into() };
            block_on(draft.edit(&a, edit)).unwrap();
        }
        block_on(draft.create(&b, "New.\n".into())).unwrap();
        block_on(draft.save("x", vec![1])).unwrap();
        assert_eq!(host.note_text("a.md"), "One.\n");
        assert!(host.stored_values.borrow().is_empty());
        let changes = draft.into_changes();
        assert_eq!(changes.len(), 2);
        assert_eq!(changes[0].before.as_deref(), Some("One.\n"));
        assert!(changes[0].after.contains("Two.") && changes[0].after.contains("Three."));
        assert_eq!((changes[1].before.clone(), changes[1].after.as_str()), (None, "New.\n"));
    }
}
