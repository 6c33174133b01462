//! The first half of a generation: the card, workers, the Black Death, pirates, hands (G1-G8).

use super::super::reckon::{ask, board};
use super::super::state::facts::{Fact, Grave, Hit};
use super::super::state::{Forced, Sealed, Stage, State};
use super::super::things::data::data;
use super::super::things::names::{Dir, District, Rep};
use super::flow::Run;
use crate::rules::Seat;
use crate::rules::list::List;

impl Run<'_> {
    pub(super) fn reveal(&mut self) -> bool {
        let Some(card) = self.state.coming.last().copied() else { return false };
        let known = card.data();
        let new = known.century != self.state.century;
        let generation = if new { 1 } else { self.state.generation + 1 };
        self.put(Fact::Revealed { card, century: known.century, generation });
        if known.tribute {
            for seat in self.state.seats() {
                if self.state.of(seat).storage.items() > 0 {
                    self.put(Fact::Tribute { seat, owes: 5 });
                }
            }
            self.enter(Stage::Tribute);
        } else {
            self.enter(Stage::Keep);
        }
        true
    }

    /// Workers and farmsteads that the card takes, then its pirates (G3-G5).
    pub(super) fn plague(&mut self) -> bool {
        let Some(card) = self.state.card else { return false };
        let known = card.data();
        for seat in self.state.seats() {
            let workers = self.state.of(seat).workers;
            if known.plague && workers > 2 {
                self.put(Fact::Workers { seat, workers: 2 });
            } else if known.war && workers == 5 {
                self.put(Fact::Workers { seat, workers: 4 });
            }
        }
        if known.plague {
            if self.state.seats().any(|seat| ask::ask(&self.state, seat) == Some(ask::Ask::Keep)) {
                return false;
            }
            self.bury_the_dead();
        }
        for dir in &known.pirates {
            self.pirate_comes(*dir);
        }
        self.enter(Stage::RaidLoss);
        true
    }

    fn bury_the_dead(&mut self) {
        let (mut removed, mut spared) = (Vec::new(), Vec::new());
        let state = &self.state;
        for seat in state.seats() {
            let mut doomed = ask::doomed(state, seat);
            if ask::loses_all(state, seat) {
                let keep = match state.of(seat).sealed {
                    Some(Sealed::Keep { district }) => Some(district),
                    _ => ask::kept_by_default(doomed),
                };
                if let Some(district) = keep {
                    doomed &= !district.bit();
                    spared.push(Grave { seat: Some(seat), district });
                }
            }
            removed
                .extend(District::of(doomed).map(|district| Grave { seat: Some(seat), district }));
        }
        let settled = state.seats().fold(0, |set, seat| set | state.of(seat).settled());
        let neutral = District::of(state.neutral & settled);
        removed.extend(neutral.map(|district| Grave { seat: None, district }));
        if !removed.is_empty() || !spared.is_empty() {
            self.put(Fact::Plague { removed, spared });
        }
    }

    /// One direction of the card (R6.2).
    fn pirate_comes(&mut self, dir: Dir) {
        let state = &self.state;
        if !state.pirate(dir) {
            let fact = match state.tokens {
                0 => Fact::Calm { dir },
                _ => Fact::Pirate { dir, by: None, forced: false },
            };
            self.put(fact);
        } else if state.ships(dir) > 0 {
            let owners = state.seats().filter(|seat| state.of(*seat).ships[dir.index()] > 0);
            let seats: List<Seat, 4> = owners.collect();
            self.put(Fact::Wreck { dir, seats });
        } else {
            let each = if state.options.gifts() { 1 } else { 2 };
            let met = state.seats().map(|seat| (seat, board::raided(state.of(seat), dir)));
            let hits = met.filter(|(_, farmsteads)| *farmsteads > 0);
            let hits =
                hits.map(|(seat, farmsteads)| Hit { seat, farmsteads, owes: each * farmsteads });
            let hits = hits.collect();
            self.put(Fact::Raid { dir, hits });
        }
    }

    /// Troublemakers (G7): asked unless instructed, or unless there is nothing to place.
    pub(super) fn trouble(&mut self) -> bool {
        let holder = self.state.seats().find(|seat| self.state.of(*seat).is(Rep::TROUBLEMAKERS));
        let possible = self.state.tokens > 0 && free_dirs(&self.state) != 0;
        if let Some(seat) = holder.filter(|_| !possible) {
            self.settled(seat, Forced::NoTrouble);
        } else if let Some(seat) = holder {
            let Some(wish) = self.state.of(seat).standing.trouble else { return false };
            let dir = wish.iter().find(|dir| !self.state.pirate(**dir)).copied();
            self.trouble_made(seat, dir);
        }
        self.enter(Stage::Draw);
        true
    }

    pub fn trouble_made(&mut self, seat: Seat, dir: Option<Dir>) {
        self.put(match dir {
            Some(dir) => Fact::Pirate { dir, by: Some(seat), forced: false },
            None => Fact::Quiet { seat },
        });
    }

    pub(super) fn draw_hands(&mut self) -> bool {
        for seat in self.state.seats() {
            let count = board::draws(self.state.of(seat));
            self.draw(seat, count);
        }
        self.enter(Stage::Turns);
        let first = self.state.token;
        self.next_turn(first);
        true
    }
}

/// Directions without a pirate, as bits.
pub fn free_dirs(state: &State) -> u32 {
    !state.pirates & ((1 << data().shore.len()) - 1)
}
