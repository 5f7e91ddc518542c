//! Converts errors of the core to JavaScript errors with `code`, `hint` and `lines`, and back.

use std::fmt::Display;

use js_sys::Reflect;
use wasm_bindgen::prelude::*;

use crate::values::{Error, ErrorCode};

/// Converts an error of the core to a JavaScript `Error`.
pub fn to_js_error(error: Error) -> JsValue {
    let js = js_sys::Error::new(&error.message);
    set_property(&js, "code", &JsValue::from_str(error.code.as_str()));
    set_property(&js, "hint", &JsValue::from_str(&error.hint));
    if !error.line_numbers.is_empty() {
        let lines: js_sys::Array =
            error.line_numbers.iter().map(|line| JsValue::from(*line as u32)).collect();
        set_property(&js, "lines", &lines);
    }
    js.into()
}

/// Returns the error for a value that can't be converted between Rust and JavaScript.
pub fn conversion_error(why: impl Display) -> JsValue {
    to_js_error(Error::new(ErrorCode::InvalidArgument, why.to_string()))
}

/// Converts an error that the plugin threw. An error without a `code` gets the code for an
/// unexpected failure.
pub fn from_js_error(js: JsValue) -> Error {
    let text = |key: &str| Reflect::get(&js, &key.into()).ok().and_then(|value| value.as_string());
    Error {
        code: text("code").map_or(ErrorCode::HostFailed, |code| ErrorCode::parse(&code)),
        message: text("message")
            .or_else(|| js.as_string())
            .unwrap_or_else(|| "The plugin failed unexpectedly".into()),
        hint: text("hint").unwrap_or_default(),
        line_numbers: Vec::new(),
    }
}

fn set_property(target: &JsValue, key: &str, value: &JsValue) {
    // Setting a property of a new Error can't fail.
    let _ = Reflect::set(target, &key.into(), value);
}
