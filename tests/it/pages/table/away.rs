//! Starting and ending a substitution on a game's page: one form and one click, visible to the
//! others.

use ravenpost::service::game::clocks::presets;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost_log::Act;

use crate::harness::app::App;
use crate::harness::browser::Pages;
use crate::pages::{TITLE, session};

#[tokio::test]
async fn substitution_starts_and_ends_with_one_click() {
    let app = App::new().await;
    let (_, _, game_id) = app.pair(TITLE).await;
    let pages = Pages::of(app.service.clone());
    let mut bobs = pages.browser().signed_in(&session(&app, "bob").await);
    let mut anns = pages.browser().signed_in(&session(&app, "ann").await);
    let (at, away) = (format!("/games/{game_id}"), format!("/games/{game_id}/away"));
    let page = bobs.get(&format!("{at}?tab=players")).await;
    let wrong = bobs.send(&page, &away, &[("days", "soon")]).await;
    assert!(wrong.words().contains("1 to 60 days"), "{}", wrong.words());
    let page = bobs.get(&format!("{at}?tab=players")).await;
    let gone = bobs.send(&page, &away, &[("bot", "random"), ("days", "4")]).await;
    assert!(gone.ok().words().contains("The bot random plays Blue for you"), "{}", gone.words());
    let seen = anns.get(&at).await;
    assert!(seen.ok().words().contains("away: bot random plays"), "{}", seen.words());
    assert!(!seen.words().contains("Let a bot play for you"), "somebody has to be left");
    let back = bobs.send(&gone, &format!("/games/{game_id}/back"), &[]).await;
    assert!(back.ok().words().contains("You are playing again"), "{}", back.words());
    assert!(!back.words().contains("away: bot"), "{}", back.words());
    let game = app.service.games().load(&game_id).await.expect("a game");
    let over = |act: &Act| matches!(act, Act::Substituted { .. });
    assert_eq!(game.log.iter().filter(|entry| over(entry.act)).count(), 2);
}

#[tokio::test]
async fn vacation_is_booked_and_ended_on_the_clock_page() {
    let app = App::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let pace = presets::pace("bank", "UTC").expect("known");
    let new = NewTable { pace, ..app.plain(TITLE, 2) };
    let game = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    app.service
        .tables()
        .join_table(app.now, &game, bob, Join::default())
        .await
        .expect("a free seat");
    let pages = Pages::of(app.service.clone());
    let mut bobs = pages.browser().signed_in(&session(&app, "bob").await);
    let mut anns = pages.browser().signed_in(&session(&app, "ann").await);
    let (at, book) = (format!("/games/{game}/clock"), format!("/games/{game}/vacation"));
    let page = bobs.get(&at).await;
    assert!(page.ok().words().contains("You have 14 days of vacation left"), "{}", page.words());
    assert!(page.words().contains("Time banks"), "{}", page.words());
    let wrong = bobs.send(&page, &book, &[("first", "2026-02-30"), ("last", "")]).await;
    assert!(wrong.words().contains("is not a date"), "{}", wrong.words());
    let day = (app.now + chrono::Duration::days(2)).format("%Y-%m-%d").to_string();
    let page = bobs.get(&at).await;
    let booked = bobs.send(&page, &book, &[("first", &day), ("last", &day)]).await;
    assert!(booked.ok().words().contains("Cancel vacation"), "{}", booked.words());
    assert!(!booked.words().contains("of vacation left"), "one at a time");
    let seen = anns.get(&at).await;
    assert!(seen.ok().words().contains("Vacations"), "{}", seen.words());
    assert!(!seen.words().contains("Cancel vacation"), "it is not hers");
    let back = bobs.send(&booked, &format!("/games/{game}/returned"), &[]).await;
    assert!(back.ok().words().contains("You have 14 days of vacation left"), "{}", back.words());
}
