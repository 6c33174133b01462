//! Flood limits: repeated actions at a table cause an email only if something changed, and only a
//! few emails a day. The number of actions in an hour is limited.

use std::collections::BTreeMap;

use chrono::Duration;
use ravenpost::emails::{Email, NotificationKind};
use ravenpost::service::people::secret::Entropy;
use ravenpost::service::rewind::propose::Proposed;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::moderate::Measure;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::service::table::substitute::{Away, usual_bot};
use ravenpost::service::table::vacation::Dates;
use ravenpost::service::{Service, ServiceError, Settings};
use ravenpost::zone::Zone;
use ravenpost_log::GameId;
use ravenpost_log::act::pace::Leave;
use ravenpost_log::act::{Consent, Pace};
use ravenpost_rules::{Seat, Table};
use ravenpost_store::PlayerId;
use ravenpost_store::post::outbox::{self, OutboxState};

use crate::harness::app::{App, fresh};
use crate::service::TITLE;

/// A public table of four, opened by Ann, who is alone there.
async fn open() -> (App, [PlayerId; 2], GameId) {
    let app = App::seeded(41).await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let game = app.open_table(TITLE, ann, 4).await;
    (app, [ann, bob], game)
}

async fn joins(app: &App, game: &GameId, who: PlayerId) -> Result<Seat, ServiceError> {
    app.service.tables().join_table(app.now, game, who, Join::default()).await
}

async fn leaves(app: &App, game: &GameId, who: PlayerId) {
    app.service.tables().leave_seat(app.now, game, who, &fresh()).await.expect("may leave");
}

/// A two-player game with some orders, whose organiser decides alone.
async fn organised() -> (App, [PlayerId; 2], GameId) {
    let mut app = App::seeded(42).await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let new = NewTable {
        title: TITLE.to_owned(),
        name: "Strict".to_owned(),
        table: Table::of(2),
        pace: Pace::of(Some(3 * 86_400)),
        public: true,
        consent: Consent::Organiser,
        own_seat: Some(Seat(1)),
        salt: String::new(),
        bots: Vec::new(),
    };
    let game = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    joins(&app, &game, bob).await.expect("a free seat");
    for _ in 0..8 {
        let seat =
            app.service.games().load(&game).await.expect("a game").seats().awaited_seats()[0];
        let order = app.some_order(&game, seat).await;
        app.order(&game, seat, &order).await.expect("legal");
    }
    app.now += Duration::hours(1);
    app.send_due_emails().await;
    (app, [ann, bob], game)
}

/// The headlines of the emails to a person.
fn to(name: &str, emails: &[(String, Email)]) -> Vec<String> {
    let own = emails.iter().filter(|(address, _)| address.starts_with(name));
    own.map(|(_, email)| email.headline.clone()).collect()
}

#[tokio::test]
async fn repeated_joining_and_leaving_sends_no_email() {
    let (mut app, [_, bob], game) = open().await;
    let mut done = 0;
    let why = loop {
        match joins(&app, &game, bob).await {
            Ok(_) => leaves(&app, &game, bob).await,
            Err(why) => break why,
        }
        done += 1;
        assert!(done <= 20, "it is refused in the end");
    };
    assert_eq!(done, 20);
    assert!(matches!(why, ServiceError::TooMany(_)));
    assert!(why.to_string().contains("try again in the next hour"), "it says what would do: {why}");
    app.now += Duration::minutes(10);
    assert_eq!(
        to("ann@", &app.send_due_emails().await),
        Vec::<String>::new(),
        "nothing has come of it"
    );
    // After that hour, a player who stays is announced once.
    app.now += Duration::hours(1);
    for _ in 0..3 {
        joins(&app, &game, bob).await.expect("a free seat");
        leaves(&app, &game, bob).await;
    }
    joins(&app, &game, bob).await.expect("a free seat");
    let cleo = app.player("cleo").await;
    joins(&app, &game, cleo).await.expect("a free seat");
    assert!(app.send_due_emails().await.is_empty(), "it waits as turn emails do");
    app.now += Duration::minutes(10);
    let emails = app.send_due_emails().await;
    assert_eq!(to("ann@", &emails).len(), 1, "{emails:?}");
    assert!(to("ann@", &emails)[0].starts_with("bob and cleo joined"), "{emails:?}");
    app.now += Duration::days(2);
    assert!(app.send_due_emails().await.is_empty(), "and nothing comes after it");
}

#[tokio::test]
async fn pausing_and_resuming_at_once_sends_no_email() {
    let (mut app, [ann, _], game) = organised().await;
    let stop = Measure::Freeze { reason: "a storm".to_owned() };
    let measures = async |app: &App, times: usize| {
        let mut done = 0;
        for at in 0..times {
            let measure = if at % 2 == 0 { &stop } else { &Measure::Thaw };
            let at = app.now;
            done += usize::from(
                app.service.tables().moderate(at, &game, ann, measure, &fresh()).await.is_ok(),
            );
        }
        done
    };
    let done = measures(&app, 80).await;
    assert!((1..=20).contains(&done), "{done} of 80");
    app.now += Duration::minutes(10);
    let still =
        app.service.games().load(&game).await.expect("a game").status.stops.frozen.is_some();
    assert_eq!(to("bob@", &app.send_due_emails().await).len(), usize::from(still));
}

/// A player who has used up the hourly limit can still resume a paused game.
#[tokio::test]
async fn pause_can_be_ended_at_the_limit() {
    let (mut app, [ann, _], game) = organised().await;
    let (store, settings) = (app.service.store().clone(), app.service.settings().clone());
    let settings = Settings { acts_an_hour: 1, ..settings };
    app.service = Service::with_entropy(store, settings, Entropy::seeded(43));
    let moderates = async |measure: &Measure| {
        app.service.tables().moderate(app.now, &game, ann, measure, &fresh()).await
    };
    let stop = Measure::Freeze { reason: "a storm".to_owned() };
    moderates(&stop).await.expect("the first within the hour");
    moderates(&Measure::Thaw).await.expect("it costs nothing");
    let again = moderates(&stop).await;
    assert!(matches!(again, Err(ServiceError::TooMany(_))), "{again:?}");
}

/// Actions that can be repeated without end count when they are done; their reversal is free.
#[tokio::test]
async fn returning_is_free_and_leaving_again_counts() {
    let (mut app, [_, bob], game) = organised().await;
    let (store, settings) = (app.service.store().clone(), app.service.settings().clone());
    let settings = Settings { acts_an_hour: 1, ..settings };
    app.service = Service::with_entropy(store, settings, Entropy::seeded(44));
    let away = Away { bot: usual_bot().to_owned(), days: None };
    app.service.tables().go_away(app.now, &game, bob, &away, &fresh()).await.expect("the first");
    app.service.tables().come_back(app.now, &game, bob, &fresh()).await.expect("it costs nothing");
    let again = app.service.tables().go_away(app.now, &game, bob, &away, &fresh()).await;
    assert!(matches!(again, Err(ServiceError::TooMany(_))), "{again:?}");
}

#[tokio::test]
async fn ending_a_vacation_is_free_and_booking_counts() {
    let mut app = App::seeded(45).await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let vacation = Some(Leave { days: 10, stops_clock: false });
    let pace = Pace { vacation, ..Pace::of(Some(3 * 86_400)) };
    let new = NewTable { pace, ..app.plain(TITLE, 2) };
    let game = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    joins(&app, &game, bob).await.expect("a free seat");
    app.now += Duration::hours(1);
    let app = app.with(|settings| settings.acts_an_hour = 1);
    let books = async |day: &str| {
        let dates = Dates { first: day.to_owned(), last: day.to_owned() };
        app.service.tables().go_on_vacation(app.now, &game, bob, &dates, Zone::UTC, &fresh()).await
    };
    books("2026-12-01").await.expect("the first");
    let back = app.service.tables().return_from_vacation(app.now, &game, bob, &fresh()).await;
    back.expect("it costs nothing");
    let again = books("2026-12-02").await;
    assert!(matches!(again, Err(ServiceError::TooMany(_))), "{again:?}");
}

/// Ten undos count as one act that notifies others.
#[tokio::test]
async fn undos_are_limited_and_orders_are_not() {
    let (mut app, _, game_id) = organised().await;
    let (store, settings) = (app.service.store().clone(), app.service.settings().clone());
    let settings = Settings { acts_an_hour: 1, ..settings };
    app.service = Service::with_entropy(store, settings, Entropy::seeded(44));
    let (mut undone, mut last) = (BTreeMap::<PlayerId, usize>::new(), None);
    for attempt in 0..200 {
        let game = app.service.games().load(&game_id).await.expect("a game");
        let seat = *game.seats().awaited_seats().first().expect("the game goes on");
        let player = game.people.iter().find(|one| one.0 == seat).map(|one| one.1);
        let player = player.expect("somebody sits there");
        let orders = game.true_position().legal(seat).orders;
        let some = || orders.get(attempt % orders.len().max(1)).cloned();
        // The order that was undone last may be given again.
        let order = match last.take().or_else(some) {
            Some(order) => order,
            None => app.some_order(&game_id, seat).await,
        };
        app.order(&game_id, seat, &order).await.expect("legal");
        match app.service.play().take_back_last(app.now, &game_id, seat, player, &fresh()).await {
            Ok(_) => {
                *undone.entry(player).or_default() += 1;
                last = Some(order);
            }
            Err(ServiceError::TooMany(_)) => {
                assert_eq!(undone.get(&player), Some(&10), "{undone:?}");
                return;
            }
            Err(_) => {}
        }
    }
    panic!("the limit was never reached: {undone:?}");
}

#[tokio::test]
async fn ten_emails_a_day_report_others_and_the_rest_is_bundled() {
    let (mut app, [ann, _], game_id) = organised().await;
    let started =
        app.service.games().load(&game_id).await.expect("a game").started().expect("it began");
    let (mut done, mut emails) = (0, Vec::new());
    // Six an hour: each causes its own email, and none is refused.
    for _ in 0..24 {
        let game = app.service.games().load(&game_id).await.expect("a game");
        let back = game.history().changed_before(game.step()).filter(|to| *to > started);
        let asked = Proposed { to: back.unwrap_or(started), reason: "again".to_owned() };
        done += usize::from(
            app.service
                .votes()
                .propose_rewind(app.now, &game_id, ann, &asked, &fresh())
                .await
                .is_ok(),
        );
        let seat =
            app.service.games().load(&game_id).await.expect("a game").seats().awaited_seats()[0];
        let order = app.some_order(&game_id, seat).await;
        app.order(&game_id, seat, &order).await.expect("legal");
        app.now += Duration::minutes(10);
        emails.extend(app.send_due_emails().await);
    }
    assert!(done > 20, "{done}");
    let told = |emails: &[(String, Email)]| {
        to("bob@", emails).iter().filter(|subject| subject.starts_with("Back to step")).count()
    };
    assert_eq!(told(&emails), 10, "{:?}", to("bob@", &emails));
    // Bob's time zone is an hour ahead, and he gets his at seven.
    app.now = "2026-11-21T06:00:00Z".parse().expect("a moment");
    let morning = to("bob@", &app.send_due_emails().await);
    assert!(morning.len() <= 2, "{morning:?}");
    // The rest came in his turn emails or in the morning.
    let waiting = outbox::list(app.service.store().read(), OutboxState::Waiting, 1000).await;
    let waiting = waiting.expect("readable");
    let rewound = NotificationKind::GameRewound.key();
    assert!(waiting.iter().all(|email| email.queued.kind != rewound), "{waiting:?}");
}

#[tokio::test]
async fn vote_withdrawn_at_once_sends_no_email() {
    let mut app = App::seeded(43).await;
    let (ann, _, game_id) = app.pair(TITLE).await;
    for _ in 0..6 {
        let seat =
            app.service.games().load(&game_id).await.expect("a game").seats().awaited_seats()[0];
        let order = app.some_order(&game_id, seat).await;
        app.order(&game_id, seat, &order).await.expect("legal");
    }
    app.now += Duration::hours(1);
    app.send_due_emails().await;
    let game = app.service.games().load(&game_id).await.expect("a game");
    let to_step = game.history().changed_before(game.step()).expect("a step before");
    let asked = Proposed { to: to_step, reason: "a slip".to_owned() };
    app.service
        .votes()
        .propose_rewind(app.now, &game_id, ann, &asked, &fresh())
        .await
        .expect("put");
    let open = app.service.games().load(&game_id).await.expect("a game");
    let step = open.status.stops.proposal.as_ref().expect("a vote").step;
    app.service
        .votes()
        .withdraw_proposal(app.now, &game_id, ann, step, &fresh())
        .await
        .expect("withdrawn");
    app.now += Duration::minutes(10);
    let emails = app.send_due_emails().await;
    let about = to("bob@", &emails);
    assert!(about.iter().all(|subject| !subject.contains("back")), "{about:?}");
}

/// Players who were notified of a vote are notified of its outcome.
#[tokio::test]
async fn announced_vote_has_its_outcome_announced() {
    let mut app = App::seeded(44).await;
    let (ann, _, game_id) = app.pair(TITLE).await;
    for _ in 0..6 {
        let seat =
            app.service.games().load(&game_id).await.expect("a game").seats().awaited_seats()[0];
        let order = app.some_order(&game_id, seat).await;
        app.order(&game_id, seat, &order).await.expect("legal");
    }
    let game = app.service.games().load(&game_id).await.expect("a game");
    let to_step = game.history().changed_before(game.step()).expect("a step before");
    let asked = Proposed { to: to_step, reason: "a slip".to_owned() };
    app.service
        .votes()
        .propose_rewind(app.now, &game_id, ann, &asked, &fresh())
        .await
        .expect("put");
    app.now += Duration::minutes(10);
    let asked = to("bob@", &app.send_due_emails().await);
    assert!(asked.iter().any(|subject| subject.contains("Vote: ")), "{asked:?}");
    let open = app.service.games().load(&game_id).await.expect("a game");
    let step = open.status.stops.proposal.as_ref().expect("a vote").step;
    app.service
        .votes()
        .withdraw_proposal(app.now, &game_id, ann, step, &fresh())
        .await
        .expect("withdrawn");
    app.now += Duration::minutes(10);
    assert!(!to("bob@", &app.send_due_emails().await).is_empty());
}
