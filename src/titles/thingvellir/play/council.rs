//! The Law Council: sides at the start, proposals, votes.

use super::super::orders::Order;
use super::super::show::words::thingmen;
use super::super::state::State;
use super::super::things::names::{Side, Statute};
use super::forms;
use super::legal::{LONGEST, no};
use crate::rules::{Legal, Refusal};

fn free(state: &State, side: Side) -> bool {
    state.edges[side.edge().index()] == 0
}

pub fn sides(state: &State, orders: &mut Vec<Order>) {
    orders.extend(Side::all().filter(|side| free(state, *side)).map(Order::Side));
}

pub fn side(state: &State, side: Side) -> Result<(), Refusal> {
    if free(state, side) { Ok(()) } else { no("R4.8", "another Thingman stands on that side") }
}

pub fn proposals(state: &State, orders: &mut Vec<Order>) {
    let open = Statute::all().filter(|statute| propose(state, *statute).is_ok());
    orders.extend(open.map(Order::Propose));
}

pub fn propose(state: &State, statute: Statute) -> Result<(), Refusal> {
    let Some(token) = state.token else {
        let low = statute.level() == 1;
        return if low { Ok(()) } else { no("R6.2", "the first proposal is a statute of level 1") };
    };
    if statute.law() != token.law() {
        let low = statute.level() == 1;
        return if low { Ok(()) } else { no("R6.3", "another Law is entered at level 1") };
    }
    match statute.level() {
        level if level == token.level() + 1 => Ok(()),
        1 => no("R6.4", "the Law where the token lies is open only upwards"),
        _ => no("R6.3", "in this Law only the next statute up is open"),
    }
}

pub fn sue(state: &State, at: usize, statute: Statute, from: &[u8; 6]) -> Result<(), Refusal> {
    let Some(token) = state.token else { return no("R6.6", "nothing is proposed") };
    if statute.law() == token.law() {
        return no("R6.7", "a suit names a statute of another Law than the proposal");
    }
    if statute.level() > token.level() {
        return no("R6.7", "a suit names a statute no higher than the proposal");
    }
    let men = state.at_thing(at);
    if men == [0; 6] {
        return no("R6.10", "you have no Thingman at Þingvellir and must support");
    }
    if from == &[0; 6] {
        return no("R6.7", "a suit needs at least one Thingman");
    }
    for side in Side::BY_CODE {
        let (wanted, there) = (from[side.index()], men[side.index()]);
        if wanted > there {
            let why =
                format!("you have {} there, towards {}", thingmen(there), side.district().name());
            return Err(Refusal::new(why).word(format!("{}:{wanted}", side.slug())).rule("R6.10"));
        }
    }
    Ok(())
}

/// The statutes a suit may name now.
pub fn suable(state: &State) -> impl Iterator<Item = Statute> + use<> {
    let token = state.token;
    Statute::all().filter(move |statute| {
        token.is_some_and(|token| statute.law() != token.law() && statute.level() <= token.level())
    })
}

/// Support, and every suit; with a form where suits are too many to list.
pub fn votes(state: &State, at: usize) -> Legal<Order> {
    let men = state.at_thing(at);
    let mut orders = vec![Order::Support];
    let splits: usize = men.iter().map(|men| usize::from(*men) + 1).product();
    let complete = (splits - 1) * suable(state).count() < LONGEST;
    for statute in suable(state) {
        if complete {
            every_split(&men, |from| orders.push(Order::Sue(statute, from)));
        } else {
            a_few(&men, |from| orders.push(Order::Sue(statute, from)));
        }
    }
    let forms = if complete { Vec::new() } else { forms::suit(state, &men) };
    Legal { orders, complete, forms }
}

/// Every way of taking at least one Thingman from the sides.
fn every_split(men: &[u8; 6], mut each: impl FnMut([u8; 6])) {
    let mut from = [0_u8; 6];
    loop {
        let Some(place) = (0..6).find(|side| from[*side] < men[*side]) else { return };
        from[..place].fill(0);
        from[place] += 1;
        each(from);
    }
}

/// All of them, all of one side, one of one side.
fn a_few(men: &[u8; 6], mut each: impl FnMut([u8; 6])) {
    each(*men);
    for side in (0..6).filter(|side| men[*side] > 0) {
        for count in 1..=men[side] {
            let mut from = [0; 6];
            from[side] = count;
            if from != *men {
                each(from);
            }
        }
    }
}
