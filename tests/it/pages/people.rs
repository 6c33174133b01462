//! Signing in, settings, fewer letters, the local outbox: what people do besides playing.

use crate::harness::app::App;
use crate::harness::browser::Pages;
use crate::pages::session;

#[tokio::test]
async fn a_letter_and_a_button_sign_in() {
    let app = App::new().await;
    let pages = Pages::of(app.service.clone());
    let mut browser = pages.browser();
    let page = browser.get("/my-games?x=1").await;
    assert!(page.path.starts_with("/sign-in?to=%2Fmy-games%3Fx%3D1"), "{}", page.path);
    let page = browser.send(&page, "/sign-in", &[("address", "ann@example.org")]).await;
    assert!(page.ok().words().contains("one is on its way"), "{}", page.words());

    let token = app.sign_in_token().await;
    let link = browser.get(&format!("/sign-in/{token}")).await;
    assert_eq!(link.ok().text("main button").as_deref(), Some("Sign in"));
    let inside = browser.send(&link, &token, &[]).await;
    assert_eq!(inside.path, "/my-games?x=1&done=signed-in");
    assert!(inside.ok().words().starts_with("You are signed in."), "{}", inside.words());
    assert!(browser.cookies.contains_key("ravenpost") && !browser.cookies.contains_key("asking"));

    let again = browser.get(&format!("/sign-in/{token}")).await;
    assert!(again.ok().words().contains("used up or too old"), "{}", again.words());
    let out = browser.send(&inside, "/sign-out", &[]).await;
    assert!(out.ok().words().starts_with("You are signed out."), "{}", out.words());
    assert!(!browser.cookies.contains_key("ravenpost"));
    assert!(browser.get("/my-games").await.path.starts_with("/sign-in"));
}

#[tokio::test]
async fn in_another_browser_the_link_only_shows_a_code() {
    let app = App::new().await;
    let pages = Pages::of(app.service.clone());
    let (mut here, mut phone) = (pages.browser(), pages.browser());
    let page = here.get("/sign-in").await;
    let asked = here.send(&page, "/sign-in", &[("address", "ann@example.org")]).await;
    let token = app.sign_in_token().await;

    let link = phone.get(&format!("/sign-in/{token}")).await;
    assert!(link.ok().all("main form", "action").is_empty(), "there is nothing to press");
    let code = link.text(".code-input").expect("a code");
    // Even a robot that sends forms it was never shown gets nowhere.
    let robot = format!("token={}", link.all("input[name=token]", "value").join(""));
    assert_ne!(phone.post(&format!("/sign-in/{token}"), &robot).await.status, 200);
    assert!(!phone.cookies.contains_key("ravenpost"));

    let wrong = here.send(&asked, "/sign-in/code", &[("code", "AAAA-AAAA")]).await;
    assert_eq!(wrong.status, 422);
    assert_eq!(wrong.text(".said"), None, "what went wrong is not told beside what went well");
    let told = wrong.text(".refused").expect("a refusal");
    assert!(told.contains("4 more tries"), "{told}");
    assert_eq!(wrong.text("label[for=code]").as_deref(), Some("The code in the letter"));
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
async fn a_fourth_letter_within_an_hour_is_not_sent() {
    let app = App::new().await;
    let pages = Pages::of(app.service.clone());
    let mut browser = pages.browser();
    let page = browser.get("/sign-in").await;
    let warnings =
        ["ask for 2 more letters", "ask for one more letter", "That was the last letter"];
    for warning in warnings {
        let asked = browser.send(&page, "/sign-in", &[("address", "ann@example.org")]).await;
        assert!(asked.ok().words().contains(warning), "{}", asked.words());
    }
    let refused = browser.send(&page, "/sign-in", &[("address", "ann@example.org")]).await;
    assert_eq!(refused.status, 429);
    assert_eq!(refused.text("h1").as_deref(), Some("A little slower, please"));
}

#[tokio::test]
async fn settings_are_kept() {
    let app = App::new().await;
    let pages = Pages::of(app.service.clone());
    let mut browser = pages.browser().signed_in(&session(&app, "ann").await);
    let page = browser.get("/settings").await;
    let fill = [("name", " Ann  of Visby "), ("zone", "Europe/Stockholm"), ("letters", "turns")];
    let saved = browser.send(&page, "/settings", &fill).await;
    assert!(saved.ok().words().starts_with("Saved."), "{}", saved.words());
    let form = saved.form("/settings");
    let value = |name: &str| {
        let known = form.fields.iter().filter(|(known, _)| known == name);
        known.map(|(_, value)| value.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(value("name"), ["Ann of Visby"]);
    assert_eq!(value("zone"), ["Europe/Stockholm"]);
    assert_eq!(value("letters"), ["turns"]);

    let refused = browser.send(&saved, "/settings", &[("name", "")]).await;
    assert_eq!(refused.status, 422);
    assert!(refused.text("[role=alert]").is_some());
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
async fn letters_of_one_kind_stop_by_a_button_or_by_one_click() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let pages = Pages::of(app.service.clone());
    for (switch, robot) in
        [(ravenpost::letters::Switch::Turns, false), (ravenpost::letters::Switch::News, true)]
    {
        let token = app.service.stop_token(ann, switch).await.expect("a token");
        let path = format!("/stop/{token}");
        let mut browser = pages.browser();
        let page = browser.get(&path).await;
        assert!(page.ok().words().contains(switch.words()), "{}", page.words());
        let stored = app.stored_player(ann).await.mail;
        assert!(!stored.contains(switch.key()), "looking changes nothing: {stored}");
        let done = if robot {
            browser.cookies.clear();
            browser.post(&path, "List-Unsubscribe=One-Click").await
        } else {
            browser.send(&page, &path, &[]).await
        };
        assert!(done.ok().words().contains("no more"), "{}", done.words());
        let stored = app.stored_player(ann).await.mail;
        assert!(stored.contains(switch.key()), "{stored}");
    }
}

#[tokio::test]
async fn the_outbox_is_there_only_while_letters_stay_here() {
    let app = App::new().await;
    let mut local = Pages::of(app.service.clone()).browser();
    let page = local.get("/outbox").await;
    assert!(page.ok().body.contains("Letters are not sent from this server"));
    let mut sending = Pages::with(app.service.clone(), |site| site.local_mail = false).browser();
    assert_eq!(sending.get("/outbox").await.status, 404);
    assert_eq!(sending.get("/outbox/1").await.status, 404);
    assert!(!sending.get("/").await.body.contains("Letters are not sent"));
}
