//! The headings orders stand under, the areas they are about, and what may be said at any time.

use super::super::orders::write::standing;
use super::super::orders::{Order, write};
use super::super::state::facts::Instruction;
use super::super::state::{Dare, State};
use super::super::things::names::{Action, Card, Edge, Side};
use super::words;
use crate::rules::{Field, Form, Group, Offer, Seat};

/// The heading of an order.
pub fn group(state: &State, seat: Seat, order: &Order) -> Group {
    let note = || super::note::note(state, seat, order);
    let titled = |title: String| Group { title, note: note(), ..Group::default() };
    match order {
        Order::Side(_) => titled("The first Thingman".into()),
        Order::Propose(_) => titled("The proposal".into()),
        Order::Support => titled("Support".into()),
        Order::Sue(statute, _) => titled(format!("Sue on {}", statute.words())),
        Order::Settle(..) => titled("Subsume a District".into()),
        Order::Expand(..) | Order::Rebuild(_) => titled("Expand".into()),
        Order::Send(..) => titled("Set forth from the Longhall".into()),
        Order::Move(_, from, ..) => titled(format!("Roam from {}", words::border(*from))),
        Order::HuntOutlaw => titled("The Outlaw".into()),
        Order::Challenge | Order::LetPass => titled("A band in your District".into()),
        Order::Add(_) => titled("Add a Good".into()),
        Order::Accept(_) | Order::Hold => titled("Accept or hold".into()),
        Order::Raze(..) | Order::Spare => titled("Raze".into()),
        Order::Claim(_) => titled("Compensation".into()),
        Order::Out(_) | Order::Home => titled("Ships".into()),
        Order::Keep(_) => titled("Keep Goods".into()),
        Order::Foster(kind) => {
            let card = state.pool[kind.index()];
            let slug = (card != Card::NONE).then(|| card.word().to_owned());
            Group { card: slug, ..titled("Foster a persona".into()) }
        }
        Order::SendOff(_) => titled("Send off a persona".into()),
        Order::Replace(_) => titled("Replace in the pool".into()),
        Order::Swear(_) => titled("Swear a Bondi".into()),
        Order::Swap(slot, _) => titled(format!("Swap the Bondi in slot {slot}")),
        Order::Give(_, to) => titled(format!("Give to {}", state.name(usize::from(*to)))),
        Order::Murder(_) => titled("Murder".into()),
        Order::Slay(_) => titled("Slay".into()),
        Order::Capture(area, _) => titled(format!("Capture {}", area.name())),
        Order::Weapon(_) => titled("A Weapon".into()),
        Order::Pay | Order::Fail => titled("The shortfall".into()),
        Order::Burn(_) => titled("Burn a farm".into()),
        Order::Farm(_) => titled("A new farm".into()),
        Order::Lair(_) => titled("The Outlaw's lair".into()),
        Order::Act(_) | Order::Harvest => titled("Bondi".into()),
        Order::Done | Order::Pass => titled("Finish".into()),
        Order::Standing(_) | Order::Later(..) | Order::Withdraw => titled("At any time".into()),
    }
}

/// The area of the board that an order is about.
pub fn area(order: &Order) -> Option<String> {
    let area = match order {
        Order::Settle(area, _)
        | Order::Expand(area, _)
        | Order::Rebuild(area)
        | Order::Raze(area, _)
        | Order::Capture(area, _)
        | Order::Lair(area) => *area,
        Order::Side(side) => side.district(),
        Order::Send(_, edge) => beyond(*edge),
        Order::Move(_, _, to, then) => beyond(then.unwrap_or(*to)),
        _ => return None,
    };
    Some(area.place().to_owned())
}

/// One area of an edge to offer it under: the District, where the other is Þingvellir.
fn beyond(edge: Edge) -> super::super::things::names::Area {
    Side::of_edge(edge).map_or(edge.areas()[0], Side::district)
}

/// Standing instructions and orders left in advance, with what is in force.
pub fn aside(state: &State, seat: Seat) -> Vec<Group> {
    let at = seat.index();
    if !state.is_in(at) || state.over() {
        return Vec::new();
    }
    let mut groups = vec![votes(state, seat)];
    let known = &state.standing[at];
    let dares = [Dare::Ask, Dare::Never, Dare::Always];
    let dares = dares.map(Instruction::Challenge);
    let mut challenges =
        choices(state, seat, "Challenges", Instruction::Challenge(known.challenge), &dares);
    challenges.forms.push(Form {
        lead: "standing challenge upto".into(),
        label: "Challenge small bands".into(),
        help: "Bands of at most so many Thingmen; larger ones pass.".into(),
        fields: vec![Field::Pick {
            label: "Thingmen".into(),
            choices: (1..=12).map(|men: u8| (men.to_string(), men.to_string())).collect(),
        }],
    });
    groups.push(challenges);
    type Make = fn(bool) -> Instruction;
    let pairs: [(&str, Make, bool); 4] = [
        ("Feuds", Instruction::Feud, known.accept),
        ("Holding", Instruction::Hold, known.hold),
        ("Compensation", Instruction::Claim, !known.claim),
        ("Razing", Instruction::Raze, known.spare),
    ];
    for (title, make, now) in pairs {
        groups.push(choices(state, seat, title, make(now), &[make(true), make(false)]));
    }
    groups.push(drawer(state, seat));
    groups
}

/// A group of instructions of which one is in force.
fn choices(state: &State, seat: Seat, title: &str, now: Instruction, all: &[Instruction]) -> Group {
    Group {
        title: format!("Standing instruction: {title}"),
        note: format!("Now: {}.", words::standing(now)),
        offers: all.iter().map(|one| offer(state, seat, *one)).collect(),
        ..Group::default()
    }
}

fn offer(state: &State, seat: Seat, instruction: Instruction) -> Offer {
    let order = Order::Standing(instruction);
    Offer { order: standing(instruction), words: words::words(state, seat, &order), area: None }
}

fn votes(state: &State, seat: Seat) -> Group {
    let known = &state.standing[seat.index()];
    let mut now = vec![words::standing(Instruction::Vote(None, known.any))];
    for action in Action::all() {
        if let Some(support) = known.vote[action.index()] {
            now.push(words::standing(Instruction::Vote(Some(action), support)));
        }
    }
    let subjects = std::iter::once(None).chain(Action::all().map(Some));
    let actions = subjects.map(|action| {
        let word = action.map_or("any", |action: Action| action.slug());
        (word.to_owned(), action.map_or("any proposal", |action| action.name()).to_owned())
    });
    let form = Form {
        lead: "standing vote".into(),
        label: "Vote by itself".into(),
        help: "An instruction for one action goes before the one for any.".into(),
        fields: vec![
            Field::Pick { label: "When this is proposed".into(), choices: actions.collect() },
            Field::Pick {
                label: "Then".into(),
                choices: vec![
                    ("support".into(), "support".into()),
                    ("ask".into(), "ask me".into()),
                ],
            },
        ],
    };
    Group {
        title: "Standing instruction: Votes".into(),
        note: format!("Now: {}.", now.join("; ")),
        forms: vec![form],
        ..Group::default()
    }
}

fn drawer(state: &State, seat: Seat) -> Group {
    let words = |text: &str| words::left(state, seat, text).unwrap_or_else(|| text.to_owned());
    let left: Vec<String> =
        state.drawer[seat.index()].iter().map(|(_, text)| words(text)).collect();
    let note = if left.is_empty() {
        "Nothing is left for later.".to_owned()
    } else {
        let left = left.join("; ");
        format!("Left for later: {left}. What your turn of the round does not use is dropped.")
    };
    let form = Form {
        lead: "later".into(),
        label: "Leave an order for a decision that is not open yet".into(),
        help: "It is tried when the decision opens, and dropped if it is not legal then.".into(),
        fields: vec![Field::Text { label: "Order".into(), hint: "support".into() }],
    };
    let withdraw = Offer {
        order: write::write(state, &Order::Withdraw),
        words: "Take back all orders left for later".into(),
        area: None,
    };
    let offers = if left.is_empty() { Vec::new() } else { vec![withdraw] };
    Group { title: "Orders in advance".into(), note, offers, forms: vec![form], card: None }
}
