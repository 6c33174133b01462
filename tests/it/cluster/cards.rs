//! Checks that a reader may know every card on a page, and that hands stay private.

use std::collections::{BTreeMap, BTreeSet};

use ravenpost::service::game::core::folded::Game;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Block, Panel};
use ravenpost_store::PlayerId;

use super::history::Findings;
use super::operations::between;

/// Names of cards, with the number of identical cards that lie together.
pub type Cards = BTreeSet<(String, u16)>;

/// Returns the cards that a page shows.
pub fn on(page: &str) -> Cards {
    let mut heads = page.split("<article class=\"card ").skip(1);
    let mut cards = Cards::new();
    while let Some(head) = heads.next().and_then(|card| between(card, "<h4>", "</h4>")) {
        let (name, count) = head.split_once(" <span class=\"count\">× ").unwrap_or((head, "1<"));
        let count = count.split('<').next().and_then(|count| count.parse().ok());
        cards.insert((unescaped(name), count.expect("a number of cards")));
    }
    cards
}

/// Reverses HTML escaping.
fn unescaped(text: &str) -> String {
    text.replace("&#39;", "'").replace("&#34;", "\"").replace("&#38;", "&")
}

fn of<'a>(panels: impl IntoIterator<Item = &'a Panel>) -> Cards {
    let blocks = panels.into_iter().flat_map(|panel| &panel.blocks);
    let cards = blocks.filter_map(|block| match block {
        Block::Cards(cards) => Some(cards),
        _ => None,
    });
    cards.flatten().map(|card| (card.name.clone(), card.count)).collect()
}

/// What each reader may know of a game at each step.
pub struct Knowledge<'a> {
    game: &'a Game,
    /// All cards the reader may know, and those in their own hand.
    known: BTreeMap<(u64, Option<PlayerId>), [Cards; 2]>,
}

impl Knowledge<'_> {
    pub fn of(game: &Game) -> Knowledge<'_> {
        Knowledge { game, known: BTreeMap::new() }
    }

    /// Records what a page showed that its reader may not know.
    pub fn holds(
        &mut self,
        step: u64,
        reader: Option<PlayerId>,
        shown: &Cards,
        into: &mut Findings,
    ) {
        let game = self.game;
        let known = self.known.entry((step, reader)).or_insert_with(|| at(game, step, reader));
        let [all, own] = &*known;
        into.cards += shown.len();
        into.own_cards += shown.intersection(own).count();
        for (name, count) in shown.difference(all) {
            let id = &game.id;
            into.wrong.push(format!("{id}, step {step}: {reader:?} was shown {count} of {name}"));
        }
    }
}

/// Returns the cards a reader may know at a step, in any of the events that belong to it.
fn at(game: &Game, step: u64, reader: Option<PlayerId>) -> [Cards; 2] {
    let viewer = game.viewer(reader.and_then(|reader| game.seat_of(reader)));
    let mut known = [Cards::new(), Cards::new()];
    for entry in game.log.iter().filter(|entry| entry.step == Step(step)) {
        let then = game.history().at(entry.event.seq).expect("it was so");
        if !then.has_started() {
            continue;
        }
        let seen = then.presentation(viewer);
        known[0].extend(of(seen.own.iter().chain(&seen.panels)));
        known[1].extend(of(&seen.own));
    }
    known
}
