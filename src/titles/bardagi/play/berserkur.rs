//! R9 Berserkur: attacks, defeat and return, retreat, muster; and where driven-out Godis go.

use super::super::orders::{Action, Order};
use super::super::state::facts::{Fact, Took};
use super::super::state::{Aim, Attack, State, Step};
use super::super::things::words::some;
use super::super::things::{Area, Building, Kind, Place, Unit};
use super::run::{Run, no};
use super::{forms, pay, walk};
use crate::rules::{Legal, Refusal};

/// Axe tokens that the first capture of a camp brings (R9.16).
const SPOILS: u8 = 2;

pub fn attack_list(state: &State, at: usize, legal: &mut Legal<Order>) {
    let Some(area) = state.players[at].area_of(Unit::B) else { return };
    if retreat(state, at).is_ok() {
        pay::offer(legal, Action::Retreat, &[Default::default()]);
    }
    let ways = pay::ways(state, at, Action::Axes);
    if ways.is_empty() {
        return;
    }
    for foe in state.places().filter(|foe| duel(state, at, *foe).is_ok()) {
        pay::offer(legal, Action::Duel(foe as u8), &ways);
    }
    if axes(state, at).is_ok() {
        pay::offer(legal, Action::Axes, &ways);
    }
    if take(state, at, 0).is_ok() {
        let price = state.price(area, Aim::Take(0)).total();
        for more in 0..=virki(state, at) - price {
            pay::offer(legal, Action::Take(more), &ways);
        }
    }
}

/// Attacks and the retreat, and musters.
pub fn list(state: &State, at: usize, legal: &mut Legal<Order>) {
    attack_list(state, at, legal);
    muster_list(state, at, legal);
}

pub fn check(state: &State, at: usize, action: Action) -> Result<(), Refusal> {
    match action {
        Action::Duel(foe) => duel(state, at, usize::from(foe)),
        Action::Axes => axes(state, at),
        Action::Take(more) => take(state, at, more),
        Action::Retreat => retreat(state, at),
        _ => muster(state, at, action),
    }
}

fn virki(state: &State, at: usize) -> u8 {
    state.players[at].disks[Building::VIRKI.index()]
}

/// R9.1: only where the Berserkur stands, and never on neutral ground.
fn ground(state: &State, at: usize) -> Result<Area, Refusal> {
    let area = walk::on_board(state, at, Unit::B)?;
    match area.kind() {
        Kind::Sacred => no("R9.1", format!("{} is sacred and neutral ground", area.name())),
        Kind::Home => no("R9.1", format!("{} is a home area; nobody attacks there", area.name())),
        _ => Ok(area),
    }
}

/// R9.3.
fn affordable(state: &State, at: usize, area: Area, aim: Aim) -> Result<(), Refusal> {
    let (price, has) = (state.price(area, aim).total(), virki(state, at));
    if price > has {
        return no("R9.3", format!("that takes {} and your Virki has {has}", some(price, "disk")));
    }
    Ok(())
}

fn duel(state: &State, at: usize, foe: usize) -> Result<(), Refusal> {
    let area = ground(state, at)?;
    if foe == at {
        return no("R9.5", "that is your own colour");
    }
    let meets = foe < usize::from(state.seats) && state.players[foe].area_of(Unit::B) == Some(area);
    if !meets {
        return no("R9.5", format!("no such Berserkur stands on {}", area.name()));
    }
    affordable(state, at, area, Aim::Duel(foe as u8))
}

/// An area that is not the attacker's own (R9.1).
fn foreign(state: &State, at: usize) -> Result<Area, Refusal> {
    let area = ground(state, at)?;
    if state.owner(area) == Some(at) {
        return no("R9.1", format!("{} is your own", area.name()));
    }
    Ok(area)
}

fn axes(state: &State, at: usize) -> Result<(), Refusal> {
    let area = foreign(state, at)?;
    if state.land(area).axes == 0 {
        return no("R9.6", format!("no Axe token lies on {}", area.name()));
    }
    affordable(state, at, area, Aim::Axes)
}

fn take(state: &State, at: usize, more: u8) -> Result<(), Refusal> {
    let area = foreign(state, at)?;
    affordable(state, at, area, Aim::Take(more))
}

fn retreat(state: &State, at: usize) -> Result<(), Refusal> {
    walk::on_board(state, at, Unit::B)?;
    if !state.now.chance.may_retreat() {
        return no("R9.21", "a retreat is the Berserkur's very next order after a duel or axes");
    }
    match state.players[at].entry {
        None => no("R9.21", "he came from nowhere that he could go back to"),
        Some(Place::ABOARD) => no("R9.21", "he came from the sea; his ship takes him for a card"),
        Some(_) => Ok(()),
    }
}

/// Where a driven-out Godi may go.
pub fn refuges(state: &State, at: usize) -> Vec<Order> {
    Area::of(state.refuges(at)).map(Order::Retire).collect()
}

pub fn refuge(state: &State, at: usize, area: Area) -> Result<(), Refusal> {
    if state.refuges(at) & area.bit() != 0 {
        return Ok(());
    }
    if state.attack.is_some_and(|attack| attack.area == area) {
        return no("R10.7", format!("{} is under attack", area.name()));
    }
    no("R10.7", format!("{} is neither yours nor your home", area.name()))
}

fn muster_list(state: &State, at: usize, legal: &mut Legal<Order>) {
    if state.players[at].area_of(Unit::B).is_none() {
        return;
    }
    let owned = state.owned(at);
    let Some(first) = Area::of(owned).next() else { return };
    // All musters cost alike: one look at the ways to pay serves them all.
    let ways = pay::ways(state, at, Action::Lift(first, 1));
    if ways.is_empty() {
        return;
    }
    let before = legal.orders.len();
    let virki = state.players[at].disks[Building::VIRKI.index()];
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
        legal.forms.extend(forms::muster(state, at));
    }
}

fn muster(state: &State, at: usize, action: Action) -> Result<(), Refusal> {
    walk::on_board(state, at, Unit::B)?;
    match action {
        Action::Shift(from, to, count) => {
            own(state, at, from)?;
            own(state, at, to)?;
            if from == to {
                return no("R9.23", "the disks lie there already");
            }
            enough(count, state.land(from).disks, from.name())
        }
        Action::Post(area, count) => {
            own(state, at, area)?;
            let virki = state.players[at].disks[Building::VIRKI.index()];
            enough(count, virki, "your Virki")
        }
        Action::Lift(area, count) => {
            own(state, at, area)?;
            enough(count, state.land(area).disks, area.name())
        }
        _ => Ok(()),
    }
}

fn own(state: &State, at: usize, area: Area) -> Result<(), Refusal> {
    match state.owner(area) {
        Some(owner) if owner == at => Ok(()),
        _ => no("R9.23", format!("{} is not yours", area.name())),
    }
}

fn enough(count: u8, has: u8, place: &str) -> Result<(), Refusal> {
    match count {
        0 => no("R9.23", "at least one disk"),
        _ if count > has => no("R9.23", format!("{place} has {}", some(has, "disk"))),
        _ => Ok(()),
    }
}

pub fn play(run: &mut Run<'_>, at: usize, action: Action) {
    let aim = match action {
        Action::Duel(foe) => Aim::Duel(foe),
        Action::Axes => Aim::Axes,
        Action::Take(more) => Aim::Take(more),
        Action::Retreat => return withdraw(run, at),
        _ => return rearrange(run, at, action),
    };
    let Some(area) = run.state.players[at].area_of(Unit::B) else { return };
    let who = run.who(at);
    run.put(Fact::Attacked(who, area, aim));
    if run.state.attack.is_some_and(|attack| attack.waits != 0) {
        run.go(Step::GodiRetreat);
    } else {
        carry_out(run);
    }
}

/// R9.21.
fn withdraw(run: &mut Run<'_>, at: usize) {
    if let Some(back) = run.state.players[at].entry.and_then(|entry| entry.area()) {
        let who = run.who(at);
        run.put(Fact::Withdrew(who, back));
    }
}

/// A driven-out Godi goes.
pub fn retire(run: &mut Run<'_>, at: usize, area: Area) {
    let who = run.who(at);
    run.put(Fact::Retired(who, area));
}

/// The attack itself, once every Godi has gone. Its price was on the Virki when it was ordered,
/// and nothing in between changes either.
pub fn carry_out(run: &mut Run<'_>) {
    if let Some(attack) = run.state.attack {
        strike(run, attack);
    }
    if run.state.step == Step::GodiRetreat {
        run.go(Step::Act);
    }
}

fn strike(run: &mut Run<'_>, Attack { area, aim, .. }: Attack) {
    let at = run.state.on_turn();
    match aim {
        Aim::Duel(foe) => beat(run, at, usize::from(foe)),
        Aim::Axes => {
            beat_defender(run, at, area);
            break_axes(run, at, area);
        }
        Aim::Take(more) => {
            beat_defender(run, at, area);
            if run.state.land(area).axes > 0 {
                break_axes(run, at, area);
            }
            capture(run, at, area, more);
        }
    }
}

fn beat_defender(run: &mut Run<'_>, at: usize, area: Area) {
    if let Some(foe) = run.state.defender(area) {
        beat(run, at, foe);
    }
}

fn beat(run: &mut Run<'_>, at: usize, foe: usize) {
    let loser = &run.state.players[foe];
    let (paid, lost) = (loser.duel_price(), loser.duel_loss());
    run.put(Fact::Beaten { who: run.who(foe), by: run.who(at), paid, lost });
}

fn break_axes(run: &mut Run<'_>, at: usize, area: Area) {
    let paid = run.state.price(area, Aim::Axes).axes;
    run.put(Fact::AxesBroken { who: run.who(at), area, paid });
}

fn capture(run: &mut Run<'_>, at: usize, area: Area, more: u8) {
    let state = &run.state;
    let price = state.price(area, Aim::Take(more));
    let first =
        area.kind() == Kind::Camp && state.owner(area).is_none() && state.paid & area.bit() == 0;
    run.put(Fact::Took(Took {
        who: state.who(at),
        area,
        from: state.owner(area).map(|owner| state.who(owner)),
        removed: state.land(area).disks,
        paid: price.defence,
        placed: price.placed,
        // As many as the bank still has (R20.3).
        tokens: if first { SPOILS.min(state.axes) } else { 0 },
    }));
}

fn rearrange(run: &mut Run<'_>, at: usize, action: Action) {
    let who = run.who(at);
    match action {
        Action::Shift(from, to, count) => run.put(Fact::Shifted(who, from, to, count)),
        Action::Post(area, count) => run.put(Fact::Posted(who, area, count)),
        Action::Lift(area, count) => run.put(Fact::Lifted(who, area, count)),
        _ => {}
    }
}
