//! Checks held answers: giving an order and opening the answers later has the same result as
//! opening them at once.

use super::Game;
use crate::dice::Dice;
use crate::erased::Decided;
use crate::seat::Seat;

impl Game {
    /// Plays some orders, and also gives each of them on a position that holds sealed answers.
    /// Returns how often answers were opened separately.
    ///
    /// # Panics
    ///
    /// Panics if the title violates the contract.
    pub fn play_held(&mut self, orders: u32) -> u64 {
        let mut opened = 0;
        for _ in 0..orders {
            let awaited = self.position.awaited();
            let Some(seat) = self.chance.pick(&awaited).map(|one| one.seat) else { break };
            let legal = self.position.legal(seat).orders;
            let order = self.chance.pick(&legal).expect("an awaited seat has a legal order");
            opened += u64::from(self.is_opened_later(seat, order));
            self.give(seat, order);
        }
        opened
    }

    /// Returns whether this order is the last of several that are opened separately.
    fn is_opened_later(&mut self, seat: Seat, order: &str) -> bool {
        let here = format!("{}: {order:?} of {seat:?}", self.here());
        let word = self.chance.word();
        let give = |held: bool, dice: &mut Dice| {
            let position = self.position.copy().holding(held);
            position.attempt(seat, order, dice).expect("the order is legal")
        };
        let whole = give(false, &mut Dice::seeded(word));
        let mut dice = Dice::seeded(word);
        let sealed = give(true, &mut dice);
        let waits = |decided: &Decided| !decided.next.awaited().is_empty();
        if waits(&sealed) || sealed.next.outcome().is_some() {
            assert_eq!(sealed.facts, whole.facts, "{here}: nothing is held, and it differs");
            return false;
        }
        let came = self.title.reveals(&sealed.facts).expect("facts are readable");
        let drew = !dice.record().is_empty();
        assert!(!came || drew, "{here}: what is sealed has come to light");
        let rest = sealed.next.resume(&mut Dice::seeded(word));
        assert!(waits(&rest) || rest.next.outcome().is_some(), "{here}: it is never opened");
        if !drew {
            let both = joined(&sealed.facts, &rest.facts);
            let whole = joined(&whole.facts, "[]");
            assert_eq!(both, whole, "{here}: opened later it comes to something else");
        }
        true
    }
}

/// Concatenates two lists of facts.
fn joined(one: &str, other: &str) -> String {
    let read = |facts: &str| serde_json::from_str(facts).expect("facts are a list");
    let (mut all, rest): (Vec<serde_json::Value>, Vec<serde_json::Value>) =
        (read(one), read(other));
    all.extend(rest);
    serde_json::to_string(&all).expect("plain data")
}
