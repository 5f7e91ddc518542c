//! Reads the list of the vault's files from JavaScript: one object per file, or packed into one text
//! and lists of numbers. Reading fifty thousand objects takes a fifth of a second; reading the
//! packed list takes a few milliseconds.

use js_sys::{Float64Array, Reflect};
use wasm_bindgen::prelude::*;

use crate::host::NoteInfo;
use crate::values::Result;
use crate::wasm::js_value::{JsAnswer, from_js, long_text};

/// Separates the paths in a packed list; no path contains this character.
const PACKED_PATH_SEPARATOR: char = '\0';

/// Reads the list of the vault's files, which is an array of objects or a packed list.
pub(crate) fn read_note_list(answer: JsAnswer<JsValue>) -> Result<Vec<NoteInfo>> {
    match answer.as_ref().ok().and_then(read_packed_list) {
        Some(notes) => Ok(notes),
        None => from_js(answer),
    }
}

/// Reads a packed list; `None` if the value is not a packed list.
fn read_packed_list(answer: &JsValue) -> Option<Vec<NoteInfo>> {
    let field = |name: &str| Reflect::get(answer, &name.into()).ok();
    let paths = long_text(&field("paths")?)?;
    let numbers = |name: &str| field(name)?.dyn_into::<Float64Array>().ok();
    let (modified, sizes) = (numbers("modified")?.to_vec(), numbers("sizes")?.to_vec());
    // A host that does not know when files were created sends no such list.
    let created = numbers("created").map(|list| list.to_vec()).unwrap_or_default();
    let files = paths.split(PACKED_PATH_SEPARATOR).zip(modified).zip(sizes);
    let info = |(at, ((path, modified), size)): (usize, ((&str, f64), f64))| NoteInfo {
        path: path.to_owned(),
        modified_millis: modified as i64,
        created_millis: created
            .get(at)
            .filter(|millis| **millis > 0.0)
            .map(|millis| *millis as i64),
        size_bytes: size as u64,
    };
    Some(files.enumerate().map(info).collect())
}
