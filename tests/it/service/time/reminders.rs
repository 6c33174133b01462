//! Reminders are limited per person: at most two emails a day over all tables, each of which lists
//! all tables that are waiting.

use chrono::Duration;
use ravenpost::emails::NotificationKind;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost_log::GameId;
use ravenpost_log::act::Pace;
use ravenpost_rules::Seat;

use crate::harness::app::App;
use crate::service::TITLE;

/// Five tables of Ann and Bob with a day per turn, opened some hours apart; at each of them both
/// are prompted.
async fn tables(app: &mut App) -> Vec<GameId> {
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let mut games = Vec::new();
    for _ in 0..5 {
        let pace = Pace::of(Some(86_400));
        let new = NewTable { pace, ..app.plain(TITLE, 2) };
        let game =
            app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
        app.service
            .tables()
            .join_table(app.now, &game, bob, Join::default())
            .await
            .expect("a seat");
        games.push(game);
        app.now += Duration::hours(1);
    }
    games
}

fn at(app: &App) -> String {
    app.now.format("%d %H:%M").to_string()
}

/// The reminders sent to Bob within some hours.
async fn reminded(app: &mut App, hours: i64) -> Vec<String> {
    let mut told = Vec::new();
    for _ in 0..hours * 2 {
        app.passes(Duration::minutes(30)).await;
        for (kind, to, email) in app.send_due_emails_by_kind().await {
            let reminds = NotificationKind::find(&kind).is_some_and(NotificationKind::is_reminder);
            if to.starts_with("bob") && reminds {
                told.push(format!("{} {}", at(app), email.text));
            }
        }
    }
    told
}

#[tokio::test]
async fn two_reminder_emails_a_day_cover_all_tables() {
    let mut app = App::seeded(5).await;
    let games = tables(&mut app).await;
    let told = reminded(&mut app, 22).await;
    assert!((1..=2).contains(&told.len()), "{} emails: {told:#?}", told.len());
    for game in &games {
        assert!(told[0].contains(game.as_str()), "the first names every table that waits");
    }
    let kinds = [
        NotificationKind::ReminderHalf,
        NotificationKind::ReminderFifth,
        NotificationKind::ReminderLastCall,
    ];
    assert!(kinds.iter().all(|kind| kind.is_reminder()));
}

#[tokio::test]
async fn reminder_of_one_table_is_unchanged() {
    let mut app = App::seeded(5).await;
    let (_, _, game_id) = app.pair(TITLE).await;
    let told = reminded(&mut app, 71).await;
    assert!((2..=3).contains(&told.len()), "three stages in three days: {}", told.len());
    assert!(told.iter().all(|text| text.contains(game_id.as_str())));
    let game = app.service.games().load(&game_id).await.expect("a game");
    assert!(game.seats().wait(Seat(2)).is_some());
}
