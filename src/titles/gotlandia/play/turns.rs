//! Turns (G9): who is next, what a play still brings, and what settles itself.

use super::super::orders::{Order, Play, ShipOrder};
use super::super::state::facts::{Act, Deed, Fact, How};
use super::super::state::steps::Step;
use super::super::state::{Forced, Stage, State};
use super::super::things::data::data;
use super::super::things::goods::Goods;
use super::super::things::names::{Dir, Kind, Rep};
use super::drawer;
use super::flow::Run;
use super::generation::free_dirs;
use super::judge;
use crate::rules::Seat;

impl Run<'_> {
    pub(super) fn turns(&mut self) -> bool {
        let seat = self.state.turn;
        if self.state.acted {
            return match self.state.steps.first() {
                Some(step) => self.turn_step(seat, step),
                None => {
                    self.next_turn(seat.next(self.state.seats));
                    true
                }
            };
        }
        if !able(&self.state, seat) {
            self.next_turn(seat);
            return true;
        }
        let family = self.state.of(seat);
        if family.plan.is_some() && !family.plan_later && drawer::use_first(self, seat) {
            return true;
        }
        self.forced_turn(seat)
    }

    /// The next seat from this one on that can act comes on turn, or the generation ends (R8.5).
    pub(super) fn next_turn(&mut self, from: Seat) {
        let mut seat = from;
        for _ in 0..self.state.seats {
            if able(&self.state, seat) {
                self.put(Fact::Turn { seat });
                return;
            }
            seat = seat.next(self.state.seats);
        }
        self.show_hands();
    }

    /// The only legal order is carried out without asking.
    fn forced_turn(&mut self, seat: Seat) -> bool {
        match super::cards::only(&self.state, seat) {
            Some(play) => {
                self.make_room();
                self.play(seat, &play, How::Forced);
                self.put(Fact::Compelled { seat, play });
                true
            }
            None => false,
        }
    }

    /// A legal card play.
    pub fn play(&mut self, seat: Seat, play: &Play, how: How) {
        let Ok(deed) = judge::judge(&self.state, seat, play) else { return };
        let steps = judge::steps(&self.state, seat, play);
        let (card, nodraw) = (play.card, play.nodraw);
        self.put(Fact::Played { seat, card, deed, nodraw, steps, how });
        if let Deed::Drawing { most } = deed {
            self.draw(seat, most);
        }
    }

    pub(super) fn turn_step(&mut self, seat: Seat, step: Step) -> bool {
        match step {
            Step::Raid if self.state.raiders == [0; Dir::COUNT] => {
                self.raid_over(seat);
                self.settled(seat, Forced::RaidDone);
            }
            Step::Pirate => return self.place_pirate(seat),
            Step::Sink | Step::Wise => return self.sink(seat, step),
            Step::Draw | Step::Gossip => {
                self.draw(seat, 1);
                self.put(Fact::Done { step });
            }
            Step::Steal => return self.steal(seat),
            Step::Follow if super::sub::only_no(&self.state, seat) => self.put(Fact::Done { step }),
            Step::Raid | Step::Follow => return false,
        }
        true
    }

    pub fn raid_over(&mut self, seat: Seat) {
        let glad = self.state.raided && self.state.of(seat).is(Rep::TROUBLEMAKERS);
        let bonus = u8::from(glad).min(self.state.bank.of(Kind::SILVER));
        self.put(Fact::RaidOver { seat, bonus });
    }

    fn place_pirate(&mut self, seat: Seat) -> bool {
        let free = free_dirs(&self.state);
        if free == 0 || self.state.tokens == 0 {
            self.put(Fact::Done { step: Step::Pirate });
        } else if free.count_ones() == 1 {
            let dir = Dir(free.trailing_zeros() as u8);
            self.put(Fact::Pirate { dir, by: Some(seat), forced: true });
        } else {
            return false;
        }
        true
    }

    fn sink(&mut self, seat: Seat, step: Step) -> bool {
        let pirates = self.state.pirates;
        match pirates.count_ones() {
            0 => self.put(Fact::Done { step }),
            1 => {
                let dir = Dir(pirates.trailing_zeros() as u8);
                self.put(Fact::Sunk { seat, dir, forced: true });
            }
            _ => return false,
        }
        true
    }

    fn steal(&mut self, seat: Seat) -> bool {
        let found = {
            let mut victims = victims(&self.state, seat);
            (victims.next(), victims.next())
        };
        match found {
            (None, _) => self.put(Fact::Done { step: Step::Steal }),
            (Some(from), None) => self.put(Fact::Stolen { seat, from, forced: true }),
            _ => return false,
        }
        true
    }

    /// A ship does what it was told.
    pub fn ship_acts(&mut self, seat: Seat, order: &ShipOrder) {
        let ShipOrder { from, at, to, sink } = *order;
        let act = if sink {
            Act::Sank { at }
        } else {
            let silver = Goods::silver(2).at_most(&self.state.bank).of(Kind::SILVER);
            Act::Silver { at, silver }
        };
        self.put(Fact::Acted { seat, from, to, act });
    }

    /// Every ship that has not acted takes Silver where it is.
    pub fn all_silver(&mut self, seat: Seat) {
        for dir in Dir::all() {
            for _ in 0..self.state.raiders[dir.index()] {
                let order = ShipOrder { from: dir, at: dir, to: dir, sink: false };
                self.ship_acts(seat, &order);
            }
        }
    }

    /// Carries out an order of a running turn that was found legal.
    pub fn sub(&mut self, seat: Seat, order: &Order) {
        match order {
            Order::Ship(ship) => self.ship_acts(seat, ship),
            Order::AllSilver => self.all_silver(seat),
            Order::RaidDone => self.raid_over(seat),
            Order::Pirate(dir) => {
                self.put(Fact::Pirate { dir: *dir, by: Some(seat), forced: false });
            }
            Order::Sink(dir) => self.put(Fact::Sunk { seat, dir: *dir, forced: false }),
            Order::Steal(from) => self.put(Fact::Stolen { seat, from: *from, forced: false }),
            _ => {
                if let Ok(deed) = super::decide::follow_up(&self.state, seat, order) {
                    self.put(Fact::Followed { seat, deed });
                }
            }
        }
    }
}

/// Whether the seat has a worker and a card to place it on.
pub fn able(state: &State, seat: Seat) -> bool {
    state.of(seat).free > 0 && !state.of(seat).hand.is_empty()
}

/// Seats that Long fingered may steal from, in order (R15.10).
pub fn victims(state: &State, seat: Seat) -> impl Iterator<Item = Seat> + '_ {
    state.seats().filter(move |other| *other != seat && state.of(*other).silver() > 0)
}

/// The default direction to place a pirate (R24.6).
pub fn pirate_by_default(state: &State, seat: Seat) -> Option<Dir> {
    let free = Dir::all().filter(|dir| !state.pirate(*dir));
    let mine = |dir: &Dir| state.of(seat).farmsteads & data().shore[dir.index()] != 0;
    free.clone().find(|dir| !mine(dir)).or_else(|| free.clone().next())
}

/// The default pirate to sink (R24.6).
pub fn sink_by_default(state: &State, seat: Seat) -> Option<Dir> {
    let pirates = Dir::all().filter(|dir| state.pirate(*dir));
    let threatens = |dir: &Dir| {
        let shore = data().shore[dir.index()];
        state.ships(*dir) == 0 && state.of(seat).farmsteads & shore != 0
    };
    pirates.clone().find(threatens).or_else(|| pirates.clone().next())
}

/// The richest in Silver, ties next clockwise (R24.1).
pub fn victim_by_default(state: &State, seat: Seat) -> Option<Seat> {
    let mut best: Option<Seat> = None;
    let mut other = seat;
    for _ in 1..state.seats {
        other = other.next(state.seats);
        let silver = state.of(other).silver();
        if silver > 0 && best.is_none_or(|known| silver > state.of(known).silver()) {
            best = Some(other);
        }
    }
    best
}

impl Run<'_> {
    fn show_hands(&mut self) {
        self.enter(Stage::End);
        for seat in self.state.seats() {
            let cards = self.state.of(seat).hand;
            if !cards.is_empty() {
                self.put(Fact::Shown { seat, cards });
            }
        }
    }
}
