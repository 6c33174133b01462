//! Rewinding a game without a script: proposed in one browser and agreed to in another.

use ravenpost_log::Act;

use crate::harness::app::App;
use crate::harness::browser::Pages;
use crate::pages::session;
use crate::service::table::rewinds::play;

#[tokio::test]
async fn accepted_rewind_is_shown_in_the_log() {
    let mut app = App::seeded(5).await;
    let (_, _, game_id) = app.pair(crate::pages::TITLE).await;
    play(&mut app, &game_id, 8).await;
    let step = app.service.games().load(&game_id).await.unwrap().step();
    let pages = Pages::of(app.service.clone());
    let mut ann = pages.browser().signed_in(&session(&app, "ann").await);
    let mut bob = pages.browser().signed_in(&session(&app, "bob").await);
    let address = format!("/games/{game_id}");

    let past = ann.get(&format!("{address}?at={}", step - 3)).await;
    let link = past.ok().all("a[href*=rewind]", "href");
    let form = ann.get(link.first().expect("a step leads to the proposal")).await;
    let words = form.ok().words();
    assert!(words.contains("Steps that would be undone"), "{words}");
    assert!(
        words.contains("Takebacks need everyone's agreement") && words.contains("Use colours"),
        "{words}"
    );
    let bad = ann.send(&form, "/rewind", &[("reason", " ")]).await;
    assert_eq!(bad.status, 422, "{}", bad.words());
    let fill = [("reason", "Red misread <b>a card</b>")];
    let put = ann.send(&form, "/rewind", &fill).await;
    assert!(put.ok().words().contains("The vote is open"), "{}", put.words());
    assert!(put.words().contains("Red misread <b>a card</b>"), "told as it was written");

    // The game is paused, and says so.
    let page = bob.get(&address).await;
    assert!(page.ok().words().contains("Nobody can move and all clocks stop"), "{}", page.words());
    assert!(page.all("button[name=order]", "value").is_empty(), "nothing is offered meanwhile");
    assert!(
        bob.get(&format!("{address}/rewind")).await.ok().words().contains("Agree to the takeback")
    );
    let watcher = pages.browser().get(&address).await;
    assert!(watcher.all("form[action$=vote]", "action").is_empty(), "watchers do not vote");
    let done = bob.send(&page, "/vote", &[("do", "agree")]).await;
    assert!(done.ok().words().contains("went back to step"), "{}", done.words());
    let twice = bob.send(&page, "/vote", &[("do", "agree")]).await;
    twice.ok();
    let game = app.service.games().load(&game_id).await.unwrap();
    assert!(game.log.iter().any(|entry| *entry.act == Act::Rewound { to: step - 3 }));
    let log = bob.get(&format!("{address}/log")).await;
    assert!(log.ok().words().contains("Undone by step"), "{}", log.words());
    bob.get(&format!("{address}?at={step}")).await.ok();
}

#[tokio::test]
async fn proposal_is_withdrawn_and_invalid_ones_refused() {
    let mut app = App::seeded(5).await;
    let (_, _, game) = app.pair(crate::pages::TITLE).await;
    play(&mut app, &game, 8).await;
    let pages = Pages::of(app.service.clone());
    let mut ann = pages.browser().signed_in(&session(&app, "ann").await);
    let address = format!("/games/{game}");
    for to in ["0", "1", "99999", "x", ""] {
        let page = ann.get(&format!("{address}/rewind?to={to}")).await;
        assert!(matches!(page.status, 400 | 409 | 422), "{to}: {}", page.words());
    }
    let step = app.service.games().load(&game).await.unwrap().step();
    let form = ann.get(&format!("{address}/rewind?to={}", step - 2)).await;
    let put = ann.send(&form, "/rewind", &[("reason", "Red misread a card")]).await;
    let back = ann.send(&put, "/withdraw", &[]).await;
    assert!(back.ok().words().contains("Proposal withdrawn"), "{}", back.words());
    let form = ann.get(&format!("{address}/rewind?to={}", step - 2)).await;
    let again = ann.send(&form, "/rewind", &[("reason", "Red misread another card")]).await;
    assert_eq!(again.status, 422);
    assert!(again.words().contains("you can propose again"), "{}", again.words());
}
