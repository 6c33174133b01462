//! A player asks for time, or gives some to another: once in thirty days each, before the deadline,
//! and no question is made longer twice more than that. A clock that anybody could hold for ever
//! would be none.

use chrono::Duration;

use super::positions::Positions;
use super::votes::moment;
use super::{Asked, May, no};
use crate::act::pace::Pace;
use crate::table::status::Given;
use ravenpost_rules::Seat;

/// Within this a player asks once, and gives once.
const PERIOD: Duration = Duration::days(30);
/// How often one question is made longer by players.
const TWICE: usize = 2;
/// The most seconds that a player asks for or gives.
const DAY: u32 = 86_400;

/// How much time a player asks for or gives, in seconds: a turn of the table, a day at most; but an
/// hour, which is the least that is given. None where there are no deadlines.
pub fn time_asked(pace: &Pace) -> Option<u32> {
    pace.turn.map(|turn| turn.clamp(3_600, DAY))
}

impl<G: Positions> Asked<'_, G> {
    /// Whether a player may ask for time for a seat now, the own one or another's.
    pub(super) fn may_ask_for_time(self, player: Seat, seat: Seat, seconds: u32) -> May<G> {
        if !self.table.attended(player) {
            return no("nobody sits there who could ask");
        }
        if time_asked(&self.table.pace) != Some(seconds) {
            return no("a player asks for as long as a turn, and for a day at most");
        }
        self.asked_lately(player, seat)?;
        if !self.knows_clocks() {
            return Ok(());
        }
        let wait = self.table.waits.get(&seat).filter(|_| self.table.attended(seat));
        let Some((wait, due)) = wait.and_then(|wait| Some((wait, wait.due?))) else {
            return no("no clock runs for that seat");
        };
        if due <= self.now || wait.late.is_some() {
            return no("its time was over: one asks for more before that");
        }
        let same = |one: &&Given| one.by.is_some() && one.asked == Some(wait.asked);
        match self.table.given.iter().filter(same).count() < TWICE {
            true => Ok(()),
            false => no("this question was made longer twice already"),
        }
    }

    /// Once for the own seat, and once for others'.
    fn asked_lately(self, player: Seat, seat: Seat) -> May<G> {
        let own = seat == player;
        let begins = self.now - PERIOD;
        let same =
            |one: &&Given| one.by == Some(player) && (one.to == player) == own && one.at > begins;
        match self.table.given.iter().rfind(same) {
            None => Ok(()),
            Some(last) => no(format!(
                "a player {} once in thirty days: the next time from {}",
                if own { "asks for time" } else { "gives time to another" },
                moment(last.at + PERIOD)
            )),
        }
    }
}
