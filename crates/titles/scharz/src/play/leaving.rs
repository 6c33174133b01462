//! R30 Leaving the game: eliminated seats, and the end when no player is left.

use super::super::reckon::seats::herds;
use super::super::state::Step;
use super::super::state::facts::Pen;
use super::super::state::facts::{Fact, Verdict, VictoryKind};
use super::super::state::why::{Herding, Lot};
use super::clash::ruin;
use super::run::Run;
use super::victory::is_on_board;
use ravenpost_rules::Seat;

/// Eliminates seats without units and settlements. Returns whether this ends the game.
pub fn eliminate(run: &mut Run<'_>) -> bool {
    let lost: Vec<Seat> =
        run.state.alive().filter(|seat| !is_on_board(&run.state, *seat)).collect();
    for seat in lost {
        leave(run, seat);
    }
    let alive: Vec<Seat> = run.state.alive().collect();
    let more_to_come = run.state.all().any(|seat| run.state.player(seat).late);
    let resigned = |seat: &Seat| run.state.player(*seat).resigned;
    let (winners, by) = match alive[..] {
        _ if more_to_come => return false,
        [] => (Vec::new(), VictoryKind::NoSurvivor),
        _ if alive.iter().all(resigned) => (Vec::new(), VictoryKind::AllResigned),
        [last] => (vec![last], VictoryKind::LastSurvivor),
        _ => return false,
    };
    run.put(Fact::GameEnded(Verdict { winners, by }));
    true
}

/// Handles seats given up by their players. If no player is left, the game stops (R30.4).
pub fn on_seats_left(run: &mut Run<'_>, gone: &[Seat]) {
    let state = &run.state;
    let left = |seat: Seat| !gone.contains(&seat) && !state.player(seat).resigned;
    let played = state.all().any(|seat| left(seat) && !state.player(seat).out);
    // Giving up a seat before the game begins does not end the game.
    if !played && !state.over() && state.step != Step::Blank {
        run.put(Fact::GameEnded(Verdict { winners: Vec::new(), by: VictoryKind::AllResigned }));
    }
}

/// A seat resigns: its later lines are not played, and it makes no more pacts (R30.3).
pub fn resign(run: &mut Run<'_>, seat: Seat) {
    run.put(Fact::Resigned(seat));
    close_offers(run, seat);
}

fn close_offers(run: &mut Run<'_>, seat: Seat) {
    for other in run.state.all().filter(|other| *other != seat) {
        for (from, to) in [(seat, other), (other, seat)] {
            if run.state.offer(from, to).is_open() {
                run.put(Fact::OfferClosed(from, to));
            }
        }
    }
}

/// Removes what a seat leaves behind.
fn leave(run: &mut Run<'_>, seat: Seat) {
    for at in run.state.fields() {
        if run.state.land(at).site_of(seat).is_some() {
            ruin::drop_site(run, at, Lot::Abandoned);
        }
        if run.state.land(at).yard_of(seat).is_some() {
            run.put(Fact::ShipyardChanged(at, None, Lot::Abandoned));
            ruin::spill(run, at);
        }
    }
    let strays: Vec<_> = herds(&run.state, seat).collect();
    for (herd, at, stable) in strays {
        run.put(Fact::HerdRemoved(seat, herd, Pen { at, stable }, Herding::Lost));
    }
    for other in run.state.all().filter(|other| *other != seat) {
        if !run.state.hostile(seat, other) {
            run.put(Fact::PactEnded(seat, other));
        }
    }
    close_offers(run, seat);
    run.put(Fact::Eliminated(seat));
}
