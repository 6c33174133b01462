//! Substitute bots: who may let a bot play a seat, and when its player plays again.

use chrono::{DateTime, Duration, Utc};

use super::positions::Positions;
use super::{Asked, May, no};
use crate::act::originator::By;
use crate::act::vote::Motion;
use crate::table::proposal::Voice;
use ravenpost_rules::Seat;

/// The longest fixed term of a substitute.
const LONGEST: Duration = Duration::days(60);

/// Checks a substitution, or its end if no bot is named.
pub(super) fn may_hand_over<G: Positions>(
    asked: Asked<'_, G>,
    seat: Seat,
    bot: Option<&str>,
    until: Option<DateTime<Utc>>,
    by: Option<By>,
) -> May<G> {
    asked.must_be_running()?;
    if by == Some(By::Table) {
        let agreed = |motion: &Motion| match motion {
            Motion::Substitute { seat: whose, bot: which } => {
                *whose == seat && Some(&**which) == bot && until.is_none()
            }
            _ => false,
        };
        return if asked.carries(agreed) { Ok(()) } else { no("the table has not agreed to this") };
    }
    match bot {
        Some(_) => may_stand_in(asked, seat, until, by),
        None => may_be_back(asked, seat, until, by),
    }
}

/// Checks a substitute for a player who goes away, or one set by the organiser or admin for a
/// player who has been inactive for a long time. At least one other person must remain, because
/// bots alone would play the game to its end.
fn may_stand_in<G: Positions>(
    asked: Asked<'_, G>,
    seat: Seat,
    until: Option<DateTime<Utc>>,
    by: Option<By>,
) -> May<G> {
    asked.must_go_on()?;
    if !asked.table.seats.attended(seat) {
        return no("that seat has no player whom a bot could replace");
    }
    if until.is_some_and(|until| until <= asked.now || until > asked.now + LONGEST) {
        return no("a bot can play for up to 60 days, or until the player returns");
    }
    if asked.table.seats.manned_seats().iter().all(|other| *other == seat) {
        return no("everyone else is a bot or away: at least one person has to keep playing");
    }
    match by {
        Some(By::Player(own)) if own == seat => Ok(()),
        by => {
            asked.in_office(by)?;
            asked.must_be_silent(seat)
        }
    }
}

/// Checks whether the table may vote on a substitute for a player who does not answer.
pub(super) fn may_move_stand_in<G: Positions>(
    asked: Asked<'_, G>,
    by: Voice,
    seat: Seat,
    bot: &str,
) -> May<G> {
    if bot.is_empty() || !asked.table.seats.attended(seat) {
        return no("that seat has no player whom a bot could replace");
    }
    if by == Some(seat) {
        return no(
            "you do not need a vote for your own seat: let a bot play for you while you are \
             away",
        );
    }
    match asked.table.seats.manned_seats().iter().all(|other| *other == seat) {
        true => no("everyone else is a bot or away: at least one person has to keep playing"),
        false => Ok(()),
    }
}

/// Checks the end of a substitution. It is possible at any time, even during a vote, in which the
/// player may then take part.
fn may_be_back<G: Positions>(
    asked: Asked<'_, G>,
    seat: Seat,
    until: Option<DateTime<Utc>>,
    by: Option<By>,
) -> May<G> {
    let stands_in = asked.table.seats.slot(seat).is_some_and(|slot| slot.stand_in.is_some());
    if !stands_in || until.is_some() {
        return no("no bot is playing for that seat");
    }
    match by {
        Some(By::Player(own)) if own == seat => Ok(()),
        None if asked.table.seats.to_hand_back(asked.now).contains(&seat) => Ok(()),
        _ => no("only the seat's own player can end this early"),
    }
}
