//! The example programs: one plays whole games of every title, another one computes statistics from
//! the facts of finished games.

use std::path::Path;
use std::process::Command;

use ravenpost::service::people::tokens::scope::Scope;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use serde_json::{Value, json};

use super::client::{Client, read, token_of, unlimited};
use super::playing::some_order;
use super::schemas::played_by_bots;
use crate::harness::app::App;
use crate::harness::at_night;
use crate::harness::browser::Pages;
use crate::pages::TITLE;

const BOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/contrib/bot.py");
const STATISTICS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/contrib/stats.py");

#[test]
fn the_example_is_short_and_needs_no_library() {
    let text = std::fs::read_to_string(BOT).expect("the file");
    assert!(text.lines().count() <= 80);
    let imports = text.lines().find(|line| line.starts_with("import ")).expect("imports");
    assert!(text.lines().filter(|line| line.contains("import ")).eq([imports]));
}

#[tokio::test]
async fn two_copies_of_the_example_play_every_title_to_its_end() {
    for title in ravenpost::service::titles::all() {
        let key = title.about().key;
        let app = App::seeded(1).await;
        let (_, _, game) = app.pair(key).await;
        let pages = Pages::of(app.service.clone());
        let mut programs = Vec::new();
        for name in ["ann", "bob"] {
            let token = token_of(&app, name, &[Scope::Read, Scope::Play], None).await;
            let server = format!("http://{}", pages.address);
            programs.push(tokio::task::spawn_blocking(move || {
                let args = ["300", "python3", BOT, &server, &token, "0.02"];
                Command::new("timeout").args(args).output()
            }));
        }
        for program in programs {
            let done = program.await.expect("it ran").expect("python3");
            let words = String::from_utf8_lossy(&done.stderr);
            assert!(done.status.success(), "{key}: {words}");
        }
        assert_eq!(app.status(&game).await, Status::Over, "{key}");
    }
}

/// The names of which facts say no more: areas with glory, and decorations that break ties.
#[test]
fn names_that_scores_depend_on_are_listed() {
    let file = |path: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        std::fs::read_to_string(path).expect("readable")
    };
    let data = |title: &str| -> Value {
        serde_json::from_str(&file(&format!("crates/titles/{title}/src/data.json"))).expect("JSON")
    };
    let (bardagi, gotlandia) = (data("bardagi"), data("gotlandia"));
    let maps = ["summer", "winter"].map(|map| &bardagi["maps"][map]["areas"]);
    let areas = maps.into_iter().flat_map(|areas| areas.as_array().expect("a list"));
    let prizes = areas.filter(|area| area["kind"] == "village" || area["kind"] == "gold");
    let prizes = prizes.map(|area| (&area["slug"], "bardagi"));
    let decorations = gotlandia["cards"]["decoration"].as_array().expect("a list").iter();
    let decorations = decorations.map(|card| (&card["id"], "gotlandia"));
    let script = std::fs::read_to_string(STATISTICS).expect("the file");
    for (name, title) in prizes.chain(decorations) {
        let name = name.as_str().expect("a name");
        assert!(script.contains(name), "{name}");
        let page = file(&format!("docs/reference/facts-{title}.md"));
        assert!(page.contains(&format!("`{name}`")), "{title}: {name}");
    }
}

/// Returns the statistics of a public game, as the example computes them without a token.
async fn statistics(pages: &Pages, game: &GameId) -> Value {
    let (server, game) = (format!("http://{}", pages.address), game.to_string());
    let run = move || {
        let args = ["300", "python3", STATISTICS, &server, &game];
        Command::new("timeout").args(args).env_remove("RAVENPOST_TOKEN").output()
    };
    let done = tokio::task::spawn_blocking(run).await.expect("it ran").expect("python3");
    let words = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{words}");
    serde_json::from_slice(&done.stdout).expect("JSON")
}

/// Fails if the statistics of a game differ from the result that the server shows.
fn agree(key: &str, rows: &[Value], places: &[Value], here: &str) {
    assert_eq!(rows.len(), places.len(), "{here}");
    let nobody = rows.iter().all(|row| row["winner"] == false);
    assert!(!nobody || key == "scharz", "{here}: only Scharz can end without a winner");
    for place in places {
        let row = rows.iter().find(|row| row["seat"] == place["seat"]).expect("a seat");
        // The facts of Scharz do not contain the score.
        let score = if key == "scharz" { Value::Null } else { place["score"].clone() };
        assert_eq!(row["score"], score, "{here}: {row}");
        let (first, winner) = (place["place"] == 1, row["winner"] == true);
        // The last tie-breaks of Thingvellir need more than the example reads.
        let tied = key == "thingvellir" && place["score"] == places[0]["score"];
        assert!(first == winner || (tied && winner) || nobody, "{here}: {row}");
    }
}

/// 100 games by night.
#[tokio::test]
async fn statistics_from_facts_agree_with_the_results_of_the_server() {
    let games = if at_night() { 25 } else { 1 };
    for title in ravenpost::service::titles::all() {
        let key = title.about().key;
        for seed in 1..=games {
            let here = format!("{key}, seed {seed}");
            let (app, game) = played_by_bots(key, seed).await;
            let pages = unlimited(&app);
            let client = Client::new(&pages, None);
            let result = read(&client.get(&format!("/games/{game}")).await)["outcome"].clone();
            let computed = statistics(&pages, &game).await;
            let rows = computed["seats"].as_array().expect("a list");
            agree(key, rows, result["places"].as_array().expect("a list"), &here);
            let sum = |field: &str| rows.iter().filter_map(|row| row[field].as_u64()).sum::<u64>();
            let played = app.service.games().load(&game).await.expect("a game");
            // Lines of a Scharz sheet are known to their writer only, and are no steps.
            let is_order = |act: &Act| matches!(act, Act::Ordered { .. });
            let open = played.log.iter().filter(|entry| entry.event.is_open());
            let given = open.filter(|entry| is_order(entry.act)).count();
            assert_eq!(sum("orders"), given as u64, "{here}");
            assert!(sum("turns") > 0, "{here}");
        }
    }
}

#[tokio::test]
async fn statistics_leave_out_undone_orders_and_agreed_scores() {
    let app = App::seeded(2).await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = unlimited(&app);
    let [ann, bob] = [Client::of(&app, &pages, "ann").await, Client::of(&app, &pages, "bob").await];
    let at = |path: &str| format!("/games/{game}{path}");
    // The first order is secret, so it can be undone until Bob has given his.
    for undone in [true, false] {
        let order = some_order(&read(&ann.get(&at("/orders")).await));
        read(&ann.post(&at("/orders"), &json!({"order": order})).await);
        if undone {
            read(&ann.post(&at("/undo"), &json!({})).await);
        }
    }
    let ended = json!({"places": [2, 1], "reason": "the lead is clear"});
    read(&bob.post(&at("/end"), &ended).await);
    let step = read(&ann.get(&at("")).await)["vote"]["step"].clone();
    read(&ann.post(&at("/vote"), &json!({"step": step, "agrees": true})).await);
    let computed = statistics(&pages, &game).await;
    let row = |orders: u64, winner: bool, seat: u64| {
        json!({
            "seat": seat, "orders": orders, "timeouts": 0, "turns": 0, "score": null,
            "winner": winner,
        })
    };
    assert_eq!(computed["seats"], json!([row(1, false, 1), row(0, true, 2)]));
}
