//! Reply addresses, one for each email, each with its own key.
//!
//! A key has 130 random bits, of which only the hash is stored. It occurs in the address headers of
//! the email only, never in its text, which may be quoted and forwarded.

use crate::error::ServiceError;
use crate::people::secret::Entropy;
use ravenpost_store::post::keys::Purpose;
use ravenpost_store::{TokenHash, token_hash};
use sha2::{Digest, Sha256};

/// Length of a key in letters and digits.
const LENGTH: usize = 26;

/// Where replies are received.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answers {
    /// The domain whose entire mail arrives here, or the domain of the mailbox.
    pub domain: String,
    /// The mailbox, if keys follow a plus sign: `raven+o-...@example.org`.
    pub mailbox: Option<String>,
}

/// A new key and its hash.
pub(crate) struct Fresh {
    pub text: String,
    pub hash: TokenHash,
}

impl Fresh {
    pub fn key(entropy: &Entropy) -> Result<Fresh, ServiceError> {
        let mut text = entropy.token()?;
        text.truncate(LENGTH);
        let hash = token_hash(&text);
        Ok(Fresh { text, hash })
    }

    /// Derives the key for a form from the form's key, which is equally hard to guess, so a form
    /// that is sent twice yields the same one.
    pub fn of_form(form: &str) -> Fresh {
        let mut text = data_encoding::BASE32_NOPAD.encode(&Sha256::digest(form)).to_lowercase();
        text.truncate(LENGTH);
        let hash = token_hash(&text);
        Fresh { text, hash }
    }
}

/// Returns the character before the key that shows the purpose of an address.
fn mark(purpose: Purpose) -> char {
    match purpose {
        Purpose::Orders => 'o',
        Purpose::Bounce => 'b',
        Purpose::Invitation => 'i',
        Purpose::Unsubscribe => 'u',
        Purpose::Probe => 'p',
    }
}

/// An address for a test email of `doctor`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProbeAddress {
    pub address: String,
    /// Identifies the test email when it arrives.
    pub hash: TokenHash,
}

impl Answers {
    /// Returns a new test address. Its key is not stored: an email to it is only recorded.
    pub fn probe(&self) -> Result<ProbeAddress, ServiceError> {
        let fresh = Fresh::key(&Entropy::System)?;
        Ok(ProbeAddress { address: self.address(Purpose::Probe, &fresh.text), hash: fresh.hash })
    }

    pub fn address(&self, purpose: Purpose, key: &str) -> String {
        let plus = self.mailbox.as_ref().map(|mailbox| format!("{mailbox}+")).unwrap_or_default();
        format!("{plus}{}-{key}@{}", mark(purpose), self.domain)
    }

    /// Returns the purpose and the key hash of one of our addresses. Ignores case, because mail
    /// servers may change it.
    pub fn key(&self, address: &str) -> Option<(Purpose, TokenHash)> {
        let (local, domain) = address.trim().rsplit_once('@')?;
        if !domain.eq_ignore_ascii_case(&self.domain) {
            return None;
        }
        let local = local.to_ascii_lowercase();
        let local = match &self.mailbox {
            Some(mailbox) => {
                local.strip_prefix(&mailbox.to_ascii_lowercase())?.strip_prefix('+')?
            }
            None => &local,
        };
        let (kind, key) = local.split_once('-')?;
        let mut purposes = Purpose::ALL.iter().copied();
        let purpose = purposes.find(|purpose| kind == mark(*purpose).to_string())?;
        let known = |sign: u8| sign.is_ascii_lowercase() || (b'2'..=b'7').contains(&sign);
        (key.len() == LENGTH && key.bytes().all(known)).then(|| (purpose, token_hash(key)))
    }
}

#[cfg(test)]
mod tests {
    use crate::post::reply_address::*;

    #[test]
    fn reply_address_maps_back_to_its_key_only() {
        let fresh = Fresh::key(&Entropy::System).expect("random bytes");
        let own = Answers { domain: "reply.games.example".into(), mailbox: None };
        let plus = Answers { domain: "example.org".into(), mailbox: Some("raven".into()) };
        for answers in [&own, &plus] {
            for &purpose in Purpose::ALL {
                let address = answers.address(purpose, &fresh.text);
                assert!(address.split('@').next().expect("a part").len() <= 64);
                assert_eq!(answers.key(&address), Some((purpose, fresh.hash)));
                assert_eq!(answers.key(&address.to_uppercase()), Some((purpose, fresh.hash)));
            }
        }
        let good = own.address(Purpose::Orders, &fresh.text);
        for bad in [
            plus.address(Purpose::Orders, &fresh.text),
            good.replace("o-", "x-"),
            good.replace("o-", "o-a"),
            good.replace('@', ""),
            format!("o-{}@{}", "1".repeat(26), own.domain),
            format!("o-{}@evil.example", fresh.text),
            String::new(),
        ] {
            assert_eq!(own.key(&bad), None, "{bad}");
        }
    }

    const GOLDEN: &str = include_str!("../../../../tests/golden/reply_keys.txt");

    #[test]
    fn reply_keys_and_addresses_are_frozen() {
        let fresh = Fresh::of_form("the key of a form");
        let own = Answers { domain: "reply.games.example".into(), mailbox: None };
        let plus = Answers { domain: "example.org".into(), mailbox: Some("raven".into()) };
        let hash = data_encoding::HEXLOWER.encode(&fresh.hash);
        let mut lines = vec![format!("key {}", fresh.text), format!("hash {hash}")];
        for &purpose in Purpose::ALL {
            for answers in [&own, &plus] {
                lines.push(answers.address(purpose, &fresh.text));
            }
        }
        assert_eq!(lines.join("\n") + "\n", GOLDEN, "tests/golden/reply_keys.txt");
    }
}
