//! What a seat may order now: lists, and the same judged one by one with reasons.
//!
//! Every order in a list passes the check, and what passes the check is in the list or, where the
//! list was cut for its length, is made by one of its forms.

pub mod attack;
pub mod build;
pub mod cards;
pub mod claim;
pub mod course;
pub mod forms;
pub mod godi;
pub mod lots;
pub mod moves;
pub mod muster;
pub mod pay;
pub mod sea;
pub mod trade;
pub mod visit;

use super::orders::{Action, Order, Pay};
use super::state::{Session, State, Step};
use crate::rules::{Legal, Refusal, Seat};

/// A reason against an order, with its rule point.
pub fn no<T>(rule: &'static str, why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(why).rule(rule))
}

/// Whether a seat owes an order now.
pub fn is_asked(state: &State, at: usize) -> bool {
    if at >= usize::from(state.seats) {
        return false;
    }
    let player = &state.players[at];
    match state.step {
        Step::PickHome | Step::Act | Step::Build => state.on_turn() == at,
        Step::Plan => !player.planned && (!state.options.own_turn || state.on_turn() == at),
        Step::GodiRetreat => state.attack.is_some_and(|attack| attack.waits & 1 << at != 0),
        Step::Bargain => state.now.session == Session::Visit(at as u8),
        Step::Claim => player.claims && !player.claim.done,
        _ => false,
    }
}

/// The places of the seats that owe an order.
pub fn asked(state: &State) -> impl Iterator<Item = usize> + Clone + '_ {
    state.places().filter(|at| is_asked(state, *at))
}

/// All a seat may order.
pub fn legal(state: &State, seat: Seat) -> Legal<Order> {
    let at = seat.index();
    if !is_asked(state, at) {
        return Legal::none();
    }
    match state.step {
        Step::PickHome => Legal::listed(course::homes(state).map(Order::Home).collect()),
        Step::Plan => {
            let form = forms::plan("plan", "Choose cards", course::due(state, state.round));
            let orders = course::plans(state).map(Order::Plan).collect();
            Legal { forms: vec![form], ..Legal::listed(orders) }
        }
        Step::Act => act(state, at),
        Step::GodiRetreat => Legal::listed(attack::refuges(state, at)),
        Step::Bargain => Legal::listed(vec![Order::Accept, Order::Decline]),
        Step::Build => Legal::listed(build::list(state, at)),
        Step::Claim => claim::legal(state, at),
        _ => Legal::none(),
    }
}

/// The orders of a turn (R21.3). Files add theirs; the long ones may leave forms instead.
fn act(state: &State, at: usize) -> Legal<Order> {
    let mut legal = Legal::listed(Vec::new());
    moves::list(state, at, &mut legal);
    sea::list(state, at, &mut legal);
    attack::list(state, at, &mut legal);
    muster::list(state, at, &mut legal);
    godi::list(state, at, &mut legal);
    trade::list(state, at, &mut legal);
    visit::list(state, at, &mut legal);
    cards::list(state, at, &mut legal);
    legal.orders.push(Order::Done);
    legal
}

/// Whether a seat that is asked may order this.
pub fn check(state: &State, at: usize, order: &Order) -> Result<(), Refusal> {
    let verdict = match (state.step, order) {
        (Step::PickHome, Order::Home(colour)) => course::home(state, *colour),
        (Step::Plan, Order::Plan(mix)) => course::plan(state, *mix),
        (Step::Act, Order::Act(action, pay)) => self::action(state, at, *action, *pay),
        (Step::Act | Step::Claim, Order::Done) => Ok(()),
        (Step::GodiRetreat, Order::Retire(area)) => attack::refuge(state, at, *area),
        (Step::Bargain, Order::Accept | Order::Decline) => Ok(()),
        (Step::Build, Order::Build(tile, old)) => build::check(state, at, *tile, *old),
        (Step::Build, Order::Pass) => Ok(()),
        (Step::Claim, order) => claim::check(state, at, order),
        _ => no("R21.1", format!("that is not what is asked; the question is {}", topic(state))),
    };
    verdict.map_err(|refusal| near(state, at, order, refusal))
}

/// Judges one action of a turn, without looking for others in its stead.
pub fn action(state: &State, at: usize, action: Action, pay: Pay) -> Result<(), Refusal> {
    match action {
        Action::Move(unit, area) => moves::check(state, at, unit, area)?,
        Action::Board(..) | Action::Sail(_) | Action::Land(_) => sea::check(state, at, action)?,
        Action::Duel(_) | Action::Axes | Action::Take(_) | Action::Retreat => {
            attack::check(state, at, action)?;
        }
        Action::Shift(..) | Action::Post(..) | Action::Lift(..) => {
            muster::check(state, at, action)?;
        }
        Action::Convert
        | Action::Runes(_)
        | Action::Cleanse(_)
        | Action::Cast(..)
        | Action::Also(..) => godi::check(state, at, action)?,
        Action::RefillOwn(_)
        | Action::Buy(_)
        | Action::Refill(_)
        | Action::Tan(_)
        | Action::Trade(..) => trade::check(state, at, action)?,
        Action::Visit(..) | Action::Give(..) | Action::Want(..) | Action::Send => {
            visit::check(state, at, action)?;
        }
        Action::Swap(..) => cards::check(state, at, action)?,
    }
    pay::check(state, at, action, pay).map(|_| ())
}

/// What is asked, without the seat: for refusals and headings.
pub fn topic(state: &State) -> &'static str {
    match state.step {
        Step::PickHome => "which colour you play",
        Step::Plan => "which cards you plan",
        Step::Act => "the turn",
        Step::GodiRetreat => "where the Godi goes",
        Step::Bargain => "whether the bargain is accepted",
        Step::Build => "what is built",
        Step::Claim => "the Claim sheet",
        _ => "nothing now",
    }
}

/// Adds legal orders like the refused one, where the refusal names none.
fn near(state: &State, at: usize, order: &Order, refusal: Refusal) -> Refusal {
    if !refusal.instead.is_empty() {
        return refusal;
    }
    let lead = |text: &str| text.split(' ').take(2).collect::<Vec<_>>().join(" ");
    let wanted = lead(&super::orders::write::write(state, order));
    let orders = legal(state, Seat::at(at)).orders;
    let texts = orders.iter().map(|known| super::orders::write::write(state, known));
    let alike: Vec<String> = texts.filter(|text| lead(text) == wanted).take(5).collect();
    refusal.instead(alike)
}
