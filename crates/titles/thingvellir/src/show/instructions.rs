//! Forms available at any time: standing instructions and pre-orders.

use super::super::orders::write::standing;
use super::super::orders::{Order, write};
use super::super::state::State;
use super::super::state::standing::{Dare, Instruction};
use super::super::things::names::Action;
use super::words;
use ravenpost_rules::{Form, Group, Offer, Seat};

/// Standing instructions and pre-orders, with their current values.
pub fn instructions(state: &State, seat: Seat) -> Vec<Group> {
    if !state.is_in(seat) || state.over() {
        return Vec::new();
    }
    let mut groups = vec![votes(state, seat)];
    let known = &state.standing[seat];
    let dares = [Dare::Ask, Dare::Never, Dare::Always];
    let dares = dares.map(Instruction::Challenge);
    let mut challenges =
        choices(state, seat, "Challenges", Instruction::Challenge(known.challenge), &dares);
    let upto = (1..=12).map(|men: u8| (men.to_string(), men.to_string()));
    challenges.forms.push(
        Form::new("standing challenge upto", "Challenge small bands")
            .help("Challenge bands of at most this many Thingmen, and let larger ones pass.")
            .pick("Thingmen", upto.collect()),
    );
    groups.push(challenges);
    type Make = fn(bool) -> Instruction;
    let pairs: [(&str, Make, bool); 4] = [
        ("Feuds", Instruction::AcceptConflicts, known.accept),
        ("Hold", Instruction::AutoHold, known.hold),
        ("Compensation", Instruction::AutoClaim, !known.claim),
        ("Raze", Instruction::SpareFarms, known.spare),
    ];
    for (title, make, now) in pairs {
        groups.push(choices(state, seat, title, make(now), &[make(true), make(false)]));
    }
    groups.push(drawer(state, seat));
    groups
}

/// A group of instructions, one of which is in force.
fn choices(state: &State, seat: Seat, title: &str, now: Instruction, all: &[Instruction]) -> Group {
    Group {
        title: format!("Standing instruction: {title}"),
        rule: "R24.5",
        notes: vec![format!("Now: {}.", words::standing(now))],
        offers: all.iter().map(|one| offer(state, seat, *one)).collect(),
        ..Group::default()
    }
}

fn offer(state: &State, seat: Seat, instruction: Instruction) -> Offer {
    let order = Order::Standing(instruction);
    Offer {
        order: standing(instruction),
        words: words::words(state, seat, &order),
        ..Offer::default()
    }
}

fn votes(state: &State, seat: Seat) -> Group {
    let known = &state.standing[seat];
    let any = words::standing(Instruction::SupportVote(None, known.any));
    let mut now = vec![format!("Now: {any}")];
    for action in Action::all() {
        if let Some(support) = known.vote[action.index()] {
            now.push(words::standing(Instruction::SupportVote(Some(action), support)));
        }
    }
    let last = now.len() - 1;
    now[last].push('.');
    let subjects = std::iter::once(None).chain(Action::all().map(Some));
    let actions = subjects.map(|action| {
        let word = action.map_or("any", |action: Action| action.slug());
        (word.to_owned(), action.map_or("any proposal", |action| action.name()).to_owned())
    });
    let answers = [("support", "support"), ("ask", "ask me")];
    let answers = answers.map(|(word, label)| (word.to_owned(), label.to_owned()));
    let form = Form::new("standing vote", "Vote automatically")
        .help("An instruction for one action takes precedence over the one for any proposal.")
        .pick("If the proposal is", actions.collect())
        .pick("Then", answers.to_vec());
    Group {
        title: "Standing instruction: Votes".into(),
        rule: "R24.4",
        notes: now,
        forms: vec![form],
        ..Group::default()
    }
}

fn drawer(state: &State, seat: Seat) -> Group {
    let words = |text: &str| words::left(state, seat, text).unwrap_or_else(|| text.to_owned());
    let mut notes: Vec<String> = state.drawer[seat].iter().map(|(_, text)| words(text)).collect();
    let none = notes.is_empty();
    if none {
        notes.push("You have no orders in advance.".to_owned());
    } else {
        notes[0] = format!("Given in advance: {}", notes[0]);
        let last = notes.len() - 1;
        notes[last].push_str(". Orders not used on your turn this round are dropped.");
    }
    let form = Form::new("later", "Give an order for a later decision")
        .help("It is played when the decision opens, or dropped if it is no longer legal.")
        .text("Order", "support");
    let withdraw = Offer {
        order: write::write(state, &Order::Withdraw),
        words: "Withdraw all orders in advance".into(),
        ..Offer::default()
    };
    let offers = if none { Vec::new() } else { vec![withdraw] };
    Group {
        title: "Orders in advance".into(),
        notes,
        offers,
        forms: vec![form],
        rule: "R24.3",
        ..Group::default()
    }
}
