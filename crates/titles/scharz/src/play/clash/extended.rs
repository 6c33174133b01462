//! R23 Extended modules: attrition, experience and spoils. Morale and command are part of the
//! strike.

use super::dangers::roll_again;
use super::ruin;
use crate::play::march::ships::drown_all;
use crate::play::run::{Run, RunExt};
use crate::reckon::links::Links;
use crate::reckon::world::World;
use crate::state::doctrine::{Kinds, Luck, place_in};
use crate::state::facts::{Fact, Roll};
use crate::state::line;
use crate::state::line::slots::Pupils;
use crate::state::options::Module;
use crate::state::stack::{Place, Stack, mark, sorted};
use crate::state::why::{Cause, How, Lot, UnitReason, Use};
use crate::things::ids::Field;
use crate::things::kinds::{Good, Kind, Level, Mode, Season, Terrain};
use crate::things::units::Unit;
use ravenpost_rules::Seat;

/// After a fight, as many survivors gain experience as enemies were destroyed (R23.3).
pub fn learn(run: &mut Run<'_>, seat: Seat, fought: &[Stack], destroyed: u8) {
    if !run.state.has(Module::Experience) || destroyed == 0 {
        return;
    }
    let train = run.state.player(seat).doctrine().train;
    let able = |one: &&Stack| !one.has(mark::TRAINED) && one.unit.level.next().is_some();
    let able: Vec<Stack> = fought.iter().filter(able).copied().collect();
    let mode = run.state.options.mode;
    let chosen = pupils(&able, &train, destroyed, mode);
    // Doctrine is not recorded where its choice makes no difference.
    if sorted(&chosen) != sorted(&pupils(&able, &Kinds::new(), destroyed, mode)) {
        let by = line::DoctrineTrain { kinds: Pupils(train) };
        run.by_doctrine(seat, by, by);
    }
    for from in chosen {
        let level = from.unit.level.next().unwrap_or_default();
        let unit = Unit { level, ..from.unit };
        run.went(seat, How::Train, from, Stack { unit, ..from }.mark(mark::TRAINED));
    }
}

/// The units that gain experience, in the order of the list; without a list, recruits first.
fn pupils(able: &[Stack], train: &Kinds, many: u8, mode: Mode) -> Vec<Stack> {
    let mut able = able.to_vec();
    able.sort_by_key(|one| {
        let listed = if train.is_empty() {
            usize::from(one.unit.level != Level::Recruit)
        } else {
            place_in(train, one)
        };
        (listed, std::cmp::Reverse(one.kind().value(mode)), one.unit.level.rank())
    });
    let mut left = many;
    let learns = |stack: Stack| {
        let n = stack.n.min(left);
        left -= n;
        stack.of(n)
    };
    able.into_iter().map(learns).filter(|stack| stack.n > 0).collect()
}

/// Awards gold for a won fight, by the total prestige of both sides (R23.5).
pub fn spoils(run: &mut Run<'_>, winner: Seat, prestige: u16) {
    let both = run.state.has(Module::Spoils) && run.state.has(Module::Prestige);
    let gold = match prestige {
        0..=9 => 0,
        10..=29 => 1,
        _ => 2,
    };
    if both && gold > 0 {
        run.gold(winner, gold, Cause::Spoils);
    }
}

/// Attrition (R23.1) in mountains, without supply and in sieges, each with its own dice.
pub fn attrition(run: &mut Run<'_>) {
    if !run.state.has(Module::Attrition) {
        return;
    }
    let world = World::of(&run.state);
    for seat in run.state.in_order() {
        let spared = run.state.powers(seat).no_attrition_first_year && run.state.year() <= 2;
        let links = Links::of(&run.state, &world, seat);
        let stacks = run.state.player(seat).stacks;
        for (number, stack) in stacks.iter().enumerate().filter(|_| !spared) {
            let dice = threats(&world, &links, stack) * dice(stack.kind());
            let purpose = format!("attrition {} {seat} {number}", stack.at.slug());
            let lost = (0..stack.n)
                .filter(|one| wastes(run, seat, stack.at, dice, &format!("{purpose} {one}")))
                .count() as u8;
            run.fell(seat, stack.of(lost), UnitReason::Attrition, None);
        }
    }
    drown_all(run);
    if run.state.season() != Season::Winter {
        besieged(run, &world);
    }
}

/// Number of rolls of a unit for each reason.
fn dice(kind: Kind) -> u8 {
    match kind {
        Kind::Cav => 2,
        Kind::Ele => 3,
        _ => 1,
    }
}

/// Number of the reasons (a) and (b) that apply to a unit.
fn threats(world: &World, links: &Links, stack: &Stack) -> u8 {
    let brown = stack.at.is_land() && stack.at.data().terrain == Terrain::Brown;
    let steep = brown && stack.kind().charges();
    let shut = world.encircled.has(stack.at) && stack.place == Place::Inside;
    let lost = !links.supplies(stack.at) && !shut;
    u8::from(steep) + u8::from(lost)
}

/// Whether one of the dice is a 6 and luck does not change it.
fn wastes(run: &mut Run<'_>, seat: Seat, at: Field, dice: u8, purpose: &str) -> bool {
    if dice == 0 {
        return false;
    }
    let faces: Vec<u8> = (0..dice).map(|n| run.die(&format!("{purpose} {n}"))).collect();
    let bad = faces.contains(&6);
    let kind = Luck::Attrition;
    run.put(Fact::DiceRolled(Roll { seat: Some(seat), at, kind, faces }));
    bad && roll_again(run, seat, at, kind, &format!("{purpose} again"), 6)
}

/// Reason (c): on a 6, a besieged settlement or unit must be fed at once.
fn besieged(run: &mut Run<'_>, world: &World) {
    for field in world.encircled.on(run.state.map()) {
        let Some(town) = run.state.land(field).town else { continue };
        let seat = town.owner;
        let inside: Vec<Stack> = run.state.player(seat).on(field, Place::Inside).copied().collect();
        let purpose = format!("besieged {} {seat}", field.slug());
        for (number, stack) in inside.into_iter().enumerate() {
            let dice = dice(stack.kind());
            let hungry = (0..stack.n)
                .filter(|one| wastes(run, seat, field, dice, &format!("{purpose} {number} {one}")))
                .count();
            for _ in 0..hungry {
                if !eat(run, field, 1) {
                    run.fell(seat, stack.of(1), UnitReason::Attrition, None);
                }
            }
        }
        let dice = if town.city { 2 } else { 1 };
        let hungry = wastes(run, seat, field, dice, &format!("{purpose} settlement"));
        if hungry && !eat(run, field, dice) {
            sacrifice(run, seat, field);
        }
    }
}

/// Takes food from the stores of a besieged settlement: grain, or two fish for one.
pub fn eat(run: &mut Run<'_>, field: Field, food: u8) -> bool {
    let land = run.state.land(field);
    let (grain, fish) = (land.grain, land.fish);
    let from_fish = (fish / 2).min(food);
    let rest = food - from_fish;
    if rest > grain {
        return false;
    }
    if from_fish > 0 {
        run.put(Fact::StoreChanged(field, Good::Fish, fish - 2 * from_fish, Use::Eaten));
    }
    if rest > 0 {
        run.put(Fact::StoreChanged(field, Good::Grain, grain - rest, Use::Eaten));
    }
    true
}

/// A unit inside takes the loss instead of the settlement. Without one, the settlement is lost.
fn sacrifice(run: &mut Run<'_>, seat: Seat, field: Field) {
    let mode = run.state.options.mode;
    let inside = run.state.player(seat).on(field, Place::Inside).copied();
    match inside.min_by_key(|stack| (stack.kind().value(mode), stack.unit)) {
        Some(stack) => run.fell(seat, stack.of(1), UnitReason::Attrition, None),
        None => ruin::vanish(run, field, Lot::Attrition),
    }
}
