//! Pre-orders: homes, plans, scripts and build lists, tried when their decision opens
//! (R22.5-R22.7). They are secret: other seats see what is done, but not why.

use crate::orders::{Order, parse::parse, write::write};
use crate::play::deal::play;
use crate::play::phases::plan;
use crate::play::run::{Run, RunExt};
use crate::play::{legal, open, turn};
use crate::state::facts::Fact;
use crate::state::{State, Step};
use ravenpost_rules::{Refusal, RefusalCode, Seat};

/// Answers with a pre-order. Returns whether there was one that applied.
pub fn answer(run: &mut Run<'_>, seat: Seat) -> bool {
    match run.state.step {
        Step::PickHome => home(run, seat),
        Step::Plan => plan(run, seat),
        Step::Act => script(run, seat),
        Step::Build => wish(run, seat),
        _ => false,
    }
}

/// Picks the first free colour of the list.
fn home(run: &mut Run<'_>, seat: Seat) -> bool {
    let mut wishes = run.state.drawer[seat].homes.iter().map(|colour| Order::Home(*colour));
    let free = wishes.find(|order| open::check(&run.state, seat, order).is_ok());
    let Some(order) = free else { return false };
    obey(run, seat, "homes", &order);
    true
}

/// Plays the plan made in advance, if it has the required number of cards.
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
            stop(run, seat, text, refusal);
        }
    }
    true
}

/// Plays the next order of the script, or stops it, and ends the turn if the owner chose so.
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
            stop(run, seat, text, refusal);
            if ends {
                turn::end(run, seat);
            }
        }
    }
    true
}

/// Builds the first possible tile of the list, or nothing. Tiles that were not built stay on the
/// list.
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

/// Parses and judges a pre-order.
fn judge(state: &State, seat: Seat, text: &str) -> Result<Order, Refusal> {
    let order = parse(state, seat, text).map_err(|mut wrong| wrong.remove(0))?;
    legal::check(state, seat, &order).map(|()| order)
}

fn stop(run: &mut Run<'_>, seat: Seat, text: String, refusal: Refusal) {
    let (who, code) = (run.who(seat), refusal.or_code(RefusalCode::NotLegal).code);
    run.put(Fact::PreOrderStopped { who, order: text, code });
}

/// Records which kind of pre-order answers, and plays the order.
fn obey(run: &mut Run<'_>, seat: Seat, by: &str, order: &Order) {
    let (who, text) = (run.who(seat), write(&run.state, order));
    run.put(Fact::AutoAnswered { who, by: by.to_owned(), order: text });
    play(run, seat, order);
}
