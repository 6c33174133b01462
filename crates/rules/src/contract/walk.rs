//! Plays games of one title with access to its types, for the title's own tests.

use crate::about::Table;
use crate::dice::Dice;
use crate::orders::refusal::Refusal;
use crate::rules::Rules;
use crate::rules::run::Run;
use crate::seat::Seat;

/// A game in progress. Facts are serialised and read back before they are folded.
pub struct Walk<R: Rules> {
    /// The current state.
    pub state: R::State,
    /// The dice of the game.
    pub dice: Dice,
}

impl<R: Rules> Walk<R> {
    /// Starts a new game and plays up to its first decision.
    ///
    /// # Panics
    ///
    /// Panics if the title refuses the table.
    pub fn open(table: &Table, seed: u64) -> Walk<R> {
        let mut dice = Dice::seeded(seed);
        let mut run = Run::<R>::new(R::blank(), &mut dice);
        R::open(&mut run, table).expect("the table is right");
        let (facts, _) = run.done();
        let mut walk = Walk { state: R::blank(), dice };
        walk.fold(&facts);
        walk
    }

    /// Starts from a given state.
    pub fn at(state: R::State, seed: u64) -> Walk<R> {
        Walk { state, dice: Dice::seeded(seed) }
    }

    /// Folds facts into the state.
    ///
    /// # Panics
    ///
    /// Panics if a fact cannot be serialised and read back.
    pub fn fold(&mut self, facts: &[R::Fact]) {
        let text = serde_json::to_string(facts).expect("facts are plain data");
        let facts: Vec<R::Fact> = serde_json::from_str(&text).expect("facts are readable");
        facts.iter().for_each(|fact| R::apply(&mut self.state, fact));
    }

    /// Runs steps that need no order.
    pub fn by_itself(&mut self, steps: impl FnOnce(&mut Run<R>)) -> Vec<R::Fact> {
        let mut run = Run::new(self.state.clone(), &mut self.dice);
        steps(&mut run);
        let (facts, _) = run.done();
        self.fold(&facts);
        facts
    }

    /// Gives an order that may be refused and returns its facts.
    ///
    /// # Errors
    ///
    /// Returns the refusal if the order is not legal.
    pub fn try_to(&mut self, seat: Seat, order: &R::Order) -> Result<Vec<R::Fact>, Refusal> {
        let mut run = Run::<R>::new(self.state.clone(), &mut self.dice);
        R::decide(&mut run, seat, order)?;
        let (facts, _) = run.done();
        self.fold(&facts);
        Ok(facts)
    }

    /// Gives an order and returns its facts.
    ///
    /// # Panics
    ///
    /// Panics if the order is refused.
    pub fn give(&mut self, seat: Seat, order: &R::Order) -> Vec<R::Fact> {
        self.try_to(seat, order).unwrap_or_else(|no| panic!("{order:?}: {no}"))
    }

    /// Gives a part of a line and returns its facts.
    ///
    /// # Panics
    ///
    /// Panics if the part is refused.
    pub fn say(&mut self, seat: Seat, part: &str) -> Vec<R::Fact> {
        let order = R::parse(&self.state, seat, part);
        let order = order.unwrap_or_else(|no| panic!("{part}: {no:?}"));
        self.give(seat, &order)
    }

    /// Gives the parts of a line, each for the seat that is awaited first at that time.
    ///
    /// # Panics
    ///
    /// Panics if a part is refused or no seat is awaited.
    pub fn line(&mut self, line: &str) {
        for part in R::split(line) {
            let seat = self.asked().expect("somebody is asked");
            self.say(seat, part);
        }
    }

    /// Returns the first awaited seat.
    pub fn asked(&self) -> Option<Seat> {
        R::awaited(&self.state).first().map(|awaited| awaited.seat)
    }

    /// Plays random orders and passes every position on the way to `look`.
    ///
    /// # Panics
    ///
    /// Panics if a listed order is refused, or none is listed for an awaited seat.
    pub fn play_at_random(
        &mut self,
        most: usize,
        mut look: impl FnMut(&R::State, Seat, &[R::Order]),
    ) {
        for _ in 0..most {
            let Some(seat) = self.asked() else { return };
            let orders = R::legal(&self.state, seat).orders;
            look(&self.state, seat, &orders);
            let order = self.dice.stream("order").pick(&orders).expect("there is an order").clone();
            self.give(seat, &order);
        }
    }
}
