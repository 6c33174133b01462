//! R9 Berserkur: attacks, defeat and return, retreat, muster, and driven-out Godis.

use super::{pay, walk};
use crate::orders::{Action, Order};
use crate::play::forms;
use crate::play::refuse::not_asked;
use crate::play::run::{Run, RunExt};
use crate::state::facts::{AreaTaken, BerserkurDefeated, DisksShifted, Fact};
use crate::state::turn::{Aim, Attack};
use crate::state::{State, Step};
use crate::things::areas::{Area, Place};
use crate::things::kinds::{Building, Kind, Unit};
use crate::things::words::some;
use ravenpost_rules::RefusalCode::{
    AlreadyDone, CannotPay, NoneThere, NotHeld, NotNow, Occupied, WrongAmount, WrongKind,
};
use ravenpost_rules::{Legal, Refusal, Seat};

/// Axe tokens from the first capture of a camp (R9.16).
const SPOILS: u8 = 2;

pub fn attack_list(state: &State, seat: Seat, legal: &mut Legal<Order>) {
    let Some(area) = state.players[seat].area_of(Unit::B) else { return };
    if retreat(state, seat).is_ok() {
        pay::offer(legal, Action::Retreat, &[Default::default()]);
    }
    let ways = pay::ways(state, seat, Action::Axes);
    if ways.is_empty() {
        return;
    }
    for foe in state.seats().filter(|foe| duel(state, seat, *foe).is_ok()) {
        pay::offer(legal, Action::Duel(foe), &ways);
    }
    if axes(state, seat).is_ok() {
        pay::offer(legal, Action::Axes, &ways);
    }
    if take(state, seat, 0).is_ok() {
        let price = state.price(area, Aim::Take(0)).total();
        for more in 0..=virki(state, seat) - price {
            pay::offer(legal, Action::Take(more), &ways);
        }
    }
}

pub fn list(state: &State, seat: Seat, legal: &mut Legal<Order>) {
    attack_list(state, seat, legal);
    muster_list(state, seat, legal);
}

pub fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
    match *action {
        Action::Duel(foe) => duel(state, seat, foe),
        Action::Axes => axes(state, seat),
        Action::Take(more) => take(state, seat, more),
        Action::Retreat => retreat(state, seat),
        _ => muster(state, seat, action),
    }
}

fn virki(state: &State, seat: Seat) -> u8 {
    state.players[seat].disks[Building::VIRKI.index()]
}

/// R9.1: only where the Berserkur is, and never on neutral ground.
fn ground(state: &State, seat: Seat) -> Result<Area, Refusal> {
    let area = walk::on_board(state, seat, Unit::B)?;
    match area.kind() {
        Kind::Sacred => WrongKind
            .refuse("R9.1", format!("{} is a sacred location and neutral ground", area.name())),
        Kind::Home => WrongKind
            .refuse("R9.1", format!("{} is a home area and cannot be attacked", area.name())),
        _ => Ok(area),
    }
}

/// Refuses an attack that the seat cannot pay for (R9.3).
fn affordable(state: &State, seat: Seat, area: Area, aim: Aim) -> Result<(), Refusal> {
    let (price, has) = (state.price(area, aim).total(), virki(state, seat));
    if price > has {
        return CannotPay.refuse(
            "R9.3",
            format!("that needs {}, but your Virki has {has}", some(price, "disk")),
        );
    }
    Ok(())
}

fn duel(state: &State, seat: Seat, foe: Seat) -> Result<(), Refusal> {
    let area = ground(state, seat)?;
    if foe == seat {
        return WrongKind.refuse("R9.5", "that is your own colour");
    }
    let meets = state.has(foe) && state.players[foe].area_of(Unit::B) == Some(area);
    if !meets {
        return NoneThere.refuse("R9.5", format!("that Berserkur is not at {}", area.name()));
    }
    affordable(state, seat, area, Aim::Duel(foe))
}

/// The area of the Berserkur, which must not be the seat's own (R9.1).
fn foreign(state: &State, seat: Seat) -> Result<Area, Refusal> {
    let area = ground(state, seat)?;
    if state.owner(area) == Some(seat) {
        return WrongKind.refuse("R9.1", format!("{} is your own area", area.name()));
    }
    Ok(area)
}

fn axes(state: &State, seat: Seat) -> Result<(), Refusal> {
    let area = foreign(state, seat)?;
    if state.land(area).axes == 0 {
        return NoneThere.refuse("R9.6", format!("there is no Axe token on {}", area.name()));
    }
    affordable(state, seat, area, Aim::Axes)
}

fn take(state: &State, seat: Seat, more: u8) -> Result<(), Refusal> {
    let area = foreign(state, seat)?;
    affordable(state, seat, area, Aim::Take(more))
}

fn retreat(state: &State, seat: Seat) -> Result<(), Refusal> {
    walk::on_board(state, seat, Unit::B)?;
    if !state.now.chance.may_retreat() {
        return NotNow.refuse(
            "R9.21",
            "the Berserkur can retreat only with its very next order after a duel or axes",
        );
    }
    match state.players[seat].entry {
        None => NoneThere.refuse("R9.21", "the Berserkur has no entry area to return to"),
        Some(Place::ABOARD) => WrongKind
            .refuse("R9.21", "the Berserkur came from the sea; board the ship with a card instead"),
        Some(_) => Ok(()),
    }
}

/// The orders for a driven-out Godi: its refuges, or default orders from now on.
pub fn refuges(state: &State, seat: Seat) -> Vec<Order> {
    let refuges = Area::of(state.refuges(seat)).map(Order::Retire);
    refuges.chain([Order::Yield]).collect()
}

pub fn check_refuge(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    let area = match *order {
        Order::Retire(area) => area,
        Order::Yield => return Ok(()),
        _ => return not_asked(state),
    };
    if state.refuges(seat) & area.bit() != 0 {
        return Ok(());
    }
    if state.attack.is_some_and(|attack| attack.area == area) {
        return Occupied.refuse("R10.7", format!("{} is under attack", area.name()));
    }
    NotHeld.refuse("R10.7", format!("{} is neither your area nor your home", area.name()))
}

fn muster_list(state: &State, seat: Seat, legal: &mut Legal<Order>) {
    if state.players[seat].area_of(Unit::B).is_none() {
        return;
    }
    let owned = state.owned(seat);
    let Some(first) = Area::of(owned).next() else { return };
    // All musters cost the same, so the ways to pay are computed once.
    let ways = pay::ways(state, seat, Action::Lift(first, 1));
    if ways.is_empty() {
        return;
    }
    let before = legal.orders.len();
    let virki = state.players[seat].disks[Building::VIRKI.index()];
    for area in Area::of(owned) {
        let disks = state.land(area).disks;
        for to in Area::of(owned & !area.bit()) {
            for count in 1..=disks {
                pay::offer(legal, Action::Shift(area, to, count), &ways);
            }
        }
        for count in 1..=virki {
            pay::offer(legal, Action::Post(area, count), &ways);
        }
        for count in 1..=disks {
            pay::offer(legal, Action::Lift(area, count), &ways);
        }
    }
    if legal.orders.len() > before + forms::LONG {
        legal.forms.extend(forms::muster(state, seat));
    }
}

fn muster(state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
    walk::on_board(state, seat, Unit::B)?;
    match *action {
        Action::Shift(from, to, count) => {
            own(state, seat, from)?;
            own(state, seat, to)?;
            if from == to {
                return AlreadyDone.refuse("R9.23", "the disks are already there");
            }
            enough(count, state.land(from).disks, from.name())
        }
        Action::Post(area, count) => {
            own(state, seat, area)?;
            let virki = state.players[seat].disks[Building::VIRKI.index()];
            enough(count, virki, "your Virki")
        }
        Action::Lift(area, count) => {
            own(state, seat, area)?;
            enough(count, state.land(area).disks, area.name())
        }
        _ => WrongKind.refuse("R9.22", "the Berserkur cannot do that"),
    }
}

fn own(state: &State, seat: Seat, area: Area) -> Result<(), Refusal> {
    match state.owner(area) {
        Some(owner) if owner == seat => Ok(()),
        _ => NotHeld.refuse("R9.23", format!("{} is not yours", area.name())),
    }
}

fn enough(count: u8, has: u8, place: &str) -> Result<(), Refusal> {
    match count {
        0 => WrongAmount.refuse("R9.23", "name at least one disk"),
        _ if count > has => {
            WrongAmount.refuse("R9.23", format!("{place} has {}", some(has, "disk")))
        }
        _ => Ok(()),
    }
}

pub fn play(run: &mut Run<'_>, seat: Seat, action: Action) {
    let aim = match action {
        Action::Duel(foe) => Aim::Duel(foe),
        Action::Axes => Aim::Axes,
        Action::Take(more) => Aim::Take(more),
        Action::Retreat => return withdraw(run, seat),
        _ => return rearrange(run, seat, action),
    };
    let Some(area) = run.state.players[seat].area_of(Unit::B) else { return };
    let who = run.who(seat);
    run.put(Fact::Attacked(who, area, aim));
    if run.state.attack.is_some_and(|attack| !attack.waits.is_empty()) {
        run.go(Step::GodiRetreat);
    } else {
        carry_out(run);
    }
}

/// Returns the Berserkur to its entry area (R9.21).
fn withdraw(run: &mut Run<'_>, seat: Seat) {
    if let Some(back) = run.state.players[seat].entry.and_then(|entry| entry.area()) {
        let who = run.who(seat);
        run.put(Fact::BerserkurRetreated(who, back));
    }
}

/// Moves a driven-out Godi.
pub fn retire(run: &mut Run<'_>, seat: Seat, area: Area) {
    let who = run.who(seat);
    run.put(Fact::GodiRetreated(who, area));
}

/// Carries out the attack once every Godi has left. Its price was on the Virki when it was ordered,
/// and neither can change in between.
pub fn carry_out(run: &mut Run<'_>) {
    if let Some(attack) = run.state.attack {
        strike(run, attack);
    }
    if run.state.step == Step::GodiRetreat {
        run.go(Step::Act);
    }
}

fn strike(run: &mut Run<'_>, Attack { area, aim, .. }: Attack) {
    let seat = run.state.turn;
    match aim {
        Aim::Duel(foe) => defeat(run, seat, foe),
        Aim::Axes => {
            defeat_defender(run, seat, area);
            break_axes(run, seat, area);
        }
        Aim::Take(more) => {
            defeat_defender(run, seat, area);
            if run.state.land(area).axes > 0 {
                break_axes(run, seat, area);
            }
            capture(run, seat, area, more);
        }
    }
}

fn defeat_defender(run: &mut Run<'_>, seat: Seat, area: Area) {
    if let Some(foe) = run.state.defender(area) {
        defeat(run, seat, foe);
    }
}

fn defeat(run: &mut Run<'_>, seat: Seat, foe: Seat) {
    let loser = &run.state.players[foe];
    let (paid, lost) = (loser.duel_price(), loser.duel_loss());
    let (who, by) = (run.who(foe), run.who(seat));
    run.put(Fact::BerserkurDefeated(BerserkurDefeated { who, by, paid, lost }));
}

fn break_axes(run: &mut Run<'_>, seat: Seat, area: Area) {
    let paid = run.state.price(area, Aim::Axes).axes;
    run.put(Fact::AxeTokensRemoved { who: run.who(seat), area, paid });
}

fn capture(run: &mut Run<'_>, seat: Seat, area: Area, more: u8) {
    let state = &run.state;
    let price = state.price(area, Aim::Take(more));
    let first =
        area.kind() == Kind::Camp && state.owner(area).is_none() && state.paid & area.bit() == 0;
    run.put(Fact::AreaTaken(AreaTaken {
        who: state.who(seat),
        area,
        from: state.owner(area).map(|owner| state.who(owner)),
        removed: state.land(area).disks,
        paid: price.defence,
        placed: price.placed,
        // As many as the bank has left (R20.3).
        tokens: if first { SPOILS.min(state.axes) } else { 0 },
    }));
}

fn rearrange(run: &mut Run<'_>, seat: Seat, action: Action) {
    let who = run.who(seat);
    match action {
        Action::Shift(from, to, count) => {
            run.put(Fact::DisksShifted(DisksShifted { who, from, to, disks: count }))
        }
        Action::Post(area, count) => run.put(Fact::DisksPosted(who, area, count)),
        Action::Lift(area, count) => run.put(Fact::DisksLifted(who, area, count)),
        _ => {}
    }
}
