//! The Law Council: sides, proposal, votes, the queue (R4.8, R6, R7).

use super::super::super::orders::Order;
use super::super::super::state::facts::{Began, Fact, Turn};
use super::super::super::state::{Entry, Source, Step, Vote};
use super::super::super::things::names::{Action, Side, Statute};
use super::super::decide::Run;
use super::super::drawer;
use super::{foster, pledge};

pub fn side(run: &mut Run<'_>, at: usize, side: Side) {
    let who = run.state.who(at);
    run.put(Fact::Placed(who, side));
    drawer::close(run, at, &[Step::Side]);
    let speaker = usize::from(run.state.speaker);
    let next = run.state.clockwise(at + 1).next().unwrap_or(speaker);
    let step = if next == speaker { Step::Propose } else { Step::Side };
    run.ask(step, next);
}

pub fn propose(run: &mut Run<'_>, at: usize, statute: Statute) {
    let who = run.state.who(at);
    run.put(Fact::Proposed(who, statute));
    // Who proposes does not vote.
    drawer::close(run, at, &[Step::Propose, Step::Vote]);
    next_vote(run, at);
}

/// Asks the next seat that has not voted, or counts the votes.
fn next_vote(run: &mut Run<'_>, at: usize) {
    let state = &run.state;
    let next = state.clockwise(at + 1).find(|next| state.votes[*next] == Vote::None);
    match next {
        Some(next) => run.ask(Step::Vote, next),
        None => count(run),
    }
}

pub fn vote(run: &mut Run<'_>, at: usize, order: &Order) {
    let vote = match order {
        Order::Sue(statute, from) => Vote::Sue { statute: *statute, from: *from },
        _ => Vote::Support,
    };
    let who = run.state.who(at);
    let sealed = run.state.options.sealed;
    run.put(if sealed { Fact::Sealed(who, vote) } else { Fact::Voted(who, vote) });
    drawer::close(run, at, &[Step::Vote]);
    if !sealed {
        return next_vote(run, at);
    }
    if super::super::legal::asked(&run.state).next().is_none() {
        open_votes(run);
    }
}

/// All sealed votes are in: they are opened clockwise (R21.4).
fn open_votes(run: &mut Run<'_>) {
    let speaker = usize::from(run.state.speaker);
    run.put(Fact::Unsealed);
    let voters: Vec<usize> = run.state.clockwise(speaker + 1).filter(|at| *at != speaker).collect();
    for at in voters {
        let (who, vote) = (run.state.who(at), run.state.sealed[at]);
        run.put(Fact::Voted(who, vote));
    }
    count(run);
}

/// Builds the queue: suits first, then support, each clockwise from the Lawspeaker (R6.13).
pub fn count(run: &mut Run<'_>) {
    let state = &run.state;
    let Some(token) = state.token else { return };
    let speaker = usize::from(state.speaker);
    let order: Vec<usize> = state.clockwise(speaker).collect();
    let supporters: Vec<usize> =
        order.iter().copied().filter(|at| state.votes[*at] == Vote::Support).collect();
    let mut turns: Vec<Turn> = Vec::new();
    for at in &order {
        let Vote::Sue { statute, .. } = state.votes[*at] else { continue };
        let on = |other: &usize| match state.votes[*other] {
            Vote::Sue { statute, .. } => Some(statute),
            _ => None,
        };
        let group: Vec<usize> =
            order.iter().copied().filter(|other| on(other) == Some(statute)).collect();
        let strength = state.suing(statute) + statute.bonus();
        turns.extend(turn(run, *at, (statute, strength), &group));
    }
    let strength = supporters.len() as u8 + token.bonus();
    for at in &supporters {
        turns.extend(turn(run, *at, (token, strength), &supporters));
    }
    run.put(Fact::Queued(turns));
    run.go(Step::Queue);
}

/// An entry of the queue; a Fostering group has one for all its seats (R6.14).
fn turn(
    run: &Run<'_>,
    at: usize,
    (statute, strength): (Statute, u8),
    group: &[usize],
) -> Option<Turn> {
    let who = run.state.who(at);
    if statute.action() != Action::FOSTER {
        return Some(Turn { who, statute, strength, with: Vec::new() });
    }
    let with = group.iter().map(|other| run.state.who(*other)).collect();
    (group.first() == Some(&at)).then_some(Turn { who, statute, strength, with })
}

/// Begins the next entry, or ends the Council (R6.17).
pub fn next_entry(run: &mut Run<'_>) {
    if let Some(entry) = run.state.queue.first().copied() {
        return begin(run, entry);
    }
    let speaker = usize::from(run.state.speaker);
    let suing: Vec<usize> =
        run.state.clockwise(speaker).filter(|at| run.state.away & (1 << at) != 0).collect();
    for at in suing {
        let who = run.state.who(at);
        run.put(Fact::Returned(who));
    }
    run.put(Fact::Phase(Step::Hunt));
}

fn begin(run: &mut Run<'_>, entry: Entry) {
    let at = usize::from(entry.at);
    let action = entry.statute.action();
    let helped = action != Action::FOSTER && run.state.has_role(at, action.role(1));
    let strength = entry.strength + u8::from(helped);
    let state = &run.state;
    let with =
        state.clockwise(usize::from(state.speaker)).filter(|at| entry.group & (1 << at) != 0);
    let with = with.map(|at| state.who(at)).collect();
    let who = state.who(at);
    run.put(Fact::Began(Began { who, action, source: Source::Council, strength, with }));
    start(run);
}

/// Opens the action that has just begun.
pub fn start(run: &mut Run<'_>) {
    let at = run.state.doer();
    match run.state.deed.action {
        Action::SETTLE => run.ask(Step::Settle, at),
        Action::RIDE => run.ask(Step::Ride, at),
        Action::RAID => run.ask(Step::Raid, at),
        Action::FOSTER => foster::next(run),
        Action::PLEDGE => pledge::start(run, at),
        _ => run.ask(Step::Feast, at),
    }
}
