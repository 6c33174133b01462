//! What only the viewer's own seat sees: its hand, its stores, its sealed answer.

use super::super::super::state::Stage;
use super::super::view::{SeatView, View};
use super::cards::{self, grouped};
use super::words::{count, own};
use ravenpost_rules::{Block, Panel, view};

/// Returns the panels that only this player sees; none for spectators.
pub(super) fn panels(view: &View) -> Vec<Panel> {
    let Some(seat) = own(view) else { return Vec::new() };
    let mut panels = Vec::new();
    if let Some(offered) = seat.offered.filter(|_| view.stage == Stage::Reputation) {
        let faces = offered.map(cards::reputation).to_vec();
        panels.push(Panel {
            id: "offered",
            title: "Two reputations, of which you keep one".into(),
            blocks: vec![Block::Cards(faces)],
        });
    }
    if view.stage != Stage::Over {
        panels.push(hand(view, seat));
    }
    panels.push(store(view, seat));
    panels
}

fn hand(view: &View, seat: &SeatView) -> Panel {
    let hand = seat.hand_cards.as_deref().unwrap_or_default();
    let mut blocks = Vec::new();
    if hand.is_empty() {
        blocks.push(Block::Text("Your hand is empty.".into()));
    } else {
        blocks.push(Block::Cards(
            grouped(hand)
                .into_iter()
                .map(|(card, number)| view::Card {
                    count: number,
                    ..cards::face(card, &view.options)
                })
                .collect(),
        ));
    }
    if let (Some(food), true) = (seat.food, seat.workers < 5 && view.stage != Stage::Reputation) {
        let short = seat.need.saturating_sub(food);
        let words = match short {
            0 => format!("Left in hand it gives {food} Food of {} needed to grow.", seat.need),
            _ => format!(
                "Left in hand it gives {food} Food of {} needed to grow; {short} Grain would do \
                 the rest.",
                seat.need
            ),
        };
        blocks.push(Block::Text(words));
    }
    Panel { id: "hand", title: format!("Your hand: {}", count(seat.hand, "card")), blocks }
}

fn store(view: &View, seat: &SeatView) -> Panel {
    let spare = &seat.spare;
    let mut pairs = vec![
        ("Storage".to_owned(), seat.storage.words()),
        ("Workers".to_owned(), format!("{} free of {}", seat.free, seat.workers)),
        (
            "Pieces left".to_owned(),
            [
                count(spare.farmsteads, "farmstead"),
                count(spare.towers, "tower"),
                match spare.churches {
                    1 => "1 church".to_owned(),
                    more => format!("{more} churches"),
                },
                count(spare.ships, "ship"),
            ]
            .join(", "),
        ),
    ];
    if let Some(rep) = seat.reputation {
        pairs.push(("Reputation".to_owned(), format!("{}: {}", rep.name(), rep.text())));
    }
    if seat.owes > 0 {
        let what = if view.options.gifts() && view.stage == Stage::RaidLoss {
            format!("{} of 2 Silver or 1 resource", count(seat.owes, "gift"))
        } else {
            count(seat.owes, "item")
        };
        pairs.push(("You owe".to_owned(), what));
    }
    if let Some(sealed) = &seat.sealed {
        pairs.push(("Your answer, sealed".to_owned(), sealed.clone()));
    }
    Panel { id: "own", title: "Your family".into(), blocks: vec![Block::Pairs(pairs)] }
}
