//! Which version a game's chain is of, and what that one hangs on.

use serde::Deserialize;

use super::blinded::{self, Blinds, Parts};
use super::link::Link;
use super::{Head, Tip, bare};
use crate::event::{Hash, StoredEvent};
use crate::ids::GameId;
use ravenpost_rules::dice::Luck;
use ravenpost_rules::numbers::{Seq, Step};

/// The version that games begin with.
pub const NEWEST: u8 = 2;

/// The chain of one game: all that its hashes hang on.
#[derive(Clone)]
pub struct Chain {
    game: GameId,
    /// Nothing in version 1.
    blinds: Option<Blinds>,
}

/// As much of a game's first act as its chain depends on.
#[derive(Deserialize)]
struct First {
    #[serde(rename = "Opened")]
    opened: Opened,
}

#[derive(Deserialize)]
struct Opened {
    #[serde(default = "one")]
    chain: u8,
    table: VersionTable,
    commitment: String,
}

#[derive(Deserialize)]
struct VersionTable {
    seats: u8,
}

fn one() -> u8 {
    1
}

impl Chain {
    /// The chain of a game that begins with that act. What is no opening is of version 1, which
    /// makes nothing of what is stored.
    pub fn of(
        game: &GameId,
        first: &[u8],
        secret: Option<[u8; 32]>,
    ) -> Result<Chain, &'static str> {
        let bare = Chain { game: game.clone(), blinds: None };
        let Ok(First { opened }) = serde_json::from_slice(first) else { return Ok(bare) };
        match (opened.chain, secret) {
            (1, _) => Ok(bare),
            (NEWEST, None) => Err("the secret of the game is lost, without which no hash is told"),
            (NEWEST, Some(secret)) if Luck::commitment(&secret) != opened.commitment => {
                Err("the secret of the game is not the one committed to at the opening")
            }
            (NEWEST, Some(secret)) => {
                let id = game.as_str().as_bytes();
                let blinds = Blinds::new(id, &secret, opened.table.seats);
                Ok(Chain { blinds: Some(blinds), ..bare })
            }
            _ => Err("its chain is of a version that this build does not know"),
        }
    }

    /// The game that it is the chain of.
    pub fn game(&self) -> &GameId {
        &self.game
    }

    /// Before the first event.
    pub fn genesis(&self) -> Tip {
        let id = self.game.as_str().as_bytes();
        let hash = match self.blinds {
            Some(_) => blinded::genesis(id),
            None => bare::genesis(id),
        };
        Tip { head: Head { seq: Seq::NONE, hash }, step: Step::NONE, shown: hash }
    }

    /// Whether what somebody may not know is hidden in its hashes.
    pub fn is_blinded(&self) -> bool {
        self.blinds.is_some()
    }

    /// The hash of an event that follows `tip`.
    pub fn hash(&self, link: &Link, tip: &Tip) -> Hash {
        match &self.blinds {
            Some(blinds) => blinds.hash(link, tip),
            None => bare::hash(link, tip.head.hash),
        }
    }

    /// An event that follows `tip`, its hidden parts apart; nothing in version 1.
    pub fn parts<'a>(&self, event: &'a StoredEvent, tip: &Tip) -> Option<Parts<'a>> {
        self.blinds.as_ref().map(|blinds| blinds.parts(&event.link(), tip))
    }
}
