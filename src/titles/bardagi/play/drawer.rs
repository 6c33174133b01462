//! What seats left in advance: homes, plans, scripts and build lists, tried when their decision
//! opens (R22.5-R22.7). It stays its owner's: others learn what is done, never why.

use super::super::orders::{Order, parse::parse, write::write};
use super::super::state::facts::Fact;
use super::super::state::{State, Step};
use super::deal::play;
use super::run::Run;
use super::{legal, open, plan, turn};
use crate::rules::{Refusal, Seat};

/// Answers out of the drawer. Says whether anything came of it.
pub fn answer(run: &mut Run<'_>, at: usize) -> bool {
    match run.state.step {
        Step::PickHome => home(run, at),
        Step::Plan => plan(run, at),
        Step::Act => script(run, at),
        Step::Build => wish(run, at),
        _ => false,
    }
}

/// The first colour of the list that is free.
fn home(run: &mut Run<'_>, at: usize) -> bool {
    let wishes = run.state.drawer[at].homes.clone();
    let free = wishes.into_iter().find(|wish| open::check(&run.state, *wish).is_ok());
    let Some(colour) = free else { return false };
    obey(run, at, &Order::Home(colour));
    true
}

/// The plan that was made before it was due, if it still has as many cards as are due.
fn plan(run: &mut Run<'_>, at: usize) -> bool {
    let next = run.state.players[at].next;
    if next == [0; 4] {
        return false;
    }
    let order = Order::Plan(next);
    match plan::check(&run.state, next) {
        Ok(()) => obey(run, at, &order),
        Err(refusal) => {
            let text = write(&run.state, &order);
            stop(run, at, text, refusal.why);
        }
    }
    true
}

/// The next order of the script; or it stops, and the turn with it if its owner said so.
fn script(run: &mut Run<'_>, at: usize) -> bool {
    let Some(text) = run.state.drawer[at].script.first().cloned() else { return false };
    match judge(&run.state, at, &text) {
        Ok(order) => {
            let who = run.who(at);
            run.put(Fact::Taken(who, text));
            play(run, at, &order);
        }
        Err(refusal) => {
            let ends = run.state.drawer[at].else_done;
            stop(run, at, text, refusal.why);
            if ends {
                turn::end(run, at);
            }
        }
    }
    true
}

/// The first tile of the list that can be built; none can: nothing is built. What was not built
/// stays on the list for later rounds.
fn wish(run: &mut Run<'_>, at: usize) -> bool {
    let wishes = run.state.drawer[at].build.clone();
    if wishes.is_empty() {
        return false;
    }
    for text in wishes {
        if let Ok(order) = judge(&run.state, at, &text) {
            let who = run.who(at);
            run.put(Fact::Taken(who, text));
            play(run, at, &order);
            return true;
        }
    }
    obey(run, at, &Order::Pass);
    true
}

/// Reads and judges an order that was left.
fn judge(state: &State, at: usize, text: &str) -> Result<Order, Refusal> {
    let order = parse(state, Seat::at(at), text).map_err(|mut wrong| wrong.remove(0))?;
    legal::check(state, at, &order).map(|()| order)
}

fn stop(run: &mut Run<'_>, at: usize, text: String, why: String) {
    let who = run.who(at);
    run.put(Fact::Stopped(who, text, why));
}

fn obey(run: &mut Run<'_>, at: usize, order: &Order) {
    let who = run.who(at);
    run.put(Fact::Obeyed(who));
    play(run, at, order);
}
