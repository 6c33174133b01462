//! The clock contract of a table in sentences, shown before anybody joins and in letters.

use chrono::TimeDelta;

use crate::letters::when;
use crate::rules::act::{Consent, Fork, Pace, Stage};
use crate::rules::{About, OptionKind, OptionSpec, Seat, Table};

/// What the table's clock means and whose consent it takes to go back, a sentence each.
pub fn sentences(pace: &Pace, consent: Consent) -> Vec<String> {
    let mut sentences = clock(pace);
    sentences.push(going_back(consent).to_owned());
    sentences
}

/// The options of a table, each with its value in words.
pub fn options(about: &About, table: &Table) -> Vec<(String, String)> {
    let one = |option: &OptionSpec| (option.label.to_owned(), chosen(option, table, about));
    about.options.iter().map(one).collect()
}

/// The value of an option in words.
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

/// Who looks after a table, and where that person plays, in a sentence.
pub fn organiser(name: Option<&str>, seat: Option<&str>) -> String {
    match (name, seat) {
        (Some(name), Some(seat)) => {
            format!("{name} looks after this table as its organiser, and plays {seat}.")
        }
        (Some(name), None) => {
            format!("{name} looks after this table as its organiser, and does not play.")
        }
        (None, _) => "Nobody looks after this table: it has no organiser.".to_owned(),
    }
}

/// From what a fork begins that waits for people, in a sentence.
pub fn begins(fork: &Fork) -> String {
    let step = fork.step;
    match fork.together {
        true => format!(
            "It goes on from what everybody could know in step {step} of another game. What was \
             hidden, hands and sealed orders as well, is drawn anew, so that it tells nobody \
             anything of that game."
        ),
        false => format!("It goes on from how another game truly stood in step {step}."),
    }
}

/// Whose consent it takes to go back, in a sentence.
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

/// Whose consent it takes to end the game before its rules do, in a sentence.
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

fn clock(pace: &Pace) -> Vec<String> {
    let Some(seconds) = pace.turn else {
        return vec!["There is no deadline: the game waits for everybody.".to_owned()];
    };
    let time = span(seconds);
    let shares: Vec<String> =
        Stage::ALL.iter().map(|stage| span(share(seconds, stage.left()))).collect();
    vec![
        format!("You have {time} for each decision, from the moment it is yours."),
        format!("You are reminded when {} are left.", shares.join(", ")),
        "When time runs out the fallback order is played for you; turn letters and the game page \
         name it beforehand."
            .to_owned(),
    ]
}

fn share(seconds: u32, hundredths: u32) -> u32 {
    seconds / 100 * hundredths
}

/// A length of time in the words that letters and pages use for it.
fn span(seconds: u32) -> String {
    when::span(TimeDelta::seconds(seconds.into()))
}
