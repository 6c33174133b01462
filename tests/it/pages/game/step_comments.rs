//! Notes and messages attached to a step follow the rules of the chat.

use ravenpost::service::talk::say::To;
use ravenpost_rules::Seat;

use crate::harness::app::App;
use crate::harness::browser::Pages;
use crate::pages::{TITLE, session};

#[tokio::test]
async fn comment_on_a_step_is_shown_beside_it() {
    let mut app = App::seeded(3).await;
    let (_, _, game_id) = app.pair(TITLE).await;
    for _ in 0..12 {
        let seat =
            app.service.games().load(&game_id).await.expect("a game").seats().awaited_seats()[0];
        let order = app.some_order(&game_id, seat).await;
        app.order(&game_id, seat, &order).await.expect("legal");
    }
    let game = app.service.games().load(&game_id).await.expect("a game");
    let at = game.history().changed_before(game.step()).expect("an earlier step");
    let earlier = game.history().changed_before(at).expect("one before that");
    let pages = Pages::of(app.service.clone());
    let mut ann = pages.browser().signed_in(&session(&app, "ann").await);
    let mut bo = pages.browser().signed_in(&session(&app, "bob").await);
    let mut watcher = pages.browser();
    let step = format!("/games/{game_id}?at={at}");

    let talk = ann.get(&format!("{step}&tab=talk")).await;
    let said = ann.send(&talk, "/talk", &[("words", "Here I should have sailed")]).await;
    assert!(said.ok().words().contains("Here I should have sailed"), "{}", said.words());
    let notes = ann.get(&format!("{step}&tab=notes")).await;
    ann.send(&notes, "/note", &[("words", "For me alone")]).await;

    let hers = ann.get(&step).await.text(".margin").expect("a margin");
    assert!(hers.contains("should have sailed") && hers.contains("For me alone"), "{hers}");
    let his = bo.get(&step).await.text(".margin").expect("a margin");
    assert!(his.contains("should have sailed") && !his.contains("For me alone"), "{his}");
    assert!(!watcher.get(&step).await.ok().body.contains("should have sailed"));
    for other in [format!("/games/{game_id}?at={earlier}"), format!("/games/{game_id}")] {
        assert!(bo.get(&other).await.ok().text(".margin").is_none(), "{other}");
    }
    // The chat shows the message with the step it refers to.
    let talk = bo.get(&format!("/games/{game_id}?tab=talk")).await;
    assert!(talk.ok().words().contains(&format!("about step {at}")), "{}", talk.words());
    // A player who has muted her does not see it here either.
    let muting = bo.get(&format!("/games/{game_id}/talk")).await;
    bo.send(&muting, "/mute", &[("do", "mute")]).await;
    assert!(bo.get(&step).await.ok().text(".margin").is_none());
}

#[tokio::test]
async fn comments_need_an_existing_step() {
    let app = App::seeded(3).await;
    let (ann, _, game) = app.pair(TITLE).await;
    let last = app.step(&game).await;
    for step in [ravenpost_rules::numbers::Step(0), last.next()] {
        let say = ravenpost::service::talk::say::OutgoingMessage {
            game: game.clone(),
            by: ann,
            to: To::Seats(vec![Seat(2)]),
            at_step: Some(step),
            words: "nowhere".to_owned(),
            key: crate::harness::app::fresh(),
        };
        let refused = app.service.chat().say(app.now, say).await.expect_err("there is none");
        assert!(refused.to_string().contains("there is no step"), "{refused}");
    }
}
