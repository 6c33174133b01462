//! Games that differ only in what a caller may not know: the API responds the same to that caller,
//! down to headers and lengths. Every GET of the catalogue is compared, with every parameter, and
//! so are the requests that only try something out.

use std::collections::{BTreeMap, BTreeSet};

use ravenpost::service::people::tokens::scope::Scope;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::talk::cursor::DIGITS;
use ravenpost::web::api::describe::catalogue::{self, Answer, Parameter, Values};
use ravenpost_log::{GameId, Hash};
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Dice, Seat, Visibility};
use ravenpost_store::token_hash;
use serde_json::{Value, json};

use super::client::{Client, read, stored_token, token_of, unlimited};
use super::streams::Stream;
use crate::harness::app::{App, fresh};
use crate::harness::at_night;
use crate::harness::browser::{Page, Pages};
use crate::pages::TITLE;
use crate::pages::game::hidden_state::{forks, go_on, prompted_steps};
use crate::pages::game::private_instructions::{Table, without_hashes};

/// The seat that must not learn anything, and the seat with the secret.
const RED: Seat = Seat(1);
const BLUE: Seat = Seat(2);

/// The number of pairs per title.
fn pairs() -> usize {
    if at_night() { 2_000 } else { 2 }
}

/// Everything a caller obtained: what was requested, and the response.
type Obtained = Vec<(String, String)>;

/// Returns the clients of a player, of a spectator and of a caller without a token. The tokens are
/// for one game, so that lists contain no other.
async fn callers(
    app: &App,
    pages: &Pages,
    player: &str,
    game: &GameId,
) -> BTreeMap<&'static str, Client> {
    let own = stored_token(app, app.player_of(player).await, Some(game)).await;
    let other = stored_token(app, app.player_of("eve").await, Some(game)).await;
    BTreeMap::from([
        ("a player", Client::new(pages, Some(&own))),
        ("a spectator", Client::new(pages, Some(&other))),
        ("anyone", Client::new(pages, None)),
    ])
}

/// Returns values to try for a parameter of a query. A new parameter needs a line here.
fn values(parameter: &Parameter, title: &str, last: Step) -> Vec<String> {
    if matches!(parameter.values, Values::Cursor) {
        // `read_by_cleo` tries real ones.
        return vec!["0".repeat(DIGITS)];
    }
    match parameter.name {
        "step" => {
            let first = if at_night() { last.0.saturating_sub(2).max(1) } else { last.0 };
            (first..=last.0).chain([1]).map(|step| step.to_string()).collect()
        }
        "after" => vec!["1".to_owned()],
        "limit" => vec!["2".to_owned()],
        "page" => vec!["1".to_owned(), "2".to_owned()],
        "width" => vec!["300".to_owned()],
        "free" => vec!["1".to_owned()],
        // It would only make the test wait.
        "wait" => vec!["0".to_owned()],
        "state" => vec!["running".to_owned(), "over".to_owned()],
        "title" => vec![title.to_owned()],
        other => panic!("what to try for the parameter {other}?"),
    }
}

/// Returns the addresses of all GET routes. Streams are compared by themselves.
fn addresses(title: &str, game: &GameId, last: Step) -> Vec<String> {
    let stream = |answer: &Answer| matches!(answer, Answer::Stream(_));
    let all = catalogue::all().into_iter();
    let routes = all.filter(|route| route.method == "get" && !stream(&route.answer));
    let addresses = routes.flat_map(|route| {
        let path = route.path.trim_start_matches("/api/v1");
        let path = path.replace("{game}", game.as_str()).replace("{title}", title);
        assert!(!path.contains('{'), "what to try for {path}?");
        let tried = route.query.iter().flat_map(|one| {
            let values = values(one, title, last).into_iter();
            values.map(move |value| format!("?{}={value}", one.name))
        });
        let queries: Vec<String> = std::iter::once(String::new()).chain(tried).collect();
        queries.into_iter().map(move |query| format!("{path}{query}"))
    });
    addresses.collect()
}

/// Returns a response as text, without random values. A weak ETag must be a hash of the body, so it
/// reveals no more than the body does.
fn comparable(page: &Page, game: &GameId) -> String {
    assert!(page.status < 500, "{}: {}", page.path, page.body);
    if let Some(tag) = page.header("etag").and_then(|tag| tag.strip_prefix("W/")) {
        let hash = Hash(token_hash(&page.body)).hex();
        let tag = tag.trim_matches('"');
        assert!(tag.len() >= 24 && hash.starts_with(tag), "{}: {tag}", page.path);
    }
    let headers: BTreeSet<String> = page
        .headers
        .iter()
        .filter(|(name, _)| name != "date")
        .map(|(name, value)| format!("{name}: {value}"))
        .collect();
    let body = match page.status {
        400.. => {
            let mut problem: Value = serde_json::from_str(&page.body).expect("a problem");
            problem["request_id"] = Value::Null;
            problem.to_string()
        }
        _ => page.body.clone(),
    };
    let (length, headers) = (page.body.len(), Vec::from_iter(headers).join("\n"));
    let text = format!("{}, {length} bytes\n{headers}\n\n{body}", page.status);
    let text = text.replace(game.as_str(), "this-game");
    // Each token has a random name.
    let named = text.split_once("\"name\":\"Token ").map(|(before, after)| {
        format!("{before}\"name\":\"{}", after.split_once('"').map_or(after, |(_, rest)| rest))
    });
    without_hashes(&named.unwrap_or(text))
}

/// Requests everything as each of these callers.
async fn obtained(
    callers: &BTreeMap<&'static str, Client>,
    title: &str,
    game: &GameId,
    last: Step,
) -> Obtained {
    let mut all = Obtained::new();
    for (who, client) in callers {
        for address in addresses(title, game, last) {
            // The other routes are the same for every caller.
            let of_caller = address.starts_with("/me") || address.starts_with("/games/");
            if !of_caller && *who != "anyone" {
                continue;
            }
            let page = client.get(&address).await;
            let what = address.replace(game.as_str(), "this-game");
            all.push((format!("{what} as {who}"), comparable(&page, game)));
        }
        all.extend(tried(who, client, game).await);
    }
    all
}

/// Requests what would happen: previews of listed orders, and an analysis.
async fn tried(who: &str, client: &Client, game: &GameId) -> Obtained {
    let page = client.get(&format!("/games/{game}/orders")).await;
    let mut orders = Vec::new();
    if page.status == 200 {
        let listed = read(&page)["groups"].as_array().cloned().unwrap_or_default();
        let listed = listed.iter().flat_map(|group| group["orders"].as_array().into_iter());
        orders.extend(listed.flatten().take(3).map(|one| json!({"order": one["order"]})));
    }
    let previews = orders.into_iter().map(|order| ("preview", order));
    let analysis = ("analyse", json!({"seed": 3, "bot": "random"}));
    let mut all = Obtained::new();
    for (route, body) in previews.chain([analysis]) {
        let page = client.post(&format!("/games/{game}/{route}"), &body).await;
        all.push((format!("{route} {body} as {who}"), comparable(&page, game)));
    }
    all
}

/// Fails if two games gave different responses.
fn alike(one: &Obtained, other: &Obtained, here: &str) {
    assert_eq!(one.len(), other.len(), "{here}");
    assert!(!one.is_empty(), "{here}: nothing was requested");
    for ((what, one), (also, other)) in one.iter().zip(other) {
        assert_eq!(what, also, "{here}");
        let same = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
        let near = |text: &str| {
            let bytes = text.as_bytes();
            let end = bytes.len().min(same + 120);
            String::from_utf8_lossy(&bytes[same.saturating_sub(80)..end]).into_owned()
        };
        assert!(one == other, "{here}, {what}:\n{}\n\n{}", near(one), near(other));
    }
}

/// Forks of one step from a player's knowledge, in which everything hidden was drawn again.
#[tokio::test]
async fn hidden_state_changes_no_response() {
    let mut differing = 0;
    for title in ravenpost::titles::all() {
        let key = title.about().key;
        let (mut app, ann, of, asked) = prompted_steps(key, if at_night() { 8 } else { 3 }).await;
        app.player("eve").await;
        let pages = unlimited(&app);
        let mut compared = 0;
        for step in asked.iter().rev().cycle() {
            if compared >= pairs() {
                break;
            }
            let games = forks(&mut app, ann, &of, *step, if at_night() { 4 } else { 2 }).await;
            let mut hidden = BTreeSet::new();
            for game in &games {
                let game = app.service.games().load(game).await.expect("a game");
                hidden.insert(game.true_position().document().to_string());
            }
            differing += hidden.len() - 1;
            for past in [false, true] {
                if past && go_on(&mut app, &games).await.is_none() {
                    break;
                }
                let mut known: Option<Obtained> = None;
                for game in &games {
                    let callers = callers(&app, &pages, "ann", game).await;
                    let now = obtained(&callers, key, game, app.step(game).await).await;
                    if let Some(first) = &known {
                        alike(first, &now, &format!("{key}, step {step}"));
                        compared += 1;
                    } else {
                        known = Some(now);
                    }
                }
            }
        }
        println!("{key}: {compared} pairs");
    }
    assert!(differing > 0, "nothing was hidden");
}

/// Returns two orders of Blue that are sealed: only Blue may know what they say, and who is awaited
/// after them is the same.
async fn sealed(table: &Table) -> Option<[String; 2]> {
    let game = table.game().await;
    let awaited = game.seats().awaited_seats();
    if !awaited.contains(&RED) || !awaited.contains(&BLUE) {
        return None;
    }
    let position = game.true_position();
    let mut by_awaited: BTreeMap<Vec<Seat>, Vec<String>> = BTreeMap::new();
    for order in position.legal(BLUE).orders.into_iter().take(60) {
        let Some(decided) = position.attempt(BLUE, &order, &mut Dice::seeded(1)) else { continue };
        if decided.is_empty() || decided.known.iter().any(|who| *who != Visibility::Seat(BLUE)) {
            continue;
        }
        let awaited = decided.next.awaited().iter().map(|one| one.seat).collect();
        by_awaited.entry(awaited).or_default().push(order);
    }
    let orders = by_awaited.into_values().find(|orders| orders.len() > 1)?;
    Some([orders.first()?.clone(), orders.last()?.clone()])
}

/// Fails if two tables look different to Red or to others.
async fn look_alike(tables: [&Table; 2], title: &str, here: &str) {
    let mut both = Vec::new();
    for table in tables {
        let pages = unlimited(&table.app);
        let callers = callers(&table.app, &pages, "ann", &table.game).await;
        let last = table.app.step(&table.game).await;
        both.push(obtained(&callers, title, &table.game, last).await);
    }
    alike(&both[0], &both[1], here);
}

/// Notes something in private, and saves an instruction if there is one. Returns whether there was.
async fn save(table: &mut Table, round: usize) -> bool {
    let (app, blue) = (&table.app, table.app.player_of("bob").await);
    let note = app.service.chat().note(app.now, &table.game, blue, None, "secret", &fresh()).await;
    note.expect("a note");
    table.save_instruction(round).await
}

/// Plays the same game twice, with and without Blue's secrets, until so many pairs were compared.
/// Returns their number, and whether one of them was of different sealed orders.
async fn played_twice(title: &str, seed: u64, most: usize) -> (usize, bool) {
    let (mut one, mut other) = (Table::of(title, seed).await, Table::of(title, seed).await);
    for table in [&one, &other] {
        table.app.player("eve").await;
    }
    let mut compared = 0;
    for round in 0..40 {
        let here = format!("{title}, seed {seed}, round {round}");
        // Every other game is played until there is something to seal.
        let choice = if seed.is_multiple_of(2) { sealed(&one).await } else { None };
        if let Some([first, last]) = choice {
            one.app.order(&one.game, BLUE, &first).await.expect("legal");
            other.app.order(&other.game, BLUE, &last).await.expect("legal");
            look_alike([&one, &other], title, &here).await;
            return (compared + 1, true);
        }
        if seed % 2 == 1 {
            let saved = save(&mut one, round).await;
            look_alike([&one, &other], title, &here).await;
            compared += 1;
            if saved {
                one.take_back().await;
            }
            if compared >= most {
                break;
            }
        }
        if !one.go_on().await || !other.go_on().await {
            break;
        }
    }
    (compared, false)
}

#[tokio::test]
async fn what_a_seat_seals_or_saves_changes_no_response_to_others() {
    let mut sealed = 0;
    for title in ravenpost::titles::all() {
        let (key, mut compared) = (title.about().key, 0);
        // Games with odd numbers have notes and instructions, the others sealed orders.
        for seed in 11.. {
            let most = if at_night() { 20 } else { 1 };
            let (more, differs) = played_twice(key, seed, most).await;
            compared += more;
            sealed += usize::from(differs);
            if seed > 11 && compared >= pairs() {
                break;
            }
            assert!(seed < 2_100, "{key}: only {compared} pairs");
        }
        println!("{key}: {compared} pairs");
    }
    println!("{sealed} pairs of sealed orders");
    assert!(sealed > 0, "no title seals orders");
}

/// Plays a few rounds and returns everything that Red's stream says, with or without secrets.
async fn streamed(title: &str, secret: bool) -> Vec<String> {
    let mut table = Table::of(title, 11).await;
    let pages = Pages::of(table.app.service.clone());
    let token = token_of(&table.app, "ann", &[Scope::Read], None).await;
    let bob = Client::of(&table.app, &pages, "bob").await;
    let mut stream = Stream::open(pages.address, &token, "").await;
    let mut seen = vec![stream.next().await.expect("hello")];
    let rounds = if at_night() { 30 } else { 2 };
    for round in 0..rounds {
        if secret && save(&mut table, round).await {
            table.take_back().await;
        }
        let before = table.app.step(&table.game).await.0;
        if !table.go_on().await {
            break;
        }
        let last = table.app.step(&table.game).await.0;
        if last == before {
            continue;
        }
        while seen.last().is_none_or(|event| event["kind"] != "step" || event["step"] != last) {
            seen.push(stream.next().await.expect("the stream goes on"));
        }
    }
    read(&bob.post(&format!("/games/{}/chat", table.game), &json!({"text": "well?"})).await);
    while seen.last().is_none_or(|event| event["kind"] != "chat") {
        seen.push(stream.next().await.expect("the stream goes on"));
    }
    let plain = |event: &Value| event.to_string().replace(table.game.as_str(), "this-game");
    seen.iter().map(plain).collect()
}

#[tokio::test]
async fn streams_do_not_reveal_what_others_save() {
    for title in ravenpost::titles::all() {
        let key = title.about().key;
        let (with, without) = tokio::join!(streamed(key, true), streamed(key, false));
        assert_eq!(with, without, "{key}");
        assert!(with.len() > 1, "{key}: {with:?}");
    }
}

/// Returns what Cleo reads at a table where the others exchanged private messages, or did not.
async fn read_by_cleo(private: bool) -> Obtained {
    let app = App::seeded(9).await;
    let ann = app.player("ann").await;
    let game = app.open_table(TITLE, ann, 3).await;
    for name in ["bob", "cleo"] {
        let player = app.player(name).await;
        let join = app.service.tables().join_table(app.now, &game, player, Join::default());
        join.await.expect("a free seat");
    }
    let pages = unlimited(&app);
    let ann = Client::of(&app, &pages, "ann").await;
    let bob = Client::of(&app, &pages, "bob").await;
    let cleo =
        Client::new(&pages, Some(&stored_token(&app, app.player_of("cleo").await, None).await));
    let chat = format!("/games/{game}/chat");
    let notes = format!("/games/{game}/notes");
    read(&ann.post(&chat, &json!({"text": "good luck"})).await);
    if private {
        read(&ann.post(&chat, &json!({"text": "a truce?", "to": [2]})).await);
        read(&bob.post(&chat, &json!({"text": "agreed", "to": [1]})).await);
        read(&bob.post(&notes, &json!({"text": "attack tomorrow"})).await);
        for reader in [&ann, &bob] {
            let said = read(&reader.get(&chat).await)["items"].clone();
            let texts: Vec<&str> = said
                .as_array()
                .expect("a list")
                .iter()
                .filter_map(|one| one["text"].as_str())
                .collect();
            assert_eq!(texts, ["good luck", "a truce?", "agreed"]);
        }
    }
    read(&bob.post(&chat, &json!({"text": "well met"})).await);
    read(&cleo.post(&notes, &json!({"text": "they are friends"})).await);
    let page = read(&cleo.get(&chat).await);
    let id = |at: usize| page["items"][at]["id"].as_str().expect("a cursor").to_owned();
    let (first, last) = (id(0), id(1));
    let mut seen = Obtained::new();
    for (what, query) in [
        ("all", String::new()),
        ("the latest", "?limit=1".to_owned()),
        ("after the first", format!("?after={first}")),
        ("before the last", format!("?before={last}")),
        ("between", format!("?after={first}&before={last}")),
    ] {
        seen.push((what.to_owned(), comparable(&cleo.get(&format!("{chat}{query}")).await, &game)));
    }
    for path in [notes.as_str(), "/me/pending", "/me/games"] {
        seen.push((path.to_owned(), comparable(&cleo.get(path).await, &game)));
    }
    seen
}

#[tokio::test]
async fn private_messages_and_notes_leave_no_trace_for_others() {
    let (with, without) = (read_by_cleo(true).await, read_by_cleo(false).await);
    let hide = |what: &(String, String)| what.1.contains("a truce?");
    assert!(!with.iter().any(hide));
    let chat = &without[0].1;
    assert!(chat.contains("good luck") && chat.contains("well met"), "{chat}");
    alike(&with, &without, "Cleo's messages");
}
