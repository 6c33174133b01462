//! The schemas of acts, facts and views: everything that the log contains fits them, and so does
//! every view.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::titles;
use ravenpost_log::GameId;
use ravenpost_log::table::status::Status;
use ravenpost_rules::Seat;
use ravenpost_rules::contract::recorded::Recorded;
use serde_json::{Value, json};

use super::client::{Client, problem, read, unlimited};
use crate::harness::app::App;
use crate::harness::brief;
use crate::harness::browser::Pages;
use crate::harness::schema::schema_violations;

/// Of the recorded games, every so many are checked.
const SAMPLED: usize = 10;

async fn schemas() -> Value {
    let app = App::new().await;
    read(&Client::new(&Pages::of(app.service.clone()), None).get("/schema/events").await)
}

fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|why| panic!("{why}: {text}"))
}

#[track_caller]
fn fits(schema: &Value, value: &Value, what: &str) {
    assert_eq!(schema_violations(schema, schema, value, what), Vec::<String>::new());
}

/// The schema of a title's facts, or of its views.
fn of_title<'s>(schemas: &'s Value, title: &str) -> &'s Value {
    let schema = &schemas["titles"][title]["schema"];
    assert!(schema.is_object(), "{title}");
    schema
}

/// Fails if one of these facts does not match its schema.
#[track_caller]
fn facts_fit(schemas: &Value, title: &str, facts: &Value, what: &str) {
    let facts = facts.as_array().unwrap_or_else(|| panic!("{what}: {facts}"));
    facts.iter().for_each(|fact| fits(of_title(schemas, title), fact, what));
}

#[tokio::test]
async fn golden_acts_and_facts_match_their_schemas() {
    let schemas = schemas().await;
    let acts = std::fs::read_to_string(file("crates/log/tests/snapshots/golden__acts.snap"));
    let mut count = 0;
    for line in acts.expect("readable").lines() {
        let act = line.split_once(" None ").or_else(|| line.split_once(") "));
        let Some((_, act)) = act.filter(|(kind, _)| !kind.contains('{')) else { continue };
        fits(&schemas["acts"]["schema"], &json_of(act), line);
        count += 1;
    }
    assert!(count > 30, "{count}");
    for title in titles::all() {
        let key = title.about().key;
        let golden = file(&format!("crates/titles/{key}/src/facts.golden.jsonl"));
        for line in std::fs::read_to_string(golden).expect("readable").lines() {
            fits(of_title(&schemas, key), &json_of(line), key);
        }
    }
}

#[tokio::test]
async fn recorded_games_match_the_schemas() {
    let schemas = schemas().await;
    for title in titles::all() {
        let key = title.about().key;
        let games = File::open(file(&format!("tests/recorded/{key}.jsonl.gz"))).expect("a file");
        let games = BufReader::new(GzDecoder::new(games)).lines();
        let mut checked = 0;
        for game in games.step_by(SAMPLED) {
            let game: Recorded = serde_json::from_str(&game.expect("readable")).expect("a game");
            for one in &game.facts {
                facts_fit(&schemas, key, &json_of(one), &format!("{key}, seed {}", game.seed));
                checked += 1;
            }
        }
        assert!(checked >= 500, "{key}: only {checked} lists of facts");
    }
}

/// Plays a public game of two bots to its end.
pub(super) async fn played_by_bots(key: &str, seed: u64) -> (App, GameId) {
    let title = titles::find(key).expect("a title");
    let app = App::seeded(seed).await;
    let bots = [1, 2].map(|seat| (Seat(seat), "random".to_owned()));
    let plain = app.plain(key, 2);
    let new = NewTable { own_seat: None, bots: bots.into(), table: brief(title, 2), ..plain };
    let opened = app.service.tables().open_table(app.now, None, &new).await;
    let game = opened.expect("a table");
    while app.status(&game).await != Status::Over {
        app.service.clocks().tick(app.now).await.expect("a tick");
    }
    (app, game)
}

#[tokio::test]
async fn exported_games_match_the_schemas() {
    let schemas = schemas().await;
    for title in titles::all() {
        let key = title.about().key;
        let (app, game) = played_by_bots(key, 6).await;
        let pages = Pages::of(app.service.clone());
        let client = Client::new(&pages, None);
        let export = client.get(&format!("/games/{game}/export")).await;
        let mut events = 0;
        for line in export.ok().body.lines() {
            let event = &json_of(line)["event"];
            let (Some(act), Some(told)) = (event["act"].as_str(), event["facts"].as_str()) else {
                continue;
            };
            fits(&schemas["acts"]["schema"], &json_of(act), key);
            facts_fit(&schemas, key, &json_of(told), key);
            events += 1;
        }
        assert!(events > 10, "{key}: {events} events");
        let steps = read(&client.get(&format!("/games/{game}/events?limit=500")).await);
        for step in steps["items"].as_array().expect("a list") {
            if !step["act"].is_null() {
                fits(&schemas["acts"]["schema"], &step["act"], key);
            }
            facts_fit(&schemas, key, &step["facts"], key);
        }
    }
}

#[tokio::test]
async fn forks_match_the_schemas() {
    let schemas = schemas().await;
    let whole = json!({"Whole": {"table": {"seats": 2, "options": {}}, "sheet": {"turn": 1}}});
    fits(&schemas["fork"], &whole, "the first fact of a fork");
    for title in titles::all() {
        let schema = of_title(&schemas, title.about().key);
        assert!(!schema_violations(schema, schema, &whole, "whole").is_empty(), "no title has it");
    }
}

#[tokio::test]
async fn views_match_their_schemas() {
    for title in titles::all() {
        let key = title.about().key;
        let mut app = App::seeded(5).await;
        let (_, _, game) = app.pair(key).await;
        let pages = unlimited(&app);
        let ann = Client::of(&app, &pages, "ann").await;
        let schemas = read(&ann.get("/schema/views").await);
        assert_eq!(schemas["titles"][key]["version"], title.about().version);
        let one = read(&ann.get(&format!("/schema/views?title={key}")).await);
        assert_eq!(one["titles"], json!({ key: schemas["titles"][key].clone() }));
        for _ in 0..30 {
            for client in [&ann, &Client::new(&pages, None)] {
                let seen = read(&client.get(&format!("/games/{game}")).await);
                let here = format!("{key}, step {}", seen["step"]);
                fits(of_title(&schemas, key), &seen["view"]["title"], &here);
            }
            let awaited = app.service.games().load(&game).await.expect("a game");
            let Some(seat) = awaited.seats().awaited_seats().first().copied() else { break };
            let order = app.some_order(&game, seat).await;
            app.order(&game, seat, &order).await.expect("legal");
        }
    }
    let app = App::new().await;
    let client = Client::new(&Pages::of(app.service.clone()), None);
    problem(&client.get("/schema/views?title=chess").await, 404, "not-found");
}

/// Views of finished games, as spectators see them.
#[tokio::test]
async fn final_views_match_their_schemas() {
    for title in titles::all() {
        let key = title.about().key;
        let (app, game) = played_by_bots(key, 6).await;
        let client = Client::new(&Pages::of(app.service.clone()), None);
        let schemas = read(&client.get(&format!("/schema/views?title={key}")).await);
        let seen = read(&client.get(&format!("/games/{game}")).await);
        assert!(!seen["view"]["title"]["outcome"].is_null(), "{key} is over");
        fits(of_title(&schemas, key), &seen["view"]["title"], key);
    }
}

/// Generated types are named after definitions.
#[tokio::test]
async fn definitions_have_names_of_their_own() {
    let app = App::new().await;
    let client = Client::new(&Pages::of(app.service.clone()), None);
    for path in ["/schema/events", "/schema/views"] {
        let schemas = read(&client.get(path).await);
        for (title, entry) in schemas["titles"].as_object().expect("a map") {
            for name in entry["schema"]["$defs"].as_object().into_iter().flatten() {
                let numbered = name.0.ends_with(|last: char| last.is_ascii_digit());
                assert!(!numbered, "{path}, {title}: two types are named like {}", name.0);
            }
        }
    }
}

#[tokio::test]
async fn unknown_facts_and_acts_fail_validation() {
    let schemas = schemas().await;
    for (title, entry) in schemas["titles"].as_object().expect("a map") {
        for wrong in [json!({"Danced": {}}), json!("Danced"), json!({}), json!([]), json!(1)] {
            let schema = &entry["schema"];
            assert!(
                !schema_violations(schema, schema, &wrong, title).is_empty(),
                "{title}: {wrong}"
            );
        }
    }
    let acts = &schemas["acts"]["schema"];
    for wrong in [json!({"Left": {"seat": 1, "why": 2}}), json!({"Left": {}}), json!("Danced")] {
        assert!(!schema_violations(acts, acts, &wrong, "act").is_empty(), "{wrong}");
    }
}

#[tokio::test]
async fn schemas_can_be_limited_to_a_title() {
    let app = App::new().await;
    let client = Client::new(&Pages::of(app.service.clone()), None);
    let all = read(&client.get("/schema/events").await);
    for title in titles::all() {
        let key = title.about().key;
        let one = read(&client.get(&format!("/schema/events?title={key}")).await);
        assert_eq!(one["acts"], all["acts"]);
        assert_eq!(one["titles"].as_object().expect("a map").len(), 1);
        assert_eq!(one["titles"][key], all["titles"][key]);
        assert_eq!(one["titles"][key]["version"], title.about().version);
    }
    problem(&client.get("/schema/events?title=chess").await, 404, "not-found");
}
