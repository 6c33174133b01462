//! Recorded games: all facts of a game with a seal over every state, and the orders and draws that
//! produced them.
//!
//! Tests replay them with later builds. A rule fix may change the future of a running game but
//! never its past; a seal that no longer matches shows that it did. Each order is also decided
//! again. If that produces different facts, the version of the title's rules must be raised.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::about::Table;
use crate::dice::Dice;
use crate::erased::{BadHistory, Decided, Position, Title};
use crate::orders::refusal::Refusal;
use crate::seat::Seat;

/// One game, from set-up to end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Recorded {
    /// The key of the title: "gotlandia".
    pub title: String,
    /// The seats and options of the game.
    pub table: Table,
    /// The seed it was played with, which identifies the recording.
    pub seed: u64,
    /// The facts of the set-up and of each order, as stored.
    pub facts: Vec<String>,
    /// The version of the title's rules that decided it.
    pub rules: u32,
    /// The seat and the text of each order.
    pub orders: Vec<(Seat, String)>,
    /// The numbers drawn by the set-up and by each order.
    pub draws: Vec<Vec<u32>>,
    /// The [`seal`] of the facts.
    pub seal: String,
}

impl Recorded {
    /// Decides the set-up and each order again, with the recorded draws.
    ///
    /// # Errors
    ///
    /// The index of the first decision with a different result (0 for the set-up), and how it
    /// differs.
    pub fn decide_again(&self, title: &dyn Title) -> Result<(), (usize, String)> {
        let mut position = self.same(0, |dice| title.open(&self.table, dice))?;
        for (at, (seat, order)) in (1..).zip(&self.orders) {
            position = self.same(at, |dice| position.decide(*seat, order, dice))?;
        }
        Ok(())
    }

    /// Returns the position that a decision leads to, if its facts are the recorded ones.
    fn same(
        &self,
        at: usize,
        decide: impl FnOnce(&mut Dice) -> Result<Decided, Vec<Refusal>>,
    ) -> Result<Box<dyn Position>, (usize, String)> {
        let otherwise = |how: &str| (at, how.to_owned());
        let (Some(facts), Some(draws)) = (self.facts.get(at), self.draws.get(at)) else {
            return Err(otherwise("was not kept"));
        };
        let mut dice = Dice::laid(draws.clone(), 0).noted();
        let decided = decide(&mut dice).map_err(|why| (at, refused(&why)))?;
        if !dice.record().iter().map(|draw| &draw.was).eq(draws) {
            return Err(otherwise("draws otherwise"));
        }
        match decided.facts == *facts {
            true => Ok(decided.next),
            false => Err(otherwise("leads to other facts")),
        }
    }
}

fn refused(why: &[Refusal]) -> String {
    let why: Vec<String> = why.iter().map(ToString::to_string).collect();
    format!("is refused: {}", why.join("; "))
}

/// Returns a hash over every state that the facts lead through, in hexadecimal.
///
/// # Errors
///
/// Returns an error if this build cannot read the facts.
pub fn seal(title: &dyn Title, facts: &[String]) -> Result<String, BadHistory> {
    let mut position = title.blank();
    let mut seal = Sha256::new();
    for facts in facts {
        position.fold(facts)?;
        seal.update(state(position.as_ref()));
    }
    Ok(data_encoding::HEXLOWER.encode(&seal.finalize()))
}

/// Serialises the state's document, whose keys are in alphabetical order.
fn state(position: &dyn Position) -> Vec<u8> {
    serde_json::to_vec(&position.document()).expect("sheets are plain data")
}
