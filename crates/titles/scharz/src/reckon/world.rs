//! R7 Basic terms: units on each field, encirclement, control and locked fields, computed for the
//! whole board at once.

use super::super::state::stack::Place;
use super::super::state::{SEATS, State};
use super::super::things::ids::{FIELDS, Field, Fields};
use super::super::things::kinds::{Kind, Season};
use super::walls;
use ravenpost_rules::Seat;

/// Seats as bits by index.
type Bits = u16;

/// The board at one moment.
#[derive(Clone)]
pub struct World {
    /// Seats with units on a field that are open, at work, afloat or aboard.
    out: [Bits; FIELDS],
    /// Seats that hold land with units, including builders; seats with ships or corsairs on water.
    hold: [Bits; FIELDS],
    ships_of: [Bits; FIELDS],
    /// Units in the open on land, and ships there.
    open: [[u8; SEATS]; FIELDS],
    /// The enemies of each seat.
    foes: [Bits; SEATS],
    /// Encircled settlements (R7.6).
    pub encircled: Fields,
    /// Completed settlements that are not encircled, by owner.
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
            out: [0; FIELDS],
            hold: [0; FIELDS],
            ships_of: [0; FIELDS],
            open: [[0; SEATS]; FIELDS],
            foes: [0; SEATS],
            encircled: Fields::NONE,
            cus: [Fields::NONE; SEATS],
            held: [Fields::NONE; SEATS],
            locked: [Fields::NONE; SEATS],
            bridges: [Fields::NONE; SEATS],
        };
        for seat in state.all() {
            let foes = state.all().filter(|other| state.hostile(seat, *other));
            world.foes[seat.index()] = foes.fold(0, |set, foe| set | bit(foe));
        }
        world.count(state);
        // Fields without units and buildings need no work.
        let empty = |at: Field| state.land(at).town.is_none();
        for field in state.fields() {
            if world.out[field.local()] == 0 && empty(field) {
                continue;
            }
            world.surround(state, field);
            world.control(state, field);
            world.lock(state, field);
        }
        world.bridge(state);
        world
    }

    fn count(&mut self, state: &State) {
        for seat in state.all() {
            for stack in state.player(seat).stacks.iter().filter(|one| one.place.is_out()) {
                let (at, own) = (stack.at.local(), bit(seat));
                self.out[at] |= own;
                if stack.at.is_water() {
                    if stack.place == Place::Afloat && stack.kind().is_naval() {
                        self.ships_of[at] |= own;
                    }
                } else if stack.place == Place::Works {
                    self.hold[at] |= own;
                } else if stack.place != Place::Aboard {
                    self.hold[at] |= own;
                    self.open[at][seat.index()] += stack.n;
                }
            }
        }
    }

    /// Marks a settlement as encircled if its owner does not hold the field and there are enough
    /// enemies.
    fn surround(&mut self, state: &State, field: Field) {
        let Some(town) = state.land(field).town else { return };
        let (at, owner) = (field.local(), town.owner.index());
        let bare = self.hold[at] & bit(town.owner) == 0;
        let around: u8 =
            seats(self.out[at] & self.foes[owner]).map(|foe| self.open(field, foe)).sum();
        if bare && around > 0 && around >= walls::level(state, field, town) {
            self.encircled.put(field);
        } else {
            self.cus[owner].put(field);
        }
    }

    fn control(&mut self, state: &State, field: Field) {
        let holder = if field.is_water() {
            only(self.ships_of[field.local()])
        } else if field.is_land() {
            self.lord(state, field)
        } else {
            None
        };
        if let Some(seat) = holder {
            self.held[seat.index()].put(field);
        }
    }

    fn lord(&self, state: &State, field: Field) -> Option<Seat> {
        let town = state.land(field).town;
        let here = self.hold[field.local()];
        if here == 0 {
            return town.map(|town| town.owner);
        }
        let first = only(here)?;
        match town.filter(|_| !self.encircled.has(field)) {
            None => Some(first),
            Some(town) if town.owner == first => Some(first),
            Some(town) => (!state.hostile(first, town.owner)).then_some(town.owner),
        }
    }

    fn lock(&mut self, state: &State, field: Field) {
        let here = self.out[field.local()];
        if here == 0 {
            return;
        }
        for seat in state.all() {
            if here & self.foes[seat.index()] != 0 {
                self.locked[seat.index()].put(field);
            }
        }
    }

    fn bridge(&mut self, state: &State) {
        for section in &state.map().data().sections {
            let ice = state.season() == Season::Winter && state.ice.has(*section);
            for seat in state.all() {
                let ships = self.ships_of[section.local()];
                let own = ships & bit(seat) != 0 && ships & self.foes[seat.index()] == 0;
                if state.powers(seat).crosses_danube || ice || own {
                    self.bridges[seat.index()].put(*section);
                }
            }
        }
    }

    pub fn is_out(&self, field: Field, seat: Seat) -> bool {
        self.out[field.local()] & bit(seat) != 0
    }

    pub fn open(&self, field: Field, seat: Seat) -> u8 {
        self.open[field.local()][seat.index()]
    }

    /// Whether units of a seat hold a land field, including builders.
    pub fn stands(&self, field: Field, seat: Seat) -> bool {
        self.hold[field.local()] & bit(seat) != 0
    }

    pub fn holds(&self, seat: Seat, field: Field) -> bool {
        self.held[seat.index()].has(field)
    }

    pub fn is_locked(&self, seat: Seat, field: Field) -> bool {
        self.locked[seat.index()].has(field)
    }

    /// Whether a seat has a completed, unencircled settlement here.
    pub fn is_cus(&self, seat: Seat, field: Field) -> bool {
        self.cus[seat.index()].has(field)
    }

    /// The seat that controls a field.
    pub fn holder(&self, state: &State, field: Field) -> Option<Seat> {
        state.all().find(|seat| self.holds(*seat, field))
    }

    pub fn foe_ships(&self, seat: Seat, sea: Field) -> bool {
        self.ships_of[sea.local()] & self.foes[seat.index()] != 0
    }

    /// Whether a seat can cross the border between two fields, ignoring black lines (R6.8, R24.6).
    pub fn borders(&self, state: &State, seat: Seat, from: Field, to: Field) -> bool {
        self.around(state, seat, from).has(to)
    }

    /// The fields across passable borders.
    pub fn around(&self, state: &State, seat: Seat, from: Field) -> Fields {
        let data = from.data();
        let plain = data.neighbours & !data.black & !data.over_river & state.field;
        if data.over_river.is_empty() {
            return plain;
        }
        let over = (data.over_river & state.field).on(from.map());
        over.filter(|to| self.crosses(seat, from, *to)).fold(plain, |set, to| set | Fields::of(to))
    }

    fn crosses(&self, seat: Seat, from: Field, to: Field) -> bool {
        let pairs = &from.map().data().crossings;
        let pair = pairs
            .iter()
            .find(|(one, other, _)| (*one, *other) == (from, to) || (*one, *other) == (to, from));
        pair.is_none_or(|(.., section)| self.bridges[seat.index()].has(*section))
    }

    /// Like `borders` for one kind of unit: light infantry of some factions crosses black lines
    /// (R24).
    pub fn passes(&self, state: &State, seat: Seat, kind: Kind, from: Field, to: Field) -> bool {
        if from.data().black.has(to) {
            let lines = state.powers(seat).black_lines;
            return kind == Kind::Li && (lines.has(from) || lines.has(to));
        }
        self.borders(state, seat, from, to)
    }
}

fn bit(seat: Seat) -> Bits {
    1 << seat.index()
}

fn seats(bits: Bits) -> impl Iterator<Item = Seat> {
    (0..SEATS).filter(move |at| bits >> at & 1 == 1).map(Seat::at)
}

fn only(bits: Bits) -> Option<Seat> {
    (bits.count_ones() == 1).then(|| Seat::at(bits.trailing_zeros() as usize))
}
