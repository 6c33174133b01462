//! Letters of several people held against each other, and against the keys that may sign them.
//! Needs no database: whoever shows different people different logs is shown by their letters.

use std::collections::BTreeMap;
use std::fmt;

use super::kept::KeptLetter;
use crate::proof::checkpoint::Checkpoint;
use crate::proof::note::{Key, Line, Note, Trade};
use crate::proof::statement;

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
    pub fn of(text: Option<&str>, line: Option<&Line>, keys: &[Key]) -> Signed {
        let Some(line) = line else { return Signed::Not };
        let Some(key) = keys.iter().find(|key| key.is_of(line)) else {
            return Signed::Stranger(line.name.clone());
        };
        match text.is_some_and(|text| key.signed(text, line)) {
            true => Signed::By(key.clone()),
            false => Signed::Falsely(line.name.clone()),
        }
    }

    /// The same of a checkpoint: by the first line of a key that counts.
    pub fn note(note: &Note, keys: &[Key]) -> Signed {
        let own = note.lines.iter().find(|line| keys.iter().any(|key| key.is_of(line)));
        Signed::of(Some(&note.text), own.or(note.lines.first()), keys)
    }

    /// The same of a receipt, in one of the games to which its letter leads.
    pub fn receipt(letter: &KeptLetter, at: usize, keys: &[Key]) -> Signed {
        let receipt = &letter.receipts[at];
        let signed = letter.games.iter().map(|game| {
            let text = statement::receipt(game, &receipt.hash);
            Signed::of(Some(&text), Some(&receipt.line), keys)
        });
        let best = signed.fold(None, |best: Option<Signed>, one| match best {
            Some(Signed::By(_)) => best,
            _ => Some(one),
        });
        best.unwrap_or_else(|| Signed::of(None, Some(&receipt.line), keys))
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
        for mark in &letter.marks {
            let only = Some(&letter.games[..]).filter(|games| games.len() == 1);
            let game = mark.game.as_ref().or(only.and_then(<[_]>::first));
            let Some(game) = game else { continue };
            let text = mark.statement();
            let signed = is_by(Signed::of(text.as_deref(), mark.line.as_ref(), keys));
            say(format!("step {} of game {game}", mark.step), at, mark.head.clone(), signed);
        }
        for note in &letter.checkpoints {
            let Some(told) = Checkpoint::read(&note.text) else { continue };
            let what = format!("the first {} seals of {}", told.size, told.origin);
            let root = data_encoding::BASE64.encode(&told.root);
            say(what, at, root, is_by(Signed::note(note, keys)));
        }
        for seal in &letter.seals {
            // What signs it is the checkpoint beside it, which is looked at for itself.
            say(format!("the seal of {}", seal.day), at, seal.seal.clone(), false);
        }
    }
    all.into_iter().filter_map(|(what, said)| differing(what, &said)).collect()
}

fn differing(what: String, said: &[Claim]) -> Option<Contradiction> {
    let differ = |one: &Claim, other: &Claim| {
        !one.words.starts_with(&other.words) && !other.words.starts_with(&one.words)
    };
    let pairs = said.iter().enumerate();
    let pairs = pairs.flat_map(|(at, one)| said[at + 1..].iter().map(move |other| (one, other)));
    let differing = pairs.filter(|(one, other)| differ(one, other));
    let (one, other) = differing.max_by_key(|(one, other)| one.signed && other.signed)?;
    let told = |said: &Claim| (said.letter, said.words.clone());
    let signed = one.signed && other.signed;
    Some(Contradiction { what, said: [told(one), told(other)], signed })
}
