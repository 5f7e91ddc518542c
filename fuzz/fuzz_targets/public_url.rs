//! No text makes the parser panic, and an accepted URL is normalised and not private.
#![no_main]

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ibid::web::http::{AllowedSchemes, PublicUrl};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for text in [text.to_owned(), format!("https://{text}")] {
        let Ok(url) = PublicUrl::parse(&text) else { continue };
        assert_eq!(PublicUrl::parse(url.as_str()).as_ref(), Ok(&url));
        assert_eq!(
            PublicUrl::parse_with_schemes(&text, AllowedSchemes::HttpAndHttps).as_ref(),
            Ok(&url)
        );
        let rest = url.as_str().strip_prefix("https://").expect("https");
        let authority = rest.split('/').next().expect("a host");
        assert_eq!(authority.trim_end_matches(":80"), url.host());
        let host = url.host().trim_start_matches('[').trim_end_matches(']');
        match host.parse() {
            Ok(IpAddr::V4(ip)) => assert!(!is_private_v4(ip), "{ip}"),
            Ok(IpAddr::V6(ip)) => assert!(!is_private_v6(ip), "{ip}"),
            Err(_) => assert!(host.contains('.') && !host.ends_with(".localhost"), "{host}"),
        }
    }
});

fn is_private_v4(ip: Ipv4Addr) -> bool {
    let [first, second, ..] = ip.octets();
    ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_multicast()
        || ip.is_documentation()
        || first == 0
        || first >= 240
        || (first == 100 && (64..128).contains(&second))
}

fn is_private_v6(ip: Ipv6Addr) -> bool {
    ip.is_loopback()
        || ip.is_unspecified()
        || ip.is_multicast()
        || ip.is_unique_local()
        || ip.is_unicast_link_local()
        || ip.to_ipv4().is_some()
}
