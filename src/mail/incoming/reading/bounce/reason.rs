//! Why a letter did not arrive, and what that means for the next one.

/// What becomes of letters to an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It will never arrive: there is no such mailbox.
    Hard,
    /// It did not arrive this time.
    Soft,
    /// It has not arrived yet; the other server goes on trying.
    Delayed,
}

/// Why a letter did not arrive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    NoMailbox,
    Closed,
    NoDomain,
    Full,
    TooLarge,
    Refused,
    Unreachable,
    Circle,
    Unknown,
}

impl Reason {
    /// The reason as a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Reason::NoMailbox => "There is no such mailbox.",
            Reason::Closed => "The mailbox is closed.",
            Reason::NoDomain => "The domain takes no letters, or there is none of that name.",
            Reason::Full => "The mailbox is full.",
            Reason::TooLarge => "The letter is too large for the mailbox.",
            Reason::Refused => "The other server does not want letters from here.",
            Reason::Unreachable => "The other server could not be reached.",
            Reason::Circle => "The letter went round in a circle.",
            Reason::Unknown => "The other server did not take the letter.",
        }
    }

    /// What it means for the next letter. Only an address that does not exist is given up.
    pub fn fate(self) -> Fate {
        match self {
            Reason::NoMailbox | Reason::Closed | Reason::NoDomain => Fate::Hard,
            _ => Fate::Soft,
        }
    }

    /// The reason from a status and the words that came with it. Where the two differ, the milder
    /// one holds: an address is not given up in doubt.
    pub(super) fn of(status: Option<[u16; 3]>, words: &str) -> Reason {
        let said = told(words);
        let Some(status) = status.and_then(by_status) else {
            return said.unwrap_or(Reason::Unknown);
        };
        match said {
            Some(said) if status.fate() == Fate::Hard && said.fate() == Fate::Soft => said,
            // These are the statuses that servers give when they do not want to say more.
            Some(said) if matches!(status, Reason::Refused | Reason::Unreachable) => said,
            _ => status,
        }
    }
}

/// RFC 3463, as far as it says something definite.
fn by_status(status: [u16; 3]) -> Option<Reason> {
    Some(match status {
        [_, 1, 1 | 3 | 6] => Reason::NoMailbox,
        [_, 1, 2] | [5, 4, 4] => Reason::NoDomain,
        [_, 1, 7 | 8] => Reason::Refused,
        [_, 2, 1] => Reason::Closed,
        [_, 2, 2] | [_, 3, 1] => Reason::Full,
        [_, 2, 3] | [_, 3, 4] => Reason::TooLarge,
        [_, 4, 6 | 14] => Reason::Circle,
        [_, 4, 1 | 2 | 3 | 4 | 5 | 7] => Reason::Unreachable,
        [_, 7, _] => Reason::Refused,
        _ => return None,
    })
}

/// What servers say, in small letters. The first that is found holds: what is milder stands first.
const SAID: &[(Reason, &[&str])] = &[
    (
        Reason::Full,
        &[
            "mailbox full",
            "mailbox is full",
            "mailbox exceeds",
            "mailbox size limit",
            "mailbox has exceeded",
            "over quota",
            "overquota",
            "over its quota",
            "quota exceeded",
            "exceeded the quota",
            "exceeded storage",
            "exceeded its storage",
            "out of storage",
            "insufficient storage",
            "not enough storage",
            "inbox is full",
            "receiving mail too quickly",
            "receiving mail at a rate",
            "postfach ist voll",
            "postfach voll",
            "speicherplatz",
            "boîte pleine",
            "boîte aux lettres est pleine",
            "buzón lleno",
            "brevlådan är full",
        ],
    ),
    (
        Reason::TooLarge,
        &[
            "message too large",
            "message size exceeds",
            "exceeds size limit",
            "exceeds the maximum size",
            "exceeds fixed maximum",
            "size limit exceeded",
            "message is too big",
            "nachricht ist zu groß",
        ],
    ),
    (
        Reason::Refused,
        &[
            "spam",
            "blacklist",
            "blocklist",
            "blocked using",
            "block list",
            "reputation",
            "dmarc",
            "unauthenticated",
            "policy",
            "content rejected",
            "looks like",
            "banned",
            "rate limit",
            "too many messages",
            "greylist",
            "spamhaus",
        ],
    ),
    (
        Reason::Circle,
        &["too many hops", "hop count", "mail loop", "loops back", "loop detected", "looping"],
    ),
    (
        Reason::NoMailbox,
        &[
            "user unknown",
            "unknown user",
            "unknown recipient",
            "recipient unknown",
            "unknown local",
            "no such user",
            "no such recipient",
            "no such mailbox",
            "no such person",
            "no mailbox here",
            "not a valid mailbox",
            "invalid mailbox",
            "invalid recipient",
            "mailbox unavailable",
            "mailbox not found",
            "does not exist",
            "doesn't exist",
            "user doesn't have",
            "doesn't have a",
            "isn't a known",
            "not listed in",
            "not found by smtp address lookup",
            "address not found",
            "wasn't found at",
            "was not found",
            "couldn't be found",
            "could not be found",
            "recipient not found",
            "recipientnotfound",
            "recipnotfound",
            "no account by that name",
            "address rejected: access denied",
            "undeliverable address",
            "unrouteable address",
            "bad destination mailbox",
            "user not found",
            "not our customer",
            "empfänger unbekannt",
            "empfänger wurde nicht gefunden",
            "unbekannter empfänger",
            "existiert nicht",
            "nicht gefunden",
            "n'existe pas",
            "destinataire inconnu",
            "no existe",
            "finns inte",
            "okänd mottagare",
            "findes ikke",
            "finnes ikke",
            "neexistuje",
            "nie istnieje",
        ],
    ),
    (
        Reason::Closed,
        &[
            "account disabled",
            "account is disabled",
            "account has been disabled",
            "mailbox disabled",
            "mailbox is disabled",
            "account inactive",
            "mailbox is inactive",
            "user is inactive",
            "account is suspended",
            "account suspended",
            "account closed",
            "account has been closed",
            "no longer accepts",
            "no longer in use",
            "no longer valid",
            "no longer on server",
            "deactivated",
        ],
    ),
    (
        Reason::NoDomain,
        &[
            "host not found",
            "domain not found",
            "host or domain name not found",
            "couldn't find any host",
            "no such domain",
            "unknown domain",
            "unrouteable mail domain",
            "does not accept mail",
            "doesn't accept mail",
            "domain doesn't exist",
            "name service error for name",
            "null mx",
            "nullmx",
            "domain couldn't be found",
            "all relevant mx records point to non-existent hosts",
        ],
    ),
    (
        Reason::Unreachable,
        &[
            "connection timed out",
            "connection refused",
            "timed out",
            "timeout",
            "could not connect",
            "couldn't connect",
            "unable to connect",
            "unreachable",
            "no route to host",
            "retry time",
            "queue too long",
            "message expired",
            "delivery time expired",
            "wasn't able to establish an smtp connection",
            "nicht erreichbar",
        ],
    ),
];

/// The reason that some words give.
fn told(words: &str) -> Option<Reason> {
    let words = words.to_lowercase().replace('’', "'").replace('\u{a0}', " ");
    let found =
        SAID.iter().find(|(_, phrases)| phrases.iter().any(|phrase| words.contains(phrase)));
    found.map(|(reason, _)| *reason)
}

/// Whether some words say why a letter did not arrive.
pub(super) fn is_told(words: &str) -> bool {
    told(words).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_milder_reason_holds() {
        for (status, words, reason) in [
            (Some([5, 1, 1]), "", Reason::NoMailbox),
            (Some([5, 1, 1]), "mailbox full", Reason::Full),
            (Some([5, 7, 1]), "No such user here", Reason::NoMailbox),
            (Some([5, 7, 1]), "", Reason::Refused),
            (Some([5, 0, 0]), "User unknown", Reason::NoMailbox),
            (None, "so be it", Reason::Unknown),
        ] {
            assert_eq!(Reason::of(status, words), reason, "{status:?} {words}");
        }
    }
}
