//! One HTTP request and its answer as plain data, carried by the host.
//!
//! Keys never stand here: a request names the secret, the host fills the header in.

use serde::{Deserialize, Serialize};

/// A service that has not answered by then is treated as failed.
pub const DEFAULT_TIMEOUT_MILLIS: u32 = 10_000;

/// What to send.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct HttpRequest {
    /// GET or POST.
    pub method: Method,
    /// The whole address.
    pub url: String,
    /// Names and values, sent in this order.
    pub headers: Vec<(String, String)>,
    /// The text to send with a POST.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// A header that the host fills from the secret storage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<SecretHeader>,
    /// After this long the host gives up.
    pub timeout_millis: u32,
}

/// The verbs our services need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "UPPERCASE")]
pub enum Method {
    /// Reads.
    Get,
    /// Sends a body.
    Post,
}

/// Where a secret goes, by the secret's name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SecretHeader {
    /// The name under which the platform keeps the secret.
    pub secret: String,
    /// The header that carries it.
    pub header: String,
    /// What stands before it, such as `Bearer `.
    #[serde(default)]
    pub prefix: String,
}

/// What came back. Any status is an answer; only no answer at all is an error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct HttpResponse {
    /// The HTTP status.
    pub status: u16,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body, decoded by the platform.
    pub text: String,
    /// Where redirects ended, when the platform tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub final_url: Option<String>,
}

impl HttpRequest {
    /// A plain GET with the default timeout.
    pub fn get(url: impl Into<String>) -> Self {
        Self {
            method: Method::Get,
            url: url.into(),
            headers: Vec::new(),
            body: None,
            secret: None,
            timeout_millis: DEFAULT_TIMEOUT_MILLIS,
        }
    }
}

impl HttpResponse {
    /// The first header of that name (given in lower case).
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}
