//! Streams responses with the browser's `fetch`, because Obsidian's `requestUrl` returns only
//! complete responses. The API key is put into its header here and is not stored.

use std::cell::Cell;
use std::future::{Future, pending};
use std::pin::pin;

use futures_util::future::{Either, select};
use gloo_net::http::{Method, RequestBuilder, Response};
use js_sys::{Promise, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, ReadableStreamDefaultReader, RequestRedirect};

use crate::values::{Error, ErrorCode, Result};
use crate::wasm::js_host::JsHost;
use crate::web::http::{HttpRequest, HttpResponse, SecretHeader, message as http};

/// The text that replaces an API key in a response.
const API_KEY_MASK: &str = "***";

/// An API key and the request header that contains it.
struct ApiKey {
    header: String,
    prefix: String,
    value: String,
}

/// Maximum time, in milliseconds, between two checks whether data still arrives.
const TIMEOUT_CHECK_INTERVAL_MILLIS: f64 = 1_000.0;

impl JsHost<'_> {
    /// Sends a request and passes on each piece of the response as it arrives.
    pub(super) async fn fetch_streaming(
        &self,
        request: HttpRequest,
        on_chunk: &dyn Fn(&[u8]),
    ) -> Result<HttpResponse> {
        let controller = AbortController::new();
        let controller =
            controller.map_err(|_| cannot_stream_error("This app can't stop a stream"))?;
        let heard = Cell::new(self.host.now());
        let hear = |bytes: &[u8]| {
            heard.set(self.host.now());
            on_chunk(bytes);
        };
        let answer = async {
            let fetching = self.fetch_with_abort_controller(&request, &controller, &hear);
            match select(pin!(fetching), pin!(self.timeout_after_silence(&request, &heard))).await {
                Either::Left((answer, _)) => answer,
                Either::Right((late, _)) => Err(late),
            }
        };
        let answer = self.run_unless_stopped(answer).await;
        if answer.is_err() {
            controller.abort();
        }
        answer
    }

    async fn fetch_with_abort_controller(
        &self,
        request: &HttpRequest,
        controller: &AbortController,
        on_chunk: &dyn Fn(&[u8]),
    ) -> Result<HttpResponse> {
        let key = self.load_api_key(request).await?;
        let secret = key.as_ref().map(|key| key.value.clone()).unwrap_or_default();
        let built = build_request(request, key, controller)?;
        let response = built.send().await.map_err(|_| request_refused_error(request))?;
        let mut answer = response_without_body(&response);
        let mut bytes = Vec::new();
        let Some(reader) = body_reader(&response) else { return Ok(answer) };
        while let Some(part) = next_body_chunk(&reader, request).await? {
            on_chunk(&part);
            bytes.extend_from_slice(&part);
            if bytes.len() > request.max_response_bytes as usize {
                return Err(response_too_large_error(request));
            }
        }
        answer.text = String::from_utf8_lossy(&bytes).into_owned();
        // Some services repeat the API key in their error messages, which the user sees.
        if answer.status >= 400 && !secret.is_empty() {
            answer.text = answer.text.replace(&secret, API_KEY_MASK);
        }
        Ok(answer)
    }

    /// Waits until no data has arrived for the timeout of the request, then returns a timeout
    /// error.
    async fn timeout_after_silence(
        &self,
        request: &HttpRequest,
        last_data_millis: &Cell<f64>,
    ) -> Error {
        let allowed = f64::from(request.timeout_millis);
        let end = self.host.now() + f64::from(request.total_timeout_millis);
        loop {
            let now = self.host.now();
            let left = (last_data_millis.get() + allowed).min(end) - now;
            if left <= 0.0 {
                let message = format!("{} didn't respond in time", request.host());
                return Error::new(ErrorCode::Timeout, message).hint("Try again later.");
            }
            // Uses short timers, because a long one would keep running after the stream has ended.
            let _ = self.host.sleep(left.ceil().min(TIMEOUT_CHECK_INTERVAL_MILLIS) as u32).await;
        }
    }

    /// Loads the API key of a request from the app's secret storage.
    async fn load_api_key(&self, request: &HttpRequest) -> Result<Option<ApiKey>> {
        let Some(SecretHeader { secret_name: secret, header_name: header, value_prefix: prefix }) =
            request.secret_header.clone()
        else {
            return Ok(None);
        };
        let value = self.host.secret(&secret).await?;
        Ok(Some(ApiKey { header, prefix, value: value.as_string().unwrap_or_default() }))
    }

    /// Waits until the user stops the run; forever if the task has no `stopped` promise.
    pub(super) async fn wait_until_user_stops(&self) {
        match self.task.stopped().dyn_into::<Promise>() {
            Ok(promise) => drop(JsFuture::from(promise).await),
            Err(_) => pending().await,
        }
    }

    /// Runs a future until it is done; fails as soon as the user stops the run.
    pub(super) async fn run_unless_stopped<T>(
        &self,
        work: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        match select(pin!(work), pin!(self.wait_until_user_stops())).await {
            Either::Left((done, _)) => done,
            Either::Right(_) => Err(Error::cancelled()),
        }
    }
}

fn build_request(
    request: &HttpRequest,
    key: Option<ApiKey>,
    controller: &AbortController,
) -> Result<gloo_net::http::Request> {
    let method = match request.method {
        http::Method::Get => Method::GET,
        http::Method::Post => Method::POST,
    };
    // A redirect is an error: following it would send the API key to another address.
    let mut builder = RequestBuilder::new(&request.url)
        .method(method)
        .redirect(RequestRedirect::Error)
        .abort_signal(Some(&controller.signal()));
    let key = key.map(|key| (key.header, format!("{}{}", key.prefix, key.value)));
    for (name, value) in request.headers.iter().chain(key.as_ref()) {
        builder = builder.header(name, value);
    }
    let built = match &request.body {
        Some(body) => builder.body(body.as_str()),
        None => builder.build(),
    };
    built.map_err(|_| cannot_stream_error("The app can't send this request"))
}

/// Returns the status and the headers of a response, without its body.
fn response_without_body(response: &Response) -> HttpResponse {
    let headers = response.headers().entries().map(|(name, value)| (name.to_lowercase(), value));
    HttpResponse {
        status: response.status(),
        headers: headers.collect(),
        final_url: Some(response.url()),
        ..HttpResponse::default()
    }
}

fn body_reader(response: &Response) -> Option<ReadableStreamDefaultReader> {
    response.body()?.get_reader().dyn_into().ok()
}

/// Returns the next piece of the response body; `None` at the end.
async fn next_body_chunk(
    reader: &ReadableStreamDefaultReader,
    request: &HttpRequest,
) -> Result<Option<Vec<u8>>> {
    let broke_off = || {
        Error::new(
            ErrorCode::BrokeOff,
            format!("{} stopped in the middle of its reply", request.host()),
        )
        .hint("Try again.")
    };
    let part = JsFuture::from(reader.read()).await.map_err(|_| broke_off())?;
    let value = Reflect::get(&part, &"value".into()).unwrap_or_default();
    Ok(value.dyn_into::<Uint8Array>().ok().map(|bytes| bytes.to_vec()))
}

/// Returns the error for a request that the browser refused. Browsers don't say why; most often the
/// service doesn't allow requests from other origins.
fn request_refused_error(request: &HttpRequest) -> Error {
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into()).unwrap_or_default();
    let online = Reflect::get(&navigator, &"onLine".into()).unwrap_or_default();
    if online.as_bool() == Some(false) {
        return Error::offline();
    }
    cannot_stream_error(&format!("{} doesn't allow streaming in apps (CORS)", request.host()))
}

fn response_too_large_error(request: &HttpRequest) -> Error {
    Error::new(ErrorCode::TooLarge, format!("the response from {} is too large", request.host()))
}

fn cannot_stream_error(why: &str) -> Error {
    Error::new(ErrorCode::NoStream, why)
}
