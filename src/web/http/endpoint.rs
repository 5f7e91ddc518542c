//! The base URL of a service: built in, or set by the user. Unlike the URL of a web page, it may
//! also lead to the user's own device or local network.

use std::borrow::Cow;
use std::fmt;

use url::{Host, Url};

use crate::web::http::message::{RequestUrl, url_host};

/// The base URL of a service, without a slash at the end.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Endpoint(Cow<'static, str>);

impl Endpoint {
    /// An endpoint whose URL is written in the code.
    pub const fn fixed(url: &'static str) -> Self {
        Self(Cow::Borrowed(url))
    }

    /// Parses a URL that the user typed; `None` if it is invalid. A URL without a scheme gets
    /// `https`, or `http` if it leads to this device. A user name or password is rejected, because
    /// keys belong in the secret storage.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let with_scheme = if text.contains("://") {
            Cow::Borrowed(text)
        } else {
            let secure = Url::parse(&format!("https://{text}")).ok()?;
            let scheme = if is_on_this_device(&secure) { "http" } else { "https" };
            Cow::Owned(format!("{scheme}://{text}"))
        };
        let url = Url::parse(&with_scheme).ok()?;
        let has_no_login =
            url.username().is_empty() && url.password().is_none() && url.query().is_none();
        let is_web = matches!(url.scheme(), "http" | "https") && url.has_host();
        let address = url.as_str().trim_end_matches('/').to_owned();
        (has_no_login && is_web && url.fragment().is_none()).then_some(Self(Cow::Owned(address)))
    }

    /// Appends `path`, which begins with a slash, to the base URL.
    pub fn with_path(&self, path: &str) -> RequestUrl {
        RequestUrl::new(format!("{self}{path}"))
    }

    /// The host, with the port if the URL has one.
    pub fn host(&self) -> &str {
        url_host(&self.0)
    }

    /// Whether the service runs on this machine, so that nothing leaves the device.
    pub fn is_on_this_device(&self) -> bool {
        Url::parse(&self.0).is_ok_and(|url| is_on_this_device(&url))
    }
}

fn is_on_this_device(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(typed: &str, expected: &str) {
        let endpoint = Endpoint::parse(typed);
        let shown = |endpoint: Endpoint| {
            let place = if endpoint.is_on_this_device() { "here" } else { "elsewhere" };
            format!("{endpoint} {} {place}", endpoint.host())
        };
        assert_eq!(endpoint.map_or_else(|| "none".to_owned(), shown), expected, "{typed}");
    }

    #[test]
    fn what_a_user_types_becomes_a_url() {
        check(
            " https://api.example.com/v1/ ",
            "https://api.example.com/v1 api.example.com elsewhere",
        );
        check("api.example.com/v1", "https://api.example.com/v1 api.example.com elsewhere");
        check("localhost:11434", "http://localhost:11434 localhost:11434 here");
        check("127.0.0.1:8000/v1", "http://127.0.0.1:8000/v1 127.0.0.1:8000 here");
        check("http://[::1]:8000", "http://[::1]:8000 [::1]:8000 here");
        check("http://box.local:1234/v1", "http://box.local:1234/v1 box.local:1234 elsewhere");
    }

    #[test]
    fn an_invalid_url_gives_none() {
        for text in [
            "",
            "   ",
            "a b",
            "ftp://a.example",
            "file:///etc/passwd",
            "javascript:alert(1)",
            "https://",
            "https://me:word@a.example",
            "https://a.example/v1?key=secret",
            "https://a.example/#x",
        ] {
            check(text, "none");
        }
    }
}
