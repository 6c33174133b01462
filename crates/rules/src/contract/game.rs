//! Plays one random game and checks the whole contract along the way.

pub mod coverage;
mod held;
mod leaks;
pub mod phases;

use std::collections::BTreeSet;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::about::Table;
use crate::dice::{Dice, DrawInputs};
use crate::erased::{Decided, Position, Title};
use crate::orders::legal::Legal;
use crate::orders::refusal::Refusal;
use crate::seat::{Seat, Viewer};
use crate::text::spelling::plain;

use super::chance::Chance;
use super::{Also, Said, forms, invalid_lines, secrets};
use coverage::Tally;

/// Number of events that are all checked. After that, one in `SAMPLED` is checked, and the first of
/// every kind of decision.
const EACH: u32 = 40;
const SAMPLED: usize = 3;
/// Sampling becomes sparser after `LONG` orders; after `LONGEST`, default orders finish the game.
const LONG: u32 = 120;
const LONGEST: u32 = 200;
/// One in this many compared pairs is also checked by a round trip through its document.
const FORKED: u64 = 6;
/// Number of alternative orders tried in place of the one given.
const SWAPPED: usize = 3;
/// Number of seats checked at a time at large tables, chosen at random.
const LOOKED_AT: usize = 4;

/// Creates the dice of an event. They depend on the seed only, not on the format of real draws.
fn dice(draw_inputs: &DrawInputs, number: u64) -> Dice {
    let draw_inputs = draw_inputs.clone();
    Dice::keyed(move |purpose| {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(&draw_inputs.secret).expect("any length is a key");
        let number = number.to_be_bytes();
        let salts = draw_inputs.salts.iter().map(String::as_bytes);
        let parts = [b"ravenpost dice 1".as_slice(), draw_inputs.game.as_bytes()];
        for part in parts.into_iter().chain(salts).chain([&number[..], purpose.as_bytes()]) {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    })
}

/// A game in progress.
pub struct Game {
    title: &'static dyn Title,
    seats: u8,
    table: Table,
    draw_inputs: DrawInputs,
    seed: u64,
    events: u64,
    chance: Chance,
    also: Also,
    position: Box<dyn Position>,
    /// The same game, folded from stored facts.
    folded: Box<dyn Position>,
    /// Orders from earlier positions, to be tried when they are stale.
    old: Vec<String>,
}

impl Game {
    /// Opens a game from a seed and plays up to its first decision.
    ///
    /// # Panics
    ///
    /// Panics if the title refuses the table.
    pub fn open(title: &'static dyn Title, table: &Table, seed: u64) -> Game {
        let mut secret = [0; 32];
        secret[..8].copy_from_slice(&seed.to_be_bytes());
        let salts = Seat::all(table.seats).map(|seat| format!("salt {}", seat.0)).collect();
        let draw_inputs = DrawInputs { secret, game: format!("contract {}", table.seats), salts };
        let opened = title.open(table, &mut dice(&draw_inputs, 0)).expect("the table fits");
        let mut folded = title.blank();
        folded.fold(&opened.facts).expect("facts are readable");
        Game {
            title,
            seats: table.seats,
            table: table.clone(),
            draw_inputs,
            seed,
            events: 1,
            chance: Chance::new(seed),
            also: |_, _| {},
            position: opened.next,
            folded,
            old: Vec::new(),
        }
    }

    /// Adds a custom check of everything people would write.
    #[must_use]
    pub fn also(self, also: Also) -> Game {
        Game { also, ..self }
    }

    fn here(&self) -> String {
        let key = self.title.about().key;
        format!("{key}, {} seats, seed {}, event {}", self.seats, self.seed, self.events)
    }

    fn viewers(&self) -> impl Iterator<Item = Viewer> + use<> {
        Seat::all(self.seats).map(Viewer::Seat).chain([Viewer::Spectator])
    }

    /// Creates dice whose results do not affect the game.
    fn spare_dice(&mut self) -> Dice {
        Dice::seeded(self.chance.word())
    }

    /// Plays to the end with checks along the way; long games are only sampled.
    ///
    /// # Panics
    ///
    /// Panics if the title violates the contract.
    pub fn play_to_the_end(&mut self, tally: &mut Tally) {
        let mut orders = 0;
        let mut decisions = BTreeSet::new();
        loop {
            let here = self.here();
            self.position.audit().unwrap_or_else(|wrong| panic!("{here}: {wrong}"));
            let awaited = self.position.awaited();
            assert_eq!(
                awaited.is_empty(),
                self.position.outcome().is_some(),
                "{here}: over or not?"
            );
            let new = awaited.iter().filter(|one| decisions.insert(one.decision)).count() > 0;
            let near = orders < EACH
                || awaited.is_empty()
                || self.chance.one_in(if orders < LONG { SAMPLED } else { SAMPLED * 8 });
            if new || near {
                self.look_for_leaks(tally);
                self.give_invalid_lines(tally);
            }
            let Some(awaited) = self.chance.pick(&awaited) else { break };
            match new || near {
                true => self.step(awaited.seat, tally),
                false if orders > LONGEST => self.play_on(awaited.seat),
                false => self.go_on(awaited.seat),
            }
            orders += 1;
            assert!(orders <= self.title.about().bound, "{here}: no end after {orders} orders");
        }
        tally.games += 1;
        tally.orders += u64::from(orders);
    }

    /// Plays some orders and gives a corrupted version before each. Returns the number of suggested
    /// orders, each of which must be accepted as written.
    ///
    /// # Panics
    ///
    /// Panics if the title violates the contract.
    pub fn play_with_slips(&mut self, orders: u32) -> u64 {
        let mut offered = 0;
        for _ in 0..orders {
            let awaited = self.position.awaited();
            let Some(seat) = self.chance.pick(&awaited).map(|one| one.seat) else { break };
            let legal = self.position.legal(seat).orders;
            for _ in 0..3 {
                let line = invalid_lines::line(&legal, &mut self.chance);
                for part in self.title.split(&line) {
                    offered += self.offers_hold(seat, part);
                }
            }
            let order = self.chance.pick(&legal).expect("an awaited seat has a legal order");
            self.give(seat, order);
        }
        offered
    }

    fn offers_hold(&self, seat: Seat, part: &str) -> u64 {
        let Err(no) = self.position.decide(seat, part, &mut Dice::seeded(7)) else { return 0 };
        let here = format!("{}: {part:?} of {seat:?}", self.here());
        let offers: Vec<&String> = no.iter().flat_map(|refusal| &refusal.instead).collect();
        assert!(!offers.is_empty(), "{here}: refused, and nothing is offered instead");
        for offer in &offers {
            let given = self.position.decide(seat, offer, &mut Dice::seeded(8));
            let taken = given.is_ok_and(|decided| decided.order == **offer && !decided.is_empty());
            assert!(taken, "{here}: {offer} is offered, and not taken");
        }
        offers.len() as u64
    }

    /// Gives a random legal order without checking the others.
    fn go_on(&mut self, seat: Seat) {
        let legal = self.position.legal(seat).orders;
        let order = self.chance.pick(&legal).expect("an awaited seat has a legal order").clone();
        self.old.push(order.clone());
        self.give(seat, &order);
    }

    /// Lets a seat's deadline pass.
    fn play_on(&mut self, seat: Seat) {
        let (here, order) = (self.here(), self.position.fallback(seat));
        let mut dice = self::dice(&self.draw_inputs, self.events);
        let decided = self.position.time_out(seat, &order, true, &mut dice);
        self.events += 1;
        self.enter(&here, decided.unwrap_or_else(|no| panic!("{here}: {order}: {no:?}")));
    }

    /// Decides at random whether a seat is checked this time.
    fn is_looked_at(&mut self) -> bool {
        self.chance.below(usize::from(self.seats)) < LOOKED_AT
    }

    /// Every order must begin with one of the title's verbs, because emails treat other lines as
    /// text.
    fn begins_as_orders_do(&self, order: &str) {
        let first = order.split(' ').next().unwrap_or_default();
        let verbs = self.position.title().about().verbs;
        assert!(verbs.contains(&&*plain(first)), "{}: {order} begins with no verb", self.here());
    }

    /// Checks what a seat may order, then gives one of its orders.
    fn step(&mut self, seat: Seat, tally: &mut Tally) {
        let here = self.here();
        let legal = self.position.legal(seat);
        assert!(!legal.orders.is_empty(), "{here}: {seat:?} is awaited and has no order");
        assert!(legal.complete || !legal.forms.is_empty(), "{here}: no form for the rest");
        let fallback = self.position.fallback(seat);
        assert!(is_legal(&legal, &fallback), "{here}: the fallback {fallback} is not legal");
        let mut tries = vec![fallback];
        for _ in 0..6 {
            tries.extend(self.chance.pick(&legal.orders).cloned());
        }
        for order in &tries {
            (self.also)(&here, Said::Order(order));
            self.begins_as_orders_do(order);
        }
        let aside = self.position.instructions(seat);
        let leads = aside.iter().flat_map(|group| &group.forms).chain(&legal.forms);
        for form in leads {
            (self.also)(&here, Said::Lead(&form.lead));
            self.begins_as_orders_do(&form.lead);
        }
        let forms = legal.forms.iter();
        tries.extend(forms.map(|form| forms::filled(form, &mut self.chance)));
        let mut good = Vec::new();
        for order in tries {
            let listed = legal.orders.contains(&order);
            let mut dice = self.spare_dice();
            match self.position.decide(seat, &order, &mut dice) {
                Ok(decided) => {
                    // A form may use another spelling than the canonical one.
                    let same = !listed || decided.order == order;
                    assert!(same, "{here}: {order} is not written as it was");
                    assert!(!decided.is_empty(), "{here}: {order} changed nothing");
                    good.push(order);
                }
                Err(no) => assert!(!listed, "{here}: {order} is listed, but refused: {no:?}"),
            }
            tally.tried += u64::from(listed);
        }
        self.give_aside(seat);
        let order = self.chance.pick(&good).expect("at least the fallback is legal").clone();
        self.old.push(order.clone());
        self.give(seat, &order);
    }

    /// Gives standing instructions and plans from their forms: accepted, or refused with a reason.
    fn give_aside(&mut self, seat: Seat) {
        if !self.chance.one_in(8) {
            return;
        }
        let groups = self.position.instructions(seat);
        for offer in groups.iter().flat_map(|group| &group.offers) {
            let given = self.position.decide(seat, &offer.order, &mut Dice::seeded(1));
            assert!(given.is_ok(), "{}: {} is offered aside", self.here(), offer.order);
        }
        // An instruction given here can even end the game, by answering its last prompt.
        for form in groups.iter().flat_map(|group| &group.forms) {
            let line = forms::filled_with(form, &self.old, &mut self.chance);
            if self.title.split(&line).len() == 1 && self.chance.one_in(3) {
                self.give(seat, &line);
            }
        }
    }

    /// Gives an order if it is accepted.
    fn give(&mut self, seat: Seat, order: &str) {
        let here = self.here();
        let mut dice = self::dice(&self.draw_inputs, self.events);
        let Ok(decided) = self.position.decide(seat, order, &mut dice) else { return };
        self.events += 1;
        secrets::own_affair(&here, &*self.position, seat, &decided);
        assert!(decided.happened || dice.record().is_empty(), "{here}: {order} is left by luck");
        if self.chance.one_in(3) {
            self.look_for_words(seat, order, &decided);
        }
        self.enter(&here, decided);
    }

    /// Advances to the position after an order, and folds its facts in parallel.
    fn enter(&mut self, here: &str, decided: Decided) {
        let happened = self.folded.fold(&decided.facts).expect("facts are readable");
        assert_eq!(happened, decided.happened, "{here}: it happened, or did not");
        for viewer in self.viewers() {
            let narration = self.title.narrate(&decided.facts, viewer).expect("facts are readable");
            assert!(narration.iter().all(|one| !one.text.is_empty()), "{here}: told nothing");
        }
        self.position = decided.next;
        assert_eq!(self.folded.document(), self.position.document(), "{here}: folded otherwise");
        for viewer in self.viewers() {
            assert_eq!(self.folded.show(viewer), self.position.show(viewer), "{here}");
        }
        let resumed = self.position.resume(&mut Dice::seeded(2));
        assert!(resumed.is_empty(), "{here}: not at rest: {}", resumed.facts);
    }

    /// Gives invalid lines from all seats: accepted only if legal, and never a panic.
    fn give_invalid_lines(&mut self, tally: &mut Tally) {
        for seat in Seat::all(self.seats) {
            if !self.is_looked_at() {
                continue;
            }
            let mut fresh = self.position.legal(seat).orders;
            fresh.truncate(12);
            for _ in 0..4 {
                let known = if self.chance.one_in(2) { &fresh } else { &self.old };
                let line = invalid_lines::line(known, &mut self.chance);
                for part in self.title.split(&line) {
                    let mut dice = Dice::seeded(4);
                    match self.position.decide(seat, part, &mut dice) {
                        Ok(decided) => self.taken(seat, part, &decided),
                        Err(no) => {
                            self.refused(part, &no);
                            tally.bad += 1;
                        }
                    }
                }
            }
            for stranger in [Seat(0), Seat(self.seats + 1), Seat(200)] {
                let line = invalid_lines::line(&fresh, &mut self.chance);
                let given = self.position.decide(stranger, &line, &mut Dice::seeded(5));
                assert!(given.is_err(), "{}: {stranger:?} gave {line:?}", self.here());
                tally.bad += 1;
            }
        }
    }

    fn taken(&self, seat: Seat, part: &str, decided: &Decided) {
        let here = format!("{}: {part:?} of {seat:?}", self.here());
        let again = self.position.decide(seat, &decided.order, &mut Dice::seeded(4));
        let again = again.unwrap_or_else(|no| panic!("{here}: its own form is refused: {no:?}"));
        assert_eq!(again.order, decided.order, "{here}: written twice, differently");
        assert_eq!(again.facts, decided.facts, "{here}");
        if !decided.is_empty() {
            let legal = self.position.legal(seat);
            let aside = self.position.instructions(seat);
            let known = is_legal(&legal, &decided.order)
                || aside.iter().any(|group| {
                    group.offers.iter().any(|offer| offer.order == decided.order)
                        || group.forms.iter().any(|form| forms::makes(form, &decided.order))
                });
            assert!(known, "{here}: taken as {}, but nobody offered it", decided.order);
        }
    }

    fn refused(&self, part: &str, no: &[Refusal]) {
        let here = self.here();
        assert!(!no.is_empty(), "{here}: {part:?} refused without a reason");
        for refusal in no {
            assert!(!refusal.why.is_empty(), "{here}: {part:?} refused without a reason");
            assert!(refusal.instead.len() <= 8, "{here}: {part:?}: too many forms");
        }
    }
}

fn is_legal(legal: &Legal<String>, order: &str) -> bool {
    legal.orders.iter().any(|known| known == order)
        || !legal.complete && legal.forms.iter().any(|form| forms::makes(form, order))
}
