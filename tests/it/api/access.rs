//! Access control of the API: every route is tried by every kind of caller. A route without a row
//! fails the test.

use chrono::Duration;
use ravenpost::service::people::tokens::scope::Scope;
use ravenpost::service::table::join_table::Join;
use ravenpost::web::{Access, ROUTES, Route};
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use serde_json::{Value, json};

use super::client::{Client, problem, token_of};
use crate::api::tokens::signed;
use crate::harness::app::App;
use crate::harness::browser::{Page, Pages, noon};
use crate::pages::{TITLE, session};

/// The response to a caller who has the scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Says {
    /// The result, or a refusal that does not depend on the caller.
    Yes,
    /// Forbidden: the caller has no seat.
    No,
    /// Not found.
    Gone,
}

use Says::{Gone, No, Yes};

/// Method, path, and the response to a stranger and to a player of the game.
const TABLE: &[(&str, &str, [Says; 2])] = &[
    ("get", "/api/v1", [Yes, Yes]),
    ("get", "/api/v1/openapi.json", [Yes, Yes]),
    ("get", "/api/v1/schema/events", [Yes, Yes]),
    ("get", "/api/v1/schema/views", [Yes, Yes]),
    ("get", "/api/v1/titles", [Yes, Yes]),
    ("get", "/api/v1/titles/{title}", [Yes, Yes]),
    ("get", "/api/v1/me", [Yes, Yes]),
    ("get", "/api/v1/me/games", [Yes, Yes]),
    ("get", "/api/v1/me/pending", [Yes, Yes]),
    ("get", "/api/v1/me/events", [Yes, Yes]),
    ("get", "/api/v1/me/blocks", [Yes, Yes]),
    ("post", "/api/v1/me/blocks", [Yes, Yes]),
    ("post", "/api/v1/me/blocks/remove", [Yes, Yes]),
    ("get", "/api/v1/games", [Yes, Yes]),
    ("post", "/api/v1/games", [Yes, Yes]),
    ("get", "/api/v1/games/{game}", [Yes, Yes]),
    ("get", "/api/v1/games/{game}/events", [Yes, Yes]),
    ("get", "/api/v1/games/{game}/log", [Yes, Yes]),
    ("get", "/api/v1/games/{game}/audit", [Yes, Yes]),
    ("get", "/api/v1/games/{game}/fairness", [Yes, Yes]),
    ("get", "/api/v1/games/{game}/export", [Yes, Yes]),
    ("get", "/api/v1/games/{game}/board.svg", [Gone, Gone]),
    ("get", "/api/v1/games/{game}/clock", [Yes, Yes]),
    ("post", "/api/v1/games/{game}/clock/extend", [No, Yes]),
    ("post", "/api/v1/games/{game}/clock/pause", [No, No]),
    ("get", "/api/v1/games/{game}/orders", [No, Yes]),
    ("post", "/api/v1/games/{game}/orders", [No, Yes]),
    ("post", "/api/v1/games/{game}/preview", [No, Yes]),
    ("post", "/api/v1/games/{game}/analyse", [No, Yes]),
    ("post", "/api/v1/games/{game}/undo", [No, Yes]),
    ("get", "/api/v1/games/{game}/chat", [No, Yes]),
    ("post", "/api/v1/games/{game}/chat", [No, Yes]),
    ("post", "/api/v1/games/{game}/chat/read", [No, Yes]),
    ("get", "/api/v1/games/{game}/notes", [No, Yes]),
    ("post", "/api/v1/games/{game}/notes", [No, Yes]),
    ("post", "/api/v1/games/{game}/join", [Yes, Yes]),
    ("post", "/api/v1/games/{game}/leave", [No, Yes]),
    ("post", "/api/v1/games/{game}/link", [No, Yes]),
    ("post", "/api/v1/games/{game}/invite", [No, Yes]),
    ("post", "/api/v1/games/{game}/bot", [No, No]),
    ("post", "/api/v1/games/{game}/close", [No, No]),
    ("post", "/api/v1/games/{game}/rewind", [No, Yes]),
    ("post", "/api/v1/games/{game}/end", [No, Yes]),
    ("post", "/api/v1/games/{game}/vote", [Yes, Yes]),
    ("post", "/api/v1/games/{game}/withdraw", [Yes, Yes]),
];

fn routes() -> impl Iterator<Item = &'static Route> {
    ROUTES.iter().filter(|route| route.is_of_api())
}

#[test]
fn every_route_has_a_row() {
    let routes: Vec<_> = routes().map(|route| (route.method, route.path)).collect();
    let rows: Vec<_> = TABLE.iter().map(|(method, path, _)| (*method, *path)).collect();
    assert_eq!(routes, rows, "each route says here who may use it, in the order of the routes");
    for route in ROUTES {
        assert_eq!(route.is_of_api(), route.path.starts_with("/api/"), "{}", route.path);
        let scoped = matches!(route.access, Access::ApiReader | Access::ApiCaller);
        assert_eq!(route.scope.is_some(), scoped, "{}", route.path);
    }
}

/// A site with an open table: a player on its first seat, and a stranger.
struct Site {
    app: App,
    pages: Pages,
    game: GameId,
    other: GameId,
}

impl Site {
    async fn new() -> Site {
        let app = App::new().await;
        let (ann, bob) = (app.player("organiser").await, app.player("seat").await);
        let game = app.open_table(TITLE, ann, 4).await;
        let other = app.open_table(TITLE, ann, 4).await;
        app.player("stranger").await;
        let join = Join { seat: Some(Seat(2)), ..Join::default() };
        app.service.tables().join_table(app.now, &game, bob, join).await.expect("a seat");
        let pages = Pages::of(app.service.clone());
        Site { app, pages, game, other }
    }

    async fn ask(&self, client: &Client, route: &Route) -> Page {
        let path = route.path.replace("{game}", self.game.as_str()).replace("{title}", TITLE);
        let path = path.trim_start_matches("/api/v1");
        if path == "/me/events" {
            // A stream would last for an hour; a refusal has a body.
            let page = client.send("HEAD", path, None).await;
            return if page.status == 200 { page } else { client.get(path).await };
        }
        if route.method == "get" {
            return client.get(path).await;
        }
        let body = match path.rsplit('/').next() {
            Some("orders" | "preview") => r#"{"order":"pass"}"#,
            Some("chat" | "notes") => r#"{"text":"hello"}"#,
            Some("read") => r#"{"upto":"x"}"#,
            Some("blocks" | "remove") => r#"{"player":"organiser"}"#,
            Some("games") => r#"{"title":"gotlandia","name":"x","seats":2,"clock":"day"}"#,
            Some("pause") => r#"{"paused":true,"reason":"x"}"#,
            Some("invite") => r#"{"address":"x@example.org"}"#,
            Some("bot") => r#"{"seat":3,"bot":"steady"}"#,
            Some("rewind") => r#"{"to":1,"reason":"x"}"#,
            Some("end") => r#"{"reason":"x"}"#,
            Some("vote") => r#"{"step":1,"agrees":true}"#,
            Some("withdraw") => r#"{"step":1}"#,
            _ => "{}",
        };
        let body = serde_json::from_str(body).expect("JSON");
        client.post(path, &body).await
    }
}

fn outcome(page: &Page) -> Says {
    match page.status {
        200 | 201 | 412 | 422 => Yes,
        403 => {
            problem(page, 403, "forbidden");
            No
        }
        404 => Gone,
        other => panic!("{}: {other} {}", page.path, page.body),
    }
}

#[tokio::test]
async fn routes_require_scope_and_seat() {
    for (column, name) in ["stranger", "seat"].into_iter().enumerate() {
        let mut site = Site::new().await;
        for (route, (.., says)) in routes().zip(TABLE) {
            if route.method == "post" {
                site = Site::new().await;
            }
            let scopes: Vec<Scope> = route.scope.into_iter().collect();
            let scopes = if scopes.is_empty() { vec![Scope::Chat] } else { scopes };
            let token = token_of(&site.app, name, &scopes, None).await;
            let page = site.ask(&Client::new(&site.pages, Some(&token)), route).await;
            let (method, path) = (route.method, route.path);
            assert_eq!(outcome(&page), says[column], "{method} {path} by {name}: {}", page.body);
        }
    }
}

#[tokio::test]
async fn token_without_the_scope_is_refused() {
    let site = Site::new().await;
    for &scope in Scope::ALL {
        let others: Vec<_> = Scope::ALL.iter().copied().filter(|other| *other != scope).collect();
        let token = token_of(&site.app, "seat", &others, None).await;
        let client = Client::new(&site.pages, Some(&token));
        for route in routes().filter(|route| route.scope == Some(scope)) {
            let page = site.ask(&client, route).await;
            let body = problem(&page, 403, "scope");
            assert_eq!(body["scope"], scope.key(), "{}", route.path);
            let challenge = page.header("www-authenticate").expect("a challenge");
            assert!(challenge.contains("insufficient_scope"), "{challenge}");
        }
    }
}

#[tokio::test]
async fn without_a_token_only_public_routes_answer() {
    let site = Site::new().await;
    let cookie = session(&site.app, "seat").await;
    let client = Client::new(&site.pages, None);
    for client in [client.clone(), client.with_cookie(&cookie)] {
        for route in routes() {
            let page = site.ask(&client, route).await;
            if route.access == Access::ApiCaller {
                problem(&page, 401, "token-missing");
                assert!(page.header("www-authenticate").is_some(), "{}", route.path);
            } else {
                assert!(matches!(page.status, 200 | 404), "{}: {}", route.path, page.body);
            }
        }
    }
}

#[tokio::test]
async fn wrong_expired_and_revoked_tokens_open_nothing() {
    let site = Site::new().await;
    let app = &site.app;
    let seat = signed(app, "seat").await;
    let revoked = token_of(app, "seat", Scope::ALL, None).await;
    let tokens = app.service.tokens();
    let hash = ravenpost_store::token_hash(&revoked);
    tokens.revoke(noon(), &seat, &hash).await.expect("revoked");
    let unknown = ravenpost::service::people::tokens::text::token(&"a".repeat(32));
    let expired = token_of(app, "seat", Scope::ALL, None).await;
    let later = Pages::with(app.service.clone(), |site| {
        site.clock = || noon() + Duration::days(31);
    });
    let cut = &expired[..expired.len() - 1];
    let wrong = ["", "x", "rp_", cut, &unknown, &revoked].map(|text| (&site.pages, text));
    for (pages, token) in wrong.into_iter().chain([(&later, expired.as_str())]) {
        let client = Client::new(pages, Some(token));
        for route in routes() {
            let page = site.ask(&client, route).await;
            problem(&page, 401, "token-invalid");
        }
    }
    let basic = Client::new(&site.pages, None).with("authorization", &format!("Basic {expired}"));
    problem(&basic.get("/me").await, 401, "token-invalid");
}

#[tokio::test]
async fn token_for_one_game_cannot_access_another() {
    let site = Site::new().await;
    let token = token_of(&site.app, "seat", Scope::ALL, Some(&site.other)).await;
    let client = Client::new(&site.pages, Some(&token));
    for route in routes().filter(|route| route.scope.is_some()) {
        let page = site.ask(&client, route).await;
        let of_all_games = route.path == "/api/v1/me/blocks";
        if route.path.contains("{game}") || route.method == "post" || of_all_games {
            problem(&page, 403, "forbidden");
        } else {
            assert_eq!(page.status, 200, "{}: {}", route.path, page.body);
            assert!(!page.body.contains(site.game.as_str()), "{}", route.path);
        }
    }
}

/// Returns the status and the body of a problem, without the id of the request.
fn answer(page: &Page) -> (u16, Value) {
    let mut body: Value = serde_json::from_str(&page.body).expect("JSON");
    body["request_id"] = Value::Null;
    (page.status, body)
}

/// Outsiders cannot distinguish an invitation-only game from one that does not exist.
#[tokio::test]
async fn invitation_only_games_do_not_exist_for_outsiders() {
    let mut site = Site::new().await;
    let app = &site.app;
    let (ann, bob) = (app.player_of("organiser").await, app.player_of("seat").await);
    let open = app.private_table(TITLE, ann, 3).await;
    let running = app.private_table(TITLE, ann, 2).await;
    let join = Join { invited: true, ..Join::default() };
    app.service.tables().join_table(app.now, &running, bob, join).await.expect("a seat");
    let none: GameId = "k3v9w2mq7xhd".parse().expect("an id");
    let token = token_of(app, "stranger", Scope::ALL, None).await;
    let versions = [app.version(&open).await, app.version(&running).await];
    for token in [Some(token.as_str()), None] {
        let client = Client::new(&site.pages, token);
        for route in routes().filter(|route| route.path.contains("{game}")) {
            site.game = none.clone();
            let missing = site.ask(&client, route).await;
            let signed_out = token.is_none() && route.access == Access::ApiCaller;
            assert_eq!(missing.status, if signed_out { 401 } else { 404 }, "{}", route.path);
            for game in [&open, &running] {
                site.game = game.clone();
                let hidden = site.ask(&client, route).await;
                assert_eq!(answer(&hidden), answer(&missing), "{}", route.path);
            }
            // Mistakes in the body do not reveal the game either.
            let mut mistakes = Vec::new();
            for game in [&none, &open, &running] {
                let path = route.path.replace("{game}", game.as_str());
                let path = path.trim_start_matches("/api/v1");
                mistakes.push(answer(&client.post(path, &json!({"odd": 1})).await));
            }
            assert!(mistakes.iter().all(|one| *one == mistakes[0]), "{mistakes:?}");
        }
    }
    assert_eq!([site.app.version(&open).await, site.app.version(&running).await], versions);
}
