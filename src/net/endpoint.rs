//! The address of a service: one that Ibid names itself, or one that the person set. A service on
//! the person's own machine is the only exception from the rule that addresses are public.

use std::borrow::Cow;
use std::fmt;

use url::{Host, Url};

use crate::net::http::{Address, host_of};

/// Where a service is, without a slash at the end.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Endpoint(Cow<'static, str>);

impl Endpoint {
    /// One that stands in the code.
    pub const fn fixed(url: &'static str) -> Self {
        Self(Cow::Borrowed(url))
    }

    /// One that the person typed; nothing if it is no address. Without a scheme it is `https`, and
    /// `http` on this machine. A name and a password in it are refused: keys belong into the
    /// secret storage.
    pub fn typed(text: &str) -> Option<Self> {
        let text = text.trim();
        let whole = if text.contains("://") {
            Cow::Borrowed(text)
        } else {
            let secure = Url::parse(&format!("https://{text}")).ok()?;
            let scheme = if is_local(&secure) { "http" } else { "https" };
            Cow::Owned(format!("{scheme}://{text}"))
        };
        let url = Url::parse(&whole).ok()?;
        let plain = url.username().is_empty() && url.password().is_none() && url.query().is_none();
        let web = matches!(url.scheme(), "http" | "https") && url.has_host();
        let address = url.as_str().trim_end_matches('/').to_owned();
        (plain && web && url.fragment().is_none()).then_some(Self(Cow::Owned(address)))
    }

    /// The address of one of its functions.
    pub fn at(&self, path: &str) -> Address {
        Address::new(format!("{self}{path}"))
    }

    /// Its host, with the port if it has one of its own.
    pub fn host(&self) -> &str {
        host_of(&self.0)
    }

    /// Whether it is on this machine: nothing leaves the device then.
    pub fn is_local(&self) -> bool {
        Url::parse(&self.0).is_ok_and(|url| is_local(&url))
    }
}

fn is_local(url: &Url) -> bool {
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
        let endpoint = Endpoint::typed(typed);
        let told = |endpoint: Endpoint| {
            let place = if endpoint.is_local() { "here" } else { "elsewhere" };
            format!("{endpoint} {} {place}", endpoint.host())
        };
        assert_eq!(endpoint.map_or_else(|| "none".to_owned(), told), expected, "{typed}");
    }

    #[test]
    fn what_a_person_types_becomes_an_address() {
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
    fn what_is_no_address_of_a_service_is_none() {
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
