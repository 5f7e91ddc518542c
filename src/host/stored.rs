//! Values kept on the device: packed JSON under a name. What is damaged counts as not there, and
//! what cannot be kept costs only itself.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::host::Host;

/// The length stands at the beginning of packed bytes: damaged ones must not ask for all memory.
const LARGEST_BYTES: u32 = 64 << 20;

/// What was kept, if it can be read.
pub async fn load<T: DeserializeOwned>(host: &dyn Host, name: &str) -> Option<T> {
    let bytes = host.load(name).await.ok().flatten()?;
    let length = bytes.get(..4)?.try_into().map(u32::from_le_bytes).ok()?;
    let json = (length <= LARGEST_BYTES).then(|| lz4_flex::decompress_size_prepended(&bytes));
    serde_json::from_slice(&json?.ok()?).ok()
}

/// Keeps a value.
pub async fn save<T: Serialize>(host: &dyn Host, name: &str, value: &T) {
    put(host, name, packed(value)).await;
}

/// A value as it is kept, for one that is borrowed only for a moment.
pub fn packed<T: Serialize>(value: &T) -> Vec<u8> {
    let json = serde_json::to_vec(value).unwrap_or_default();
    if json.is_empty() { json } else { lz4_flex::compress_prepend_size(&json) }
}

/// Keeps what was packed.
pub async fn put(host: &dyn Host, name: &str, packed: Vec<u8>) {
    if !packed.is_empty() {
        let _ = host.save(name, packed).await;
    }
}

/// Drops a value.
pub async fn drop(host: &dyn Host, name: &str) {
    let _ = host.save(name, Vec::new()).await;
}
