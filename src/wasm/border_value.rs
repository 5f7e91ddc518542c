//! Converts values between Rust and JavaScript.

use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

use crate::error::{Error, ErrorCode, Result};
use crate::wasm::border_error::caught;

/// Converts a value to JavaScript.
pub fn encoded<T: Serialize>(value: &T) -> Result<JsValue> {
    serde_wasm_bindgen::to_value(value).map_err(mismatched)
}

/// Converts the result of a JavaScript call to a Rust value.
pub fn decoded<T: DeserializeOwned>(answer: std::result::Result<JsValue, JsValue>) -> Result<T> {
    serde_wasm_bindgen::from_value(answer.map_err(caught)?).map_err(mismatched)
}

fn mismatched(why: serde_wasm_bindgen::Error) -> Error {
    Error::new(
        ErrorCode::HostMismatch,
        format!("The plugin and its core exchange incompatible data: {why}"),
    )
}
