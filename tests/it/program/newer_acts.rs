//! Commands that meet an act from a newer version of the program: each reports it in a sentence,
//! and nothing is lost.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

use chrono::DateTime;
use flate2::read::GzDecoder;
use ravenpost_log::chain::Chain;
use ravenpost_log::export::file::{self, Event, File, Line};
use ravenpost_log::{GameId, NewEvent};
use ravenpost_store::Store;

use super::serve::Server;
use crate::harness::app::App;
use crate::harness::engine;
use crate::service::server::newer_games::store_newer_act;

const NEWER_ACT: &str = "\u{201c}Danced\u{201d}, which this version does not know";

/// The output of a command for a data folder or database address, and its exit code.
fn ravenpost(data: &Path, database: &str, words: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ravenpost"));
    command.args(words).env("RAVENPOST__DATA__DIR", data);
    if !database.is_empty() {
        command.env("RAVENPOST__DATA__DATABASE", database);
    }
    let done = command.output().unwrap();
    let said = [done.stdout, done.stderr].concat();
    (done.status.code(), String::from_utf8_lossy(&said).into_owned())
}

/// A data folder with two games, the first of which a newer version has continued.
async fn house(data: &Path) -> [GameId; 2] {
    std::fs::create_dir_all(data).unwrap();
    let store = Store::open(&data.join("ravenpost.db")).await.unwrap();
    let mut app = App::on_node(store, 4);
    let (ann, _, game) = app.pair("gotlandia").await;
    let other = app.table("bardagi", ann, &["random"]).await;
    store_newer_act(&mut app, &game).await;
    app.service.store().close().await;
    [game, other]
}

/// Such a game is not an error of this server, which starts and leaves it alone.
#[tokio::test]
async fn log_names_the_game_in_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let [data, path] = ["data", "log"].map(|name| folder.path().join(name));
    let [game, _] = house(&data).await;
    let log = Stdio::from(std::fs::File::create(&path).unwrap());
    let server = Server::start_logging("serve", &data, &[], log);
    assert_eq!(server.stop("-TERM").code(), Some(0));
    let log = std::fs::read_to_string(&path).unwrap();
    let lines = log.lines().filter(|line| line.contains(game.as_str()));
    let lines: Vec<serde_json::Value> =
        lines.map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(lines.iter().any(|line| line["level"] == "WARN"), "{log}");
    assert!(lines.iter().all(|line| line["level"] != "ERROR"), "{log}");
}

/// The line with the root of the whole log, which depends on every event.
fn root(said: &str) -> String {
    let line = said.lines().find(|line| line.starts_with("root ")).unwrap_or_default();
    assert!(!line.is_empty(), "{said}");
    line.to_owned()
}

#[tokio::test]
async fn commands_name_the_game_and_keep_it() {
    let folder = tempfile::tempdir().unwrap();
    let [data, again, out] = ["data", "again", "out"].map(|name| folder.path().join(name));
    let [game, other] = house(&data).await;
    let id = game.as_str();

    let (code, said) = ravenpost(&data, "", &["export", id]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("a newer version of this program has continued it"), "{said}");
    assert!(said.contains(NEWER_ACT), "{said}");

    let (code, said) = ravenpost(&data, "", &["export", "--all", out.to_str().unwrap()]);
    assert_eq!(code, Some(1), "not all is in it: {said}");
    assert!(said.contains(&format!("NEWER   game {id} was not exported: ")), "{said}");
    assert!(said.contains(NEWER_ACT) && !said.contains("BROKEN"), "{said}");
    let (code, said) = ravenpost(&data, "", &["verify", out.to_str().unwrap()]);
    assert!(code == Some(0) && said.contains("intact: 1 games (1 running)"), "{said}");
    assert!(out.join(format!("{other}.jsonl")).exists(), "the other is written");

    for words in [["audit"].as_slice(), &["audit", id]] {
        let (code, said) = ravenpost(&data, "", words);
        assert_eq!(code, Some(1), "{words:?}: {said}");
        assert!(said.contains(&format!("NEWER   game {id}: chain intact; ")), "{said}");
        assert!(said.contains(NEWER_ACT) && said.contains("audit it with that version"), "{said}");
        assert!(said.contains("0 broken") && !said.contains("BROKEN"), "{said}");
    }
    let before = root(&ravenpost(&data, "", &["audit"]).1);
    let (_, said) = ravenpost(&data, "", &["audit", "--json"]);
    assert!(said.contains("\"newer\": [\n    {\n      \"game\": \""), "{said}");

    let copy = folder.path().join("copy.db");
    let copy = copy.to_str().unwrap();
    let (code, said) = ravenpost(&data, "", &["backup", copy]);
    assert_eq!(code, Some(0), "all is in it: {said}");
    assert!(said.contains(&format!("NEWER   game {id}, event ")), "{said}");
    assert!(said.contains(NEWER_ACT) && said.contains("backed up unchecked"), "{said}");
    let (code, said) = ravenpost(&again, "", &["restore", copy]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains(NEWER_ACT) && said.contains("start that version"), "{said}");
    assert_eq!(root(&ravenpost(&again, "", &["audit"]).1), before, "nothing is lost");
}

#[tokio::test]
async fn move_there_and_back_names_the_game_and_keeps_it() {
    let folder = tempfile::tempdir().unwrap();
    let [data, back] = ["data", "back"].map(|name| folder.path().join(name));
    let Some(there) = engine::address(&folder.path().join("there")).await else { return };
    let [game, _] = house(&data).await;
    let before = root(&ravenpost(&data, "", &["audit"]).1);
    let named = format!("NEWER   game {game}, event ");
    let (code, said) = ravenpost(&data, "", &["move", "--to", &there]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains(&named) && said.contains(NEWER_ACT), "{said}");
    assert!(said.contains("moved unchanged"), "{said}");
    let (_, said) = ravenpost(&data, &there, &["audit"]);
    assert!(said.contains(&format!("NEWER   game {game}: chain intact")), "{said}");
    let (code, said) = ravenpost(&data, &there, &["move", "--to", back.to_str().unwrap()]);
    assert!(code == Some(0) && said.contains(&named), "{said}");
    assert_eq!(root(&ravenpost(&back, "", &["audit"]).1), before, "nothing is lost");
}

fn kept() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exports/version-1.jsonl.gz");
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    text
}

/// The archived game, with an act of a newer version before its end.
fn with_newer_act() -> String {
    let File { header, lines, .. } = file::read(&kept()).unwrap();
    let event = |line| if let Line::Event(event) = line { event } else { panic!("no event") };
    let mut events: Vec<Event> = lines.into_iter().map(event).collect();
    let (last, nothing) = (events.len() - 1, || "[]".to_owned());
    let (kind, act) = ("danced".to_owned(), "{\"Danced\":{}}".to_owned());
    let (facts, draws) = (nothing(), nothing());
    let visibility = "*".to_owned();
    let with_newer_act =
        Event { kind, act, visibility, facts, draws, seat: None, ..events[last].clone() };
    events.insert(last, with_newer_act);
    let game: GameId = header.game.parse().unwrap();
    let secret = data_encoding::HEXLOWER.decode(header.secret.as_ref().unwrap().as_bytes());
    let secret = secret.unwrap().try_into().ok();
    let chain = Chain::of(&game, events[0].act.as_bytes(), secret).unwrap();
    let mut tip = chain.genesis();
    for event in &mut events {
        let nonce = data_encoding::HEXLOWER.decode(event.nonce.as_bytes()).unwrap();
        let new = NewEvent {
            at: DateTime::from_timestamp_millis(event.at).unwrap(),
            kind: event.kind.clone(),
            seat: event.seat,
            act: event.act.clone(),
            known: event.visibility.clone(),
            facts: event.facts.clone(),
            draws: event.draws.clone(),
            nonce: nonce.try_into().unwrap(),
        };
        let linked = new.linked(&chain, &tip);
        (event.number, event.hash) = (linked.seq, linked.hash);
        tip = tip.past(&linked);
    }
    let header = file::Header { step: tip.step, head: tip.shown, ..header };
    file::write(header, events.into_iter().map(Line::Event))
}

#[test]
fn verify_checks_hashes_and_names_the_required_version() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    std::fs::write(&path, with_newer_act()).unwrap();
    let (code, said) = ravenpost(folder.path(), "", &["verify", path.to_str().unwrap()]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.starts_with("UNREAD  line ") && said.contains(NEWER_ACT), "{said}");
    assert!(said.contains("All hashes are valid; check the rest with that version"), "{said}");
}
