//! R6 The Law Council: sides at the start, proposals, votes, the queue.

use super::super::orders::Order;
use super::super::reckon::ask;
use super::super::state::State;
use super::super::state::facts::{ActionStarted, Fact, QueueEntry};
use super::super::state::progress::{ActionSource, Entry, Step, Vote};
use super::super::things::names::{Action, Side, Statute, thingmen};
use super::judge::{LONGEST, other};
use super::run::{Run, RunExt};
use super::{action, forms};
use ravenpost_rules::RefusalCode::{NoneThere, NotHeld, Occupied, WrongAmount, WrongKind};
use ravenpost_rules::{Form, Legal, Refusal, Seat};

pub fn free(state: &State, side: Side) -> bool {
    state.edges.is_empty(side.edge())
}

pub fn sides(state: &State, orders: &mut Vec<Order>) {
    orders.extend(Side::all().filter(|side| free(state, *side)).map(Order::Side));
}

/// Whether a seat may give this order in the Council.
pub fn check(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    match (state.step, order) {
        (Step::Side, Order::Side(side)) if free(state, *side) => Ok(()),
        (Step::Side, Order::Side(_)) => {
            Occupied.refuse("R4.8", "there is already a Thingman on that side")
        }
        (Step::Propose, Order::Propose(statute)) => open(state, *statute),
        (Step::Vote, Order::Support) => Ok(()),
        (Step::Vote, Order::Sue(statute, from)) => suit(state, seat, *statute, from),
        _ => other(state),
    }
}

pub fn proposals(state: &State, orders: &mut Vec<Order>) {
    orders.extend(proposable(state).map(Order::Propose));
}

/// The statutes that may be proposed now.
pub fn proposable(state: &State) -> impl Iterator<Item = Statute> + '_ {
    Statute::all().filter(|statute| open(state, *statute).is_ok())
}

/// Judges whether a statute can be reached from the token's place.
fn open(state: &State, statute: Statute) -> Result<(), Refusal> {
    let Some(token) = state.token else {
        let low = statute.level() == 1;
        return if low {
            Ok(())
        } else {
            WrongKind.refuse("R6.2", "the first proposal must be a level 1 statute")
        };
    };
    if statute.law() != token.law() {
        let low = statute.level() == 1;
        return if low {
            Ok(())
        } else {
            WrongKind.refuse("R6.3", "in another Law you can propose only the level 1 statute")
        };
    }
    match statute.level() {
        level if level == token.level() + 1 => Ok(()),
        1 => WrongKind
            .refuse("R6.4", "the level 1 statute of the Law with the token cannot be proposed"),
        _ => WrongKind.refuse("R6.3", "in this Law you can propose only the next statute up"),
    }
}

fn suit(state: &State, seat: Seat, statute: Statute, from: &[u8; 6]) -> Result<(), Refusal> {
    let Some(token) = state.token else {
        return NoneThere.refuse("R6.6", "no statute has been proposed");
    };
    if statute.law() == token.law() {
        return WrongKind.refuse("R6.7", "sue on a statute of a different Law");
    }
    if statute.level() > token.level() {
        return WrongKind
            .refuse("R6.7", "sue on a statute whose level is no higher than the proposal's");
    }
    let men = state.edges.at_thing(seat);
    if men == [0; 6] {
        return NotHeld.refuse("R6.10", "you have no Thingman at Þingvellir, so you must support");
    }
    if from == &[0; 6] {
        return WrongAmount.refuse("R6.7", "a suit needs at least one Thingman");
    }
    for side in Side::BY_CODE {
        let (wanted, there) = (from[side.index()], men[side.index()]);
        if wanted > there {
            let why = format!(
                "you have {} on the side towards {}",
                thingmen(there),
                side.district().name()
            );
            return Err(Refusal::new(why)
                .code(WrongAmount)
                .word(format!("{}:{wanted}", side.slug()))
                .rule("R6.10"));
        }
    }
    Ok(())
}

/// The statutes that suits may name now.
pub fn suable(state: &State) -> impl Iterator<Item = Statute> + use<> {
    let token = state.token;
    Statute::all().filter(move |statute| {
        token.is_some_and(|token| statute.law() != token.law() && statute.level() <= token.level())
    })
}

/// Support and every suit, with a form where there are too many suits to list.
pub fn votes(state: &State, seat: Seat) -> Legal<Order> {
    let men = state.edges.at_thing(seat);
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
    let forms = if complete { Vec::new() } else { suit_forms(state, &men) };
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

/// All Thingmen, or some or all of one side.
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

/// Forms for support, and for a suit with Thingmen from several sides.
fn suit_forms(state: &State, men: &[u8; 6]) -> Vec<Form> {
    let support = Form::new("support", "Support the proposal");
    let mut fields = Vec::new();
    for side in Side::BY_CODE.iter().filter(|side| men[side.index()] > 0) {
        let label = format!("From {}", side.district().name());
        let word = |count: u8| format!("{}:{count}", side.slug());
        fields.push(forms::how_many(label, men[side.index()], word));
    }
    let sue = |statute: Statute| {
        let lead = format!("sue {} from", statute.slug());
        Form::new(lead, format!("Sue on {}", statute.words()))
            .help("Choose at least one Thingman.")
            .fields(fields.clone())
    };
    std::iter::once(support).chain(suable(state).map(sue)).collect()
}

pub fn side(run: &mut Run<'_>, seat: Seat, side: Side) {
    let who = run.state.who(seat);
    run.put(Fact::SideTaken(who, side));
    run.drop_left(seat, &[Step::Side]);
    let speaker = run.state.speaker;
    let next = run.state.after(seat).next().unwrap_or(speaker);
    let step = if next == speaker { Step::Propose } else { Step::Side };
    run.ask(step, next);
}

pub fn propose(run: &mut Run<'_>, seat: Seat, statute: Statute) {
    let who = run.state.who(seat);
    run.put(Fact::Proposed(who, statute));
    // The proposer does not vote.
    run.drop_left(seat, &[Step::Propose, Step::Vote]);
    next_vote(run, seat);
}

/// Asks the next seat that has not voted, or counts the votes.
fn next_vote(run: &mut Run<'_>, seat: Seat) {
    let state = &run.state;
    let next = state.after(seat).find(|next| state.votes[*next] == Vote::None);
    match next {
        Some(next) => run.ask(Step::Vote, next),
        None => count(run),
    }
}

pub fn vote(run: &mut Run<'_>, seat: Seat, order: &Order) {
    let vote = match order {
        Order::Sue(statute, from) => Vote::Sue { statute: *statute, from: *from },
        _ => Vote::Support,
    };
    let who = run.state.who(seat);
    let sealed = run.state.options.sealed;
    run.put(if sealed { Fact::VoteSealed(who, vote) } else { Fact::Voted(who, vote) });
    run.drop_left(seat, &[Step::Vote]);
    if !sealed {
        return next_vote(run, seat);
    }
    if !run.is_held() {
        open_if_all(run);
    }
}

/// Reveals sealed votes when all are in. Returns whether it did.
pub fn open_if_all(run: &mut Run<'_>) -> bool {
    let sealed = run.state.step == Step::Vote && run.state.options.sealed;
    let all = sealed && ask::asked(&run.state).next().is_none();
    if all {
        open_votes(run);
    }
    all
}

/// Reveals all sealed votes clockwise (R21.4).
fn open_votes(run: &mut Run<'_>) {
    let speaker = run.state.speaker;
    run.put(Fact::VotesOpened);
    let voters: Vec<Seat> = run.state.after(speaker).filter(|seat| *seat != speaker).collect();
    for seat in voters {
        let (who, vote) = (run.state.who(seat), run.state.sealed[seat]);
        run.put(Fact::Voted(who, vote));
    }
    count(run);
}

/// Builds the queue: suits first, then support, each clockwise from the Lawspeaker (R6.13).
pub fn count(run: &mut Run<'_>) {
    let state = &run.state;
    let Some(token) = state.token else { return };
    let speaker = state.speaker;
    let order: Vec<Seat> = state.clockwise(speaker).collect();
    let supporters: Vec<Seat> =
        order.iter().copied().filter(|seat| state.votes[*seat] == Vote::Support).collect();
    let mut entries: Vec<QueueEntry> = Vec::new();
    for seat in &order {
        let Vote::Sue { statute, .. } = state.votes[*seat] else { continue };
        let on = |other: &Seat| match state.votes[*other] {
            Vote::Sue { statute, .. } => Some(statute),
            _ => None,
        };
        let group: Vec<Seat> =
            order.iter().copied().filter(|other| on(other) == Some(statute)).collect();
        let strength = state.suing(statute) + statute.bonus();
        entries.extend(entry(run, *seat, statute, strength, &group));
    }
    let strength = supporters.len() as u8 + token.bonus();
    for seat in &supporters {
        entries.extend(entry(run, *seat, token, strength, &supporters));
    }
    run.put(Fact::QueueBuilt(entries));
    run.go(Step::Queue);
}

/// An entry of the queue; a Fostering group has one for all its seats (R6.14).
fn entry(
    run: &Run<'_>,
    seat: Seat,
    statute: Statute,
    strength: u8,
    group: &[Seat],
) -> Option<QueueEntry> {
    let who = run.state.who(seat);
    if statute.action() != Action::FOSTER {
        return Some(QueueEntry { who, statute, strength, participants: Vec::new() });
    }
    let participants = group.iter().map(|other| run.state.who(*other)).collect();
    let entry = QueueEntry { who, statute, strength, participants };
    (group.first() == Some(&seat)).then_some(entry)
}

/// Begins the next entry, or ends the Council (R6.17).
pub fn next_entry(run: &mut Run<'_>) {
    if let Some(entry) = run.state.queue.first().copied() {
        return begin(run, entry);
    }
    let speaker = run.state.speaker;
    let suing: Vec<Seat> =
        run.state.clockwise(speaker).filter(|seat| run.state.away.has(*seat)).collect();
    for seat in suing {
        let who = run.state.who(seat);
        run.put(Fact::ThingmenReturned(who));
    }
    run.put(Fact::PhaseStarted(Step::Hunt));
}

fn begin(run: &mut Run<'_>, entry: Entry) {
    let seat = entry.seat;
    let action = entry.statute.action();
    let helped = action != Action::FOSTER && run.state.has_role(seat, action.role(1));
    let strength = entry.strength + u8::from(helped);
    let state = &run.state;
    let group = state.clockwise(state.speaker).filter(|seat| entry.group.has(*seat));
    let participants = group.map(|seat| state.who(seat)).collect();
    let who = state.who(seat);
    let source = ActionSource::Council;
    run.put(Fact::ActionStarted(ActionStarted { who, action, source, strength, participants }));
    action::start(run);
}
