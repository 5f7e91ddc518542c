//! Errors on their way between Rust and JavaScript: a thrown error has `code`, `hint` and `lines`.

use js_sys::Reflect;
use wasm_bindgen::prelude::*;

use crate::values::{Error, ErrorCode};

/// What an exported function throws: a JavaScript `Error`.
#[derive(Debug)]
pub struct JsException(JsValue);

impl From<JsException> for JsValue {
    fn from(exception: JsException) -> Self {
        exception.0
    }
}

impl From<Error> for JsException {
    fn from(error: Error) -> Self {
        let js = js_sys::Error::new(&error.message);
        set_property(&js, "code", &JsValue::from_str(error.code.as_str()));
        set_property(&js, "hint", &JsValue::from_str(&error.hint));
        if !error.line_numbers.is_empty() {
            let lines: js_sys::Array =
                error.line_numbers.iter().map(|line| JsValue::from(*line as u32)).collect();
            set_property(&js, "lines", &lines);
        }
        Self(js.into())
    }
}

/// Makes an exception of the errors of the crates that read and write values.
macro_rules! conversion_errors {
    ($($source:ty),*) => {
        $(impl From<$source> for JsException {
            fn from(why: $source) -> Self {
                Error::new(ErrorCode::InvalidArgument, why.to_string()).into()
            }
        })*
    };
}

conversion_errors!(tsify::Error, serde_wasm_bindgen::Error, serde_json::Error);

/// An error that the plugin threw. Without a `code` it gets the code for an unexpected failure.
impl From<JsValue> for Error {
    fn from(js: JsValue) -> Self {
        let text =
            |key: &str| Reflect::get(&js, &key.into()).ok().and_then(|value| value.as_string());
        Self {
            code: text("code").map_or(ErrorCode::HostFailed, |code| ErrorCode::parse(&code)),
            message: text("message")
                .or_else(|| js.as_string())
                .unwrap_or_else(|| "The plugin failed unexpectedly".into()),
            hint: text("hint").unwrap_or_default(),
            line_numbers: Vec::new(),
        }
    }
}

/// A value between the plugin and its core that has another shape than the receiver expects.
impl From<serde_wasm_bindgen::Error> for Error {
    fn from(why: serde_wasm_bindgen::Error) -> Self {
        let message = format!("The plugin and its core exchange incompatible data: {why}");
        Self::new(ErrorCode::HostMismatch, message)
    }
}

fn set_property(target: &JsValue, key: &str, value: &JsValue) {
    // Setting a property of a new Error can't fail.
    let _ = Reflect::set(target, &key.into(), value);
}
