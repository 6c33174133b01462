//! Games that the table ends by vote. The agreed result is stored next to the position, which does
//! not contain it.

use crate::game::core::folded::Game;
use crate::game::core::folded::handles::{GameHistory, GameVotes};
use ravenpost_log::act::{Motion, Rejection};
use ravenpost_log::{Act, ActKind};
use ravenpost_rules::numbers::Seq;
use ravenpost_rules::{Outcome, Presentation, Seat, Viewer};

impl Game {
    /// Places and scores, once the game has been set up and has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        match &self.status.agreed {
            Some(places) => Some(self.votes().agreed_outcome(places)),
            None if self.has_started() => self.position.outcome(),
            None => None,
        }
    }

    /// What a viewer sees of the current game. If the table ended the game by vote, the headline
    /// comes from the agreed result, because the position does not contain it.
    pub fn presentation(&self, viewer: Viewer) -> Presentation {
        let presentation = self.position.present(viewer);
        match &self.status.agreed {
            Some(places) => Presentation {
                headline: self.votes().verdict(places),
                text_has_headline: false,
                ..presentation
            },
            None => presentation,
        }
    }
}

impl GameVotes<'_> {
    /// The agreed result in the form of an outcome; it has no scores.
    pub fn agreed_outcome(&self, places: &[u8]) -> Outcome {
        let seats = Seat::all(self.status.table.seats).take(places.len());
        let rank = |seat: Seat| std::cmp::Reverse(places.get(seat.index()).copied());
        Outcome::ranked(seats, rank, |_| (0, Vec::new()), |_| self.verdict(places))
    }

    /// The agreed result as a sentence.
    pub fn verdict(&self, places: &[u8]) -> String {
        let who = match self.status.alone {
            None => "vote".to_owned(),
            Some(Some(seat)) => format!("{}, the only remaining player", self.seat_name(seat)),
            Some(None) => "the organiser".to_owned(),
        };
        format!("Ended by {who}: {}", self.result_words(places))
    }

    /// A result as a phrase: "Red first, Blue and Green second".
    pub fn result_words(&self, places: &[u8]) -> String {
        if places.is_empty() {
            return "no result".to_owned();
        }
        let mut texts = Vec::new();
        for place in 1..=self.status.table.seats {
            let there = Seat::all(self.status.table.seats)
                .filter(|seat| places.get(seat.index()) == Some(&place));
            let names: Vec<String> = there.map(|seat| self.seat_name(seat)).collect();
            if !names.is_empty() {
                texts.push(format!("{} {}", names.join(" and "), ordinal(place)));
            }
        }
        texts.join(", ")
    }
}

impl<'g> GameHistory<'g> {
    /// The last motion proposed at or before event `seq`.
    pub fn motion_at(&self, seq: Seq) -> Option<&'g Motion> {
        let mut put = self.0.log.pick(|one| one.seq <= seq && one.kind == ActKind::Proposed).rev();
        put.find_map(|entry| match entry.act {
            Act::Proposed { motion, .. } => Some(motion),
            _ => None,
        })
    }
}

/// Describes an act of a vote on ending the game. `does` puts a seat's name or "you" before the
/// verb phrase.
pub fn describe(game: &Game, act: &Act, does: &dyn Fn(&str, &str) -> String) -> String {
    let says = |seat: &Option<Seat>, yours: &str, theirs: &str| match seat {
        Some(_) => does(yours, theirs),
        None => format!("The organiser {theirs}"),
    };
    match act {
        Act::Proposed { by, motion: Motion::End { places }, reason, .. } => {
            let result = game.votes().result_words(places);
            let what = format!("proposed to end the game ({result}): \u{201c}{reason}\u{201d}");
            says(by, &what, &what)
        }
        Act::Voted { seat, agrees: true, .. } => {
            says(seat, "voted to end the game", "voted to end the game")
        }
        Act::Voted { seat, agrees: false, .. } => {
            says(seat, "voted not to end the game", "voted not to end the game")
        }
        Act::ProposalFailed { cause: why } => dropped(*why).to_owned(),
        _ => String::new(),
    }
}

/// Says why a vote on ending the game failed.
pub fn dropped(why: Rejection) -> &'static str {
    match why {
        Rejection::Rejected => "The proposal to end the game was rejected",
        Rejection::Expired => "The vote to end the game failed: not enough players agreed in time",
        Rejection::Withdrawn => "The proposal to end the game was withdrawn",
        Rejection::GameEnded => "The vote to end the game ended because the game is over",
    }
}

fn ordinal(place: u8) -> String {
    match place {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        5 => "fifth".to_owned(),
        more => format!("in place {more}"),
    }
}
