//! R16 The Long Dark Winter, which has no decisions.

use super::super::state::facts::Fact;
use super::super::state::progress::{End, Step};
use super::super::state::{LAST_ROUND, STILL};
use super::super::things::names::Colour;
use super::action::outlaw;
use super::run::{Run, RunExt};
use ravenpost_rules::Seat;

pub fn play(run: &mut Run<'_>) {
    outlaw::roam(run);
    let speaker = run.state.speaker;
    for seat in run.state.clockwise(speaker) {
        score(run, seat);
    }
    run.put(Fact::Recovered);
    for seat in run.state.clockwise(speaker) {
        if run.state.all_farms(seat) == 0 && run.state.edges.afield(seat) == 0 {
            let who = run.state.who(seat);
            run.put(Fact::Eliminated(who));
        }
    }
    let left: Vec<Seat> = run.state.players().collect();
    if let [last] = left.as_slice() {
        let who = run.state.who(*last);
        run.put(Fact::GameEnded(End::LastSeat(who)));
    }
    if left.is_empty() || run.state.round >= LAST_ROUND {
        run.put(Fact::GameEnded(End::LastWinter));
    }
    if run.state.round >= run.state.stirred + STILL {
        run.put(Fact::GameEnded(End::NoWordfame));
    }
    if run.state.over() {
        return;
    }
    let next = run.state.after(speaker).next().unwrap_or(speaker);
    let (who, round) = (run.state.who(next), run.state.round + 1);
    run.put(Fact::LawspeakerNamed(who));
    run.put(Fact::RoundStarted(round));
    run.ask(Step::Propose, next);
}

/// Awards one Wordfame for each colour in which a seat has more farms than all its neighbours
/// (R16.3).
fn score(run: &mut Run<'_>, seat: Seat) {
    let state = &run.state;
    let neighbours = state.neighbours(seat);
    if neighbours.is_empty() {
        return;
    }
    let leads = |colour: &Colour| {
        let mine = state.sheep(seat, *colour);
        mine > 0 && neighbours.iter().all(|other| state.sheep(other, *colour) < mine)
    };
    let colours: Vec<Colour> = Colour::all().filter(leads).collect();
    if !colours.is_empty() {
        let who = state.who(seat);
        run.put(Fact::Scored(who, colours));
        run.check_fame(who);
    }
}
