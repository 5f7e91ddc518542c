//! An HTTP request and its response as plain data. The host program sends the request.
//!
//! A request can only go to the address of a service or to a public page. It never contains an API
//! key: it names the secret that holds the key, and the host adds the header.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Timeout of a request that sets no other one, in milliseconds.
pub const DEFAULT_TIMEOUT_MILLIS: u32 = 10_000;

/// Upper limit for the total time of a request, in milliseconds. After it the request fails,
/// because users don't wait longer.
const MAX_TOTAL_TIMEOUT_MILLIS: u32 = 240_000;

/// Maximum size of a response that is read as text. A longer one is an error; no service sends
/// more.
const MAX_RESPONSE_BYTES: u32 = 16 << 20;

/// A request as plain data, which the host program sends.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct HttpRequest {
    /// GET or POST.
    pub method: Method,
    /// The complete URL, including the query.
    pub url: String,
    /// Names and values of the headers, in the order in which they are sent.
    pub headers: Vec<(String, String)>,
    /// The body of a POST request; `None` for GET.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// The body of a POST request that is no text, such as an audio file; empty otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "serde_bytes")]
    #[cfg_attr(target_family = "wasm", tsify(optional, type = "Uint8Array"))]
    pub body_bytes: Vec<u8>,
    /// The header with the API key. The host takes the key from the secret storage and adds the
    /// header.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "secret")]
    pub secret_header: Option<SecretHeader>,
    /// The timeout in milliseconds. In a stream it starts again whenever data arrive.
    pub timeout_millis: u32,
    /// Whether the response body is read as text or as bytes.
    #[serde(rename = "wants")]
    pub response_body_format: BodyFormat,
    /// Maximum size of the response body in bytes. A longer body is cut off if it is read as bytes,
    /// and an error if it is read as text.
    #[serde(rename = "mostBytes")]
    pub max_response_bytes: u32,
    /// The time limit for the complete response in milliseconds. Unlike `timeout_millis`, it
    /// doesn't start again when data arrive.
    #[serde(skip)]
    pub total_timeout_millis: u32,
    /// The purpose of the request, shown to the user in the log of sent requests. It is not sent.
    #[serde(skip)]
    pub purpose: String,
    /// Paths of the notes that the request quotes or names. If one of them has become private in
    /// the meantime, the request is not sent.
    #[serde(skip)]
    pub quoted_note_paths: Vec<String>,
}

/// The HTTP methods that the services need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "UPPERCASE")]
pub enum Method {
    /// Reads data; the request has no body.
    Get,
    /// Sends a body: JSON or the fields of an HTML form.
    Post,
}

/// How a response body is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum BodyFormat {
    /// The body is read as UTF-8 text, which all services send.
    Text,
    /// The body is read as bytes, for web pages, which declare their own character encoding.
    Bytes,
}

/// A header whose value is a secret. It contains only the name of the secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SecretHeader {
    /// The name of the secret in the platform's secret storage.
    #[serde(rename = "secret")]
    pub secret_name: String,
    /// The name of the header, such as `Authorization`.
    #[serde(rename = "header")]
    pub header_name: String,
    /// The text before the secret in the header, such as `Bearer `.
    #[serde(default)]
    #[serde(rename = "prefix")]
    pub value_prefix: String,
}

/// An HTTP response with any status. The host reports an error only if there is no response.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct HttpResponse {
    /// The HTTP status code, such as 404.
    pub status: u16,
    /// Headers as pairs of a name, in lower case, and a value.
    pub headers: Vec<(String, String)>,
    /// The response body, if the request asked for text.
    #[serde(default)]
    pub text: String,
    /// The response body, if the request asked for bytes.
    #[serde(default, with = "serde_bytes")]
    #[cfg_attr(target_family = "wasm", tsify(optional, type = "Uint8Array"))]
    pub bytes: Vec<u8>,
    /// The URL after redirects, if the platform reports it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub final_url: Option<String>,
}

/// A URL that requests may go to. Only `Endpoint` and `PublicUrl` create it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestUrl(String);

impl RequestUrl {
    pub(super) fn new(url: String) -> Self {
        Self(url)
    }

    /// Adds query parameters and escapes their names and values.
    pub fn with_query<'a>(self, parameters: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(parameters);
        Self(format!("{}?{}", self.0, query.finish()))
    }
}

impl HttpRequest {
    /// A GET request with the default timeout and without headers.
    pub fn get(url: RequestUrl) -> Self {
        Self {
            method: Method::Get,
            url: url.0,
            headers: Vec::new(),
            body: None,
            body_bytes: Vec::new(),
            secret_header: None,
            timeout_millis: DEFAULT_TIMEOUT_MILLIS,
            response_body_format: BodyFormat::Text,
            max_response_bytes: MAX_RESPONSE_BYTES,
            total_timeout_millis: MAX_TOTAL_TIMEOUT_MILLIS,
            purpose: String::new(),
            quoted_note_paths: Vec::new(),
        }
    }

    /// Limits the total time of the request, in milliseconds.
    pub fn limit_total_time(mut self, millis: u32) -> Self {
        self.timeout_millis = self.timeout_millis.min(millis);
        self.total_timeout_millis = self.total_timeout_millis.min(millis);
        self
    }

    /// Sets the purpose that the user sees in the log of sent requests.
    pub fn purpose(mut self, purpose: impl Into<String>) -> Self {
        self.purpose = purpose.into();
        self
    }

    /// Adds the paths of notes that the request quotes or names.
    pub fn with_quoted_note_paths<'a>(
        mut self,
        note_paths: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        self.quoted_note_paths.extend(note_paths.into_iter().map(str::to_owned));
        self
    }

    /// A POST request whose body is JSON.
    pub fn post(url: RequestUrl, body: &serde_json::Value) -> Self {
        let request = Self { method: Method::Post, body: Some(body.to_string()), ..Self::get(url) };
        request.header("content-type", "application/json")
    }

    /// A POST request with the fields of an HTML form.
    pub fn post_form<'a>(
        url: RequestUrl,
        fields: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Self {
        let mut form = url::form_urlencoded::Serializer::new(String::new());
        let body = form.extend_pairs(fields).finish();
        let request = Self { method: Method::Post, body: Some(body), ..Self::get(url) };
        request.header("content-type", "application/x-www-form-urlencoded")
    }

    /// A POST request with the parts of a form that contains files. `boundary` separates the parts.
    pub fn post_multipart(url: RequestUrl, boundary: &str, body: Vec<u8>) -> Self {
        let request = Self { method: Method::Post, body_bytes: body, ..Self::get(url) };
        request.header("content-type", &format!("multipart/form-data; boundary={boundary}"))
    }

    /// Adds a header. For an API key, `secret_header` is used instead.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Adds a header with an API key. `secret_name` only names the key; the host inserts it. Does
    /// nothing if the name is empty.
    pub fn secret_header(
        mut self,
        header_name: &str,
        value_prefix: &str,
        secret_name: &str,
    ) -> Self {
        if !secret_name.is_empty() {
            self.secret_header = Some(SecretHeader {
                secret_name: secret_name.to_owned(),
                header_name: header_name.to_owned(),
                value_prefix: value_prefix.to_owned(),
            });
        }
        self
    }

    /// Sets the timeout in milliseconds. In a stream it starts again whenever data arrive.
    pub fn timeout(mut self, timeout_millis: u32) -> Self {
        self.timeout_millis = timeout_millis;
        self
    }

    /// Reads the response body as bytes instead of text, and cuts it off after `max_bytes`.
    pub fn read_response_as_bytes(mut self, max_bytes: u32) -> Self {
        (self.response_body_format, self.max_response_bytes) = (BodyFormat::Bytes, max_bytes);
        self
    }

    /// The host of the URL, with the port if it has one.
    pub fn host(&self) -> &str {
        url_host(&self.url)
    }
}

/// Shows only the method and the URL without its query: the query, the headers and the body may
/// contain private text.
impl fmt::Debug for HttpRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = self.url.split(['?', '#']).next().unwrap_or_default();
        write!(f, "{:?} {plain}", self.method)
    }
}

impl HttpResponse {
    /// A response with a text body and without headers.
    pub fn from_text(status: u16, text: impl Into<String>) -> Self {
        Self { status, text: text.into(), ..Self::default() }
    }

    /// Adds a header; the name must be in lower case.
    pub fn with_header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The first header with this name, which must be in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// The host of a URL, with the port if it has one.
pub(super) fn url_host(url: &str) -> &str {
    let behind_scheme = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = behind_scheme.split(['/', '?', '#']).next().unwrap_or_default();
    authority.rsplit('@').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_debug_output_shows_neither_query_nor_body() {
        let url =
            RequestUrl::new("https://a.example/s".into()).with_query([("q", "my secret & co")]);
        let request = HttpRequest::post_form(url, [("note", "private words")]);
        assert_eq!(request.url, "https://a.example/s?q=my+secret+%26+co");
        assert_eq!(request.body.as_deref(), Some("note=private+words"));
        assert_eq!(format!("{request:?}"), "Post https://a.example/s");
        assert_eq!(request.host(), "a.example");
    }
}
