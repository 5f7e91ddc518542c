//! Which IP addresses are public, that is, reach the same host from everywhere.
//!
//! The ranges are those of IANA's special-purpose registries (iana.org/assignments). In IPv6 only
//! the global unicast space 2000::/3 is allocated, so every address outside it is refused; some
//! ranges outside it are listed anyway, because their names tell users more. An IPv6 address that
//! contains an IPv4 address is always refused: an unknown translator decides where it leads.

use core::fmt::{self, Display};
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A range of IP addresses that are not public.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IpRange {
    first: IpAddr,
    /// The number of leading bits that the addresses share.
    prefix_bits: u8,
    description: &'static str,
}

const PRIVATE_ADDRESS_TEXT: &str = "a private address";
const LOOPBACK_ADDRESS_TEXT: &str = "this device";
const LINK_LOCAL_ADDRESS_TEXT: &str = "a link-local address";
const MULTICAST_ADDRESS_TEXT: &str = "a multicast address";
const DOCUMENTATION_ADDRESS_TEXT: &str = "a documentation address";
const PROTOCOL_ADDRESS_TEXT: &str = "a protocol address";
const UNSPECIFIED_ADDRESS_TEXT: &str = "an unspecified address";
const EMBEDDED_IPV4_TEXT: &str = "an IPv4 address inside an IPv6 address";

/// IPv4 ranges that are not public. A narrower range comes before the wider one that contains it.
const NON_PUBLIC_IPV4: [IpRange; 17] = [
    ipv4_range([0, 0, 0, 0], 8, "an address of the local network"),
    ipv4_range([10, 0, 0, 0], 8, PRIVATE_ADDRESS_TEXT),
    ipv4_range([100, 64, 0, 0], 10, "an address of a carrier network"),
    ipv4_range([127, 0, 0, 0], 8, LOOPBACK_ADDRESS_TEXT),
    // Azure's internal services use this address, which looks like a public one.
    ipv4_range([168, 63, 129, 16], 32, "a cloud platform address"),
    // Most clouds serve instance metadata, including credentials, at 169.254.169.254.
    ipv4_range([169, 254, 0, 0], 16, LINK_LOCAL_ADDRESS_TEXT),
    ipv4_range([172, 16, 0, 0], 12, PRIVATE_ADDRESS_TEXT),
    ipv4_range([192, 0, 0, 0], 24, PROTOCOL_ADDRESS_TEXT),
    ipv4_range([192, 0, 2, 0], 24, DOCUMENTATION_ADDRESS_TEXT),
    ipv4_range([192, 88, 99, 0], 24, "a deprecated relay address"),
    ipv4_range([192, 168, 0, 0], 16, PRIVATE_ADDRESS_TEXT),
    ipv4_range([198, 18, 0, 0], 15, "a benchmarking address"),
    ipv4_range([198, 51, 100, 0], 24, DOCUMENTATION_ADDRESS_TEXT),
    ipv4_range([203, 0, 113, 0], 24, DOCUMENTATION_ADDRESS_TEXT),
    ipv4_range([224, 0, 0, 0], 4, MULTICAST_ADDRESS_TEXT),
    ipv4_range([255, 255, 255, 255], 32, "the broadcast address"),
    ipv4_range([240, 0, 0, 0], 4, "a reserved address"),
];

/// IPv6 ranges that are not public. A narrower range comes before the wider one that contains it.
const NON_PUBLIC_IPV6: [IpRange; 17] = [
    ipv6_range(0, 128, UNSPECIFIED_ADDRESS_TEXT),
    ipv6_range(1, 128, LOOPBACK_ADDRESS_TEXT),
    ipv6_range(0, 96, EMBEDDED_IPV4_TEXT),
    ipv6_range(0xffff << 32, 96, EMBEDDED_IPV4_TEXT),
    ipv6_range(0xffff << 48, 96, EMBEDDED_IPV4_TEXT),
    ipv6_range(0x0064_ff9b << 96, 96, EMBEDDED_IPV4_TEXT),
    ipv6_range(0x0064_ff9b_0001 << 80, 48, EMBEDDED_IPV4_TEXT),
    ipv6_range(0x0100 << 112, 64, "a discard-only address"),
    ipv6_range(0x2001 << 112, 32, EMBEDDED_IPV4_TEXT),
    ipv6_range(0x2001 << 112, 23, PROTOCOL_ADDRESS_TEXT),
    ipv6_range(0x2001_0db8 << 96, 32, DOCUMENTATION_ADDRESS_TEXT),
    ipv6_range(0x2002 << 112, 16, EMBEDDED_IPV4_TEXT),
    ipv6_range(0x3fff << 112, 20, DOCUMENTATION_ADDRESS_TEXT),
    ipv6_range(0xfc00 << 112, 7, PRIVATE_ADDRESS_TEXT),
    ipv6_range(0xfe80 << 112, 10, LINK_LOCAL_ADDRESS_TEXT),
    ipv6_range(0xfec0 << 112, 10, PRIVATE_ADDRESS_TEXT),
    ipv6_range(0xff00 << 112, 8, MULTICAST_ADDRESS_TEXT),
];

/// The IPv6 range that contains all public addresses.
const GLOBAL_UNICAST: IpRange = ipv6_range(0x2000 << 112, 3, "not a public address");

/// The range of non-public addresses that contains this address; `None` if the address is public.
pub(super) fn non_public_range(address: IpAddr) -> Option<IpRange> {
    let listed = |ranges: &[IpRange]| ranges.iter().find(|range| range.contains(address)).copied();
    match address {
        IpAddr::V4(_) => listed(&NON_PUBLIC_IPV4),
        IpAddr::V6(v6) => listed(&NON_PUBLIC_IPV6)
            .or_else(|| (!GLOBAL_UNICAST.contains(address)).then_some(GLOBAL_UNICAST))
            .or_else(|| is_isatap(v6).then_some(isatap_range(v6))),
    }
}

/// Whether the lower half of an IPv6 address contains an IPv4 address (ISATAP, RFC 5214, 6.1). Such
/// addresses can have any public prefix, so no range covers them.
fn is_isatap(address: Ipv6Addr) -> bool {
    matches!(address.segments(), [_, _, _, _, 0 | 0x200, 0x5efe, _, _])
}

fn isatap_range(address: Ipv6Addr) -> IpRange {
    IpRange { first: IpAddr::V6(address), prefix_bits: 128, description: EMBEDDED_IPV4_TEXT }
}

impl IpRange {
    /// Whether the range contains an address of the same IP version.
    fn contains(&self, address: IpAddr) -> bool {
        let differing = left_aligned_bits(address) ^ left_aligned_bits(self.first);
        differing.leading_zeros() >= u32::from(self.prefix_bits)
    }
}

impl Display for IpRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}/{})", self.description, self.first, self.prefix_bits)
    }
}

/// The bits of an IP address, left-aligned: the first bit of the address is the highest bit of the
/// result.
fn left_aligned_bits(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => u128::from(address.to_bits()) << 96,
        IpAddr::V6(address) => address.to_bits(),
    }
}

const fn ipv4_range([a, b, c, d]: [u8; 4], prefix_bits: u8, description: &'static str) -> IpRange {
    IpRange { first: IpAddr::V4(Ipv4Addr::new(a, b, c, d)), prefix_bits, description }
}

const fn ipv6_range(first: u128, prefix_bits: u8, description: &'static str) -> IpRange {
    IpRange { first: IpAddr::V6(Ipv6Addr::from_bits(first)), prefix_bits, description }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(address: &str, expected: &str) {
        let range = non_public_range(address.parse().expect("an address"));
        let got = range.map_or_else(|| "public".to_owned(), |range| range.to_string());
        assert_eq!(got, expected, "{address}");
    }

    #[test]
    fn a_range_ends_where_the_registry_says() {
        check("9.255.255.255", "public");
        check("10.0.0.0", "a private address (10.0.0.0/8)");
        check("10.255.255.255", "a private address (10.0.0.0/8)");
        check("11.0.0.0", "public");
        check("100.63.255.255", "public");
        check("100.64.0.0", "an address of a carrier network (100.64.0.0/10)");
        check("100.127.255.255", "an address of a carrier network (100.64.0.0/10)");
        check("100.128.0.0", "public");
        check("172.15.255.255", "public");
        check("172.31.255.255", "a private address (172.16.0.0/12)");
        check("172.32.0.0", "public");
        check("198.17.255.255", "public");
        check("198.19.255.255", "a benchmarking address (198.18.0.0/15)");
        check("198.20.0.0", "public");
        check("223.255.255.255", "public");
        check("224.0.0.0", "a multicast address (224.0.0.0/4)");
        check("255.255.255.254", "a reserved address (240.0.0.0/4)");
        check("255.255.255.255", "the broadcast address (255.255.255.255/32)");
    }

    #[test]
    fn only_global_unicast_ipv6_is_public_and_not_all_of_it() {
        check("::", "an unspecified address (::/128)");
        check("::1", "this device (::1/128)");
        check("::2", "an IPv4 address inside an IPv6 address (::/96)");
        check("::ffff:8.8.8.8", "an IPv4 address inside an IPv6 address (::ffff:0.0.0.0/96)");
        check("::ffff:0:8.8.8.8", "an IPv4 address inside an IPv6 address (::ffff:0:0:0/96)");
        check("64:ff9b::8.8.8.8", "an IPv4 address inside an IPv6 address (64:ff9b::/96)");
        check("64:ff9b:1::a", "an IPv4 address inside an IPv6 address (64:ff9b:1::/48)");
        check("100::1", "a discard-only address (100::/64)");
        check("1fff:ffff::", "not a public address (2000::/3)");
        check("2000::", "public");
        check("2001::1", "an IPv4 address inside an IPv6 address (2001::/32)");
        check("2001:20::1", "a protocol address (2001::/23)");
        check("2001:200::", "public");
        check("2001:db8:ffff::", "a documentation address (2001:db8::/32)");
        check("2002:808:808::1", "an IPv4 address inside an IPv6 address (2002::/16)");
        check("2606:4700::1111", "public");
        check(
            "2001:470::5efe:a00:1",
            "an IPv4 address inside an IPv6 address (2001:470::5efe:a00:1/128)",
        );
        check(
            "2001:470::200:5efe:a00:1",
            "an IPv4 address inside an IPv6 address (2001:470::200:5efe:a00:1/128)",
        );
        check("3fff:fff::", "a documentation address (3fff::/20)");
        check("3fff:1000::", "public");
        check("5f00::1", "not a public address (2000::/3)");
        check("fd00:ec2::254", "a private address (fc00::/7)");
        check("febf::", "a link-local address (fe80::/10)");
        check("fec0::", "a private address (fec0::/10)");
        check("ff02::1", "a multicast address (ff00::/8)");
    }
}
