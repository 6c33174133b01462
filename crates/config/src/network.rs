//! An IP address or a network: `10.0.0.1`, `172.16.0.0/12`, `fd00::/8`.

use std::net::IpAddr;
use std::str::FromStr;

/// Addresses with a common prefix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    pub fn contains(&self, ip: IpAddr) -> bool {
        match (self.address, ip.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(ip)) => {
                alike(u32::from(own).into(), u32::from(ip).into(), 32 - self.bits)
            }
            (IpAddr::V6(own), IpAddr::V6(ip)) => alike(own.into(), ip.into(), 128 - self.bits),
            _ => false,
        }
    }
}

/// Returns whether two addresses differ only in their `last` bits.
fn alike(one: u128, other: u128, last: u8) -> bool {
    (one ^ other).checked_shr(last.into()).unwrap_or(0) == 0
}

impl FromStr for Network {
    type Err = ();

    fn from_str(text: &str) -> Result<Network, ()> {
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse().map_err(|_| ())?)),
            None => (text, None),
        };
        let address: IpAddr = address.parse::<IpAddr>().map_err(|_| ())?.to_canonical();
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits: u8 = bits.unwrap_or(most);
        (bits <= most).then_some(Network { address, bits }).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn within(network: &str, ip: &str) -> bool {
        network.parse::<Network>().unwrap().contains(ip.parse().unwrap())
    }

    #[test]
    fn networks_contain_addresses_with_the_same_prefix() {
        assert!(within("172.16.0.0/12", "172.31.255.255"));
        assert!(!within("172.16.0.0/12", "172.32.0.0"));
        assert!(within("10.0.0.1", "10.0.0.1") && !within("10.0.0.1", "10.0.0.2"));
        assert!(within("10.0.0.1", "::ffff:10.0.0.1"), "the same address, mapped");
        assert!(within("0.0.0.0/0", "203.0.113.9") && !within("0.0.0.0/0", "::1"));
        assert!(within("fd00::/8", "fd12::7") && !within("fd00::/8", "fe80::1"));
        assert!(within("::/0", "2001:db8::1"));
        for wrong in ["", "proxy", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "::1/129", "1.2.3/8"]
        {
            assert!(wrong.parse::<Network>().is_err(), "{wrong}");
        }
    }
}
