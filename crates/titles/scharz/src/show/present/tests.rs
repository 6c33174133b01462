//! Tests that the drawn maps match `data.json` and that private information is hidden.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::super::super::Scharz;
use super::super::super::things::ids::{Field, Homeland};
use super::super::super::things::kinds::{Hazard, MapId, Terrain};
use super::super::super::things::tables::Ground;
use super::map::board;
use super::symbols::{MINOR, SYMBOLS};
use ravenpost_rules::contract::ids::distinct;
use ravenpost_rules::contract::walk::Walk;
use ravenpost_rules::view::scene::Board;
use ravenpost_rules::{Block, Field as Choice, Fold, Presentation, Seat, Show, Table, Viewer};

fn file(board: &Board) -> Value {
    serde_json::from_str(board.geometry).expect("a board's file is JSON")
}

fn each_map(look: impl Fn(MapId, &Value)) {
    for map in MapId::ALL {
        look(*map, &file(board(*map, 12)));
    }
}

fn list<'a>(file: &'a Value, key: &str) -> &'a [Value] {
    file[key].as_array().unwrap_or_else(|| panic!("{key} is a list"))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The terrain that the board must show for a field.
fn ground(field: Field) -> &'static str {
    match field.ground() {
        Ground::River => "river",
        Ground::Sea if field.data().stormy => "stormy",
        Ground::Sea => "",
        Ground::Neutral(Hazard::Barbarorum) => "barbarorum",
        Ground::Neutral(Hazard::Desert) => "desert",
        Ground::Neutral(Hazard::Road) => "road",
        Ground::Neutral(Hazard::Belgica) => "belgica",
        Ground::Land => match field.data().terrain {
            Terrain::Yellow => "yellow",
            Terrain::Green => "green",
            Terrain::Brown => "brown",
            Terrain::Turquoise => "turquoise",
            Terrain::Grey => "grey",
        },
    }
}

#[test]
fn every_field_is_drawn_with_terrain_climate_and_home() {
    each_map(|map, file| {
        let areas: BTreeMap<&str, &Value> =
            list(file, "areas").iter().map(|area| (text(&area["slug"]), area)).collect();
        let fields: Vec<Field> = map.data().all().collect();
        assert_eq!(areas.len(), fields.len(), "{map:?}");
        for field in fields {
            let (slug, data) = (field.slug(), field.data());
            let area = areas.get(slug).unwrap_or_else(|| panic!("{slug} is not drawn"));
            assert_eq!(text(&area["terrain"]), ground(field), "{slug}");
            let with = match (data.with_brown, data.with_turquoise) {
                (true, _) => "brown",
                (_, true) => "turquoise",
                _ => "",
            };
            assert_eq!(text(&area["with"]), with, "{slug}");
            assert_eq!(area["hatched"] == true, field.is_land() && data.region == 1, "{slug}");
            let home = Homeland::all(map).find(|home| home.data().fields.contains(&field));
            assert_eq!(text(&area["group"]), home.map_or("", Homeland::slug), "{slug}");
        }
    });
}

#[test]
fn only_impassable_borders_are_black() {
    each_map(|map, file| {
        let drawn: BTreeSet<(&str, &str)> = list(file, "black_lines")
            .iter()
            .map(|line| (text(&line["between"][0]), text(&line["between"][1])))
            .map(|(one, other)| (one.min(other), one.max(other)))
            .collect();
        let known: BTreeSet<(&str, &str)> = map
            .data()
            .all()
            .flat_map(|one| one.data().black.on(map).map(move |other| (one.slug(), other.slug())))
            .filter(|(one, other)| one < other)
            .collect();
        assert_eq!(drawn, known, "{map:?}");
    });
}

#[test]
fn homelands_are_labelled() {
    for map in MapId::ALL {
        let written: BTreeSet<&str> = board(*map, 12).groups.iter().map(|(key, _)| *key).collect();
        let all = Homeland::all(*map).filter(|home| !home.data().fields.is_empty());
        let known: BTreeSet<&str> = all.map(Homeland::slug).collect();
        assert_eq!(written, known, "{map:?}");
    }
}

/// With few seats, the board shows the part of the map in play, with all its fields.
#[test]
fn map_part_for_few_seats_contains_every_field_in_play() {
    for map in MapId::ALL {
        for (seats, zone) in [(2, 1), (3, 1), (4, 2), (7, 2), (8, 3), (12, 3)] {
            let board = board(*map, seats);
            let file = file(board);
            let Some(part) = board.part else {
                assert_eq!(zone, 3);
                continue;
            };
            assert_eq!(part, zone.to_string());
            let side = |at: usize| file["parts"][part][at].as_f64().expect("a number");
            let (left, top) = (side(0), side(1));
            for area in list(&file, "areas") {
                let field = Field::find(map.data(), text(&area["slug"])).expect("a field");
                let (x, y) = (&area["label"][0], &area["label"][1]);
                let (x, y) = (x.as_f64().expect("x"), y.as_f64().expect("y"));
                let within = x > left && x < left + side(2) && y > top && y < top + side(3);
                assert!(within || field.data().zone > zone, "{} for {seats}", field.slug());
            }
        }
    }
}

#[test]
fn displaceable_pieces_are_marked_and_soldiers_are_not() {
    for name in MINOR {
        assert!(SYMBOLS.iter().any(|symbol| symbol.name == *name), "{name}");
    }
    let soldiers = ["light", "heavy", "riders", "mercenaries", "elephants", "machines"];
    assert!(soldiers.iter().all(|name| !MINOR.contains(name)));
}

fn presentation(state: &<Scharz as Fold>::State, viewer: Viewer) -> Presentation {
    let presentation = Scharz::present(&Scharz::show(state, viewer));
    distinct("a position", &presentation);
    presentation
}

fn march() -> Walk<Scharz> {
    let mut game = Walk::<Scharz>::open(&Table::of(2).with("mode", "fast"), 5);
    game.line("done anyway; done anyway; done anyway; done anyway");
    game
}

/// Gives the first march line that the board offers, with the last of its units.
fn march_one(game: &mut Walk<Scharz>, seat: Seat) -> String {
    let places = Scharz::places(&game.state, seat);
    let mut forms = places.iter().flat_map(|(_, forms)| forms);
    let form = forms.find(|form| form.lead.starts_with("move")).expect("somebody can march");
    let last = |at: usize, _| match &form.fields[at] {
        Choice::Pick { choices, .. } => choices.last().map(|(word, _)| word.clone()),
        _ => panic!("lists only"),
    };
    let line = form.write(last);
    game.say(seat, &line);
    line
}

#[test]
fn planned_moves_are_drawn_for_their_owner_only() {
    let mut game = march();
    let line = march_one(&mut game, Seat(1));
    let seat = Seat(1);
    let mine = presentation(&game.state, Viewer::Seat(seat));
    assert!(mine.scene.arrows.iter().any(|arrow| arrow.planned));
    assert!(!mine.scene.planned.is_empty(), "the units stand faintly where they go");
    let sheet = mine.own.iter().find(|panel| panel.id == "sheet").expect("the sheet is shown");
    let Some(Block::Grid { rows, .. }) = sheet.blocks.last() else { panic!("line by line") };
    assert_eq!((rows.len(), &rows[0].cells[3]), (1, &"possible".into()));
    assert_eq!(rows[0].cells[2], line.as_str().into());
    for viewer in [Viewer::Seat(Seat(2)), Viewer::Spectator] {
        let theirs = presentation(&game.state, viewer);
        assert!(theirs.scene.arrows.is_empty() && !theirs.text.unwrapped().contains(&line));
        assert!(theirs.scene.planned.is_empty());
        // The viewer's empty sheet shows only what it leaves open.
        let lines = |panel: &ravenpost_rules::Panel| {
            panel.blocks.iter().any(|one| matches!(one, Block::Grid { .. }))
        };
        assert!(!theirs.own.iter().any(lines));
    }
}

#[test]
fn sealed_sheet_is_a_receipt_and_is_drawn_after_reveal() {
    let mut game = march();
    march_one(&mut game, Seat(1));
    game.say(Seat(1), "done");
    let mine = presentation(&game.state, Viewer::Seat(Seat(1)));
    assert_eq!(mine.own[0].title, "Your submitted sheet");
    let players = &presentation(&game.state, Viewer::Spectator).panels[0];
    let Block::Grid { rows, .. } = &players.blocks[0] else { panic!("a table") };
    assert_eq!(rows[0].cells[2], "submitted".into());
    assert_eq!(rows[1].cells[2], "writing".into());
    game.say(Seat(2), "done anyway");
    let seen = presentation(&game.state, Viewer::Spectator).scene;
    let arrow = seen.arrows.first().expect("the march is drawn");
    assert!(!arrow.planned && arrow.colour == "red");
    assert!(seen.areas.iter().any(|area| area.last && area.slug == arrow.to));
}
