//! Requesting more time by email: one word and a reason, in reply to the email that prompts for an
//! order.

use chrono::Duration;
use ravenpost_log::Act;
use ravenpost_log::act::By;
use ravenpost_rules::Viewer;

use crate::mail::playing::replies::ByMail;

/// The last email to a recipient, joined into one line.
async fn answer(table: &ByMail, who: &str) -> String {
    let emails = table.emails().await;
    let (_, answer) = emails.iter().rev().find(|(to, _)| to == who).expect("an answer");
    answer.message.split_whitespace().collect::<Vec<_>>().join(" ")
}

async fn given(table: &ByMail) -> Vec<Act> {
    let game = table.app.service.games().load(&table.game).await.expect("a game");
    let acts = game.log.iter().map(|entry| entry.act.clone());
    acts.filter(|act| matches!(act, Act::Extended { .. })).collect()
}

#[tokio::test]
async fn extension_needs_one_word_and_is_granted_once() {
    let mut table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    let game = table.app.service.games().load(&table.game).await.expect("a game");
    let seat = game.seats().awaited_seats()[0];
    let due = game.seats().wait(seat).and_then(|wait| wait.due).expect("a deadline");
    table.answer(&who, &turn, "extend My train is late");
    assert_eq!(table.round().await, 1);
    let reason = Some("My train is late".to_owned());
    let by = By::Player(seat);
    assert_eq!(given(&table).await, [Act::Extended { seat, seconds: 86_400, reason, by }]);
    let game = table.app.service.games().load(&table.game).await.expect("a game");
    let later = game.seats().wait(seat).and_then(|wait| wait.due).expect("a deadline");
    assert_eq!(later, due + Duration::hours(24));
    let story = game.narration().record(Viewer::Seat(seat)).expect("told");
    let mut sentences = story.iter().flat_map(|event| &event.narration);
    assert!(sentences.any(|one| one.text.contains("My train is late")), "the table reads why");
    let told = answer(&table, &who).await;
    assert!(told.contains("You have until"), "{told}");
    // The same email again is processed once; a second request is refused with the alternatives.
    table.answer(&who, &turn, "extend My train is late");
    assert_eq!(table.round().await, 0);
    table.app.now += Duration::minutes(1);
    table.answer(&who, &turn, "extend");
    assert_eq!(table.round().await, 1);
    let told = answer(&table, &who).await;
    assert!(told.contains("once every thirty days: next from"), "{told}");
    assert_eq!(given(&table).await.len(), 1);
}

/// What the server wrote itself must not look as if the player had written it.
#[tokio::test]
async fn request_without_a_reason_is_logged_without_one() {
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    let game = table.app.service.games().load(&table.game).await.expect("a game");
    let seat = game.seats().awaited_seats()[0];
    table.answer(&who, &turn, "extend");
    assert_eq!(table.round().await, 1);
    let by = By::Player(seat);
    let act = Act::Extended { seat, seconds: 86_400, reason: None, by };
    assert_eq!(given(&table).await, std::slice::from_ref(&act));
    let stored = serde_json::to_value(&act).expect("plain data");
    assert!(stored["Extended"].get("reason").is_none(), "{stored}");
}

#[tokio::test]
async fn reply_after_the_deadline_gets_a_notice() {
    let mut table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    table.app.passes(Duration::days(5)).await;
    table.answer(&who, &turn, "extend I was at sea");
    assert_eq!(table.round().await, 1);
    assert_eq!(given(&table).await, []);
    let told = answer(&table, &who).await;
    assert!(told.contains("that email is out of date"), "{told}");
}
