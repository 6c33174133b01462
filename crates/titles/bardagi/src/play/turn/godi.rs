//! R10 Godi and Runes: converting, casting, removing and buying Runes.

use super::kaupmadur::barbarian;
use super::pay;
use crate::orders::{Action, Order};
use crate::play::draw::Piles;
use crate::play::run::{Run, RunExt, cannot_pay};
use crate::state::State;
use crate::state::facts::Fact;
use crate::things::areas::Area;
use crate::things::kinds::{Building, Kind, Rune, Unit};
use crate::things::prices::{CLEANSING, FAITH};
use ravenpost_rules::RefusalCode::{
    AlreadyDone, CannotPay, ExtraWord, MissingWord, NoneThere, NotHeld, NotNow, Occupied, WrongKind,
};
use ravenpost_rules::{Legal, Refusal, Seat};

/// Price of Runes in gold, and how many are drawn for it (R10.21).
const OFFERING: u16 = 2;
const DRAWN: u8 = 3;

pub fn list(state: &State, seat: Seat, legal: &mut Legal<Order>) {
    let mut add = |action| {
        if check(state, seat, &action).is_ok() {
            pay::offer_all(state, seat, action, legal);
        }
    };
    add(Action::Convert);
    add(Action::Runes(Unit::G));
    add(Action::Runes(Unit::K));
    if let Some(area) = state.players[seat].area_of(Unit::G)
        && state.land(area).runes != 0
    {
        Rune::all().for_each(|rune| add(Action::Cleanse(rune)));
    }
    cast_list(state, seat, true, legal);
    cast_list(state, seat, false, legal);
}

/// Casts of every held Rune on every possible target, as the first or second of a cast.
fn cast_list(state: &State, seat: Seat, first: bool, legal: &mut Legal<Order>) {
    if may_cast(state, seat, first).is_err() {
        return;
    }
    let make = |rune, area| if first { Action::Cast(rune, area) } else { Action::Also(rune, area) };
    // All casts cost the same, so the ways to pay are computed once.
    let ways = pay::ways(state, seat, make(Rune::SEA, None));
    if ways.is_empty() {
        return;
    }
    for rune in Rune::all().filter(|rune| state.players[seat].runes[rune.index()] > 0) {
        let owned = Area::of(state.map.areas()).filter(|area| state.owner(*area).is_some());
        let sea = (rune == Rune::SEA).then_some(None);
        for area in sea.into_iter().chain(owned.map(Some)) {
            if target(state, seat, rune, area).is_ok() && marker(state, seat, rune, first).is_ok() {
                pay::offer(legal, make(rune, area), &ways);
            }
        }
    }
}

pub fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
    let player = &state.players[seat];
    match *action {
        Action::Convert => {
            barbarian(state, seat, Unit::G)?;
            let disks = player.disks[Building::HOF.index()];
            if disks < FAITH {
                return CannotPay.refuse(
                    "R10.1",
                    format!("converting needs {FAITH} Hof disks, but you have {disks}"),
                );
            }
            Ok(())
        }
        Action::Runes(unit) => buy(state, seat, unit),
        Action::Cleanse(rune) => cleanse(state, seat, rune),
        Action::Cast(rune, area) => cast(state, seat, rune, area, true),
        Action::Also(rune, area) => cast(state, seat, rune, area, false),
        _ => WrongKind.refuse("R10.22", "the Godi cannot do that"),
    }
}

/// R10.21: Godi or Kaupmadur on a sacred location, once per turn for both together.
fn buy(state: &State, seat: Seat, unit: Unit) -> Result<(), Refusal> {
    let player = &state.players[seat];
    if unit != Unit::G && unit != Unit::K {
        return WrongKind.refuse("R10.21", "only the Godi and the Kaupmadur can buy Runes");
    }
    let here = player.area_of(unit);
    if here.is_none_or(|area| area.kind() != Kind::Sacred) {
        let name = unit.name();
        return WrongKind
            .refuse("R10.21", format!("the {name} can buy Runes only on a sacred location"));
    }
    if state.now.bought_runes {
        return AlreadyDone.refuse("R10.21", "you can buy Runes only once per turn");
    }
    if player.gold < OFFERING {
        return cannot_pay("R10.21", format!("you need {OFFERING} gold to buy Runes"));
    }
    if state.runes.is_empty() {
        return NoneThere.refuse("R20.2", "no Runes are left in the draw pile");
    }
    Ok(())
}

/// R10.20: any Rune on the Godi's area, whichever seat cast it.
fn cleanse(state: &State, seat: Seat, rune: Rune) -> Result<(), Refusal> {
    let player = &state.players[seat];
    let Some(area) = player.area_of(Unit::G) else {
        return NotHeld.refuse("R7.10", "the Godi is not on the board");
    };
    if state.land(area).runes & rune.bit() == 0 {
        return NoneThere
            .refuse("R10.20", format!("there is no {} on {}", rune.name(), area.name()));
    }
    if player.gold < CLEANSING {
        return cannot_pay("R10.20", format!("you need {CLEANSING} gold to remove a Rune"));
    }
    Ok(())
}

fn cast(
    state: &State,
    seat: Seat,
    rune: Rune,
    area: Option<Area>,
    first: bool,
) -> Result<(), Refusal> {
    may_cast(state, seat, first)?;
    if state.players[seat].runes[rune.index()] == 0 {
        return NotHeld.refuse("R10.10", format!("you have no {}", rune.name()));
    }
    marker(state, seat, rune, first)?;
    target(state, seat, rune, area)
}

/// Whether the Godi can cast at all: first with a disk of the Hof, then with the very next order.
fn may_cast(state: &State, seat: Seat, first: bool) -> Result<(), Refusal> {
    let player = &state.players[seat];
    if player.area_of(Unit::G).is_none() {
        return NotHeld.refuse("R7.10", "the Godi is not on the board");
    }
    if first && player.disks[Building::HOF.index()] == 0 {
        return CannotPay.refuse("R10.10", "casting costs 1 Hof disk, and your Hof is empty");
    }
    if !first && !state.now.chance.may_cast_again() {
        return NotNow.refuse("R10.11", "a second Rune must be cast right after the first");
    }
    Ok(())
}

/// Requires a disk to mark the caster of `theirs`. The disk just paid for the cast can be used
/// (R10.16).
fn marker(state: &State, seat: Seat, rune: Rune, first: bool) -> Result<(), Refusal> {
    if rune == Rune::THEIRS && !first && state.players[seat].pile == 0 {
        return NotHeld.refuse("R10.16", "you have no unused disk to mark the Rune");
    }
    Ok(())
}

/// Whether the Rune may go there (R10.12, R10.13, R10.18).
fn target(state: &State, seat: Seat, rune: Rune, area: Option<Area>) -> Result<(), Refusal> {
    let name = rune.name();
    let area = match area {
        None if rune != Rune::SEA => {
            return MissingWord.refuse("R10.12", format!("{name} must be cast on an area"));
        }
        None if state.players[seat].sea => {
            return AlreadyDone.refuse("R10.18", format!("you already have a {name} ready"));
        }
        None => return Ok(()),
        Some(_) if rune == Rune::SEA => {
            return ExtraWord.refuse("R10.18", format!("{name} is not cast on an area"));
        }
        Some(area) => area,
    };
    let place = area.name();
    let Some(owner) = state.owner(area) else {
        return WrongKind.refuse("R10.12", format!("no player owns {place}"));
    };
    if rune.is_curse() && owner == seat {
        return WrongKind.refuse("R10.12", format!("{name} can be cast only on an enemy's area"));
    }
    if !rune.is_curse() && owner != seat {
        return WrongKind
            .refuse("R10.12", format!("{name} can be cast only on an area of your own"));
    }
    if rune != Rune::DEFENCE && !area.kind().yields() {
        return WrongKind.refuse("R10.13", format!("{place} yields nothing"));
    }
    let there = state.land(area).runes;
    if there & rune.bit() != 0 {
        return AlreadyDone.refuse("R10.12", format!("{place} already has a {name}"));
    }
    if rune.is_curse() && there & (Rune::BARREN.bit() | Rune::THEIRS.bit()) != 0 {
        return AlreadyDone.refuse("R10.12", format!("{place} already has a Curse"));
    }
    if guarded(state, seat, area) {
        return Occupied.refuse("R10.12", format!("another player's Godi is on {place}"));
    }
    Ok(())
}

/// Whether another player's Godi is there.
fn guarded(state: &State, seat: Seat, area: Area) -> bool {
    let godi = |other: Seat| state.players[other].area_of(Unit::G);
    state.seats().any(|other| other != seat && godi(other) == Some(area))
}

/// Plays a legal action that is paid for.
pub fn play(run: &mut Run<'_>, seat: Seat, action: Action) {
    let who = run.who(seat);
    match action {
        Action::Convert => {
            if let Some(area) = ground(run, seat) {
                run.put(Fact::Converted(who, area));
            }
        }
        Action::Runes(_) => draw(run, seat),
        Action::Cleanse(rune) => {
            if let Some(area) = ground(run, seat) {
                run.put(Fact::Cleansed(who, area, rune));
                run.shuffle_runes();
            }
        }
        Action::Cast(rune, area) => run.put(Fact::RuneCast { who, rune, area, first: true }),
        Action::Also(rune, area) => run.put(Fact::RuneCast { who, rune, area, first: false }),
        _ => {}
    }
}

fn ground(run: &Run<'_>, seat: Seat) -> Option<Area> {
    run.state.players[seat].area_of(Unit::G)
}

/// Pays, and draws up to three Runes (R10.21, R20.2).
fn draw(run: &mut Run<'_>, seat: Seat) {
    let who = run.who(seat);
    let count = DRAWN.min(run.state.runes.len() as u8);
    run.put(Fact::RunesBought { who, gold: OFFERING as u8, runes: count });
    run.draw_runes(seat, count);
}
