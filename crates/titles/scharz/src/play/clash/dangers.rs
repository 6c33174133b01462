//! R11 Clash, part one: retreats and harbours (MOVE-3), then deserts, storms and corsairs.

use super::combat::honour;
use crate::play::march::ships::drown;
use crate::play::march::step::{Phase, arrive, cost, may_start, weather};
use crate::play::run::{Run, RunExt};
use crate::play::units::{UnitChoice, pick, total};
use crate::reckon::seats::{berthed, has_yard, room};
use crate::reckon::world::World;
use crate::state::doctrine::Luck;
use crate::state::facts::{Fact, Roll};
use crate::state::land::BERTHS;
use crate::state::line::slots::Part;
use crate::state::options::Module;
use crate::state::stack::{Place, Stack, hazard_bit, mark};
use crate::state::why::{Cause, How, UnitReason};
use crate::state::{State, Weather, line};
use crate::things::ids::Field;
use crate::things::kinds::{Hazard, Kind, MapId, Season};
use crate::things::tables::Ground;
use ravenpost_rules::RefusalCode::{NotHeld, Occupied, OutOfRange, WrongKind};
use ravenpost_rules::{Refusal, Seat};

/// `retreat`: moves units to a field with a settlement of the same seat, or to its ships (R11.2,
/// R11.3).
pub fn retreat(
    run: &mut Run<'_>,
    world: &World,
    seat: Seat,
    line: &line::Retreat,
) -> Result<(), Refusal> {
    let (state, kind) = (&run.state, line.units.unit.kind);
    may_start(state, world, seat, line.at, Phase::Retreat)?;
    let able = !kind.is_naval() && kind != Kind::Hi && kind != Kind::Sm;
    WrongKind.unless(able, "R11.1", "units of this type cannot retreat")?;
    weather(state, line.at, line.to)?;
    let place = if line.to.is_water() {
        let neighbours = world.borders(state, seat, line.at, line.to);
        OutOfRange.unless(
            neighbours && line.at.is_firm(),
            "R11.3",
            "that is not a sea next to the field",
        )?;
        Occupied.unless(
            !world.foe_ships(seat, line.to),
            "R11.3",
            "there are hostile ships there",
        )?;
        let size = kind.size().unwrap_or(u8::MAX);
        let free = room(state.player(seat), line.to, Place::Afloat);
        let fits = u16::from(line.units.n) * u16::from(size) <= u16::from(free);
        Occupied.unless(fits, "R11.3", "your ships there do not have enough room")?;
        Place::Aboard
    } else {
        let home = state.land(line.to).town_of(seat).is_some();
        NotHeld.unless(home, "R11.2", "you have no completed settlement there")?;
        let way = world.passes(state, seat, kind, line.at, line.to);
        OutOfRange.unless(way, "R6.8", "no border between these fields can be crossed")?;
        Place::Open
    };
    let choice = UnitChoice {
        at: line.at,
        places: &[Place::Open, Place::Works, Place::Inside],
        tired_first: false,
        fit: &|stack| cost(stack, Phase::Retreat).is_some(),
        rule: "R11.1",
        why: "the others have already moved",
    };
    for stack in pick(state.player(seat), line.units, &choice)? {
        let used = cost(&stack, Phase::Retreat).unwrap_or_default();
        run.went(seat, How::Retreat, stack, arrive(stack, line.to, place).mark(used));
    }
    Ok(())
}

/// The mark that a ship's step uses now: the free step of warships first.
fn ship_step(stack: &Stack) -> Option<u16> {
    if stack.kind() == Kind::Ws && !stack.has(mark::SLIPPED) {
        return Some(mark::SLIPPED);
    }
    cost(stack, Phase::Retreat)
}

/// `harbour`: ships go to one of their seat's shipyards, and cargo without a ship goes ashore
/// (R11.4).
pub fn harbour(
    run: &mut Run<'_>,
    world: &World,
    seat: Seat,
    line: &line::Harbour,
) -> Result<(), Refusal> {
    let state = &run.state;
    may_start(state, world, seat, line.at, Phase::Retreat)?;
    let near = line.at.is_water() && world.borders(state, seat, line.at, line.to);
    let own = near && has_yard(state, world, seat, line.to);
    NotHeld.unless(own, "R11.4", "you have no shipyard on that shore")?;
    let free = BERTHS.saturating_sub(berthed(state, seat, line.to));
    Occupied.unless(line.n <= free, "R29.3", "there are not enough free berths")?;
    let choice = UnitChoice {
        at: line.at,
        places: &[Place::Afloat],
        tired_first: false,
        fit: &|stack| stack.kind().is_ship() && ship_step(stack).is_some(),
        rule: "R11.1",
        why: "the others have already sailed",
    };
    for stack in pick(state.player(seat), Part { n: line.n, unit: line.ship }, &choice)? {
        let used = ship_step(&stack).unwrap_or_default();
        run.went(seat, How::Harbour, stack, arrive(stack, line.to, Place::Quay).mark(used));
    }
    crew_ashore(run, seat, line.at, line.to);
    Ok(())
}

/// Moves cargo beyond the capacity of the remaining ships to the shore.
pub fn crew_ashore(run: &mut Run<'_>, seat: Seat, sea: Field, shore: Field) {
    loop {
        let player = run.state.player(seat);
        let size = |one: &Stack| one.kind().size().unwrap_or(1);
        let room = player.count(sea, Place::Afloat, Kind::Ts) * 3;
        let cargo: Vec<Stack> = player.on(sea, Place::Aboard).copied().collect();
        let load: u8 = cargo.iter().map(|one| one.n * size(one)).sum();
        let Some(first) = cargo.first().filter(|_| load > room) else { return };
        let n = (load - room).div_ceil(size(first)).min(first.n);
        let from = first.of(n);
        run.went(seat, How::Carried, from, arrive(from, shore, Place::Open));
    }
}

/// `slip`: warships make their free step to a sea without enemies.
pub fn slip(
    run: &mut Run<'_>,
    world: &World,
    seat: Seat,
    line: &line::Slip,
) -> Result<(), Refusal> {
    let state = &run.state;
    may_start(state, world, seat, line.at, Phase::Retreat)?;
    let seas = line.at.is_water() && line.to.is_water();
    let near = seas && world.borders(state, seat, line.at, line.to);
    WrongKind.unless(
        near && line.ship.kind == Kind::Ws,
        "R11.4",
        "only war ships can slip away from sea to sea",
    )?;
    Occupied.unless(!world.foe_ships(seat, line.to), "R11.4", "there are hostile ships there")?;
    let choice = UnitChoice {
        at: line.at,
        places: &[Place::Afloat],
        tired_first: true,
        fit: &|stack| !stack.has(mark::SLIPPED | mark::STUCK),
        rule: "R11.1",
        why: "the others have already used their free step",
    };
    for stack in pick(state.player(seat), Part { n: line.n, unit: line.ship }, &choice)? {
        let to = arrive(stack, line.to, Place::Afloat).mark(mark::SLIPPED);
        run.went(seat, How::Slip, stack, to);
    }
    Ok(())
}

/// Resolves all dangers in order.
pub fn dangers(run: &mut Run<'_>) {
    passages(run);
    storms(run);
    corsairs(run);
}

/// Whether a harmful die is still harmful after luck was tried (R20.4). Faces from `harm` up do
/// harm.
pub fn roll_again(
    run: &mut Run<'_>,
    seat: Seat,
    at: Field,
    luck: Luck,
    purpose: &str,
    harm: u8,
) -> bool {
    let player = run.state.player(seat);
    if player.luck_left(luck) == 0 || player.pp < 4 || !run.state.has(Module::Prestige) {
        return true;
    }
    tries_again(run, seat, luck);
    let face = run.die(purpose);
    run.put(Fact::DiceRolled(Roll { seat: Some(seat), at, kind: luck, faces: vec![face] }));
    face >= harm
}

/// Spends one reroll for prestige. If doctrine has decided this, its owner is notified (R28.2d).
pub fn tries_again(run: &mut Run<'_>, seat: Seat, luck: Luck) {
    let player = run.state.player(seat);
    let (left, n) = (player.luck_left(luck), player.doctrine().luck[luck.index()]);
    if !player.tries[luck.index()] {
        run.by_doctrine(
            seat,
            line::DoctrineLuck { kind: luck, n },
            line::Luck { kind: luck, n: 1 },
        );
    }
    run.put(Fact::RerollsSet(seat, luck, left.saturating_sub(1)));
    run.prestige(seat, -4, Cause::Reroll);
}

/// Rolls for units one by one and returns the number lost.
fn each(
    run: &mut Run<'_>,
    seat: Seat,
    at: Field,
    luck: Luck,
    n: u8,
    harm: u8,
    purpose: &str,
) -> u8 {
    let faces: Vec<u8> = (0..n).map(|one| run.die(&format!("{purpose} {one}"))).collect();
    let bad = faces.iter().filter(|face| **face >= harm).count();
    run.put(Fact::DiceRolled(Roll { seat: Some(seat), at, kind: luck, faces }));
    let again =
        |one: &usize| roll_again(run, seat, at, luck, &format!("{purpose} again {one}"), harm);
    (0..bad).filter(again).count() as u8
}

/// Dangers for units on neutral fields and those that passed through them (R11.6).
fn passages(run: &mut Run<'_>) {
    let world = World::of(&run.state);
    let oasis = run.state.fields().find(|field| field.data().oasis);
    let lord = oasis.and_then(|oasis| world.holder(&run.state, oasis));
    for field in run.state.fields().filter(|field| field.is_neutral()) {
        let Some(harm) = harm(field) else { continue };
        for seat in run.state.in_order() {
            let bit = hazard_bit(field);
            let all = run.state.player(seat).stacks;
            let there = |one: &&Stack| one.at == field || one.via & bit != 0;
            let stacks: Vec<Stack> = all.iter().filter(there).copied().collect();
            let road = field.ground() == Ground::Neutral(Hazard::Road);
            let safe = run.state.powers(seat).safe_passage || road && lord == Some(seat);
            if stacks.is_empty() || safe || road && pays(run, seat, field, total(&stacks), lord) {
                continue;
            }
            for (number, stack) in stacks.into_iter().enumerate() {
                let purpose = format!("passage {} {seat} {number}", field.slug());
                let lost = each(run, seat, field, Luck::Passage, stack.n, harm, &purpose);
                run.fell(seat, stack.of(lost), UnitReason::Passage, None);
            }
        }
    }
}

/// The lowest die face that destroys units on a neutral field.
fn harm(field: Field) -> Option<u8> {
    match field.ground() {
        Ground::Neutral(Hazard::Barbarorum | Hazard::Road) => Some(6),
        Ground::Neutral(Hazard::Desert) if field.map() == MapId::Orient => Some(5),
        _ => None,
    }
}

/// Whether the toll of a road was ordered and can be paid for all units.
fn pays(run: &mut Run<'_>, seat: Seat, road: Field, units: u8, lord: Option<Seat>) -> bool {
    let player = run.state.player(seat);
    if !player.tolls.has(road) || player.gold() < u16::from(units) {
        return false;
    }
    run.gold(seat, -i32::from(units), Cause::Toll);
    if let Some(lord) = lord {
        run.gold(lord, i32::from(units), Cause::Toll);
    }
    true
}

/// The lowest die face that wrecks ships on a sea now; `None` if it is safe (R11.7).
pub fn storm(state: &State, seat: Seat, sea: Field) -> Option<u8> {
    let stormy = sea.data().stormy;
    if !state.has(Module::Shipwreck) || sea.ground() != Ground::Sea {
        return None;
    }
    match state.season() {
        Season::Autumn if stormy && !state.powers(seat).safe_autumn => Some(6),
        Season::Winter if state.winter[2] == Weather::Bad => Some(if stormy { 4 } else { 5 }),
        Season::Winter if stormy => Some(5),
        _ => None,
    }
}

fn storms(run: &mut Run<'_>) {
    for sea in run.state.fields().filter(|field| field.is_water()) {
        for seat in run.state.in_order() {
            let Some(harm) = storm(&run.state, seat, sea) else { continue };
            let afloat = run.state.player(seat).on(sea, Place::Afloat);
            let ships: Vec<Stack> = afloat.filter(|one| one.kind().is_ship()).copied().collect();
            for (number, stack) in ships.into_iter().enumerate() {
                let purpose = format!("wreck {} {seat} {number}", sea.slug());
                let lost = each(run, seat, sea, Luck::Wreck, stack.n, harm, &purpose);
                run.fell(seat, stack.of(lost), UnitReason::Wrecked, None);
            }
            drown(run, seat, sea, None);
        }
    }
}

/// Corsairs prey on hostile ships (R11.8).
fn corsairs(run: &mut Run<'_>) {
    for sea in run.state.fields().filter(|field| field.is_water()) {
        for pirate in run.state.in_order() {
            let corsairs = run.state.player(pirate).count(sea, Place::Afloat, Kind::Cors);
            for victim in run.state.in_order() {
                if corsairs > 0 && run.state.hostile(pirate, victim) {
                    prey(run, sea, pirate, corsairs, victim);
                }
            }
        }
    }
}

fn prey(run: &mut Run<'_>, sea: Field, pirate: Seat, corsairs: u8, victim: Seat) {
    for unit in 0..corsairs {
        let afloat = run.state.player(victim).on(sea, Place::Afloat);
        let ships: Vec<Stack> = afloat.filter(|one| one.kind().is_ship()).copied().collect();
        for (number, stack) in ships.into_iter().enumerate() {
            let purpose = format!("corsairs {} {pirate} {unit} {victim} {number}", sea.slug());
            let lost = each(run, victim, sea, Luck::Wreck, stack.n, 6, &purpose);
            if lost == 0 {
                continue;
            }
            run.fell(victim, stack.of(lost), UnitReason::Corsairs, Some(pirate));
            honour::destroyed(run, pirate, victim, sea, &[stack.of(lost)]);
        }
    }
    drown(run, victim, sea, None);
}

/// Refuses battle settings for neutral fields.
pub fn is_field_of_war(field: Field) -> Result<(), Refusal> {
    if field.is_neutral() {
        WrongKind.refuse("R6.9", "there is no combat on neutral fields")
    } else {
        Ok(())
    }
}
