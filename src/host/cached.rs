//! A value kept on the device that several may change at once: it is read once, changed in memory
//! and saved whole, so that no change is lost to another that was made while it was saved.

use std::cell::RefCell;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::host::{Host, stored};

/// The value under a name.
pub struct Cached<T> {
    name: &'static str,
    value: RefCell<Option<T>>,
}

impl<T: Serialize + DeserializeOwned + Default + Clone> Cached<T> {
    /// Not read yet.
    pub fn new(name: &'static str) -> Self {
        Self { name, value: RefCell::new(None) }
    }

    /// The value as it is.
    pub async fn get(&self, host: &dyn Host) -> T {
        self.read(host).await;
        self.value.borrow().clone().unwrap_or_default()
    }

    /// Changes the value and keeps it.
    pub async fn change(&self, host: &dyn Host, change: impl FnOnce(&mut T)) {
        self.read(host).await;
        let packed = {
            let mut value = self.value.borrow_mut();
            let value = value.get_or_insert_default();
            change(value);
            stored::packed(value)
        };
        stored::put(host, self.name, packed).await;
    }

    async fn read(&self, host: &dyn Host) {
        if self.value.borrow().is_some() {
            return;
        }
        let stored = stored::load(host, self.name).await.unwrap_or_default();
        // Whoever asked at the same time may have it, and have changed it.
        self.value.borrow_mut().get_or_insert(stored);
    }
}
