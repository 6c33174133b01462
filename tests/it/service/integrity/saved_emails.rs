//! A saved email proves that a log was truncated, rewritten or deleted.

use chrono::Duration;
use ravenpost::service::archive::saved_email_answers::LogAnswer;
use ravenpost_log::GameId;
use ravenpost_log::email::saved::SavedEmail;

use crate::harness::app::App;
use crate::service::TITLE;

/// The same game each time.
async fn started_game() -> (App, GameId) {
    let app = App::seeded(6).await;
    let (_, _, game) = app.pair(TITLE).await;
    (app, game)
}

async fn answer(app: &App, email: &SavedEmail) -> LogAnswer {
    let answers = app.service.archive().answers_email(email).await.expect("readable");
    let [answer] = answers.try_into().expect("one mark");
    answer
}

#[tokio::test]
async fn saved_email_reveals_a_truncated_or_rewritten_log() {
    let (mut app, id) = started_game().await;
    let (_, queued) = app.until_turn_email(&id).await;
    let email = SavedEmail::read(&app.written(&queued).await.expect("sent").text);
    let step = app.service.games().load(&id).await.expect("a game").step();
    let told: Vec<_> = email.heads.iter().map(|head| (head.game.clone(), head.step)).collect();
    assert_eq!(told, [(id.clone(), step)]);
    assert_eq!(answer(&app, &email).await, LogAnswer::Holds(id.clone(), 0));
    let game = app.service.games().load(&id).await.expect("a game");
    let seat = game.seats().awaited_seats()[0];
    let order = app.some_order(&id, seat).await;
    app.order(&id, seat, &order).await.expect("legal");
    let since = app.service.games().load(&id).await.expect("a game").step() - step.0;
    assert_eq!(answer(&app, &email).await, LogAnswer::Holds(id.clone(), since.0));

    let (shorter, same) = started_game().await;
    assert_eq!(same, id);
    let end = shorter.service.games().load(&id).await.expect("a game").step();
    assert_eq!(answer(&shorter, &email).await, LogAnswer::EndsAt(id.clone(), end));

    let (mut anew, _) = started_game().await;
    anew.now += Duration::hours(1);
    while anew.service.games().load(&id).await.expect("a game").step() < step {
        anew.until_turn_email(&id).await;
    }
    assert_eq!(answer(&anew, &email).await, LogAnswer::Otherwise(id.clone()));
    assert_eq!(answer(&App::seeded(7).await, &email).await, LogAnswer::Gone);
}
