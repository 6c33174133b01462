//! Defaults for a setup sheet that leaves items open (R26.1).

use super::{StartingSetup, add, powers};
use crate::state::State;
use crate::state::options::Module;
use crate::things::ids::Field;
use crate::things::kinds::Herd;

impl StartingSetup {
    /// The plan with defaults for everything left open.
    pub fn filled(mut self, state: &State) -> StartingSetup {
        let seats = state.seats;
        self.rival = self.rival.or(Some(self.seat.next(seats)));
        if self.late {
            return self;
        }
        self.fill_towns(state);
        self.kit = self.measure(state);
        self.fill_yard(state);
        self.kit = self.measure(state);
        self.fill_stores(state);
        self.fill_herds();
        self.fill_forts(state);
        self
    }

    fn fill_towns(&mut self, state: &State) {
        if self.city {
            return;
        }
        for at in self.home {
            if self.towns.len() < self.measure(state).towns && !self.towns.contains(at) {
                self.towns.push(*at);
            }
        }
    }

    fn fill_yard(&mut self, state: &State) {
        let coastal = |at: &&Field| state.coast.has(**at) && Some(**at) != self.port;
        if self.may_dock(state) && self.kit.ship {
            self.dock = self.towns.iter().find(coastal).copied();
        }
        self.dock = self.dock.filter(|_| self.kit.ship);
    }

    /// Distributes light infantry and grain one by one over the settlements in order.
    fn fill_stores(&mut self, state: &State) {
        let towns = self.towns.clone();
        if towns.is_empty() {
            return;
        }
        let placed: u8 = self.li.iter().map(|(_, n)| n).sum();
        let next = |n: u8| towns[usize::from(n) % towns.len()];
        for n in 0..self.kit.li.saturating_sub(placed) {
            add(&mut self.li, next(n), 1);
        }
        let stored: u8 = self.grain.iter().map(|(_, n)| n).sum();
        let farms = state.has(Module::FarmYear);
        let mut left = if farms { self.kit.grain.saturating_sub(stored) } else { 0 };
        let room = self.room();
        for n in 0..u8::MAX {
            let at = next(n);
            let has: u8 = self.grain.iter().filter(|(one, _)| *one == at).map(|(_, n)| n).sum();
            if left == 0 {
                break;
            }
            if has < room {
                add(&mut self.grain, at, 1);
                left -= 1;
            }
        }
    }

    fn fill_herds(&mut self) {
        for herd in [Herd::Sheep, Herd::Pigs, Herd::Horses] {
            let has = self.herds.iter().filter(|(one, ..)| *one == herd).count();
            for _ in has..usize::from(self.count(herd)) {
                let stables = self.towns.iter().map(|at| (*at, true));
                let pastures = self.towns.iter().chain(self.outlying()).map(|at| (*at, false));
                let mut all = stables.chain(pastures);
                if let Some((at, stable)) = all.find(|(at, stable)| self.is_free(*at, *stable)) {
                    self.herds.push((herd, at, stable));
                }
            }
        }
    }

    fn fill_forts(&mut self, state: &State) {
        let powers = powers(state, self.faction);
        let right = state.map().data().right_bank;
        let walls = self.walls(state);
        for at in &self.towns {
            let more = self.forts.len() < walls;
            let bank = powers.forts_on_right_bank && right.has(*at);
            if (more || bank) && !self.forts.contains(at) {
                self.forts.push(*at);
            }
        }
    }
}
