//! Which host names cannot be of the public web, by their letters alone.
//!
//! A name that anybody may point at a private address is not found out here: that takes DNS, which
//! cannot be asked.

use core::fmt::{self, Display};

/// What is wrong with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Internal {
    /// DNS has no such names.
    Malformed,
    /// One word: whatever the local network calls so.
    SingleLabel,
    /// Below an ending that is not of the public web.
    Ending(&'static str),
    /// Of a domain that is known to lead to private addresses.
    Domain(&'static str),
}

/// The longest name and the longest part of one in DNS (RFC 1035, 2.3.4).
const LONGEST_NAME: usize = 253;
const LONGEST_LABEL: usize = 63;

/// Last labels that the public DNS does not have and local networks do, or may: reserved ones
/// (RFC 2606, 6761, 6762, 7686, 8375, 9476; ICANN for `internal`, `corp`, `home` and `mail`), those of
/// container networks, and what routers and administrators choose. `example` is reserved as well
/// but never resolves, and stands for public addresses in texts.
const ENDINGS: [&str; 45] = [
    "alt",
    "arpa",
    "belkin",
    "cluster",
    "consul",
    "corp",
    "default",
    "dhcp",
    "docker",
    "domain",
    "fritz",
    "gateway",
    "hole",
    "home",
    "hotspot",
    "i2p",
    "internal",
    "intra",
    "intranet",
    "invalid",
    "ip",
    "kube",
    "lan",
    "loc",
    "local",
    "localdomain",
    "localdomain4",
    "localdomain6",
    "localhost",
    "localnet",
    "lxd",
    "mail",
    "modem",
    "nas",
    "onion",
    "openwrt",
    "pod",
    "priv",
    "private",
    "router",
    "svc",
    "test",
    "vpn",
    "workgroup",
    "wsl",
];

/// Public names of private places, each with all below it: one a line, `#` begins a remark.
const DOMAINS: &str = include_str!("private_domains.txt");

/// Why a name, normalised as in a URL, is not public; `None` when it may be.
pub fn internal(name: &str) -> Option<Internal> {
    if name.len() > LONGEST_NAME || !name.split('.').all(is_label) {
        return Some(Internal::Malformed);
    }
    let last = name.rsplit('.').next().unwrap_or(name);
    if let Some(ending) = ENDINGS.iter().find(|ending| **ending == last) {
        return Some(Internal::Ending(ending));
    }
    if last == name {
        return Some(Internal::SingleLabel);
    }
    domains().find(|domain| is_within(name, domain)).map(Internal::Domain)
}

fn domains() -> impl Iterator<Item = &'static str> {
    DOMAINS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The underscore is in no host name by the book and in some by use.
fn is_label(label: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (1..=LONGEST_LABEL).contains(&label.len()) && label.bytes().all(is_letter)
}

fn is_within(name: &str, domain: &str) -> bool {
    name.strip_suffix(domain).is_some_and(|below| below.is_empty() || below.ends_with('.'))
}

impl Display for Internal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed => write!(f, "not a valid host name"),
            Self::SingleLabel => write!(f, "a local network name (no dot)"),
            Self::Ending(ending) => write!(f, "a local network name (.{ending})"),
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
        let got = internal(name).map_or_else(|| "public".to_owned(), |why| why.to_string());
        assert_eq!(got, expected, "{name}");
    }

    #[test]
    fn names_of_local_networks_are_told_by_their_end() {
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
    fn public_names_of_private_places_are_listed() {
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
            assert!(matches!(internal(name), Some(Internal::Domain(_))), "{name}");
        }
        for name in ["asus.com", "www.synology.com", "fbi.gov", "linksys.com", "orbilogin.org"] {
            check(name, "public");
        }
    }

    #[test]
    fn a_domain_is_listed_once_and_as_a_url_has_it() {
        let mut listed: Vec<&str> = domains().collect();
        for domain in &listed {
            let is_name = domain.split('.').all(is_label) && domain.contains('.');
            assert!(is_name && *domain == domain.to_lowercase(), "{domain}");
            let within = domains().find(|other| other != domain && is_within(domain, other));
            assert_eq!(within, None, "{domain}");
        }
        let all = listed.len();
        listed.sort_unstable();
        listed.dedup();
        assert_eq!(listed.len(), all);
    }

    #[test]
    fn a_name_keeps_to_the_letters_and_lengths_of_dns() {
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
    fn an_ending_is_listed_once() {
        assert!(ENDINGS.is_sorted_by(|one, two| one < two));
    }
}
