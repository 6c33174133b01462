//! A decision of this title in the making, and what chapters do to it alike.

use super::super::Thingvellir;
use super::super::state::course::{End, Step};
use super::super::state::facts::{CardsDrawn, Fact};
use super::super::things::data;
use super::super::things::names::{Action, Card};
use super::super::things::who::Who;
use ravenpost_rules::Seat;

/// A decision of this title in the making.
pub type Run<'d> = ravenpost_rules::Run<'d, Thingvellir>;

/// What chapters of this title write again and again.
pub trait RunExt {
    /// Goes to a step, asking nobody in particular.
    fn go(&mut self, step: Step);

    /// Puts a question to a seat: the game waits for it at that step.
    fn ask(&mut self, step: Step, seat: Seat);

    /// The seat whose action is being taken.
    fn doer(&self) -> Who;

    /// The next card of the Orlog, Doom shuffled in when it is empty (R19.6).
    fn next_card(&mut self) -> Option<Card>;

    /// Shuffles Doom into the empty Orlog.
    fn shuffle_doom(&mut self);

    /// Draws up to that many cards onto the table.
    fn draw(&mut self, who: Option<Who>, count: u8, face_up: bool);

    /// Ends the game if a seat has reached 22 Wordfame (R17.2).
    fn check_fame(&mut self, who: Who);

    /// Ends the game if one seat alone owns farms (R17.4).
    fn check_farms(&mut self);

    /// Drops what a seat still has for decisions that are over, and tells it: left where it is, it
    /// would be played in a later round, when nobody thinks of it any more.
    fn drop_left(&mut self, seat: Seat, over: &[Step]);

    /// A seat's turn of phase II is over, and with it what it left for this round.
    fn end_turn(&mut self, seat: Seat);
}

impl RunExt for Run<'_> {
    fn go(&mut self, step: Step) {
        self.put(Fact::StepStarted(step, None));
    }

    fn ask(&mut self, step: Step, seat: Seat) {
        let who = self.state.who(seat);
        self.put(Fact::StepStarted(step, Some(who)));
    }

    fn doer(&self) -> Who {
        self.state.who(self.state.deed.seat)
    }

    fn next_card(&mut self) -> Option<Card> {
        if self.state.orlog.is_empty() && self.state.doom != 0 {
            self.shuffle_doom();
        }
        self.state.orlog.last().copied()
    }

    fn shuffle_doom(&mut self) {
        let mut cards: Vec<Card> = Card::of(self.state.doom).collect();
        self.shuffle("orlog", &mut cards);
        self.put(Fact::Shuffled(cards));
    }

    fn draw(&mut self, who: Option<Who>, count: u8, face_up: bool) {
        let mut left = usize::from(count);
        while left > 0 && self.next_card().is_some() && !self.state.over() {
            let pile = &self.state.orlog;
            let cards: Vec<Card> = pile.iter().rev().take(left).copied().collect();
            left -= cards.len();
            self.put(Fact::CardsDrawn(CardsDrawn { who, cards, face_up }));
        }
    }

    fn check_fame(&mut self, who: Who) {
        if self.state.fame[who.seat] >= data().win {
            self.put(Fact::GameEnded(End::Wordfame(who)));
        }
    }

    fn check_farms(&mut self) {
        if let Some(seat) = self.state.last_with_farms() {
            let who = self.state.who(seat);
            self.put(Fact::GameEnded(End::LastFarms(who)));
        }
    }

    fn drop_left(&mut self, seat: Seat, over: &[Step]) {
        for step in over {
            let left: Vec<&str> = self.state.drawer[seat]
                .iter()
                .filter(|(known, _)| known == step)
                .map(|(_, text)| text.as_str())
                .collect();
            if !left.is_empty() {
                let why = format!("{}: the time for it is over", left.join("; "));
                let who = self.state.who(seat);
                self.put(Fact::PlansDropped(who, *step, why));
            }
        }
    }

    fn end_turn(&mut self, seat: Seat) {
        self.drop_left(seat, &TURN);
        self.go(Step::Hunt);
    }
}

/// Ends the running action and goes back to where it came from.
pub fn finish(run: &mut Run<'_>) {
    let who = run.doer();
    let left = run.state.open_cards().count() as u8;
    match run.state.deed.action {
        Action::FEAST if !run.state.table.is_empty() => {
            run.put(Fact::GiftsDelivered(who));
        }
        _ if !run.state.table.is_empty() => run.put(Fact::DrawDiscarded(Some(who), left)),
        _ => {}
    }
    if run.state.in_council() {
        run.go(Step::Queue);
    } else {
        run.ask(Step::Bondi, who.seat);
    }
}

/// What is left for a seat's own turn of a round: its action in the Council, and its Bondi.
pub const TURN: [Step; 7] =
    [Step::Settle, Step::Ride, Step::Raid, Step::Foster, Step::Feast, Step::Bondi, Step::Any];
