//! A stored value that several calls may change at the same time. It is loaded once, changed in
//! memory and saved as a whole, so that a change made during a save is not lost.

use std::cell::RefCell;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::host::{Host, stored_value};

/// A value in the device's storage that is loaded at its first use and then kept in memory.
pub(crate) struct CachedValue<T> {
    name: &'static str,
    value: RefCell<Option<T>>,
}

impl<T: Serialize + DeserializeOwned + Default + Clone> CachedValue<T> {
    /// Creates the cache for the value stored under `name`, without loading it yet.
    pub(crate) fn new(name: &'static str) -> Self {
        Self { name, value: RefCell::new(None) }
    }

    /// Returns a copy of the value; the default value if nothing is stored.
    pub(crate) async fn get(&self, host: &dyn Host) -> T {
        self.ensure_loaded(host).await;
        self.value.borrow().clone().unwrap_or_default()
    }

    /// Changes the value in memory, then saves it. If saving fails, the change lasts until the app
    /// closes.
    pub(crate) async fn change(&self, host: &dyn Host, change: impl FnOnce(&mut T)) {
        self.ensure_loaded(host).await;
        let encoded = {
            let mut value = self.value.borrow_mut();
            let value = value.get_or_insert_default();
            change(value);
            stored_value::encode(value)
        };
        stored_value::save_encoded(host, self.name, encoded).await;
    }

    async fn ensure_loaded(&self, host: &dyn Host) {
        if self.value.borrow().is_some() {
            return;
        }
        let stored = stored_value::load(host, self.name).await.unwrap_or_default();
        // If another call has loaded and perhaps changed the value in the meantime, its value
        // stays.
        self.value.borrow_mut().get_or_insert(stored);
    }
}
