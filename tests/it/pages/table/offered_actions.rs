//! No action that a page offers is refused if it is sent at once. Random players act at tables with
//! votes, pauses, substitutes and endings.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, Duration, Utc};
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::web::shared::forms;
use ravenpost_log::GameId;
use ravenpost_log::table::status::Status;
use ravenpost_rules::{Dice, Seat, Table};

use crate::cluster::operations::{self, Deed, Use, between};
use crate::harness::app::App;
use crate::harness::browser::{Browser, Pages, noon};
use crate::pages::session;

/// The time at which the pages are viewed, in milliseconds since noon.
static LATER: AtomicI64 = AtomicI64::new(0);

fn clock() -> DateTime<Utc> {
    noon() + Duration::milliseconds(LATER.load(Ordering::SeqCst))
}

/// The accepted and refused forms, by kind.
#[derive(Default, Debug)]
struct Said {
    done: BTreeMap<Use, usize>,
    refused: Vec<String>,
}

/// Plays a game with the actions its pages offer.
async fn plays(title: &str, seed: u64, said: &mut Said) {
    LATER.store(0, Ordering::SeqCst);
    let mut app = App::seeded(seed).await;
    app.now = clock();
    let pages = Pages::with(app.service.clone(), |site| site.clock = clock);
    let mut people: Vec<(Browser, String)> = Vec::new();
    for name in ["ann", "bob"] {
        let secret = session(&app, name).await;
        people.push((pages.browser().signed_in(&secret), secret));
    }
    let (ann, bob) = (app.player_of("ann").await, app.player_of("bob").await);
    let with_bot = seed.is_multiple_of(3);
    let seats = 2 + u8::from(with_bot);
    let bots = if with_bot { vec![(Seat(3), "steady".to_owned())] } else { Vec::new() };
    let new = NewTable { bots, table: Table::of(seats), ..app.plain(title, seats) };
    let game = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    app.service.tables().join_table(app.now, &game, bob, Join::default()).await.expect("a seat");
    let mut dice = Dice::seeded(seed);
    for _ in 0..400 {
        if app.status(&game).await == Status::Over {
            break;
        }
        let mut draw = dice.stream("people");
        let minutes = if draw.below(12) == 0 { 600 } else { i64::from(draw.below(9)) };
        LATER.fetch_add(minutes * 60_000, Ordering::SeqCst);
        if draw.below(3) == 0 {
            app.service.clocks().tick(clock()).await.expect("a tick");
        }
        let who = draw.below(2) as usize;
        let (browser, secret) = &mut people[who];
        looks(browser, secret, &game, &mut dice, said).await;
    }
}

async fn looks(
    browser: &mut Browser,
    secret: &str,
    game: &GameId,
    dice: &mut Dice,
    said: &mut Said,
) {
    let page = browser.get(&format!("/games/{game}")).await;
    assert_eq!(page.status, 200, "{}", page.body);
    let step = between(&page.body, "data-step=\"", "\"").and_then(|text| text.parse().ok());
    let step = step.expect("a step");
    let mut draw = dice.stream("more");
    // Freeze games and undo orders more often than in other tests.
    let stop = [("do", "freeze".to_owned()), ("reason", "it is late".to_owned())];
    let deed = match draw.below(18) {
        0 | 1 => Some(Deed { by: Use::Organise, fields: stop.into() }),
        2..=5 => operations::taken_back(&page.body),
        _ => None,
    };
    let deed = deed.or_else(|| operations::chosen(&page.body, step, dice));
    let Some(deed) = deed else { return };
    let (token, key) = (forms::token(secret), forms::random());
    let mut fields = vec![("token", token.as_str()), ("key", key.as_str())];
    fields.extend(deed.fields.iter().map(|(name, value)| (*name, value.as_str())));
    let body = ravenpost::web::shared::query::pairs(&fields);
    let path = format!("/games/{game}/{}", deed.by.page());
    let answer = browser.once("POST", &path, Some(&body)).await;
    let location = answer.header("location").unwrap_or_default();
    if deed.by.done().iter().any(|told| location.contains(told)) {
        *said.done.entry(deed.by).or_default() += 1;
    } else if !matches!(deed.by, Use::Propose | Use::Organise | Use::Away) {
        let why = answer.text("main").unwrap_or_default();
        said.refused.push(format!("{game} step {step}: {:?} {:?}: {why}", deed.by, deed.fields));
    }
}

/// One game with a bot and one without by day; `RAVENPOST_HISTORIES` sets the number.
#[tokio::test(flavor = "multi_thread")]
async fn offered_actions_are_not_refused() {
    let mut said = Said::default();
    let seeds = std::env::var("RAVENPOST_HISTORIES").ok().and_then(|text| text.parse().ok());
    for seed in 0..seeds.unwrap_or(2) {
        plays("gotlandia", seed, &mut said).await;
    }
    println!("{:?}", said.done);
    let done: usize = said.done.values().sum();
    assert!(done >= 20 && said.done.len() >= 3, "{:?}", said.done);
    assert!(said.refused.is_empty(), "{}", said.refused.join("\n"));
}
