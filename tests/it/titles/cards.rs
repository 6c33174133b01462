//! Pictures of cards: each is a sign of the title's board that can be drawn.

use ravenpost::titles;
use ravenpost_rules::view::scene::Mark;
use ravenpost_rules::{Block, Card, Dice, Presentation, Seat, Table, Viewer, bots};

/// Plays a game with bots, and returns what the first seat sees after each order.
fn seen(title: &'static dyn ravenpost_rules::Title) -> Vec<Presentation> {
    let (bot, mut dice) = (bots::find("random").expect("it is there"), Dice::seeded(5));
    let opened = title.open(&Table::of(title.about().seats.0.max(2)), &mut dice);
    let mut position = opened.unwrap_or_else(|refused| panic!("{refused:?}")).next;
    let mut seen = vec![position.present(Viewer::Seat(Seat(1)))];
    for turn in 0..150 {
        let Some(seat) = position.awaited().first().map(|one| one.seat) else { break };
        let order = bot.choose(position.as_ref(), seat, turn);
        position = position.decide(seat, &order, &mut dice).expect("legal").next;
        seen.push(position.present(Viewer::Seat(Seat(1))));
    }
    seen
}

fn cards(seen: &Presentation) -> impl Iterator<Item = &Card> {
    let panels = seen.own.iter().chain(&seen.panels);
    panels.flat_map(|panel| &panel.blocks).flat_map(|block| match block {
        Block::Cards(cards) => cards.as_slice(),
        Block::Text(_) | Block::Pairs(_) | Block::Grid { .. } => &[],
    })
}

#[test]
fn every_card_picture_is_drawn() {
    let (mut pictures, mut prices) = (0, 0);
    for title in titles::all() {
        for one in seen(*title) {
            let Some(board) = one.scene.board else { continue };
            let nothing = ravenpost_drawing::sign(board, Mark::Piece("none", "neutral", ""), 32);
            for card in cards(&one) {
                prices += usize::from(!card.cost.is_empty());
                let Some(mark) = card.art else { continue };
                let drawn = ravenpost_drawing::sign(board, mark, 32);
                assert!(drawn.len() > nothing.len(), "{}: {mark:?}", card.name);
                assert!(!drawn.contains(" id="), "{mark:?} needs an id that is not unique");
                pictures += 1;
            }
        }
    }
    assert!(pictures > 0 && prices > 0);
}
