//! Who may let a bot stand in for a seat, and when its player plays again.

use chrono::{DateTime, Duration, Utc};

use super::positions::Positions;
use super::{Asked, May, no};
use crate::act::by::By;
use crate::act::vote::Motion;
use crate::table::proposal::Voice;
use ravenpost_rules::Seat;

/// The longest time that is named for a stand-in.
const LONGEST: Duration = Duration::days(60);

impl<G: Positions> Asked<'_, G> {
    /// A bot stands in, or without one the player is back.
    pub(super) fn may_hand_over(
        self,
        seat: Seat,
        bot: Option<&str>,
        until: Option<DateTime<Utc>>,
        by: Option<By>,
    ) -> May<G> {
        self.must_be_running()?;
        if by == Some(By::Table) {
            let agreed = |motion: &Motion| match motion {
                Motion::Substitute { seat: whose, bot: which } => {
                    *whose == seat && Some(&**which) == bot && until.is_none()
                }
                _ => false,
            };
            return if self.carries(agreed) {
                Ok(())
            } else {
                no("the table has not agreed to that")
            };
        }
        match bot {
            Some(_) => self.may_stand_in(seat, until, by),
            None => self.may_be_back(seat, until, by),
        }
    }

    /// For a player who goes away, or by whoever looks after the table for one who has long been
    /// silent. Somebody is left who plays: bots alone would play the game to its end.
    fn may_stand_in(self, seat: Seat, until: Option<DateTime<Utc>>, by: Option<By>) -> May<G> {
        self.must_go_on()?;
        if !self.table.attended(seat) {
            return no("nobody plays that seat for whom a bot could stand in");
        }
        if until.is_some_and(|until| until <= self.now || until > self.now + LONGEST) {
            return no("a bot stands in for 1 to 60 days, or until its player is back");
        }
        if self.table.manned_seats().iter().all(|other| *other == seat) {
            return no("everybody else is away or a bot: somebody has to be left who plays");
        }
        match by {
            Some(By::Player(own)) if own == seat => Ok(()),
            by => {
                self.in_office(by)?;
                self.must_be_silent(seat)
            }
        }
    }

    /// Whether the table may vote on a bot that stands in for a player who does not answer.
    pub(super) fn may_move_stand_in(self, by: Voice, seat: Seat, bot: &str) -> May<G> {
        if bot.is_empty() || !self.table.attended(seat) {
            return no("nobody plays that seat for whom a bot could stand in");
        }
        if by == Some(seat) {
            return no("for your own seat a bot stands in without a vote: say that you go away");
        }
        match self.table.manned_seats().iter().all(|other| *other == seat) {
            true => no("everybody else is away or a bot: somebody has to be left who plays"),
            false => Ok(()),
        }
    }

    /// At any time, also while the table votes: then its player has a word in it.
    fn may_be_back(self, seat: Seat, until: Option<DateTime<Utc>>, by: Option<By>) -> May<G> {
        let stands_in = self.table.slot(seat).is_some_and(|chair| chair.stand_in.is_some());
        if !stands_in || until.is_some() {
            return no("no bot stands in for that seat");
        }
        match by {
            Some(By::Player(own)) if own == seat => Ok(()),
            None if self.table.to_hand_back(self.now).contains(&seat) => Ok(()),
            _ => no("only its own player ends that before its time"),
        }
    }
}
