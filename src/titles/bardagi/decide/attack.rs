//! Attacks: Godis go first, then the price list is worked through (chapter 9, R10.7-R10.8).

use super::super::facts::{Fact, Took};
use super::super::names::{Area, Kind, Unit};
use super::super::orders::Action;
use super::super::state::{Aim, Attack, Step};
use super::Run;

/// Axe tokens that the first capture of a camp brings (R9.16).
const SPOILS: u8 = 2;

pub fn play(run: &mut Run<'_>, at: usize, action: Action) {
    let aim = match action {
        Action::Duel(foe) => Aim::Duel(foe),
        Action::Axes => Aim::Axes,
        Action::Take(more) => Aim::Take(more),
        _ => return withdraw(run, at),
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
            defender(run, at, area);
            axes(run, at, area);
        }
        Aim::Take(more) => {
            defender(run, at, area);
            if run.state.land(area).axes > 0 {
                axes(run, at, area);
            }
            take(run, at, area, more);
        }
    }
}

fn defender(run: &mut Run<'_>, at: usize, area: Area) {
    if let Some(foe) = run.state.defender(area) {
        beat(run, at, foe);
    }
}

fn beat(run: &mut Run<'_>, at: usize, foe: usize) {
    let loser = &run.state.players[foe];
    let (paid, lost) = (loser.duel_price(), loser.duel_loss());
    run.put(Fact::Beaten { who: run.who(foe), by: run.who(at), paid, lost });
}

fn axes(run: &mut Run<'_>, at: usize, area: Area) {
    let paid = run.state.price(area, Aim::Axes).axes;
    run.put(Fact::AxesBroken { who: run.who(at), area, paid });
}

fn take(run: &mut Run<'_>, at: usize, area: Area, more: u8) {
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
