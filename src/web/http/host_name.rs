//! Finds host names that are not on the public web, judged by their spelling alone.
//!
//! The check cannot detect a public name that resolves to a private address: that would need DNS,
//! which the plugin cannot query.

use std::sync::LazyLock;

use crate::language::{WordSet, word_list};

use core::fmt::{self, Display};

/// Why a host name is not public.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NonPublicNameReason {
    /// The name isn't a valid DNS name.
    Malformed,
    /// The name has no dot, so it belongs to the local network.
    SingleLabel,
    /// The last label of the name, such as `local`, is used only in local networks.
    LastLabel(&'static str),
    /// The name is in a domain that is known to resolve to private addresses.
    Domain(&'static str),
}

/// Maximum length of a DNS name (RFC 1035, 2.3.4).
const MAX_HOST_NAME_CHARS: usize = 253;

/// Maximum length of one label of a DNS name (RFC 1035, 2.3.4).
const MAX_DNS_LABEL_CHARS: usize = 63;

/// Top-level domains of host names in local networks, such as `local`. The public DNS has no such
/// top-level domains.
static LOCAL_TOP_LEVEL_DOMAINS: WordSet = LazyLock::new(|| {
    let sections = word_list::parse_sections(include_str!("local_labels.txt")).into_iter();
    sections.flat_map(|section| section.words).collect()
});

/// Public domains that resolve to private addresses, as do their subdomains. One domain per line;
/// `#` starts a comment.
const DOMAINS_WITH_PRIVATE_ADDRESSES: &str = include_str!("private_domains.txt");

/// Returns why a host name is not public; `None` if it may be public. The name must be in lower
/// case and in ASCII, as the URL parser returns it.
pub fn non_public_reason(name: &str) -> Option<NonPublicNameReason> {
    if name.len() > MAX_HOST_NAME_CHARS || !name.split('.').all(is_valid_dns_label) {
        return Some(NonPublicNameReason::Malformed);
    }
    let last = name.rsplit('.').next().unwrap_or(name);
    if let Some(label) = LOCAL_TOP_LEVEL_DOMAINS.get(last) {
        return Some(NonPublicNameReason::LastLabel(label));
    }
    if last == name {
        return Some(NonPublicNameReason::SingleLabel);
    }
    domains_with_private_addresses()
        .find(|domain| is_in_domain(name, domain))
        .map(NonPublicNameReason::Domain)
}

fn domains_with_private_addresses() -> impl Iterator<Item = &'static str> {
    DOMAINS_WITH_PRIVATE_ADDRESSES.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Whether a label (a part between two dots) has a valid length and only valid characters. The
/// standard forbids underscores, but some hosts use them.
fn is_valid_dns_label(label: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (1..=MAX_DNS_LABEL_CHARS).contains(&label.len()) && label.bytes().all(is_letter)
}

fn is_in_domain(name: &str, domain: &str) -> bool {
    name.strip_suffix(domain).is_some_and(|below| below.is_empty() || below.ends_with('.'))
}

impl Display for NonPublicNameReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed => write!(f, "not a valid host name"),
            Self::SingleLabel => write!(f, "a local network name (no dot)"),
            Self::LastLabel(label) => write!(f, "a local network name (.{label})"),
            Self::Domain(domain) => {
                write!(f, "a name that resolves to private addresses ({domain})")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expected: &str) {
        let got =
            non_public_reason(name).map_or_else(|| "public".to_owned(), |why| why.to_string());
        assert_eq!(got, expected, "{name}");
    }

    #[test]
    fn names_of_local_networks_are_recognised_by_their_last_label() {
        check("printer", "a local network name (no dot)");
        check("localhost", "a local network name (.localhost)");
        check("a.b.localhost", "a local network name (.localhost)");
        check("printer.office.lan", "a local network name (.lan)");
        check("web.shop.svc", "a local network name (.svc)");
        check("tv.home.arpa", "a local network name (.arpa)");
        check("localhost.net", "public");
        check("lan.net", "public");
        check("wlan.net", "public");
        check("shop.example", "public");
    }

    #[test]
    fn public_names_with_private_addresses_are_listed() {
        check("lvh.me", "a name that resolves to private addresses (lvh.me)");
        check("a.b.lvh.me", "a name that resolves to private addresses (lvh.me)");
        check("xlvh.me", "public");
        check("lvh.me.net", "public");
        check("192.168.0.9.nip.io", "a name that resolves to private addresses (nip.io)");
        check("192.168.0.9.net", "public");
        for name in [
            "backloop.dev",
            "a.lcl.host",
            "192-168-1-1.abc.id.ui.direct",
            "192-168-1-5.nas.direct.quickconnect.to",
            "orbilogin.net",
            "www.orbilogin.com",
            "tplinkmodem.net",
            "abc.myfritz.net",
            "readme.localtest.me",
            "router.asus.com",
            "fbi.com",
        ] {
            assert!(
                matches!(non_public_reason(name), Some(NonPublicNameReason::Domain(_))),
                "{name}"
            );
        }
        for name in ["asus.com", "www.synology.com", "fbi.gov", "linksys.com", "orbilogin.org"] {
            check(name, "public");
        }
    }

    #[test]
    fn a_domain_is_listed_once_and_normalised() {
        let mut listed: Vec<&str> = domains_with_private_addresses().collect();
        for domain in &listed {
            let is_name = domain.split('.').all(is_valid_dns_label) && domain.contains('.');
            assert!(is_name && *domain == domain.to_lowercase(), "{domain}");
            let within = domains_with_private_addresses()
                .find(|other| other != domain && is_in_domain(domain, other));
            assert_eq!(within, None, "{domain}");
        }
        let all = listed.len();
        listed.sort_unstable();
        listed.dedup();
        assert_eq!(listed.len(), all);
    }

    #[test]
    fn a_name_has_the_characters_and_lengths_of_dns() {
        let malformed = "not a valid host name";
        let longest = "a".repeat(63);
        for name in ["", ".", ".net", "a..net", "a.net.", "a!.net", "a,b.net", "ä.net"] {
            check(name, malformed);
        }
        check("_a.-b-.net", "public");
        check(&format!("{longest}.net"), "public");
        check(&format!("{longest}a.net"), malformed);
        let all = [longest.as_str(); 4].join(".");
        check(&all, malformed);
        check(&format!("{}.net", &all[5..]), malformed);
        check(&format!("{}.net", &all[6..]), "public");
    }

    #[test]
    fn every_local_label_is_a_label_and_listed_once() {
        let sections = word_list::parse_sections(include_str!("local_labels.txt"));
        let listed: usize = sections.iter().map(|section| section.words.len()).sum();
        assert_eq!(LOCAL_TOP_LEVEL_DOMAINS.len(), listed);
        assert_eq!(listed, 45);
        assert!(LOCAL_TOP_LEVEL_DOMAINS.iter().all(|label| is_valid_dns_label(label)));
    }
}
