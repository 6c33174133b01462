//! Who may create an account without an invitation: everyone, no one, or the addresses of some
//! domains. The settings decide that until an admin does.

use crate::error::ServiceError;
use crate::handles::Admissions;
use crate::people::address::Address;
use ravenpost_store::lists::settings::{self, Key};

/// The maximum number of domains.
const DOMAINS: usize = 50;

/// Who may sign up without an invitation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum SignUp {
    Open,
    #[default]
    Invited,
    /// Addresses of these domains, in lower case.
    Domains(Vec<String>),
}

impl SignUp {
    /// Returns the choice that admins and commands name by this word, with domains separated by
    /// spaces or commas.
    pub fn of(word: &str, domains: &str) -> Result<SignUp, ServiceError> {
        match word {
            "open" => Ok(SignUp::Open),
            "invited" => Ok(SignUp::Invited),
            "domains" => SignUp::of_domains(domains),
            _ => Err(ServiceError::refused("choose \"open\", \"invited\" or \"domains\"")),
        }
    }

    fn of_domains(written: &str) -> Result<SignUp, ServiceError> {
        let words = written.split(|c: char| c.is_whitespace() || c == ',');
        let mut domains = Vec::new();
        for word in words.filter(|word| !word.is_empty()) {
            let word = word.trim_start_matches('@');
            let address = Address::clean(&format!("a@{word}"))
                .map_err(|_| ServiceError::refused(format!("\"{word}\" is not a domain")))?;
            domains.push(address.as_str().trim_start_matches("a@").to_owned());
        }
        domains.sort();
        domains.dedup();
        match domains.len() {
            0 => Err(ServiceError::refused("name a domain, such as example.org")),
            1..=DOMAINS => Ok(SignUp::Domains(domains)),
            _ => Err(ServiceError::refused(format!("name at most {DOMAINS} domains"))),
        }
    }

    /// Returns the word that names the choice.
    pub fn word(&self) -> &'static str {
        match self {
            SignUp::Open => "open",
            SignUp::Invited => "invited",
            SignUp::Domains(_) => "domains",
        }
    }

    /// Returns the domains, separated by spaces.
    pub fn domains(&self) -> String {
        match self {
            SignUp::Domains(domains) => domains.join(" "),
            SignUp::Open | SignUp::Invited => String::new(),
        }
    }

    /// Returns the stored form.
    pub(crate) fn written(&self) -> String {
        format!("{} {}", self.word(), self.domains()).trim_end().to_owned()
    }

    fn read(stored: &str) -> Option<SignUp> {
        let (word, domains) = stored.split_once(' ').unwrap_or((stored, ""));
        SignUp::of(word, domains).ok()
    }

    /// Whether an address may sign up without an invitation.
    pub fn admits(&self, address: &str) -> bool {
        let domain = address.rsplit('@').next().unwrap_or_default().to_lowercase();
        match self {
            SignUp::Open => true,
            SignUp::Invited => false,
            SignUp::Domains(domains) => domains.contains(&domain),
        }
    }
}

impl Admissions<'_> {
    /// Returns who may sign up without an invitation.
    pub async fn sign_up(self) -> Result<SignUp, ServiceError> {
        let stored = settings::get(self.store().read(), Key::SignUp).await?;
        let usual = match self.settings().open_sign_up {
            true => SignUp::Open,
            false => SignUp::Invited,
        };
        // Unreadable choices admit invited people only.
        Ok(stored.map_or(usual, |stored| SignUp::read(&stored).unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domain_lists_parse_leniently() {
        let domains = SignUp::of("domains", " @Club.Example, bücher.example\n").expect("domains");
        assert_eq!(domains.domains(), "club.example xn--bcher-kva.example");
        assert!(domains.admits("Ann@CLUB.example"));
        assert!(!domains.admits("ann@sub.club.example") && !domains.admits("ann@example"));
        assert_eq!(SignUp::read(&domains.written()), Some(domains));
        for wrong in ["", " , ", "exam ple", "a b@c"] {
            assert!(SignUp::of("domains", wrong).is_err(), "{wrong}");
        }
        assert!(SignUp::of("closed", "").is_err());
    }
}
