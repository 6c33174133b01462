//! The hash chain: every event carries the hash of the one before it, so that no event can be
//! changed, left out or moved to another game without the later ones telling.
//!
//! A game's first event names the version of its chain; `blinded.rs` describes the only one so far.

pub mod blinded;
pub mod link;
mod sha;
pub mod shown;
mod sorted;
mod stream;
#[cfg(test)]
mod tests;
pub mod version;

use std::borrow::Borrow;

use crate::event::{Hash, NewEvent, StoredEvent};
use crate::ids::GameId;
pub use blinded::{Blinding, LEAVES, Leaf, Parts};
pub use link::Link;
use ravenpost_rules::numbers::{Seq, Step};
use sha::Sha;
pub use version::{Chain, NEWEST};

/// How far a game's chain goes, and its last hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    /// The number of its last event.
    pub seq: Seq,
    /// The hash of that event.
    pub hash: Hash,
}

impl Head {
    /// Before the first event of a game.
    pub fn genesis(game: &GameId) -> Head {
        Head { seq: Seq::NONE, hash: version::genesis(game) }
    }
}

/// Where a game's chain stands: its head, and as much of it as everybody may know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tip {
    /// The last event, whoever may know of it.
    pub head: Head,
    /// How many events there were that everybody may know of.
    pub step: Step,
    /// The hash of the last of these: what pages and letters show.
    pub shown: Hash,
    /// When the last event happened, in milliseconds since 1970, UTC; the least number before the
    /// first.
    pub at: i64,
}

/// What is wrong with an event whose time is before that of the one before it.
pub const BACK_IN_TIME: &str = "is dated before the previous event";

impl Tip {
    /// Where it stands after an event with that hash, whatever that should have been.
    #[must_use]
    pub fn after(self, link: &Link, hash: Hash) -> Tip {
        let shown = if link.is_open() { hash } else { self.shown };
        Tip { head: Head { seq: link.seq, hash }, step: self.step_of(link), shown, at: link.at }
    }

    fn step_of(&self, link: &Link) -> Step {
        self.step + u64::from(link.is_open())
    }

    /// Where it stands after an event, as it was stored.
    #[must_use]
    pub fn past(self, event: &StoredEvent) -> Tip {
        self.after(&event.link(), event.hash)
    }
}

/// One hash over the heads of all games, in the order of their ids. Kept outside, it tells whether
/// any history is still what it was.
///
/// SHA-256 over parts, each preceded by its length as above: the words "ravenpost root 1", then for
/// each game its id, the number of its last event, and that event's hash. This is frozen as well.
pub fn root<'a>(heads: impl IntoIterator<Item = (&'a GameId, &'a Head)>) -> Hash {
    let begin = Sha::of(b"ravenpost root 1");
    let add = |sha: Sha, (game, head): (&GameId, &Head)| {
        sha.part(game.as_str().as_bytes()).part(&head.seq.0.to_be_bytes()).part(&head.hash.0)
    };
    heads.into_iter().fold(begin, add).hash()
}

/// The first twelve digits of a hash: printed in every letter and at the foot of every page.
pub fn short(hash: &Hash) -> String {
    data_encoding::HEXLOWER.encode(&hash.0[..6])
}

/// The one event at which a chain does not hold.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("event {seq} of game {game}: {what}")]
pub struct Broken {
    /// As it is stored, which need not be an id.
    pub game: String,
    /// The event's number in its game.
    pub seq: Seq,
    /// Where it stands in the log.
    pub position: i64,
    /// What is wrong with it, in words.
    pub what: &'static str,
}

/// Checks a game's whole history, from its first event on, with the secret of its dice.
///
/// ```
/// use ravenpost_log::chain::{Chain, verify};
/// use ravenpost_log::{GameId, NewEvent};
/// use ravenpost_rules::dice::Luck;
///
/// let (game, secret) = (GameId::parse("k3v9w2mq7xhd").expect("an id"), [7; 32]);
/// let commitment = Luck::commitment(&secret);
/// let opened = format!(
///     r#"{{"Opened":{{"chain":1,"table":{{"seats":2}},"commitment":"{commitment}"}}}}"#
/// );
/// let event = NewEvent {
///     at: chrono::DateTime::UNIX_EPOCH,
///     kind: "opened".to_owned(),
///     seat: None,
///     act: opened.clone(),
///     known: "*".to_owned(),
///     facts: "[]".to_owned(),
///     draws: "[]".to_owned(),
///     nonce: [1; 16],
/// };
/// let chain = Chain::of(&game, opened.as_bytes(), Some(secret)).expect("a chain");
/// let mut log = [event.linked(&chain, &chain.genesis())];
/// assert!(verify(&game, &log, Some(secret)).is_ok());
/// log[0].facts = r#"["Won"]"#.to_owned();
/// assert!(verify(&game, &log, Some(secret)).is_err());
/// ```
pub fn verify(
    game: &GameId,
    history: &[impl Borrow<StoredEvent>],
    secret: Option<[u8; 32]>,
) -> Result<Head, Broken> {
    let Some(first) = history.first().map(Borrow::borrow) else { return Ok(Head::genesis(game)) };
    let chain = Chain::of(game, first.act.as_bytes(), secret);
    let chain = chain.map_err(|what| broken(game, first, what))?;
    follow(&chain, chain.genesis(), history).map(|tip| tip.head)
}

/// Checks events that come after a tip, and tells the tip that they lead to.
pub fn follow(
    chain: &Chain,
    mut tip: Tip,
    history: &[impl Borrow<StoredEvent>],
) -> Result<Tip, Broken> {
    let game = chain.game();
    let broken = |event: &StoredEvent, what| broken(game, event, what);
    for event in history {
        let event: &StoredEvent = event.borrow();
        if event.game != *game {
            return Err(broken(event, "it belongs to another game"));
        }
        if event.seq != tip.head.seq + 1 {
            return Err(broken(event, "an event before it is missing"));
        }
        if chain.hash(&event.link(), &tip) != event.hash {
            return Err(broken(event, "its hash does not follow from it and the event before"));
        }
        if event.link().at < tip.at {
            return Err(broken(event, BACK_IN_TIME));
        }
        tip = tip.past(event);
    }
    Ok(tip)
}

fn broken(game: &GameId, event: &StoredEvent, what: &'static str) -> Broken {
    let position = i64::try_from(event.position).unwrap_or(i64::MAX);
    Broken { game: game.to_string(), seq: event.seq, position, what }
}

impl NewEvent {
    /// The event as it will be stored next in a game's chain.
    pub fn linked(self, chain: &Chain, tip: &Tip) -> StoredEvent {
        let game = chain.game().clone();
        let link = self.link(game.as_str().as_bytes(), tip.head.seq + 1);
        let next = Head { seq: link.seq, hash: chain.hash(&link, tip) };
        self.numbered(&game, next)
    }

    fn numbered(self, game: &GameId, next: Head) -> StoredEvent {
        StoredEvent {
            position: 0,
            game: game.clone(),
            seq: next.seq,
            at: self.at,
            kind: self.kind,
            seat: self.seat,
            act: self.act,
            known: self.known,
            facts: self.facts,
            draws: self.draws,
            nonce: self.nonce,
            hash: next.hash,
        }
    }
}
