//! What happens by itself: from one decision to the next, by the states of R5.2. Every step is
//! read off the state alone, so that a game can go on from anywhere.

use super::super::Gotlandia;
use super::super::state::facts::Fact;
use super::super::state::{Forced, Pack, Stage};
use super::super::things::names::Card;
use crate::rules::Seat;
use crate::rules::list::List;

/// How many answers given by force are kept before the oldest make room: one play brings up to
/// four more, and the list holds twelve.
const REMEMBERED: usize = 7;

/// A decision of this title in the making.
pub type Run<'d> = crate::rules::Run<'d, Gotlandia>;

impl Run<'_> {
    /// Notes how a decision settled itself, so that a line may say so too (R24.2).
    pub fn settled(&mut self, seat: Seat, answer: Forced) {
        self.make_room();
        self.put(Fact::Settled { seat, answer });
    }

    /// Forgets what was settled for a seat that orders something of its own.
    pub fn moved(&mut self, seat: Seat) {
        if self.state.forced.iter().any(|settled| settled.0 == seat) {
            self.put(Fact::Moved { seat });
        }
    }

    /// Forgets what was settled longest ago, before the list of it is full.
    pub fn make_room(&mut self) {
        while let Some(oldest) = self.state.forced.first().copied()
            && self.state.forced.len() > REMEMBERED
        {
            self.put(Fact::Moved { seat: oldest.0 });
        }
    }

    pub fn enter(&mut self, stage: Stage) {
        self.put(Fact::Entered { stage });
    }

    /// Every automatic step up to the next decision.
    pub fn go(&mut self) {
        while self.step() {}
    }

    /// One step; false when somebody is asked, or nothing is left to do.
    fn step(&mut self) -> bool {
        self.note_goals();
        match self.state.stage {
            Stage::Reputation => self.reputations(),
            Stage::Reveal => self.reveal(),
            Stage::Tribute => self.losses(Stage::Keep),
            Stage::Keep => self.plague(),
            Stage::RaidLoss => self.losses(Stage::Trouble),
            Stage::Trouble => self.trouble(),
            Stage::Draw => self.draw_hands(),
            Stage::Turns => self.turns(),
            Stage::End => self.generation_ends(),
            Stage::Scoring => self.score(),
            Stage::Over => false,
        }
    }

    /// Draws up to `count` cards (R7.4).
    pub fn draw(&mut self, seat: Seat, count: u8) {
        let count = usize::from(count);
        let family = self.state.of(seat);
        let mut cards: Pack = family.deck.iter().rev().take(count).copied().collect();
        let mut shuffled = None;
        if cards.len() < count && !family.discard.is_empty() {
            let mut deck = family.discard;
            self.shuffle("reshuffle", deck.as_mut());
            for card in deck.iter().take(count - cards.len()) {
                cards.push(*card);
            }
            shuffled = Some(Box::new(deck));
        }
        if !cards.is_empty() {
            self.put(Fact::Drew { seat, cards, shuffled });
        }
    }
}

/// Cards in order, as a hand or a discard pile keeps them.
pub fn sorted(cards: &[Card]) -> Pack {
    let mut pack = List::new();
    for card in cards {
        pack.put(*card);
    }
    pack
}
