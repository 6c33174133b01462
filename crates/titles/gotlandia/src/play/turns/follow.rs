//! Follow-ups (R8.3, R9.25-R9.27, R13.12): a partner after Wisby, a craft after Roma, an unbury
//! after Home, and, with an option, a church or a decoration after Lübeck and Linköping.

use super::actions::{church, decorate};
use super::shelf::Shelf;
use crate::orders::Order;
use crate::play::means::has_silver;
use crate::play::refuse::{refusal, require};
use crate::play::run::Run;
use crate::reckon::board::meets;
use crate::reckon::cards::follow;
use crate::reckon::income::payments;
use crate::state::facts::Fact;
use crate::state::plays::{Effect, Lot};
use crate::state::{Pile, Piles, State};
use crate::things::data::data;
use crate::things::ids::{Card, Deco, District, Rep};
use crate::things::tables::Follow;
use ravenpost_rules::RefusalCode::{NoneThere, NotHeld, OtherPrompt, WrongAmount};
use ravenpost_rules::{Form, Legal, Refusal, Seat};

pub fn list(state: &State, seat: Seat) -> Legal<Order> {
    let mut orders = Vec::new();
    let mut offer = |order: Order| {
        if check_effect(state, seat, &order).is_ok() {
            orders.push(order);
        }
    };
    match follow(state) {
        Some(Follow::Partner) => tops(&state.trading).for_each(|card| offer(Order::Partner(card))),
        Some(Follow::Learn) => tops(&state.craft).for_each(|card| offer(Order::Learn(card))),
        Some(Follow::Unbury) if state.options.unbury_any => return unbury_any(state, seat),
        Some(Follow::Unbury) => {
            offer(Order::Unbury(Lot::silver(1)));
            let mut cards = state.of(seat).buried.to_vec();
            cards.dedup();
            cards.into_iter().for_each(|card| offer(Order::Unbury(Lot::card(card))));
        }
        None => {
            for district in District::of(state.of(seat).towers) {
                for pay in payments(&data().costs.church).iter() {
                    offer(Order::Church(district, *pay));
                }
            }
            let for_sale = Deco::all().filter(|deco| state.for_sale & deco.bit() != 0);
            for_sale.for_each(|deco| offer(Order::Decorate(deco)));
        }
    }
    orders.push(Order::No);
    Legal::listed(orders)
}

/// Returns the distinct top cards of the piles.
fn tops(piles: &Piles) -> impl Iterator<Item = Card> + use<> {
    let mut tops: Vec<Card> =
        piles.0.iter().filter_map(|pile: &Pile| pile.last().copied()).collect();
    tops.sort_unstable();
    tops.dedup();
    tops.into_iter()
}

/// Returns whether `no` is the only legal order.
pub fn only_no(state: &State, seat: Seat) -> bool {
    list(state, seat).orders.len() == 1
}

/// Lists `unbury` orders where any amount may be brought back.
fn unbury_any(state: &State, seat: Seat) -> Legal<Order> {
    let house = state.of(seat);
    let all_of_it = usize::from(house.buried_silver) + house.buried.len();
    let most = u8::try_from(all_of_it).unwrap_or(u8::MAX);
    let shelf = Shelf::of(house.buried_silver, &house.buried, most);
    let (lots, complete) = shelf.choice();
    let some = lots.into_iter().filter(|lot| lot.size() > 0);
    let mut orders: Vec<Order> = some.map(Order::Unbury).collect();
    orders.push(Order::No);
    if complete {
        return Legal::listed(orders);
    }
    let amounts = Form::new("unbury", "Unbury")
        .help("Silver returns to your storage, and cards to your discard pile.")
        .field(shelf.field(""));
    let no = Form::new("no", "Unbury nothing").help("Leave everything buried.");
    Legal { orders, complete: false, forms: vec![amounts, no] }
}

pub fn check(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    check_effect(state, seat, order).map(|_| ())
}

/// Returns the effect of an order as the follow-up of the current turn.
fn check_effect(state: &State, seat: Seat, order: &Order) -> Result<Effect, Refusal> {
    let follow = follow(state);
    let merchant = follow.is_none()
        && state.playing.is_some_and(|card| card == Card::LUBECK || card == Card::LINKOPING);
    match (order, follow) {
        (Order::No, _) => Ok(Effect::None),
        (Order::Partner(card), Some(Follow::Partner)) => partner(state, seat, *card),
        (Order::Learn(card), Some(Follow::Learn)) => learn(state, seat, *card),
        (Order::Unbury(lot), Some(Follow::Unbury)) => unbury(state, seat, lot),
        (Order::Church(district, pay), None) if merchant => church(state, seat, *district, *pay),
        (Order::Decorate(decoration), None) if merchant => decorate(state, seat, *decoration),
        _ => Err(refusal("R8.3", "that is not possible here").code(OtherPrompt)),
    }
}

/// Returns the Silver that a seat pays for a partner.
pub fn partner_price(state: &State, seat: Seat) -> u8 {
    if state.of(seat).is(Rep::OUTGOING) { 1 } else { data().costs.partner }
}

/// Buys a partner as the follow-up of Wisby.
fn partner(state: &State, seat: Seat, card: Card) -> Result<Effect, Refusal> {
    let silver = partner_price(state, seat);
    on_top(state, card, card >= Card::LUBECK)?;
    has_silver(state, seat, silver)?;
    Ok(Effect::PartnerGained { card, silver })
}

/// Learns a craft as the follow-up of Roma.
fn learn(state: &State, seat: Seat, card: Card) -> Result<Effect, Refusal> {
    let silver = data().costs.learn;
    on_top(state, card, (Card::STUD..Card::LUBECK).contains(&card))?;
    require(meets(state.of(seat), &card.data().needs), || {
        refusal("R9.25", format!("you do not meet the prerequisite of {}", card.name()))
            .code(NotHeld)
            .word(card.word())
    })?;
    has_silver(state, seat, silver)?;
    Ok(Effect::CraftLearned { card, silver })
}

fn on_top(state: &State, card: Card, of_kind: bool) -> Result<(), Refusal> {
    require(of_kind && state.pile_of(card).is_some(), || {
        refusal("R4.8", format!("{} is not on top of a pile", card.name()))
            .code(NoneThere)
            .word(card.word())
    })
}

/// Brings back buried Silver and cards with Home.
fn unbury(state: &State, seat: Seat, lot: &Lot) -> Result<Effect, Refusal> {
    let house = state.of(seat);
    require(lot.size() > 0, || refusal("R9.27", "say what to unbury").code(WrongAmount))?;
    let buried = |card: &Card| lot.cards.count(*card) <= house.buried.count(*card);
    let has = lot.silver <= house.buried_silver && lot.cards.iter().all(buried);
    require(has, || refusal("R9.27", "you have not buried that much").code(WrongAmount))?;
    let fits = lot.size() == 1 || state.options.unbury_any;
    require(fits, || {
        refusal("R3.6", "in this game, you can unbury only one Silver or one card")
            .code(WrongAmount)
    })?;
    Ok(Effect::Unburied { silver: lot.silver, cards: lot.cards })
}

pub fn play(run: &mut Run, seat: Seat, order: &Order) {
    if let Ok(effect) = check_effect(&run.state, seat, order) {
        run.put(Fact::FollowUp { seat, effect });
    }
}
