//! Headings of orders, and the areas of the board they are about.

use super::super::orders::Order;
use super::super::state::plays::{Param, Use};
use ravenpost_rules::Group;

/// Returns the heading of an order, with the card it plays and its rule.
pub fn group(order: &Order) -> Group {
    Group { rule: rule(order), ..headed(order) }
}

fn rule(order: &Order) -> &'static str {
    match order {
        Order::Play(_) => "R9",
        Order::Rep(..) => "R15.1",
        Order::Rest | Order::Pass => "R8.10",
        Order::Lose(_) => "R6.6",
        Order::Keep(_) => "R16.7",
        Order::Trouble(_) => "R15.11",
        Order::Ship(_) | Order::AllSilver | Order::RaidDone => "R9.16",
        Order::Pirate(_) => "R9.30",
        Order::Sink(_) => "R9.19",
        Order::Steal(_) => "R15.10",
        Order::Partner(_)
        | Order::Learn(_)
        | Order::Unbury(_)
        | Order::Church(..)
        | Order::Decorate(_)
        | Order::No => "R9.28",
        Order::End { .. } => "R18.5",
        Order::Standing(_) => "R24.8",
        Order::Plan(_) | Order::PlanClear => "R24.3",
    }
}

fn headed(order: &Order) -> Group {
    let title = match order {
        Order::Play(play) => {
            return Group {
                title: play.card.name().to_owned(),
                card: Some(play.card.slug().to_owned()),
                ..Group::default()
            };
        }
        Order::Rep(rep, _) => {
            return Group {
                title: rep.name().to_owned(),
                card: Some(rep.slug().to_owned()),
                notes: vec![rep.text().to_owned()],
                ..Group::default()
            };
        }
        Order::Rest | Order::Pass => "Set workers aside",
        Order::Lose(_) => "Give up",
        Order::Keep(_) => "Keep one farmstead",
        Order::Trouble(_) => "Troublemakers",
        Order::Ship(_) | Order::AllSilver | Order::RaidDone => "Raid",
        Order::Pirate(_) => "Place a pirate",
        Order::Sink(_) => "Sink a pirate",
        Order::Steal(_) => "Steal 1 Silver",
        Order::Partner(_)
        | Order::Learn(_)
        | Order::Unbury(_)
        | Order::Church(..)
        | Order::Decorate(_)
        | Order::No => "Follow-up",
        Order::End { .. } => "End of the generation",
        Order::Standing(_) => "Standing instructions",
        Order::Plan(_) | Order::PlanClear => "Plan",
    };
    Group { title: title.to_owned(), ..Group::default() }
}

pub fn area(order: &Order) -> Option<String> {
    let slug = match order {
        Order::Play(play) => match play.action {
            Use::Settle(district, _) | Use::Tower(district, _) | Use::Church(district, _) => {
                district.slug()
            }
            Use::Ship(dir, _) => dir.slug(),
            Use::Sell(_, kind) => return Some(format!("wisby.{}", kind.slug())),
            Use::Assembly => return Some("roma.assembly".to_owned()),
            _ => return None,
        },
        Order::Keep(district) | Order::Church(district, _) => district.slug(),
        Order::Rep(_, Param::District(district)) => district.slug(),
        Order::Trouble(Some(dir)) | Order::Pirate(dir) | Order::Sink(dir) => dir.slug(),
        Order::Ship(ship) => ship.at.slug(),
        _ => return None,
    };
    Some(slug.to_owned())
}
