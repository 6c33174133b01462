//! Descriptions of organiser acts on a running game, and of the table's votes on them.

use chrono::{DateTime, TimeDelta, Utc};

use crate::game::clocks::days_off::{day_words, named_days};
use crate::game::core::folded::Game;
use ravenpost_log::Act;
use ravenpost_log::act::{By, Motion, Rejection};
use ravenpost_log::span::span;
use ravenpost_rules::Seat;

/// Describes such an act as a sentence. `name` is the name of the seat concerned.
pub fn describe(game: &Game, act: &Act, name: &str) -> String {
    match act {
        Act::Paused { reason, by, .. } => {
            format!("{} stopped the game: \u{201c}{reason}\u{201d}", who(Some(*by)))
        }
        Act::Resumed { expired: false, by: Some(By::Table) } => {
            "The game goes on: the table has decided so".to_owned()
        }
        Act::Resumed { expired: false, by } => format!("{} let the game go on", who(*by)),
        Act::Resumed { expired: true, .. } => {
            "The game goes on: it had stood still for as long as it may".to_owned()
        }
        Act::Extended { seat, seconds, reason, by: By::Player(player) } => {
            let time = span(TimeDelta::seconds((*seconds).into()));
            match player == seat {
                true => format!("{name} asked for {time} more: \u{201c}{reason}\u{201d}"),
                false => {
                    let giver = game.seat_name(*player);
                    format!("{giver} gave {name} {time} more: \u{201c}{reason}\u{201d}")
                }
            }
        }
        Act::Extended { seconds, reason, by, .. } => {
            let time = span(TimeDelta::seconds((*seconds).into()));
            format!("{} gave {name} {time} more: \u{201c}{reason}\u{201d}", who(Some(*by)))
        }
        Act::Nudged { by: By::Player(player), .. } => {
            format!("{} waits, and asked {name} to go on", game.seat_name(*player))
        }
        Act::Nudged { by, .. } => format!("{} asked {name} to go on", who(Some(*by))),
        Act::Replaced { bot, open, reason, by, .. } => {
            let took = format!("took the seat of {name} from its player {}", given(bot, *open));
            format!("{} {took}: \u{201c}{reason}\u{201d}", who(Some(*by)))
        }
        Act::Substituted { bot, until, by, .. } => paused_in(name, bot.as_deref(), *until, *by),
        Act::VacationBooked { from, until: to, .. } => {
            let [first, last] = named_days(*from, *to).map(day_words);
            format!("{name} goes on vacation from {first} to {last}")
        }
        Act::VacationStarted { until, .. } => {
            let [_, last] = named_days(*until, *until).map(day_words);
            format!("{name} is on vacation, {last} included")
        }
        Act::ClosureAnnounced { closes_at: closes } => warned(game, *closes),
        Act::KeptOpen { by } => {
            format!("{} keeps the table: it goes on waiting for players", who(Some(*by)))
        }
        Act::VacationEnded { .. } => format!("{name} has no vacation any more, and is there"),
        Act::TakenOver { organiser, .. } => {
            let who = if *organiser { "The organiser" } else { "Somebody else" };
            format!("{who} plays {name} from here on, with all the time there is for a question")
        }
        _ => String::new(),
    }
}

/// Says that the table will be closed because nobody plays.
fn warned(game: &Game, closes: DateTime<Utc>) -> String {
    let day = day_words(closes.date_naive());
    match game.has_started() {
        true => format!("Nobody has played for long: the game ends without a result on {day}"),
        false => format!("The table has waited long for players: it is closed on {day}"),
    }
}

/// Says that a substitute bot plays for a seat, or that its player is back.
fn paused_in(
    name: &str,
    bot: Option<&str>,
    until: Option<DateTime<Utc>>,
    by: Option<By>,
) -> String {
    let until = match until {
        Some(until) => format!("until {}, or until its player is back", until.format("%-d %B")),
        None => "until its player is back".to_owned(),
    };
    match (bot, by) {
        (Some(bot), Some(By::Player(_))) => {
            format!("{name} is away: the bot {bot} stands in {until}")
        }
        (Some(bot), by) => format!("{} let the bot {bot} stand in for {name} {until}", who(by)),
        (None, Some(_)) => format!("{name} is back and plays again"),
        (None, None) => format!("{name} plays again: no bot stands in any more"),
    }
}

/// Who did something, as the beginning of a sentence.
pub fn who(by: Option<By>) -> &'static str {
    match by {
        Some(By::Admin(_)) => "The operator of this server",
        Some(By::Table) => "The table",
        Some(By::Player(_)) => "A player",
        Some(By::Organiser(_)) | None => "The organiser",
    }
}

/// Says to whom a seat was given.
fn given(bot: &Option<String>, open: bool) -> String {
    match (bot, open) {
        (Some(bot), _) => format!("and gave it to the bot {bot}"),
        (None, true) => "and lets it wait for whoever comes first".to_owned(),
        (None, false) => "and lets it wait for somebody who is invited".to_owned(),
    }
}

/// Says that a game was imported without the players of those seats.
pub fn moved(names: Vec<String>) -> String {
    let whose = names.join(" and ");
    format!("The game came from another server, which did not say who plays {whose}")
}

/// A motion as a verb phrase, to follow "to".
pub fn motion(game: &Game, motion: &Motion) -> String {
    match motion {
        Motion::Rewind { to } => format!("go back to step {to}"),
        Motion::End { places } => format!("end the game ({})", game.votes().result_words(places)),
        Motion::Resume => "go on".to_owned(),
        Motion::Substitute { seat, bot } => {
            format!("let the bot {bot} stand in for {}", game.seat_name(*seat))
        }
        Motion::Replace { seat, bot, open } => {
            let name = game.seat_name(*seat);
            match (bot, open) {
                (Some(bot), _) => format!("give {name} to the bot {bot}"),
                (None, true) => format!("give {name} to whoever comes first"),
                (None, false) => format!("give {name} to somebody who is invited"),
            }
        }
    }
}

/// Describes an act of a vote on a player, or on resuming the game. `does` puts a seat's name or
/// "you" before the verb phrase.
pub fn voted(
    game: &Game,
    act: &Act,
    about: &Motion,
    does: &dyn Fn(&str, &str) -> String,
) -> String {
    let what = motion(game, about);
    let says = |seat: &Option<Seat>, yours: &str, theirs: &str| match seat {
        Some(_) => does(yours, theirs),
        None => format!("The organiser {theirs}"),
    };
    match act {
        Act::Proposed { by, reason, .. } => {
            let put = format!("proposed to {what}: \u{201c}{reason}\u{201d}");
            says(by, &put, &put)
        }
        Act::Voted { seat, agrees: true, .. } => {
            says(seat, &format!("agree to {what}"), &format!("agrees to {what}"))
        }
        Act::Voted { seat, agrees: false, .. } => {
            says(seat, &format!("refuse to {what}"), &format!("refuses to {what}"))
        }
        Act::ProposalFailed { cause: why } => {
            format!("The table does not {what}: {}", why_failed(*why))
        }
        _ => String::new(),
    }
}

/// Why a vote failed.
pub fn why_failed(why: Rejection) -> &'static str {
    match why {
        Rejection::Rejected => "it was refused",
        Rejection::Expired => "not enough had agreed in time",
        Rejection::Withdrawn => "the proposal was withdrawn",
        Rejection::GameEnded => "the game came to its end",
    }
}
