//! Cards as text. A short email explains only cards that are new to the reader, and names the
//! others.

use std::collections::BTreeSet;

use crate::Email;
use ravenpost_rules::{Block, Card, Panel};

/// Returns the names of the cards in these panels.
pub fn names(panels: &[Panel]) -> BTreeSet<String> {
    cards(panels).map(|card| card.name.clone()).collect()
}

/// Returns the name of a card and how many there are.
pub(crate) fn name(card: &Card) -> String {
    let count = if card.count > 1 { format!(" ({})", card.count) } else { String::new() };
    let dim = if card.dim { " (not playable now)" } else { "" };
    format!("{}{count}{dim}", card.name)
}

/// Returns a card with its whole text on one line.
pub(crate) fn line(card: &Card) -> String {
    let foot = Some(card.foot.clone()).filter(|foot| !foot.is_empty());
    let says: Vec<String> = sentences(card).chain(foot).collect();
    match says.is_empty() {
        true => name(card),
        false => format!("{}: {}", name(card), says.join("; ")),
    }
}

/// Returns what a card does, part by part.
fn sentences(card: &Card) -> impl Iterator<Item = String> {
    card.lines.iter().map(|(label, words)| match label.as_str() {
        "" => words.clone(),
        label => format!("{label}: {words}"),
    })
}

/// Reduces all cards to their names.
pub(crate) fn without_text(panels: &mut [Panel]) {
    for block in panels.iter_mut().flat_map(|panel| &mut panel.blocks) {
        if let Block::Cards(cards) = block {
            for card in cards {
                card.lines.clear();
                card.foot.clear();
            }
        }
    }
}

/// The approximate space for card explanations in a short email, in characters.
const ROOM: usize = 560;

/// Returns explanations of the unknown cards, one sentence each and without duplicates. Returns at
/// least one, and as many as a short email has room for; the next email explains the rest.
pub(crate) fn explained(panels: &[Panel], known: &BTreeSet<String>) -> Vec<String> {
    let mut room = ROOM;
    let words = new(panels, known).into_iter().map(|(_, words)| words);
    let fits = move |words: &String| {
        let first = room == ROOM;
        let long = words.chars().count().div_ceil(70) * 70;
        let fits = first || long <= room;
        room = room.saturating_sub(long);
        fits
    };
    words.take_while(fits).collect()
}

/// Records in a short email which new cards its text does not explain.
pub(crate) fn counted(email: Email, panels: &[Panel], known: &BTreeSet<String>) -> Email {
    let untold = untold(panels, known, &email.text);
    Email { untold, ..email }
}

/// Returns the unknown cards that this text does not explain.
fn untold(panels: &[Panel], known: &BTreeSet<String>, text: &str) -> Vec<String> {
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mentioned = flat(text);
    let new = new(panels, known).into_iter();
    new.filter(|(_, words)| !mentioned.contains(&flat(words))).map(|(name, _)| name).collect()
}

/// Returns the unknown cards with their explanations.
fn new(panels: &[Panel], known: &BTreeSet<String>) -> Vec<(String, String)> {
    let mut mentioned = BTreeSet::new();
    let new = cards(panels).filter(|card| !card.lines.is_empty() && !known.contains(&card.name));
    let new = new.filter(|card| mentioned.insert(&card.name));
    let words = |card: &Card| {
        let words = format!("{}: {}", card.name, sentences(card).collect::<Vec<_>>().join("; "));
        (card.name.clone(), words)
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
        vec![Panel::new("hand", "Your hand", vec![Block::Cards(cards)])]
    }

    #[test]
    fn line_has_count_text_and_foot() {
        let card = Card {
            name: "Virki".to_owned(),
            count: 2,
            lines: vec![("Disks".to_owned(), "3 of 5".to_owned()), (String::new(), "free".into())],
            foot: "warriors".to_owned(),
            ..Card::default()
        };
        assert_eq!(line(&card), "Virki (2): Disks: 3 of 5; free; warriors");
        assert_eq!(name(&card), "Virki (2)");
        let mut panels = [Panel::new("own", "Your board", vec![Block::Cards(vec![card])])];
        without_text(&mut panels);
        let lines: Vec<String> = cards(&panels).map(line).collect();
        assert_eq!(lines, ["Virki (2)"]);
    }

    #[test]
    fn only_new_cards_are_explained_and_only_once() {
        let known = names(&hand(&["Mill", "Forest"]));
        let now = hand(&["Mill", "Wisby", "Wisby"]);
        assert_eq!(explained(&now, &known), ["Wisby: Gives: a Wisby"]);
        assert_eq!(untold(&now, &known, "- Wisby: Gives:\n  a Wisby"), Vec::<String>::new());
        assert_eq!(untold(&now, &known, "- Wisby: Gives:"), ["Wisby"]);
    }
}
