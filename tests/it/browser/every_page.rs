//! Opens every page in a browser: `tests/browser/pages.mjs` checks it and axe must report nothing.
//! The list of pages follows from the routes, so new ones are included automatically.

use ravenpost::emails::{MailTopic, NotificationKind};
use ravenpost::service::admin::site::SiteTexts;
use ravenpost::service::game::clocks::presets;
use ravenpost::service::people::mail_choices::{LinkOwner, StopLink};
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::service::table::vacation::Dates;
use ravenpost::service::talk::say::{OutgoingMessage, To};
use ravenpost::titles;
use ravenpost::web::ROUTES;
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::PlayerId;
use ravenpost_store::post::outbox::{self, OutboxState, QueuedEmail};
use ravenpost_store::talk::messages::Span;

use super::{HISTORY, play, play_on};
use crate::harness::app::{App, fresh};
use crate::harness::browser::Pages;
use crate::pages::{TITLE, session};

/// Routes that return something other than a page, or only redirect to one.
const NO_PAGES: [&str; 20] = [
    "/favicon.ico",
    "/games/{game}/audit.json",
    "/games/{game}/days/{picture}",
    "/games/{game}/export",
    "/games/{game}/now",
    "/games/{game}/picture",
    "/games/{game}/saga/{picture}",
    "/healthz",
    "/next",
    "/outbox/{email}/html",
    "/practice",
    "/readyz",
    "/readyz/pages",
    "/robots.txt",
    "/seals/checkpoint",
    "/seals/from/{size}",
    "/seals/{day}",
    "/settings/data",
    "/static/{hash}/{name}",
    "/titles/{title}/pictures/{picture}",
];

/// Visits a page of each kind and title, in a running and in a finished game.
#[tokio::test(flavor = "multi_thread")]
async fn no_page_of_any_title_has_accessibility_violations() {
    let mut app = App::seeded(HISTORY).await;
    let player = app.player("aud").await;
    let mut named = vec![session(&app, "aud").await];
    app.appoint(player).await;
    named.extend(of_the_site(&mut app, player).await);
    for title in titles::all() {
        let key = title.about().key;
        let game = app.table(key, player, &["random"]).await;
        play_on(&mut app, &game).await;
        let over = app.bots_only(key, &["steady", "random"]).await;
        named.push(format!("{key}={game}={over}"));
    }
    let pages = Pages::with(app.service.clone(), |site| site.clock = evening);
    let url = format!("http://{}", pages.address);
    let looked = tokio::task::spawn_blocking(move || {
        let named = named.iter().map(String::as_str);
        play("pages.mjs", &std::iter::once(url.as_str()).chain(named).collect::<Vec<_>>())
    });
    let looked = looked.await.expect("it went well");
    let seen: Vec<&str> = looked.lines().filter_map(|line| line.strip_prefix("at ")).collect();
    assert!(seen.len() > 100, "{looked}");
    let routes = ROUTES
        .iter()
        .filter(|route| route.method == "get" && !route.is_of_api())
        .map(|route| route.path);
    let (no_pages, pages): (Vec<&str>, Vec<&str>) =
        routes.partition(|route| NO_PAGES.contains(route));
    assert_eq!(no_pages.len(), NO_PAGES.len(), "of {NO_PAGES:?} only {no_pages:?} are routes");
    let unseen: Vec<&str> = pages
        .into_iter()
        .filter(|page| !seen.iter().any(|path| route_of(path) == Some(*page)))
        .collect();
    assert!(unseen.is_empty(), "pages.mjs does not look at {unseen:?}");
}

/// Returns the route that matches a path, preferring the one with the fewest parameters.
fn route_of(path: &str) -> Option<&'static str> {
    let path = path.split('?').next().unwrap_or_default();
    let fits = |route: &&str| {
        let (wanted, found) = (route.split('/'), path.split('/'));
        wanted.clone().count() == found.clone().count()
            && wanted.zip(found).all(|(wanted, found)| wanted.starts_with('{') || wanted == found)
    };
    let routes = ROUTES
        .iter()
        .filter(|route| route.method == "get" && !route.is_of_api())
        .map(|route| route.path);
    routes.filter(fits).min_by_key(|route| route.matches('{').count())
}

/// Returns the pages that belong to no title. Those after "out:" are visited signed out.
async fn of_the_site(app: &mut App, player: PlayerId) -> Vec<String> {
    describe(app, player).await;
    let clocks = clocks(app, player).await;
    let table = app.open_table(TITLE, player, 2).await;
    let link = app
        .service
        .tables()
        .invite_by_link(app.now, &table, player, &fresh())
        .await
        .expect("a link");
    let join = format!("/join/{}", link.token);
    let topic = StopLink { whose: LinkOwner::Player(player), topic: MailTopic::Turns, game: None };
    let stop =
        format!("/stop/{}", app.service.players().stop_token(&topic).await.expect("a token"));
    let sign_in = format!("/sign-in/{}", sign_in(app).await);
    let address = format!("/address/{}", new_address(app, player).await);
    let (clock, organise) = (format!("/games/{clocks}/clock"), format!("/games/{clocks}/organise"));
    let (table, link) = (format!("/games/{table}"), format!("/games/{table}?link=x"));
    let own = ["/my-games", "/settings", "/settings/tables", "/held", "/open", "/open?practice=1"];
    let people = ["/settings/delete", "/settings/tokens", "/players/aud", "/api"];
    let public = ["/", "/about", "/titles", "/credits", "/seals", "/games", "/archive", "/none"];
    let kept = [
        "/outbox",
        "/outbox/1",
        "/admin",
        "/admin/people",
        "/admin/tables",
        "/admin/tables?show=stuck",
        "/admin/tables?show=damaged",
        "/admin/invitations",
        "/admin/site",
        "/admin/backups",
        "/admin/limits",
        "/admin/reports",
        "/admin/log",
        "/admin/outbound",
        "/admin/inbound",
    ];
    let account = format!("/admin/people/{player}");
    let report = format!("/games/{clocks}/report?message={}", said(app, player, &clocks).await);
    let games = [clock.as_str(), &organise, &table, &link, &account, &report];
    let decline = format!("{join}/decline");
    let emails = [join.as_str(), &decline, &stop, &sign_in, &address];
    let strangers =
        ["/", "/colours", "/sign-in", "/sign-in?asked=1", "/sign-in/code", &clock, &table];
    let signed_in = own
        .iter()
        .chain(&people)
        .chain(&public)
        .chain(&kept)
        .chain(&games)
        .map(|path| (*path).into());
    let out = strangers.iter().chain(&emails).map(|path| format!("out:{path}"));
    let kept = format!("kept:/games/{clocks}/talk");
    signed_in.chain(out).chain([kept]).collect()
}

/// Sets every text about the server, and invites a person to it.
async fn describe(app: &App, admin: PlayerId) {
    let administration = app.service.administration();
    let mut texts = SiteTexts::default();
    let seen = texts.versions();
    for field in SiteTexts::FIELDS {
        texts.set(field, "See https://club.example/a").expect("a text");
    }
    administration.set_site(evening(), Some(admin), &texts, &seen).await.expect("set");
    let invited = administration.invite_to_server(evening(), Some(admin), "eve@else.example");
    invited.await.expect("invited");
}

/// Returns the id of a message that the other player sends, which is reported.
async fn said(app: &App, player: PlayerId, game: &GameId) -> i64 {
    let (by, words, key) = (app.player_of("bob").await, "good luck".to_owned(), fresh());
    let say = OutgoingMessage { game: game.clone(), by, to: To::Table, words, key, at_step: None };
    let chat = app.service.chat();
    chat.say(evening(), say).await.expect("said");
    let span = Span { after: 0, before: i64::MAX, upto: Seq::MAX, most: 1 };
    let said = chat.talk_for(game, Some(player), span).await.expect("readable");
    let message = said[0].words.id;
    chat.report(evening(), game, player, message, "an example").await.expect("reported");
    message
}

/// Returns the token of an unused sign-in email.
async fn sign_in(app: &App) -> String {
    let asked = app.service.accounts().ask_sign_in(
        evening(),
        "new@example.org",
        "a browser",
        "here",
        "new",
    );
    asked.await.expect("an email");
    token(app, NotificationKind::SignIn, "new@example.org").await
}

/// Returns the token of an email that asks to confirm a new address.
async fn new_address(app: &App, player: PlayerId) -> String {
    let player = app.stored_player(player).await;
    app.service
        .players()
        .ask_new_address(evening(), &player, "aud@new.example")
        .await
        .expect("asked");
    token(app, NotificationKind::AddressChangeNew, "aud@new.example").await
}

async fn token(app: &App, kind: NotificationKind, to: &str) -> String {
    let waiting = outbox::list(app.service.store().read(), OutboxState::Waiting, 1000).await;
    let is_it =
        |queued: &QueuedEmail| queued.kind == kind.key() && queued.address.as_deref() == Some(to);
    let mut waiting = waiting.expect("readable").into_iter().map(|email| email.queued);
    let queued = waiting.rfind(is_it).expect("such an email");
    let payload: serde_json::Value = serde_json::from_str(&queued.payload).expect("JSON");
    payload["token"].as_str().expect("a token").to_owned()
}

/// Opens a table with every kind of clock setting, at which the first seat awaits the second.
async fn clocks(app: &mut App, first: PlayerId) -> GameId {
    let pace = presets::pace("bank", "UTC").expect("known");
    let new = NewTable { pace, ..app.plain(TITLE, 2) };
    let game = app.service.tables().open_table(app.now, Some(first), &new).await.expect("a table");
    let bob = app.player("bob").await;
    app.service
        .tables()
        .join_table(app.now, &game, bob, Join::default())
        .await
        .expect("a free seat");
    while app
        .service
        .games()
        .load(&game)
        .await
        .expect("a game")
        .seats()
        .awaited_seats()
        .contains(&Seat(1))
    {
        let order = app.some_order(&game, Seat(1)).await;
        app.order(&game, Seat(1), &order).await.expect("legal");
    }
    let dates = Dates { first: "2026-12-20".to_owned(), last: "2027-01-02".to_owned() };
    let (key, zone) = (fresh(), ravenpost::zone::Zone::UTC);
    let gone = app.service.tables().go_on_vacation(app.now, &game, bob, &dates, zone, &key);
    gone.await.expect("booked");
    game
}

/// Late enough that an awaited player may be nudged.
fn evening() -> chrono::DateTime<chrono::Utc> {
    "2026-11-20T22:00:00Z".parse().expect("a moment")
}
