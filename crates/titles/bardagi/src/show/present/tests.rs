//! Tests of views in random games: complete information for each player, and no secrets.

use super::super::super::Bardagi as Title;
use super::super::super::state::State;
use super::super::super::state::facts::Fact;
use super::super::super::things::areas::Area;
use super::super::super::things::kinds::{Colour, Map, Rune};
use super::super::super::things::who::Who;
use super::map::{SUMMER, WINTER};
use ravenpost_rules::contract::ids::distinct;
use ravenpost_rules::contract::walk::Walk;
use ravenpost_rules::{Block, Judge, Notation, Seat, Show, Table, Viewer};

/// Plays random orders and passes every position to `look`.
fn play(table: &Table, seed: u64, most: usize, mut look: impl FnMut(&State, Seat)) {
    Walk::<Title>::open(table, seed).play_at_random(most, |state, seat, _| look(state, seat));
}

#[test]
fn board_text_is_narrow_and_page_is_complete() {
    for seats in 2..=5 {
        play(&Table::of(seats), seats.into(), 250, |state, seat| {
            for viewer in [Viewer::Seat(seat), Viewer::Spectator] {
                let presentation = Title::present(&Title::show(state, viewer));
                for line in presentation.text.to_string().lines() {
                    assert!(line.chars().count() <= 72, "too wide: {line}");
                }
                assert!(!presentation.headline.is_empty());
                assert!(presentation.panels.len() >= 4 + usize::from(seats) - 1);
                let areas = state.map.areas().count_ones() as usize;
                assert!(presentation.scene.areas.len() >= areas);
                distinct("a position", &presentation);
            }
        });
    }
}

#[test]
fn every_group_is_labelled_and_its_orders_parse() {
    play(&Table::of(4), 3, 200, |state, seat| {
        let legal = Title::legal(state, seat);
        for form in &legal.forms {
            assert!(!form.label.is_empty() && !form.fields.is_empty());
            let made = legal.orders.iter().filter(|order| form.makes(&Title::write(state, order)));
            assert!(made.count() > 1, "{} makes what is listed", form.lead);
        }
        for group in Title::instructions(state, seat) {
            assert!(!group.title.is_empty() && !group.notes.is_empty());
            for offer in group.offers {
                assert!(Title::parse(state, seat, &offer.order).is_ok(), "{}", offer.order);
            }
        }
    });
}

#[test]
fn gold_cards_and_runes_are_private() {
    play(&Table::of(3), 5, 120, |state, seat| {
        let other = Seat(seat.0 % 3 + 1);
        let view = Title::show(state, Viewer::Seat(other));
        let seen = &view.seats[seat.index()];
        assert!(seen.gold.is_none() && seen.runes.is_none() && seen.claim.is_none());
        assert!(seen.standing.is_none() && seen.later.is_none());
        assert_eq!(seen.hand.is_some(), state.players[seat].open);
        let own = &view.seats[other.index()];
        assert_eq!(own.gold, Some(state.players[other].gold));
        let panel = super::boards::board(&view, seen);
        let Block::Grid { rows, .. } = &panel.blocks[1] else { panic!("the storage is a table") };
        assert_eq!(rows[0].cells.last(), Some(&"hidden".into()));
    });
    let open = Table::of(2).with("gold", "open");
    play(&open, 1, 20, |state, _| {
        assert!(Title::show(state, Viewer::Spectator).seats.iter().all(|seat| seat.gold.is_some()));
    });
}

#[test]
fn narration_hides_secrets() {
    let who = Who { seat: Seat(1), colour: super::super::super::things::kinds::Colour(0) };
    let [own, other] = [Viewer::Seat(Seat(1)), Viewer::Seat(Seat(2))];
    let text = |fact: &Fact, viewer| Title::narrate(fact, viewer).map(|narration| narration.text);
    let plan = Fact::Planned(who, [2, 1, 2, 1]);
    assert!(text(&plan, own).is_some_and(|text| text.contains("2 Berserkur")));
    assert_eq!(text(&plan, other).as_deref(), Some("Red has planned"));
    let runes = Fact::RunesDrawn(who, vec![Rune::SEA, Rune::TWICE]);
    assert!(text(&runes, own).is_some_and(|text| text.contains("Sea move")));
    assert_eq!(text(&runes, other).as_deref(), Some("Red draws 2 Runes"));
    let bought = Fact::RunesBought { who, gold: 2, runes: 3 };
    assert_eq!(text(&bought, other).as_deref(), Some("Red buys 3 Runes for 2 gold"));
    let [by, order] = ["wish", "build mint"].map(str::to_owned);
    let answered = Fact::AutoAnswered { who, by, order };
    assert!(text(&answered, own).is_some_and(|text| text.contains("build list")));
    assert_eq!(text(&answered, other), None);
    assert!(
        Title::info(&runes).reveals.is_some()
            && Title::info(&bought).reveals.is_none()
            && Title::info(&plan).reveals.is_none()
    );
}

/// The homes in the boards' files match the tables.
#[test]
fn drawn_homes_match_the_tables() {
    for (map, board) in [(Map::SUMMER, &SUMMER), (Map::WINTER, &WINTER)] {
        let file: serde_json::Value = serde_json::from_str(board.geometry).expect("JSON");
        let areas = file["areas"].as_array().expect("areas");
        for area in areas.iter().filter(|area| area["home"].is_string()) {
            let colour = area["home"].as_str().and_then(Colour::from_slug).expect("a colour");
            assert_eq!(map.home(colour).map(Area::slug), area["slug"].as_str());
        }
    }
}
