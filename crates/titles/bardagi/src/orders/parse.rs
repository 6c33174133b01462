//! Parses orders as players write them (R23). Every text results in an order or in refusals.

use super::super::reckon::ask::is_asked;
use super::super::state::{State, Step};
use super::counted::{CLAIM, RECRUIT, counted, mix};
use super::reader::{Reader, unit};
use super::{Line, Order, parse_aside, parse_turn};
use ravenpost_rules::text::reader::Word;
use ravenpost_rules::text::spelling::nearest;
use ravenpost_rules::{Refusal, RefusalCode, Seat};

/// The first words of orders.
const LEADS: [&str; 19] = [
    "plan", "home", "swap", "done", "retreat", "accept", "decline", "yield", "build", "pass",
    "claim", "recruit", "axe", "drop", "stand", "script", "wish", "homes", "next",
];

/// Parses one order for a seat.
pub fn parse(state: &State, seat: Seat, text: &str) -> Result<Order, Vec<Refusal>> {
    let mut reader = Reader::new(state, text);
    let order = order(state, seat, &mut reader);
    reader.done(order)
}

fn order(state: &State, seat: Seat, reader: &mut Reader<'_>) -> Option<Order> {
    let Some(Word { plain: lead, raw }) = reader.take() else {
        reader.missing("the order is missing");
        return None;
    };
    if let Some(unit) = unit(&lead) {
        return parse_turn::action(reader, unit);
    }
    Some(match &*lead {
        "plan" => Order::Plan(mix(reader, "plan")?),
        "home" => Order::Home(reader.colour()?),
        "swap" => return parse_turn::swap(reader),
        "done" | "pass" => closing(state, seat, &lead),
        "retreat" => Order::Retire(reader.area()?),
        "accept" => Order::Accept,
        "decline" => Order::Decline,
        "yield" => Order::Yield,
        "build" => return build(reader),
        "claim" => {
            let [sheep, cattle, tokens] = counted(reader, ["s", "c", "a"], &CLAIM)?;
            Order::Claim(sheep, cattle, tokens)
        }
        "recruit" => Order::Recruit(counted(reader, ["v", "h", "s"], &RECRUIT)?),
        "axe" => Order::Axe(reader.area()?),
        "drop" => Order::Drop(line(reader)?),
        "stand" | "standing" => Order::Standing(parse_aside::standing(reader)?),
        "script" => Order::Later(parse_aside::script(reader, |part| parse(state, seat, part))?),
        "wish" => Order::Later(parse_aside::wish(reader)?),
        "homes" => Order::Later(parse_aside::homes(reader)?),
        "next" => Order::Later(parse_aside::next(reader)?),
        _ => {
            unknown(reader, &lead, raw);
            return None;
        }
    })
}

/// Reports an unknown first word: the unit may be missing, or the word may be misspelt.
fn unknown(reader: &mut Reader<'_>, lead: &str, raw: &str) {
    let units = parse_turn::units_that(lead);
    let rest = reader.rest();
    let refusal = if units.is_empty() {
        let near = nearest(lead, LEADS, 4);
        let refusal =
            Refusal::new("is not the first word of a move").code(RefusalCode::UnknownOrder);
        refusal.instead(near.into_iter().map(str::to_owned))
    } else {
        let why = "needs the unit's letter before it: b, g, k or n";
        let forms = units.iter().map(|unit| format!("{} {lead} {rest}", unit.slug()));
        let refusal = Refusal::new(why).code(RefusalCode::MissingWord);
        refusal.instead(forms.map(|form| form.trim_end().to_owned()))
    };
    reader.wrong(refusal.subject(raw).rule("R23.3"));
}

/// `done` and `pass` are accepted for each other where only one is possible.
fn closing(state: &State, seat: Seat, word: &str) -> Order {
    let asked = is_asked(state, seat);
    match state.step {
        Step::Build if asked => Order::Pass,
        Step::Act | Step::Claim if asked => Order::Done,
        _ if word == "pass" => Order::Pass,
        _ => Order::Done,
    }
}

/// Reads which line of a Claim sheet is dropped.
fn line(reader: &mut Reader<'_>) -> Option<Line> {
    let words = ["claim", "recruit", "axe"];
    let read = |word: &str| words.iter().position(|known| *known == word);
    Some(match reader.read("a line of the Claim sheet", read, &words)? {
        0 => Line::Claim,
        1 => Line::Recruit,
        _ => Line::Axe(reader.area()?),
    })
}

fn build(reader: &mut Reader<'_>) -> Option<Order> {
    let tile = reader.tile();
    let old = if reader.skip("for") { Some(reader.tile()?) } else { None };
    Some(Order::Build(tile?, old))
}
