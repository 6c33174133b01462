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
            format!("{} paused the game: \u{201c}{reason}\u{201d}", who(Some(*by)))
        }
        Act::Resumed { expired: false, by: Some(By::Table) } => {
            "The game was resumed by vote".to_owned()
        }
        Act::Resumed { expired: false, by } => format!("{} resumed the game", who(*by)),
        Act::Resumed { expired: true, .. } => {
            "The game resumed automatically after the longest possible pause".to_owned()
        }
        Act::Extended { seat, seconds, reason, by: By::Player(player) } => {
            let (time, why) = (span(TimeDelta::seconds((*seconds).into())), because(reason));
            match player == seat {
                true => format!("{name} asked for {time} more{why}"),
                false => format!("{} gave {name} {time} more{why}", game.seat_name(*player)),
            }
        }
        Act::Extended { seconds, reason, by, .. } => {
            let (time, why) = (span(TimeDelta::seconds((*seconds).into())), because(reason));
            format!("{} gave {name} {time} more{why}", who(Some(*by)))
        }
        Act::Nudged { by: By::Player(player), .. } => {
            format!("{} reminded {name} to move", game.seat_name(*player))
        }
        Act::Nudged { by, .. } => format!("{} reminded {name} to move", who(Some(*by))),
        Act::Replaced { bot, open, reason, by, .. } => {
            let took = format!("removed {name}'s player{}", given(bot, *open));
            format!("{} {took}: \u{201c}{reason}\u{201d}", who(Some(*by)))
        }
        Act::Substituted { bot, until, by, .. } => paused_in(name, bot.as_deref(), *until, *by),
        Act::VacationBooked { from, until: to, .. } => {
            let [first, last] = named_days(*from, *to).map(day_words);
            format!("{name} goes on vacation from {first} to {last}")
        }
        Act::VacationStarted { until, .. } => {
            let [_, last] = named_days(*until, *until).map(day_words);
            format!("{name} is on vacation up to and including {last}")
        }
        Act::ClosureAnnounced { closes_at: closes } => warned(game, *closes),
        Act::KeptOpen { by } => {
            format!("{} kept the game open for more players", who(Some(*by)))
        }
        Act::VacationEnded { .. } => format!("{name} is back from vacation"),
        Act::TakenOver { organiser, .. } => {
            let who = if *organiser { "The organiser" } else { "Another player" };
            format!("{who} now plays {name}, with the full time for the current turn")
        }
        _ => String::new(),
    }
}

/// Appends a reason, if one was given.
fn because(reason: &Option<String>) -> String {
    let quoted = |reason: &String| format!(": \u{201c}{reason}\u{201d}");
    reason.as_ref().map(quoted).unwrap_or_default()
}

/// States that the table will be closed because nobody plays.
fn warned(game: &Game, closes: DateTime<Utc>) -> String {
    let day = day_words(closes.date_naive());
    match game.has_started() {
        true => {
            format!("No one has moved for a long time: the game will end without a result on {day}")
        }
        false => format!(
            "The game has been waiting for players for a long time: it will be cancelled \
            on {day}"
        ),
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
        Some(until) => format!("until {} or until the player returns", until.format("%-d %B")),
        None => "until the player returns".to_owned(),
    };
    match (bot, by) {
        (Some(bot), Some(By::Player(_))) => {
            format!("{name} is away: the bot {bot} plays {until}")
        }
        (Some(bot), by) => format!("{} let the bot {bot} play for {name} {until}", who(by)),
        (None, Some(_)) => format!("{name} is back and plays again"),
        (None, None) => format!("{name} is no longer played by a bot"),
    }
}

/// Who did something, as the beginning of a sentence.
pub fn who(by: Option<By>) -> &'static str {
    match by {
        Some(By::Admin(_)) => "The admin",
        Some(By::Table) => "The players",
        Some(By::Player(_)) => "A player",
        Some(By::Organiser(_)) | None => "The organiser",
    }
}

/// States who was given a seat.
fn given(bot: &Option<String>, open: bool) -> String {
    match (bot, open) {
        (Some(bot), _) => format!(", and the bot {bot} took over"),
        (None, true) => ", and anyone can take the seat".to_owned(),
        (None, false) => ", and invited players can take the seat".to_owned(),
    }
}

/// States that a game was imported without the players of those seats.
pub fn moved(names: Vec<String>) -> String {
    let whose = names.join(" and ");
    format!("The game was imported from another server without the players of {whose}")
}

/// A motion as a verb phrase, to follow "to".
pub fn motion(game: &Game, motion: &Motion) -> String {
    match motion {
        Motion::Rewind { to } => format!("go back to step {to}"),
        Motion::End { places } => format!("end the game ({})", game.votes().result_words(places)),
        Motion::Resume => "resume the game".to_owned(),
        Motion::Substitute { seat, bot } => {
            format!("let the bot {bot} play for {}", game.seat_name(*seat))
        }
        Motion::Replace { seat, bot, open } => {
            let name = game.seat_name(*seat);
            match (bot, open) {
                (Some(bot), _) => format!("replace {name}'s player with the bot {bot}"),
                (None, true) => format!("replace {name}'s player and let anyone take the seat"),
                (None, false) => format!("replace {name}'s player and invite a new one"),
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
            says(seat, &format!("voted to {what}"), &format!("voted to {what}"))
        }
        Act::Voted { seat, agrees: false, .. } => {
            says(seat, &format!("voted not to {what}"), &format!("voted not to {what}"))
        }
        Act::ProposalFailed { cause: why } => {
            format!("The vote to {what} failed: {}", why_failed(*why))
        }
        _ => String::new(),
    }
}

/// Why a vote failed.
pub fn why_failed(why: Rejection) -> &'static str {
    match why {
        Rejection::Rejected => "it was rejected",
        Rejection::Expired => "not enough players agreed in time",
        Rejection::Withdrawn => "the proposal was withdrawn",
        Rejection::GameEnded => "the game is over",
    }
}
