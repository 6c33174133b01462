//! The clock contract of a table in sentences, shown before players join and in emails.

use chrono::TimeDelta;

use crate::game::core::folded::Game;
use ravenpost_log::act::pace::{Bank, DaysOff, Grace, Leave, NotAwaited};
use ravenpost_log::act::{Consent, Fork, Motion, Pace, Stage};
use ravenpost_log::span;
use ravenpost_log::table::status::Status;
use ravenpost_rules::text::phrase;
use ravenpost_rules::{About, OptionKind, OptionSpec, Seat, Table};

/// What the table's clock means and whose consent a rewind needs, one sentence each.
pub fn sentences(pace: &Pace, consent: Consent) -> Vec<String> {
    let mut sentences = clock(pace);
    sentences.extend(pace.min_reliability.map(reliable));
    sentences.push(going_back(consent).to_owned());
    sentences
}

/// What a player who joins agrees to, one sentence each, for the table's page and for invitations
/// by email. `organiser` is the name by which the reader knows the organiser.
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
        OptionKind::Seats if value.is_empty() => "none".to_owned(),
        OptionKind::Seats => {
            let colour = |word: &str| {
                let seat = word.trim().parse::<u8>().ok().filter(|number| *number > 0);
                seat.map_or_else(|| word.to_owned(), |number| about.colour(Seat(number)).to_owned())
            };
            value.split(',').map(colour).collect::<Vec<_>>().join(", ")
        }
    }
}

/// Who organises the table, and where that person plays, as a sentence.
fn organiser(name: Option<&str>, seat: Option<&str>) -> String {
    match (name, seat) {
        (Some(name), Some(seat)) => {
            format!(
                "{name} organises this table, and plays {seat}. An organiser who plays may pause \
                 the game for everybody, but cannot give a seat away without a vote while its \
                 player still answers."
            )
        }
        (Some(name), None) => {
            format!("{name} organises this table, and does not play.")
        }
        (None, _) => "This table has no organiser.".to_owned(),
    }
}

/// A sentence about the organiser, if the organiser plays.
pub fn playing_organiser(game: &Game) -> Option<String> {
    let name = game.seat_name(game.status.seats.organiser_seat()?);
    Some(format!(
        "{name} is played by the organiser of this table, who may pause the game for everybody, \
         but cannot give a seat away without a vote while its player still answers."
    ))
}

/// The position from which a waiting fork starts, as a sentence.
fn begins(fork: &Fork) -> String {
    let step = fork.step;
    match fork.same_players {
        true => format!(
            "It goes on from what everybody could know in step {step} of another game. What was \
             hidden, hands and sealed orders included, is redrawn, so that it tells nobody \
             anything of that game."
        ),
        false => format!("It goes on from how another game truly stood in step {step}."),
    }
}

/// Whose consent a rewind needs, as a sentence.
pub fn going_back(consent: Consent) -> &'static str {
    match consent {
        Consent::All => "The table goes back to an earlier step only if every seat agrees.",
        Consent::Majority => {
            "The table goes back to an earlier step if more than half of the other players agree \
             to it."
        }
        Consent::Organiser => {
            "The organiser alone decides whether the table goes back to an earlier step."
        }
    }
}

/// Whose consent it takes to end the game early, as a sentence.
pub fn ending(consent: Consent) -> &'static str {
    match consent {
        Consent::All => "The table ends the game before its time only if every seat agrees.",
        Consent::Majority => {
            "The table ends the game before its time if more than half of the other players agree \
             to it."
        }
        Consent::Organiser => {
            "The organiser alone decides whether the table ends the game before its time."
        }
    }
}

/// Whose consent a motion needs, as a sentence.
pub fn rule(motion: &Motion, consent: Consent) -> &'static str {
    match (motion, consent) {
        (Motion::Rewind { .. }, _) => going_back(consent),
        (Motion::End { .. }, _) => ending(consent),
        (Motion::Replace { .. }, Consent::All) => {
            "The seat changes hands only if every other seat agrees. Its own player is asked only \
             if there is nobody else to ask."
        }
        (Motion::Replace { .. }, _) => {
            "The seat changes hands if more than half of the other players agree. Its own player \
             is asked only if there is nobody else to ask."
        }
        (Motion::Substitute { .. }, _) => {
            "The bot stands in if more than half of the other players agree. Whoever plays the \
             seat is asked only if there is nobody else to ask."
        }
        (Motion::Resume, _) => {
            "The game goes on if more than half of the other players agree. Whoever has stopped it \
             is not asked."
        }
    }
}

/// What a motion would change, as a sentence.
pub fn meaning(motion: &Motion) -> &'static str {
    match motion {
        Motion::Rewind { .. } => "What came since is set aside.",
        Motion::End { .. } => "The result stands for good, and everybody may see every hand.",
        Motion::Replace { .. } => {
            "Whoever plays that seat now may do nothing for it from then on. What it is asked is \
             asked anew, with all the time there is for it."
        }
        Motion::Substitute { .. } => {
            "The bot answers at once what that seat is asked. Its player has it back at any time, \
             with one click or one word."
        }
        Motion::Resume => {
            "Each clock goes on with the time that was left when the game was stopped."
        }
    }
}

/// What the table's clock means, one sentence each.
pub fn clock(pace: &Pace) -> Vec<String> {
    let Some(seconds) = pace.turn else {
        let mut said = vec!["There is no deadline: the game waits for everybody.".to_owned()];
        said.extend(pace.reveal_delay.map(sheets));
        said.extend(pace.answer_delay.map(moments));
        return said;
    };
    let time = span(seconds);
    let mut said = vec![format!("You have {time} for each decision, from the moment it is yours.")];
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
        format!("You are reminded when {} are left.", shares.join(", ")),
        "When time runs out the default order is played for you; turn letters and the game page \
         name it beforehand."
            .to_owned(),
    ]);
    said
}

fn days_off(off: &DaysOff) -> String {
    let names: Vec<&str> = off.days.iter().filter_map(|day| day_name(*day)).collect();
    let days = phrase::and(&names);
    format!("{days} do not count, from midnight to midnight in the zone {}.", off.time_zone)
}

/// The name of a weekday, counted from 1.
fn day_name(day: u8) -> Option<&'static str> {
    const NAMES: [&str; 7] =
        ["Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays"];
    NAMES.get(usize::from(day).checked_sub(1)?).copied()
}

fn grace(grace: Grace) -> String {
    format!(
        "Once in {} questions, if you are late, you have {} more. Nobody else's clock changes by \
         that, and what others have sealed by then they cannot take back.",
        grace.per_questions,
        span(grace.seconds)
    )
}

fn reliable(share: u8) -> String {
    format!(
        "Whoever sits down has answered {share} % of the last questions in time, over all games \
         here; who was asked fewer than ten is welcome. Nobody but that player sees it."
    )
}

fn sheets(seconds: u32) -> String {
    format!(
        "Where all answer at once, what they sealed is opened {} after the last answer, if that \
         came by page, and never later than the deadline: until then everybody may take an own \
         one back.",
        span(seconds)
    )
}

fn moments(seconds: u32) -> String {
    format!(
        "What is asked out of turn or sealed, and answered by a bot or by what somebody has left \
         for it, is answered within {} at a moment that is drawn and tells nothing, where several \
         people play.",
        span(seconds)
    )
}

fn bank(bank: Bank) -> String {
    format!(
        "Every seat has a bank of its own with {} in it, which runs when the time for a question \
         is over and there is no grace; what others have sealed by then they cannot take back. \
         With each answer {} come in, up to {}.",
        span(bank.seconds),
        span(bank.increment),
        span(bank.max)
    )
}

fn vacation(leave: Leave) -> String {
    let alone = match leave.stops_clock {
        true => "If you are asked alone, your clock stands; one player at a time has that.",
        false => "If you are asked alone, your clock runs.",
    };
    format!(
        "You have {} days of vacation in the game, by dates that you name. Where all answer at \
         once, you are ready as soon as all others are: the default order is played for you then. \
         {alone} What you miss meanwhile is excused.",
        leave.days
    )
}

fn not_awaited(rule: NotAwaited) -> String {
    format!(
        "Where all answer at once, nobody waits for a seat that missed {} of its last {} \
         questions, until it answers in time again.",
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
