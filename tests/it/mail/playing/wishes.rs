//! Preferences before the game begins, by email: with joining, and afterwards.

use ravenpost_store::people::wishes;

use crate::harness::app::{App, fresh};
use crate::mail::playing::replies::{ByMail, Got};

async fn kept(table: &ByMail) -> Vec<(String, bool)> {
    let all = wishes::of_game(table.app.service.store().read(), &table.game).await;
    all.expect("readable").into_iter().map(|wish| (wish.order, wish.by_email)).collect()
}

/// The last email to a recipient.
async fn last(table: &ByMail, who: &str) -> (Got, String) {
    let emails = table.emails().await.into_iter().rev();
    let (_, got) = emails.into_iter().find(|(to, _)| to == who).expect("a letter");
    let words = got.message.replace("=\r\n", "").replace("\r\n", " ");
    (got, words.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[tokio::test]
async fn a_email_may_wish_with_joining_and_afterwards() {
    let app = App::answered(1).await;
    let ann = app.player("ann").await;
    let open = app.private_table("scharz", ann, 3).await;
    let (to, key) = ("cy@example.org", fresh());
    app.service
        .tables()
        .invite_by_mail(app.now, &open, ann, "Ann", to, &key)
        .await
        .expect("invited");
    let table = ByMail::at(app, open);
    let (invitation, words) = last(&table, to).await;
    assert!(words.contains("wish etruria latium"), "{words}");
    table.answer(to, &invitation, "join\nwish boii");
    assert_eq!(table.round().await, 1);
    let (_, words) = last(&table, to).await;
    assert!(words.contains("You have not joined"), "{words}");
    assert!(words.contains("name each homeland only once"), "{words}");
    table.answer(to, &invitation, "Join.\n\nWish latium, samnium\n\nCy");
    assert_eq!(table.round().await, 1);
    assert_eq!(kept(&table).await, [("wish latium samnium".to_owned(), true)]);
    let (answer, words) = last(&table, to).await;
    assert!(words.contains("Stored for the start of the game: wish latium samnium"), "{words}");
    table.answer(to, &answer, "wish etruria");
    assert_eq!(table.round().await, 1);
    assert_eq!(kept(&table).await, [("wish etruria".to_owned(), true)]);
    let (answer, words) = last(&table, to).await;
    assert!(words.contains("Stored for the start of the game: wish etruria"), "{words}");
    table.answer(to, &answer, "wish");
    assert_eq!(table.round().await, 1);
    assert_eq!(kept(&table).await, []);
}
