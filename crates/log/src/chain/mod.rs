//! The hash chain: every event includes the hash of the one before it. Any event that is changed,
//! removed or moved to another game invalidates the later hashes.
//!
//! A game's first event names the version of its chain; `blinded.rs` describes the only one so far.

pub mod blinded;
mod by_visibility;
pub mod disclosed;
pub mod link;
mod sha;
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

/// The last event of a game: its number and hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    /// The number of the last event.
    pub seq: Seq,
    /// The hash of that event.
    pub hash: Hash,
}

impl Head {
    /// Returns the head before the first event of a game.
    pub fn genesis(game: &GameId) -> Head {
        Head { seq: Seq::NONE, hash: version::genesis(game) }
    }
}

/// The current end of a game's chain: its head, and the last event that everyone may know of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tip {
    /// The last event of all, public or not.
    pub head: Head,
    /// The number of public events so far.
    pub step: Step,
    /// The hash of the last of these, which pages and emails show.
    pub shown: Hash,
    /// When the last event happened, in milliseconds since 1970, UTC; `i64::MIN` before the first.
    pub at: i64,
}

/// The error for an event that is dated before the previous one.
pub const BACK_IN_TIME: &str = "is dated before the previous event";

impl Tip {
    /// Returns the tip after an event with the given hash, without checking the hash.
    #[must_use]
    pub fn after(self, link: &Link, hash: Hash) -> Tip {
        let shown = if link.is_open() { hash } else { self.shown };
        Tip { head: Head { seq: link.seq, hash }, step: self.step_of(link), shown, at: link.at }
    }

    fn step_of(&self, link: &Link) -> Step {
        self.step + u64::from(link.is_open())
    }

    /// Returns the tip after a stored event, without checking its hash.
    #[must_use]
    pub fn past(self, event: &StoredEvent) -> Tip {
        self.after(&event.link(), event.hash)
    }
}

/// Returns one hash over the heads of all games, in the order of their ids. A copy stored elsewhere
/// shows later whether any history was changed.
///
/// It is SHA-256 over parts, each preceded by its length. The parts are the words "ravenpost root
/// 1", then for each game its id, the number of its last event, and that event's hash. This format
/// is frozen.
pub fn root<'a>(heads: impl IntoIterator<Item = (&'a GameId, &'a Head)>) -> Hash {
    let begin = Sha::of(b"ravenpost root 1");
    let add = |sha: Sha, (game, head): (&GameId, &Head)| {
        sha.part(game.as_str().as_bytes()).part(&head.seq.0.to_be_bytes()).part(&head.hash.0)
    };
    heads.into_iter().fold(begin, add).hash()
}

/// Returns the first twelve digits of a hash, as emails and page footers show it.
pub fn short(hash: &Hash) -> String {
    data_encoding::HEXLOWER.encode(&hash.0[..6])
}

/// The event at which a chain is broken.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("event {seq} of game {game}: {what}")]
pub struct Broken {
    /// The game's id as it is stored, which may be invalid.
    pub game: String,
    /// The event's number in its game.
    pub seq: Seq,
    /// The event's position in the log.
    pub position: i64,
    /// What is wrong with it, in words.
    pub what: &'static str,
}

/// Checks a game's whole history, from its first event on, with the secret of its dice.
///
/// ```
/// use ravenpost_log::chain::{Chain, verify};
/// use ravenpost_log::{GameId, NewEvent};
/// use ravenpost_rules::dice::DrawInputs;
///
/// let (game, secret) = (GameId::parse("k3v9w2mq7xhd").expect("an id"), [7; 32]);
/// let commitment = DrawInputs::commitment(&secret);
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
///
/// # Errors
///
/// Returns the first event that does not follow from the ones before it.
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

/// Checks events that follow a tip, and returns the new tip.
///
/// # Errors
///
/// Returns the first event that does not follow.
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
            return Err(broken(event, "the previous event is missing"));
        }
        if chain.hash(&event.link(), &tip) != event.hash {
            return Err(broken(
                event,
                "its hash does not follow from the event and the previous one",
            ));
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
    /// Returns the event as the next one of a game's chain, with its hash.
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
