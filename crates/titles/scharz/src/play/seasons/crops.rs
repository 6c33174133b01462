//! Yield in summer (R19.7, R19.8) and harvest in autumn (R19.10, R19.11).

use super::super::super::reckon::links::{Links, by_distance};
use super::super::super::reckon::world::World;
use super::super::super::state::State;
use super::super::super::state::doctrine::Luck;
use super::super::super::state::facts::{Fact, Phase, Roll};
use super::super::super::state::options::Module;
use super::super::super::state::why::{Cause, Use};
use super::super::super::things::ids::Field;
use super::super::super::things::kinds::{Climate, Good};
use super::super::clash::dangers::tries_again;
use super::super::run::{Run, RunExt};
use super::{farms, tell};
use ravenpost_rules::Seat;

/// Grows grain on sown fields.
pub fn grow(run: &mut Run<'_>) {
    if !farms(&run.state) {
        return;
    }
    tell(run, Phase::Yield);
    for at in run.state.fields().filter(|field| field.is_land()) {
        let Some(sower) = run.state.land(at).sown else { continue };
        let weather = if run.state.has(Module::Weather) { weather(run, sower, at) } else { 0 };
        let seed = i16::from(run.state.land(at).crop);
        let grown = i16::from(at.data().terrain.grain()) + weather;
        run.put(Fact::CropChanged(at, (seed + grown).max(0) as u8, Use::Yield));
    }
    for seat in run.state.all() {
        if run.state.player(seat).luck[Luck::Yield.index()] > 0 {
            run.put(Fact::RerollsSet(seat, Luck::Yield, 0));
        }
    }
}

/// The yield modifier by the climate of the region. Bad luck may be rerolled once.
fn weather(run: &mut Run<'_>, sower: Seat, at: Field) -> i16 {
    let climate = at.map().data().climates[at.data().region];
    let purpose = format!("yield {}", at.slug());
    let face = run.die(&purpose);
    let seat = Some(sower);
    run.put(Fact::DiceRolled(Roll { seat, at, kind: Luck::Yield, faces: vec![face] }));
    let first = sign(climate, face);
    let player = run.state.player(sower);
    if first >= 0 || player.luck_left(Luck::Yield) == 0 || player.pp < 4 {
        return first;
    }
    tries_again(run, sower, Luck::Yield);
    let face = run.die(&format!("{purpose} again"));
    run.put(Fact::DiceRolled(Roll { seat, at, kind: Luck::Yield, faces: vec![face] }));
    sign(climate, face)
}

fn sign(climate: Climate, face: u8) -> i16 {
    let (bad, good) = match climate {
        Climate::Subtropical => (1, 5),
        Climate::Temperate => (1, 6),
        Climate::Cold => (2, 6),
    };
    if face <= bad { -1 } else { i16::from(face >= good) }
}

/// Seats harvest the sown fields they control. Grain on other fields is lost.
pub fn harvest(run: &mut Run<'_>) {
    if !farms(&run.state) {
        return;
    }
    tell(run, Phase::Harvest);
    let world = World::of(&run.state);
    let all: Vec<(Seat, Links)> = run
        .state
        .in_order()
        .into_iter()
        .map(|seat| (seat, Links::of(&run.state, &world, seat)))
        .collect();
    for at in run.state.fields().filter(|field| field.is_land()) {
        let Some(sower) = run.state.land(at).sown else { continue };
        let crop = run.state.land(at).crop;
        let reaper = all.iter().find(|(seat, links)| world.holds(*seat, at) && links.is_linked(at));
        if let Some((seat, links)) = reaper {
            store(run, &world, *seat, links, at, crop);
            if *seat != sower {
                run.victory(*seat, 1, Cause::Grain);
                run.victory(sower, -1, Cause::Grain);
            }
        }
        run.put(Fact::CropChanged(at, 0, Use::Harvest));
    }
}

/// Stores grain in the settlement of the field, then in the nearest ones with room.
fn store(run: &mut Run<'_>, world: &World, seat: Seat, links: &Links, at: Field, crop: u8) {
    let mut left = crop;
    for barn in by_distance(&run.state, world, seat, at, links.part(at)) {
        let room = room(&run.state, world, seat, barn);
        let n = room.min(left);
        if n > 0 {
            let has = run.state.land(barn).grain;
            run.put(Fact::StoreChanged(barn, Good::Grain, has + n, Use::Harvest));
            left -= n;
        }
    }
}

fn room(state: &State, world: &World, seat: Seat, at: Field) -> u8 {
    let land = state.land(at);
    if world.is_cus(seat, at) { land.grain_room().saturating_sub(land.grain) } else { 0 }
}
