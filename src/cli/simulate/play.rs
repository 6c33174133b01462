//! A simulated game, checked at every step from the set-up to the last order.

use serde_json::Value;

use ravenpost_rules::bots::Bot;
use ravenpost_rules::{Awaited, Decided, Dice, Outcome, Position, Seat, Table, Title, Viewer};

pub struct GameSpec {
    pub title: &'static dyn Title,
    pub table: Table,
    pub seed: u64,
    /// The bot of each seat; a seat without one misses every deadline.
    pub bots: Vec<Option<&'static dyn Bot>>,
    /// The group in which it is counted.
    pub cell: String,
    /// A key of the seats in the title's document; results are also counted by its value.
    pub by: Option<String>,
    /// Whether to return the facts.
    pub keep: bool,
}

/// The result of a game.
pub struct Played {
    /// The number of accepted orders.
    pub orders: u32,
    /// How often a seat started a turn or another decision of its own.
    pub turns: u32,
    /// How often the game had to wait for a new decision.
    pub waits: u32,
    /// For each seat, the final value of the requested key.
    pub by: Vec<String>,
    /// The part of the verdict that names no seat.
    pub way: String,
    /// The places and scores, or the error.
    pub end: Result<Outcome, String>,
    /// The facts of the set-up and of each order, if requested.
    pub facts: Vec<String>,
    /// The seat and the text of each order, if requested.
    pub given: Vec<(Seat, String)>,
    /// The numbers drawn by the set-up and by each order, if requested.
    pub draws: Vec<Vec<u32>>,
}

impl GameSpec {
    pub fn play(&self) -> Played {
        let mut status = Schedule::default();
        let end = self.run(&mut status).map_err(|why| format!("order {}: {why}", status.orders));
        let Schedule { orders, turns, waits, by, way, facts, given, draws } = status;
        let played = Played { orders, turns, waits, by, way, end, facts, given, draws };
        match self.keep {
            true => played,
            false => Played { facts: Vec::new(), given: Vec::new(), draws: Vec::new(), ..played },
        }
    }

    fn run(&self, status: &mut Schedule) -> Result<Outcome, String> {
        let mut dice = self.dice(0);
        let opened = self.title.open(&self.table, &mut dice).map_err(describe)?;
        status.facts.push(opened.facts);
        status.drew(dice);
        let mut position = opened.next;
        let mut before: Vec<Awaited> = Vec::new();
        loop {
            position.audit().map_err(|why| {
                let last = status.given.last().map(|(seat, order)| (seat.0, order.as_str()));
                let (seat, order) = last.unwrap_or_default();
                format!("{why} (after seat {seat}: \"{order}\")")
            })?;
            let awaited = position.awaited();
            let Some(one) = awaited.first() else { break };
            status.waits += u32::from(is_new(&awaited, &before));
            if status.orders >= self.title.about().bound {
                return Err(format!("not over after {} orders", status.orders));
            }
            status.orders += 1;
            status.turns += u32::from(!one.goes_on);
            let seat = one.seat;
            let mut dice = self.dice(status.orders);
            let decided = self.decided(position.as_ref(), seat, status.orders, &mut dice)?;
            status.facts.push(decided.facts);
            status.given.push((seat, decided.order));
            status.drew(dice);
            position = decided.next;
            before = awaited;
        }
        self.fold_again(position.as_ref(), &status.facts)?;
        status.by = self.narrate_separately(position.as_ref());
        let outcome = position.outcome();
        let outcome = outcome.ok_or("no seat is awaited, but there is no outcome")?;
        status.way = way(position.as_ref(), &outcome.verdict);
        Ok(outcome)
    }

    /// Returns the dice of the set-up (0) or of an order.
    fn dice(&self, number: u32) -> Dice {
        let dice = Dice::seeded(self.seed.wrapping_mul(1_000_003).wrapping_add(number.into()));
        if self.keep { dice.noted() } else { dice }
    }

    /// Returns the result of the bot's order, or of the timeout of a seat without a player.
    fn decided(
        &self,
        position: &dyn Position,
        seat: Seat,
        number: u32,
        dice: &mut Dice,
    ) -> Result<Decided, String> {
        let (order, decided) = match self.bots[seat.index()] {
            None => {
                let order = position.fallback(seat);
                let decided = position.time_out(seat, &order, true, dice);
                (order, decided)
            }
            Some(bot) => {
                let seed = self.seed.wrapping_mul(7_368_787).wrapping_add(number.into());
                let order = bot.choose(position, seat, seed);
                let decided = position.decide(seat, &order, dice);
                (order, decided)
            }
        };
        decided.map_err(|refusals| format!("seat {} \"{order}\": {}", seat.0, describe(refusals)))
    }

    /// Returns the value of the requested key for each seat.
    fn narrate_separately(&self, position: &dyn Position) -> Vec<String> {
        let Some(key) = &self.by else { return Vec::new() };
        let sheet = position.document();
        let of_seat =
            |seat: Seat| match &sheet["seats"][position.seat_name(seat).word][key.as_str()] {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
        Seat::all(self.table.seats).map(of_seat).collect()
    }

    /// Checks that the stored facts lead to the same position.
    fn fold_again(&self, position: &dyn Position, facts: &[String]) -> Result<(), String> {
        let mut again = self.title.blank();
        for facts in facts {
            again.fold(facts).map_err(|why| why.to_string())?;
        }
        let viewers = Seat::all(self.table.seats).map(Viewer::Seat).chain([Viewer::Spectator]);
        for viewer in viewers {
            if again.show(viewer) != position.show(viewer) {
                return Err(format!("the facts folded again look different to {viewer:?}"));
            }
        }
        Ok(())
    }
}

#[derive(Default)]
struct Schedule {
    orders: u32,
    turns: u32,
    waits: u32,
    by: Vec<String>,
    way: String,
    facts: Vec<String>,
    given: Vec<(Seat, String)>,
    draws: Vec<Vec<u32>>,
}

impl Schedule {
    fn drew(&mut self, dice: Dice) {
        self.draws.push(dice.record().iter().map(|draw| draw.was).collect());
    }
}

/// Returns the part of a verdict after the last seat name.
fn way(position: &dyn Position, verdict: &str) -> String {
    let names = Seat::all(position.seats()).map(|seat| position.seat_name(seat).name);
    let last = names.filter_map(|name| verdict.rfind(&name).map(|at| at + name.len())).max();
    verdict[last.unwrap_or(0)..].trim().to_owned()
}

/// Returns whether any seat is awaited for a new decision.
fn is_new(awaited: &[Awaited], before: &[Awaited]) -> bool {
    let asked = |one: &Awaited| (one.seat, one.decision);
    let old = |one: &Awaited| before.iter().any(|other| asked(other) == asked(one));
    awaited.iter().any(|one| !one.goes_on && !old(one))
}

fn describe(refusals: Vec<ravenpost_rules::Refusal>) -> String {
    refusals.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
