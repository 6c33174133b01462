//! Access tokens: who may create and revoke them, what is stored, and which emails are sent.

use chrono::Duration;
use ravenpost::emails::NotificationKind;
use ravenpost::service::ServiceError;
use ravenpost::service::people::sign_in::SignedIn;
use ravenpost::service::people::tokens::change::{MOST, NewToken};
use ravenpost::service::people::tokens::scope::Scope;
use ravenpost::web::shared::forms;
use ravenpost_store::people::sessions::{self, Session};
use ravenpost_store::people::{accounts, players};
use ravenpost_store::{token_hash, writes};

use crate::harness::app::App;
use crate::harness::browser::{Pages, noon};
use crate::pages::{TITLE, session};

pub fn new_token(name: &str) -> NewToken {
    NewToken {
        name: name.to_owned(),
        scopes: vec![Scope::Read, Scope::Play],
        program: false,
        game: None,
        days: 30,
    }
}

/// Returns the session of a player who signed in at noon. It is stored directly, because sign-in
/// emails are limited.
pub async fn signed(app: &App, name: &str) -> SignedIn {
    let address = format!("{name}@example.org");
    let known = players::by_address(app.service.store().read(), &address).await;
    let player = match known.expect("readable") {
        Some(player) => player.id,
        None => app.player(name).await,
    };
    let cookie = forms::random();
    let new = Session {
        token_hash: token_hash(&cookie),
        player,
        created_at: noon(),
        seen_at: noon(),
        expires_at: noon() + Duration::days(1),
        agent: "test".to_owned(),
    };
    let job = app.service.store().write(writes!(|tx| sessions::add(tx, &new).await));
    job.await.expect("stored");
    let found = app.service.accounts().signed(noon(), &cookie).await.expect("readable");
    found.expect("a session")
}

#[tokio::test]
async fn a_token_is_stored_as_a_hash_and_works_until_it_expires() {
    let app = App::new().await;
    let ann = signed(&app, "ann").await;
    let tokens = app.service.tokens();
    let token = tokens.create(noon(), &ann, &new_token("Phone")).await.expect("a token");
    let found = tokens.bearer(noon(), &token).await.expect("readable").expect("valid");
    assert_eq!((found.player, found.hash), (ann.player.id, token_hash(&token)));
    assert_eq!(found.scopes, [Scope::Read, Scope::Play]);
    let row = &tokens.list(noon(), ann.player.id).await.expect("readable")[0];
    assert!(!format!("{row:?}").contains(&token), "only the hash is stored");
    let last = noon() + Duration::days(30);
    let before = tokens.bearer(last - Duration::seconds(1), &token).await.expect("readable");
    assert!(before.is_some());
    assert_eq!(tokens.bearer(last, &token).await.expect("readable"), None);
    assert!(tokens.list(last, ann.player.id).await.expect("readable").is_empty());
}

#[tokio::test]
async fn tokens_need_a_recent_sign_in_a_name_and_a_scope() {
    let app = App::new().await;
    let ann = signed(&app, "ann").await;
    let tokens = app.service.tokens();
    let late = noon() + Duration::minutes(60);
    let refused = tokens.create(late, &ann, &new_token("Phone")).await;
    assert!(matches!(refused, Err(ServiceError::Denied(_))), "{refused:?}");
    for bad in [
        NewToken { name: " \u{200b}".to_owned(), ..new_token("x") },
        NewToken { name: "x".repeat(41), ..new_token("x") },
        NewToken { scopes: Vec::new(), ..new_token("x") },
        NewToken { days: 3650, ..new_token("x") },
    ] {
        let refused = tokens.create(noon(), &ann, &bad).await;
        assert!(matches!(refused, Err(ServiceError::Refused(_))), "{refused:?}");
    }
    let game = Some("k3v9w2mq7xhd".parse().expect("a game id"));
    let refused = tokens.create(noon(), &ann, &NewToken { game, ..new_token("x") }).await;
    assert!(matches!(refused, Err(ServiceError::NotFound(_))), "{refused:?}");
    assert!(tokens.list(noon(), ann.player.id).await.expect("readable").is_empty());
}

#[tokio::test]
async fn names_are_unique_and_their_number_is_limited() {
    let app = App::new().await;
    let ann = signed(&app, "ann").await;
    let tokens = app.service.tokens();
    for number in 0..MOST {
        let new = new_token(&format!("Token {number}"));
        tokens.create(noon(), &ann, &new).await.expect("a token");
        let again = tokens.create(noon(), &ann, &new).await;
        assert!(matches!(again, Err(ServiceError::Refused(_))), "{again:?}");
        if number == MOST - 1 {
            let more = tokens.create(noon(), &ann, &new_token("One more")).await;
            assert!(matches!(more, Err(ServiceError::Refused(_))), "{more:?}");
        }
    }
    assert_eq!(tokens.list(noon(), ann.player.id).await.expect("readable").len(), MOST);
}

#[tokio::test]
async fn only_its_owner_revokes_a_token_and_both_events_are_emailed() {
    let app = App::new().await;
    let (ann, bob) = (signed(&app, "ann").await, signed(&app, "bob").await);
    let tokens = app.service.tokens();
    let token = tokens.create(noon(), &ann, &new_token("Phone")).await.expect("a token");
    let hash = token_hash(&token);
    let foreign = tokens.revoke(noon(), &bob, &hash).await;
    assert!(matches!(foreign, Err(ServiceError::NotFound(_))), "{foreign:?}");
    let stale = tokens.revoke(noon() + Duration::hours(2), &ann, &hash).await;
    assert!(matches!(stale, Err(ServiceError::Denied(_))), "{stale:?}");
    tokens.revoke(noon(), &ann, &hash).await.expect("revoked");
    assert_eq!(tokens.bearer(noon(), &token).await.expect("readable"), None);
    let emails = app.emails_of("ann").await;
    let about = |email: &&_| {
        let email: &ravenpost_store::post::outbox::QueuedEmail = email;
        email.kind == NotificationKind::ApiToken.key()
    };
    let about: Vec<_> = emails.iter().filter(about).collect();
    assert_eq!(about.len(), 2);
    for queued in about {
        let email = app.written(queued).await.expect("it is sent");
        assert!(email.text.contains("Phone") && !email.text.contains(&token));
        assert_eq!(email.stop, None, "it cannot be switched off");
    }
}

#[tokio::test]
async fn the_day_of_the_last_use_is_stored_outside_requests() {
    let app = App::new().await;
    let ann = signed(&app, "ann").await;
    let tokens = app.service.tokens();
    let token = tokens.create(noon(), &ann, &new_token("Phone")).await.expect("a token");
    let used = async || {
        let all = tokens.list(noon(), ann.player.id).await.expect("readable");
        all[0].last_used_day
    };
    let written = app.service.store().stamp().await.expect("readable");
    tokens.bearer(noon(), &token).await.expect("readable").expect("valid");
    assert_eq!(app.service.store().stamp().await.expect("readable"), written);
    assert_eq!(used().await, None);
    tokens.store_uses(noon()).await.expect("stored");
    let today = noon().timestamp() / 86_400;
    assert_eq!(used().await, Some(today));
    tokens.bearer(noon() + Duration::days(1), &token).await.expect("readable").expect("valid");
    tokens.store_uses(noon() + Duration::days(1)).await.expect("stored");
    assert_eq!(used().await, Some(today + 1));
}

#[tokio::test]
async fn the_page_shows_a_new_token_once() {
    let app = App::new().await;
    let pages = Pages::of(app.service.clone());
    let mut ann = pages.browser().signed_in(&session(&app, "ann").await);
    let page = ann.get("/settings/tokens").await;
    let fill = [("name", "Phone"), ("scope", "read"), ("days", "90")];
    let made = ann.send(page.ok(), "/settings/tokens", &fill).await;
    let shown = made.body.split("data-token>").nth(1).and_then(|rest| rest.split('<').next());
    let token = shown.expect("the token").to_owned();
    let found = app.service.tokens().bearer(noon(), &token).await.expect("readable");
    assert_eq!(found.expect("valid").scopes, [Scope::Read]);
    let again = ann.send(page.ok(), "/settings/tokens", &fill).await;
    assert_eq!(again.status, 422, "a repeated form creates no second token");
    let list = ann.get("/settings/tokens").await;
    assert!(!list.body.contains(&token));
    ann.send(list.ok(), "/settings/tokens/revoke", &[]).await.ok();
    let found = app.service.tokens().bearer(noon(), &token).await.expect("readable");
    assert_eq!(found, None);
}

#[tokio::test]
async fn a_token_does_not_open_pages() {
    let app = App::new().await;
    let (_, _, game) = app.pair(TITLE).await;
    let ann = signed(&app, "ann").await;
    let token = app.service.tokens().create(noon(), &ann, &new_token("Phone")).await;
    let mut browser = Pages::of(app.service.clone()).browser();
    let bearer = format!("Bearer {}", token.expect("a token"));
    browser.headers.push(("authorization".to_owned(), bearer));
    assert_eq!(browser.once("GET", "/settings", None).await.status, 303);
    let page = browser.once("GET", &format!("/games/{game}/talk"), None).await;
    assert_eq!(page.status, 303);
}

#[tokio::test]
async fn the_tokens_of_a_blocked_player_are_invalid() {
    let app = App::new().await;
    let ann = signed(&app, "ann").await;
    let tokens = app.service.tokens();
    let token = tokens.create(noon(), &ann, &new_token("Phone")).await.expect("a token");
    let (player, now) = (ann.player.id, noon());
    // The block itself, without what an admin's block revokes.
    let job = app.service.store().write(writes!(|tx| accounts::block(tx, player, now).await));
    assert!(job.await.expect("blocked"));
    assert_eq!(tokens.bearer(now, &token).await.expect("readable"), None);
}

#[tokio::test]
async fn a_token_for_one_game_requires_access_to_it() {
    let app = App::new().await;
    let (ann, bob) = (signed(&app, "ann").await, signed(&app, "bob").await);
    let game = app.private_table(TITLE, ann.player.id, 3).await;
    let new = NewToken { game: Some(game), ..new_token("Phone") };
    let tokens = app.service.tokens();
    let refused = tokens.create(noon(), &bob, &new).await;
    assert!(matches!(refused, Err(ServiceError::NotFound(_))));
    tokens.create(noon(), &ann, &new).await.expect("a token");
}
