//! Letters that stay on this machine are answered on their own page, as if by mail.

use crate::harness::app::App;
use crate::harness::browser::Pages;

use super::replies::ByMail;
use super::whole::sent;

#[tokio::test]
async fn a_letter_in_the_outbox_is_answered_on_its_page() {
    let table = ByMail::new("gotlandia").await;
    let (who, _) = table.turn().await;
    let mut browser = Pages::of(table.app.service.clone()).browser();
    let list = browser.get("/outbox").await;
    let mut turns = Vec::new();
    for link in list.ok().all("main li a", "href") {
        let letter = browser.get(&link).await;
        if letter.ok().words().contains(&who) && letter.body.contains("/answer\"") {
            turns.push(letter);
        }
    }
    let letter = turns.first().expect("a letter that may be answered");
    let before = table.version().await;

    let empty = browser.send(letter, "/answer", &[("words", "   ")]).await;
    assert!(
        empty.status >= 400 && empty.words().contains("nothing in your answer"),
        "{}",
        empty.body
    );
    let words = [("words", "Hi,\r\n\r\nsay all: well met\r\nend say\r\n1\r\n\r\nBo")];
    browser.send(letter, "/answer", &words).await.ok();
    // The same form once more is the same answer.
    browser.send(letter, "/answer", &words).await.ok();
    assert_eq!(table.round().await, 1, "it came in once");
    assert!(table.version().await > before, "the order was taken");
    let answer = table.letters().await.into_iter().rev().find(|(to, _)| *to == who);
    let answer = answer.expect("an answer").1.message;
    assert!(answer.contains("Said to the table."), "{answer}");

    // A letter to sign in with is not answered, and neither is one that is none.
    let other = browser.get("/outbox/999/answer").await;
    assert!(other.status >= 400);
}

#[tokio::test]
async fn where_answers_are_not_read_no_letter_asks_for_one() {
    let mut app = App::new().await;
    app.pair("gotlandia").await;
    app.now += chrono::Duration::minutes(5);
    sent(&app).await;
    let mut browser = Pages::of(app.service.clone()).browser();
    let links = browser.get("/outbox").await.ok().all("main li a", "href");
    assert!(!links.is_empty(), "letters lie there");
    for link in links {
        assert!(!browser.get(&link).await.ok().body.contains("/answer\""), "{link}");
        let letter = link.rsplit('/').next().and_then(|id| id.parse().ok()).expect("a number");
        let refused = app.service.answer_here(app.now, letter, "1", "as long as keys are").await;
        let why = refused.expect_err("nobody would read it").to_string();
        assert!(why.contains("are not read here"), "{why}");
    }
}
