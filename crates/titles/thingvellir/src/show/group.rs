//! Headings for groups of orders, and the areas they concern.

use super::super::orders::Order;
use super::super::state::State;
use super::super::things::land::border;
use super::super::things::names::{Area, Card, Edge, Side};
use super::note;
use ravenpost_rules::{Group, Seat};

/// The heading of an order, with its rule.
pub fn group(state: &State, seat: Seat, order: &Order) -> Group {
    Group { rule: rule(order), ..headed(state, seat, order) }
}

fn rule(order: &Order) -> &'static str {
    match order {
        Order::Side(_) => "R4.8",
        Order::Propose(_) => "R6.3",
        Order::Support => "R6.6",
        Order::Sue(..) => "R6.7",
        Order::Settle(..) => "R8.2",
        Order::Expand(..) => "R8.5",
        Order::Rebuild(_) => "R20.6",
        Order::Send(..) => "R9.2",
        Order::Move(..) => "R9.4",
        Order::HuntOutlaw => "R20.9",
        Order::Challenge | Order::LetPass => "R9.11",
        Order::Add(_) | Order::Accept(_) | Order::Hold => "R10.3",
        Order::Raze(..) | Order::Spare => "R10.13",
        Order::Yield => "R23.12",
        Order::Claim(_) => "R10.15",
        Order::Out(_) => "R11.2",
        Order::Home => "R11.3",
        Order::Keep(_) => "R11.5",
        Order::Foster(_) => "R12.3",
        Order::SendOff(_) => "R12.4",
        Order::Replace(_) => "R12.6",
        Order::Swear(_) | Order::Swap(..) => "R13.2",
        Order::Give(..) => "R14.2",
        Order::Murder(_) | Order::Slay(_) => "R14.10",
        Order::Capture(..) => "R14.12",
        Order::Weapon(_) => "R14.13",
        Order::Pay | Order::Fail => "R14.14",
        Order::Burn(_) => "R14.15",
        Order::Farm(_) => "R14.16",
        Order::Lair(_) => "R20.3",
        Order::Act(_) => "R15.3",
        Order::Harvest => "R21.6",
        Order::Done | Order::Pass => "R5.6",
        Order::Standing(_) => "R24.5",
        Order::Later(..) | Order::Withdraw => "R24.3",
    }
}

fn headed(state: &State, seat: Seat, order: &Order) -> Group {
    let notes =
        || Vec::from_iter(Some(note::note(state, seat, order)).filter(|note| !note.is_empty()));
    let titled = |title: String| Group { title, notes: notes(), ..Group::default() };
    match order {
        Order::Side(_) => titled("Your first Thingman".into()),
        Order::Propose(_) => titled("Propose a statute".into()),
        Order::Support => titled("Support".into()),
        Order::Sue(statute, _) => titled(format!("Sue on {}", statute.words())),
        Order::Settle(..) => titled("Subsume a District".into()),
        Order::Expand(..) | Order::Rebuild(_) => titled("Expand".into()),
        Order::Send(..) => titled("Set forth from the Longhall".into()),
        Order::Move(_, from, ..) => titled(format!("Roam from {}", border(*from))),
        Order::HuntOutlaw => titled("The Outlaw".into()),
        Order::Challenge | Order::LetPass => titled("A band in your District".into()),
        Order::Add(_) => titled("Add a Good".into()),
        Order::Accept(_) | Order::Hold => titled("Accept or hold".into()),
        Order::Raze(..) | Order::Spare => titled("Raze a farm".into()),
        Order::Yield => titled("Yield".into()),
        Order::Claim(_) => titled("Compensation".into()),
        Order::Out(_) | Order::Home => titled("Raid".into()),
        Order::Keep(_) => titled("Keep Goods".into()),
        Order::Foster(kind) => {
            let card = state.pool[kind.index()];
            let slug = (card != Card::NONE).then(|| card.word().to_owned());
            Group { card: slug, ..titled("Foster a persona".into()) }
        }
        Order::SendOff(_) => titled("Send off a persona".into()),
        Order::Replace(_) => titled("Replace a persona in the pool".into()),
        Order::Swear(_) => titled("Add a Bondi".into()),
        Order::Swap(slot, _) => titled(format!("Swap the Bondi in slot {slot}")),
        Order::Give(_, to) => titled(format!("Give to {}", state.name(*to))),
        Order::Murder(_) => titled("Murder".into()),
        Order::Slay(_) => titled("Slay Thingmen".into()),
        Order::Capture(area, _) => titled(format!("Capture {}", area.name())),
        Order::Weapon(_) => titled("Add a Weapon".into()),
        Order::Pay | Order::Fail => titled("Pay the difference".into()),
        Order::Burn(_) => titled("Burn a farm".into()),
        Order::Farm(_) => titled("Choose a farm colour".into()),
        Order::Lair(_) => titled("The Outlaw's lair".into()),
        Order::Act(0) => Group { card: Some("home".into()), ..titled("Home Bondi".into()) },
        Order::Act(slot) => {
            Group { card: Some(format!("slot-{slot}")), ..titled(format!("Bondi in slot {slot}")) }
        }
        Order::Harvest => titled("Harvest".into()),
        Order::Done | Order::Pass => titled("Finish".into()),
        Order::Standing(_) | Order::Later(..) | Order::Withdraw => titled("At any time".into()),
    }
}

/// The area of the board that an order concerns.
pub fn area(order: &Order) -> Option<String> {
    let area = match order {
        Order::Settle(area, _)
        | Order::Expand(area, _)
        | Order::Rebuild(area)
        | Order::Raze(area, _)
        | Order::Capture(area, _)
        | Order::Lair(area) => *area,
        Order::Side(side) => side.district(),
        Order::Propose(statute) | Order::Sue(statute, _) => {
            return Some(format!("laws.{}", statute.slug()));
        }
        Order::Send(_, edge) => beyond(*edge),
        Order::Move(_, _, to, then) => beyond(then.unwrap_or(*to)),
        _ => return None,
    };
    Some(area.place().to_owned())
}

/// The area of an edge for offering an order: the District, if the other one is Þingvellir.
fn beyond(edge: Edge) -> Area {
    Side::from_edge(edge).map_or(edge.areas()[0], Side::district)
}
