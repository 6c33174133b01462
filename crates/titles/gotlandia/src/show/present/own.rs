//! What only the viewer's own seat sees: its hand, its stores, its sealed answer.

use super::super::super::state::Stage;
use super::super::view::{SeatView, View};
use super::cards::{self, grouped};
use super::words::{count, own};
use ravenpost_rules::text::phrase::capital;
use ravenpost_rules::{Block, Cell, Item, Pair, Panel, view::panel};

/// Returns the panels that only this player sees; none for spectators.
pub(super) fn panels(view: &View) -> Vec<Panel> {
    let Some(seat) = own(view) else { return Vec::new() };
    let mut panels = Vec::new();
    if let Some(offered) = seat.offered.filter(|_| view.stage == Stage::Reputation) {
        let faces = offered.map(cards::reputation).to_vec();
        let title = "Choose one of two reputations";
        panels.push(Panel::new("offered", title, vec![Block::Cards(faces)]));
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
                .map(|(card, number)| panel::Card {
                    count: number,
                    ..cards::face(card, &view.options)
                })
                .collect(),
        ));
    }
    if let (Some(food), true) = (seat.food, seat.workers < 5 && view.stage != Stage::Reputation) {
        let short = seat.need.saturating_sub(food);
        let words = match short {
            0 => format!("Your hand gives {food} of the {} Food needed to grow.", seat.need),
            _ => format!(
                "Your hand gives {food} of the {} Food needed to grow. You can make up the rest \
                 with {short} Grain.",
                seat.need
            ),
        };
        blocks.push(Block::Text(words));
    }
    let note = count(seat.hand, "card");
    Panel { note, ..Panel::new("hand", "Your hand", blocks) }
}

fn store(view: &View, seat: &SeatView) -> Panel {
    let workers = format!("{} free of {}", seat.free, seat.workers);
    let mut pairs = vec![
        Pair::new("storage", "Storage", seat.storage.words()),
        Pair::new("workers", "Workers", workers),
        Pair::new("pieces", "Pieces left", pieces(seat)),
    ];
    if let Some(rep) = seat.reputation {
        let words = format!("{}: {}", rep.name(), rep.text());
        pairs.push(Pair::new("reputation", "Reputation", words));
    }
    if seat.owes > 0 {
        let what = if view.options.gifts() && view.stage == Stage::RaidLoss {
            format!("{} of 2 Silver or 1 resource", count(seat.owes, "payment"))
        } else {
            count(seat.owes, "item")
        };
        pairs.push(Pair::new("owes", "You owe", what));
    }
    if let Some(sealed) = &seat.sealed_words {
        pairs.push(Pair::new("sealed", "Your sealed move", capital(sealed)));
    }
    Panel::new("own", "Your family", vec![Block::Pairs(pairs)])
}

/// Lists the pieces that the seat can still place.
fn pieces(seat: &SeatView) -> Cell {
    let spare = &seat.spare;
    let churches = match spare.churches {
        1 => "1 church".to_owned(),
        more => format!("{more} churches"),
    };
    Cell::List(vec![
        Item::new("farmsteads", count(spare.farmsteads, "farmstead")),
        Item::new("towers", count(spare.towers, "tower")),
        Item::new("churches", churches),
        Item::new("ships", count(spare.ships, "ship")),
    ])
}
