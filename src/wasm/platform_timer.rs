//! Waits with a timer of the platform. That of the host is a pause of the work, which the user may end.

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = "setTimeout")]
    fn set_timeout(done: &Function, millis: u32) -> JsValue;
    #[wasm_bindgen(js_name = "clearTimeout")]
    fn clear_timeout(timer: &JsValue);
}

/// A running timer of the platform, which is stopped when nobody waits for it any more.
struct RunningTimer(JsValue);

impl Drop for RunningTimer {
    fn drop(&mut self) {
        clear_timeout(&self.0);
    }
}

/// Waits so long, whatever the user does.
pub(super) async fn platform_timer(millis: u32) {
    let mut timer = JsValue::UNDEFINED;
    let done = Promise::new(&mut |done, _| timer = set_timeout(&done, millis));
    let _timer = RunningTimer(timer);
    let _ = JsFuture::from(done).await;
}
