//! One simulated game: from the set-up to the last order, checked at every step.

use crate::bots::Bot;
use crate::rules::{Dice, Outcome, Position, Seat, Table, Title, Viewer};

/// A game to play.
pub struct Game {
    pub title: &'static dyn Title,
    pub table: Table,
    pub seed: u64,
    /// One a seat; none at all to play fallbacks only.
    pub bots: Vec<&'static dyn Bot>,
    /// Whether the facts are wanted afterwards.
    pub keep: bool,
}

/// What became of a game.
pub struct Played {
    /// How many orders were taken.
    pub orders: u32,
    /// How often somebody began a turn or another decision of their own.
    pub turns: u32,
    /// The places and scores, or what went wrong.
    pub end: Result<Outcome, String>,
    /// The facts of the set-up and of each order, if they are to be kept.
    pub facts: Vec<String>,
    /// Who gave each order, and it in writing, likewise.
    pub given: Vec<(Seat, String)>,
    /// The numbers that the set-up and each order drew, likewise.
    pub draws: Vec<Vec<u32>>,
}

impl Game {
    pub fn play(&self) -> Played {
        let mut course = Course::default();
        let end = self.run(&mut course).map_err(|why| format!("order {}: {why}", course.orders));
        let Course { orders, turns, facts, given, draws } = course;
        match self.keep {
            true => Played { orders, turns, end, facts, given, draws },
            false => Played {
                orders,
                turns,
                end,
                facts: Vec::new(),
                given: Vec::new(),
                draws: Vec::new(),
            },
        }
    }

    fn run(&self, course: &mut Course) -> Result<Outcome, String> {
        let mut dice = self.dice(0);
        let opened = self.title.open(&self.table, &mut dice).map_err(told)?;
        course.facts.push(opened.facts);
        course.drew(dice);
        let mut position = opened.next;
        loop {
            position.audit()?;
            let awaited = position.awaited();
            let Some(one) = awaited.first() else { break };
            if course.orders >= self.title.about().bound {
                return Err(format!("not over after {} orders", course.orders));
            }
            course.orders += 1;
            course.turns += u32::from(!one.goes_on);
            let seat = one.seat;
            let order = self.order(position.as_ref(), seat, course.orders);
            let mut dice = self.dice(course.orders);
            let decided = position
                .decide(seat, &order, &mut dice)
                .map_err(|refusals| format!("seat {} \"{order}\": {}", seat.0, told(refusals)))?;
            course.facts.push(decided.facts);
            course.given.push((seat, decided.order));
            course.drew(dice);
            position = decided.next;
        }
        self.fold_again(position.as_ref(), &course.facts)?;
        position.outcome().ok_or_else(|| "nobody is awaited, yet there is no outcome".to_owned())
    }

    /// The dice of the set-up (0) or of an order.
    fn dice(&self, number: u32) -> Dice {
        let dice = Dice::seeded(self.seed.wrapping_mul(1_000_003).wrapping_add(number.into()));
        if self.keep { dice.noted() } else { dice }
    }

    fn order(&self, position: &dyn Position, seat: Seat, number: u32) -> String {
        match self.bots.get(seat.index()) {
            None => position.fallback(seat),
            Some(bot) => {
                let seed = self.seed.wrapping_mul(7_368_787).wrapping_add(number.into());
                bot.choose(position, seat, seed)
            }
        }
    }

    /// The facts as stored give the position that was played.
    fn fold_again(&self, position: &dyn Position, facts: &[String]) -> Result<(), String> {
        let mut again = self.title.blank();
        for facts in facts {
            again.fold(facts).map_err(|why| why.to_string())?;
        }
        let viewers = Seat::all(self.table.seats).map(Viewer::Seat).chain([Viewer::Watcher]);
        for viewer in viewers {
            if again.show(viewer) != position.show(viewer) {
                return Err(format!("the facts folded again look different to {viewer:?}"));
            }
        }
        Ok(())
    }
}

#[derive(Default)]
struct Course {
    orders: u32,
    turns: u32,
    facts: Vec<String>,
    given: Vec<(Seat, String)>,
    draws: Vec<Vec<u32>>,
}

impl Course {
    fn drew(&mut self, dice: Dice) {
        self.draws.push(dice.record().iter().map(|draw| draw.was).collect());
    }
}

fn told(refusals: Vec<crate::rules::Refusal>) -> String {
    refusals.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
