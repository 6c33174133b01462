//! Access control: a row for every route and a column for every kind of visitor. A route without a
//! row fails the test. `tests/it/api/access.rs` does the same for the API.

use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::web::ROUTES;
use ravenpost_log::GameId;
use ravenpost_rules::{Seat, Table};

use crate::harness::app::{App, PACE};
use crate::harness::browser::{Page, Pages};
use crate::pages::{TITLE, session};

/// The response to a visitor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Says {
    /// The page, the result, or a refusal that does not depend on the visitor.
    Yes,
    /// A redirect to sign-in.
    In,
    /// Permission denied.
    No,
    /// Not found.
    Gone,
}

use Says::{Gone, In, No, Yes};

const VISITORS: [&str; 5] = ["nobody", "stranger", "seat", "organiser", "guest"];

/// Method, path and the response to each visitor. The organiser has no seat.
const TABLE: &[(&str, &str, [Says; 5])] = &[
    ("get", "/games/{game}", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/games/{game}/picture", [Gone, Gone, Gone, Gone, Gone]),
    ("get", "/games/{game}/now", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/games/{game}/preview", [In, No, Yes, No, No]),
    ("post", "/games/{game}/orders", [In, No, Yes, No, No]),
    ("get", "/static/{hash}/{name}", [Gone, Gone, Gone, Gone, Gone]),
    ("get", "/", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/titles", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/titles/{title}", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/titles/{title}/learn", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/titles/{title}/tour", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/titles/{title}/first-game", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/titles/{title}/examples", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/titles/{title}/examples/{example}", [Gone, Gone, Gone, Gone, Gone]),
    ("get", "/titles/{title}/rules", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/titles/{title}/notation", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/titles/{title}/background", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/titles/{title}/pictures/{picture}", [Gone, Gone, Gone, Gone, Gone]),
    ("get", "/about", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/credits", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/seals", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/seals/checkpoint", [Gone, Gone, Gone, Gone, Gone]),
    ("get", "/seals/from/{size}", [Gone, Gone, Gone, Gone, Gone]),
    ("get", "/seals/{day}", [Gone, Gone, Gone, Gone, Gone]),
    ("get", "/sign-in", [Yes, Yes, Yes, Yes, Yes]),
    ("post", "/sign-in", [Yes, Yes, Yes, Yes, Yes]),
    ("post", "/sign-in/code", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/sign-in/code", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/sign-in/{token}", [Yes, Yes, Yes, Yes, Yes]),
    ("post", "/sign-in/{token}", [Yes, Yes, Yes, Yes, Yes]),
    ("post", "/sign-out", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/settings", [In, Yes, Yes, Yes, In]),
    ("post", "/settings", [In, Yes, Yes, Yes, In]),
    ("post", "/settings/sessions", [In, Yes, Yes, Yes, In]),
    ("get", "/settings/data", [In, Yes, Yes, Yes, In]),
    ("get", "/settings/delete", [In, Yes, Yes, Yes, In]),
    ("post", "/settings/delete", [In, Yes, Yes, Yes, In]),
    ("get", "/settings/tables", [In, Yes, Yes, Yes, In]),
    ("post", "/settings/tables", [In, Yes, Yes, Yes, In]),
    ("get", "/settings/tokens", [In, Yes, Yes, Yes, In]),
    ("post", "/settings/tokens", [In, Yes, Yes, Yes, In]),
    ("post", "/settings/tokens/revoke", [In, Gone, Gone, Gone, In]),
    ("get", "/held", [In, Yes, Yes, Yes, In]),
    ("get", "/kept", [In, Gone, Gone, Gone, In]),
    ("post", "/held/{email}", [In, Gone, Gone, Gone, In]),
    ("post", "/settings/address", [In, Yes, Yes, Yes, In]),
    ("post", "/settings/address/finish", [In, Gone, Gone, Gone, In]),
    ("get", "/address/{token}", [Gone, Gone, Gone, Gone, Gone]),
    ("post", "/address/{token}", [Gone, Gone, Gone, Gone, Gone]),
    ("get", "/stop/{token}", [Gone, Gone, Gone, Gone, Gone]),
    ("post", "/stop/{token}", [Gone, Gone, Gone, Gone, Gone]),
    ("get", "/colours", [Yes, Yes, Yes, Yes, Yes]),
    ("post", "/colours", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/practice", [Yes, Yes, Yes, Yes, Yes]),
    ("post", "/practice", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/players/{name}", [Gone, Gone, Gone, Gone, Gone]),
    ("post", "/players/{name}/block", [In, Gone, Gone, Gone, In]),
    ("get", "/games", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/archive", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/my-games", [In, Yes, Yes, Yes, In]),
    ("get", "/next", [In, Yes, Yes, Yes, In]),
    ("get", "/open", [In, Yes, Yes, Yes, In]),
    ("post", "/open", [In, Yes, Yes, Yes, In]),
    ("get", "/join/{token}", [Gone, Gone, Gone, Gone, Gone]),
    ("post", "/join/{token}", [In, Gone, Gone, Gone, In]),
    ("get", "/join/{token}/decline", [Gone, Gone, Gone, Gone, Gone]),
    ("post", "/join/{token}/decline", [Gone, Gone, Gone, Gone, Gone]),
    ("get", "/games/{game}/log", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/games/{game}/clock", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/games/{game}/audit", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/games/{game}/audit.json", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/games/{game}/luck", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/games/{game}/saga", [Gone, Gone, Gone, Gone, Gone]),
    ("get", "/games/{game}/saga/{picture}", [Gone, Gone, Gone, Gone, Gone]),
    ("get", "/games/{game}/export", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/games/{game}/fork", [In, No, Yes, No, In]),
    ("post", "/games/{game}/fork", [In, No, Yes, No, In]),
    ("get", "/games/{game}/think", [In, No, Yes, No, No]),
    ("get", "/games/{game}/catch-up", [In, No, Yes, No, No]),
    ("get", "/games/{game}/days", [In, No, Yes, No, In]),
    ("get", "/games/{game}/days/{picture}", [Gone, Gone, Gone, Gone, Gone]),
    ("post", "/games/{game}/take-back", [In, No, Yes, No, No]),
    ("post", "/games/{game}/extend", [In, No, Yes, No, In]),
    ("post", "/games/{game}/nudge", [In, No, Yes, No, In]),
    ("post", "/games/{game}/keep", [In, No, Yes, Yes, In]),
    ("post", "/games/{game}/away", [In, No, Yes, No, In]),
    ("post", "/games/{game}/back", [In, No, Yes, No, In]),
    ("post", "/games/{game}/vacation", [In, No, Yes, No, In]),
    ("post", "/games/{game}/returned", [In, No, Yes, No, In]),
    ("get", "/games/{game}/rewind", [In, No, Yes, Yes, In]),
    ("post", "/games/{game}/rewind", [In, No, Yes, Yes, In]),
    ("get", "/games/{game}/end", [In, No, Yes, Yes, In]),
    ("post", "/games/{game}/end", [In, No, Yes, Yes, In]),
    ("get", "/games/{game}/change", [In, No, Yes, Yes, In]),
    ("post", "/games/{game}/change", [In, No, Yes, Yes, In]),
    ("post", "/games/{game}/vote", [In, No, Yes, Yes, In]),
    ("post", "/games/{game}/withdraw", [In, No, Yes, Yes, In]),
    ("get", "/games/{game}/talk", [In, No, Yes, No, In]),
    ("post", "/games/{game}/talk", [In, No, Yes, No, In]),
    ("post", "/games/{game}/mute", [In, No, Yes, No, In]),
    ("get", "/games/{game}/report", [In, No, Yes, No, In]),
    ("post", "/games/{game}/report", [In, No, Yes, No, In]),
    ("post", "/games/{game}/read", [In, No, Yes, No, In]),
    ("post", "/games/{game}/note", [In, No, Yes, No, In]),
    ("post", "/games/{game}/emails", [In, No, Yes, No, In]),
    ("get", "/games/{game}/leave", [In, No, Yes, No, In]),
    ("post", "/games/{game}/leave", [In, No, Yes, No, In]),
    ("post", "/games/{game}/return", [In, No, No, No, In]),
    ("post", "/games/{game}/join", [In, Yes, Yes, Yes, In]),
    ("post", "/games/{game}/wish", [In, No, Yes, No, In]),
    ("post", "/games/{game}/link", [In, No, Yes, Yes, In]),
    ("post", "/games/{game}/invite", [In, No, Yes, Yes, In]),
    ("post", "/games/{game}/bot", [In, No, No, Yes, In]),
    ("post", "/games/{game}/close", [In, No, No, Yes, In]),
    ("get", "/games/{game}/organise", [In, No, No, Yes, In]),
    ("post", "/games/{game}/organise", [In, No, No, Yes, In]),
    ("get", "/outbox", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/outbox/{email}", [Gone, Gone, Gone, Gone, Gone]),
    ("get", "/outbox/{email}/html", [Gone, Gone, Gone, Gone, Gone]),
    ("post", "/outbox/{email}/answer", [Gone, Gone, Gone, Gone, Gone]),
    ("get", "/admin", [Gone, Gone, Gone, Gone, Gone]),
    ("get", "/admin/people", [Gone, Gone, Gone, Gone, Gone]),
    ("get", "/admin/people/{player}", [Gone, Gone, Gone, Gone, Gone]),
    ("post", "/admin/people/{player}/account", [Gone, Gone, Gone, Gone, Gone]),
    ("post", "/admin/people/{player}/name", [Gone, Gone, Gone, Gone, Gone]),
    ("post", "/admin/people/{player}/erase", [Gone, Gone, Gone, Gone, Gone]),
    ("get", "/admin/tables", [Gone, Gone, Gone, Gone, Gone]),
    ("get", "/admin/invitations", [Gone, Gone, Gone, Gone, Gone]),
    ("post", "/admin/invitations", [Gone, Gone, Gone, Gone, Gone]),
    ("post", "/admin/invitations/revoke", [Gone, Gone, Gone, Gone, Gone]),
    ("post", "/admin/invitations/sign-up", [Gone, Gone, Gone, Gone, Gone]),
    ("get", "/admin/site", [Gone, Gone, Gone, Gone, Gone]),
    ("post", "/admin/site", [Gone, Gone, Gone, Gone, Gone]),
    ("get", "/admin/backups", [Gone, Gone, Gone, Gone, Gone]),
    ("post", "/admin/backups", [Gone, Gone, Gone, Gone, Gone]),
    ("get", "/admin/limits", [Gone, Gone, Gone, Gone, Gone]),
    ("post", "/admin/limits", [Gone, Gone, Gone, Gone, Gone]),
    ("get", "/admin/reports", [Gone, Gone, Gone, Gone, Gone]),
    ("post", "/admin/reports/{report}", [Gone, Gone, Gone, Gone, Gone]),
    ("get", "/admin/log", [Gone, Gone, Gone, Gone, Gone]),
    ("get", "/admin/outbound", [Gone, Gone, Gone, Gone, Gone]),
    ("post", "/admin/outbound/{email}", [Gone, Gone, Gone, Gone, Gone]),
    ("get", "/admin/inbound", [Gone, Gone, Gone, Gone, Gone]),
    ("post", "/admin/inbound/{email}", [Gone, Gone, Gone, Gone, Gone]),
    ("get", "/api", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/favicon.ico", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/robots.txt", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/healthz", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/readyz", [Yes, Yes, Yes, Yes, Yes]),
    ("get", "/readyz/pages", [Yes, Yes, Yes, Yes, Yes]),
];

#[test]
fn every_route_has_a_row() {
    let pages = ROUTES.iter().filter(|route| !route.is_of_api());
    let routes: Vec<_> = pages.map(|route| (route.method, route.path)).collect();
    let rows: Vec<_> = TABLE.iter().map(|(method, path, _)| (*method, *path)).collect();
    assert_eq!(routes, rows, "each route says here who may use it, in the order of the routes");
}

#[tokio::test]
async fn routes_are_limited_to_permitted_visitors() {
    for (column, visitor) in VISITORS.into_iter().enumerate() {
        // Changing requests run last. After one that was permitted, the next gets a new site.
        let (reading, changing): (Vec<_>, Vec<_>) =
            TABLE.iter().partition(|row| matches!(row.0, "get"));
        let (mut site, mut changed) = (Site::new(visitor).await, false);
        for (method, path, says) in reading.into_iter().chain(changing) {
            if changed {
                site = Site::new(visitor).await;
            }
            let answer = site.ask(method, path).await;
            let said = outcome(&answer);
            assert_eq!(said, says[column], "{method} {path} by {visitor}: {}", answer.body);
            changed = method == "post" && said == Yes;
        }
    }
}

fn outcome(answer: &Page) -> Says {
    match answer.status {
        303 if answer.header("location").is_some_and(|to| to.starts_with("/sign-in?to=")) => In,
        403 => No,
        404 => Gone,
        200 | 303 | 400 | 409 | 422 => Yes,
        other => panic!("{}: {other} {}", answer.path, answer.body),
    }
}

/// A site with one open table for two, and one visitor.
struct Site {
    app: App,
    game: GameId,
    browser: crate::harness::browser::Browser,
    token: String,
}

impl Site {
    async fn new(visitor: &str) -> Site {
        let app = App::new().await;
        let organiser = app.player("organiser").await;
        let new = NewTable {
            title: TITLE.to_owned(),
            name: "Table".to_owned(),
            table: Table::of(3),
            pace: PACE,
            public: true,
            consent: ravenpost_log::act::Consent::All,
            own_seat: None,
            salt: String::new(),
            bots: Vec::new(),
        };
        let game =
            app.service.tables().open_table(app.now, Some(organiser), &new).await.expect("a table");
        let seated = app.player("seat").await;
        let join = Join { seat: Some(Seat(1)), ..Join::default() };
        app.service.tables().join_table(app.now, &game, seated, join).await.expect("a seat");
        let pages = Pages::of(app.service.clone());
        let mut browser = pages.browser();
        if visitor == "guest" {
            let page = browser.get(&format!("/titles/{TITLE}")).await;
            browser.send(page.ok(), "/practice", &[]).await.ok();
        }
        let token = if ["nobody", "guest"].contains(&visitor) {
            browser.get("/sign-in").await.form("/sign-in").fields[0].1.clone()
        } else {
            browser = browser.signed_in(&session(&app, visitor).await);
            browser.get("/settings").await.form("/settings").fields[0].1.clone()
        };
        Site { app, game, browser, token }
    }

    async fn ask(&mut self, method: &str, path: &str) -> Page {
        let path = path
            .replace("{game}", self.game.as_str())
            .replace("{title}", TITLE)
            .replace("{email}", "999999")
            .replace(['{', '}'], "");
        let body = format!(
            "token={}&key=abcdefghijklmnopqrstuvwxyz&order=1&seat=2&bot=random&address=x%40y.se\
             &title={TITLE}",
            ravenpost::web::shared::query::encode(&self.token)
        );
        let body = (method == "post").then_some(body);
        self.browser.once(&method.to_uppercase(), &path, body.as_deref()).await
    }
}

/// Outsiders cannot distinguish an invitation-only game from one that does not exist.
#[tokio::test]
async fn invitation_only_games_do_not_exist_for_outsiders() {
    let none: GameId = "k3v9w2mq7xhd".parse().expect("an id");
    for visitor in ["nobody", "stranger", "guest"] {
        let mut site = Site::new(visitor).await;
        let organiser = site.app.player_of("organiser").await;
        let hidden = site.app.private_table(TITLE, organiser, 3).await;
        for (method, path, _) in TABLE.iter().filter(|(_, path, _)| path.contains("{game}")) {
            let mut answers = Vec::new();
            for game in [&none, &hidden] {
                site.game = game.clone();
                let answer = site.ask(method, path).await;
                answers.push((answer.status, answer.header("location").map(str::to_owned)));
            }
            assert_eq!(answers[0], answers[1], "{method} {path} by {visitor}");
            assert!(matches!(answers[0].0, 303 | 404), "{method} {path}: {}", answers[0].0);
            assert!(visitor != "stranger" || answers[0].0 == 404, "{method} {path}");
        }
        // The same addresses with an encoded character.
        let (first, rest) = hidden.as_str().split_at(1);
        let encoded = format!("/games/%{:02x}{rest}", first.as_bytes()[0]);
        for end in ["", "/log", "/export", "/audit.json"] {
            let answer = site.browser.once("GET", &format!("{encoded}{end}"), None).await;
            assert_eq!(answer.status, 404, "{end} by {visitor}");
        }
    }
}
