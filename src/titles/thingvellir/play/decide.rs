//! What an order leads to: the rules themselves, written as facts, up to the next decision.

use super::super::Thingvellir;
use super::super::orders::Order;
use super::super::state::facts::Fact;
use super::super::state::{End, Step};
use super::super::things::data::data;
use super::super::things::names::{Card, Who};
use super::deal::{council, feast, feud, foster, hunt, pledge, raid, ride, settle};
use super::flow;
use super::instruct;
use super::legal;
use crate::rules::{Refusal, Seat};

/// A decision of this title in the making.
pub type Run<'d> = crate::rules::Run<'d, Thingvellir>;

impl Run<'_> {
    /// Goes to a step, asking nobody in particular.
    pub fn go(&mut self, step: Step) {
        self.put(Fact::Now(step, None));
    }

    /// Asks a seat.
    pub fn ask(&mut self, step: Step, at: usize) {
        let who = self.state.who(at);
        self.put(Fact::Now(step, Some(who)));
    }

    /// The seat whose action is being taken.
    pub fn doer(&self) -> Who {
        self.state.who(self.state.doer())
    }

    /// The next card of the Orlog, Doom shuffled in when it is empty (R19.6).
    pub fn next_card(&mut self) -> Option<Card> {
        if self.state.orlog.is_empty() && self.state.doom != 0 {
            self.shuffle_doom();
        }
        self.state.orlog.last().copied()
    }

    /// Shuffles Doom into the empty Orlog.
    pub fn shuffle_doom(&mut self) {
        let mut cards: Vec<Card> = Card::of(self.state.doom).collect();
        self.shuffle("orlog", &mut cards);
        self.put(Fact::Shuffled(cards));
    }

    /// Draws up to that many cards onto the table.
    pub fn draw(&mut self, who: Option<Who>, count: u8, open: bool) {
        let mut left = usize::from(count);
        while left > 0 && self.next_card().is_some() && !self.state.over() {
            let pile = &self.state.orlog;
            let cards: Vec<Card> = pile.iter().rev().take(left).copied().collect();
            left -= cards.len();
            self.put(Fact::Drew(super::super::state::facts::Drew { who, cards, open }));
        }
    }

    /// Ends the game if a seat has reached 22 Wordfame (R17.2).
    pub fn check_fame(&mut self, who: Who) {
        if self.state.fame[who.at()] >= data().win {
            self.put(Fact::Over(End::Fame(who)));
        }
    }

    /// Ends the game if one seat alone owns farms (R17.4).
    pub fn check_farms(&mut self) {
        if let Some(at) = self.state.last_with_farms() {
            let who = self.state.who(at);
            self.put(Fact::Over(End::Farms(who)));
        }
    }
}

/// Judges and plays an order.
pub fn decide(run: &mut Run<'_>, seat: Seat, order: &Order) -> Result<(), Refusal> {
    let state = &run.state;
    let at = usize::from(seat.0).wrapping_sub(1);
    if !state.is_in(at) || state.over() {
        return legal::no("R23.2", "nothing is asked of this seat");
    }
    if matches!(order, Order::Standing(_) | Order::Later(..) | Order::Withdraw) {
        return instruct::decide(run, at, order);
    }
    if !legal::is_asked(state, at) {
        // A closing word for what has closed by itself is no mistake.
        if matches!(order, Order::Done | Order::Pass) {
            return Ok(());
        }
        let refusal = Refusal::new("you are not asked for an order now");
        let text = super::super::orders::write::write(state, order);
        return Err(refusal.rule("R23.2").instead([format!("later {text}")]));
    }
    legal::check(state, at, order)?;
    play(run, at, order);
    flow::go(run);
    Ok(())
}

/// Seats were given up: who alone has not resigned wins (R17.9).
pub fn deserted(run: &mut Run<'_>, gone: &[Seat]) {
    let mut left = run.state.players().filter(|at| !gone.contains(&Seat::at(*at)));
    if let (Some(at), None) = (left.next(), left.next()) {
        let who = run.state.who(at);
        run.put(Fact::Over(End::Alone(who)));
    }
}

/// Plays an order that was found legal, up to the next step.
pub fn play(run: &mut Run<'_>, at: usize, order: &Order) {
    match order {
        Order::Side(side) => council::side(run, at, *side),
        Order::Propose(statute) => council::propose(run, at, *statute),
        Order::Support | Order::Sue(..) => council::vote(run, at, order),
        Order::Settle(..) | Order::Expand(..) | Order::Rebuild(_) => settle::play(run, at, order),
        Order::Send(men, edge) => ride::send(run, *men, *edge),
        Order::Move(men, from, to, then) => ride::march(run, *men, *from, (*to, *then)),
        Order::HuntOutlaw => ride::hunt_outlaw(run),
        Order::Challenge => ride::challenge(run),
        Order::LetPass => ride::let_pass(run),
        Order::Add(kind) => feud::add(run, *kind),
        Order::Accept(colour) => feud::accept(run, *colour),
        Order::Hold => feud::hold(run),
        Order::Raze(..) | Order::Spare => feud::raze(run, at, order),
        Order::Claim(counts) => feud::claim(run, at, counts),
        Order::Out(men) => raid::out(run, *men),
        Order::Home => raid::home(run),
        Order::Keep(cards) => raid::keep(run, *cards),
        Order::Foster(_) | Order::SendOff(_) | Order::Pass => foster::choose(run, at, order),
        Order::Replace(number) => foster::replace(run, at, *number),
        Order::Swear(number) => pledge::swear(run, at, *number),
        Order::Swap(slot, number) => pledge::swap(run, at, *slot, *number),
        Order::Give(gift, to) => feast::give(run, at, *gift, usize::from(*to)),
        Order::Murder(slot) => feast::spend(run, at, *slot, None),
        Order::Capture(area, slot) => feast::spend(run, at, *slot, Some(*area)),
        Order::Slay(piles) => feast::slay(run, at, piles),
        Order::Weapon(kind) => feast::weapon(run, at, *kind),
        Order::Pay => feast::pay(run, at),
        Order::Fail => feast::fail(run, at),
        Order::Burn(colour) => feast::burn(run, at, *colour),
        Order::Farm(colour) => feast::captured(run, at, Some(*colour)),
        Order::Lair(area) => feast::lair(run, at, *area),
        Order::Act(slot) => hunt::act(run, at, *slot),
        Order::Harvest => hunt::harvest(run, at),
        Order::Done => done(run, at),
        Order::Standing(_) | Order::Later(..) | Order::Withdraw => {}
    }
}

/// Closes whatever loop the seat is in.
fn done(run: &mut Run<'_>, at: usize) {
    match run.state.step {
        Step::Pool => foster::close(run, at),
        Step::Bondi => hunt::close(run, at),
        _ => finish(run),
    }
}

/// Ends the running action and goes back to where it came from.
pub fn finish(run: &mut Run<'_>) {
    let who = run.doer();
    let left = run.state.open_cards().count() as u8;
    match run.state.deed.action {
        super::super::things::names::Action::FEAST if !run.state.table.is_empty() => {
            run.put(Fact::GiftsCame(who));
        }
        _ if !run.state.table.is_empty() => run.put(Fact::Cleared(Some(who), left)),
        _ => {}
    }
    if run.state.in_council() {
        run.go(Step::Queue);
    } else {
        run.ask(Step::Bondi, who.at());
    }
}
