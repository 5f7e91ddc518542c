//! Converts errors of the core to JavaScript errors with `code`, `hint` and `lines`, and back.

use std::fmt::Display;

use js_sys::Reflect;
use wasm_bindgen::prelude::*;

use crate::error::{Error, ErrorCode};

/// Converts an error of the core to a JavaScript `Error`.
pub fn thrown(error: Error) -> JsValue {
    let js = js_sys::Error::new(&error.message);
    set(&js, "code", &JsValue::from_str(error.code.as_str()));
    set(&js, "hint", &JsValue::from_str(&error.hint));
    if !error.lines.is_empty() {
        let lines: js_sys::Array =
            error.lines.iter().map(|line| JsValue::from(*line as u32)).collect();
        set(&js, "lines", &lines);
    }
    js.into()
}

/// Returns the error for a value that can't be converted between Rust and JavaScript.
pub fn unreadable(why: impl Display) -> JsValue {
    thrown(Error::new(ErrorCode::InvalidArgument, why.to_string()))
}

/// Converts an error that the host threw. An error without a code is unexpected.
pub fn caught(js: JsValue) -> Error {
    let text = |key: &str| Reflect::get(&js, &key.into()).ok().and_then(|value| value.as_string());
    Error {
        code: text("code").map_or(ErrorCode::HostFailed, |code| ErrorCode::parse(&code)),
        message: text("message")
            .or_else(|| js.as_string())
            .unwrap_or_else(|| "The plugin failed unexpectedly".into()),
        hint: text("hint").unwrap_or_default(),
        lines: Vec::new(),
    }
}

fn set(target: &JsValue, key: &str, value: &JsValue) {
    // Setting a property of a new Error can't fail.
    let _ = Reflect::set(target, &key.into(), value);
}
