//! [`PublicUrl`]: the URL of a web page that may be fetched. It is on the public web, as far as the
//! spelling of the URL shows.
//!
//! The spelling doesn't show everything. The plugin cannot query DNS, so a public name may resolve
//! to a private address; requiring https excludes most such hosts, as they have no certificate for
//! the name. Obsidian's `requestUrl` follows redirects without reporting the final URL, so a public
//! page may redirect to a private one. Where a platform reports it (`HttpResponse::final_url`), the
//! caller checks that URL again and drops the response.
//!
//! The normalised URL is stored, so that the host that was checked is the host that is fetched.
//! URLs that programs parse differently are refused even so: they are meant to deceive.

use core::fmt::{self, Display};
use core::net::IpAddr;

use url::{Host, Url};

use crate::web::http::host_name::{self, NonPublicNameReason};
use crate::web::http::ip_range::{self, IpRange};
use crate::web::http::message::RequestUrl;

/// A URL that may be fetched, normalised and without its fragment.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PublicUrl(Url);

/// The URL schemes that may be fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AllowedSchemes {
    /// Only `https`, the default.
    HttpsOnly,
    /// `http` as well, if the user allowed it.
    HttpAndHttps,
}

/// Why a URL is not fetched. The reason never contains the path or query, which may be private.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PublicUrlError {
    /// The text isn't an absolute URL.
    #[error("it isn't a valid URL")]
    Unreadable,
    /// The URL is longer than `MAX_URL_BYTES`.
    #[error("it is too long")]
    TooLong,
    /// The scheme of the URL is not allowed.
    #[error("only {0} URLs are allowed")]
    Scheme(AllowedSchemes),
    /// Programs disagree about which part of the URL is the host.
    #[error("it is ambiguous")]
    Ambiguous,
    /// The URL contains `user:password@`.
    #[error("it contains a user name or password")]
    Credentials,
    /// The port of the URL is not 80 or 443.
    #[error("it contains a port number")]
    Port,
    /// The host of the URL is an IP address that is not public.
    #[error("its host is {0}")]
    Address(IpRange),
    /// The host of the URL is a name that is not public.
    #[error("its host is {0}")]
    Name(NonPublicNameReason),
}

/// Maximum length of a URL in bytes; a longer one is refused. Servers need not support longer ones
/// (RFC 9110, 4.1).
const MAX_URL_BYTES: usize = 8_000;

impl PublicUrl {
    /// Parses a public `https` URL.
    pub fn parse(text: &str) -> Result<Self, PublicUrlError> {
        Self::parse_with_schemes(text, AllowedSchemes::HttpsOnly)
    }

    /// Parses a public URL with one of the allowed schemes.
    pub fn parse_with_schemes(text: &str, schemes: AllowedSchemes) -> Result<Self, PublicUrlError> {
        let text = text.trim_matches(|c: char| c <= ' ');
        check_length(text)?;
        let mut url = Url::parse(text).map_err(|_| PublicUrlError::Unreadable)?;
        if !schemes.allows_scheme(url.scheme()) {
            return Err(PublicUrlError::Scheme(schemes));
        }
        let authority =
            unambiguous_authority(text, url.scheme()).ok_or(PublicUrlError::Ambiguous)?;
        if authority.contains('@') || !url.username().is_empty() || url.password().is_some() {
            return Err(PublicUrlError::Credentials);
        }
        if !matches!(url.port_or_known_default(), Some(80 | 443)) {
            return Err(PublicUrlError::Port);
        }
        remove_trailing_host_dot(&mut url)?;
        check_host_is_public(&url)?;
        url.set_fragment(None);
        check_length(url.as_str())?;
        Ok(Self(url))
    }

    /// The complete normalised URL; it never has a fragment.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Converts the URL for an `HttpRequest`.
    pub fn request_url(&self) -> RequestUrl {
        RequestUrl::new(self.as_str().to_owned())
    }

    /// The host in ASCII; an IPv6 address is in brackets.
    pub fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }
}

impl Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl AllowedSchemes {
    fn allows_scheme(self, scheme: &str) -> bool {
        scheme == "https" || (self == Self::HttpAndHttps && scheme == "http")
    }
}

impl Display for AllowedSchemes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::HttpsOnly => "https",
            Self::HttpAndHttps => "http and https",
        })
    }
}

fn check_length(text: &str) -> Result<(), PublicUrlError> {
    if text.len() > MAX_URL_BYTES { Err(PublicUrlError::TooLong) } else { Ok(()) }
}

/// The part of a URL between `//` and the path. `None` if browsers and other programs read it
/// differently: browsers also read backslashes as slashes, skip tabs and line ends, and accept one
/// slash or many instead of two.
fn unambiguous_authority<'t>(text: &'t str, scheme: &str) -> Option<&'t str> {
    let (written, rest) = text.split_once("://")?;
    let before_query = rest.split(['?', '#']).next()?;
    let authority = before_query.split('/').next()?;
    let agreed = written.eq_ignore_ascii_case(scheme)
        && !text.contains(|c: char| c.is_ascii_control())
        && !before_query.contains('\\')
        && !authority.is_empty();
    agreed.then_some(authority)
}

/// Removes the dot at the end of a fully qualified name: `example.org.` is `example.org`.
fn remove_trailing_host_dot(url: &mut Url) -> Result<(), PublicUrlError> {
    let Some(name) = url.host_str().and_then(|name| name.strip_suffix('.')) else { return Ok(()) };
    let name = name.to_owned();
    url.set_host(Some(&name)).map_err(|_| PublicUrlError::Unreadable)
}

fn check_host_is_public(url: &Url) -> Result<(), PublicUrlError> {
    let refused = match url.host().ok_or(PublicUrlError::Unreadable)? {
        Host::Domain(name) => host_name::non_public_reason(name).map(PublicUrlError::Name),
        Host::Ipv4(ip) => ip_range::non_public_range(IpAddr::V4(ip)).map(PublicUrlError::Address),
        Host::Ipv6(ip) => ip_range::non_public_range(IpAddr::V6(ip)).map(PublicUrlError::Address),
    };
    refused.map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use core::net::{Ipv4Addr, Ipv6Addr};

    use proptest::prelude::*;

    use super::*;

    const UNREADABLE: &str = "no: it isn't a valid URL";

    fn shown(result: Result<PublicUrl, PublicUrlError>) -> String {
        result.map_or_else(|why| format!("no: {why}"), |url| url.to_string())
    }

    fn check(text: &str, expected: &str) {
        assert_eq!(shown(PublicUrl::parse(text)), expected, "{text}");
    }

    fn check_all(texts: &[&str], expected: &str) {
        texts.iter().for_each(|text| check(text, expected));
    }

    #[test]
    fn a_public_url_is_normalised() {
        check("https://example.org", "https://example.org/");
        check(" HTTPS://Example.ORG:443/a/../b c?q=ü#part ", "https://example.org/b%20c?q=%C3%BC");
        check("https://example.org:80/", "https://example.org:80/");
        check("https://example.org./a", "https://example.org/a");
        check("https://1.1.1.1/", "https://1.1.1.1/");
        check("https://0x01010101/", "https://1.1.1.1/");
        check("https://[2606:4700:0:0::1111]/", "https://[2606:4700::1111]/");
        check("https://e.org/?at=a@b://\\c", "https://e.org/?at=a@b://\\c");
    }

    #[test]
    fn non_ascii_hosts_are_normalised_before_the_check() {
        check("https://müller.de/ä", "https://xn--mller-kva.de/%C3%A4");
        check("https://ＢÜＣＨＥＲ。example/", "https://xn--bcher-kva.example/");
        check("https://faß.de/", "https://xn--fa-hia.de/");
        check_all(
            &["https://１２７.0.0.1/", "https://127。0。0。1/", "https://①②⑦.0.0.1/"],
            "no: its host is this device (127.0.0.0/8)",
        );
        check("https://ＬＯＣＡＬＨＯＳＴ/", "no: its host is a local network name (.localhost)");
        check_all(&["https://xn--a/", "https://a\u{202e}b.org/"], UNREADABLE);
    }

    #[test]
    fn a_private_ip_address_is_refused_in_every_spelling() {
        let spellings = [
            "https://10.1.2.3/",
            "https://167838211/",
            "https://0xa010203/",
            "https://012.1.0x203/",
            "https://10.66051/",
            "https://10.1.2.3./",
            "https://%31%30.1.2.3/",
        ];
        check_all(&spellings, "no: its host is a private address (10.0.0.0/8)");
        check("https://[::1]/", "no: its host is this device (::1/128)");
        check("https://[0:0:0:0:0:0:0:1]/", "no: its host is this device (::1/128)");
        check_all(&["https://[fe80::1%25en0]/", "https://[::1", "https://1.2.3.4.5/"], UNREADABLE);
    }

    #[test]
    fn a_private_host_name_is_refused() {
        check("https://printer/", "no: its host is a local network name (no dot)");
        check("https://nas.LOCAL/", "no: its host is a local network name (.local)");
        check_all(
            &["https://example.org../", "https://a..org/", "https://a*b.org/"],
            "no: its host is not a valid host name",
        );
    }

    #[test]
    fn only_allowed_schemes_are_accepted() {
        check_all(&["", "example.org", "//example.org/", "/a", "https://", "https:?"], UNREADABLE);
        let others = [
            "http://e.org/",
            "ftp://e.org/",
            "file:///etc/hosts",
            "data:,x",
            "blob:https://e.org/1",
        ];
        check_all(&others, "no: only https URLs are allowed");
        let too = |text| shown(PublicUrl::parse_with_schemes(text, AllowedSchemes::HttpAndHttps));
        assert_eq!(too("http://e.org:80"), "http://e.org/");
        assert_eq!(too("https://e.org"), "https://e.org/");
        assert_eq!(too("ws://e.org"), "no: only http and https URLs are allowed");
        assert_eq!(too("http://[::1]"), "no: its host is this device (::1/128)");
    }

    #[test]
    fn ports_and_credentials_are_refused() {
        check_all(&["https://e.org:22/", "https://e.org:8443/"], "no: it contains a port number");
        check_all(
            &[
                "https://me@e.org/",
                "https://me:x@e.org/",
                "https://e.org@1.1.1.1/",
                "https://@e.org/",
            ],
            "no: it contains a user name or password",
        );
    }

    #[test]
    fn an_ambiguous_url_is_refused() {
        let texts = [
            "https:/e.org/",
            "https:e.org",
            "https:///e.org/",
            "https:\\\\e.org/",
            "https://e.org\\@10.0.0.1/",
            "https://e.org/a\\b",
            "ht\ntps://e.org/",
            "https://e.o\trg/",
            "https:/e.org/?https://e.com/",
        ];
        check_all(&texts, "no: it is ambiguous");
    }

    #[test]
    fn a_refusal_shows_nothing_of_path_and_query() {
        let secret = "https://10.0.0.1/SECRET?SECRET#SECRET";
        assert!(!shown(PublicUrl::parse(secret)).contains("SECRET"));
        check(&format!("https://e.org/?{}", "a".repeat(8_000)), "no: it is too long");
        check(&format!("https://e.org/?{}", "ä".repeat(2_000)), "no: it is too long");
    }

    /// One number of an IPv4 address, written in decimal, octal or hexadecimal as URLs allow.
    fn spelled(number: u32, radix: u8) -> String {
        match radix % 3 {
            0 => format!("{number}"),
            1 => format!("0x{number:x}"),
            _ => format!("0{number:o}"),
        }
    }

    /// An IPv4 address written as `parts` numbers, of which the last holds all remaining bytes.
    fn in_parts(ip: Ipv4Addr, parts: usize, radices: [u8; 4]) -> String {
        let octets = ip.octets();
        let whole = octets[..parts - 1].iter().map(|octet| u32::from(*octet));
        let rest = octets[parts - 1..].iter().fold(0, |sum, octet| sum << 8 | u32::from(*octet));
        let numbers = whole.chain([rest]).zip(radices);
        numbers.map(|(number, radix)| spelled(number, radix)).collect::<Vec<_>>().join(".")
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "\\PC*", rest in any::<String>()) {
            let _ = PublicUrl::parse(&text);
            let _ = PublicUrl::parse(&rest);
            let _ = PublicUrl::parse(&format!("https://{rest}"));
        }

        #[test]
        fn an_accepted_url_is_normalised_already(
            host in "[a-zA-Z0-9äß.-]{1,9}\\.[a-z]{2,4}",
            rest in "[/?][\\PC]{0,20}",
        ) {
            if let Ok(url) = PublicUrl::parse(&format!("https://{host}{rest}")) {
                prop_assert_eq!(PublicUrl::parse(url.as_str()), Ok(url));
            }
        }

        #[test]
        fn the_radix_of_an_address_does_not_matter(
            ip in any::<u32>(),
            parts in 1_usize..=4,
            radices in any::<[u8; 4]>(),
        ) {
            let ip = Ipv4Addr::from_bits(ip);
            let other = PublicUrl::parse(&format!("https://{}/", in_parts(ip, parts, radices)));
            prop_assert_eq!(PublicUrl::parse(&format!("https://{ip}/")), other);
        }

        #[test]
        fn an_ipv4_address_inside_an_ipv6_one_is_refused(ip in any::<u32>(), below in any::<u64>()) {
            let [a, b] = [u128::from(ip), u128::from(below)];
            let low = [0, 0xffff << 32, 0xffff << 48, 0x64_ff9b << 96, 0x64_ff9b_0001 << 80];
            let inside = low.map(|prefix| prefix | a).into_iter();
            let high = [(0x2002 << 112) | (a << 80) | b, (0x2001 << 112) | (a << 64) | b];
            for address in inside.chain(high).map(Ipv6Addr::from_bits) {
                let answer = PublicUrl::parse(&format!("https://[{address}]/"));
                prop_assert!(matches!(answer, Err(PublicUrlError::Address(_))), "{}", address);
            }
        }
    }
}
