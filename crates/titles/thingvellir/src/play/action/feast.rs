//! R14 Feast: gifts, murder and capture.

use crate::orders::{Gift, Order, Slaughter};
use crate::play::forms;
use crate::play::judge::{LONGEST, other};
use crate::play::run::{Run, RunExt};
use crate::reckon::feast::shortfall;
use crate::reckon::feud::{earliest, without};
use crate::state::State;
use crate::state::facts::{Captured, Fact, FarmLost, Gift as Given, Slain};
use crate::state::progress::Step;
use crate::things::names::{Area, Card, Colour, Edge, Kind, Role, thingmen};
use ravenpost_rules::RefusalCode::{
    AlreadyDone, CannotPay, NoneThere, NotHeld, NotNow, OutOfRange, WrongAmount, WrongKind,
};
use ravenpost_rules::{Form, Legal, Refusal, Seat};

pub fn list(state: &State, seat: Seat, orders: &mut Vec<Order>) {
    if state.deed.count == 0 {
        gifts(state, seat, orders);
    }
    if !state.deed.second && state.deed.count < state.deed.strength {
        let slots: Vec<u8> = state.oaths[seat].bondi().map(|(slot, _)| slot).collect();
        if !slots.is_empty() && may_murder(state, seat) {
            orders.extend(slots.iter().map(|slot| Order::Murder(*slot)));
        }
        for area in Area::districts().filter(|area| capturable(state, seat, *area).is_ok()) {
            orders.extend(slots.iter().map(|slot| Order::Capture(area, *slot)));
        }
    }
    orders.push(Order::Done);
}

fn gifts(state: &State, seat: Seat, orders: &mut Vec<Order>) {
    let left = state.deed.left;
    if left == 0 || !state.has_goods(seat) {
        return;
    }
    let has = |kind: Kind| state.wealth(seat, kind) > 0;
    for to in state.players().filter(|other| state.may_receive(seat, *other)) {
        let singles = Kind::all().filter(|kind| has(*kind)).map(Gift::One);
        let sets = Colour::all().flat_map(|colour| [Gift::Pair(colour), Gift::Great(colour)]);
        let sets = sets.filter(|gift| gift.kinds().iter().all(|kind| has(*kind)));
        let gifts = sets.chain(singles).filter(|gift| gift.cost() <= left);
        orders.extend(gifts.map(|gift| Order::Give(gift, to)));
    }
}

fn may_murder(state: &State, seat: Seat) -> bool {
    Area::of(state.lands[seat]).any(|area| state.edges.stranger(seat, area))
}

/// Whether a new Feast would offer anything. Some Goods are given for their worth, so this depends
/// on the strength; a Bondi may be spent at any.
pub fn would_do(state: &State, seat: Seat, strength: u8) -> bool {
    let affordable = |kind: Kind| kind.worth() <= strength && state.wealth(seat, kind) > 0;
    if Kind::all().any(affordable) && state.players().any(|other| state.may_receive(seat, other)) {
        return true;
    }
    state.oaths[seat].bondi().next().is_some()
        && (may_murder(state, seat)
            || Area::districts().any(|area| capturable(state, seat, area).is_ok()))
}

/// Whether a seat may give this order at a feast.
pub fn check(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    match (state.step, order) {
        (Step::Feast, order) => choice(state, seat, order),
        (Step::Slay, Order::Slay(piles)) => slayable(state, seat, piles),
        (Step::Weapon, Order::Weapon(kind)) => armable(state, seat, *kind),
        (Step::Pay, Order::Pay | Order::Fail) => Ok(()),
        (Step::Burn, Order::Burn(colour)) => burnable(state, *colour),
        (Step::Farm, Order::Farm(colour)) => farmable(state, *colour),
        _ => other(state),
    }
}

fn choice(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::Done => Ok(()),
        Order::Give(gift, to) => givable(state, seat, *gift, *to),
        Order::Murder(slot) => {
            spendable(state, seat, *slot)?;
            if may_murder(state, seat) {
                return Ok(());
            }
            NoneThere.refuse("R14.10", "there are no opposing Thingmen in your Districts")
        }
        Order::Capture(area, slot) => {
            spendable(state, seat, *slot)?;
            capturable(state, seat, *area)
        }
        _ => other(state),
    }
}

fn givable(state: &State, seat: Seat, gift: Gift, to: Seat) -> Result<(), Refusal> {
    if state.deed.count > 0 {
        return NotNow.refuse("R14.1", "in one Feast you can either give or murder, not both");
    }
    if to == seat {
        return WrongKind.refuse("R14.2", "you cannot give to your own faction");
    }
    if !state.may_receive(seat, to) {
        let why =
            format!("{} is not a neighbour and has no Thingman in your Districts", state.name(to));
        return OutOfRange.refuse("R14.2", why);
    }
    for kind in gift.kinds().iter() {
        if state.wealth(seat, *kind) == 0 {
            let why = format!("you have no {} in your Wealth", kind.words());
            return Err(Refusal::new(why).code(CannotPay).word(kind.slug()).rule("R14.2"));
        }
    }
    if gift.cost() > state.deed.left {
        let why = format!(
            "that counts {} against your strength, and you have {} left",
            gift.cost(),
            state.deed.left
        );
        return CannotPay.refuse("R14.2", why);
    }
    Ok(())
}

fn spendable(state: &State, seat: Seat, slot: u8) -> Result<(), Refusal> {
    if state.deed.second {
        return NotNow.refuse("R14.1", "in one Feast you can either give or murder, not both");
    }
    if state.deed.count >= state.deed.strength {
        return AlreadyDone.refuse(
            "R14.9",
            format!("your strength allows at most {} Bondi", state.deed.strength),
        );
    }
    if state.oaths[seat].bond(slot).is_none() {
        let why = format!("you have no Bondi in slot {slot}; the Home Bondi cannot be discarded");
        return NotHeld.refuse("R14.11", why);
    }
    Ok(())
}

/// Judges whether a seat could try to capture a District with a Bondi (R14.12, R14.17).
fn capturable(state: &State, seat: Seat, area: Area) -> Result<(), Refusal> {
    match state.owner(area) {
        None => return NoneThere.refuse("R14.12", format!("no faction controls {}", area.name())),
        Some(owner) if owner == seat => {
            return AlreadyDone.refuse("R14.12", format!("you already control {}", area.name()));
        }
        Some(_) => {}
    }
    if !state.edges.present(seat, area) {
        return NotHeld.refuse("R14.12", format!("you have no Thingman in {}", area.name()));
    }
    let token =
        if state.value(area) == 4 { state.quarter_free(seat) } else { state.half_free(seat) };
    if token {
        Ok(())
    } else {
        NoneThere.refuse("R14.17", "you have no free Stead token of the kind needed there")
    }
}

/// Opposing Thingmen in a seat's Districts: edge, owner, number, in canonical order.
pub fn victims(state: &State, seat: Seat) -> Vec<(Edge, Seat, u8)> {
    let edges = Edge::all().filter(|edge| edge.both() & state.lands[seat] != 0);
    let piles = edges.flat_map(|edge| {
        let others = Seat::all(state.seats).filter(move |other| *other != seat);
        others.map(move |other| (edge, other, state.edges.men(edge, other)))
    });
    piles.filter(|(_, _, men)| *men > 0).collect()
}

/// As many victims as possible, by edge and seat (R23).
pub fn most_slain(state: &State, seat: Seat) -> Slaughter {
    let mut left = state.strike.card.worth();
    let mut piles = Slaughter::new();
    for (edge, other, men) in victims(state, seat) {
        let slain = men.min(left);
        if slain > 0 {
            piles.push((edge, other, slain));
            left -= slain;
        }
    }
    piles
}

/// Whether there is only one set of the greatest size.
pub fn one_slaughter(state: &State, seat: Seat) -> bool {
    let victims = victims(state, seat);
    let all: u32 = victims.iter().map(|(.., men)| u32::from(*men)).sum();
    victims.len() == 1 || all <= u32::from(state.strike.card.worth())
}

/// Every set of victims if there are few; otherwise those of the greatest size, and a form.
pub fn slays(state: &State, seat: Seat) -> Legal<Order> {
    let victims = victims(state, seat);
    let worth = state.strike.card.worth();
    let mut sets = Vec::new();
    spread(&victims, worth, Slaughter::new(), &mut sets);
    let complete = sets.len() <= LONGEST;
    if !complete {
        let size = |set: &Slaughter| set.iter().map(|(.., men)| *men).sum::<u8>();
        sets.retain(|set| size(set) == worth || set.len() <= 1);
        sets.truncate(LONGEST);
        sets.push(Slaughter::new());
    }
    let forms = if complete { Vec::new() } else { slay_forms(state, &victims) };
    Legal { orders: sets.into_iter().map(Order::Slay).collect(), complete, forms }
}

fn spread(victims: &[(Edge, Seat, u8)], left: u8, set: Slaughter, sets: &mut Vec<Slaughter>) {
    let Some(((edge, other, men), rest)) = victims.split_first() else { return sets.push(set) };
    if left == 0 {
        return sets.push(set);
    }
    for slain in (0..=(*men).min(left)).rev() {
        let mut with = set;
        if slain > 0 {
            with.push((*edge, *other, slain));
        }
        spread(rest, left - slain, with, sets);
    }
}

fn slayable(state: &State, seat: Seat, piles: &Slaughter) -> Result<(), Refusal> {
    let victims = victims(state, seat);
    let worth = state.strike.card.worth();
    for (edge, other, men) in piles.iter() {
        let there = victims.iter().find(|known| known.0 == *edge && known.1 == *other);
        let there = there.map_or(0, |known| known.2);
        if *men > there {
            let name = state.name(*other);
            let why = format!("{name} has {} there", thingmen(there));
            return Err(Refusal::new(why).code(WrongAmount).word(edge.slug()).rule("R14.10"));
        }
    }
    if piles.iter().map(|(.., men)| *men).sum::<u8>() > worth {
        return WrongAmount.refuse(
            "R14.10",
            format!("the Bondi is worth {worth}, so you cannot slay more than {worth}"),
        );
    }
    Ok(())
}

pub fn weapons(state: &State, seat: Seat, orders: &mut Vec<Order>) {
    let red = (1..=3).map(|worth| Kind::of(Colour::RED, worth));
    let held = red.filter(|kind| state.wealth(seat, *kind) > 0);
    orders.extend(held.map(|kind| Order::Weapon(Some(kind))));
    orders.push(Order::Weapon(None));
}

fn armable(state: &State, seat: Seat, kind: Option<Kind>) -> Result<(), Refusal> {
    let Some(kind) = kind else { return Ok(()) };
    if kind.colour() != Colour::RED {
        return WrongKind.refuse("R14.13", "only red Goods are Weapons");
    }
    if state.wealth(seat, kind) == 0 {
        return CannotPay.refuse("R14.13", format!("you have no {} in your Wealth", kind.words()));
    }
    Ok(())
}

fn burnable(state: &State, colour: Colour) -> Result<(), Refusal> {
    if state.farm_colours(state.strike.area).any(|known| known == colour) {
        return Ok(());
    }
    NoneThere.refuse("R14.15", format!("there is no {} farm there", colour.slug()))
}

fn farmable(state: &State, colour: Colour) -> Result<(), Refusal> {
    if state.supply[colour.index()] > 0 {
        return Ok(());
    }
    NoneThere.refuse("R14.16", format!("there is no {} farm left in the supply", colour.slug()))
}

/// The form for the victims at a feast.
fn slay_forms(state: &State, victims: &[(Edge, Seat, u8)]) -> Vec<Form> {
    let worth = state.strike.card.worth();
    let fields = victims.iter().map(|(edge, other, men)| {
        let faction = state.faction[*other];
        let label = format!("{} between {}", faction.name(), edge.words());
        let word = |count: u8| format!("{} {}:{count}", edge.slug(), faction.slug());
        forms::how_many(label, (*men).min(worth), word)
    });
    let slay = Form::new("slay", "Slay Thingmen")
        .help(format!("Choose from 1 to {worth} Thingmen."))
        .fields(fields);
    let none = Form::new("slay none", "Slay no one");
    vec![slay, none]
}

pub fn give(run: &mut Run<'_>, seat: Seat, gift: Gift, to: Seat) {
    let who = run.state.who(seat);
    let kinds = gift.kinds();
    let given = Given {
        who,
        to: run.state.who(to),
        cards: kinds.iter().map(|kind| earliest(&run.state, seat, *kind)).collect(),
        cost: gift.cost(),
        fame: gift.fame(run.state.has_role(seat, Role::SKALD)),
    };
    run.put(Fact::GiftGiven(given));
    run.check_fame(who);
    run.ask(Step::Feast, seat);
}

/// Discards a Bondi for a murder or against a District.
pub fn spend(run: &mut Run<'_>, seat: Seat, slot: u8, aim: Option<Area>) {
    let who = run.state.who(seat);
    let card = run.state.oaths[seat].bond(slot).unwrap_or(Card::NONE);
    run.put(Fact::BondiDiscarded(who, slot, card, aim));
    let step = if aim.is_some() { Step::Weapon } else { Step::Slay };
    run.ask(step, seat);
}

pub fn slay(run: &mut Run<'_>, seat: Seat, piles: &Slaughter) {
    let by = run.state.who(seat);
    for (edge, other, men) in piles.iter() {
        let who = run.state.who(*other);
        run.put(Fact::Murdered(Slain { who, men: *men, edge: Some(*edge) }, by));
    }
    if run.state.options.outlawry && run.state.strike.lairs != 0 {
        return run.ask(Step::Lair, seat);
    }
    run.put(Fact::DeedDiscarded(by));
    run.ask(Step::Feast, seat);
}

pub fn weapon(run: &mut Run<'_>, seat: Seat, kind: Option<Kind>) {
    if let Some(kind) = kind {
        let (who, card) = (run.state.who(seat), earliest(&run.state, seat, kind));
        run.put(Fact::WeaponAdded(who, card));
    }
    run.ask(Step::Pay, seat);
}

pub fn pay(run: &mut Run<'_>, seat: Seat) {
    let who = run.state.who(seat);
    let short = shortfall(&run.state);
    if short > 0 {
        run.put(Fact::WordfamePaid(who, short));
    }
    run.ask(Step::Burn, seat);
}

pub fn fail(run: &mut Run<'_>, seat: Seat) {
    let who = run.state.who(seat);
    let short = shortfall(&run.state);
    run.put(Fact::CaptureFailed(who, short));
    close(run, seat);
}

/// Removes one farm from the game, then the District changes owner (R14.15, R14.16).
pub fn burn(run: &mut Run<'_>, seat: Seat, colour: Colour) {
    let area = run.state.strike.area;
    let owner = run.state.owner(area).unwrap_or(seat);
    let (by, who) = (run.state.who(seat), run.state.who(owner));
    let farms = without(&run.state, area, colour);
    if run.state.value(area) > 1 {
        run.put(Fact::FarmBurned(FarmLost { who, by, area, colour, farms }));
        let captured = Captured { who: by, from: who, area, farm: None, farms };
        run.put(Fact::Captured(captured));
        run.check_farms();
        return close(run, seat);
    }
    run.put(Fact::FarmBurned(FarmLost { who, by, area, colour, farms }));
    run.check_farms();
    if run.state.supplied().next().is_none() {
        return captured(run, seat, None);
    }
    run.ask(Step::Farm, seat);
}

/// Captures a District. If its only farm burned, it gets a new one from the supply.
pub fn captured(run: &mut Run<'_>, seat: Seat, farm: Option<Colour>) {
    let area = run.state.strike.area;
    let (who, from) = (run.state.who(seat), run.state.who(run.state.strike.from));
    let mut farms = [0; 4];
    if let Some(colour) = farm {
        farms[colour.index()] = 1;
    }
    run.put(Fact::Captured(Captured { who, from, area, farm, farms }));
    run.check_farms();
    close(run, seat);
}

/// Ends the deed: the Bondi becomes the Outlaw or goes to Doom.
fn close(run: &mut Run<'_>, seat: Seat) {
    let who = run.state.who(seat);
    let (card, area) = (run.state.strike.card, run.state.strike.area);
    if run.state.options.outlawry {
        run.put(Fact::Outlawed(who, card, area));
    } else {
        run.put(Fact::DeedDiscarded(who));
    }
    run.ask(Step::Feast, seat);
}
