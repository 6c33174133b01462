//! Email addresses as typed by people.

use crate::handles::Players;
use std::fmt;

use crate::error::ServiceError;

/// An email address to which email can be sent. [`Address::clean`] is its only constructor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address(String);

impl Address {
    /// Validates an RFC 5321 address without quoting: dot-separated words, one `@`, and a DNS name
    /// with a dot or `localhost`. All other addresses are refused. The domain is converted to lower
    /// case and to its ASCII form; the local part is not changed.
    pub fn clean(written: &str) -> Result<Address, ServiceError> {
        let no = || ServiceError::refused("this is not an email address; check the spelling");
        let (local, domain) = written.trim().rsplit_once('@').ok_or_else(no)?;
        if !local.is_ascii() {
            let why = "addresses with special characters before the @ do not work here; use \
                another address";
            return Err(ServiceError::refused(why));
        }
        let domain = match domain.is_ascii() {
            true => domain.to_ascii_lowercase(),
            false => idna::domain_to_ascii(domain).map_err(|_| no())?,
        };
        let address = format!("{local}@{domain}");
        let good = local.len() <= 64
            && local.split('.').all(is_word)
            && (domain.contains('.') || domain == "localhost")
            && domain.split('.').all(is_label)
            && !domain.rsplit('.').next().is_some_and(is_number)
            && address.len() <= 254;
        if good { Ok(Address(address)) } else { Err(no()) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The form used for lookups and counts, which ignores case.
    pub fn folded(&self) -> String {
        self.0.to_lowercase()
    }
}

impl fmt::Display for Address {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// Whether a word is allowed between the dots of the local part.
fn is_word(word: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c);
    !word.is_empty() && word.chars().all(fits)
}

/// Whether a label is allowed in a domain name.
fn is_label(label: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let ends = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    label.len() <= 63
        && label.chars().all(fits)
        && ends(label.chars().next())
        && ends(label.chars().next_back())
}

/// IP addresses are not accepted as domains.
fn is_number(label: &str) -> bool {
    label.bytes().all(|byte| byte.is_ascii_digit())
}

/// A masked address, recognisable only to people who know it: `a…@example.org`.
pub fn veiled(address: &str) -> String {
    let (local, domain) = address.rsplit_once('@').unwrap_or((address, ""));
    format!("{}…@{domain}", local.chars().next().unwrap_or_default())
}

impl Players<'_> {
    /// Validates the address of a person. Addresses at which this server itself sends or reads
    /// email are refused. Other addresses in the same domain are accepted.
    pub(crate) fn somebodys(self, written: &str) -> Result<Address, ServiceError> {
        let address = Address::clean(written)?;
        let folded = address.folded();
        let ours = |robot: &String| match robot.starts_with('@') {
            true => folded.ends_with(&robot.to_lowercase()),
            false => folded == robot.to_lowercase(),
        };
        if self.settings().robots.iter().any(ours) {
            return Err(ServiceError::refused("this address belongs to this server; use your own"));
        }
        Ok(address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn international_domains_are_converted_to_punycode() {
        let clean = |written: &str| Address::clean(written).ok().map(|address| address.to_string());
        assert_eq!(clean(" Ann@Example.org ").as_deref(), Some("Ann@example.org"));
        assert_eq!(clean("jörg@example.org"), None, "a relay would need SMTPUTF8");
        assert_eq!(clean("jorg@Bücher.example").as_deref(), Some("jorg@xn--bcher-kva.example"));
        assert_eq!(clean("ann@日本.example").as_deref(), Some("ann@xn--wgv71a.example"));
        for odd in ["ann", "ann@", "@x.org", "a b@x.org", "ann@x", "ann@-x.org", "a@b@c.org"] {
            assert_eq!(clean(odd), None, "{odd}");
        }
        for odd in
            ["a..b@x.org", ".a@x.org", "a.@x.org", "ann@x..org", "ann@x_y.org", "ann@1.2.3.4"]
        {
            assert_eq!(clean(odd), None, "{odd}");
        }
        let long = format!("ann@{}.org", "x".repeat(64));
        assert_eq!(clean(&long), None);
        for good in
            ["o'brien+x@sub.x-y.org", "a.b.c@x.museum", "ann@localhost", "!#$%&*/=?^_`{|}~@x.org"]
        {
            assert_eq!(clean(good).as_deref(), Some(good));
        }
    }

    #[test]
    fn masked_address_keeps_its_domain() {
        assert_eq!(veiled("ann@example.org"), "a…@example.org");
    }
}
