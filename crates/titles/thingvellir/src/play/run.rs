//! The run type of this title and helpers shared by its chapters.

use super::super::Thingvellir;
use super::super::state::facts::{CardsDrawn, DropCause, Fact};
use super::super::state::progress::{End, Step};
use super::super::things::data;
use super::super::things::names::{Action, Card};
use super::super::things::who::Who;
use ravenpost_rules::Seat;

/// The run of one decision of this title.
pub type Run<'d> = ravenpost_rules::Run<'d, Thingvellir>;

/// Facts that many chapters of this title write.
pub trait RunExt {
    /// Goes to a step without asking a seat.
    fn go(&mut self, step: Step);

    /// Opens a decision for a seat at that step.
    fn ask(&mut self, step: Step, seat: Seat);

    /// The seat whose action is being taken.
    fn doer(&self) -> Who;

    /// The next card of the Orlog, which is refilled from Doom when it is empty (R19.6).
    fn next_card(&mut self) -> Option<Card>;

    /// Shuffles Doom into the empty Orlog.
    fn shuffle_doom(&mut self);

    /// Draws up to that many cards onto the table.
    fn draw(&mut self, who: Option<Who>, count: u8, face_up: bool);

    /// Ends the game if a seat has reached 22 Wordfame (R17.2).
    fn check_fame(&mut self, who: Who);

    /// Ends the game if only one seat owns farms (R17.4).
    fn check_farms(&mut self);

    /// Drops a seat's pre-orders for decisions that are over, and notifies it. Otherwise they would
    /// be played unexpectedly in a later round.
    fn drop_left(&mut self, seat: Seat, over: &[Step]);

    /// Ends a seat's turn of phase II and drops its pre-orders for this round.
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
            let left: Vec<String> = self.state.drawer[seat]
                .iter()
                .filter(|(known, _)| known == step)
                .map(|(_, text)| text.clone())
                .collect();
            if !left.is_empty() {
                let who = self.state.who(seat);
                self.put(Fact::PlansDropped(who, *step, DropCause::TooLate(left)));
            }
        }
    }

    fn end_turn(&mut self, seat: Seat) {
        self.drop_left(seat, &TURN);
        self.go(Step::Hunt);
    }
}

/// Ends the current action and returns to where it started.
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

/// The steps of a seat's own turn in a round, in the Council and with its Bondi, for pre-orders.
pub const TURN: [Step; 7] =
    [Step::Settle, Step::Ride, Step::Raid, Step::Foster, Step::Feast, Step::Bondi, Step::Any];
