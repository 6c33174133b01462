//! R2 Board: facts derived from it: threat, settled Settings, tolls, shores.

use super::super::state::State;
use super::super::state::house::House;
use super::super::things::data::data;
use super::super::things::ids::{District, Rep, Setting};
use super::super::things::kinds::{Dir, Terrain};
use super::super::things::tables::Needs;
use ravenpost_rules::Seat;
use ravenpost_rules::list::List;

/// Returns the districts threatened by pirates (R6.3).
pub fn threatened(state: &State) -> u32 {
    let mut set = 0;
    if state.pirates != 0 {
        for dir in Dir::all().filter(|dir| state.pirate(*dir)) {
            if state.ships(dir) == 0 {
                set |= data().shore[dir.index()];
            }
        }
    }
    set
}

/// Returns the settled districts that are not shut off by threat (R6.4, R15.7).
pub fn open(house: &House, threat: u32) -> u32 {
    let mut safe = !threat;
    if house.is(Rep::HILLFOLK) {
        safe |= data().terrain[Terrain::HILL.index()];
    }
    house.farmsteads & safe | house.towers | house.churches
}

/// Returns the districts adjacent to a settled one.
pub fn adjacent(house: &House) -> u32 {
    let settled = District::of(house.settled());
    settled.fold(0, |set, district| set | data().districts[district.index()].adjacent)
}

/// Returns how many Settings a set of districts touches.
pub fn settings_of(set: u32) -> u8 {
    data().setting.iter().map(|districts| u8::from(set & districts != 0)).sum()
}

pub fn settings(house: &House) -> u8 {
    settings_of(house.settled())
}

/// Returns the number of districts in a set.
pub fn count(set: u32) -> u8 {
    set.count_ones() as u8
}

/// Returns the number of pieces of a kind not on the board.
pub fn spare(set: u32, all: u8) -> u8 {
    all.saturating_sub(count(set))
}

/// Returns the seats paid for settling in a district, and the Silver paid to the bank for a neutral
/// farmstead (R9.3).
pub fn toll(state: &State, seat: Seat, district: District) -> (List<Seat, 4>, u8) {
    if state.of(seat).is(Rep::BEAUTIFUL_DAUGHTERS) {
        return (List::new(), 0);
    }
    let others = state.seats().filter(|other| *other != seat);
    let paid = others.filter(|other| state.of(*other).settled() & district.bit() != 0).collect();
    (paid, if state.neutral & district.bit() != 0 { data().costs.neighbour } else { 0 })
}

/// Returns whether any seat has a church there.
pub fn church_in(state: &State, district: District) -> bool {
    state.houses.iter().any(|house| house.churches & district.bit() != 0)
}

/// Returns whether the seat meets the requirements of a craft card (R9.25).
pub fn meets(house: &House, needs: &Needs) -> bool {
    let settled = house.settled();
    let lands = Terrain::all().filter(|terrain| needs.terrains & terrain.bit() != 0);
    let mut lands = lands.map(|terrain| settled & data().terrain[terrain.index()]);
    lands.all(|set| set != 0)
        && (!needs.harbour || settled & data().harbours != 0)
        && (!needs.church || house.churches != 0)
        && settings(house) >= needs.settings
}

pub fn sea(home: Setting) -> Dir {
    data().settings[home.index()].dir
}

/// Returns the Harbour that serves a direction (R2.8).
pub fn harbour(dir: Dir) -> District {
    let serving = data().settings.iter().find(|setting| setting.dir == dir);
    serving.expect("each direction has a Setting").harbour
}

/// Returns the number of farmsteads of this house that a raid from a direction hits (R6.5, R15.7).
pub fn raided(house: &House, dir: Dir) -> u8 {
    let mut met = house.farmsteads & data().shore[dir.index()];
    if house.is(Rep::HILLFOLK) {
        met &= !data().terrain[Terrain::HILL.index()];
    }
    count(met)
}

/// Returns the directions without a pirate, as bits.
pub fn free_dirs(state: &State) -> u32 {
    !state.pirates & ((1 << data().shore.len()) - 1)
}
