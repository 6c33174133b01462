//! Estimates the position of a seat after its own sheet: points, land, settlements, units, gold and
//! food supply.

use super::super::orders::rows::about;
use super::super::play::rear::construction::crew;
use super::super::play::run::Run;
use super::super::play::seasons::sowing;
use super::super::play::sheet::draft;
use super::super::play::victory::{self, lands, score};
use super::super::reckon::links::Links;
use super::super::reckon::seats::herds;
use super::super::reckon::world::World;
use super::super::state::land::Land;
use super::super::state::line::SheetLine;
use super::super::state::options::Module;
use super::super::state::stack::Place;
use super::super::state::{State, Step};
use super::super::things::ids::Field;
use super::super::things::kinds::{Building, Herd, Kind, Season};
use super::promise::promise;
use super::wages::unpaid;
use super::war::war;
use ravenpost_rules::{Dice, Seat};

/// Values of a victory point, a point of Importance, a piece of gold, and an unfed mouth.
const VICTORY: i64 = 400;
const IMPORTANCE: i64 = 60;
const GOLD: i64 = 20;
const HUNGER: i64 = 70;
/// Value of a unit of mercenaries. It is below the price because they are paid twice a year.
const HIRED: i64 = 60;
/// Value of a pact that wins the game; negative if it makes another seat sovereign.
const CROWN: i64 = 100_000;
/// Value of corsairs. It is below their price in prestige, which a sea under their control makes up
/// for.
const PREY: i64 = 80;
/// Cost of a line that has no effect.
const LINE: i64 = 2;

pub fn estimate(state: &State, seat: Seat) -> i64 {
    if !(1..=state.seats).contains(&seat.0) || matches!(state.step, Step::Blank) {
        return 0;
    }
    let sheet = &state.drafts[seat.index()];
    let paper = LINE * sheet.len() as i64;
    if sheet.is_empty() || !matches!(state.step, Step::March | Step::Clash | Step::Rear) {
        return worth(state, seat) - paper;
    }
    let mut after = draft::after(state, seat, sheet);
    // Lines for the next march are written before the winter that this rear prepares.
    after.round = state.round;
    let seed = state.step == Step::Rear && state.season() == Season::Spring;
    if seed && state.has(Module::FarmYear) && sowing::is_auto(state, seat, sheet) {
        after = sown(after, seat);
    }
    // Repeated lines about the same field or seat count once.
    let again =
        |at: usize, line: &SheetLine| sheet[..at].iter().any(|one| about(one) == about(line));
    // Other seats may still feed their settlements by the time the rules check it. This seat must
    // be able to do so now.
    let crowned = match victory::overlord(&after) {
        Some(winner) if winner != seat => -CROWN,
        Some(_) if victory::sovereign(&after).is_some() => CROWN,
        _ => 0,
    };
    let fresh = sheet.iter().enumerate().filter(|(at, line)| !again(*at, line));
    let hopes: i64 = fresh.map(|(_, line)| promise(&after, seat, line)).sum();
    worth(&after, seat) + hopes + crowned - paper
}

/// Applies the sowing at the end of the rear.
fn sown(state: State, seat: Seat) -> State {
    let mut dice = Dice::seeded(0);
    let mut run = Run::new(state, &mut dice);
    sowing::sow_auto(&mut run, seat);
    run.done().1
}

fn worth(state: &State, seat: Seat) -> i64 {
    let world = World::of(state);
    let player = state.player(seat);
    let points: i64 = score(state, &world, seat).iter().map(|(_, points)| i64::from(*points)).sum();
    let mut sum = i64::from(player.vp) * VICTORY
        + points * IMPORTANCE
        + i64::from(player.halves) * GOLD / 2
        + i64::from(player.pp) * 8
        + units(state, &world, seat);
    for at in state.fields() {
        sum += land(state.land(at), seat) + works(state, seat, at);
    }
    sum += herds(state, seat).map(|(herd, ..)| i64::from(herd.price()) * 22).sum::<i64>();
    sum + war(state, &world, seat) - hunger(state, &world, seat) - unpaid(state, &world, seat)
}

/// Value of the units, with a deduction for those without supply. Mercenaries leave at the next pay
/// that cannot be met.
fn units(state: &State, world: &World, seat: Seat) -> i64 {
    let links = Links::of(state, world, seat);
    let each = |kind: Kind| match kind {
        Kind::Merc => HIRED,
        Kind::Cors => PREY,
        _ => i64::from(kind.value(state.options.mode)) * 22 + 20,
    };
    let of = state.player(seat).stacks.iter().map(|stack| {
        let whole = i64::from(stack.n) * each(stack.kind());
        if links.supplies(stack.at) { whole } else { whole / 2 }
    });
    of.sum()
}

/// Value of a settlement and a shipyard.
fn land(land: &Land, seat: Seat) -> i64 {
    let town: i64 = land.town_of(seat).map_or(0, |town| {
        let walls = if town.fort { 60 } else { 0 };
        walls + if town.city { 800 } else { 450 }
    });
    let yard = land.yard_of(seat).map_or(0, |yard| if yard.port { 250 } else { 100 });
    town + yard
}

/// Value of a building site; small where builders are missing or too few.
fn works(state: &State, seat: Seat, at: Field) -> i64 {
    let Some(site) = state.land(at).site_of(seat) else { return 0 };
    let whole = match site.building {
        Building::Village => 300,
        Building::City => 240,
        Building::Port => 110,
        Building::Dock => 60,
        Building::Fort => 35,
    };
    let hands: u8 = state.player(seat).on(at, Place::Works).map(|stack| stack.n).sum();
    let enough = hands >= crew(state, seat, site.building);
    let done = i64::from(site.points) * 8;
    if enough { whole + done } else { whole / 8 + done }
}

/// Grain needed for the next winter and sowing, compared with what will be available (R19.17).
fn hunger(state: &State, world: &World, seat: Seat) -> i64 {
    if !state.has(Module::FarmYear) {
        return 0;
    }
    let (mut wants, mut has, mut room) = (0, 0, 0);
    for stack in &state.player(seat).stacks {
        let each = match stack.kind() {
            Kind::Merc | Kind::Cors => 0,
            Kind::Cav => 2,
            Kind::Ele => 3,
            _ => 1,
        };
        wants += i64::from(stack.n) * each;
    }
    let spring = state.season() == Season::Spring;
    for at in state.fields() {
        let land = state.land(at);
        if let Some(town) = land.town_of(seat) {
            wants += if town.city { 2 } else { 1 };
            has += i64::from(land.grain);
            room += i64::from(land.grain_room());
        }
        if land.sown == Some(seat) {
            let yields = if spring { at.data().terrain.grain() } else { 0 };
            has += i64::from(land.crop + yields);
        }
    }
    // Grain above the storage limit is lost at the harvest.
    has = has.min(room);
    has += state.fields().filter_map(|at| fish(state.land(at), seat)).sum::<i64>();
    wants += herds(state, seat).map(|(herd, ..): (Herd, _, _)| i64::from(herd.feed())).sum::<i64>();
    let fields = lands(state, world, seat).min(8) as i64;
    if !spring {
        wants += fields;
    }
    (wants - has).max(0) * HUNGER - (has - wants).clamp(0, 12) * 12
}

/// Food value of the fish in a shipyard.
fn fish(land: &Land, seat: Seat) -> Option<i64> {
    land.yard_of(seat).map(|_| i64::from(land.fish) / 2)
}
