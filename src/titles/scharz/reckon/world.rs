//! R7 Standing notions: one look at the whole board. Who stands on each field, what is encircled,
//! who controls what, and which fields are locked.

use super::super::state::{Place, SEATS, State};
use super::super::things::field::FIELDS;
use super::super::things::{Field, Fields, Kind, Season};
use super::walls;
use crate::rules::Seat;

/// The board at one moment.
pub struct World {
    /// Units that count on a field, whatever their place: open, at work, afloat, aboard.
    out: [[u8; SEATS]; FIELDS],
    /// Of these on land: open, and ships that stand there.
    open: [[u8; SEATS]; FIELDS],
    /// Of these on land: those that hold it, builders included.
    hold: [[u8; SEATS]; FIELDS],
    /// Ships and corsairs on water.
    keels: [[u8; SEATS]; FIELDS],
    /// Settlements that are cut off (R7.6).
    pub encircled: Fields,
    /// Completed settlements that are not, by owner.
    pub cus: [Fields; SEATS],
    /// Fields under control, by seat (R7.7, R7.8).
    pub held: [Fields; SEATS],
    /// Fields with a hostile unit, by seat (R7.11).
    pub locked: [Fields; SEATS],
    /// Sections of the Danubius that a seat can cross (R24.6).
    pub bridges: [Fields; SEATS],
}

impl World {
    pub fn of(state: &State) -> World {
        let mut world = World {
            out: [[0; SEATS]; FIELDS],
            open: [[0; SEATS]; FIELDS],
            hold: [[0; SEATS]; FIELDS],
            keels: [[0; SEATS]; FIELDS],
            encircled: Fields::NONE,
            cus: [Fields::NONE; SEATS],
            held: [Fields::NONE; SEATS],
            locked: [Fields::NONE; SEATS],
            bridges: [Fields::NONE; SEATS],
        };
        world.count(state);
        world.surround(state);
        world.control(state);
        world.lock(state);
        world
    }

    fn count(&mut self, state: &State) {
        for seat in state.all() {
            for stack in &state.player(seat).stacks {
                let (at, own) = (stack.at.local(), seat.index());
                if !stack.place.is_out() {
                    continue;
                }
                self.out[at][own] += stack.n;
                let stands = matches!(stack.place, Place::Open | Place::Afloat);
                if stack.at.is_water() {
                    let keel = stack.place == Place::Afloat && stack.kind().is_naval();
                    self.keels[at][own] += if keel { stack.n } else { 0 };
                } else {
                    self.open[at][own] += if stands { stack.n } else { 0 };
                    let holds = stands || stack.place == Place::Works;
                    self.hold[at][own] += if holds { stack.n } else { 0 };
                }
            }
        }
    }

    fn surround(&mut self, state: &State) {
        for field in state.fields() {
            let Some(town) = state.land(field).town else { continue };
            let cut = self.hold(field, town.owner) == 0 && {
                let around = self.besiegers(state, field, town.owner);
                around > 0 && around >= walls::level(state, field, town)
            };
            if cut {
                self.encircled.put(field);
            } else {
                self.cus[town.owner.index()].put(field);
            }
        }
    }

    /// Hostile units in the open round a settlement.
    fn besiegers(&self, state: &State, field: Field, owner: Seat) -> u8 {
        let hostile = state.all().filter(|seat| state.hostile(*seat, owner));
        hostile.map(|seat| self.open(field, seat)).sum()
    }

    fn control(&mut self, state: &State) {
        for field in state.fields() {
            let holder = if field.is_water() {
                only(state.all().filter(|seat| self.keels(field, *seat) > 0))
            } else if field.is_land() {
                self.lord(state, field)
            } else {
                None
            };
            if let Some(seat) = holder {
                self.held[seat.index()].put(field);
            }
        }
    }

    fn lord(&self, state: &State, field: Field) -> Option<Seat> {
        let town = state.land(field).town;
        let free = town.filter(|_| !self.encircled.has(field));
        let mut here = state.all().filter(|seat| self.hold(field, *seat) > 0);
        let Some(first) = here.next() else { return town.map(|town| town.owner) };
        if here.next().is_some() {
            return None;
        }
        match free {
            None => Some(first),
            Some(town) if town.owner == first => Some(first),
            Some(town) => (!state.hostile(first, town.owner)).then_some(town.owner),
        }
    }

    fn lock(&mut self, state: &State) {
        for field in state.fields() {
            let here = self.out[field.local()];
            if here.iter().all(|n| *n == 0) {
                continue;
            }
            for seat in state.all() {
                let foe = |other: &Seat| here[other.index()] > 0 && state.hostile(seat, *other);
                if state.all().any(|other| foe(&other)) {
                    self.locked[seat.index()].put(field);
                }
            }
        }
        for section in &state.map().data().sections {
            for seat in state.all() {
                if self.bridged(state, *section, seat) {
                    self.bridges[seat.index()].put(*section);
                }
            }
        }
    }

    fn bridged(&self, state: &State, section: Field, seat: Seat) -> bool {
        let ice = state.season() == Season::Winter && state.ice.has(section);
        let foes = state.all().any(|other| {
            state.hostile(seat, other) && self.keels(section, other) > 0
        });
        state.powers(seat).crosses_danube || ice || self.keels(section, seat) > 0 && !foes
    }

    pub fn out(&self, field: Field, seat: Seat) -> u8 {
        self.out[field.local()][seat.index()]
    }

    pub fn open(&self, field: Field, seat: Seat) -> u8 {
        self.open[field.local()][seat.index()]
    }

    pub fn hold(&self, field: Field, seat: Seat) -> u8 {
        self.hold[field.local()][seat.index()]
    }

    pub fn keels(&self, field: Field, seat: Seat) -> u8 {
        self.keels[field.local()][seat.index()]
    }

    pub fn holds(&self, seat: Seat, field: Field) -> bool {
        self.held[seat.index()].has(field)
    }

    pub fn is_locked(&self, seat: Seat, field: Field) -> bool {
        self.locked[seat.index()].has(field)
    }

    /// Whether a seat has a settlement here that is completed and free.
    pub fn is_cus(&self, seat: Seat, field: Field) -> bool {
        self.cus[seat.index()].has(field)
    }

    /// Who controls a field.
    pub fn holder(&self, state: &State, field: Field) -> Option<Seat> {
        state.all().find(|seat| self.holds(*seat, field))
    }

    /// Whether a hostile ship or corsair is on a sea.
    pub fn foe_ships(&self, state: &State, seat: Seat, sea: Field) -> bool {
        state.all().any(|other| self.keels(sea, other) > 0 && state.hostile(seat, other))
    }

    /// Whether two neighbours have a border that a seat can cross, black lines aside (R6.8, R24.6).
    pub fn borders(&self, state: &State, seat: Seat, from: Field, to: Field) -> bool {
        self.around(state, seat, from).has(to)
    }

    /// The fields across passable borders.
    pub fn around(&self, state: &State, seat: Seat, from: Field) -> Fields {
        let data = from.data();
        let plain = data.beside & !data.black & !data.over_river & state.field;
        if data.over_river.is_empty() {
            return plain;
        }
        let over = (data.over_river & state.field).on(from.map());
        over.filter(|to| self.crosses(seat, from, *to)).fold(plain, |set, to| set | Fields::of(to))
    }

    fn crosses(&self, seat: Seat, from: Field, to: Field) -> bool {
        let pairs = &from.map().data().crossings;
        let pair = pairs.iter().find(|(one, other, _)| {
            (*one, *other) == (from, to) || (*one, *other) == (to, from)
        });
        pair.is_none_or(|(.., section)| self.bridges[seat.index()].has(*section))
    }

    /// The same for a unit: light infantry of some factions crosses black lines (R24).
    pub fn passes(
        &self,
        state: &State,
        seat: Seat,
        kind: Kind,
        (from, to): (Field, Field),
    ) -> bool {
        if from.data().black.has(to) {
            let lines = state.powers(seat).black_lines;
            return kind == Kind::Li && (lines.has(from) || lines.has(to));
        }
        self.borders(state, seat, from, to)
    }
}

fn only(mut seats: impl Iterator<Item = Seat>) -> Option<Seat> {
    let first = seats.next();
    first.filter(|_| seats.next().is_none())
}
