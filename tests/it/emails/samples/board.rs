//! A board and a hand for sample emails.

use ravenpost_rules::{Block, BoardText, Card, Panel, Presentation};

pub fn presentation() -> Presentation {
    Presentation {
        headline: "1200s, generation 2 of 4: Conflict and strife".into(),
        own: vec![Panel::new("hand", "Your hand", vec![Block::Cards(hand())])],
        text: board(),
        ..Presentation::default()
    }
}

fn board() -> BoardText {
    let mut text = BoardText::default();
    text.prose("Districts (R Red, B Blue, Y Yellow; F farmstead, T tower)", 2);
    text.columns("bro      Field    RT, BF     endre   Forest  RF");
    text.columns("rute     Hill     YF         halla   Pasture BF");
    text.blank();
    text.prose("Ships: ne R1 B2, se Y1. Pirates: e, sw (threatens burs, eke).", 2);
    text.prose("Silver: Red 3, Blue 5, Yellow 9.", 2);
    text.prose("Your storage: 3 Silver, 2 Wood, 1 Grain; room for 4 more.", 2);
    text.prose("Your hand: Forest, Forest, Gotland, Wisby.", 2);
    text
}

fn hand() -> Vec<Card> {
    vec![
        card("Forest", 2, &[("", "settle a Forest"), ("", "or produce 1 Wood a Forest")]),
        card("Gotland", 1, &[("", "settle any district"), ("", "or take 1 basic good")]),
        card("Wisby", 1, &[("", "sell up to 3 of a kind"), ("", "or take 1 Silver")]),
    ]
}

fn card(name: &str, count: u16, lines: &[(&str, &str)]) -> Card {
    let line = |(label, text): &(&str, &str)| ((*label).to_owned(), (*text).to_owned());
    Card {
        slug: name.to_lowercase(),
        name: name.into(),
        family: "basic".into(),
        count,
        lines: lines.iter().map(line).collect(),
        ..Card::default()
    }
}
