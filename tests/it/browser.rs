//! A real browser plays a whole game at the real program: `tests/browser/play.mjs`.
//!
//! Needs Node, Chromium and the two packages of `tests/browser`. Without them it fails and says
//! what to install: a test that is skipped in silence proves nothing.

mod every_page;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::service::talk::say::{OutgoingMessage, To};
use ravenpost::titles;
use ravenpost_log::GameId;
use ravenpost_rules::{Seat, Table};
use ravenpost_store::PlayerId;
use ravenpost_store::post::outbox::QueuedEmail;

use crate::harness::app::{App, fresh};
use crate::harness::browser::Pages;
use crate::pages::{TITLE, session};

/// The seeds of the games of sheets, with feuds (the first that is tried), with a deed of every
/// kind, and gone back in.
const SHEETS: u64 = 4;
const FEUDS: u64 = 9;
const CLAIMS: u64 = 1;
const HISTORY: u64 = 5;

/// Orders that are given before a page is measured.
const ORDERS: usize = 12;

const INSTALL: &str = "install what the browser tests need (Debian: apt-get install nodejs npm \
     chromium), then run `npm ci --ignore-scripts` in tests/browser";

/// Stops the program when the test is over, however it ends.
struct Stopped(Child);

impl Drop for Stopped {
    fn drop(&mut self) {
        // It may have ended by itself, which the test has then seen already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser")
}

/// Starts the program on a free port; returns the address it says.
fn serve(data: &Path) -> (Stopped, String) {
    let mut server = Command::new(env!("CARGO_BIN_EXE_ravenpost"))
        .args(["serve", "--bind", "127.0.0.1:0", "--data"])
        .arg(data)
        .env_clear()
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program was built");
    let out = server.stdout.take().expect("it was asked for");
    let mut lines = BufReader::new(out).lines().map_while(Result::ok);
    let found =
        lines.find_map(|line| line.split_once("Ravenpost is at ").map(|(_, url)| url.to_owned()));
    // Whatever else it says is read and dropped, so that it never waits for a full pipe.
    std::thread::spawn(move || lines.for_each(drop));
    (Stopped(server), found.expect("the program says where it listens"))
}

/// Runs a script of the folder, which must say that all is well. Returns what else it says.
fn play(script: &str, arguments: &[&str]) -> String {
    let chromium = std::env::var("CHROMIUM").unwrap_or_else(|_| "/usr/bin/chromium".to_owned());
    assert!(Path::new(&chromium).exists(), "no {chromium}: {INSTALL}");
    let modules = folder().join("node_modules/playwright-core");
    assert!(modules.exists(), "no {}: {INSTALL}", modules.display());
    let played = Command::new("node")
        .arg(folder().join(script))
        .args(arguments)
        .output()
        .unwrap_or_else(|error| panic!("node does not start ({error}): {INSTALL}"));
    let said = String::from_utf8_lossy(&played.stdout).into_owned();
    let failed = String::from_utf8_lossy(&played.stderr);
    assert!(played.status.success(), "{said}\n{failed}");
    assert!(said.ends_with("all well\n"), "{said}");
    said
}

#[test]
fn browser_plays_a_whole_game() {
    let data = tempfile::tempdir().expect("a temporary folder");
    let (_server, url) = serve(data.path());
    play("play.mjs", &[&url, TITLE]);
}

/// A server on a home network, by plain http under a name of its own. Its emails are shown to
/// everybody here, because no browser reaches them by that name otherwise.
#[test]
fn browser_signs_in_over_http_by_lan_name() {
    let data = tempfile::tempdir().expect("a temporary folder");
    let port = std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr();
    let port = port.expect("a port").port();
    let base = format!("http://ravenbox.lan:{port}");
    let settings = [
        ("RAVENPOST__SERVER__BASE_URL", base.as_str()),
        ("RAVENPOST__MAIL__PUBLIC_OUTBOX", "true"),
    ];
    let _server =
        crate::program::serve::Server::at(&format!("127.0.0.1:{port}"), data.path(), &settings);
    play("lan.mjs", &[&base, "ravenbox.lan"]);
}

/// A player and a table whose names are one long word.
#[tokio::test(flavor = "multi_thread")]
async fn long_words_do_not_make_pages_scroll_sideways() {
    let app = App::seeded(HISTORY).await;
    let (player, other) = (app.player("aud").await, app.player("bob").await);
    let (word, another) = ("W".repeat(40), "M".repeat(40));
    for (who, name) in [(player, &word), (other, &another)] {
        app.service.players().choose_name(who, name, "UTC").await.expect("a name");
    }
    let session = session(&app, "aud").await;
    let mut paths: Vec<String> =
        ["/my-games", "/settings", "/settings/tables", "/games", "/archive"]
            .map(String::from)
            .into();
    for title in titles::all() {
        let new = NewTable {
            title: title.about().key.to_owned(),
            name: word.clone(),
            table: Table::of(3),
            pace: ravenpost_log::act::Pace::of(Some(86_400)),
            public: true,
            consent: ravenpost_log::act::Consent::All,
            own_seat: Some(Seat(1)),
            salt: String::new(),
            bots: vec![(Seat(3), "random".to_owned())],
        };
        let game =
            app.service.tables().open_table(app.now, Some(player), &new).await.expect("a table");
        let open = format!("/games/{game}");
        paths.push(open.clone());
        app.service
            .tables()
            .join_table(app.now, &game, other, Join::default())
            .await
            .expect("a seat");
        let say = OutgoingMessage {
            game: game.clone(),
            by: other,
            to: To::Table,
            words: "W".repeat(300),
            key: fresh(),
            at_step: None,
        };
        app.service.chat().say(app.now, say).await.expect("said");
        for part in
            ["?tab=players", "?tab=talk", "?tab=table", "/talk", "/log", "/clock", "/organise"]
        {
            paths.push(format!("{open}{part}"));
        }
    }
    run_on_games("wide.mjs", &app, std::iter::once(session).chain(paths).collect()).await;
}

/// On narrow windows the board stands above the orders, and never over them.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_covers_the_orders_of_any_title() {
    let app = App::seeded(FEUDS).await;
    let player = app.player("aud").await;
    let mut games = vec![session(&app, "aud").await];
    for title in titles::all() {
        games.push(app.table(title.about().key, player, &["random"]).await.to_string());
    }
    let url = format!("http://{}", Pages::of(app.service.clone()).address);
    let looked = tokio::task::spawn_blocking(move || {
        let games = games.iter().map(String::as_str);
        play("covered.mjs", &std::iter::once(url.as_str()).chain(games).collect::<Vec<_>>())
    });
    println!("{}", looked.await.expect("it went well"));
}

/// The page of a game after twelve orders, in every title: its orders are in sight, it is no longer
/// than a page may be, and an order takes few keys.
#[tokio::test(flavor = "multi_thread")]
async fn game_pages_of_every_title_keep_size_limits() {
    let (mut app, player, mut games) = one_of_each().await;
    games.push(format!("scharz-12={}", twelve(&mut app, player).await));
    run_on_games("screen.mjs", &app, games).await;
}

/// Names on boards can be read at both sizes, and each place to choose from has one.
#[tokio::test(flavor = "multi_thread")]
async fn names_on_boards_are_legible_in_every_title() {
    in_every_title("names.mjs").await;
}

/// From the first question to the last of a turn, without a mouse.
#[tokio::test(flavor = "multi_thread")]
async fn whole_turn_is_playable_by_keyboard_in_every_title() {
    in_every_title("turns.mjs").await;
}

/// After every move, what it did, what followed and the question are in sight, at both sizes.
#[tokio::test(flavor = "multi_thread")]
async fn every_move_is_followed_by_its_narration() {
    in_every_title("moves.mjs").await;
}

/// A phone that turns, letters twice as large, no style sheet, pictures or script.
#[tokio::test(flavor = "multi_thread")]
async fn game_is_playable_under_odd_conditions_in_every_title() {
    in_every_title("odd.mjs").await;
}

/// Has a script play on in a game of every title, each after some orders.
async fn in_every_title(script: &'static str) {
    let (app, _, games) = one_of_each().await;
    run_on_games(script, &app, games).await;
}

/// A game of every title after some orders, as the scripts are told of them: the session first.
async fn one_of_each() -> (App, PlayerId, Vec<String>) {
    let mut app = App::seeded(HISTORY).await;
    let player = app.player("aud").await;
    let mut games = vec![session(&app, "aud").await];
    for title in titles::all() {
        let key = title.about().key;
        let game = app.table(key, player, &["random"]).await;
        play_on(&mut app, &game).await;
        games.push(format!("{key}={game}"));
    }
    (app, player, games)
}

/// Has a script look at these games.
async fn run_on_games(script: &'static str, app: &App, games: Vec<String>) {
    let url = format!("http://{}", Pages::of(app.service.clone()).address);
    let looked = tokio::task::spawn_blocking(move || {
        let games = games.iter().map(String::as_str);
        play(script, &std::iter::once(url.as_str()).chain(games).collect::<Vec<_>>())
    });
    println!("{}", looked.await.expect("it went well"));
}

/// Gives some orders of the first seat.
async fn play_on(app: &mut App, game_id: &GameId) {
    for given in 0..ORDERS {
        let game = app.service.games().load(game_id).await.expect("a game");
        let legal = game.true_position().legal(Seat(1)).orders;
        let order = match legal.get(given * 7 % legal.len().max(1)).cloned() {
            Some(order) => order,
            None => app.some_order(game_id, Seat(1)).await,
        };
        app.order(game_id, Seat(1), &order).await.expect("it is legal");
    }
    // Bots play at the clock's next look.
    for _ in 0..60 {
        if app.service.games().load(game_id).await.expect("a game").seats().wait(Seat(1)).is_some()
        {
            return;
        }
        app.passes(chrono::Duration::minutes(1)).await;
    }
    panic!("the seat is asked no more");
}

/// A table of sheets with all its seats, in the march of its first spring, some lines written.
async fn twelve(app: &mut App, player: PlayerId) -> GameId {
    let table = Table::of(12).with("mode", "fast").with("homelands", "random");
    let game = app.table_of("scharz", player, &["random"; 11], table).await;
    play_on(app, &game).await;
    game
}

/// Serves a game in this process, with its person in seat 1, and has a script play it.
async fn played(script: &'static str, app: App, game: GameId) {
    let session = session(&app, "aud").await;
    let url = format!("http://{}", Pages::of(app.service.clone()).address);
    let game = game.to_string();
    let played = tokio::task::spawn_blocking(move || play(script, &[&url, &game, &session]));
    println!("{}", played.await.expect("it went well"));
}

/// Decisions inside decisions, by forms, from the first that is asked for in another's action on.
#[tokio::test(flavor = "multi_thread")]
async fn browser_plays_a_game_with_feuds() {
    for seed in FEUDS.. {
        let mut app = App::seeded(seed).await;
        let player = app.player("aud").await;
        let game = app.table("thingvellir", player, &["random", "steady"]).await;
        if play_until_anothers_feud(&mut app, &game).await {
            return played("feuds.mjs", app, game).await;
        }
        assert!(seed < FEUDS + 100, "nobody is attacked in a hundred games");
    }
}

/// Plays until the first seat must answer in a feud that another's action brought; false where the
/// game ends before.
async fn play_until_anothers_feud(app: &mut App, game_id: &GameId) -> bool {
    for given in 0..400 {
        let game = app.service.games().load(game_id).await.expect("a game");
        let Some(wait) = game.seats().wait(Seat(1)) else { return false };
        let position = game.true_position();
        let deed = position.document()["deed"]["who"].clone();
        if wait.decision == "feud" && deed != position.seat_name(Seat(1)).word {
            return true;
        }
        let legal = position.legal(Seat(1)).orders;
        let order = match legal.get(given * 7 % legal.len().max(1)).cloned() {
            Some(order) => order,
            None => app.some_order(game_id, Seat(1)).await,
        };
        app.order(game_id, Seat(1), &order).await.expect("it is legal");
    }
    false
}

/// Many small orders, by forms: with this seed there is a deed of every kind.
#[tokio::test(flavor = "multi_thread")]
async fn browser_plays_a_game_with_claims() {
    let app = App::seeded(CLAIMS).await;
    let player = app.player("aud").await;
    let game = app.table("bardagi", player, &["random"]).await;
    played("claim.mjs", app, game).await;
}

/// Sealed sheets of two people in two browsers, one of them on a phone, beside a bot.
#[tokio::test(flavor = "multi_thread")]
async fn two_browsers_play_a_game_with_order_sheets() {
    let app = App::seeded(SHEETS).await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let sessions = [session(&app, "ann").await, session(&app, "bob").await];
    let table = Table::of(3).with("mode", "fast").with("years", "1");
    let game = app.table_of("scharz", ann, &["random"], table).await;
    app.service
        .tables()
        .join_table(app.now, &game, bob, Join::default())
        .await
        .expect("a free seat");
    let url = format!("http://{}", Pages::of(app.service.clone()).address);
    let game = game.to_string();
    let played = tokio::task::spawn_blocking(move || {
        play("sheets.mjs", &[&url, &game, &sessions[0], &sessions[1]])
    });
    println!("{}", played.await.expect("it went well"));
}

/// A page that is open says by itself when it is its reader's turn.
#[tokio::test(flavor = "multi_thread")]
async fn open_page_announces_the_readers_turn() {
    let app = App::seeded(HISTORY).await;
    let (_, _, game) = app.pair(TITLE).await;
    let sessions = [session(&app, "ann").await, session(&app, "bob").await];
    let url = format!("http://{}", Pages::of(app.service.clone()).address);
    let game = game.to_string();
    let played = tokio::task::spawn_blocking(move || {
        play("live.mjs", &[&url, &game, &sessions[0], &sessions[1]])
    });
    println!("{}", played.await.expect("it went well"));
}

/// Two people look back, vote on going back, fork and think, without script.
#[tokio::test(flavor = "multi_thread")]
async fn two_browsers_rewind_a_game() {
    let app = App::seeded(HISTORY).await;
    let (_, _, game) = app.pair(TITLE).await;
    let over = app.bots_only(TITLE, &["random", "random"]).await;
    let sessions = [session(&app, "ann").await, session(&app, "bob").await];
    let url = format!("http://{}", Pages::of(app.service.clone()).address);
    let (game, over) = (game.to_string(), over.to_string());
    let played = tokio::task::spawn_blocking(move || {
        play("history.mjs", &[&url, &game, &sessions[0], &sessions[1], &over])
    });
    println!("{}", played.await.expect("it went well"));
}

/// From an email to its order, back after days, a vote, and the lines of a draft.
#[tokio::test(flavor = "multi_thread")]
async fn common_tasks_can_be_completed() {
    let mut app = App::seeded(HISTORY).await;
    let (ann, _, game) = app.pair(TITLE).await;
    let (seat, queued) = until_email_to(&mut app, &game, Seat(1)).await;
    let email = app.written(&queued).await.expect("a turn email");
    let preview = format!("/games/{game}/preview?");
    let link = email.html.split('"').find(|word| word.contains(&preview));
    let link = link.unwrap_or_else(|| panic!("{seat}: no order leads anywhere:\n{}", email.text));
    let link = link[link.find("/games/").expect("a path")..].replace("&amp;", "&");
    let table = Table::of(2).with("mode", "fast").with("homelands", "random");
    let sheet = app.table_of("scharz", ann, &["random"], table).await;
    play_on(&mut app, &sheet).await;
    let sessions = [session(&app, "ann").await, session(&app, "bob").await];
    let url = format!("http://{}", Pages::of(app.service.clone()).address);
    let (game, sheet) = (game.to_string(), sheet.to_string());
    let played = tokio::task::spawn_blocking(move || {
        play("paths.mjs", &[&url, &game, &link, &sheet, &sessions[0], &sessions[1]])
    });
    println!("{}", played.await.expect("it went well"));
}

/// Plays until a turn email to a seat is owed.
async fn until_email_to(app: &mut App, game: &GameId, wanted: Seat) -> (Seat, QueuedEmail) {
    for _ in 0..20 {
        let (seat, queued) = app.until_turn_email(game).await;
        if seat == wanted {
            return (seat, queued);
        }
    }
    panic!("no email to seat {wanted}");
}

#[tokio::test(flavor = "multi_thread")]
async fn first_game_is_playable_by_touch_and_by_keyboard() {
    let app = App::seeded(HISTORY).await;
    let url = format!("http://{}", Pages::of(app.service.clone()).address);
    let played = tokio::task::spawn_blocking(move || {
        let keys = titles::all().iter().map(|title| title.about().key);
        keys.map(|key| play("tour.mjs", &[&url, key])).collect::<String>()
    });
    println!("{}", played.await.expect("it went well"));
}

#[test]
fn public_pages_are_light_and_two_clicks_from_a_move() {
    let data = tempfile::tempdir().expect("a temporary folder");
    let (_server, url) = serve(data.path());
    let keys = titles::all().iter().map(|title| title.about().key);
    let arguments: Vec<&str> = std::iter::once(url.as_str()).chain(keys).collect();
    println!("{}", play("front.mjs", &arguments));
}

#[test]
fn first_visit_leads_to_an_order_in_five_clicks() {
    for title in titles::all() {
        // A server of its own, because guests may start few games from one address.
        let data = tempfile::tempdir().expect("a temporary folder");
        let (_server, url) = serve(data.path());
        println!("{}", play("first.mjs", &[&url, title.about().key]));
    }
}
