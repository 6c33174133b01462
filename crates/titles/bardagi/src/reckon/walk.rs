//! Walking: which areas a land unit reaches in how many steps (chapter 8), and from where the
//! Berserkur comes in (R9.20). The own connected land counts as a single area.

use super::super::state::State;
use super::super::state::player::Player;
use super::super::things::areas::{Area, Place};
use super::super::things::ids::Areas;
use super::super::things::kinds::Unit;
use super::super::things::tiles::Tile;
use super::pace::Fare;
use super::{flood, spread};
use ravenpost_rules::Seat;

/// Steps a card gives (R8.3), the Berserkur's with the Stables, and the most that is ever walked:
/// a card's steps and what an earlier card left over.
const STEPS: [u8; 3] = [1, 2, 2];
const STABLES: u8 = 3;
const MOST: usize = 5;

/// All that a unit can reach, step by step.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    /// Areas by the steps they take; the unit's own area first.
    layers: [Areas; MOST + 1],
    /// The areas the own land is made of, home included.
    own: Areas,
    /// Areas on which a walk ends: for a Berserkur, those with others' Axe tokens (R8.10).
    stops: Areas,
    start: Area,
    /// The last area before which there was no choice, and the steps to it: the start, or for a
    /// Berserkur held by Axe tokens his entry area.
    pivot: (Area, usize),
    /// Whether he stands on others' Axe tokens, and whether he came there from the sea.
    held: bool,
    from_sea: bool,
}

impl Player {
    pub fn steps_per_card(&self, unit: Unit) -> u8 {
        if unit == Unit::B && self.has(Tile::STABLES) { STABLES } else { STEPS[unit.index()] }
    }
}

impl State {
    /// What a land unit reaches with its free steps and one card; none when it is inactive.
    pub fn walk(&self, seat: Seat, unit: Unit) -> Option<Walk> {
        let player = &self.players[seat];
        let start = player.area_of(unit)?;
        let most = usize::from(self.pace(seat, unit).most());
        let stops = if unit == Unit::B { self.stops(seat) } else { 0 };
        let mut walk = Walk {
            layers: [0; MOST + 1],
            own: self.own_land(seat),
            stops,
            start,
            pivot: (start, 0),
            held: stops & start.bit() != 0,
            from_sea: player.entry == Some(Place::ABOARD),
        };
        walk.layers[0] = start.bit();
        if walk.held {
            // Only back to where he came from (R8.10), however far it lies by now.
            let Some(back) = player.entry.and_then(Place::area) else { return Some(walk) };
            walk.layers[1] = back.bit();
            walk.pivot = (back, 1);
        }
        walk.go(self.open_to(seat, unit), most.min(MOST));
        Some(walk)
    }

    /// What a walk there takes (R8.4).
    pub fn walk_fare(&self, seat: Seat, unit: Unit, area: Area) -> Option<Fare> {
        self.pace(seat, unit).fare(self.walk(seat, unit)?.steps(area)?)
    }

    /// What going aboard there takes (R12.2).
    pub fn boarding_fare(&self, seat: Seat, unit: Unit, harbour: Area) -> Option<Fare> {
        self.pace(seat, unit).fare(self.walk(seat, unit)?.boarding(harbour)?)
    }

    /// Areas with others' Axe tokens.
    fn stops(&self, seat: Seat) -> Areas {
        let areas = Area::of(self.map.areas());
        areas.filter(|area| self.barred(seat, *area)).fold(0, |set, area| set | area.bit())
    }
}

impl Walk {
    fn go(&mut self, open: Areas, most: usize) {
        let (pivot, done) = self.pivot;
        if done > 0 && self.stops & pivot.bit() != 0 {
            return;
        }
        let mut seen = self.layers.iter().fold(0, |seen, layer| seen | layer);
        let mut from = self.region(pivot);
        let mut also = from;
        for steps in done + 1..=most {
            let near = (spread(from) | also) & open & !seen;
            let layer = flood(near & self.own, self.own) | near;
            self.layers[steps] = layer & !seen;
            seen |= layer;
            from = layer & !self.stops;
            also = 0;
        }
    }

    /// The unit's own areas that hang together with this one; else this area alone (R2.11).
    fn region(&self, area: Area) -> Areas {
        if self.own & area.bit() == 0 { area.bit() } else { flood(area.bit(), self.own) }
    }

    /// The fewest steps to an area; 0 for the unit's own.
    pub fn steps(&self, area: Area) -> Option<u8> {
        let at = self.layers.iter().position(|layer| layer & area.bit() != 0)?;
        Some(at as u8)
    }

    /// All areas that take at least one step.
    pub fn reach(&self) -> Areas {
        self.layers[1..].iter().fold(0, |reach, layer| reach | layer) & !self.start.bit()
    }

    /// The same with the unit's own area, where it may go aboard.
    pub fn reach_and_here(&self) -> Areas {
        self.reach() | self.start.bit()
    }

    /// The Berserkur's entry area after a walk to there (R9.20): of several shortest walks the one
    /// whose entry area has the first slug.
    pub fn entry(&self, to: Area) -> Option<Area> {
        let steps = usize::from(self.steps(to)?);
        let (pivot, done) = self.pivot;
        if steps <= done {
            return Some(self.start);
        }
        if steps == done + 1 {
            let land = self.region(pivot);
            let steps_over = pivot.beside() & to.bit() != 0 || self.own & pivot.bit() == 0;
            return if steps_over { Some(pivot) } else { Area::of(land & to.beside()).next() };
        }
        let before = self.layers[steps - 1] & !self.stops;
        Area::of(before & spread(self.region(to))).next()
    }

    /// The steps that boarding at a harbour takes (R12.2): on own land the ship is part of it,
    /// elsewhere it lies one step beyond. A Berserkur leaves Axe tokens for the ship only if he
    /// came from the sea (R12.4).
    pub fn boarding(&self, harbour: Area) -> Option<u8> {
        if self.stops & harbour.bit() != 0 && !(harbour == self.start && self.from_sea) {
            return None;
        }
        let steps = self.steps(harbour)?;
        Some(if self.own & harbour.bit() != 0 { steps.max(1) } else { steps + 1 })
    }
}
