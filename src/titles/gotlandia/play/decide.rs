//! The rules' entry: whether an order may be given now, and what it leads to.

use super::super::orders::Order;
use super::super::reckon::ask;
use super::super::reckon::ask::Ask;
use super::super::state::facts::{Deed, Fact, How};
use super::super::state::standing::Change;
use super::super::state::{Forced, Sealed, Settled, Stage, State};
use super::super::things::data::Follow;
use super::super::things::names::{Card, Rep};
use super::flow::Run;
use super::generation::free_dirs;
use super::judge;
use super::why::Why;
use super::{losses, open, turns};
use crate::rules::{Refusal, Seat};

/// The longest plan of a seat, and its longest line.
const PLAN_LINES: usize = 20;

/// Why an order is not taken at all, or not as it is.
#[derive(Clone, PartialEq, Debug)]
pub enum No {
    /// The seat is asked something else, or nothing.
    NotAsked,
    Why(Why),
    Told(&'static str, &'static str),
}

impl From<Why> for No {
    fn from(why: Why) -> No {
        No::Why(why)
    }
}

/// What an order leads to, up to the next decision.
pub fn decide(run: &mut Run<'_>, seat: Seat, order: &Order) -> Result<(), Refusal> {
    match check(&run.state, seat, order) {
        Ok(true) => {}
        Ok(false) => return Ok(()),
        Err(no) => return Err(super::refuse::refusal(&run.state, seat, order, &no)),
    }
    let asked = ask::ask(&run.state, seat).is_some();
    carry_out(run, seat, order);
    // An instruction may answer what the seat is asked; otherwise nothing comes of it yet.
    let service = matches!(order, Order::Standing(_) | Order::Plan(_) | Order::PlanClear);
    if !service || asked {
        run.go();
    }
    Ok(())
}

/// Whether the order may be given now, and whether it changes anything.
pub fn check(state: &State, seat: Seat, order: &Order) -> Result<bool, No> {
    if !state.has(seat) {
        return Err(No::NotAsked);
    }
    if let Order::Standing(_) | Order::Plan(_) | Order::PlanClear = order {
        return service(state, seat, order);
    }
    let asked = ask::ask(state, seat);
    if *order == Order::No && asked.is_none() {
        return Ok(false);
    }
    if !asked.is_some_and(|asked| answers(order, asked)) {
        // What is still open in a running turn cannot be declined.
        let declined = *order == Order::No && asked.is_some_and(Ask::goes_on);
        let known = !declined
            && as_forced(order).is_some_and(|answer| state.forced.contains(&Settled(seat, answer)));
        return if known { Ok(false) } else { Err(No::NotAsked) };
    }
    judge_order(state, seat, order).map(|()| true).map_err(No::Why)
}

fn service(state: &State, seat: Seat, order: &Order) -> Result<bool, No> {
    if state.stage == Stage::Over {
        return Err(No::Told("the game is over", "R20.1"));
    }
    let lines = state.of(seat).plan.as_ref().map_or(0, |plan| plan.len());
    match order {
        Order::Plan(_) if lines >= PLAN_LINES => Err(No::Told("the plan is full", "R24.3")),
        Order::PlanClear => Ok(lines > 0),
        Order::Standing(Change::Trouble(_)) if !state.of(seat).is(Rep::TROUBLEMAKERS) => {
            Err(No::Told("only Troublemakers place pirates between generations", "R15.11"))
        }
        Order::Standing(change) => {
            let standing = &state.of(seat).standing;
            Ok(standing.with(change) != *standing)
        }
        _ => Ok(true),
    }
}

/// Whether the order is an answer to this question, right or wrong.
fn answers(order: &Order, ask: Ask) -> bool {
    match order {
        Order::Rep(..) => ask == Ask::Reputation,
        Order::Lose(_) => ask == Ask::Tribute || ask == Ask::RaidLoss,
        Order::Keep(_) => ask == Ask::Keep,
        Order::Trouble(_) => ask == Ask::Trouble,
        Order::Play(_) | Order::Rest | Order::Pass => ask == Ask::Turn,
        Order::Ship(_) | Order::AllSilver | Order::RaidDone => ask == Ask::RaidShip,
        Order::Pirate(_) => ask == Ask::Pirate,
        Order::Sink(_) => ask == Ask::Sink,
        Order::Steal(_) => ask == Ask::Steal,
        Order::Partner(_)
        | Order::Learn(_)
        | Order::Unbury(_)
        | Order::Church(..)
        | Order::Decorate(_)
        | Order::No => ask == Ask::Follow,
        Order::End { .. } => ask == Ask::End,
        Order::Standing(_) | Order::Plan(_) | Order::PlanClear => false,
    }
}

/// The order as it would stand among the answers given by force.
fn as_forced(order: &Order) -> Option<Forced> {
    Some(match order {
        Order::Play(play) => Forced::Play(*play),
        Order::Lose(goods) => Forced::Lose(*goods),
        Order::Keep(district) => Forced::Keep(*district),
        Order::Pirate(dir) => Forced::Pirate(*dir),
        Order::Sink(dir) => Forced::Sink(*dir),
        Order::Steal(seat) => Forced::Steal(*seat),
        Order::RaidDone => Forced::RaidDone,
        Order::Trouble(None) => Forced::NoTrouble,
        Order::End { grow: false, bury } if bury.size() == 0 => Forced::End,
        Order::No => Forced::No,
        _ => return None,
    })
}

/// Whether an answer to the question asked is legal.
fn judge_order(state: &State, seat: Seat, order: &Order) -> Result<(), Why> {
    let family = state.of(seat);
    let require = |fits: bool, why: Why| if fits { Ok(()) } else { Err(why) };
    match order {
        Order::Rep(rep, param) => {
            require(family.offered.is_some_and(|offer| offer.contains(rep)), Why::NotOffered)?;
            require(open::params(state, seat, *rep).contains(param), Why::WrongParam)
        }
        Order::Lose(goods) => judge::judge_loss(state, seat, goods, losses::gifts(state)),
        Order::Keep(district) => {
            let doomed = ask::doomed(state, seat);
            require(doomed & district.bit() != 0, Why::NotDoomed(*district))
        }
        Order::Trouble(None) => Ok(()),
        Order::Trouble(Some(dir)) | Order::Pirate(dir) => {
            require(free_dirs(state) & dir.bit() != 0, Why::PirateThere(*dir))
        }
        Order::Play(play) => judge::judge(state, seat, play).map(|_| ()),
        Order::Rest | Order::Pass => require(state.options.passing, Why::NoPassing),
        Order::Ship(ship) => judge::judge_ship(state, ship),
        Order::Sink(dir) => require(state.pirate(*dir), Why::NoPirateThere(*dir)),
        Order::Steal(from) => {
            require(turns::victims(state, seat).any(|victim| victim == *from), Why::NoVictim)
        }
        Order::End { grow, bury } => {
            let payable = super::super::reckon::board::payable(state, seat).is_some();
            require(!grow || payable, Why::NoGrowth)?;
            judge::judge_bury(family, bury)
        }
        Order::Partner(_)
        | Order::Learn(_)
        | Order::Unbury(_)
        | Order::Church(..)
        | Order::Decorate(_) => follow_up(state, seat, order).map(|_| ()),
        _ => Ok(()),
    }
}

/// What an order comes to as the follow-up of the running turn.
pub fn follow_up(state: &State, seat: Seat, order: &Order) -> Result<Deed, Why> {
    let follow = judge::follow(state);
    let merchant = follow.is_none()
        && state.playing.is_some_and(|card| card == Card::LUBECK || card == Card::LINKOPING);
    match (order, follow) {
        (Order::No, _) => Ok(Deed::Nothing),
        (Order::Partner(card), Some(Follow::Partner)) => judge::partner(state, seat, *card),
        (Order::Learn(card), Some(Follow::Learn)) => judge::learn(state, seat, *card),
        (Order::Unbury(lot), Some(Follow::Unbury)) => judge::unbury(state, seat, lot),
        (Order::Church(district, pay), None) if merchant => {
            judge::church(state, seat, *district, *pay)
        }
        (Order::Decorate(decoration), None) if merchant => {
            judge::decorate(state, seat, *decoration)
        }
        _ => Err(Why::Nothing),
    }
}

fn carry_out(run: &mut Run, seat: Seat, order: &Order) {
    let sealed = match order {
        Order::Rep(rep, param) => Some(Sealed::Rep { rep: *rep, param: *param }),
        Order::Lose(goods) => Some(Sealed::Lose { goods: *goods }),
        Order::Keep(district) => Some(Sealed::Keep { district: *district }),
        Order::End { grow, bury } => Some(Sealed::End { grow: *grow, bury: *bury }),
        _ => None,
    };
    if let Some(order) = sealed {
        run.moved(seat);
        return run.put(Fact::Sealed { seat, order });
    }
    match order {
        Order::Trouble(dir) => {
            run.moved(seat);
            run.trouble_made(seat, *dir);
            run.enter(Stage::Draw);
        }
        Order::Play(_) | Order::Rest | Order::Pass => take_turn(run, seat, order, How::Order),
        Order::Standing(change) => {
            let standing = run.state.of(seat).standing.with(change);
            run.put(Fact::Instructed { seat, standing, line: change.to_string() });
        }
        Order::Plan(line) => {
            let later = ask::ask(&run.state, seat) == Some(Ask::Turn);
            run.put(Fact::Planned { seat, line: line.clone(), later });
        }
        Order::PlanClear => run.put(Fact::PlanCleared { seat }),
        _ => run.sub(seat, order),
    }
}

/// Carries out a legal turn.
pub fn take_turn(run: &mut Run, seat: Seat, order: &Order, how: How) {
    // A play that was ordered forgets by itself.
    if how != How::Order || !matches!(order, Order::Play(_)) {
        run.moved(seat);
    }
    match order {
        Order::Play(play) => return run.play(seat, play, how),
        Order::Rest => run.put(Fact::Rested { seat }),
        Order::Pass => run.put(Fact::Passed { seat }),
        _ => return,
    }
    // A closing `no` is never wrong after a turn.
    run.settled(seat, Forced::No);
}
