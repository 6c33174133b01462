//! What the cards do that a reader has. A short letter tells it of those that are new to the
//! reader, and names the others.

use std::collections::BTreeSet;

use crate::rules::{Block, Card, Panel};

/// The names of the cards in these panels.
pub fn names(panels: &[Panel]) -> BTreeSet<String> {
    cards(panels).map(|card| card.name.clone()).collect()
}

/// The panels without the words of cards that the reader knows.
pub(super) fn without_known(panels: &[Panel], known: &BTreeSet<String>) -> Vec<Panel> {
    let mut panels = panels.to_vec();
    for block in panels.iter_mut().flat_map(|panel| &mut panel.blocks) {
        let Block::Cards(cards) = block else { continue };
        for card in cards.iter_mut().filter(|card| known.contains(&card.name)) {
            card.lines.clear();
        }
    }
    panels
}

/// What the cards do that the reader does not know, a sentence each, and each once.
pub(super) fn explained(panels: &[Panel], known: &BTreeSet<String>) -> Vec<String> {
    let mut told = BTreeSet::new();
    let new = cards(panels).filter(|card| !card.lines.is_empty() && !known.contains(&card.name));
    let new = new.filter(|card| told.insert(&card.name));
    let words = |card: &Card| {
        let lines = card.lines.iter().map(|(label, words)| match label.as_str() {
            "" => words.clone(),
            label => format!("{label}: {words}"),
        });
        format!("{}: {}", card.name, lines.collect::<Vec<_>>().join("; "))
    };
    new.map(words).collect()
}

fn cards(panels: &[Panel]) -> impl Iterator<Item = &Card> {
    let blocks = panels.iter().flat_map(|panel| &panel.blocks);
    let cards = blocks.filter_map(|block| match block {
        Block::Cards(cards) => Some(cards),
        _ => None,
    });
    cards.flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(names: &[&str]) -> Vec<Panel> {
        let card = |name: &&str| Card {
            name: (*name).to_owned(),
            lines: vec![("Gives".to_owned(), format!("a {name}"))],
            ..Card::default()
        };
        let cards = names.iter().map(card).collect();
        vec![Panel { id: "hand", title: "Your hand".into(), blocks: vec![Block::Cards(cards)] }]
    }

    #[test]
    fn only_what_is_new_is_explained_and_once() {
        let known = names(&hand(&["Mill", "Forest"]));
        let now = hand(&["Mill", "Wisby", "Wisby"]);
        assert_eq!(explained(&now, &known), ["Wisby: Gives: a Wisby"]);
        let shown = without_known(&now, &known);
        let words: Vec<usize> = cards(&shown).map(|card| card.lines.len()).collect();
        assert_eq!(words, [0, 1, 1], "all are named");
    }
}
