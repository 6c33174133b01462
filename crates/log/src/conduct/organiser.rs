//! What the organiser or admin may do in a running game: pause and resume it, extend a clock, nudge
//! a seat, replace a player. Each power is limited, and organisers who play cannot use it in favour
//! of their own seat.

use chrono::{DateTime, Duration, Utc};

use super::positions::Positions;
use super::refusals::Forbidden;
use super::votes::moment;
use super::{Asked, May, no, no_as, nudges, time};
use crate::act::originator::By;
use crate::act::vote::Motion;
use crate::span::span;
use crate::table::clock_state::pending::outside;
use crate::table::seats::Vacant;
use crate::table::status::Given;
use ravenpost_rules::{RefusalCode, Seat};

/// The maximum total time a game is paused within `MONTH`, so that no game depends on an organiser
/// who has disappeared.
pub const LONGEST_STOP: Duration = Duration::days(14);
/// The maximum total time a seat is given within `MONTH`.
pub const MOST_GIVEN: Duration = Duration::days(14);
const MONTH: Duration = Duration::days(30);
/// How many times a game may be paused within `MONTH`.
const STOPS: usize = 2;
/// The shortest pause worth notifying everyone about.
const SHORTEST_STOP: Duration = Duration::hours(1);
/// Without deadlines: how long a nudged seat must be silent before it may be replaced, and the
/// minimum time between two nudges.
const UNANSWERED: Duration = Duration::days(7);
const NUDGES: Duration = Duration::days(1);

impl<G: Positions> Asked<'_, G> {
    /// Returns how long the game may be paused now.
    ///
    /// # Errors
    ///
    /// Returns a refusal if the limit on the number or length of pauses is reached.
    pub fn longest_stop(self) -> Result<Duration, G::Error> {
        let begins = self.now - MONTH;
        let recent = || self.table.stops.pauses.iter().filter(|(_, until)| *until > begins);
        let again = |why: &str, at: DateTime<Utc>| {
            let why =
                format!("{why} within thirty days: it can be paused again from {}", moment(at));
            Err(Forbidden::refused(why).into())
        };
        let begun: Vec<_> = recent().filter(|(since, _)| *since > begins).collect();
        if begun.len() >= STOPS {
            let first = begun[begun.len() - STOPS].0;
            return again("the game was paused twice", first + MONTH);
        }
        let paused: Duration = recent().map(|(since, until)| *until - begins.max(*since)).sum();
        let left = LONGEST_STOP - paused;
        match recent().map(|(since, _)| *since).min() {
            Some(first) if left < SHORTEST_STOP => {
                again("the game was paused for fourteen days", first + MONTH)
            }
            _ => Ok(left),
        }
    }

    /// Checks whether a seat may change hands: by vote, or because its player has been inactive for
    /// a long time.
    ///
    /// # Errors
    ///
    /// Returns a refusal that says what is missing.
    pub fn may_replace(self, by: By, seat: Seat, bot: Option<&str>, open: bool) -> May<G> {
        self.must_be_running()?;
        if by == By::Table {
            let motion = Motion::Replace { seat, bot: bot.map(str::to_owned), open };
            return match self.carries(|put| *put == motion) {
                true => Ok(()),
                false => no("the table has not agreed to this"),
            };
        }
        self.must_not_vote("no seat can change hands")?;
        if !self.of_a_person(seat) {
            return no("that seat is not played by a person");
        }
        self.in_office(Some(by))?;
        if by.seat() == Some(seat) {
            return no("you cannot replace yourself: leave your seat instead");
        }
        let waits = self.table.seats.slot(seat).and_then(|slot| slot.vacant);
        if waits.is_some() && waits == Vacant::of(open, bot) {
            return no("nothing would change: the seat is already set to this");
        }
        if self.table.seats.held(seat) { self.must_be_silent(seat) } else { Ok(()) }
    }

    /// Returns whether a seat may be taken from its player without a vote.
    pub fn is_long_silent(self, seat: Seat) -> bool {
        self.must_be_silent(seat).is_ok()
    }

    /// Refuses if the player of a seat may still be active.
    pub(super) fn must_be_silent(self, seat: Seat) -> May<G> {
        let Some(slot) = self.table.seats.slot(seat) else { return no("there is no such seat") };
        if slot.silence.unknown {
            return Ok(());
        }
        let wait = self.table.clocks.waits.get(&seat);
        let timed = self.table.pace.turn.map(|turn| Duration::seconds(turn.into()));
        let now = self.table.stops.since().unwrap_or(self.now).min(self.now);
        let awaited = wait.is_some() || !self.knows_clocks();
        let silent = match (timed, slot.silence.lapsed.len()) {
            _ if !self.game.sees().orders => true,
            (Some(_), 1) if !self.knows_clocks() => true,
            (Some(_), 2..) => true,
            (Some(turn), 1) => wait.is_some_and(|wait| now - wait.since >= turn),
            (None, _) => slot.silence.nudged.is_some_and(|asked| {
                awaited && outside((asked, now), &self.table.clocks.pauses) >= UNANSWERED
            }),
            _ => false,
        };
        match (silent, timed) {
            (true, _) => Ok(()),
            (false, Some(_)) => no("a player can be replaced after missing the last two \
                                    deadlines: until then, propose a vote"),
            (false, None) => {
                no("a player can be replaced after ignoring a nudge for seven days: nudge \
                    the seat, or propose a vote")
            }
        }
    }

    /// Refuses acts whose originator is missing or wrong in the log.
    pub(super) fn in_office(self, by: Option<By>) -> May<G> {
        let right = match by {
            Some(By::Organiser(seat)) => seat == self.table.seats.organiser_seat(),
            Some(By::Admin(seat)) => seat.is_none_or(|seat| self.table.seats.attended(seat)),
            Some(By::Table | By::Player(_)) | None => false,
        };
        if right { Ok(()) } else { no("the author of the act is missing or wrong") }
    }
}

pub(super) fn may_freeze<G: Positions>(
    asked: Asked<'_, G>,
    by: By,
    until: DateTime<Utc>,
) -> May<G> {
    asked.must_go_on()?;
    let longest = asked.longest_stop()?;
    asked.in_office(Some(by))?;
    match until <= asked.now + longest {
        true => Ok(()),
        false => no(format!("the game can be paused for {} at most", span(longest))),
    }
}

/// Checks a resume: by the organiser or admin, by a vote of the table, or because the pause has
/// expired.
pub(super) fn may_thaw<G: Positions>(asked: Asked<'_, G>, due: bool, by: Option<By>) -> May<G> {
    let Some(frozen) = &asked.table.stops.frozen else {
        return no_as(RefusalCode::AlreadyDone, "the game is not paused");
    };
    match (due, by) {
        (true, _) if frozen.until <= asked.now => Ok(()),
        (true, _) => no("the pause has not expired yet"),
        (false, Some(By::Table)) if asked.carries(|motion| *motion == Motion::Resume) => Ok(()),
        (false, by) => asked.in_office(by),
    }
}

pub(super) fn may_extend<G: Positions>(
    asked: Asked<'_, G>,
    by: By,
    seat: Seat,
    seconds: u32,
) -> May<G> {
    asked.must_go_on()?;
    if let By::Player(player) = by {
        return time::may_ask_for_time(asked, player, seat, seconds);
    }
    asked.in_office(Some(by))?;
    let wait = asked.table.clocks.waits.get(&seat).filter(|_| asked.table.seats.manned(seat));
    let runs = wait.is_some_and(|wait| wait.due.is_some());
    if !runs && asked.knows_clocks() {
        return no("that seat has no running clock");
    }
    let more = Duration::seconds(seconds.into());
    let hours = MOST_GIVEN.num_hours();
    if more < Duration::hours(1) || more > MOST_GIVEN {
        return no(format!("you can give from 1 to {hours} hours"));
    }
    if by.seat() == Some(seat) {
        return no(
            "you cannot give time to your own seat: pause the game for everyone, or ask the \
             admin",
        );
    }
    let left = MOST_GIVEN - given(asked, seat);
    match more <= left {
        true => Ok(()),
        false => no(format!(
            "a seat can get at most {hours} hours within thirty days or for one move: {} left",
            left.num_hours()
        )),
    }
}

/// Returns how much time the seat was given within `MONTH` or for its current question.
fn given<G: Positions>(asked: Asked<'_, G>, seat: Seat) -> Duration {
    let begins = asked.now - MONTH;
    let question = asked.table.clocks.asked(seat);
    let same = |one: &Given| question.is_some() && one.asked == question;
    let own = asked.table.given.iter().filter(|one| one.to == seat);
    own.filter(|one| one.at > begins || same(one)).map(|one| one.span).sum()
}

pub(super) fn may_nudge<G: Positions>(asked: Asked<'_, G>, by: By, seat: Seat) -> May<G> {
    asked.must_go_on()?;
    if let By::Player(player) = by {
        return nudges::may_nudge_from_waiting(asked, player, seat);
    }
    asked.in_office(Some(by))?;
    let wait = asked.table.clocks.waits.get(&seat).filter(|_| asked.table.seats.attended(seat));
    let nobody =
        if asked.knows_clocks() { wait.is_none() } else { !asked.table.seats.attended(seat) };
    if nobody {
        return no("that seat has no player to nudge, or no move to make");
    }
    if wait.is_some_and(|wait| wait.due.is_some()) {
        return no("this table has deadlines, so players are reminded automatically");
    }
    let last = asked.table.seats.slot(seat).and_then(|slot| slot.silence.nudged_last);
    match last.map(|last| last + NUDGES).filter(|again| *again > asked.now) {
        None => Ok(()),
        Some(again) => no(format!("a seat can be nudged once a day: again from {}", moment(again))),
    }
}
