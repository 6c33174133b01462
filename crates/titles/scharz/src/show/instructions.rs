//! Forms shown beside the open decision: current doctrine (R28), the next march (R9.9a) and
//! resignation (R30.3).

use super::super::orders::Order;
use super::super::orders::rows::{LineKind, ROWS};
use super::super::play::sheet::legal::forms::ahead;
use super::super::state::doctrine::{Siege, Stance};
use super::super::state::line::slots::Storm;
use super::super::state::line::{DoctrineSiege, DoctrineStance, SheetLine};
use super::super::state::{State, Step};
use super::words;
use ravenpost_rules::text::phrase::capital;
use ravenpost_rules::{Form, Group, Offer, Seat};

/// The largest number of rerolls per round that a form offers.
const THROWS: u8 = 6;

pub fn instructions(state: &State, seat: Seat) -> Vec<Group> {
    let known = (1..=state.seats).contains(&seat.0);
    if !known || state.over() || state.step == Step::Blank {
        return Vec::new();
    }
    let offer = |line: SheetLine| {
        let order = Order::from(line);
        Offer { order: order.write(), words: order.say(), ..Offer::default() }
    };
    let stances =
        Stance::ALL.iter().map(|stance| SheetLine::from(DoctrineStance { stance: *stance }));
    let sieges = [None, Some(Siege::USUAL)]
        .map(|siege| SheetLine::from(DoctrineSiege { siege: Storm(siege) }));
    let doctrine = Group {
        title: "Doctrine".to_owned(),
        notes: words::in_force(state, seat),
        offers: stances.chain(sieges).map(offer).collect(),
        forms: questions(state, seat),
        rule: "R28.1",
        ..Group::default()
    };
    let ahead = if state.awaits(seat) { ahead(state) } else { Vec::new() };
    let march = (!ahead.is_empty()).then(|| Group {
        title: "The next march".to_owned(),
        notes: vec![
            "You can write these lines now. They will be on your next march sheet, where you \
             can still change them. Choose a field on the board to see what its units can do."
                .to_owned(),
        ],
        forms: ahead,
        rule: "R9.9a",
        ..Group::default()
    });
    let leaves = state.step == Step::Rear && state.awaits(seat);
    let leaving = leaves.then(|| Group {
        title: "Leaving the game".to_owned(),
        notes: vec![
            "From the next round onwards, your doctrine plays for you. You can no longer win."
                .to_owned(),
        ],
        forms: vec![Form::new("resign", "Resign")],
        ..Group::default()
    });
    [wish(state, seat), Some(doctrine), march, leaving].into_iter().flatten().collect()
}

/// The preference stored for the homelands, with a form to replace it.
fn wish(state: &State, seat: Seat) -> Option<Group> {
    let asked = state.step == Step::Homeland && state.awaits(seat);
    let left = state.deferred[seat.index()].first().filter(|_| asked)?;
    let hint = "latium etruria";
    let form = Form::new("wish", "Change your list").text("Homelands, favourite first", hint);
    Some(Group {
        title: "Your homelands".to_owned(),
        notes: vec![format!(
            "{}. This list is submitted automatically unless you write on the sheet first.",
            Order::from(*left).say()
        )],
        forms: vec![form],
        rule: "R8.2a",
        ..Group::default()
    })
}

/// Every setting as a question, with the current answer first.
fn questions(state: &State, seat: Seat) -> Vec<Form> {
    let settings = words::doctrine(state, seat);
    let rows = ROWS.iter().filter(|row| row.is_doctrine());
    rows.map(|row| {
        let lead = row.words.join(" ");
        let now = settings.iter().find_map(|line| line.strip_prefix(&lead)).unwrap_or_default();
        question(row, now.trim_start())
    })
    .collect()
}

/// A setting as a question with its answers in words, the current one (`now`) first.
fn question(row: &LineKind, now: &str) -> Form {
    let mut now = now;
    let form = Form::new(row.words.join(" "), row.label);
    (row.choices)().into_iter().enumerate().fold(form, |form, (at, choices)| {
        let mut numbers: Vec<_> = (0..=THROWS).map(|n| (n.to_string(), n.to_string())).collect();
        let choices = choices.into_iter();
        let answers = choices.map(|(word, means)| (word.into_owned(), capital(&means)));
        let mut answers: Vec<_> = answers.collect();
        now = first(if answers.is_empty() { &mut numbers } else { &mut answers }, now);
        match (at, answers.is_empty()) {
            (_, true) => form.pick("How many", numbers),
            (0, false) => form.pick("Answer", answers),
            (_, false) => form.pick("Which", answers),
        }
    })
}

/// Moves the choice that begins the line to the front and returns the rest of the line.
fn first<'line>(choices: &mut Vec<(String, String)>, line: &'line str) -> &'line str {
    let begins = |(_, (word, _)): &(usize, &(String, String))| {
        let rest = line.strip_prefix(word.as_str());
        !word.is_empty() && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    let held = choices.iter().enumerate().filter(begins).max_by_key(|(_, (word, _))| word.len());
    let Some(at) = held.map(|(at, _)| at) else { return line };
    let choice = choices.remove(at);
    let rest = line[choice.0.len()..].trim_start();
    choices.insert(0, choice);
    rest
}
