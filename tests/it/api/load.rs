//! Many requests and streams at once: nothing is lost, done twice, or refused because of others.

use std::collections::BTreeSet;

use ravenpost::service::table::join_table::Join;
use ravenpost_log::act::Via;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::client::{Client, problem, read, stored_token, unlimited};
use super::playing::some_order;
use super::streams::Stream;
use crate::harness::app::App;
use crate::harness::at_night;
use crate::harness::browser::Page;
use crate::pages::TITLE;

/// Gives an order of an awaited seat, and returns the step after it.
async fn play(app: &mut App, game: &GameId) -> u64 {
    let awaited = app.service.games().load(game).await.expect("a game");
    let seat = awaited.seats().awaited_seats()[0];
    let order = app.some_order(game, seat).await;
    app.order(game, seat, &order).await.expect("legal");
    app.step(game).await.0
}

/// The steps of a game after this one, as a client gets them.
async fn steps_after(client: &Client, game: &GameId, step: u64) -> Vec<u64> {
    let page = client.get(&format!("/games/{game}/events?after={step}&limit=500")).await;
    let items = read(&page)["items"].as_array().cloned().expect("a list");
    items.iter().filter_map(|one| one["step"].as_u64()).collect()
}

#[tokio::test]
async fn a_stream_that_is_dropped_twenty_times_misses_nothing() {
    let mut app = App::seeded(6).await;
    let (ann, _, game) = app.pair(TITLE).await;
    let pages = unlimited(&app);
    let token = stored_token(&app, ann, None).await;
    let client = Client::new(&pages, Some(&token));
    let mut known = steps_after(&client, &game, 0).await;
    for time in 0..20 {
        let mut stream = Stream::open(pages.address, &token, "?name=phone").await;
        let hello = stream.next().await.expect("hello");
        let shown = hello["games"][game.as_str()].as_u64().expect("a step");
        let from = known.last().copied().unwrap_or(0);
        known.extend(steps_after(&client, &game, from).await);
        assert_eq!(known.last(), Some(&shown), "the {time}th time");
        let orders = read(&client.get(&format!("/games/{game}/orders")).await);
        let pending = hello["pending"].as_array().expect("a list").len();
        assert_eq!(pending > 0, !orders["prompt"].is_null(), "the {time}th time");
        // Some streams are dropped before the next step is sent, some while it is.
        play(&mut app, &game).await;
        if time % 5 == 1 {
            stream.next().await.expect("the stream goes on");
        }
        drop(stream);
        play(&mut app, &game).await;
    }
    let from = known.last().copied().unwrap_or(0);
    known.extend(steps_after(&client, &game, from).await);
    let last = app.step(&game).await.0;
    assert_eq!(known, (1..=last).collect::<Vec<_>>());
}

/// Reads a stream up to the event about this step.
async fn until(stream: &mut Stream, step: u64) -> Vec<Value> {
    let mut seen: Vec<Value> = Vec::new();
    while seen.last().is_none_or(|event| event["kind"] != "step" || event["step"] != step) {
        seen.push(stream.next().await.expect("the stream goes on"));
    }
    seen
}

/// Several moves can happen within one millisecond: the clock of this test stands still.
#[tokio::test]
async fn two_apps_of_one_account_get_the_same_events_in_order() {
    let mut app = App::seeded(6).await;
    let (ann, _, game) = app.pair(TITLE).await;
    let pages = unlimited(&app);
    let mut apps = Vec::new();
    for name in ["phone", "laptop"] {
        let token = stored_token(&app, ann, None).await;
        let mut stream = Stream::open(pages.address, &token, &format!("?name={name}")).await;
        assert_eq!(stream.kind().await, "hello");
        apps.push((stream, Vec::new()));
    }
    for _ in 0..4 {
        let last = play(&mut app, &game).await;
        for (stream, seen) in &mut apps {
            seen.extend(until(stream, last).await);
        }
    }
    // A stream may report two simultaneous moves in one event, but never in the wrong order.
    play(&mut app, &game).await;
    let last = play(&mut app, &game).await;
    for (stream, seen) in &mut apps {
        let steps: Vec<u64> = seen.iter().filter_map(|event| event["step"].as_u64()).collect();
        assert!(steps.is_sorted(), "{steps:?}");
        let more = until(stream, last).await;
        let steps: Vec<u64> = more.iter().filter_map(|event| event["step"].as_u64()).collect();
        assert!(steps.is_sorted(), "{steps:?}");
    }
    assert_eq!(apps[0].1, apps[1].1);
    let token = stored_token(&app, ann, None).await;
    let client = Client::new(&pages, Some(&token));
    let log = read(&client.get(&format!("/games/{game}/events?limit=500")).await);
    let items = log["items"].as_array().expect("a list");
    let times: BTreeSet<&str> =
        items.iter().skip(items.len() - 6).filter_map(|one| one["at"].as_str()).collect();
    assert_eq!(times.len(), 1, "all at once");
    assert!(items.iter().map(|one| one["step"].as_u64()).is_sorted());
}

/// All awaited players read the prompt, then all answer it at the same time.
#[tokio::test]
async fn simultaneous_orders_do_not_invalidate_each_other() {
    let title = ravenpost::titles::all().iter().max_by_key(|title| title.about().seats.1);
    let title = title.expect("a title").about();
    let app = App::seeded(6).await;
    let mut players = Vec::new();
    for number in 0..title.seats.1 {
        players.push(app.player(&format!("player{number}")).await);
    }
    let game = app.open_table(title.key, players[0], title.seats.1).await;
    for player in &players[1..] {
        let join = app.service.tables().join_table(app.now, &game, *player, Join::default());
        join.await.expect("a free seat");
    }
    let pages = unlimited(&app);
    let mut clients = Vec::new();
    for player in &players {
        clients.push(Client::new(&pages, Some(&stored_token(&app, *player, None).await)));
    }
    let path = format!("/games/{game}/orders");
    let mut most = 0;
    for _ in 0..8 {
        let mut answers = JoinSet::new();
        for client in &clients {
            let page = client.get(&path).await;
            let orders = read(&page);
            if orders["prompt"].is_null() {
                continue;
            }
            let client = client.with("if-match", page.header("etag").expect("a tag"));
            let body = json!({ "order": orders["default"] });
            let path = path.clone();
            answers.spawn(async move { client.post(&path, &body).await });
        }
        most = most.max(answers.len());
        for page in answers.join_all().await {
            read(&page);
        }
        if most == players.len() {
            return;
        }
    }
    panic!("at most {most} players were asked at once");
}

/// Sends a request several times at once. At least one gets the answer. Each of the others gets the
/// same answer, or a refusal because the request is in progress.
async fn at_once(client: &Client, path: &str, body: &Value, times: usize) -> Page {
    let mut sent = JoinSet::new();
    let key = ravenpost::web::shared::forms::random();
    for _ in 0..times {
        let (client, path, body, key) =
            (client.clone(), path.to_owned(), body.clone(), key.clone());
        sent.spawn(async move { client.post_as(&key, &path, &body).await });
    }
    let (done, others): (Vec<Page>, Vec<Page>) =
        sent.join_all().await.into_iter().partition(|page| page.status == 200);
    for page in &others {
        problem(page, 409, "in-flight");
    }
    let first = done.first().expect("one request is carried out").clone();
    assert!(done.iter().all(|page| page.body == first.body), "{}", first.path);
    first
}

#[tokio::test]
async fn duplicate_requests_take_effect_once() {
    let (copies, total) = (10, if at_night() { 10_000 } else { 200 });
    let app = App::seeded(8).await;
    let (ann, bob, mut game) = app.pair(TITLE).await;
    let pages = unlimited(&app);
    let mut clients = Vec::new();
    for player in [ann, bob] {
        clients.push(Client::new(&pages, Some(&stored_token(&app, player, None).await)));
    }
    let mut given = 0;
    while given * copies < total {
        if app.status(&game).await == Status::Over {
            game = app.open_table(TITLE, ann, 2).await;
            let join = app.service.tables().join_table(app.now, &game, bob, Join::default());
            join.await.expect("a free seat");
        }
        let path = format!("/games/{game}/orders");
        for client in &clients {
            let orders = read(&client.get(&path).await);
            if orders["prompt"].is_null() {
                continue;
            }
            let body = json!({"order": some_order(&orders)});
            let before = orders_by_api(&app, &game).await;
            let answer = at_once(client, &path, &body, copies).await;
            assert_eq!(orders_by_api(&app, &game).await, before + 1, "{}", answer.body);
            given += 1;
        }
    }
}

/// The number of orders that came through the API.
async fn orders_by_api(app: &App, game: &GameId) -> usize {
    let game = app.service.games().load(game).await.expect("a game");
    let by_api = |act: &Act| matches!(act, Act::Ordered { via, .. } if *via == Via::Api);
    game.log.iter().filter(|entry| by_api(entry.act)).count()
}

/// The memory of this process, in bytes.
fn memory() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").expect("Linux");
    let pages = text.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.expect("a number") * 4096
}

/// At night a thousand streams, which with their clients must fit in 50 MB. That takes more open
/// files than many systems allow by default; `scripts/night` raises the limit.
#[tokio::test]
async fn many_streams_stay_open() {
    let many = if at_night() { 1_000 } else { 30 };
    let mut app = App::seeded(6).await;
    let (ann, _, game) = app.pair(TITLE).await;
    let pages = unlimited(&app);
    let mut tokens = vec![stored_token(&app, ann, None).await];
    for number in 0..many / 3 {
        let player = app.player(&format!("player{number}")).await;
        tokens.push(stored_token(&app, player, None).await);
    }
    let before = at_night().then(memory);
    let mut open = Vec::new();
    for number in 0..many {
        let query = format!("?name=stream{}", number % 3);
        let mut stream = Stream::open(pages.address, &tokens[number / 3], &query).await;
        assert_eq!(stream.kind().await, "hello", "stream {number}");
        open.push(stream);
    }
    if let Some(before) = before {
        let used = memory().saturating_sub(before);
        println!("{many} streams in {} kB", used / 1000);
        assert!(used < 50_000_000, "{used} bytes");
    }
    // The player's own streams still tell what happens.
    let last = play(&mut app, &game).await;
    for stream in &mut open[..3] {
        until(stream, last).await;
    }
}
