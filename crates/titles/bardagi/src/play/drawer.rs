//! What seats left in advance: homes, plans, scripts and build lists, tried when their decision
//! opens (R22.5-R22.7). It stays its owner's: others learn what is done, never why.

use super::super::orders::{Order, parse::parse, write::write};
use super::super::state::facts::Fact;
use super::super::state::{State, Step};
use super::deal::play;
use super::run::{Run, RunExt};
use super::{legal, open, plan, turn};
use ravenpost_rules::{Refusal, Seat};

/// Answers out of the drawer. Says whether anything came of it.
pub fn answer(run: &mut Run<'_>, seat: Seat) -> bool {
    match run.state.step {
        Step::PickHome => home(run, seat),
        Step::Plan => plan(run, seat),
        Step::Act => script(run, seat),
        Step::Build => wish(run, seat),
        _ => false,
    }
}

/// The first colour of the list that is free.
fn home(run: &mut Run<'_>, seat: Seat) -> bool {
    let mut wishes = run.state.drawer[seat].homes.iter().map(|colour| Order::Home(*colour));
    let free = wishes.find(|order| open::check(&run.state, seat, order).is_ok());
    let Some(order) = free else { return false };
    obey(run, seat, "homes", &order);
    true
}

/// The plan that was made before it was due, if it still has as many cards as are due.
fn plan(run: &mut Run<'_>, seat: Seat) -> bool {
    let next = run.state.players[seat].next;
    if next == [0; 4] {
        return false;
    }
    let order = Order::Plan(next);
    match plan::check(&run.state, seat, &order) {
        Ok(()) => obey(run, seat, "next", &order),
        Err(refusal) => {
            let text = write(&run.state, &order);
            stop(run, seat, text, refusal.why);
        }
    }
    true
}

/// The next order of the script; or it stops, and the turn with it if its owner said so.
fn script(run: &mut Run<'_>, seat: Seat) -> bool {
    let Some(text) = run.state.drawer[seat].script.first().cloned() else { return false };
    match judge(&run.state, seat, &text) {
        Ok(order) => {
            let who = run.who(seat);
            run.put(Fact::PreOrderUsed(who, text));
            play(run, seat, &order);
        }
        Err(refusal) => {
            let ends = run.state.drawer[seat].else_done;
            stop(run, seat, text, refusal.why);
            if ends {
                turn::end(run, seat);
            }
        }
    }
    true
}

/// The first tile of the list that can be built; none can: nothing is built. What was not built
/// stays on the list for later rounds.
fn wish(run: &mut Run<'_>, seat: Seat) -> bool {
    let wishes = run.state.drawer[seat].build.clone();
    if wishes.is_empty() {
        return false;
    }
    for text in wishes {
        if let Ok(order) = judge(&run.state, seat, &text) {
            let who = run.who(seat);
            run.put(Fact::PreOrderUsed(who, text));
            play(run, seat, &order);
            return true;
        }
    }
    obey(run, seat, "wish", &Order::Pass);
    true
}

/// Reads and judges an order that was left.
fn judge(state: &State, seat: Seat, text: &str) -> Result<Order, Refusal> {
    let order = parse(state, seat, text).map_err(|mut wrong| wrong.remove(0))?;
    legal::check(state, seat, &order).map(|()| order)
}

fn stop(run: &mut Run<'_>, seat: Seat, text: String, why: String) {
    let who = run.who(seat);
    run.put(Fact::PreOrderStopped { who, order: text, reason: why });
}

/// Says what answers, by the word it is ordered with, and plays the order.
fn obey(run: &mut Run<'_>, seat: Seat, by: &str, order: &Order) {
    let (who, text) = (run.who(seat), write(&run.state, order));
    run.put(Fact::AutoAnswered { who, by: by.to_owned(), order: text });
    play(run, seat, order);
}
