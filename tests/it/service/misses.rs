//! A player lets a deadline pass: the others are told once, and not again before the player has
//! answered.

use chrono::Duration;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost_log::act::Pace;
use ravenpost_rules::Seat;

use super::TITLE;
use crate::harness::app::App;

async fn told(app: &App, name: &str) -> usize {
    let kinds = app.letters_owed(name).await;
    kinds.iter().filter(|kind| *kind == "organised").count()
}

#[tokio::test]
async fn the_others_are_told_of_the_first_miss_in_a_row() {
    let mut app = App::seeded(6).await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let new = NewTable { pace: Pace::of(Some(172_800)), ..app.plain(TITLE, 2) };
    let game = app.service.open_table(app.now, Some(ann), &new).await.expect("a table");
    app.service.join_table(app.now, &game, bob, Join::default()).await.expect("a free seat");
    let order = app.some_order(&game, Seat(1)).await;
    app.order(&game, Seat(1), &order).await.expect("legal");
    app.passes(Duration::hours(48)).await;
    assert_eq!(told(&app, "ann").await, 1, "Bob was late");
    assert_eq!(told(&app, "bob").await, 0, "who is told so by a letter of its own");
    let letters = app.letters_of("ann").await;
    let owed = letters.iter().find(|owed| owed.kind == "organised").expect("owed");
    let letter = app.written(owed).await.expect("written");
    assert!(letter.subject.contains("A deadline passed"), "{}", letter.subject);
    assert!(
        letter.text.contains("time ran out, and the default order was played"),
        "{}",
        letter.text
    );
    // Ann answers whatever she is asked, Bob nothing.
    for _ in 0..40 {
        let live = app.service.live(&game).await.expect("a game");
        match live.wait(Seat(1)).is_some() {
            true => {
                let order = app.some_order(&game, Seat(1)).await;
                app.order(&game, Seat(1), &order).await.expect("legal");
            }
            false => app.passes(Duration::hours(48)).await,
        }
    }
    assert_eq!(told(&app, "ann").await, 1, "and not every time");
}
