//! The chain of one game: what its hashes depend on.

use serde::Deserialize;

use super::blinded::{self, Blinds, Parts};
use super::link::Link;
use super::{Head, Tip};
use crate::event::{Hash, StoredEvent};
use crate::ids::GameId;
use ravenpost_rules::dice::DrawInputs;
use ravenpost_rules::numbers::Step;

/// The chain version of new games.
pub const NEWEST: u8 = 1;

/// The chain of one game.
#[derive(Clone)]
pub struct Chain {
    game: GameId,
    blinds: Blinds,
}

/// The part of a game's first act that its chain depends on.
#[derive(Deserialize)]
struct First {
    #[serde(rename = "Opened")]
    opened: Opened,
}

#[derive(Deserialize)]
struct Opened {
    chain: u8,
    table: Seats,
    commitment: String,
}

#[derive(Deserialize)]
struct Seats {
    seats: u8,
}

impl Chain {
    /// Creates the chain of a game that begins with that act.
    ///
    /// # Errors
    ///
    /// Returns why no hash can be computed: the act is not an opening, this build does not know the
    /// version of the chain, or the secret is missing or does not match the commitment.
    pub fn of(
        game: &GameId,
        first: &[u8],
        secret: Option<[u8; 32]>,
    ) -> Result<Chain, &'static str> {
        let Ok(First { opened }) = serde_json::from_slice(first) else {
            return Err("the game does not begin with its opening");
        };
        if opened.chain != NEWEST {
            return Err("its chain has a version that this build does not know");
        }
        let secret = secret.ok_or("the game's secret is lost, so no hash can be checked")?;
        if DrawInputs::commitment(&secret) != opened.commitment {
            return Err("the game's secret is not the one committed to at the opening");
        }
        let blinds = Blinds::new(game.as_str().as_bytes(), &secret, opened.table.seats);
        Ok(Chain { game: game.clone(), blinds })
    }

    /// Returns the game of this chain.
    pub fn game(&self) -> &GameId {
        &self.game
    }

    /// Returns the tip before the first event.
    pub fn genesis(&self) -> Tip {
        let head = Head::genesis(&self.game);
        Tip { head, step: Step::NONE, shown: head.hash, at: i64::MIN }
    }

    /// Returns the hash of an event that follows `tip`.
    pub fn hash(&self, link: &Link, tip: &Tip) -> Hash {
        self.blinds.hash(link, tip)
    }

    /// Returns an event that follows `tip` with its hidden parts separated.
    pub fn parts<'a>(&self, event: &'a StoredEvent, tip: &Tip) -> Parts<'a> {
        self.blinds.parts(&event.link(), tip)
    }
}

/// Returns the hash before the first event of a game.
pub(super) fn genesis(game: &GameId) -> Hash {
    blinded::genesis(game.as_str().as_bytes())
}
