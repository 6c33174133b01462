//! Steps after the main effect of a play, in the order of R8.11: a raid (`ships`), a pirate to
//! place or to sink, draws, a theft. Steps without a choice are performed automatically.

use super::{follow, ships};
use crate::orders::Order;
use crate::play::refuse::{refusal, require};
use crate::play::run::{Run, RunExt};
use crate::play::{draw, pirates};
use crate::reckon::ask::Ask;
use crate::reckon::board::free_dirs;
use crate::state::State;
use crate::state::facts::Fact;
use crate::state::plays::Forced;
use crate::state::steps::Step;
use crate::things::data::data;
use crate::things::kinds::Dir;
use ravenpost_rules::RefusalCode::NoneThere;
use ravenpost_rules::{Legal, Refusal, Seat};

pub fn list(state: &State, seat: Seat, asked: Ask) -> Legal<Order> {
    let dirs = |set: u32| Dir::all().filter(move |dir| set & dir.bit() != 0);
    Legal::listed(match asked {
        Ask::Pirate => dirs(free_dirs(state)).map(Order::Pirate).collect(),
        Ask::Sink => dirs(state.pirates).map(Order::Sink).collect(),
        Ask::Steal => victims(state, seat).map(Order::Steal).collect(),
        _ => ships::list(state),
    })
}

/// Returns the seats that Long fingered may steal from, in order (R15.10).
fn victims(state: &State, seat: Seat) -> impl Iterator<Item = Seat> + '_ {
    state.seats().filter(move |other| *other != seat && state.of(*other).silver() > 0)
}

pub fn check(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::Ship(ship) => ships::allowed(state, ship),
        Order::Pirate(dir) => pirates::placeable(state, *dir),
        Order::Sink(dir) => pirates::sinkable(state, *dir),
        Order::Steal(from) => {
            let robbed = victims(state, seat).any(|victim| victim == *from);
            require(robbed, || {
                refusal("R15.10", "that player has no Silver to steal").code(NoneThere)
            })
        }
        _ => Ok(()),
    }
}

/// Performs a legal order of the current turn.
pub fn play(run: &mut Run, seat: Seat, order: &Order) {
    match order {
        Order::Ship(ship) => ships::act(run, seat, ship),
        Order::AllSilver => ships::all_silver(run, seat),
        Order::RaidDone => ships::done(run, seat),
        Order::Pirate(dir) => {
            run.put(Fact::PiratePlaced { dir: *dir, by: Some(seat), forced: false })
        }
        Order::Sink(dir) => run.put(Fact::PirateSunk { seat, dir: *dir, forced: false }),
        Order::Steal(from) => run.put(Fact::SilverStolen { seat, from: *from, forced: false }),
        _ => {}
    }
}

/// Performs the automatic steps of the current turn only.
pub fn take_all(run: &mut Run) {
    while run.state.acted
        && let Some(step) = run.state.steps.first()
    {
        let seat = run.state.turn;
        if !take(run, seat, step) {
            return;
        }
    }
}

/// Performs a step of a turn if it involves no choice; returns false if the seat must decide.
pub fn take(run: &mut Run, seat: Seat, step: Step) -> bool {
    match step {
        Step::Raid if run.state.raiders == [0; Dir::COUNT] => {
            ships::done(run, seat);
            run.settled(seat, Forced::RaidDone);
        }
        Step::Pirate => return place(run, seat),
        Step::Sink | Step::Wise => return sink(run, seat, step),
        Step::Draw | Step::Gossip => {
            draw::draw(run, seat, 1);
            run.put(Fact::StepDone { step });
        }
        Step::Steal => return steal(run, seat),
        Step::Follow if follow::only_no(&run.state, seat) => run.put(Fact::StepDone { step }),
        Step::Raid | Step::Follow => return false,
    }
    true
}

fn place(run: &mut Run, seat: Seat) -> bool {
    let free = free_dirs(&run.state);
    if free == 0 || run.state.tokens == 0 {
        run.put(Fact::StepDone { step: Step::Pirate });
    } else if free.count_ones() == 1 {
        let dir = Dir(free.trailing_zeros() as u8);
        run.put(Fact::PiratePlaced { dir, by: Some(seat), forced: true });
    } else {
        return false;
    }
    true
}

fn sink(run: &mut Run, seat: Seat, step: Step) -> bool {
    let pirates = run.state.pirates;
    match pirates.count_ones() {
        0 => run.put(Fact::StepDone { step }),
        1 => {
            let dir = Dir(pirates.trailing_zeros() as u8);
            run.put(Fact::PirateSunk { seat, dir, forced: true });
        }
        _ => return false,
    }
    true
}

fn steal(run: &mut Run, seat: Seat) -> bool {
    let found = {
        let mut victims = victims(&run.state, seat);
        (victims.next(), victims.next())
    };
    match found {
        (None, _) => run.put(Fact::StepDone { step: Step::Steal }),
        (Some(from), None) => run.put(Fact::SilverStolen { seat, from, forced: true }),
        _ => return false,
    }
    true
}

/// Returns the default direction for placing a pirate (R24.6).
pub fn pirate_by_default(state: &State, seat: Seat) -> Option<Dir> {
    let free = Dir::all().filter(|dir| !state.pirate(*dir));
    let mine = |dir: &Dir| state.of(seat).farmsteads & data().shore[dir.index()] != 0;
    free.clone().find(|dir| !mine(dir)).or_else(|| free.clone().next())
}

/// Returns the default pirate to sink (R24.6).
pub fn sink_by_default(state: &State, seat: Seat) -> Option<Dir> {
    let pirates = Dir::all().filter(|dir| state.pirate(*dir));
    let threatens = |dir: &Dir| {
        let shore = data().shore[dir.index()];
        state.ships(*dir) == 0 && state.of(seat).farmsteads & shore != 0
    };
    pirates.clone().find(threatens).or_else(|| pirates.clone().next())
}

/// Returns the seat with the most Silver; ties go to the next one clockwise (R24.1).
pub fn victim_by_default(state: &State, seat: Seat) -> Option<Seat> {
    let mut best: Option<Seat> = None;
    let mut other = seat;
    for _ in 1..state.seats {
        other = other.next(state.seats);
        let silver = state.of(other).silver();
        if silver > 0 && best.is_none_or(|known| silver > state.of(known).silver()) {
            best = Some(other);
        }
    }
    best
}
