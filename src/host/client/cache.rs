//! Today's responses of services, stored on the device, so that the same request is sent only once
//! a day. Older responses are dropped, so that no report is based on outdated results.

use std::cell::RefCell;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::host::{Host, stored_value};

/// The name under which the responses are stored on the device.
const CACHE_STORAGE_NAME: &str = "answers";

/// Maximum size of all cached responses together, in bytes. Beyond it the oldest responses are
/// dropped, because a phone has little storage.
const MAX_CACHE_BYTES: usize = 8 << 20;

/// The cache of today's responses. It is loaded from the device when it is first used.
#[derive(Default)]
pub(super) struct ResponseCache(RefCell<CacheState>);

#[derive(Default)]
struct CacheState {
    responses: DayResponses,
    is_loaded: bool,
    is_changed: bool,
    /// Whether responses are cached in memory only, not on the device.
    is_memory_only: bool,
}

/// The responses of one day, oldest first. Each is JSON and has the key of its request.
#[derive(Default, Serialize, Deserialize)]
struct DayResponses {
    day: String,
    #[serde(rename = "answers")]
    by_key: Vec<(String, String)>,
}

impl ResponseCache {
    /// A cache that neither reads nor writes the device's storage.
    pub(super) fn in_memory() -> Self {
        let state = CacheState { is_loaded: true, is_memory_only: true, ..CacheState::default() };
        Self(RefCell::new(state))
    }

    /// Returns today's response to the request with this key, if it is cached.
    pub(super) async fn get<T: DeserializeOwned>(&self, host: &dyn Host, key: &str) -> Option<T> {
        self.ensure_loaded(host).await;
        let state = self.0.borrow();
        let (_, response) = state.responses.by_key.iter().find(|(other, _)| other == key)?;
        serde_json::from_str(response).ok()
    }

    /// Adds the response to the request with this key. Drops the oldest responses if the cache gets
    /// too large.
    pub(super) async fn insert<T: Serialize>(&self, host: &dyn Host, key: &str, response: &T) {
        self.ensure_loaded(host).await;
        let Ok(response) = serde_json::to_string(response) else { return };
        let state = &mut *self.0.borrow_mut();
        state.is_changed = true;
        let by_key = &mut state.responses.by_key;
        by_key.retain(|(other, _)| other != key);
        by_key.push((key.to_owned(), response));
        let mut size = 0;
        let newest = by_key.iter().rev().take_while(|(key, response)| {
            size += key.len() + response.len();
            size <= MAX_CACHE_BYTES
        });
        let dropped = by_key.len() - newest.count();
        by_key.drain(..dropped);
    }

    /// Saves the responses on the device if any were added since the last save. A failure is
    /// ignored: it only means that the same requests are sent again after a restart.
    pub(super) async fn save(&self, host: &dyn Host) {
        let encoded = {
            let state = &mut *self.0.borrow_mut();
            if !std::mem::take(&mut state.is_changed) || state.is_memory_only {
                return;
            }
            stored_value::encode(&state.responses)
        };
        stored_value::save_encoded(host, CACHE_STORAGE_NAME, encoded).await;
    }

    /// Loads the stored responses once, and drops them if they are not from today. If several calls
    /// load them at the same time, only the first result is used: a later one would overwrite
    /// responses that were added in the meantime.
    async fn ensure_loaded(&self, host: &dyn Host) {
        if !self.0.borrow().is_loaded {
            let stored = stored_value::load(host, CACHE_STORAGE_NAME).await;
            let state = &mut *self.0.borrow_mut();
            if !std::mem::replace(&mut state.is_loaded, true)
                && let Some(stored) = stored
            {
                state.responses = stored;
            }
        }
        let today = host.now().local_date().to_string();
        let responses = &mut self.0.borrow_mut().responses;
        if responses.day != today {
            *responses = DayResponses { day: today, by_key: Vec::new() };
        }
    }
}
