//! Letters of several people held against each other, and against the keys that may sign them.
//! Needs no database: whoever shows different people different logs is shown by their letters.

use std::collections::BTreeMap;
use std::fmt;

use super::kept::{KeptLetter, Receipted, SignedHead};
use crate::proof::checkpoint::Checkpoint;
use crate::proof::note::{Key, Line, Note, Trade};

/// What a signature is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Signed {
    /// It is by that key, which is one of those that count.
    By(Key),
    /// There is none: anybody can have written it.
    Not,
    /// It says that it is by such a key, and is not: what was signed has been changed.
    Falsely(String),
    /// It is by none of the keys that count.
    Stranger(String),
}

impl Signed {
    /// Looks at the signature of a text.
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

    /// The same of a checkpoint: by the first line of a key that counts.
    pub fn note(note: &Note, keys: &[Key]) -> Signed {
        let own = note.lines.iter().find(|line| keys.iter().any(|key| key.is_of(line)));
        Signed::of(&note.text, own.or(note.lines.first()), keys)
    }

    /// The same of the head of a log.
    pub fn head(head: &SignedHead, keys: &[Key]) -> Signed {
        Signed::of(&head.statement(), head.line.as_ref(), keys)
    }

    /// The same of a receipt.
    pub fn receipt(receipt: &Receipted, keys: &[Key]) -> Signed {
        Signed::of(&receipt.statement(), Some(&receipt.line), keys)
    }

    /// Whether it speaks against whoever sent the letter, or changed it.
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
                write!(out, "BROKEN  the signature of {name} does not hold: it was changed")
            }
            Signed::Stranger(name) => {
                write!(out, "BROKEN  signed by {name} with none of the keys that are known")
            }
        }
    }
}

/// What witnesses signed of a checkpoint, of those whose word counts: who, and when, in seconds
/// since 1970.
pub fn witnesses<'a>(note: &Note, more: &[Line], keys: &'a [Key]) -> Vec<(&'a Key, u64)> {
    let by = |key: &'a Key| {
        let mut lines = note.lines.iter().chain(more);
        lines.find_map(|line| key.cosigned(&note.text, line)).map(|time| (key, time))
    };
    keys.iter().filter(|key| key.trade == Trade::Witness).filter_map(by).collect()
}

/// Two letters that tell two histories.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contradiction {
    /// What they speak of: "step 42 of game k3v9w2mq7xhd".
    pub what: String,
    /// What each says, and which letter it is.
    pub said: [(usize, String); 2],
    /// Whether both are signed by keys that count: then whoever has the key told both.
    pub signed: bool,
}

/// What one letter says of something.
struct Claim {
    letter: usize,
    words: String,
    signed: bool,
}

/// All that letters say of the same thing otherwise.
pub fn contradictions(letters: &[KeptLetter], keys: &[Key]) -> Vec<Contradiction> {
    let mut all: BTreeMap<String, Vec<Claim>> = BTreeMap::new();
    let mut say = |what: String, letter: usize, words: String, signed: bool| {
        all.entry(what).or_default().push(Claim { letter, words, signed });
    };
    let is_by = |signed: Signed| matches!(signed, Signed::By(_));
    for (at, letter) in letters.iter().enumerate() {
        for head in &letter.heads {
            let what = format!("step {} of game {}", head.step, head.game);
            say(what, at, head.hash.hex(), is_by(Signed::head(head, keys)));
        }
        for note in &letter.checkpoints {
            let Some(told) = Checkpoint::read(&note.text) else { continue };
            let what = format!("the first {} seals of {}", told.size, told.origin);
            let root = data_encoding::BASE64.encode(&told.root);
            say(what, at, root, is_by(Signed::note(note, keys)));
        }
        for seal in &letter.seals {
            // What signs it is the checkpoint beside it, which is looked at for itself.
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
    let told = |said: &Claim| (said.letter, said.words.clone());
    let signed = one.signed && other.signed;
    Some(Contradiction { what, said: [told(one), told(other)], signed })
}
