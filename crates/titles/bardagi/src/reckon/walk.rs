//! Walking: the areas that a land unit can reach, in how many steps (R8), and the Berserkur's entry
//! area (R9.20). Connected land of the same seat counts as a single area.

use super::super::state::State;
use super::super::state::player::Player;
use super::super::things::areas::{Area, Place};
use super::super::things::ids::Areas;
use super::super::things::kinds::Unit;
use super::super::things::tiles::Tile;
use super::pace::Fare;
use super::{flood, spread};
use ravenpost_rules::Seat;

/// Steps given by a card (R8.3), the Berserkur's with the Stables, and the maximum distance: a
/// card's steps plus those left over from an earlier one.
const STEPS: [u8; 3] = [1, 2, 2];
const STABLES: u8 = 3;
const MOST: usize = 5;

/// Everything a unit can reach, step by step.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    /// Areas by distance; the unit's own area first.
    layers: [Areas; MOST + 1],
    /// The areas of the seat's land, including its home.
    own: Areas,
    /// Areas where a walk ends: for a Berserkur, those with others' Axe tokens (R8.10).
    stops: Areas,
    start: Area,
    /// The last area before which there was no choice, and the steps to it: the start, or the entry
    /// area for a Berserkur held by Axe tokens.
    pivot: (Area, usize),
    /// Whether it is on others' Axe tokens, and whether it came there from the sea.
    held: bool,
    from_sea: bool,
}

impl Player {
    pub fn steps_per_card(&self, unit: Unit) -> u8 {
        if unit == Unit::B && self.has(Tile::STABLES) { STABLES } else { STEPS[unit.index()] }
    }
}

impl State {
    /// Everything a land unit reaches with its free steps and one card; `None` if it is inactive.
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
            // It can only go back to where it came from (R8.10), however far that is.
            let Some(back) = player.entry.and_then(Place::area) else { return Some(walk) };
            walk.layers[1] = back.bit();
            walk.pivot = (back, 1);
        }
        walk.go(self.open_to(seat, unit), most.min(MOST));
        Some(walk)
    }

    /// The cost of walking to an area (R8.4).
    pub fn walk_fare(&self, seat: Seat, unit: Unit, area: Area) -> Option<Fare> {
        self.pace(seat, unit).fare(self.walk(seat, unit)?.steps(area)?)
    }

    /// The cost of boarding at a harbour (R12.2).
    pub fn boarding_fare(&self, seat: Seat, unit: Unit, harbour: Area) -> Option<Fare> {
        self.pace(seat, unit).fare(self.walk(seat, unit)?.boarding(harbour)?)
    }

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

    /// The seat's areas connected with this one, or this area alone (R2.11).
    fn region(&self, area: Area) -> Areas {
        if self.own & area.bit() == 0 { area.bit() } else { flood(area.bit(), self.own) }
    }

    /// The minimum number of steps to an area; 0 for the unit's own.
    pub fn steps(&self, area: Area) -> Option<u8> {
        let at = self.layers.iter().position(|layer| layer & area.bit() != 0)?;
        Some(at as u8)
    }

    /// All areas at least one step away.
    pub fn reach(&self) -> Areas {
        self.layers[1..].iter().fold(0, |reach, layer| reach | layer) & !self.start.bit()
    }

    /// All reachable areas and the unit's own, where it may board.
    pub fn reach_and_here(&self) -> Areas {
        self.reach() | self.start.bit()
    }

    /// The Berserkur's entry area after a walk (R9.20). Of several shortest walks, the one whose
    /// entry area has the first slug.
    pub fn entry(&self, to: Area) -> Option<Area> {
        let steps = usize::from(self.steps(to)?);
        let (pivot, done) = self.pivot;
        if steps <= done {
            return Some(self.start);
        }
        if steps == done + 1 {
            let land = self.region(pivot);
            let steps_over = pivot.neighbours() & to.bit() != 0 || self.own & pivot.bit() == 0;
            return if steps_over { Some(pivot) } else { Area::of(land & to.neighbours()).next() };
        }
        let before = self.layers[steps - 1] & !self.stops;
        Area::of(before & spread(self.region(to))).next()
    }

    /// The number of steps for boarding at a harbour (R12.2). On the seat's land, the ship is part
    /// of it; elsewhere it is one step further. A Berserkur leaves Axe tokens for the ship only if
    /// it came from the sea (R12.4).
    pub fn boarding(&self, harbour: Area) -> Option<u8> {
        if self.stops & harbour.bit() != 0 && !(harbour == self.start && self.from_sea) {
            return None;
        }
        let steps = self.steps(harbour)?;
        Some(if self.own & harbour.bit() != 0 { steps.max(1) } else { steps + 1 })
    }
}
