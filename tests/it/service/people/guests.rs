//! Practice without an account: limits, the day, and games that pass to an account once.

use chrono::{DateTime, Duration, Utc};
use ravenpost::service::ServiceError;
use ravenpost::service::people::sign_in::SignInContext;
use ravenpost::service::table::practice::{GUEST_HOURS, GuestBrowser, Practice};
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_store::PlayerId;
use ravenpost_store::people::{guests, organisers, players, seat_holders};
use ravenpost_store::post::outbox::{self, OutboxState};

use crate::harness::app::App;
use crate::harness::folder::folder;
use crate::service::TITLE;

const FORM: &str = "a form with a random key";

fn browser<'a>(session: Option<&'a str>, visit: &'a str) -> GuestBrowser<'a> {
    GuestBrowser { session, visit, from: "192.0.2.1", agent: "test" }
}

async fn practise(app: &App, visit: &str, form: &str) -> Result<Practice, ServiceError> {
    app.service.accounts().practise(app.now, TITLE, browser(None, visit), form).await
}

/// Requests a sign-in email and returns the token of its link.
async fn asked(app: &App, name: &str) -> String {
    let address = format!("{name}@example.org");
    let asked = app.service.accounts().ask_sign_in(app.now, &address, name, "test", name).await;
    asked.expect("an email");
    app.sign_in_token().await
}

/// Signs in, in the browser of a guest.
async fn enters(app: &App, name: &str, guest: &str) -> PlayerId {
    let token = asked(app, name).await;
    let coming = SignInContext { to: "", guest: Some(guest) };
    let accounts = app.service.accounts();
    let session = accounts.sign_in_by_link_to(app.now, &token, name, "test", coming).await;
    let session = session.expect("signed in");
    accounts.signed(app.now, &session).await.expect("readable").expect("a session").player.id
}

async fn holder(app: &App, game: &GameId) -> Option<PlayerId> {
    let held = seat_holders::of_game(app.service.store().read(), game).await.expect("readable");
    let stored = held.into_iter().find(|held| held.seat == Seat(1)).and_then(|held| held.player);
    let loaded = app.service.games().load(game).await.expect("a game");
    if let Some(player) = stored {
        assert_eq!(loaded.seat_of(player), Some(Seat(1)), "memory and store agree");
    }
    stored
}

async fn count(app: &App) -> u64 {
    guests::count(app.service.store().read()).await.expect("counted")
}

async fn guest(app: &App, now: DateTime<Utc>, session: &str) -> Option<PlayerId> {
    let found = app.service.accounts().guest(now, session).await.expect("readable");
    found.map(|found| found.player.id)
}

#[tokio::test]
async fn guest_keeps_the_game_by_signing_in() {
    let mut app = App::seeded(5).await;
    let practice = practise(&app, "a browser", FORM).await.expect("a game");
    let game = app.service.games().load(&practice.game).await.expect("a game");
    assert!(game.has_started() && !game.status.public && game.status.pace.turn.is_none());
    let own = guest(&app, app.now, &practice.session).await.expect("a guest");
    assert_eq!(game.seat_of(own), Some(Seat(1)));
    let accounts = app.service.accounts();
    assert!(accounts.signed(app.now, &practice.session).await.expect("readable").is_none());
    let order = app.some_order(&practice.game, Seat(1)).await;
    app.order(&practice.game, Seat(1), &order).await.expect("legal");
    let before = app.version(&practice.game).await;

    let ann = enters(&app, "ann", &practice.session).await;
    let game = app.service.games().load(&practice.game).await.expect("a game");
    assert_eq!(game.seat_of(ann), Some(Seat(1)));
    assert_eq!(game.last_seq(), before, "the log is unchanged");
    let reader = app.service.store().read();
    assert_eq!(organisers::of_game(reader, &practice.game).await.expect("readable"), Some(ann));
    assert_eq!((guest(&app, app.now, &practice.session).await, count(&app).await), (None, 0));
    assert!(app.service.loose_rows().await.expect("checked").is_empty());
    app.restart_with_seed(6);
    assert_eq!(holder(&app, &practice.game).await, Some(ann), "after a restart");
}

#[tokio::test]
async fn games_pass_to_the_first_account_only() {
    let app = App::new().await;
    let practice = practise(&app, "a browser", FORM).await.expect("a game");
    let ann = enters(&app, "ann", &practice.session).await;
    // The same cookie in another browser, copied or stolen.
    enters(&app, "bob", &practice.session).await;
    enters(&app, "ann", &practice.session).await;
    assert_eq!(holder(&app, &practice.game).await, Some(ann));
}

#[tokio::test]
async fn one_of_two_simultaneous_accounts_gets_the_game() {
    let app = App::new().await;
    let practice = practise(&app, "a browser", FORM).await.expect("a game");
    let (first, second) = (asked(&app, "ann").await, asked(&app, "bob").await);
    let coming = SignInContext { to: "", guest: Some(&practice.session) };
    let accounts = app.service.accounts();
    let (one, other) = tokio::join!(
        accounts.sign_in_by_link_to(app.now, &first, "ann", "test", coming),
        accounts.sign_in_by_link_to(app.now, &second, "bob", "test", coming),
    );
    let mut people = Vec::new();
    for session in [one.expect("signed in"), other.expect("signed in")] {
        let signed = accounts.signed(app.now, &session).await.expect("readable");
        people.push(signed.expect("a session").player.id);
    }
    let holder = holder(&app, &practice.game).await.expect("somebody");
    assert!(people.contains(&holder) && count(&app).await == 0);
}

#[tokio::test]
async fn resent_form_starts_one_game() {
    let app = App::new().await;
    let (one, other) =
        tokio::join!(practise(&app, "a browser", FORM), practise(&app, "a browser", FORM));
    let (one, other) = (one.expect("a game"), other.expect("a game"));
    assert_eq!((&one, count(&app).await), (&other, 1));
    let again = practise(&app, "a browser", FORM).await.expect("a game");
    assert_eq!(again, one);
    // The key of the form alone is worth nothing in another browser.
    let elsewhere = practise(&app, "another browser", FORM).await.expect("a game");
    assert!(elsewhere.session != one.session && elsewhere.game != one.game);
    // A second game of the same guest.
    let browser = browser(Some(&one.session), "a browser");
    let accounts = app.service.accounts();
    let later = app.now + Duration::seconds(1);
    let second = accounts.practise(later, TITLE, browser, "another form of this guest").await;
    let second = second.expect("a game");
    assert!(second.game != one.game && second.session == one.session);
    let own = guest(&app, app.now, &one.session).await.expect("a guest");
    assert_eq!(accounts.newest_practice(own).await.expect("readable"), Some(second.game.clone()));
    let ann = enters(&app, "ann", &one.session).await;
    assert_eq!(holder(&app, &second.game).await, Some(ann), "all games pass");
}

#[tokio::test]
async fn resent_form_does_not_count_against_the_limit() {
    let app = App::new().await.with(|settings| settings.guest_games.per_client = 1);
    let first = practise(&app, "a browser", FORM).await.expect("within the limit");
    assert_eq!(practise(&app, "a browser", FORM).await.expect("the same game"), first);
    let over = practise(&app, "a browser", "another form").await;
    assert!(matches!(over, Err(ServiceError::TooMany(_))), "{over:?}");
}

#[tokio::test]
async fn practice_is_limited_by_network_and_in_total() {
    let app = App::new().await.with(|settings| {
        (settings.guest_games.per_client, settings.guest_games.per_day) = (2, 3);
    });
    let from = async |network: &str, form: &str| {
        let browser = GuestBrowser { from: network, ..browser(None, form) };
        app.service.accounts().practise(app.now, TITLE, browser, form).await
    };
    for form in ["one", "two"] {
        from("192.0.2.1", form).await.expect("within the limit");
    }
    for _ in 0..5 {
        let over = from("192.0.2.1", "three").await;
        assert!(matches!(over, Err(ServiceError::TooMany(_))), "{over:?}");
    }
    from("192.0.2.2", "four").await.expect("refused requests are not counted");
    let over = from("192.0.2.3", "five").await;
    assert!(matches!(over, Err(ServiceError::TooMany(_))), "{over:?}");
    assert_eq!(count(&app).await, 3, "no guest without a game");
    let off = App::new().await.with(|settings| settings.guest_games.per_day = 0);
    assert!(matches!(practise(&off, "a", FORM).await, Err(ServiceError::TooMany(_))));
}

#[tokio::test]
async fn a_guest_is_deleted_after_the_day() {
    let mut app = App::new().await;
    let practice = practise(&app, "a browser", FORM).await.expect("a game");
    let own = guest(&app, app.now, &practice.session).await.expect("a guest");
    let last = app.now + Duration::hours(GUEST_HOURS) - Duration::milliseconds(1);
    assert_eq!(guest(&app, last, &practice.session).await, Some(own));
    app.now += Duration::hours(GUEST_HOURS);
    assert_eq!(guest(&app, app.now, &practice.session).await, None);
    // Too late: nothing passes, although the row is still there.
    let ann = enters(&app, "ann", &practice.session).await;
    assert_ne!(holder(&app, &practice.game).await, Some(ann));
    app.service.tidy_up(app.now).await.expect("tidied");
    assert_eq!((count(&app).await, holder(&app, &practice.game).await), (0, None));
    assert!(players::get(app.service.store().read(), own).await.is_err());
    assert!(app.service.loose_rows().await.expect("checked").is_empty());
    // A clock that is set back does not bring the guest back.
    let before = app.now - Duration::hours(2);
    assert_eq!(guest(&app, before, &practice.session).await, None);
    // The game is closed as an idle one, without an email to anyone.
    for days in [121, 15] {
        app.now += Duration::days(days);
        app.service.tidy_up(app.now).await.expect("tidied");
    }
    assert_eq!(app.status(&practice.game).await, ravenpost_log::table::status::Status::Over);
    let waiting = outbox::list(app.service.store().read(), OutboxState::Waiting, 100).await;
    assert!(
        waiting
            .expect("readable")
            .iter()
            .all(|email| email.queued.kind == "sign-in" || email.queued.kind == "sign_in")
    );
}

#[tokio::test]
async fn guest_never_gets_email() {
    let mut app = App::new().await;
    let practice = practise(&app, "a browser", FORM).await.expect("a game");
    for _ in 0..6 {
        let order = app.some_order(&practice.game, Seat(1)).await;
        app.order(&practice.game, Seat(1), &order).await.expect("legal");
        app.passes(Duration::minutes(5)).await;
    }
    let waiting = outbox::list(app.service.store().read(), OutboxState::Waiting, 100).await;
    assert!(waiting.expect("readable").is_empty());
}

#[tokio::test]
async fn kept_game_sends_no_turn_emails_until_its_player_asks() {
    let mut app = App::new().await;
    let practice = practise(&app, "a browser", FORM).await.expect("a game");
    let own = guest(&app, app.now, &practice.session).await.expect("a guest");
    let notifications = app.service.notifications();
    let refused = notifications.choose_practice_emails(app.now, &practice.game, own, true).await;
    assert!(matches!(refused, Err(ServiceError::Refused(_))), "a guest has no address");
    let ann = enters(&app, "ann", &practice.session).await;
    let game = app.service.games().load(&practice.game).await.expect("a game");
    let wanted = app.service.notifications().practice_emails(&game, Some(ann)).await;
    assert_eq!(wanted.expect("readable"), Some(false));
    for _ in 0..6 {
        let order = app.some_order(&practice.game, Seat(1)).await;
        app.order(&practice.game, Seat(1), &order).await.expect("legal");
        app.passes(Duration::minutes(5)).await;
    }
    assert!(!app.emails_queued("ann").await.contains(&"your_turn".to_owned()));
}

#[tokio::test]
async fn restored_guest_lasts_until_the_end_of_the_day() {
    let app = App::new().await;
    if !app.service.store().is_file() {
        return;
    }
    let practice = practise(&app, "a browser", FORM).await.expect("a game");
    let folder = folder();
    let copy = folder.path().join("ravenpost.db");
    app.service.store().backup(&copy).await.expect("copied");
    enters(&app, "ann", &practice.session).await;
    let restored = App::on(&copy, app.now).await;
    assert!(guest(&restored, app.now, &practice.session).await.is_some());
    let ann = enters(&restored, "ann", &practice.session).await;
    assert_eq!(holder(&restored, &practice.game).await, Some(ann));
}

#[tokio::test]
async fn no_one_can_sign_in_as_a_guest() {
    let app = App::new().await;
    let practice = practise(&app, "a browser", FORM).await.expect("a game");
    let own = guest(&app, app.now, &practice.session).await.expect("a guest");
    let row = players::get(app.service.store().read(), own).await.expect("a row");
    let asked = app.service.accounts().ask_sign_in(app.now, &row.address, "b", "test", "n").await;
    assert!(matches!(asked, Err(ServiceError::Refused(_))), "{asked:?}");
    assert_eq!(players::count(app.service.store().read()).await.expect("counted"), 0);
}
