//! Signing in, settings, unsubscribing and the local outbox.

use ravenpost::emails::{MailTopic, NotificationKind};
use ravenpost::service::people::mail_choices::{LinkOwner, MailChoices, StopLink};
use ravenpost::web::view::outbox_access::Outbox;
use ravenpost_store::people::players;

use crate::harness::app::App;
use crate::harness::browser::Pages;
use crate::pages::{TITLE, session};

#[tokio::test]
async fn email_and_a_button_sign_in() {
    let app = App::new().await;
    let pages = Pages::of(app.service.clone());
    let mut browser = pages.browser();
    let page = browser.get("/my-games?x=1").await;
    assert!(page.path.starts_with("/sign-in?to=%2Fmy-games%3Fx%3D1"), "{}", page.path);
    let page = browser.send(&page, "/sign-in", &[("address", "ann@example.org")]).await;
    assert!(page.ok().words().contains("is on its way"), "{}", page.words());

    let token = app.sign_in_token().await;
    let link = browser.get(&format!("/sign-in/{token}")).await;
    assert_eq!(link.ok().text("main button").as_deref(), Some("Sign in"));
    let inside = browser.send(&link, &token, &[]).await;
    assert_eq!(inside.path, "/my-games?x=1&done=signed-in");
    assert!(inside.ok().words().starts_with("You are signed in."), "{}", inside.words());
    assert!(browser.cookies.contains_key("ravenpost") && !browser.cookies.contains_key("asking"));

    let again = browser.get(&format!("/sign-in/{token}")).await;
    assert!(again.ok().words().contains("expired or was already used"), "{}", again.words());
    let out = browser.send(&inside, "/sign-out", &[]).await;
    assert!(out.ok().words().starts_with("You are signed out."), "{}", out.words());
    assert!(!browser.cookies.contains_key("ravenpost"));
    assert!(browser.get("/my-games").await.path.starts_with("/sign-in"));
}

#[tokio::test]
async fn link_in_another_browser_only_shows_a_code() {
    let app = App::new().await;
    let pages = Pages::of(app.service.clone());
    let (mut here, mut phone) = (pages.browser(), pages.browser());
    let page = here.get("/sign-in").await;
    let asked = here.send(&page, "/sign-in", &[("address", "ann@example.org")]).await;
    let token = app.sign_in_token().await;

    let link = phone.get(&format!("/sign-in/{token}")).await;
    assert!(link.ok().all("main form", "action").is_empty(), "there is nothing to press");
    let code = link.text(".code-input").expect("a code");
    // A robot that submits forms without having loaded them gets nowhere either.
    let robot = format!("token={}", link.all("input[name=token]", "value").join(""));
    assert_ne!(phone.post(&format!("/sign-in/{token}"), &robot).await.status, 200);
    assert!(!phone.cookies.contains_key("ravenpost"));

    let wrong = here.send(&asked, "/sign-in/code", &[("code", "AAAA-AAAA")]).await;
    assert_eq!(wrong.status, 422);
    assert_eq!(wrong.text(".said"), None, "what went wrong is not told beside what went well");
    let told = wrong.text(".refused").expect("a refusal");
    assert!(told.contains("4 more tries"), "{told}");
    assert_eq!(wrong.text("label[for=code]").as_deref(), Some("Sign-in code"));
    let inside = here.send(&wrong, "/sign-in/code", &[("code", &code.to_lowercase())]).await;
    assert!(inside.ok().path.starts_with("/my-games"), "{}", inside.path);
}

#[tokio::test]
async fn known_and_unknown_addresses_get_the_same_answer() {
    let app = App::new().await;
    app.player("ann").await;
    let pages = Pages::of(app.service.clone());
    let mut answers = Vec::new();
    for address in ["ann@example.org", "eve@example.org"] {
        let mut browser = pages.browser();
        let page = browser.get("/sign-in").await;
        let page = browser.send(&page, "/sign-in", &[("address", address)]).await;
        let words = page.words();
        assert!(words.contains(address), "the address is repeated: {words}");
        answers.push((page.status, page.path.clone(), words.replace(address, "[address]")));
    }
    assert_eq!(answers[0], answers[1]);
}

#[tokio::test]
async fn fourth_email_within_an_hour_is_silently_dropped() {
    let app = App::new().await;
    let pages = Pages::of(app.service.clone());
    let mut browser = pages.browser();
    let page = browser.get("/sign-in").await;
    let warnings = ["request 2 more emails", "request one more email", "reached the hourly limit"];
    for warning in warnings {
        let asked = browser.send(&page, "/sign-in", &[("address", "ann@example.org")]).await;
        assert!(asked.ok().words().contains(warning), "{}", asked.words());
    }
    let token = app.sign_in_token().await;
    let again = browser.send(&page, "/sign-in", &[("address", "ann@example.org")]).await;
    assert!(again.ok().words().contains("is on its way"), "{}", again.words());
    assert_eq!(app.sign_in_token().await, token, "nothing more is sent");
    let link = browser.get(&format!("/sign-in/{token}")).await;
    assert_eq!(link.ok().text("main button").as_deref(), Some("Sign in"), "the last is good");
}

#[tokio::test]
async fn settings_are_saved() {
    let app = App::new().await;
    let pages = Pages::of(app.service.clone());
    let mut browser = pages.browser().signed_in(&session(&app, "ann").await);
    let page = browser.get("/settings").await;
    let fill = [("name", " Ann  of Visby "), ("zone", "Europe/Stockholm"), ("emails", "turns")];
    let saved = browser.send(&page, "/settings", &fill).await;
    assert!(saved.ok().words().starts_with("Saved."), "{}", saved.words());
    let form = saved.form("/settings");
    let value = |name: &str| {
        let known = form.fields.iter().filter(|(known, _)| known == name);
        known.map(|(_, value)| value.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(value("name"), ["Ann of Visby"]);
    assert_eq!(value("zone"), ["Europe/Stockholm"]);
    assert_eq!(value("emails"), ["turns"]);

    let refused = browser.send(&saved, "/settings", &[("name", "")]).await;
    assert_eq!(refused.status, 422);
    assert!(refused.text("[role=alert]").is_some());
}

#[tokio::test]
async fn unreadable_choices_are_reported_and_reset() {
    let app = App::new().await;
    let (ann, _, _) = app.pair(TITLE).await;
    let job = app.service.store().write(move |tx| {
        let stored = r#"{"disabled":7,"disabled_by_game":"nowhere",
            "frequency":{"turns":"weekly"}}"#;
        Box::pin(async move { players::set_mail(tx, ann, stored).await })
    });
    job.await.expect("stored");
    let pages = Pages::of(app.service.clone());
    let mut browser = pages.browser().signed_in(&session(&app, "ann").await);
    let lost = "could not be read";
    let page = browser.get("/settings").await;
    assert!(page.ok().words().contains(lost), "{}", page.words());
    assert!(page.all("input[name=emails][checked]", "value").is_empty(), "nothing comes");
    let tables = browser.get("/settings/tables").await;
    let chosen = tables.ok().all("select option[selected]", "value");
    assert!(!chosen.is_empty() && chosen.iter().all(|one| one == "never"), "{chosen:?}");
    assert!(!MailChoices::of(&app.stored_player(ann).await.mail).is_readable(), "it is kept");

    let saved = browser.send(&page, "/settings", &[("emails", "turns")]).await;
    assert!(!saved.ok().words().contains(lost), "{}", saved.words());
    let choices = MailChoices::of(&app.stored_player(ann).await.mail);
    assert!(
        choices.is_readable()
            && choices.wants(MailTopic::Turns)
            && !choices.wants(MailTopic::TableNews)
    );
}

#[tokio::test]
async fn all_sessions_end_together() {
    let app = App::new().await;
    let pages = Pages::of(app.service.clone());
    let (first, second) = (session(&app, "ann").await, session(&app, "ann").await);
    let mut here = pages.browser().signed_in(&first);
    let mut there = pages.browser().signed_in(&second);
    let page = here.get("/settings").await;
    assert_eq!(page.ok().all(".tag.mine", "class").len(), 1, "one of the two is this browser");
    here.send(&page, "/settings/sessions", &[]).await.ok();
    assert!(there.get("/settings").await.path.starts_with("/sign-in"));
}

#[tokio::test]
async fn unsubscribing_and_resubscribing_are_buttons() {
    let app = App::new().await;
    let (ann, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let mut browser = pages.browser();
    let (whose, topic) = (LinkOwner::Player(ann), MailTopic::Turns);
    let link = StopLink { whose, topic, game: Some(game.clone()) };
    let path = format!("/stop/{}", app.service.players().stop_token(&link).await.expect("a token"));
    let wants = async || {
        let choices = MailChoices::of(&app.stored_player(ann).await.mail);
        (choices.wants_of(topic, Some(&game)), choices.wants(topic))
    };
    for method in ["GET", "HEAD"] {
        assert_eq!(browser.once(method, &path, None).await.status, 200);
        assert_eq!(wants().await, (true, true), "looking changes nothing");
    }
    let page = browser.get(&path).await;
    assert!(page.ok().words().contains("turn and vote emails"), "{}", page.words());
    let done = browser.send(&page, &path, &[]).await;
    assert!(done.ok().words().contains("no more turn and vote emails from"), "{}", done.words());
    assert_eq!(wants().await, (false, true), "the first button is about this table");
    let undone = browser.send(&done, &path, &[]).await;
    assert!(undone.ok().words().contains("again"), "{}", undone.words());
    assert_eq!(wants().await, (true, true));
    browser.post(&path, "where=all").await.ok();
    assert_eq!(wants().await, (false, false));

    browser.post(&path, "where=all&do=undo").await.ok();
    browser.post(&path, "where=here").await.ok();
    let mut signed = pages.browser().signed_in(&session(&app, "ann").await);
    let settings = signed.get("/settings").await;
    assert!(settings.ok().words().contains("from “A quiet evening” again"));
    let again = format!("turns.{game}");
    signed.send(&settings, "/settings", &[("again", &again)]).await.ok();
    let mail = app.stored_player(ann).await.mail;
    let choices = MailChoices::of(&mail);
    assert!(choices.disabled_by_game.is_empty(), "{mail}");
}

/// RFC 8058: a mailbox provider posts from another origin without cookies. Every other form is
/// refused under these conditions.
#[tokio::test]
async fn mailbox_provider_unsubscribes_with_one_click() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let link = StopLink { whose: LinkOwner::Player(ann), topic: MailTopic::TableNews, game: None };
    let path = format!("/stop/{}", app.service.players().stop_token(&link).await.expect("a token"));
    let mut provider = Pages::of(app.service.clone()).browser();
    provider.headers = vec![
        ("origin".to_owned(), "https://mail.example".to_owned()),
        ("sec-fetch-site".to_owned(), "cross-site".to_owned()),
    ];
    let done = provider.post(&path, "List-Unsubscribe=One-Click").await;
    assert!(done.ok().words().contains("no more"), "{}", done.words());
    assert!(!MailChoices::of(&app.stored_player(ann).await.mail).wants(MailTopic::TableNews));
    assert_eq!(provider.post("/sign-in", "address=x%40y.se").await.status, 403);
}

#[tokio::test]
async fn address_change_needs_both_addresses() {
    let app = App::new().await;
    let pages = Pages::of(app.service.clone());
    let mut here = pages.browser().signed_in(&session(&app, "ann").await);
    let mut phone = pages.browser().signed_in(&session(&app, "ann").await);
    let settings = here.get("/settings").await;
    let wrong = here.send(&settings, "/settings/address", &[("address", "ann")]).await;
    assert_eq!(wrong.status, 422);
    let fill = [("address", "ann@new.example")];
    let asked = here.send(&settings, "/settings/address", &fill).await;
    assert!(asked.ok().words().contains("instead of ann@example.org"));
    let mut changed = String::new();
    for kind in [NotificationKind::AddressChangeNew, NotificationKind::AddressChangeOld] {
        let payload: serde_json::Value =
            serde_json::from_str(&app.queued(kind).await.payload).expect("JSON");
        let path = format!("/address/{}", payload["token"].as_str().expect("a token"));
        let page = here.get(&path).await;
        let answer = here.send(page.ok(), &path, &[("do", "yes")]).await;
        changed = answer.ok().words();
    }
    assert!(changed.contains("now go to ann@new.example"), "{changed}");
    assert!(here.get("/settings").await.ok().words().contains("Emails go to ann@new.example"));
    assert!(phone.get("/settings").await.path.starts_with("/sign-in"), "its session has ended");
}

#[tokio::test]
async fn unreachable_player_is_warned_on_every_page() {
    let app = App::new().await;
    let (ann, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let (one, two) = (session(&app, "ann").await, session(&app, "bob").await);
    app.bounce(ann).await;
    let mut browser = pages.browser().signed_in(&one);
    let page = browser.get(&format!("/games/{game}")).await;
    assert!(page.ok().words().starts_with("Emails to a…@example.org bounced"));
    let settings = browser.get("/settings").await;
    assert!(settings.ok().words().contains("550 5.1.1 no such mailbox"), "{}", settings.words());
    let other = pages.browser().signed_in(&two).get(&format!("/games/{game}")).await;
    assert!(other.ok().words().contains("cannot be reached by email"));
    let watcher = pages.browser().get(&format!("/games/{game}")).await;
    assert!(!watcher.ok().words().contains("cannot be reached by email"));
}

#[tokio::test]
async fn occasional_bounces_are_shown_before_mail_stops() {
    let app = App::new().await;
    let (ann, _, game) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let (one, two) = (session(&app, "ann").await, session(&app, "bob").await);
    app.bounces(ann, 2).await;
    let path = format!("/games/{game}");
    let own = pages.browser().signed_in(&one).get(&path).await.words();
    assert!(own.contains("2 of 5 emails to a…@example.org bounced"), "{own}");
    let other = pages.browser().signed_in(&two).get(&path).await.words();
    assert!(other.contains("emails bounce, 2 of 5"), "{other}");
    assert!(other.contains("their mailbox may be full"), "what is to be done");
    assert!(!other.contains("a…@example.org"), "the address is nobody else's business");
    let watcher = pages.browser().get(&path).await.words();
    assert!(!watcher.contains("come back"));
}

#[tokio::test]
async fn player_is_asked_for_a_time_zone_at_the_first_seat() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.open_table(TITLE, ann, 3).await;
    let pages = Pages::of(app.service.clone());
    let mut browser = pages.browser().signed_in(&session(&app, "newcomer").await);
    let table = browser.get(&format!("/games/{game}")).await;
    let fill = [("zone", "Asia/Tokyo")];
    browser.send(table.ok(), "/join", &fill).await.ok();
    let settings = browser.get("/settings").await;
    let zone = settings.form("/settings").fields.into_iter().find(|(name, _)| name == "zone");
    assert_eq!(zone.expect("a field").1, "Asia/Tokyo");
}

#[tokio::test]
async fn outbox_exists_only_while_emails_stay_local() {
    let app = App::new().await;
    let mut local = Pages::of(app.service.clone()).browser();
    let page = local.get("/outbox").await;
    assert!(page.ok().body.contains("This server does not send emails"));
    // A header added by a proxy, whose clients may be anyone.
    local.headers.push(("x-forwarded-for".to_owned(), "192.0.2.7".to_owned()));
    assert_eq!(local.get("/outbox").await.status, 404);
    assert!(!local.get("/").await.body.contains("does not send emails"));
    let closed = |site: &mut ravenpost::web::Site| site.outbox = Outbox::Closed;
    let mut sending = Pages::with(app.service.clone(), closed).browser();
    assert_eq!(sending.get("/outbox").await.status, 404);
    assert_eq!(sending.get("/outbox/1").await.status, 404);
    assert!(!sending.get("/").await.body.contains("does not send emails"));
}
