//! One HTTP request and its answer as plain data, carried by the host.
//!
//! A request can be made only to the address of a service or to a public page, and keys never stand
//! in it: it names the secret, the host fills the header in.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A service that has not answered by then is treated as failed.
pub const DEFAULT_TIMEOUT_MILLIS: u32 = 10_000;

/// Nobody waits longer for one answer.
const LONGEST_MILLIS: u32 = 240_000;

/// No service says more than this in one answer.
const MOST_BYTES: u32 = 16 << 20;

/// What to send.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
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
    /// How the body of the answer is wanted.
    pub wants: Wants,
    /// What is beyond this of the body is not wanted: of bytes it is cut off, a text that is longer
    /// is no answer at all.
    pub most_bytes: u32,
    /// However steadily the answer drips, after this long it must be whole.
    #[serde(skip)]
    pub whole_millis: u32,
    /// What it is for, for the person who looks up what was sent; nobody else is told.
    #[serde(skip)]
    pub why: String,
    /// Paths of the notes that it quotes or names: if one is private by the time it is sent, it is
    /// not sent.
    #[serde(skip)]
    pub notes: Vec<String>,
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

/// How the body of an answer is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Wants {
    /// As text: services speak UTF-8.
    Text,
    /// As it came: a page says itself how its letters are written.
    Bytes,
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
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct HttpResponse {
    /// The HTTP status.
    pub status: u16,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body where text was wanted, decoded by the platform.
    #[serde(default)]
    pub text: String,
    /// The body where bytes were wanted.
    #[serde(default, with = "serde_bytes")]
    #[cfg_attr(target_family = "wasm", tsify(optional, type = "Uint8Array"))]
    pub bytes: Vec<u8>,
    /// Where redirects ended, when the platform tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub final_url: Option<String>,
}

/// An address that may be asked: made by `Endpoint` and `PublicUrl` alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address(String);

impl Address {
    pub(super) fn new(url: String) -> Self {
        Self(url)
    }

    /// With parameters behind it, escaped.
    pub fn query<'a>(self, parameters: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(parameters);
        Self(format!("{}?{}", self.0, query.finish()))
    }
}

impl HttpRequest {
    /// A plain GET with the default timeout.
    pub fn get(address: Address) -> Self {
        Self {
            method: Method::Get,
            url: address.0,
            headers: Vec::new(),
            body: None,
            secret: None,
            timeout_millis: DEFAULT_TIMEOUT_MILLIS,
            wants: Wants::Text,
            most_bytes: MOST_BYTES,
            whole_millis: LONGEST_MILLIS,
            why: String::new(),
            notes: Vec::new(),
        }
    }

    /// Gives up after so long at the latest, however steadily the answer comes.
    pub fn at_most(mut self, millis: u32) -> Self {
        self.timeout_millis = self.timeout_millis.min(millis);
        self.whole_millis = self.whole_millis.min(millis);
        self
    }

    /// Says what it is for.
    pub fn because(mut self, why: impl Into<String>) -> Self {
        self.why = why.into();
        self
    }

    /// Says which notes it quotes or names.
    pub fn quoting<'a>(mut self, notes: impl IntoIterator<Item = &'a str>) -> Self {
        self.notes.extend(notes.into_iter().map(str::to_owned));
        self
    }

    /// Sends JSON.
    pub fn post(address: Address, body: &serde_json::Value) -> Self {
        let request =
            Self { method: Method::Post, body: Some(body.to_string()), ..Self::get(address) };
        request.header("content-type", "application/json")
    }

    /// Sends what a form on a page would.
    pub fn post_form<'a>(
        address: Address,
        fields: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Self {
        let mut form = url::form_urlencoded::Serializer::new(String::new());
        let body = form.extend_pairs(fields).finish();
        let request = Self { method: Method::Post, body: Some(body), ..Self::get(address) };
        request.header("content-type", "application/x-www-form-urlencoded")
    }

    /// With one more header.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// With a key, by the name of the secret that holds it; without one if there is no name.
    pub fn key(mut self, header: &str, prefix: &str, secret: &str) -> Self {
        if !secret.is_empty() {
            self.secret = Some(SecretHeader {
                secret: secret.to_owned(),
                header: header.to_owned(),
                prefix: prefix.to_owned(),
            });
        }
        self
    }

    /// With another timeout.
    pub fn within(mut self, timeout_millis: u32) -> Self {
        self.timeout_millis = timeout_millis;
        self
    }

    /// With the answer as bytes, and no more of them than this.
    pub fn bytes(mut self, most: u32) -> Self {
        (self.wants, self.most_bytes) = (Wants::Bytes, most);
        self
    }

    /// The host it goes to, with the port if that is not the usual one.
    pub fn host(&self) -> &str {
        host_of(&self.url)
    }
}

/// Nothing of what is asked for may come into a message: the address ends before its query, and
/// body and headers are not told.
impl fmt::Debug for HttpRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = self.url.split(['?', '#']).next().unwrap_or_default();
        write!(f, "{:?} {plain}", self.method)
    }
}

impl HttpResponse {
    /// An answer in text.
    pub fn text(status: u16, text: impl Into<String>) -> Self {
        Self { status, text: text.into(), ..Self::default() }
    }

    /// With a header, its name in lower case.
    pub fn with_header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The first header of that name (given in lower case).
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// The host of an address, with the port if one is written.
pub(super) fn host_of(url: &str) -> &str {
    let behind_scheme = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = behind_scheme.split(['/', '?', '#']).next().unwrap_or_default();
    authority.rsplit('@').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_that_is_printed_tells_neither_query_nor_body() {
        let address = Address::new("https://a.example/s".into()).query([("q", "my secret & co")]);
        let request = HttpRequest::post_form(address, [("note", "private words")]);
        assert_eq!(request.url, "https://a.example/s?q=my+secret+%26+co");
        assert_eq!(request.body.as_deref(), Some("note=private+words"));
        assert_eq!(format!("{request:?}"), "Post https://a.example/s");
        assert_eq!(request.host(), "a.example");
    }
}
