//! Reads a document as a state. Omitted values have defaults; all mistakes are reported.

use serde_json::Value;

use super::super::Thingvellir;
use super::super::state::State;
use super::super::state::apply::{cards, land};
use super::super::state::options::{Options, claimed};
use super::super::state::progress::Step;
use super::super::things::data;
use super::super::things::names::{Area, Card, Colour, Faction, Kind, Statute};
use super::cards::Deck;
use super::desk::{StateBuilder, areas, is, step};
use super::{progress, seats};
use ravenpost_rules::doc::{Doc, DocErrors};
use ravenpost_rules::{Described, Seat, Table};

/// The keys allowed in a document.
const KEYS: &[&str] = &[
    "factions",
    "round",
    "stirred",
    "state",
    "turn",
    "begun",
    "speaker",
    "token",
    "steads",
    "men",
    "supply",
    "lost",
    "orlog",
    "orlog_count",
    "doom",
    "doom_count",
    "pool",
    "seats",
    "last",
    "queue",
    "deed",
    "hunt",
    "band",
    "feud",
    "strike",
    "outlaw",
    "table",
    "end",
    "next",
    "drawn",
    "hoard",
];
const COLOURS: [&str; 4] = ["red", "green", "blue", "white"];

pub fn read(table: &Table, document: &Value) -> Result<State, String> {
    let slips = DocErrors::new();
    let state = {
        let doc = Doc::of("a sheet", document, KEYS, &slips);
        let mut builder =
            StateBuilder { document: doc, state: State::blank(), deck: Deck::of(document) };
        setup(&mut builder, table);
        board(&mut builder);
        seats::read(&mut builder);
        progress::read(&mut builder);
        piles(&mut builder);
        builder.state
    };
    slips.none(state)
}

/// Reads the players and the step of the game.
fn setup(builder: &mut StateBuilder<'_>, table: &Table) {
    let document = builder.document.clone();
    let about = Thingvellir::about();
    builder.state.seats = table.seats;
    builder.state.options = Options::of(about, table);
    let listed = document.list("factions", "faction", Faction::from_slug);
    let listed = listed.unwrap_or_else(|| claimed(about, table));
    if listed.len() != usize::from(table.seats) {
        document.slip::<()>(format!("{} factions for {} seats", listed.len(), table.seats));
    }
    for (place, faction) in builder.state.faction.iter_mut().zip(listed) {
        *place = faction;
    }
    builder.state.round = document.number("round").unwrap_or(1);
    builder.state.stirred = document.number("stirred").unwrap_or(builder.state.round);
    let speaker = builder.seat(&document, "speaker").unwrap_or_default();
    builder.state.speaker = speaker;
    builder.state.turn = builder.seat(&document, "turn").unwrap_or(speaker);
    builder.state.begun = is(&document, "begun");
    builder.state.step = document.named("state", "state", step).unwrap_or(Step::Propose);
    if document.text("token") != Some("") {
        builder.state.token = document.named("token", "statute", Statute::from_slug);
    }
}

fn board(builder: &mut StateBuilder<'_>) {
    let document = builder.document.clone();
    match document.part_by_name("steads") {
        None => {
            for seat in Seat::all(builder.state.seats) {
                let faction = builder.state.faction[seat];
                for colour in faction.farms() {
                    land::add_farm(&mut builder.state, seat, faction.home(), colour);
                }
            }
        }
        Some(steads) => {
            for (code, _) in steads.entries() {
                match Area::from_slug(code) {
                    Some(area) => stead(builder, &steads, area),
                    None => steads.slip(format!("\"{code}\" is not an area")).unwrap_or_default(),
                }
            }
        }
    }
    supplies(builder);
    builder.state.last = areas(&document, "last");
}

/// Farms that are neither on the map nor in the supply are out of the game.
fn supplies(builder: &mut StateBuilder<'_>) {
    let (supply, lost) =
        (builder.document.part("supply", &COLOURS), builder.document.part("lost", &COLOURS));
    let said = |part: &Option<Doc<'_>>, colour: Colour| -> Option<u8> {
        part.as_ref().and_then(|part| part.number(colour.slug()))
    };
    let state = &mut builder.state;
    for colour in Colour::all() {
        let place = colour.index();
        let (given, gone) = (said(&supply, colour), said(&lost, colour));
        state.supply[place] = given.unwrap_or(state.supply[place]);
        state.lost[place] = gone.unwrap_or(state.lost[place]);
        let placed: u8 = state.steads.iter().map(|stead| stead.farms[place]).sum();
        let rest = |given: u8| data().farms.saturating_sub(placed.saturating_add(given));
        match (given, gone) {
            (Some(supply), None) => state.lost[place] = rest(supply),
            (None, Some(lost)) => state.supply[place] = rest(lost),
            _ => {}
        }
    }
}

/// Reads "oddi green white burnt"; empty for no Stead.
fn stead(builder: &mut StateBuilder<'_>, steads: &Doc<'_>, area: Area) {
    let mut words = steads.text(area.slug()).unwrap_or_default().split_whitespace();
    let Some(owner) = words.next().filter(|word| *word != "none") else { return };
    let Some(seat) = builder.seat_named(steads, owner) else { return };
    for word in words {
        match Colour::from_slug(word) {
            _ if word == "burnt" => builder.state.steads[area.index()].burnt = true,
            Some(colour) if builder.state.supply[colour.index()] > 0 => {
                land::add_farm(&mut builder.state, seat, area, colour);
            }
            Some(_) => {
                steads.slip(format!("there are not that many {word} farms")).unwrap_or_default()
            }
            None => {
                let why = format!("{}: \"{word}\" is not a colour", area.slug());
                steads.slip(why).unwrap_or_default()
            }
        }
    }
}

/// Orlog and Doom are made of the cards that are not elsewhere.
fn piles(builder: &mut StateBuilder<'_>) {
    let document = builder.document.clone();
    pool(builder);
    let mut pile: Vec<Card> = builder.cards(&document, "orlog");
    pile.extend(builder.cards(&document, "next"));
    for card in builder.cards(&document, "doom") {
        builder.state.doom |= card.bit();
    }
    let mut rest = builder.deck.rest().into_iter();
    if document.has("orlog") {
        builder.state.doom |= rest.by_ref().fold(0, |set, card| set | card.bit());
    }
    let wanted = document.number::<u8>("orlog_count").map_or(108, usize::from);
    pile.extend(rest.by_ref().take(wanted.saturating_sub(pile.len())));
    builder.state.orlog = pile.into_iter().rev().collect();
    let doomed = document.number::<u8>("doom_count").map_or(108, usize::from);
    let doomed = doomed.saturating_sub(builder.state.doom.count_ones() as usize);
    builder.state.doom |= rest.by_ref().take(doomed).fold(0, |set, card| set | card.bit());
    let left: Vec<Card> = rest.collect();
    match builder.seat(&document, "hoard") {
        Some(seat) => left.into_iter().for_each(|card| cards::tuck(&mut builder.state, seat, card)),
        None if left.is_empty() => {}
        None => {
            let why = format!("{} cards are nowhere; say whose hoard they are", left.len());
            document.slip(why).unwrap_or_default()
        }
    }
}

fn pool(builder: &mut StateBuilder<'_>) {
    let Some(pool) = builder.document.part_by_name("pool") else { return };
    for (space, _) in pool.entries() {
        let kind = Kind::from_slug(space);
        match kind {
            None => pool.slip(format!("\"{space}\" is not a space")).unwrap_or_default(),
            Some(kind) => {
                if let Some(card) = builder.card(&pool, space) {
                    builder.state.pool[kind.index()] = card;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_document_error_is_reported() {
        let document = json!({
            "trun": "oddi", "round": "2", "speaker": "oddy", "begun": 1, "token": "land9",
            "steads": { "skaa": "oddi red", "odd": "oddi mauve" }, "supply": { "read": 3 },
            "men": { "odd/ska": { "oddi": "2" }, "hau/xyz": { "oddi": 1 } },
            "seats": { "oddi": { "good": [], "goods": "r2", "vote": "maybe", "away": "no",
                "later": [["vote"]], "oaths": { "99": "r2" } } },
            "deed": { "strenght": 2, "slots": [77], "source": "Home", "left": -1 },
            "feud": { "won": [1, "2"], "claimed": [0], "turn": 2 }, "queue": [{ "who": "oddi" }],
            "outlaw": { "card": "r2" }, "pool": { "z9": "r2" }, "end": "never",
        });
        let table = Table::of(2);
        let given = read(&table, &document).expect_err("nearly all of it is wrong");
        for slip in [
            "a sheet has no \"trun\"",
            "round: \"2\" is not a number",
            "speaker: \"oddy\" is not a faction in this game",
            "begun: 1 is neither true nor false",
            "token: \"land9\" is not a statute",
            "\"skaa\" is not an area",
            "odd: \"mauve\" is not a colour",
            "supply has no \"read\"",
            "oddi: \"2\" is not a number",
            "\"hau/xyz\" is not an edge",
            "the seat of oddi has no \"good\"",
            "goods: \"r2\" is not a list",
            "vote: \"maybe\" is not a vote",
            "away: \"no\" is neither true nor false",
            "is not a decision and an order",
            "\"99\" is not a slot",
            "deed has no \"strenght\"",
            "slots: 77 is not a slot",
            "source: \"Home\" is not a slot, home or council",
            "left: -1 is not a number",
            "won: \"2\" is not a small number",
            "claimed: 0 is neither true nor false",
            "turn: 0 for the attacker, 1 for the defender",
            "it names who acts on which statute",
            "an Outlaw must have a card and a lair",
            "\"z9\" is not a space",
            "end: ",
        ] {
            assert!(given.contains(slip), "{slip} is not in {given}");
        }
    }

    #[test]
    fn queue_has_a_limited_number_of_places() {
        let entry = json!({ "who": "oddi", "statute": "trade2", "strength": 1 });
        let queue = |entries: usize| {
            read(&Table::of(2), &json!({ "state": "queue", "queue": vec![entry.clone(); entries] }))
        };
        assert_eq!(queue(6).expect("there is room").queue.len(), 6);
        let given = queue(7).expect_err("there is no room");
        assert!(given.contains("is one too many"), "{given}");
    }

    #[test]
    fn empty_document_is_a_table_with_defaults() {
        let state = read(&Table::of(3), &json!({})).expect("nothing is wrong");
        assert_eq!((state.seats, state.round, state.step), (3, 1, Step::Propose));
    }
}
