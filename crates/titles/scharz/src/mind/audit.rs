//! Consistency checks: supplies are within the component limits, and every unit is where it may be.

use super::super::reckon::seats::{CUBES, HERDS, TILES, berthed, herds, tiles};
use super::super::state::State;
use super::super::state::land::BERTHS;
use super::super::state::pact::Bond;
use super::super::state::stack::{Place, Stack};
use super::super::things::kinds::Kind;
use ravenpost_rules::Seat;

/// Describes the first inconsistency found.
pub fn audit(state: &State) -> Result<(), String> {
    for seat in state.all() {
        supply(state, seat)?;
        for stack in &state.player(seat).stacks {
            place(state, seat, stack)?;
        }
        cargo(state, seat)?;
    }
    lands(state)?;
    progress(state)
}

fn require(holds: bool, wrong: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(wrong()) }
}

fn supply(state: &State, seat: Seat) -> Result<(), String> {
    let player = state.player(seat);
    require(player.cubes() <= CUBES, || format!("seat {seat} has {} cubes", player.cubes()))?;
    require(player.specials() <= CUBES, || format!("seat {seat} has too many special units"))?;
    let (tiles, herds) = (tiles(state, seat), herds(state, seat).count());
    require(tiles <= TILES, || format!("seat {seat} uses {tiles} tiles"))?;
    require(herds <= HERDS, || format!("seat {seat} has {herds} herds"))
}

/// Checks that a unit may be where it is.
fn place(state: &State, seat: Seat, stack: &Stack) -> Result<(), String> {
    let (at, kind) = (stack.at, stack.kind());
    let says = || format!("seat {seat}: {stack:?}");
    require(stack.n > 0 && state.field.has(at), says)?;
    let land = state.land(at);
    let right = match stack.place {
        Place::Open => at.is_firm() && !kind.is_naval(),
        Place::Works => land.site_of(seat).is_some(),
        Place::Inside => land.town_of(seat).is_some(),
        Place::Afloat => kind.is_naval() && !at.is_neutral(),
        Place::Quay => kind.is_ship() && land.yard_of(seat).is_some(),
        Place::Aboard => kind.size().is_some(),
    };
    require(right, says)
}

fn cargo(state: &State, seat: Seat) -> Result<(), String> {
    let player = state.player(seat);
    for at in state.fields() {
        let aboard = player.on(at, Place::Aboard);
        let load: u8 = aboard.map(|one| one.n * one.kind().size().unwrap_or(0)).sum();
        let room = player.count(at, Place::Afloat, Kind::Ts) * 3;
        require(load <= room, || format!("seat {seat} has cargo without ships at {}", at.slug()))?;
        let ships = berthed(state, seat, at);
        require(ships <= BERTHS, || format!("{ships} ships lie at {}", at.slug()))?;
    }
    Ok(())
}

fn lands(state: &State) -> Result<(), String> {
    for at in state.fields() {
        let land = state.land(at);
        let name = at.slug();
        require(land.grain <= land.grain_room(), || format!("{name}: {} grain", land.grain))?;
        require(land.fish <= land.fish_room(), || format!("{name}: {} fish", land.fish))?;
        require(land.stable.len() <= land.stalls(), || format!("{name}: too many in the stable"))?;
        require(land.sown.is_some() || land.crop == 0, || format!("{name}: grain without owner"))?;
        let bare = land.town.is_none() && land.yard.is_none() && land.site.is_none();
        require(at.is_land() || bare, || format!("{name}: built on no land"))?;
    }
    Ok(())
}

fn progress(state: &State) -> Result<(), String> {
    for one in state.all() {
        for other in state.all().filter(|other| *other > one) {
            let pact = state.pact(one, other);
            let pair = pact.superior.is_none_or(|superior| superior == one || superior == other);
            require(pair, || format!("the pact of {one} and {other} has an outsider as its lord"))?;
            let plain = pact.bond != Bond::None || pact.superior.is_none();
            require(plain, || format!("the pact of {one} and {other} is incomplete"))?;
        }
    }
    let ended = state.over() == state.won.is_some();
    require(ended, || "the game is over without a result, or the reverse".to_owned())
}
