//! The clock contract of a table in sentences, shown before players join and in emails.

use chrono::TimeDelta;

use crate::game::core::folded::Game;
use ravenpost_log::act::pace::{Bank, DaysOff, Grace, Leave, NotAwaited};
use ravenpost_log::act::{Consent, Fork, Motion, Pace, Stage};
use ravenpost_log::span;
use ravenpost_log::table::status::Status;
use ravenpost_rules::about::seat_list;
use ravenpost_rules::text::phrase;
use ravenpost_rules::{About, OptionKind, OptionSpec, Seat, Table};

/// The sentence of a table without programs.
pub const NO_PROGRAMS: &str =
    "Players may not let programs play for them. The bots of this server can play.";

/// What the table's clock means and whose consent a rewind needs, one sentence each.
pub fn sentences(pace: &Pace, consent: Consent) -> Vec<String> {
    let mut sentences = clock(pace);
    sentences.extend(pace.min_reliability.map(reliable));
    sentences.extend(pace.no_programs.then(|| NO_PROGRAMS.to_owned()));
    sentences.push(going_back(consent).to_owned());
    sentences
}

/// What a player who joins agrees to, one sentence each, for the table's page and for invitations
/// by email. `organiser` is the organiser's name as known to the reader.
pub fn agreed_to(game: &Game, organiser: Option<(&str, Option<Seat>)>) -> Vec<String> {
    let status = &game.status;
    let (name, seat) = organiser.unzip();
    let seat = seat.flatten().map(|seat| game.called(seat).name);
    let mut contract = sentences(&status.pace, status.consent);
    contract.push(self::organiser(name, seat.as_deref()));
    let begins_elsewhere = status.fork.as_ref().filter(|_| status.state == Status::Open);
    contract.extend(begins_elsewhere.map(begins));
    contract
}

/// The options of a table, each with a readable value.
pub fn options(about: &About, table: &Table) -> Vec<(String, String)> {
    let one = |option: &OptionSpec| (option.label.to_owned(), chosen(option, table, about));
    about.options.iter().map(one).collect()
}

/// The readable value of an option.
fn chosen(option: &OptionSpec, table: &Table, about: &About) -> String {
    let value = table.option(about, option.id);
    match option.kind {
        OptionKind::OneOf(choices) => {
            let known = choices.iter().find(|choice| choice.value == value);
            known.map_or(value, |choice| choice.label.to_owned())
        }
        OptionKind::Seats => match seat_list(&value, table.seats) {
            Ok(seats) if seats.is_empty() => "none".to_owned(),
            Ok(seats) => {
                let colours: Vec<&str> = seats.into_iter().map(|seat| about.colour(seat)).collect();
                colours.join(", ")
            }
            // No table is opened with such a value, but a damaged log may contain one.
            Err(_) => value,
        },
    }
}

/// Who organises the table, and where that person plays, as a sentence.
fn organiser(name: Option<&str>, seat: Option<&str>) -> String {
    match (name, seat) {
        (Some(name), Some(seat)) => {
            format!(
                "{name} organises this game and plays {seat}. An organiser who plays can pause \
                 the game, but cannot replace an active player without a vote."
            )
        }
        (Some(name), None) => {
            format!("{name} organises this game and does not play.")
        }
        (None, _) => "This game has no organiser.".to_owned(),
    }
}

/// A sentence about the organiser, if the organiser plays.
pub fn playing_organiser(game: &Game) -> Option<String> {
    let seat = game.status.seats.organiser_seat()?;
    // In a game against bots, this concerns nobody.
    if game.status.seats.manned_seats() == [seat] && game.has_started() {
        return None;
    }
    let name = game.seat_name(seat);
    Some(format!(
        "{name} is played by the organiser, who can pause the game, but cannot replace an active \
         player without a vote."
    ))
}

/// The position from which a waiting fork starts, as a sentence.
fn begins(fork: &Fork) -> String {
    let step = fork.step;
    match fork.same_players {
        true => format!(
            "This fork continues another game from step {step}, with what all players could see. \
             Everything hidden, such as hands and sealed moves, is redrawn, so the fork reveals \
             nothing about that game."
        ),
        false => format!(
            "This fork continues another game from step {step}, with everything that was hidden \
             there."
        ),
    }
}

/// Whose consent a rewind needs, as a sentence.
pub fn going_back(consent: Consent) -> &'static str {
    match consent {
        Consent::All => "Takebacks need everyone's agreement.",
        Consent::Majority => "Takebacks need the agreement of more than half of the other players.",
        Consent::Organiser => "The organiser decides on takebacks.",
    }
}

/// Whose consent it takes to end the game early, as a sentence.
pub fn ending(consent: Consent) -> &'static str {
    match consent {
        Consent::All => "Ending the game early needs everyone's agreement.",
        Consent::Majority => {
            "Ending the game early needs the agreement of more than half of the other players."
        }
        Consent::Organiser => "The organiser decides whether the game ends early.",
    }
}

/// Whose consent a motion needs, as a sentence.
pub fn rule(motion: &Motion, consent: Consent) -> &'static str {
    match (motion, consent) {
        (Motion::Rewind { .. }, _) => going_back(consent),
        (Motion::End { .. }, _) => ending(consent),
        (Motion::Replace { .. }, Consent::All) => {
            "Replacing a player needs the agreement of all other players. The player concerned \
             only votes if there are no others."
        }
        (Motion::Replace { .. }, _) => {
            "Replacing a player needs the agreement of more than half of the other players. The \
             player concerned only votes if there are no others."
        }
        (Motion::Substitute { .. }, _) => {
            "A substitute bot needs the agreement of more than half of the other players. The \
             player concerned only votes if there are no others."
        }
        (Motion::Resume, _) => {
            "Resuming the game needs the agreement of more than half of the other players. The \
             player who paused it does not vote."
        }
    }
}

/// What a motion would change, as a sentence.
pub fn meaning(motion: &Motion) -> &'static str {
    match motion {
        Motion::Rewind { .. } => "All later steps are undone.",
        Motion::End { .. } => "The result is final, and all hands become public.",
        Motion::Replace { .. } => {
            "The current player loses the seat. The new player gets the full time for any pending \
             move."
        }
        Motion::Substitute { .. } => {
            "The bot moves for that seat at once. The player can return at any time."
        }
        Motion::Resume => {
            "Each clock continues with the time that was left when the game was paused."
        }
    }
}

/// What the table's clock means, one sentence each.
pub fn clock(pace: &Pace) -> Vec<String> {
    let Some(seconds) = pace.turn else {
        let mut said = vec!["There are no deadlines: the game waits for every player.".to_owned()];
        said.extend(pace.reveal_delay.map(sheets));
        said.extend(pace.answer_delay.map(moments));
        return said;
    };
    let time = span(seconds);
    let mut said = vec![format!("You have {time} for each turn.")];
    said.extend(pace.days_off.as_ref().map(days_off));
    said.extend(pace.grace.map(grace));
    said.extend(pace.bank.map(bank));
    said.extend(pace.not_awaited.map(not_awaited));
    said.extend(pace.vacation.map(vacation));
    said.extend(pace.reveal_delay.map(sheets));
    said.extend(pace.answer_delay.map(moments));
    let shares: Vec<String> =
        Stage::ALL.iter().map(|stage| span(share(seconds, stage.left()))).collect();
    said.extend([
        format!("You are reminded when {} are left.", phrase::and(&shares)),
        "If your time runs out, we play the default move for you. Turn emails and the game page \
         always show it."
            .to_owned(),
    ]);
    said
}

fn days_off(off: &DaysOff) -> String {
    let names: Vec<&str> = off.days.iter().filter_map(|day| day_name(*day)).collect();
    let days = phrase::and(&names);
    format!("{days} do not count (time zone {}).", off.time_zone)
}

/// The name of a weekday, counted from 1.
fn day_name(day: u8) -> Option<&'static str> {
    const NAMES: [&str; 7] =
        ["Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays"];
    NAMES.get(usize::from(day).checked_sub(1)?).copied()
}

fn grace(grace: Grace) -> String {
    format!(
        "If you run late: {} extra, once every {} turns. Other clocks do not change, and players \
         who have already sealed their moves cannot undo them.",
        span(grace.seconds),
        grace.per_questions
    )
}

fn reliable(share: u8) -> String {
    format!(
        "Only for players who made at least {share}% of their recent moves on time, in all their \
         games here. Players with fewer than ten turns can join. Only you can see your rate."
    )
}

fn sheets(seconds: u32) -> String {
    format!(
        "Secret moves are revealed {} after the last one, but no later than the deadline. Until \
         then you can undo yours. If the last one comes by email, they are revealed at once.",
        span(seconds)
    )
}

fn moments(seconds: u32) -> String {
    format!(
        "In games with several people, bots and standing orders make secret and out-of-turn moves \
         after a random delay of up to {}. So the timing reveals nothing.",
        span(seconds)
    )
}

fn bank(bank: Bank) -> String {
    format!(
        "You have a time bank of {}, which is used when the time for a turn runs out. Each move \
         adds {}, up to {}. While a bank is in use, players who have already sealed their moves \
         cannot undo them.",
        span(bank.seconds),
        span(bank.increment),
        span(bank.max)
    )
}

fn vacation(leave: Leave) -> String {
    let alone = match leave.stops_clock {
        true => {
            "If only you still have to move, your clock stops. Only one clock can be stopped at \
             a time."
        }
        false => "If only you still have to move, your clock keeps running.",
    };
    format!(
        "You have {} days of vacation in this game. You choose the dates. In simultaneous turns, \
         we play the default move for you once everyone else has moved. {alone} Turns missed on \
         vacation do not count as missed.",
        leave.days
    )
}

fn not_awaited(rule: NotAwaited) -> String {
    format!(
        "In simultaneous turns, the game does not wait for a player who missed {} of the last {} \
         turns, until they move on time again.",
        rule.missed, rule.of
    )
}

fn share(seconds: u32, hundredths: u32) -> u32 {
    seconds / 100 * hundredths
}

/// A length of time, worded as in emails and pages.
fn span(seconds: u32) -> String {
    span::span(TimeDelta::seconds(seconds.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::titles;

    #[test]
    fn seats_of_an_option_are_named_by_colour_if_the_table_has_them() {
        let mut found = 0;
        for title in titles::all() {
            let about = title.about();
            let seats = |option: &&OptionSpec| matches!(option.kind, OptionKind::Seats);
            for option in about.options.iter().filter(seats) {
                let shown = |value: &str| {
                    let table = Table::of(3).with(option.id, value);
                    chosen(option, &table, about)
                };
                let [first, second] = [1, 2].map(|seat| about.colour(Seat(seat)));
                assert_eq!(shown("1, 2"), format!("{first}, {second}"));
                for unknown in ["0", "1,0", "4", "red"] {
                    assert_eq!(shown(unknown), unknown);
                }
                assert_eq!(shown(""), chosen(option, &Table::of(3), about));
                found += 1;
            }
        }
        assert!(found > 0, "no title has such an option");
    }
}
