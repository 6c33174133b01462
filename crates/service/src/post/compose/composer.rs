//! Composes an email about a game; parts that several emails share.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::email_payload::GamePayload;
use crate::error::ServiceError;
use crate::game::clocks::contract;
use crate::game::clocks::deadline_words::special;
use crate::game::core::folded::Game;
use crate::game::core::log::metadata::EventMetadata;
use crate::game::table::seat_names::Occupant;
use ravenpost_emails::parts::cards::names;
use ravenpost_emails::parts::times;
use ravenpost_emails::{
    Badge, Clock, Frame, GameCard, Offered, SafeLine, SeatedPlayer, Todo, TurnEmail,
};
use ravenpost_log::span::span;
use ravenpost_log::table::clock_state::pending::Pending;
use ravenpost_rules::numbers::Seq;
use ravenpost_rules::{Group, Seat, Viewer, description, text::phrase};

/// How many examples of a reply an email gives if it cannot list all orders.
const EXAMPLES: usize = 3;

/// An email about a game being composed.
#[derive(Clone)]
pub(super) struct Composer<'a> {
    pub(super) game: &'a Game,
    pub(super) base: &'a str,
    pub(super) card: GameCard,
    pub(super) seat: Seat,
    /// The event that the email is about; the first if there are several.
    pub(super) seq: Seq,
    pub(super) payload: GamePayload,
    pub(super) seats: Vec<Occupant>,
    /// The forks that the recipient is invited to, and the seats of the inviting players.
    pub(super) forks: Vec<(Arc<Game>, Seat)>,
    /// For an email about a failed vote: whether the recipient knew of the proposal.
    pub(super) knew_of_vote: bool,
    /// The lines of the recipient's notes for the pending turn.
    pub(super) notes: Vec<Vec<SafeLine>>,
    pub(super) frame: Frame,
    pub(super) turn_email: Option<TurnEmail>,
}

impl Composer<'_> {
    pub(super) fn badge(&self, seat: Seat) -> Badge {
        Badge { seat, called: self.game.called(seat) }
    }

    /// Describes the pending decisions in a complete sentence; empty if there are none. Questions
    /// that others are asked are only listed as unanswered. The recipient's own one includes the
    /// time when an instruction will answer it.
    pub(super) fn asks(&self) -> SafeLine {
        let waits = &self.game.status.clocks.waits;
        let viewer = Viewer::Seat(self.seat);
        let (others, turn_email): (Vec<_>, Vec<_>) =
            waits.iter().partition(|(seat, wait)| **seat != self.seat && wait.ask.is_question());
        let names: Vec<String> =
            others.iter().map(|(seat, _)| self.game.called(**seat).name).collect();
        let mut asks: Vec<String> =
            turn_email.iter().map(|(_, wait)| wait.ask.to(viewer).to_owned()).collect();
        asks.dedup();
        let writes = match names.as_slice() {
            [] => None,
            [one] => Some(format!("{one} has not moved yet")),
            more => Some(format!("{} have not moved yet", phrase::and(more))),
        };
        let stop = match (&writes, turn_email.last()) {
            (None, None) => "",
            (None, Some((_, wait))) => wait.ask.stop(),
            (Some(_), _) => ".",
        };
        asks.extend(writes);
        SafeLine::from(self.with_moment(format!("{}{stop}", asks.join(", "))))
    }

    /// Describes the pending decisions to a recipient who has just answered, and confirms the
    /// answer.
    pub(super) fn asks_now(&self) -> SafeLine {
        let mut waits = self.game.status.clocks.waits.values();
        let answered = waits.any(|wait| has_answered(self.game, self.seat, wait));
        let asks = self.asks();
        match answered && !asks.is_empty() {
            true => SafeLine::from(format!("Your move is in. {asks}")),
            false => asks,
        }
    }

    /// Describes the recipient's pending decision in a complete sentence, if there is one, and when
    /// an instruction will answer it.
    pub(super) fn asked(&self) -> Option<SafeLine> {
        let ask = &self.game.seats().wait(self.seat)?.ask;
        Some(SafeLine::from(self.with_moment(ask.sentence(Viewer::Seat(self.seat)))))
    }

    /// Returns what the recipient must do, in the imperative or as a question, and when an
    /// instruction will answer it. It follows a colon.
    pub(super) fn action(&self) -> SafeLine {
        let Some(wait) = self.game.seats().wait(self.seat) else { return SafeLine::from("move") };
        let action = match wait.ask.is_question() {
            true => wait.ask.action().to_owned(),
            false => phrase::small(wait.ask.action()),
        };
        SafeLine::from(action)
    }

    /// Appends the time when an instruction of the recipient will answer the question.
    fn with_moment(&self, asked: String) -> String {
        let goes_on = self.game.status.stops.since().is_none();
        let answers = self.game.clocks().answers_at(self.seat).filter(|_| goes_on);
        let Some(at) = answers else { return asked };
        let frame = &self.frame;
        let soon = times::soon(at, frame.now, frame.zone);
        format!(
            "{asked} Your standing order answers this {soon} ({}), unless you move first or \
             cancel it.",
            frame.zone.name()
        )
    }

    /// Returns the recipient's cards that the last turn email explained. Only a short email omits
    /// these explanations; a full one repeats them.
    pub(super) fn cards_known(&self) -> Result<BTreeSet<String>, ServiceError> {
        let fresh =
            |turn_email: &&TurnEmail| self.frame.short && turn_email.seq < self.game.last_seq();
        let Some(turn_email) = self.turn_email.as_ref().filter(fresh) else {
            return Ok(BTreeSet::new());
        };
        let then = self.game.history().at(turn_email.seq)?;
        if !then.has_started() {
            return Ok(BTreeSet::new());
        }
        let mut known = names(&then.position.present(Viewer::Seat(self.seat)).own);
        known.retain(|name| !turn_email.untold.contains(name));
        Ok(known)
    }

    /// Returns the recipient's orders, by place if the title supports that, and whether
    /// instructions are possible.
    pub(super) fn orders(&self) -> Offered {
        let places = self.game.position.places(self.seat).into_iter();
        Offered {
            groups: self.game.position.offers(self.seat),
            places: places
                .map(|(title, forms)| Group { title, forms, ..Group::default() })
                .collect(),
            later: !self.game.position.instructions(self.seat).is_empty(),
            examples: examples(self.game, self.seat),
            secret: secrecy(self.game, self.seat),
            brief: false,
        }
    }

    /// Returns what the recipient has to do now, or who is awaited.
    pub(super) fn todo(&self) -> Todo {
        let words = self.asks();
        if self.game.status.stops.since().is_some() && !words.is_empty() {
            return Todo::of_others(format!("When the game continues: {words}"));
        }
        let asked = self.game.seats().wait(self.seat).is_some();
        Todo { asked, words, clock: self.clock() }
    }

    pub(super) fn clock(&self) -> Option<Clock> {
        let wait = self.game.seats().wait(self.seat)?;
        let due = wait.due?;
        let order = self.game.position.fallback(self.seat);
        let offers = self.game.position.offers(self.seat);
        let words = description(&offers, &order).unwrap_or(&order);
        Some(Clock {
            due,
            then: SafeLine::from(format!("After that, \"{words}\" is played for you.")),
            because: special(wait).map(|sum| {
                let asked = self.frame.at(&wait.asked);
                SafeLine::from(format!("Your turn started {asked}: {sum}."))
            }),
        })
    }
}

/// Whether a seat has answered a question that others still have to answer.
fn has_answered(game: &Game, seat: Seat, wait: &Pending) -> bool {
    let own =
        |one: &EventMetadata| one.seat == Some(seat) && one.changes && one.superseded_by.is_none();
    let last = game.log.pick(own).next_back();
    wait.ask.is_question() && last.is_some_and(|entry| entry.event.seq > wait.asked_at)
}

/// Returns orders that are legal now, as examples of a reply. They are spread over the list, so
/// that they do not recommend its first ones. The default order is used only if there is no other.
fn examples(game: &Game, seat: Seat) -> Vec<String> {
    let legal = game.position.legal(seat);
    let default = game.position.fallback(seat);
    let most = if legal.complete { 1 } else { EXAMPLES };
    let (others, defaults): (Vec<String>, Vec<String>) =
        legal.orders.into_iter().partition(|order| *order != default);
    spread(&others, most).into_iter().chain(defaults).take(most).collect()
}

/// States when a seat's sealed answer is revealed, and how long it can be changed.
fn secrecy(game: &Game, seat: Seat) -> Option<SafeLine> {
    let wait = game.seats().wait(seat)?;
    if !(wait.private && wait.together) {
        return None;
    }
    Some(match game.status.clocks.sealed_for {
        Some(delay) => SafeLine::from(format!(
            "Your move is secret. All moves are revealed {} after the last one (at once if it \
             comes by email), but no later than the deadline. Until then, you can undo yours \
             and move again.",
            span(delay)
        )),
        None => SafeLine::from(
            "Your move is secret. All moves are revealed when the last one is in. Until \
             another player moves, you can undo yours and move again.",
        ),
    })
}

pub(super) fn sittings(seats: &[Occupant]) -> Vec<SeatedPlayer> {
    let seated = |name: &Occupant| SeatedPlayer {
        seat: Badge { seat: name.seat, called: name.called.clone() },
        name: name.name.as_ref().map(SafeLine::from),
    };
    seats.iter().map(seated).collect()
}

pub(super) fn pace_lines(game: &Game) -> Vec<SafeLine> {
    let sentences = contract::sentences(&game.status.pace, game.status.consent);
    sentences.into_iter().map(SafeLine::from).collect()
}

/// Returns at most `most` of these orders, evenly spaced.
fn spread(orders: &[String], most: usize) -> Vec<String> {
    let count = most.min(orders.len());
    (0..count).map(|at| orders[(2 * at + 1) * orders.len() / (2 * count)].clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_spread_over_the_list() {
        let orders: Vec<String> = (0..9).map(|at| at.to_string()).collect();
        assert_eq!(spread(&orders, 1), ["4"]);
        assert_eq!(spread(&orders, 3), ["1", "4", "7"]);
        assert_eq!(spread(&orders[..2], 3), ["0", "1"]);
        assert!(spread(&[], 3).is_empty());
    }
}
