//! What programs read: games, their logs, and lists; and the headers of every response.

use ravenpost::service::people::tokens::scope::Scope;
use ravenpost_rules::{Seat, Viewer};
use serde_json::{Value, json};

use super::client::{Client, problem, read, token_of, unlimited};
use super::playing::some_order;
use crate::harness::app::App;
use crate::harness::browser::{Page, Pages};
use crate::pages::TITLE;
use crate::pages::game::private_instructions::Table;

fn items(page: &Page) -> Vec<Value> {
    read(page)["items"].as_array().expect("a list").clone()
}

#[tokio::test]
async fn the_server_and_its_titles_are_described() {
    let app = App::new().await;
    let client = Client::new(&Pages::of(app.service.clone()), None);
    let server = read(&client.get("").await);
    assert_eq!(server["api"], 1);
    let all = read(&client.get("/titles").await);
    for title in all.as_array().expect("a list") {
        let key = title["key"].as_str().expect("a key");
        assert_eq!(&read(&client.get(&format!("/titles/{key}")).await), title);
        assert!(server["titles"][key].is_u64());
        assert!(title["seats"]["max"].as_u64() >= title["seats"]["min"].as_u64());
    }
    problem(&client.get("/titles/chess").await, 404, "not-found");
}

#[tokio::test]
async fn each_caller_sees_a_game_as_on_its_page() {
    let mut app = App::seeded(7).await;
    let (_, _, game) = app.pair(TITLE).await;
    for _ in 0..8 {
        let awaited = app.service.games().load(&game).await.expect("a game");
        let seat = awaited.seats().awaited_seats()[0];
        let order = app.some_order(&game, seat).await;
        app.order(&game, seat, &order).await.expect("legal");
    }
    let pages = Pages::of(app.service.clone());
    let path = format!("/games/{game}");
    let step = app.step(&game).await;
    for (client, viewer) in [
        (Client::of(&app, &pages, "ann").await, Viewer::Seat(Seat(1))),
        (Client::of(&app, &pages, "bob").await, Viewer::Seat(Seat(2))),
        (Client::new(&pages, None), Viewer::Spectator),
    ] {
        let seen = read(&client.get(&path).await);
        let shown: Value = serde_json::from_str(&app.shown(&game, viewer).await).expect("JSON");
        assert_eq!(seen["view"]["title"], shown);
        assert_eq!(seen["step"], step.0);
        let past = read(&client.get(&format!("{path}?step=3")).await);
        assert_eq!((&past["step"], &past["last_step"]), (&Value::from(3), &seen["step"]));
        let board = client.get(&format!("{path}/board.svg?width=400")).await;
        assert!(board.status == 200 && board.body.starts_with("<svg width=\"400\""));
    }
    let client = Client::new(&pages, None);
    problem(&client.get(&format!("{path}?step=9999")).await, 422, "refused");
    problem(&client.get(&format!("{path}?step=0")).await, 400, "unreadable");
    problem(&client.get(&format!("{path}?step=x")).await, 400, "unreadable");
    problem(&client.get("/games/k3v9w2mq7xhd").await, 404, "not-found");
    problem(&client.get(&format!("{path}/board.svg?width=9")).await, 400, "unreadable");
}

/// The steps that a caller may know are complete, in order, and never change.
#[tokio::test]
async fn events_have_no_gaps_and_never_change() {
    let mut app = App::seeded(3).await;
    let (_, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let clients = [
        Client::of(&app, &pages, "ann").await,
        Client::of(&app, &pages, "bob").await,
        Client::new(&pages, None),
    ];
    let path = format!("/games/{game}/events");
    let mut known = vec![Vec::new(); clients.len()];
    for _ in 0..12 {
        let awaited = app.service.games().load(&game).await.expect("a game");
        let seat = awaited.seats().awaited_seats()[0];
        let order = app.some_order(&game, seat).await;
        app.order(&game, seat, &order).await.expect("legal");
        for (client, known) in clients.iter().zip(&mut known) {
            let now = items(&client.get(&format!("{path}?limit=500")).await);
            assert_eq!(now[..known.len()], known[..], "earlier steps are unchanged");
            *known = now;
        }
    }
    for (client, known) in clients.iter().zip(&known) {
        let steps: Vec<u64> = known.iter().filter_map(|event| event["step"].as_u64()).collect();
        assert_eq!(steps, (1..=app.step(&game).await.0).collect::<Vec<_>>());
        // Page by page, by the cursor and by the link.
        let (mut paged, mut next) = (Vec::new(), Some(format!("{path}?limit=5")));
        while let Some(address) = next {
            let page = client.get(&address).await;
            paged.extend(items(&page));
            let cursor = read(&page)["next"].as_u64();
            next = cursor.map(|cursor| format!("{path}?limit=5&after={cursor}"));
            assert_eq!(page.header("link").is_some(), next.is_some());
        }
        assert_eq!(&paged, known);
    }
    assert_ne!(known[0], known[1], "players know different facts of this game");
    let facts = |known: &[Value]| -> usize {
        known.iter().map(|event| event["facts"].as_array().map_or(0, Vec::len)).sum()
    };
    assert!(facts(&known[2]) < facts(&known[0]), "a spectator knows less");
}

/// Returns the texts of each step's narration, in `/events` or in `/log`.
fn narrated(items: &[Value]) -> Vec<(u64, Vec<String>)> {
    let text = |one: &Value| one.as_str().or(one["text"].as_str()).expect("a text").to_owned();
    let step = |item: &Value| {
        let all = item["narration"].as_array().expect("a list").iter().map(text);
        (item["step"].as_u64().expect("a step"), all.collect())
    };
    items.iter().map(step).collect()
}

/// A fact that a caller may not know as a whole is narrated as far as the caller may know it, in
/// the words of the log.
#[tokio::test]
async fn events_narrate_facts_that_are_left_out() {
    for title in ravenpost::service::titles::all() {
        let key = title.about().key;
        let mut app = App::seeded(3).await;
        let (_, _, game) = app.pair(key).await;
        for _ in 0..12 {
            let awaited = app.service.games().load(&game).await.expect("a game");
            let Some(seat) = awaited.seats().awaited_seats().first().copied() else { break };
            let order = app.some_order(&game, seat).await;
            app.order(&game, seat, &order).await.expect("legal");
        }
        let pages = Pages::of(app.service.clone());
        let (mut left_out, mut known) = (0, 0);
        for client in [
            Client::of(&app, &pages, "ann").await,
            Client::of(&app, &pages, "bob").await,
            Client::new(&pages, None),
        ] {
            let events = items(&client.get(&format!("/games/{game}/events?limit=500")).await);
            let log = items(&client.get(&format!("/games/{game}/log?limit=500")).await);
            let log = narrated(&log);
            for (step, told) in narrated(&events).iter().filter(|(_, told)| !told.is_empty()) {
                // The log also has sentences about the act.
                let same = |(of, all): &(u64, Vec<String>)| of == step && all.ends_with(told);
                assert!(log.iter().any(same), "{key}, step {step}: {told:?}");
            }
            for event in &events {
                let facts = event["facts"].as_array().map_or(0, Vec::len);
                let told = event["narration"].as_array().expect("a list").iter();
                let (whole, partial): (Vec<_>, Vec<_>) =
                    told.partition(|one| one["in_facts"] == true);
                assert!(whole.len() <= facts, "{key}: {event}");
                (known, left_out) = (known + whole.len(), left_out + partial.len());
            }
        }
        println!("{key}: {known} sentences about known facts, {left_out} about others");
        assert!(key != TITLE || (known > 0 && left_out > 0), "{known}, {left_out}");
    }
}

/// Instructions are no steps, so a program that follows the log by the last step must still get
/// them and their withdrawals.
#[tokio::test]
async fn the_log_has_own_instructions_and_their_withdrawals() {
    let mut table = Table::of(TITLE, 11).await;
    while !table.save_instruction(0).await {
        assert!(table.go_on().await, "there are instructions");
    }
    table.take_back().await;
    let pages = unlimited(&table.app);
    let (ann, bob) =
        (Client::of(&table.app, &pages, "ann").await, Client::of(&table.app, &pages, "bob").await);
    let path = format!("/games/{}/log", table.game);
    let step = table.app.step(&table.game).await.0;
    let since = format!("{path}?after={step}");
    let own = items(&bob.get(&since).await);
    let kinds: Vec<&Value> = own.iter().map(|one| &one["kind"]).collect();
    assert_eq!(kinds, ["ordered", "instruction-withdrawn"]);
    assert!(own.iter().all(|one| one["instruction"] == true && one["step"] == step));
    assert_eq!((&own[0]["superseded_by"], &own[1]["superseded_by"]), (&json!(step), &Value::Null));
    assert!(items(&ann.get(&since).await).is_empty(), "instructions are private");

    // An order of either player.
    for client in [&ann, &bob] {
        let orders = read(&client.get(&format!("/games/{}/orders", table.game)).await);
        if orders["prompt"].is_null() {
            continue;
        }
        let body = json!({"order": some_order(&orders)});
        read(&client.post(&format!("/games/{}/orders", table.game), &body).await);
        let later = items(&client.get(&since).await);
        let order = later.iter().find(|one| one["step"] != step).expect("a later step");
        assert_eq!((&order["kind"], &order["via"]), (&json!("ordered"), &json!("api")));
        assert_eq!(order["instruction"], false);
        break;
    }
    let later = items(&bob.get(&since).await);
    assert!(later.len() > own.len() && later[..own.len()] == own[..], "nothing is missed");

    let whole = items(&bob.get(&format!("{path}?limit=500")).await);
    let (mut paged, mut after) = (Vec::new(), Some(0));
    while let Some(from) = after {
        let page = bob.get(&format!("{path}?limit=2&after={from}")).await;
        paged.extend(items(&page));
        after = read(&page)["next"].as_u64();
    }
    assert_eq!(paged, whole, "no page skips or repeats an entry");
}

#[tokio::test]
async fn lists_are_pages_and_only_public_games_are_in_the_lobby() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    for _ in 0..5 {
        app.open_table(TITLE, ann, 3).await;
    }
    let secret = app.private_table(TITLE, ann, 3).await;
    let pages = Pages::of(app.service.clone());
    let client = Client::of(&app, &pages, "ann").await;
    let own = items(&client.get("/me/games?state=open").await);
    assert_eq!(own.len(), 6);
    assert!(items(&client.get("/me/games?state=over").await).is_empty());
    problem(&client.get("/me/games?state=odd").await, 400, "unreadable");
    problem(&client.get("/me/games?limit=-1").await, 400, "unreadable");
    let first = client.get("/me/games?state=open&limit=4").await;
    assert_eq!((items(&first).len(), &read(&first)["next"]), (4, &Value::from(4)));
    let link = first.header("link").expect("a link");
    assert!(link.contains("state=open") && link.contains("after=4"), "{link}");
    let rest = client.get("/me/games?state=open&limit=4&after=4").await;
    assert_eq!((items(&rest).len(), &read(&rest)["next"]), (2, &Value::Null));
    let lobby = client.get(&format!("/games?title={TITLE}&free=1")).await;
    assert_eq!(items(&lobby).len(), 5);
    assert!(!lobby.body.contains(secret.as_str()));
    assert!(items(&client.get("/games?title=scharz").await).is_empty());
    let me = read(&client.get("/me").await);
    assert!(!me.to_string().contains("example.org"), "no address leaves the server");
}

#[tokio::test]
async fn invitation_only_games_do_not_exist_for_others() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    app.player("bob").await;
    let game = app.private_table(TITLE, ann, 3).await;
    let pages = Pages::of(app.service.clone());
    let ann = Client::of(&app, &pages, "ann").await;
    let others = [Client::of(&app, &pages, "bob").await, Client::new(&pages, None)];
    for end in ["", "/events", "/log", "/clock", "/audit", "/fairness", "/export", "/board.svg"] {
        let path = format!("/games/{game}{end}");
        for other in &others {
            problem(&other.get(&path).await, 404, "not-found");
        }
    }
    for end in ["", "/events", "/log", "/clock"] {
        read(&ann.get(&format!("/games/{game}{end}")).await);
    }
}

#[tokio::test]
async fn responses_allow_any_origin_and_are_not_cached() {
    let app = App::new().await;
    let pages = Pages::of(app.service.clone());
    let client = Client::of(&app, &pages, "ann").await.with("sec-fetch-site", "cross-site");
    let client = client.with("origin", "https://elsewhere.example");
    let page = client.get("/me").await;
    assert_eq!(page.status, 200);
    assert_eq!(page.header("access-control-allow-origin"), Some("*"));
    assert_eq!(page.header("access-control-allow-credentials"), None);
    assert_eq!(page.header("cache-control"), Some("no-store"));
    assert!(page.headers.iter().any(|(name, value)| name == "vary" && value == "Authorization"));
    assert_eq!(page.header("set-cookie"), None);
    let tag = page.header("etag").expect("a tag").to_owned();
    assert!(tag.starts_with("W/"));
    let again = client.with("if-none-match", &tag).get("/me").await;
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    let preflight = client.send("OPTIONS", "/me", None).await;
    assert_eq!(preflight.status, 204);
    let allowed = preflight.header("access-control-allow-headers").expect("allowed headers");
    assert!(allowed.contains("Authorization") && allowed.contains("Idempotency-Key"));
}

#[tokio::test]
async fn tokens_have_separate_limits() {
    let app = App::new().await;
    app.player("ann").await;
    let pages = Pages::with(app.service.clone(), |site| {
        site.limits = ravenpost::web::http::limits::Limits::new(3, 10_000);
    });
    let token = token_of(&app, "ann", &[Scope::Read], None).await;
    let client = Client::new(&pages, Some(&token));
    for _ in 0..3 {
        read(&client.get("/me").await);
    }
    let refused = client.get("/me").await;
    problem(&refused, 429, "too-many");
    let wait = refused.header("retry-after").and_then(|wait| wait.parse::<u64>().ok());
    assert!(wait.is_some_and(|wait| (1..=60).contains(&wait)));
    let other = token_of(&app, "ann", &[Scope::Read], None).await;
    read(&Client::new(&pages, Some(&other)).get("/me").await);
}
