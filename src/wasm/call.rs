//! The conversions of an exported call, written once: what JavaScript passes becomes a Rust value,
//! and what the core returns becomes a JavaScript value. Decides nothing.

use serde::Serialize;
use serde::de::DeserializeOwned;
use tsify::{Ts, Tsify};

use crate::values::Error;
use crate::wasm::js_error::JsException;

/// The result of an exported call.
pub(crate) type JsResult<T> = Result<T, JsException>;

/// A parameter as JavaScript passes it.
pub(crate) trait JsParameter {
    /// What the core takes.
    type Value;
    /// Converts the parameter.
    fn into_value(self) -> JsResult<Self::Value>;
}

impl<T: Tsify<JsType: Clone> + DeserializeOwned> JsParameter for Ts<T> {
    type Value = T;
    fn into_value(self) -> JsResult<T> {
        Ok(self.to_rust()?)
    }
}

impl<P: JsParameter> JsParameter for Vec<P> {
    type Value = Vec<P::Value>;
    fn into_value(self) -> JsResult<Self::Value> {
        self.into_iter().map(P::into_value).collect()
    }
}

impl JsParameter for String {
    type Value = String;
    fn into_value(self) -> JsResult<String> {
        Ok(self)
    }
}

/// A return value as JavaScript gets it.
pub(crate) trait JsReturn: Sized {
    /// What the core returns.
    type Value;
    /// Converts the value.
    fn from_value(value: Self::Value) -> JsResult<Self>;
}

impl<T: Tsify + Serialize> JsReturn for Ts<T> {
    type Value = T;
    fn from_value(value: T) -> JsResult<Self> {
        Ok(value.into_ts()?)
    }
}

impl<R: JsReturn> JsReturn for Vec<R> {
    type Value = Vec<R::Value>;
    fn from_value(value: Self::Value) -> JsResult<Self> {
        value.into_iter().map(R::from_value).collect()
    }
}

impl<R: JsReturn> JsReturn for Option<R> {
    type Value = Option<R::Value>;
    fn from_value(value: Self::Value) -> JsResult<Self> {
        value.map(R::from_value).transpose()
    }
}

impl JsReturn for String {
    type Value = String;
    fn from_value(value: String) -> JsResult<Self> {
        Ok(value)
    }
}

impl JsReturn for () {
    type Value = ();
    fn from_value((): ()) -> JsResult<Self> {
        Ok(())
    }
}

/// What a method of the core returns: a value, or a value or an error.
pub(crate) trait Outcome<T> {
    /// Returns the value or the error.
    fn outcome(self) -> Result<T, Error>;
}

impl<T> Outcome<T> for T {
    fn outcome(self) -> Result<T, Error> {
        Ok(self)
    }
}

impl<T> Outcome<T> for Result<T, Error> {
    fn outcome(self) -> Result<T, Error> {
        self
    }
}

/// Converts what a method of the core returned to what JavaScript gets.
pub(crate) fn to_js<R: JsReturn>(returned: impl Outcome<R::Value>) -> JsResult<R> {
    R::from_value(returned.outcome()?)
}

/// Declares calls of the JavaScript class `Engine` as a table, one line a call: its name in
/// JavaScript, the engine's method, the parameter if it has one, and the return value. Each call also
/// takes a task last. Their documentation is written as `#[doc = " …"]`: a macro passes on `///` as a
/// raw string, which wasm-bindgen would show with its `r"`.
macro_rules! engine_calls {
    ($(
        $(#[$($doc:tt)*])*
        $js_name:ident = $method:ident($($parameter:ident: $type:ty)?) -> $returned:ty;
    )*) => {
        #[wasm_bindgen(js_class = Engine)]
        impl JsEngine {
            $(
                $(#[$($doc)*])*
                #[wasm_bindgen(js_name = $js_name)]
                pub async fn $method(
                    &self,
                    $($parameter: $type,)?
                    task: Task,
                ) -> JsResult<$returned> {
                    $(let $parameter = $parameter.into_value()?;)?
                    let host = self.js_host(&task);
                    to_js(self.inner.$method(&host $(, &$parameter)?).await)
                }
            )*
        }
    };
}

pub(crate) use engine_calls;
