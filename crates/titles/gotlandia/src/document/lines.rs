//! Reads what documents write as orders: sealed orders, instructions, forced answers.

use serde::Deserialize;

use super::super::orders::{Order, parse};
use super::super::state::State;
use super::super::state::plays::{Forced, ForcedAnswer, SealedOrder};
use super::super::things::goods::Goods;
use super::parts::seat;
use super::seats;
use ravenpost_rules::Seat;
use ravenpost_rules::doc::Doc;

pub fn read(state: &mut State, doc: &Doc) {
    for (seat, own) in seats::seat_tables(state, doc) {
        standing(state, seat, &own);
        let sealed = sealed(state, seat, &own);
        state.of_mut(seat).sealed = sealed;
    }
    for value in doc.values("forced").unwrap_or_default() {
        let Ok((colour, line)) = <(String, String)>::deserialize(value) else {
            doc.slips().add(format!("forced: {value} is not a colour with an order"));
            continue;
        };
        let answer = seat(state, doc, &colour)
            .and_then(|seat| Some(ForcedAnswer(seat, forced(state, seat, doc, &line)?)));
        match answer {
            Some(_) if state.forced.is_full() => doc.slips().add("forced: too many".to_owned()),
            Some(answer) => state.forced.push(answer),
            None => {}
        }
    }
}

fn order(state: &State, seat: Seat, doc: &Doc, line: &str) -> Option<Order> {
    // A seat that has nothing to lose: this cannot be given as an order.
    if line.trim() == "lose" {
        return Some(Order::Lose(Goods::NONE));
    }
    match parse::parse(state, seat, line) {
        Ok(order) => Some(order),
        Err(wrong) => doc.slip(&wrong[0]),
    }
}

fn standing(state: &mut State, seat: Seat, own: &Doc) {
    let Some(part) = own.part_by_name("standing") else { return };
    for (name, _) in part.entries() {
        let Some(line) = part.text(name) else { continue };
        match order(state, seat, &part, line) {
            Some(Order::Standing(change)) => {
                let standing = state.of(seat).standing.with(&change);
                state.of_mut(seat).standing = standing;
            }
            Some(_) => part.slips().add(format!("{name}: not an instruction: {line:?}")),
            None => {}
        }
    }
}

fn sealed(state: &State, seat: Seat, own: &Doc) -> Option<SealedOrder> {
    let line = own.text("sealed")?;
    Some(match order(state, seat, own, line)? {
        Order::Rep(reputation, choice) => SealedOrder::Reputation { reputation, choice },
        Order::Lose(goods) => SealedOrder::Lose { goods },
        Order::Keep(district) => SealedOrder::Keep { district },
        Order::End { grow, bury } => SealedOrder::End { grow, bury },
        _ => return own.slip(format!("not an order to be sealed: {line:?}")),
    })
}

fn forced(state: &State, seat: Seat, doc: &Doc, line: &str) -> Option<Forced> {
    Some(match order(state, seat, doc, line)? {
        Order::Play(play) => Forced::Play(play),
        Order::Lose(goods) => Forced::Lose(goods),
        Order::Keep(district) => Forced::Keep(district),
        Order::Pirate(dir) => Forced::Pirate(dir),
        Order::Sink(dir) => Forced::Sink(dir),
        Order::Steal(from) => Forced::Steal(from),
        Order::RaidDone => Forced::RaidDone,
        Order::Trouble(None) => Forced::NoTrouble,
        Order::End { .. } => Forced::End,
        Order::No => Forced::NoFollowUp,
        _ => return doc.slip(format!("forced: not an answer: {line:?}")),
    })
}
