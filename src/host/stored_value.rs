//! Values that are stored on the device as compressed JSON, each under a name. A damaged value
//! counts as missing; a failure to store a value is ignored.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::host::Host;

/// Maximum size of a decompressed value in bytes. The stored bytes begin with this size; without a
/// limit, a damaged size could make the app allocate all memory.
const MAX_DECOMPRESSED_BYTES: u32 = 64 << 20;

/// Loads the value with this name; `None` if it is missing or damaged.
pub async fn load<T: DeserializeOwned>(host: &dyn Host, name: &str) -> Option<T> {
    let bytes = host.load(name).await.ok().flatten()?;
    let length = bytes.get(..4)?.try_into().map(u32::from_le_bytes).ok()?;
    let json =
        (length <= MAX_DECOMPRESSED_BYTES).then(|| lz4_flex::decompress_size_prepended(&bytes));
    serde_json::from_slice(&json?.ok()?).ok()
}

/// Encodes a value and stores it under a name. A failure is ignored.
pub async fn save<T: Serialize>(host: &dyn Host, name: &str, value: &T) {
    save_encoded(host, name, encode(value)).await;
}

/// Converts a value to the bytes for `save_encoded`. This is a separate step, so that a value in a
/// `RefCell` is not borrowed while its bytes are being saved.
pub fn encode<T: Serialize>(value: &T) -> Vec<u8> {
    let json = serde_json::to_vec(value).unwrap_or_default();
    if json.is_empty() { json } else { lz4_flex::compress_prepend_size(&json) }
}

/// Stores bytes from `encode` under a name. Empty bytes, for which encoding failed, are not stored.
pub async fn save_encoded(host: &dyn Host, name: &str, encoded: Vec<u8>) {
    if !encoded.is_empty() {
        let _ = host.save(name, encoded).await;
    }
}

/// Whether there is a value with this name, perhaps a damaged one.
pub async fn exists(host: &dyn Host, name: &str) -> bool {
    host.load(name).await.ok().flatten().is_some_and(|bytes| !bytes.is_empty())
}

/// Deletes the value with this name, if there is one.
pub async fn delete(host: &dyn Host, name: &str) {
    let _ = host.save(name, Vec::new()).await;
}
