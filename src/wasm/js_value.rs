//! Converts values between Rust and JavaScript.

use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

use crate::error::{Error, ErrorCode, Result};
use crate::wasm::js_error::from_js_error;

/// Converts a Rust value to JavaScript, such as a struct to an object.
pub fn to_js<T: Serialize>(value: &T) -> Result<JsValue> {
    serde_wasm_bindgen::to_value(value).map_err(mismatch_error)
}

/// Converts the result of a JavaScript call to a Rust value.
pub fn from_js<T: DeserializeOwned>(answer: std::result::Result<JsValue, JsValue>) -> Result<T> {
    serde_wasm_bindgen::from_value(answer.map_err(from_js_error)?).map_err(mismatch_error)
}

fn mismatch_error(why: serde_wasm_bindgen::Error) -> Error {
    Error::new(
        ErrorCode::HostMismatch,
        format!("The plugin and its core exchange incompatible data: {why}"),
    )
}
