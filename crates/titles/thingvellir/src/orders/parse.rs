//! R25 Notation: parses orders as players write them. Every text results in an order or in
//! refusals.

use super::super::reckon::ask;
use super::super::state::State;
use super::super::state::progress::Step;
use super::super::things::names::{Edge, Kind, Statute, thingmen};
use super::reader::{Reader, faction, side};
use super::standing::standing;
use super::{Gift, Order, Slaughter, write};
use ravenpost_rules::RefusalCode::{Ambiguous, MissingWord, NotNow, WrongAmount, WrongKind};
use ravenpost_rules::list::List;
use ravenpost_rules::text::reader::number;
use ravenpost_rules::{Refusal, RefusalCode, Seat};

/// Parses one order for a seat.
pub fn parse(state: &State, seat: Seat, text: &str) -> Result<Order, Vec<Refusal>> {
    let mut reader = Reader::new(text);
    let order = order(state, seat, &mut reader);
    reader.end(order)
}

/// The first words of orders, in the order in which they are offered.
pub const LEADS: [&str; 44] = [
    "side",
    "propose",
    "support",
    "sue",
    "settle",
    "expand",
    "rebuild",
    "send",
    "move",
    "hunt",
    "challenge",
    "let",
    "add",
    "accept",
    "hold",
    "raze",
    "spare",
    "yield",
    "claim",
    "out",
    "home",
    "keep",
    "foster",
    "sendoff",
    "replace",
    "swear",
    "swap",
    "give",
    "murder",
    "slay",
    "capture",
    "weapon",
    "pay",
    "fail",
    "burn",
    "farm",
    "lair",
    "act",
    "harvest",
    "done",
    "pass",
    "standing",
    "later",
    "withdraw",
];

fn order(state: &State, seat: Seat, reader: &mut Reader<'_>) -> Option<Order> {
    let Some(lead) = reader.take() else {
        reader.wrong(Refusal::new("write an order").rule("R25.1").code(RefusalCode::Empty));
        return None;
    };
    Some(match &*lead.plain {
        "side" => Order::Side(reader.side()?),
        "propose" => Order::Propose(reader.statute()?),
        "support" => Order::Support,
        "sue" => return sue(state, seat, reader),
        "settle" => two(reader.area(), reader.colour(), Order::Settle)?,
        "expand" => two(reader.area(), reader.colour(), Order::Expand)?,
        "rebuild" => Order::Rebuild(reader.area()?),
        "send" => two(reader.number(), reader.edge(), Order::Send)?,
        "move" => return march(reader),
        "hunt" => {
            reader.expect("outlaw");
            Order::HuntOutlaw
        }
        "challenge" => Order::Challenge,
        "let" => {
            reader.expect("pass");
            Order::LetPass
        }
        "add" => Order::Add(reader.kind()?),
        "accept" => Order::Accept(reader.colour()?),
        "hold" => Order::Hold,
        "raze" => two(reader.area(), reader.colour(), Order::Raze)?,
        "spare" => Order::Spare,
        "yield" => Order::Yield,
        "claim" => return claim(reader),
        "out" => Order::Out(reader.number()?),
        "home" => Order::Home,
        "keep" => return keep(reader),
        "foster" => Order::Foster(reader.kind()?),
        "sendoff" => Order::SendOff(reader.person()?),
        "replace" => Order::Replace(reader.number()?),
        "swear" => Order::Swear(reader.number()?),
        "swap" => {
            let slot = reader.number();
            reader.expect("for");
            two(slot, reader.number(), Order::Swap)?
        }
        "give" => return give(state, reader),
        "murder" => Order::Murder(reader.number()?),
        "slay" => return slay(state, reader),
        "capture" => {
            let area = reader.area();
            reader.expect("with");
            two(area, reader.number(), Order::Capture)?
        }
        "weapon" => return weapon(reader),
        "pay" => Order::Pay,
        "fail" => Order::Fail,
        "burn" => Order::Burn(reader.colour()?),
        "farm" => Order::Farm(reader.colour()?),
        "lair" => Order::Lair(reader.area()?),
        "act" => return act(reader),
        "harvest" => Order::Harvest,
        "done" | "pass" => closing(state, seat),
        "standing" => Order::Standing(standing(reader)?),
        "later" => return later(state, seat, reader),
        "withdraw" => Order::Withdraw,
        _ => {
            reader.begins_no_order(&lead, "the first word of a move", &LEADS);
            return None;
        }
    })
}

fn two<A, B>(one: Option<A>, other: Option<B>, make: impl Fn(A, B) -> Order) -> Option<Order> {
    Some(make(one?, other?))
}

/// `done` and `pass` are accepted for each other, and for `let pass` and `hold` (R23.3).
fn closing(state: &State, seat: Seat) -> Order {
    let asked = ask::is_asked(state, seat);
    match state.step {
        Step::Challenge if asked => Order::LetPass,
        Step::Feud if asked => Order::Hold,
        Step::Foster if asked => Order::Pass,
        _ => Order::Done,
    }
}

fn sue(state: &State, seat: Seat, reader: &mut Reader<'_>) -> Option<Order> {
    let statute = reader.statute();
    if let Some(number) = reader.peek().and_then(number) {
        reader.pass(1);
        return all_or_one(state, seat, reader, statute?, number);
    }
    reader.expect("from");
    let mut from = [0_u8; 6];
    if reader.is_done() && reader.is_right() {
        reader.wrong(
            Refusal::new("name the sides, such as hja:1 lun:2").code(MissingWord).rule("R6.7"),
        );
    }
    while !reader.is_done() {
        if let Some((side, men)) = reader.counted("a side of Þingvellir such as hja:1", side) {
            from[side.index()] = from[side.index()].saturating_add(men);
        }
    }
    Some(Order::Sue(statute?, from))
}

/// `sue trade1 2`: a number instead of sides, where it leaves no choice (R25.4).
fn all_or_one(
    state: &State,
    seat: Seat,
    reader: &mut Reader<'_>,
    statute: Statute,
    number: u8,
) -> Option<Order> {
    let mut men = if state.is_in(seat) { state.edges.at_thing(seat) } else { [0; 6] };
    let all: u8 = men.iter().sum();
    let sides = men.iter().filter(|men| **men > 0).count();
    if number == 0 || number > all {
        let why = format!("you have {} at Þingvellir", thingmen(all));
        reader.wrong(Refusal::new(why).code(WrongAmount).word(number.to_string()).rule("R6.10"));
        return None;
    }
    if number < all && sides > 1 {
        let why = "name the sides: there is more than one way to take that many";
        reader.wrong(Refusal::new(why).code(Ambiguous).word(number.to_string()).rule("R25.4"));
        return None;
    }
    if number < all {
        men.iter_mut().filter(|men| **men > 0).for_each(|men| *men = number);
    }
    Some(Order::Sue(statute, men))
}

fn march(reader: &mut Reader<'_>) -> Option<Order> {
    let men = reader.number();
    let from = reader.edge();
    reader.expect("to");
    let to = reader.edge();
    let then = if reader.skip("to") { Some(reader.edge()?) } else { None };
    Some(Order::Move(men?, from?, to?, then))
}

fn claim(reader: &mut Reader<'_>) -> Option<Order> {
    let mut counts = [0_u8; Kind::COUNT];
    if reader.skip("none") {
        return Some(Order::Claim(counts));
    }
    if reader.is_done() {
        reader.wrong(Refusal::new("name the cards, or write none").code(MissingWord).rule("R25.7"));
    }
    while !reader.is_done() {
        if let Some(kind) = reader.kind() {
            counts[kind.index()] = counts[kind.index()].saturating_add(1);
        }
    }
    Some(Order::Claim(counts))
}

fn keep(reader: &mut Reader<'_>) -> Option<Order> {
    let mut cards = 0_u128;
    while !reader.is_done() {
        match reader.number()? {
            number @ 1..=108 if cards & (1 << (number - 1)) == 0 => cards |= 1 << (number - 1),
            number => reader.refuse(&number.to_string(), "is not a drawn card, or is named twice"),
        }
    }
    if cards == 0 && reader.is_right() {
        reader.wrong(Refusal::new("name the cards by number").code(MissingWord).rule("R25.5"));
    }
    Some(Order::Keep(cards))
}

fn give(state: &State, reader: &mut Reader<'_>) -> Option<Order> {
    let mut kinds = Vec::new();
    // `b3+b2`, `b3 + b2` and `b3 b2` are one gift.
    while reader.peek().is_some_and(|word| word != "to") {
        let word = reader.take()?;
        for part in word.plain.split('+').filter(|part| !part.is_empty()) {
            match Kind::from_slug(part) {
                Some(kind) => kinds.push(kind),
                None => reader.refuse(word.raw, "is not a Good such as r2"),
            }
        }
    }
    if kinds.is_empty() && reader.is_right() {
        reader.wrong(Refusal::new("name the Goods to give").code(MissingWord).rule("R25.6"));
    }
    reader.expect("to");
    let to = reader.faction(state);
    let gift = Gift::of(&kinds);
    if gift.is_none() && reader.is_right() {
        let why = "is neither a single Good nor a Gift Set, which is 2 and 1, or 3, 2 and 1, of \
                   one colour";
        reader.wrong(Refusal::new(why).code(WrongKind).word(slugs(&kinds)).rule("R14.6"));
    }
    Some(Order::Give(gift?, to?))
}

/// Writes Goods joined by plus signs: "b3+b1".
fn slugs(kinds: &[Kind]) -> String {
    kinds.iter().map(|kind| kind.slug()).collect::<Vec<_>>().join("+")
}

fn slay(state: &State, reader: &mut Reader<'_>) -> Option<Order> {
    if reader.skip("none") {
        return Some(Order::Slay(List::new()));
    }
    let mut piles = Vec::new();
    while !reader.is_done() {
        let edge = reader.edge();
        if reader.is_done() {
            reader.wrong(
                Refusal::new("name the faction whose Thingmen you slay")
                    .code(MissingWord)
                    .rule("R25.8"),
            );
            break;
        }
        let whose =
            reader.counted("a faction in this game such as oddi:2", |word| faction(state, word));
        piles.extend(edge.zip(whose).map(|(edge, (seat, men))| (edge, seat, men)));
    }
    slaughter(reader, piles)
}

/// Joins piles of one owner on one edge and sorts them in canonical order.
fn slaughter(reader: &mut Reader<'_>, mut piles: Vec<(Edge, Seat, u8)>) -> Option<Order> {
    piles.sort_unstable();
    let mut joined: Vec<(Edge, Seat, u8)> = Vec::new();
    for (edge, seat, men) in piles.into_iter().filter(|pile| pile.2 > 0) {
        match joined.last_mut() {
            Some(last) if last.0 == edge && last.1 == seat => last.2 = last.2.saturating_add(men),
            _ => joined.push((edge, seat, men)),
        }
    }
    let men: u32 = joined.iter().map(|pile| u32::from(pile.2)).sum();
    if men == 0 && reader.is_right() {
        reader.wrong(
            Refusal::new("name the Thingmen to slay, or write none")
                .code(MissingWord)
                .rule("R25.8"),
        );
    }
    if men > 3 {
        reader.wrong(
            Refusal::new("no Bondi is worth more than 3, so you cannot slay more")
                .code(WrongAmount)
                .rule("R14.10"),
        );
        return None;
    }
    Some(Order::Slay(Slaughter::fitting(&joined)?))
}

fn weapon(reader: &mut Reader<'_>) -> Option<Order> {
    let kind = if reader.skip("none") { None } else { Some(reader.kind()?) };
    Some(Order::Weapon(kind))
}

fn act(reader: &mut Reader<'_>) -> Option<Order> {
    if reader.skip("home") {
        return Some(Order::Act(0));
    }
    let slot = reader.number()?;
    if slot == 0 {
        reader.refuse(
            "0",
            "is not a slot; slots are numbered from 1, and the Home Bondi is \"home\"",
        );
    }
    Some(Order::Act(slot))
}

fn later(state: &State, seat: Seat, reader: &mut Reader<'_>) -> Option<Order> {
    if let Some(word @ ("later" | "standing" | "withdraw")) = reader.peek() {
        let refusal = Refusal::new("does not need \"later\" before it").subject(word).rule("R24.3");
        reader.wrong(refusal);
        return None;
    }
    // In a pre-order, `done` and `pass` do not depend on the open decision.
    let closes = matches!(reader.peek(), Some("done" | "pass"));
    let text = reader.rest();
    match parse(state, seat, &text) {
        Ok(order) => {
            let order = if closes { Order::Done } else { order };
            let step = order.advance();
            if step.is_none() {
                reader.wrong(not_in_advance(&order, &text));
            }
            Some(Order::Later(step?, write::write(state, &order)))
        }
        Err(wrong) => {
            wrong.into_iter().for_each(|wrong| reader.wrong(wrong));
            None
        }
    }
}

/// Refuses pre-orders for decisions in another seat's turn and suggests the standing instruction
/// instead.
fn not_in_advance(order: &Order, text: &str) -> Refusal {
    let standing = match order {
        Order::Challenge => "standing challenge always",
        Order::LetPass => "standing challenge never",
        Order::Hold => "standing hold auto",
        Order::Accept(_) => "standing feud accept",
        Order::Spare => "standing raze spare",
        Order::Claim(_) => "standing claim auto",
        _ => {
            return Refusal::new("cannot be given in advance")
                .code(NotNow)
                .subject(text)
                .rule("R24.3");
        }
    };
    let why = format!("cannot be given in advance; use \"{standing}\" to do it every time");
    Refusal::new(why).code(NotNow).subject(text).rule("R24.3").instead([standing.to_owned()])
}
