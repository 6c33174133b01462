//! Writes a position as a document.

use serde_json::{Map, Value, json};

use super::super::orders;
use super::super::orders::names::seat_word;
use super::super::reckon::world::World;
use super::super::state::State;
use super::super::state::line::SheetLine;
use super::super::state::pact::{Bond, FOR_EVER};
use super::super::things::ids::{Field, Fields};
use ravenpost_rules::Seat;

pub fn write(state: &State) -> Value {
    let world = World::of(state);
    let mut document = Map::new();
    let mut put = |key: &str, value: Value| {
        document.insert(key.to_owned(), value);
    };
    put("step", json!(state.step));
    put("round", json!(state.round));
    put("season", json!(state.season()));
    put("year", json!(state.year()));
    put("order", json!(seats(state.order.iter().copied())));
    put("asked", json!(seats(state.all().filter(|seat| state.asked.has(*seat)))));
    put("done", json!(seats(state.all().filter(|seat| state.done.has(*seat)))));
    put("winter", json!(state.winter));
    put("ice", json!(fields(state, state.ice)));
    put("last", json!(fields(state, state.last)));
    put("seats", by_seat(state, |seat| super::seats::write(state, &world, seat)));
    put("fields", lands(state, &world));
    put("pacts", pacts(state));
    put("offers", offers(state));
    put("drafts", by_seat(state, |seat| lines(&state.drafts[seat.index()])));
    put("kept", by_seat(state, |seat| lines(&state.deferred[seat.index()])));
    put("edits", by_seat(state, |seat| json!(state.edits[seat.index()])));
    put("won", json!(state.won));
    Value::Object(document)
}

fn seats(seats: impl Iterator<Item = Seat>) -> Vec<&'static str> {
    seats.map(seat_word).collect()
}

fn fields(state: &State, set: Fields) -> Vec<&'static str> {
    set.on(state.map()).map(Field::slug).collect()
}

fn by_seat(state: &State, value: impl Fn(Seat) -> Value) -> Value {
    let all = state.all().map(|seat| (seat_word(seat).to_owned(), value(seat)));
    Value::Object(all.collect())
}

fn lines(lines: &[SheetLine]) -> Value {
    json!(lines.iter().map(orders::write).collect::<Vec<_>>())
}

/// Writes every field that is not empty.
fn lands(state: &State, world: &World) -> Value {
    let all = state.fields().map(|at| (at, super::lands::write(state, world, at)));
    let some = all.filter(|(_, land)| !land.is_empty());
    Value::Object(some.map(|(at, land)| (at.slug().to_owned(), Value::Object(land))).collect())
}

fn pacts(state: &State) -> Value {
    let pairs = state.all().flat_map(|one| state.all().map(move |other| (one, other)));
    let paid = |one: Seat, other: Seat| state.tributes[one.index()].has(other);
    let redeemed = |one: Seat, other: Seat| state.redemptions[one.index()].has(other);
    // Payments of this year are remembered even after the pact has ended.
    let known = pairs.filter(|(one, other)| {
        let bound = state.pact(*one, *other).bond != Bond::None;
        one < other && (bound || paid(*one, *other) || redeemed(*one, *other))
    });
    let all = known.map(|(one, other)| {
        let pact = state.pact(one, other);
        let until = if pact.until == FOR_EVER { json!("ever") } else { json!(pact.until) };
        json!({
            "of": [seat_word(one), seat_word(other)],
            "bond": pact.bond,
            "over": pact.superior.map(seat_word),
            "until": until,
            "historic": pact.historic,
            "paid": paid(one, other),
            "redeemed": redeemed(one, other),
        })
    });
    json!(all.collect::<Vec<_>>())
}

fn offers(state: &State) -> Value {
    let pairs = state.all().flat_map(|from| state.all().map(move |to| (from, to)));
    let open = pairs.filter(|(from, to)| state.offer(*from, *to).is_open());
    let all = open.map(|(from, to)| {
        let offer = state.offer(from, to);
        json!({
            "from": seat_word(from),
            "to": seat_word(to),
            "bond": offer.bond,
            "demand": offer.demand,
            "amount": offer.amount,
            "round": offer.round,
        })
    });
    json!(all.collect::<Vec<_>>())
}
