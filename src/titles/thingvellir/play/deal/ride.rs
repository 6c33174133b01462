//! Ride: sending, roaming, crossing Districts, arriving (R9).

use super::super::super::state::Step;
use super::super::super::state::facts::{Fact, Quarrel, Rode};
use super::super::super::things::names::{Area, Edge};
use super::super::decide::Run;
use super::feud;

pub fn send(run: &mut Run<'_>, men: u8, edge: Edge) {
    let who = run.doer();
    run.put(Fact::Sent(who, men, edge));
    arrive(run);
}

pub fn march(run: &mut Run<'_>, men: u8, from: Edge, (to, then): (Edge, Option<Edge>)) {
    let who = run.doer();
    let path = std::iter::once(to).chain(then).collect();
    run.put(Fact::Rode(Rode { who, men, from, path }));
    travel(run);
}

/// The area that the band's next leg crosses.
fn crossing(run: &Run<'_>) -> Area {
    let band = &run.state.band;
    let to = band.path[usize::from(band.done)];
    let from = if band.done == 0 { band.from } else { band.path[usize::from(band.done) - 1] };
    from.common(to).unwrap_or(Area::THINGVELLIR)
}

/// Rides on: asks the gothi of a District that is crossed, or crosses (R9.11, R9.13).
pub fn travel(run: &mut Run<'_>) {
    let at = run.state.doer();
    let owner = run.state.owner(crossing(run)).filter(|owner| *owner != at);
    match owner {
        Some(owner) if run.state.has_goods(owner) => run.ask(Step::Challenge, owner),
        _ => cross(run),
    }
}

/// The band has crossed its area.
pub fn cross(run: &mut Run<'_>) {
    let band = run.state.band;
    let who = run.doer();
    if band.done + 1 < band.legs {
        let area = crossing(run);
        run.put(Fact::Crossed(who, area));
        return travel(run);
    }
    run.put(Fact::Reached(who, band.men, band.path[usize::from(band.legs) - 1]));
    arrive(run);
}

pub fn let_pass(run: &mut Run<'_>) {
    let who = run.state.who(run.state.asked());
    run.put(Fact::LetPass(who));
    cross(run);
}

pub fn challenge(run: &mut Run<'_>) {
    let quarrel = Quarrel {
        attacker: run.state.who(run.state.asked()),
        defender: run.doer(),
        men: [0, run.state.band.men],
        edge: None,
        area: Some(crossing(run)),
    };
    feud::start(run, quarrel);
}

/// The band stands on its edge: it fights whoever else stands there, one by one (R9.9, R9.15).
pub fn arrive(run: &mut Run<'_>) {
    let state = &run.state;
    let at = state.doer();
    let edge = state.band.path[usize::from(state.band.legs) - 1];
    let men = state.men(edge, at);
    let foe = state.clockwise(at + 1).find(|other| {
        *other != at && state.men(edge, *other) > 0 && state.band.fought & (1 << other) == 0
    });
    if let Some(foe) = foe.filter(|_| men > 0) {
        let quarrel = Quarrel {
            attacker: state.who(at),
            defender: state.who(foe),
            men: [men, state.men(edge, foe)],
            edge: Some(edge),
            area: None,
        };
        return feud::start(run, quarrel);
    }
    if state.band.fought != 0 {
        let held = men > 0 && state.opposed(edge, at);
        let who = state.who(at);
        run.put(Fact::Halted(who, edge, held));
    }
    run.ask(Step::Ride, at);
}

pub fn hunt_outlaw(run: &mut Run<'_>) {
    let who = run.doer();
    if let Some((card, _)) = run.state.outlaw {
        run.put(Fact::HuntedOutlaw(who, card));
    }
    run.check_fame(who);
    run.ask(Step::Ride, who.at());
}
