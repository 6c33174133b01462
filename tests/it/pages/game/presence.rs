//! When the other players of a game were last here: who sees it, how precisely, and who hides it.

use chrono::{DateTime, Duration, Utc};
use ravenpost::service::game::core::folded::Game;
use ravenpost_log::GameId;
use ravenpost_rules::Seat;

use crate::harness::app::App;
use crate::harness::browser::{Browser, Pages, noon};
use crate::pages::session;

/// A title whose first decision everyone may watch, and one that is played in secret.
const OPEN: &str = "thingvellir";
const SECRET: &str = "scharz";

fn days_later() -> DateTime<Utc> {
    noon() + Duration::days(3)
}

/// A game of Ann and Bob, who signed in at noon, with their browsers.
struct Table {
    app: App,
    pages: Pages,
    game: GameId,
    ann: Browser,
    bob: Browser,
}

impl Table {
    async fn of(title: &str, clock: fn() -> DateTime<Utc>) -> Table {
        let app = App::new().await;
        let (_, _, game) = app.pair(title).await;
        let pages = Pages::with(app.service.clone(), |site| site.clock = clock);
        let ann = pages.browser().signed_in(&session(&app, "ann").await);
        let bob = pages.browser().signed_in(&session(&app, "bob").await);
        Table { app, pages, game, ann, bob }
    }

    /// What Ann's page of the game says about Bob.
    async fn seen_by_ann(&mut self, query: &str) -> Vec<String> {
        let path = format!("/games/{}{query}", self.game);
        self.ann.get(&path).await.ok().texts(".presence")
    }
}

#[tokio::test]
async fn presence_is_coarser_while_answers_are_secret() {
    let (mut open, mut secret) = (Table::of(OPEN, noon).await, Table::of(SECRET, noon).await);
    for (table, private) in [(&open, false), (&secret, true)] {
        let game = table.app.service.games().load(&table.game).await.expect("a game");
        let waits: Vec<bool> =
            game.seats().awaited_seats().iter().map(|seat| is_private(&game, *seat)).collect();
        assert!(!waits.is_empty() && waits.iter().all(|one| *one == private), "{waits:?}");
    }
    let (by_hour, by_day) = (open.seen_by_ann("").await, secret.seen_by_ann("").await);
    assert_eq!((by_hour.len(), by_day.len()), (1, 1));
    assert_ne!(by_hour, by_day);
}

fn is_private(game: &Game, seat: Seat) -> bool {
    game.seats().wait(seat).is_some_and(|wait| wait.private)
}

#[tokio::test]
async fn a_visit_is_stored_later_and_polling_is_none() {
    let mut table = Table::of(OPEN, days_later).await;
    let before = table.seen_by_ann("").await;
    let (own, service) = (format!("/games/{}", table.game), table.app.service.clone());
    table.bob.get(&format!("{own}/now")).await;
    service.accounts().store_visits().await.expect("stored");
    assert_eq!(table.seen_by_ann("").await, before, "an open page is no visit");
    table.bob.get(&own).await.ok();
    assert_eq!(table.seen_by_ann("").await, before, "reading writes nothing");
    service.accounts().store_visits().await.expect("stored");
    let after = table.seen_by_ann("").await;
    assert_eq!((before.len(), after.len()), (1, 1));
    assert_ne!(before, after);
}

#[tokio::test]
async fn only_players_see_presence_and_only_at_the_current_step() {
    let mut table = Table::of(OPEN, noon).await;
    let carol = session(&table.app, "carol").await;
    let path = format!("/games/{}", table.game);
    for mut other in [table.pages.browser(), table.pages.browser().signed_in(&carol)] {
        assert!(other.get(&path).await.ok().texts(".presence").is_empty());
    }
    let game = table.app.service.games().load(&table.game).await.expect("a game");
    let seat = game.seats().awaited_seats()[0];
    let order = table.app.some_order(&table.game, seat).await;
    table.app.order(&table.game, seat, &order).await.expect("legal");
    let started = game.step();
    assert_eq!(table.seen_by_ann(&format!("?at={started}")).await, Vec::<String>::new());
    assert_eq!(table.seen_by_ann("").await.len(), 1);
}

#[tokio::test]
async fn players_can_hide_presence_from_all_or_by_a_block() {
    let mut table = Table::of(OPEN, noon).await;
    assert_eq!(table.seen_by_ann("").await.len(), 1, "it is shown at first");
    let bob = table.app.player_of("bob").await;
    for blocked in [true, false] {
        let players = table.app.service.players();
        players.block(table.app.now, bob, "ann", blocked).await.expect("done");
        assert_eq!(table.seen_by_ann("").await.is_empty(), blocked);
    }
    let settings = table.bob.get("/settings").await;
    let mut fields = settings.ok().form("/settings").fields;
    fields.retain(|field| *field != ("shown".to_owned(), "presence".to_owned()));
    let fields: Vec<_> = fields.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    let body = ravenpost::web::shared::query::pairs(&fields);
    table.bob.post("/settings", &body).await.ok();
    assert!(table.seen_by_ann("").await.is_empty());
}
