//! Converts values between Rust and JavaScript.

use js_sys::{JsString, Uint8Array};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

use crate::values::Result;

/// What JavaScript answers, or what it throws.
pub(crate) type JsAnswer<T> = std::result::Result<T, JsValue>;

/// Converts a Rust value to JavaScript, such as a struct to an object.
pub(crate) fn to_js<T: Serialize>(value: &T) -> Result<JsValue> {
    Ok(serde_wasm_bindgen::to_value(value)?)
}

/// Converts the result of a JavaScript call to a Rust value.
pub(crate) fn from_js<T: DeserializeOwned>(answer: JsAnswer<JsValue>) -> Result<T> {
    Ok(serde_wasm_bindgen::from_value(answer?)?)
}

/// Converts the result of a JavaScript call to a text that may be long, such as that of a note.
pub(crate) fn text_from_js(answer: JsAnswer<JsValue>) -> Result<String> {
    match answer.as_ref().ok().and_then(long_text) {
        Some(text) => Ok(text),
        None => from_js(answer),
    }
}

/// Converts a JavaScript string that may be long; `None` if the value is no string. The usual
/// conversion copies one character after the other in JavaScript, which takes ten times as long.
pub(crate) fn long_text(value: &JsValue) -> Option<String> {
    let text = value.dyn_ref::<JsString>()?;
    String::from_utf8(TextEncoder::new().encode(text).to_vec()).ok()
}

#[wasm_bindgen]
extern "C" {
    /// The encoder of the browser. `web-sys` has it only for strings that Rust already has.
    type TextEncoder;
    #[wasm_bindgen(constructor)]
    fn new() -> TextEncoder;
    #[wasm_bindgen(method)]
    fn encode(this: &TextEncoder, text: &JsString) -> Uint8Array;
}
