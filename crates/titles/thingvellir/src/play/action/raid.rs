//! R11 Raid: putting out, coming home, and the share of drawn cards that is kept.

use crate::orders::Order;
use crate::play::judge::{LONGEST, other};
use crate::play::run::{Run, RunExt, finish};
use crate::reckon::raid::share;
use crate::state::State;
use crate::state::facts::Fact;
use crate::state::progress::Step;
use crate::things::names::{Card, Kind, Role, thingmen};
use ravenpost_rules::RefusalCode::{NotHeld, NotNow, WrongAmount};
use ravenpost_rules::{Field, Form, Legal, Refusal, Seat, text::phrase};

pub fn list(state: &State, seat: Seat, orders: &mut Vec<Order>) {
    let most = state.deed.strength.min(state.longhall[seat]);
    orders.extend((1..=most).map(Order::Out));
    if !state.deed.first && state.sea[seat] > 0 {
        orders.push(Order::Home);
    }
    orders.push(Order::Done);
}

/// Whether a seat may give this order for its ships or keep these cards.
pub fn check(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    match (state.step, order) {
        (Step::Raid, order) => choice(state, seat, order),
        (Step::Keep, Order::Keep(cards)) => keepable(state, *cards),
        _ => other(state),
    }
}

fn choice(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::Out(0) => WrongAmount.refuse("R11.2", "send out at least one Thingman"),
        Order::Out(men) if *men > state.deed.strength => WrongAmount.refuse(
            "R11.2",
            format!("your strength allows at most {}", thingmen(state.deed.strength)),
        ),
        Order::Out(men) if *men > state.longhall[seat] => WrongAmount.refuse(
            "R19.1",
            format!("you have {} in your Longhall", thingmen(state.longhall[seat])),
        ),
        Order::Home if state.deed.first => {
            NotNow.refuse("R11.1", "your ships have already come home")
        }
        Order::Home if state.sea[seat] == 0 => {
            NotHeld.refuse("R11.4", "you have no Thingmen at sea")
        }
        Order::Out(_) | Order::Home | Order::Done => Ok(()),
        _ => other(state),
    }
}

fn keepable(state: &State, cards: u128) -> Result<(), Refusal> {
    let drawn = state.table.len() as u32;
    if cards >> drawn != 0 {
        return WrongAmount
            .refuse("R11.5", format!("you drew {}", phrase::count(drawn as usize, "card")));
    }
    let share = share(state);
    if cards.count_ones() as usize != share {
        let drawn = phrase::count(drawn as usize, "card");
        return WrongAmount.refuse("R11.5", format!("you must keep exactly {share} of {drawn}"));
    }
    Ok(())
}

/// The default: highest worth, then colour order, then draw order (R23).
pub fn best(state: &State) -> u128 {
    let mut order: Vec<usize> = (0..state.table.len()).collect();
    let kind = |place: &usize| state.table[*place].card.kind();
    order.sort_by_key(|place| (std::cmp::Reverse(kind(place).worth()), kind(place).colour()));
    order[..share(state)].iter().fold(0, |cards, place| cards | 1 << place)
}

/// Whether all choices are equal in colour and worth.
pub fn is_plain(state: &State) -> bool {
    let mut kinds = state.table.iter().map(|laid| laid.card.kind());
    let first: Option<Kind> = kinds.next();
    share(state) == state.table.len() || kinds.all(|kind| Some(kind) == first)
}

/// Every choice if there are few; otherwise the best one, its variants with one card changed, and a
/// form.
pub fn keeps(state: &State) -> Legal<Order> {
    let (drawn, share) = (state.table.len(), share(state));
    let complete = ways(drawn, share) <= LONGEST;
    let mut orders = Vec::new();
    if complete {
        choose(drawn, share, &mut orders);
        return Legal::listed(orders);
    }
    let best = best(state);
    orders.push(Order::Keep(best));
    for out in (0..drawn).filter(|place| best & (1 << place) != 0) {
        for into in (0..drawn).filter(|place| best & (1 << place) == 0) {
            if orders.len() < LONGEST {
                orders.push(Order::Keep(best & !(1 << out) | 1 << into));
            }
        }
    }
    Legal { orders, complete, forms: vec![keep_form(state)] }
}

fn ways(of: usize, share: usize) -> usize {
    let mut ways: usize = 1;
    for step in 0..share {
        ways = ways * (of - step) / (step + 1);
        if ways > LONGEST {
            break;
        }
    }
    ways
}

fn choose(of: usize, share: usize, orders: &mut Vec<Order>) {
    for cards in 0..1_u128 << of {
        if cards.count_ones() as usize == share {
            orders.push(Order::Keep(cards));
        }
    }
}

/// The form for the drawn cards to keep.
fn keep_form(state: &State) -> Form {
    let ticks = state.table.iter().enumerate().map(|(place, laid)| Field::Tick {
        word: (place + 1).to_string(),
        label: laid.card.kind().words(),
    });
    let drawn = phrase::count(state.table.len(), "card");
    Form::new("keep", "Keep Goods")
        .help(format!("Keep exactly {} of {drawn}.", share(state)))
        .fields(ticks)
}

pub fn out(run: &mut Run<'_>, men: u8) {
    let who = run.doer();
    run.put(Fact::JourneyedOut(who, men));
    finish(run);
}

pub fn home(run: &mut Run<'_>) {
    let who = run.doer();
    let men = run.state.sea[who.seat];
    run.put(Fact::ReturnedLaden(who, men));
    let count = men.saturating_add(run.state.deed.strength);
    draw(run, count);
}

/// Draws cards, a share of which is kept.
pub fn draw(run: &mut Run<'_>, count: u8) {
    let who = run.doer();
    run.draw(Some(who), count, false);
    if run.state.table.is_empty() {
        return after(run);
    }
    run.ask(Step::Keep, who.seat);
}

pub fn keep(run: &mut Run<'_>, cards: u128) {
    let who = run.doer();
    let laid = run.state.table.iter().enumerate();
    let retained: Vec<Card> =
        laid.filter(|(place, _)| cards & (1 << place) != 0).map(|(_, laid)| laid.card).collect();
    let rest = run.state.table.len() - retained.len();
    run.put(Fact::GoodsKept(who, retained, rest as u8));
    after(run);
}

/// A Steersman may put out again; a harvest ends the seat's turn (R18.9, R21.6).
fn after(run: &mut Run<'_>) {
    let seat = run.state.deed.seat;
    if run.state.deed.second {
        return run.end_turn(seat);
    }
    if run.state.has_role(seat, Role::STEERSMAN) {
        return run.ask(Step::Raid, seat);
    }
    finish(run);
}
