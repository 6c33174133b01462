//! The answer to `show` by email says when a standing instruction will answer the pending prompt.

use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost_log::act::Pace;
use ravenpost_rules::Seat;

use crate::harness::app::App;
use crate::mail::playing::replies::ByMail;

const BOB: Seat = Seat(2);
const ADDRESS: &str = "bob@example.org";

#[tokio::test]
async fn show_says_when_an_instruction_answers() {
    let app = App::answered(3).await;
    let ann = app.player("ann").await;
    let pace = Pace::of(Some(48 * 3_600)).sealed_for(600).at_drawn_moments(1_800);
    let new = NewTable { pace, ..app.plain("thingvellir", 3) };
    let game_id = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    for name in ["bob", "carol"] {
        let player = app.player(name).await;
        app.service
            .tables()
            .join_table(app.now, &game_id, player, Join::default())
            .await
            .expect("a seat");
    }
    let mut table = ByMail::at(app, game_id);
    let app = &mut table.app;
    app.order(&table.game, BOB, "standing vote any support").await.expect("left");
    for _ in 0..200 {
        let game = app.service.games().load(&table.game).await.expect("a game");
        if game.seats().wait(BOB).is_some_and(|wait| wait.decision == "vote") {
            break;
        }
        let seat = game.seats().awaited_seats()[0];
        let order = app.some_order(&table.game, seat).await;
        app.order(&table.game, seat, &order).await.expect("legal");
    }
    let emails = table.emails().await;
    let (_, begins) = emails.iter().find(|(to, _)| to == ADDRESS).expect("an email");
    table.answer(ADDRESS, begins, "show");
    assert_eq!(table.round().await, 1);
    let emails = table.emails().await;
    let (_, shown) = emails.iter().rev().find(|(to, _)| to == ADDRESS).expect("an answer");
    let words = shown.message.split_whitespace().collect::<Vec<_>>().join(" ");
    let due = table.app.service.clocks().next_due().await.expect("asked").expect("a moment");
    let soon =
        ravenpost::zone::Zone::or_utc("Europe/Stockholm").local(due).format("today at %H:%M");
    let told = format!(
        "Your standing order answers this {soon} (Europe/Stockholm), unless you move first or \
         cancel it."
    );
    assert!(words.contains(&told), "{words}");
}
