//! A day of absence by email alone: the reply "away" lets a bot play, the others are notified, and
//! "back" returns the seat.

use chrono::Duration;
use ravenpost::service::game::clocks::presets;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost_log::Act;

use crate::harness::app::App;
use crate::mail::playing::replies::ByMail;

async fn last(table: &ByMail, who: &str) -> String {
    let emails = table.emails().await;
    let (_, answer) = emails.iter().rev().find(|(to, _)| to == who).expect("an email");
    answer.message.split_whitespace().collect::<Vec<_>>().join(" ")
}

async fn handed(table: &ByMail) -> Vec<(bool, bool)> {
    let game = table.app.service.games().load(&table.game).await.expect("a game");
    let acts = game.log.iter().filter_map(|entry| match entry.act {
        Act::Substituted { bot, by, .. } => Some((bot.is_some(), by.is_some())),
        _ => None,
    });
    acts.collect()
}

#[tokio::test]
async fn away_and_back_are_one_word_replies() {
    let mut table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    let seat =
        table.app.service.games().load(&table.game).await.expect("a game").seats().awaited_seats()
            [0];
    table.answer(&who, &turn, "away 5 days");
    assert_eq!(table.round().await, 1);
    let said = last(&table, &who).await;
    assert!(said.contains("plays for you for 5 days"), "{said}");
    assert_eq!(handed(&table).await, [(true, true)]);
    let game = table.app.service.games().load(&table.game).await.expect("a game");
    assert_eq!(game.status.seats.played_by(seat), Some("steady"));
    assert!(game.seats().wait(seat).is_none(), "the bot answers at once");
    // The other player is notified and cannot be away as well.
    table.app.now += Duration::hours(1);
    let emails = table.emails().await;
    let (other, told) = emails.iter().find(|(to, _)| *to != who).expect("an email");
    let words = told.message.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("is away: the bot steady plays until"), "{words}");
    table.answer(other, told, "away");
    assert_eq!(table.round().await, 1);
    let refused = last(&table, other).await;
    assert!(refused.contains("at least one person has to keep playing"), "{refused}");
    table.answer(&who, &turn, "back");
    assert_eq!(table.round().await, 1);
    let said = last(&table, &who).await;
    assert!(said.contains("You are playing again"), "{said}");
    assert_eq!(handed(&table).await, [(true, true), (false, true)]);
    // The second "back" has no bot to replace.
    table.app.now += Duration::minutes(1);
    table.answer(&who, &turn, "back\n");
    table.round().await;
    assert_eq!(handed(&table).await.len(), 2);
    let audited = table.app.service.fairness().audit_game(&table.game).await.expect("audited");
    assert!(audited.clean(), "{audited:?}");
}

#[tokio::test]
async fn vacation_by_email_takes_dates_and_ends_with_a_word() {
    let app = App::answered(1).await;
    let (ann, bo) = (app.player("ann").await, app.player("bo").await);
    let pace = presets::pace("bank", "UTC").expect("known");
    let new = NewTable { pace, ..app.plain("gotlandia", 2) };
    let game_id = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    app.service
        .tables()
        .join_table(app.now, &game_id, bo, Join::default())
        .await
        .expect("a free seat");
    let mut table = ByMail::at(app, game_id);
    let (who, turn) = table.turn().await;
    table.answer(&who, &turn, "away from 2026-02-30 to 2026-03-02");
    assert_eq!(table.round().await, 1);
    let said = last(&table, &who).await;
    assert!(said.contains("is not a date; write year, month and day"), "{said}");
    let day = |days| (table.app.now + Duration::days(days)).format("%Y-%m-%d").to_string();
    let words = format!("away from {} to {}", day(1), day(3));
    table.answer(&who, &turn, &words);
    assert_eq!(table.round().await, 1);
    let said = last(&table, &who).await;
    assert!(said.contains("Your vacation lasts"), "{said}");
    table.app.now += Duration::hours(1);
    let emails = table.emails().await;
    let (_, told) = emails.iter().rev().find(|(to, _)| *to != who).expect("an email");
    let words = told.message.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("goes on vacation from"), "{words}");
    table.answer(&who, &turn, "back");
    assert_eq!(table.round().await, 1);
    let game = table.app.service.games().load(&table.game).await.expect("a game");
    let kinds = game.log.iter().map(|entry| entry.act.kind().word());
    let own: Vec<_> =
        kinds.filter(|kind| ["vacation-booked", "vacation-ended"].contains(kind)).collect();
    assert_eq!(own, ["vacation-booked", "vacation-ended"]);
}

#[tokio::test]
async fn waiting_player_nudges_with_one_word() {
    let mut table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    table.answer(&who, &turn, "nudge");
    assert_eq!(table.round().await, 1);
    let said = last(&table, &who).await;
    assert!(said.contains("no player you can remind now"), "{said}");
    let seat =
        table.app.service.games().load(&table.game).await.expect("a game").seats().awaited_seats()
            [0];
    let order = table.app.some_order(&table.game, seat).await;
    table.answer(&who, &turn, &order);
    table.round().await;
    table.app.now += Duration::hours(40);
    let game = table.app.service.games().load(&table.game).await.expect("a game");
    assert!(
        game.seats().wait(seat).is_none() && !game.seats().awaited_seats().is_empty(),
        "the other is asked"
    );
    table.answer(&who, &turn, "nudge\n");
    assert_eq!(table.round().await, 1);
    let said = last(&table, &who).await;
    assert!(said.contains("Reminded: "), "{said}");
}
