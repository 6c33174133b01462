//! Compares emails of several people with each other, and checks their signatures. No database is
//! needed: a server that shows different logs to different people is exposed by its emails.

use std::collections::BTreeMap;
use std::fmt;

use super::saved::{Receipted, SavedEmail, SignedHead};
use crate::proof::checkpoint::Checkpoint;
use crate::proof::note::{Key, Line, Note, Trade};

/// The result of checking a signature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Signed {
    /// Signed by this trusted key.
    By(Key),
    /// Not signed. Anyone may have written it.
    Not,
    /// Names this trusted key, but the signature is wrong: the text was changed.
    Falsely(String),
    /// Signed by none of the trusted keys.
    Stranger(String),
}

impl Signed {
    /// Checks the signature of a text.
    pub fn of(text: &str, line: Option<&Line>, keys: &[Key]) -> Signed {
        let Some(line) = line else { return Signed::Not };
        let Some(key) = keys.iter().find(|key| key.is_of(line)) else {
            return Signed::Stranger(line.name.clone());
        };
        match key.signed(text, line) {
            true => Signed::By(key.clone()),
            false => Signed::Falsely(line.name.clone()),
        }
    }

    /// Checks the signature of a checkpoint, preferring a line of a trusted key.
    pub fn note(note: &Note, keys: &[Key]) -> Signed {
        let own = note.lines.iter().find(|line| keys.iter().any(|key| key.is_of(line)));
        Signed::of(&note.text, own.or(note.lines.first()), keys)
    }

    /// Checks the signature of the head of a log.
    pub fn head(head: &SignedHead, keys: &[Key]) -> Signed {
        Signed::of(&head.statement(), head.line.as_ref(), keys)
    }

    /// Checks the signature of a receipt.
    pub fn receipt(receipt: &Receipted, keys: &[Key]) -> Signed {
        Signed::of(&receipt.statement(), Some(&receipt.line), keys)
    }

    /// Returns whether the result is evidence of tampering.
    pub fn is_bad(&self) -> bool {
        matches!(self, Signed::Falsely(_) | Signed::Stranger(_))
    }
}

impl fmt::Display for Signed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Signed::By(key) => write!(out, "signed by {}", key.name),
            Signed::Not => write!(out, "not signed"),
            Signed::Falsely(name) => {
                write!(out, "BROKEN  the signature of {name} is invalid: the text was changed")
            }
            Signed::Stranger(name) => {
                write!(out, "BROKEN  signed by {name} with an unknown key")
            }
        }
    }
}

/// Returns which trusted witnesses signed a checkpoint, and when, in seconds since 1970.
pub fn witnesses<'a>(note: &Note, more: &[Line], keys: &'a [Key]) -> Vec<(&'a Key, u64)> {
    let by = |key: &'a Key| {
        let mut lines = note.lines.iter().chain(more);
        lines.find_map(|line| key.cosigned(&note.text, line)).map(|time| (key, time))
    };
    keys.iter().filter(|key| key.trade == Trade::Witness).filter_map(by).collect()
}

/// Two emails that contradict each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contradiction {
    /// What they are about, for example "step 42 of game k3v9w2mq7xhd".
    pub what: String,
    /// The index of each email and what it states.
    pub said: [(usize, String); 2],
    /// Whether both are signed by trusted keys. If so, the holder of the key signed both.
    pub signed: bool,
}

/// A statement in one email.
struct Claim {
    email: usize,
    words: String,
    signed: bool,
}

/// Returns every contradiction between emails.
pub fn contradictions(emails: &[SavedEmail], keys: &[Key]) -> Vec<Contradiction> {
    let mut all: BTreeMap<String, Vec<Claim>> = BTreeMap::new();
    let mut say = |what: String, email: usize, words: String, signed: bool| {
        all.entry(what).or_default().push(Claim { email, words, signed });
    };
    let is_by = |signed: Signed| matches!(signed, Signed::By(_));
    for (at, email) in emails.iter().enumerate() {
        for head in &email.heads {
            let what = format!("step {} of game {}", head.step, head.game);
            say(what, at, head.hash.hex(), is_by(Signed::head(head, keys)));
        }
        for note in &email.checkpoints {
            let Some(checkpoint) = Checkpoint::read(&note.text) else { continue };
            let what = format!("the first {} seals of {}", checkpoint.size, checkpoint.origin);
            let root = data_encoding::BASE64.encode(&checkpoint.root);
            say(what, at, root, is_by(Signed::note(note, keys)));
        }
        for seal in &email.seals {
            // A seal is signed by its checkpoint, which is compared separately.
            say(format!("the seal of {}", seal.day), at, seal.hash.hex(), false);
        }
    }
    all.into_iter().filter_map(|(what, said)| differing(what, &said)).collect()
}

fn differing(what: String, said: &[Claim]) -> Option<Contradiction> {
    let pairs = said.iter().enumerate();
    let pairs = pairs.flat_map(|(at, one)| said[at + 1..].iter().map(move |other| (one, other)));
    let differing = pairs.filter(|(one, other)| one.words != other.words);
    let (one, other) = differing.max_by_key(|(one, other)| one.signed && other.signed)?;
    let checkpoint = |said: &Claim| (said.email, said.words.clone());
    let signed = one.signed && other.signed;
    Some(Contradiction { what, said: [checkpoint(one), checkpoint(other)], signed })
}
