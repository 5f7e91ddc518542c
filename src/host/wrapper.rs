//! Hosts that wrap another host: they implement the network and the timer themselves, and forward
//! all other calls to the wrapped host.

use crate::host::{
    DailyNote, Host, LocalFuture, NoteAccess, NoteInfo, Platform, Storage, TaskControl,
};
use crate::notes::note::{NoteEdit, NotePath};
use crate::values::{Progress, Result, Timestamp};

/// A host around another host. It implements `Network` and `Timer` itself; the methods of the other
/// groups are forwarded to `inner`.
pub trait HostWrapper {
    /// The wrapped host, which performs all calls except those of `Network` and `Timer`.
    fn inner(&self) -> &dyn Host;
}

impl<T: HostWrapper> NoteAccess for T {
    fn notes(&self) -> LocalFuture<'_, Result<Vec<NoteInfo>>> {
        self.inner().notes()
    }

    fn read<'a>(&'a self, path: &'a NotePath) -> LocalFuture<'a, Result<String>> {
        self.inner().read(path)
    }

    fn current_path<'a>(&'a self, path: &'a NotePath) -> LocalFuture<'a, Result<NotePath>> {
        self.inner().current_path(path)
    }

    fn edit<'a>(&'a self, path: &'a NotePath, edit: NoteEdit) -> LocalFuture<'a, Result<NotePath>> {
        self.inner().edit(path, edit)
    }

    fn create<'a>(&'a self, path: &'a NotePath, text: String) -> LocalFuture<'a, Result<NotePath>> {
        self.inner().create(path, text)
    }

    fn rename<'a>(
        &'a self,
        from: &'a NotePath,
        to: &'a NotePath,
    ) -> LocalFuture<'a, Result<NotePath>> {
        self.inner().rename(from, to)
    }

    fn trash<'a>(&'a self, path: &'a NotePath) -> LocalFuture<'a, Result<()>> {
        self.inner().trash(path)
    }

    fn read_file<'a>(&'a self, path: &'a str) -> LocalFuture<'a, Result<Vec<u8>>> {
        self.inner().read_file(path)
    }

    fn daily_note(&self) -> LocalFuture<'_, Result<Option<DailyNote>>> {
        self.inner().daily_note()
    }
}

impl<T: HostWrapper> Storage for T {
    fn load<'a>(&'a self, name: &'a str) -> LocalFuture<'a, Result<Option<Vec<u8>>>> {
        self.inner().load(name)
    }

    fn save<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> LocalFuture<'a, Result<()>> {
        self.inner().save(name, bytes)
    }

    fn delete_all(&self) -> LocalFuture<'_, Result<()>> {
        self.inner().delete_all()
    }

    fn is_storage_absent(&self) -> bool {
        self.inner().is_storage_absent()
    }
}

impl<T: HostWrapper> Platform for T {
    fn now(&self) -> Timestamp {
        self.inner().now()
    }

    fn random(&self) -> u64 {
        self.inner().random()
    }

    fn decode(&self, bytes: &[u8], charset: &str) -> String {
        self.inner().decode(bytes, charset)
    }
}

impl<T: HostWrapper> TaskControl for T {
    fn report(&self, progress: &Progress) {
        self.inner().report(progress);
    }

    fn is_cancelled(&self) -> bool {
        self.inner().is_cancelled()
    }
}
