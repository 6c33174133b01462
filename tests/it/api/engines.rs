//! `ravenpost play`: an engine plays every title, and faults of engines and networks do no harm.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::process::{Command, Output, Stdio};

use ravenpost::service::people::tokens::change::NewToken;
use ravenpost::service::people::tokens::scope::Scope;
use ravenpost::web::shared::forms;
use ravenpost_log::GameId;
use ravenpost_log::table::status::Status;
use serde_json::{Value, json};
use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpStream};

use crate::api::client::{Client, read, token_of};
use crate::api::tokens::{new_token, signed};
use crate::harness::app::App;
use crate::harness::at_night;
use crate::harness::browser::{Pages, noon};
use crate::pages::TITLE;

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/contrib/engine.py");
const ENGINE: &str = concat!("python3 ", env!("CARGO_MANIFEST_DIR"), "/contrib/engine.py");

/// A game of Ann against a bot, on a running server.
struct EngineGame {
    app: App,
    game: GameId,
    server: SocketAddr,
    token: String,
}

impl EngineGame {
    async fn of(title: &str) -> EngineGame {
        let app = App::seeded(1).await;
        let ann = app.player("ann").await;
        let game = app.table(title, ann, &["random"]).await;
        let token = program_token(&app, &[Scope::Read, Scope::Play]).await;
        let server = Pages::of(app.service.clone()).address;
        let service = app.service.clone();
        // The bot goes on whenever something was stored.
        tokio::spawn(async move {
            let mut commits = service.store().commits();
            loop {
                service.clocks().tick(noon()).await.expect("a tick");
                if commits.changed().await.is_err() {
                    return;
                }
            }
        });
        EngineGame { app, game, server, token }
    }

    /// Runs an engine in this game.
    async fn play(&self, engine: &str, more: &[&str]) -> Output {
        let words = ["--engine", engine, "--game", self.game.as_str()];
        play(self.server, Some(&self.token), &[&words[..], more].concat()).await
    }
}

async fn program_token(app: &App, scopes: &[Scope]) -> String {
    let signed = signed(app, "ann").await;
    let name = format!("Engine {}", forms::random());
    let new = NewToken { scopes: scopes.to_vec(), program: true, ..new_token(&name) };
    app.service.tokens().create(noon(), &signed, &new).await.expect("a token")
}

/// Runs `ravenpost play` until it ends.
async fn play(server: SocketAddr, token: Option<&str>, words: &[&str]) -> Output {
    let mut command = Command::new("timeout");
    let path = std::env::var_os("PATH").unwrap_or_default();
    command.args(["300", env!("CARGO_BIN_EXE_ravenpost"), "play"]);
    command.args(["--server", &format!("http://{server}")]).args(words);
    command.env_clear().env("PATH", path).stdin(Stdio::null());
    command.envs(token.map(|token| ("RAVENPOST_TOKEN", token)));
    let done = tokio::task::spawn_blocking(move || command.output()).await;
    done.expect("it ran").expect("timeout is installed")
}

#[track_caller]
fn ended_with(code: i32, done: &Output) {
    assert_eq!(done.status.code(), Some(code), "{}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn the_example_engine_is_short_and_documented() {
    let text = std::fs::read_to_string(EXAMPLE).expect("the file");
    assert!(text.lines().count() <= 20);
    let (_, code) = text.split_once("\nimport ").expect("an import");
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/build/engines.md");
    let page = std::fs::read_to_string(page).expect("the page");
    assert!(page.contains(&format!("```python\nimport {code}```\n")));
}

#[tokio::test]
async fn the_example_engine_plays_every_title_against_a_bot() {
    for title in ravenpost::service::titles::all() {
        let duel = EngineGame::of(title.about().key).await;
        let before = duel.app.step(&duel.game).await;
        let more: &[&str] = if at_night() { &[] } else { &["--prompts", "40"] };
        ended_with(0, &duel.play(ENGINE, more).await);
        let played = duel.app.step(&duel.game).await;
        assert!(played > before, "{}", title.about().key);
    }
}

#[tokio::test]
async fn the_command_ends_when_its_game_is_over() {
    let duel = EngineGame::of(TITLE).await;
    ended_with(0, &duel.play(ENGINE, &[]).await);
    assert_eq!(duel.app.status(&duel.game).await, Status::Over);
}

#[tokio::test]
async fn prompt_without_a_legal_answer_gets_its_default() {
    let duel = EngineGame::of(TITLE).await;
    let mut steps = BTreeSet::new();
    for engine in ["tail -f /dev/null", "false", "yes", "echo nonsense"] {
        let more = ["--prompts", "1", "--timeout", "1"];
        ended_with(1, &duel.play(engine, &more).await);
        steps.insert(duel.app.step(&duel.game).await);
    }
    assert_eq!(steps.len(), 1, "no order was played: {steps:?}");
}

/// Crashes at the first message, answers the second with nonsense, and notes all of them.
const FAULTY: &str = r#"
import os, sys
for line in sys.stdin:
    with open(sys.argv[1], "a") as notes:
        notes.write(line)
    count = len(open(sys.argv[1]).readlines())
    if count == 1 or "RAVENPOST_TOKEN" in os.environ:
        sys.exit(1)
    print("nonsense" if count == 2 else "default", flush=True)
"#;

#[tokio::test]
async fn engine_is_restarted_and_given_the_refusal() {
    let duel = EngineGame::of(TITLE).await;
    let folder = tempfile::tempdir().expect("a folder");
    let (script, notes) = (folder.path().join("faulty.py"), folder.path().join("notes"));
    std::fs::write(&script, FAULTY).expect("written");
    let engine = format!("python3 {} {}", script.display(), notes.display());
    ended_with(0, &duel.play(&engine, &["--prompts", "1"]).await);
    let notes = std::fs::read_to_string(&notes).expect("notes");
    let messages: Vec<Value> =
        notes.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(messages.len(), 3, "{notes}");
    assert_eq!(messages[0], messages[1], "the position is sent again");
    let (position, refused) = (&messages[1], &messages[2]);
    assert_eq!(position["type"], "position");
    assert_eq!(position["game"], duel.game.as_str());
    assert_eq!(position["seat"], 1);
    for part in ["prompt", "decision", "default"] {
        assert!(position[part].is_string(), "{part}");
    }
    assert!(!position["view"]["title"].is_null());
    let orders = position["orders"].as_array().expect("a list");
    for (at, order) in orders.iter().enumerate() {
        assert_eq!(order["number"], at + 1);
        assert!(order["order"].is_string() && order["text"].is_string());
    }
    assert_eq!(refused["type"], "refused");
    assert_eq!(refused["answer"], "nonsense");
    assert_eq!(refused["attempts_left"], 1);
    assert!(refused["refusals"][0]["why"].is_string(), "{refused}");
}

/// Drops every third connection, and cuts the others off after some bytes of responses.
async fn bad_network(server: SocketAddr) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        for number in 0_u64.. {
            let Ok((client, _)) = listener.accept().await else { return };
            let bytes = match number % 3 {
                0 => continue,
                1 => 400,
                _ => 300_000,
            };
            tokio::spawn(async move {
                let server = TcpStream::connect(server).await.expect("the server listens");
                let (mut from_client, mut to_client) = client.into_split();
                let (from_server, mut to_server) = server.into_split();
                let mut from_server = from_server.take(bytes);
                tokio::select! {
                    _ = tokio::io::copy(&mut from_client, &mut to_server) => {}
                    _ = tokio::io::copy(&mut from_server, &mut to_client) => {}
                }
            });
        }
    });
    address
}

#[tokio::test]
async fn a_bad_network_loses_no_prompt_and_repeats_no_order() {
    let duel = EngineGame::of(TITLE).await;
    let server = bad_network(duel.server).await;
    let duel = EngineGame { server, ..duel };
    let before = duel.app.step(&duel.game).await;
    ended_with(0, &duel.play(ENGINE, &["--prompts", "8"]).await);
    assert!(duel.app.step(&duel.game).await > before);
}

#[tokio::test]
async fn the_token_must_permit_programs_to_play() {
    let duel = EngineGame::of(TITLE).await;
    let app_token = token_of(&duel.app, "ann", &[Scope::Read, Scope::Play], None).await;
    let reading = program_token(&duel.app, &[Scope::Read]).await;
    let words = ["--engine", ENGINE, "--prompts", "1"];
    let tokens = [
        (None, 2),
        (Some(" "), 2),
        (Some("rp_x"), 1),
        (Some(app_token.as_str()), 2),
        (Some(reading.as_str()), 2),
    ];
    for (token, code) in tokens {
        ended_with(code, &play(duel.server, token, &words).await);
    }
    let address = ["play", "--server", "http://192.0.2.1", "--engine", ENGINE];
    let mut remote = Command::new(env!("CARGO_BIN_EXE_ravenpost"));
    remote.args(address).env("RAVENPOST_TOKEN", &duel.token);
    ended_with(2, &remote.output().expect("it ran"));
    ended_with(2, &duel.play("/nowhere/engine", &[]).await);
    ended_with(2, &duel.play("", &[]).await);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("token");
    std::fs::write(&file, format!("{}\n", duel.token)).expect("written");
    let file = file.to_str().expect("UTF-8");
    let words = [&words[..], &["--token-file", file]].concat();
    ended_with(0, &play(duel.server, None, &words).await);
    // A game of other players.
    let bob = duel.app.player("bob").await;
    let other = duel.app.open_table(TITLE, bob, 2).await;
    let words = ["--engine", ENGINE, "--game", other.as_str()];
    ended_with(2, &play(duel.server, Some(&duel.token), &words).await);
    // A game that does not exist.
    let words = ["--engine", ENGINE, "--game", "k3v9w2mq7xhd"];
    ended_with(1, &play(duel.server, Some(&duel.token), &words).await);
}

#[tokio::test]
async fn a_game_without_programs_is_refused_at_once() {
    let duel = EngineGame::of(TITLE).await;
    let person = Client::of(&duel.app, &Pages { address: duel.server }, "ann").await;
    let new = json!({
        "title": TITLE, "name": "x", "seats": 2, "clock": "day", "own_seat": 1, "public": true,
        "no_programs": true,
    });
    let game = read(&person.post("/games", &new).await)["id"].clone();
    let words = ["--engine", ENGINE, "--game", game.as_str().expect("an id")];
    ended_with(2, &play(duel.server, Some(&duel.token), &words).await);
}
