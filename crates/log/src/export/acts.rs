//! Checks whether the acts in a file could have been entered through a form. The same checks apply
//! to forms, and they run before the acts are used.

use chrono::{DateTime, Datelike, Utc};

use super::file::Wrong;
use crate::act::limits::{
    LONGEST_ORDER, LONGEST_WORD, MOST_HOURS, NAME_LIMIT, REASON_LIMIT, SALT_LIMIT, is_a_pace,
};
use crate::act::opening::Opening;
use crate::act::read::Unread;
use crate::act::vote::Motion;
use crate::act::{Act, Sitter, result};
use crate::event::StoredEvent;
use crate::ids::GameId;
use crate::names;
use ravenpost_rules::Seat;
use ravenpost_rules::bots;
use ravenpost_rules::text::invisible::is_hidden;

/// The result of a check; the error is the reason.
pub type Judged = Result<(), String>;

/// A check of whether such a table of its title can be opened. Programs without the titles accept
/// any opening.
pub type Titles = fn(&Opening) -> Judged;

/// Accepts any opening, for programs without the titles.
///
/// # Errors
///
/// Never; its type is that of [`Titles`].
pub fn any_title(_: &Opening) -> Judged {
    Ok(())
}

/// Checks all acts of a game. Its opening gives the number of seats.
pub(super) fn acts<'a>(
    log: impl Iterator<Item = &'a StoredEvent>,
    titles: Titles,
) -> Result<(), Wrong> {
    let mut seats = 0;
    for (at, event) in log.enumerate() {
        let wrong = |what: String| Wrong::at(at + 2, what);
        let act = Act::read_exactly(&event.act).map_err(|unread| match unread {
            Unread::Newer(_) => newer(at + 2, &unread),
            Unread::Damaged(_) => wrong(format!("its act {unread}")),
        })?;
        if let Act::Opened(opening) = &act {
            seats = opening.table.seats;
        }
        let judged = is_act(&act, &event.kind, event.seat, seats, titles);
        moment(event.at).and(judged).map_err(wrong)?;
    }
    Ok(())
}

/// Checks one act of a game without knowing the titles.
pub(super) fn is_one(act: &Act, kind: &str, seat: Option<Seat>, seats: u8) -> Judged {
    is_act(act, kind, seat, seats, any_title)
}

fn is_act(
    act: &Act,
    kind: &str,
    seat: Option<Seat>,
    seats: u8,
    titles: impl Fn(&Opening) -> Judged,
) -> Judged {
    if (act.kind().word(), act.seat()) != (kind, seat) {
        return Err("has a different kind or seat than its act".to_owned());
    }
    match act {
        Act::Opened(opening) => opened(opening, titles),
        act => one(act, seats),
    }
}

/// Returns the error for a file with correct hashes in which a newer version wrote that line.
pub(super) fn newer(line: usize, unread: &Unread) -> Wrong {
    let then = "a newer version wrote it. All hashes are valid; check the rest with that version";
    Wrong::newer(line, format!("{unread}: {then}"))
}

fn one(act: &Act, seats: u8) -> Judged {
    if let Some(seat) = act.seat() {
        a_seat(seat, seats)?;
    }
    match act {
        Act::Joined { occupant: sitter, salt, .. } => match sitter {
            Sitter::Bot(name) if salt.is_empty() => bot(name),
            Sitter::Bot(name) => words("a salt", salt, SALT_LIMIT).and_then(|()| bot(name)),
            Sitter::Person => words("a salt", salt, SALT_LIMIT),
        },
        Act::Ordered { order, .. } => written(order),
        Act::GraceStarted { until, .. }
        | Act::BankStarted { until, .. }
        | Act::VacationStarted { until, .. } => moment(*until),
        Act::VacationBooked { from, until: to, .. } => moment(*from).and_then(|()| moment(*to)),
        Act::TimedOut { decision, order, deadline: due, asked_at: asked, .. } => {
            moments(*due)?;
            moments(*asked)?;
            words("a decision's name", decision, LONGEST_WORD)?;
            written(order)
        }
        Act::DeadlineMoved { deadline: due, parts: why, .. } => match why.len() {
            0..=1 => moment(*due),
            _ => Err("a deadline can be extended for one reason only".to_owned()),
        },
        Act::Undone { ordered_at: given, .. } => moment(*given),
        Act::Proposed { motion, reason, until, .. } => {
            moment(*until)?;
            words("a reason", reason, REASON_LIMIT)?;
            match motion {
                Motion::End { places } => result(places, seats),
                Motion::Substitute { bot: name, .. } => bot(name),
                _ => Ok(()),
            }
        }
        Act::Paused { reason, until, .. } => {
            moment(*until)?;
            words("a reason", reason, REASON_LIMIT)
        }
        Act::Extended { seconds, reason, .. } => {
            reason.as_deref().map_or(Ok(()), |reason| words("a reason", reason, REASON_LIMIT))?;
            let fits = (1..=MOST_HOURS * 3600).contains(seconds);
            if fits { Ok(()) } else { Err("a clock cannot be extended by that much".to_owned()) }
        }
        Act::Replaced { bot: name, reason, .. } => {
            words("a reason", reason, REASON_LIMIT)?;
            name.as_deref().map_or(Ok(()), bot)
        }
        Act::Substituted { bot: name, until, .. } => {
            moments(*until)?;
            name.as_deref().map_or(Ok(()), bot)
        }
        Act::OutageCompensated { from, until: to, .. } => {
            moment(*from)?;
            moment(*to)
        }
        Act::Ended { secret, agreed } => {
            hex(secret)?;
            agreed.as_deref().map_or(Ok(()), |places| result(places, seats))
        }
        _ => Ok(()),
    }
}

fn opened(opening: &Opening, titles: impl Fn(&Opening) -> Judged) -> Judged {
    words("a table's name", &opening.name, NAME_LIMIT)?;
    hex(&opening.commitment)?;
    titles(opening)?;
    is_a_pace(&opening.pace)?;
    let Some(fork) = &opening.fork else { return Ok(()) };
    hex(&fork.hash)?;
    fork.viewer.map_or(Ok(()), |eye| a_seat(eye, opening.table.seats))?;
    GameId::parse(&fork.game)
        .map(drop)
        .ok_or_else(|| "it is a fork of an invalid game id".to_owned())
}

fn a_seat(seat: Seat, seats: u8) -> Judged {
    match (1..=seats).contains(&seat.0) {
        true => Ok(()),
        false => Err(format!("a table of {seats} has no seat {seat}")),
    }
}

fn bot(name: &str) -> Judged {
    bots::find(name).map(drop).ok_or_else(|| "there is no such bot".to_owned())
}

fn result(places: &[u8], seats: u8) -> Judged {
    result::counted(places, seats).map(drop)
}

/// Checks a single line of text as a form would have normalised it.
fn words(what: &str, said: &str, limit: usize) -> Judged {
    match names::visible(said, limit).as_deref() == Some(said) {
        true => Ok(()),
        false => Err(format!("{what} must have from 1 to {limit} characters, all visible")),
    }
}

/// Checks an order, which may have several lines.
fn written(order: &str) -> Judged {
    let seen = |c: char| c == '\n' || !is_hidden(c);
    match order.len() <= LONGEST_ORDER && order.chars().all(seen) {
        true => Ok(()),
        false => Err("an order is too long or contains invisible characters".to_owned()),
    }
}

/// Checks hexadecimal digits; the empty string is allowed.
fn hex(digits: &str) -> Judged {
    match digits.len() <= 64 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        true => Ok(()),
        false => Err("a hash or secret must have at most 64 hexadecimal digits".to_owned()),
    }
}

fn moments(at: Option<DateTime<Utc>>) -> Judged {
    at.map_or(Ok(()), moment)
}

/// Checks that a time is within the range for which deadlines can be computed.
///
/// # Errors
///
/// Returns a message if the year is not in 1970 to 9000.
pub fn moment(at: DateTime<Utc>) -> Judged {
    match (1970..=9000).contains(&at.year()) {
        true => Ok(()),
        false => Err("the time is outside the years 1970 to 9000".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_with_invisible_characters_is_refused() {
        for order in ["wood bro", "move 3 li roma > reate\ndone", "þing", ""] {
            assert_eq!(written(order), Ok(()), "{order}");
        }
        for hidden in ["\0", "\r", "\u{202e}", "\u{34f}", "\u{180b}", "\u{e000}", "\u{2028}"] {
            assert!(written(&format!("wood{hidden} bro")).is_err(), "{hidden:?}");
        }
        assert!(written(&"x".repeat(LONGEST_ORDER + 1)).is_err());
    }
}
