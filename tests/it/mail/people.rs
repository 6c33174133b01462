//! Letters as people write them: with a greeting, thanks and a name around the order, and with
//! words for others that look like orders.

use mail_parser::MessageParser;

use super::replies::{ByMail, Got};

/// What stands before and after an order, in letters of people and of their programs.
const AROUND: [(&str, &str); 6] = [
    ("", ""),
    ("Hi Ravenpost,\n\n", "\n\nThanks,\nAnn"),
    ("Hello!\n", "\nCheers"),
    ("Guten Abend,\nhier mein Zug:\n\n", "\n\nViele Grüße\nAnn Müller\nStadtbücherei"),
    ("Dear all\n", "\n\nSent with Proton Mail secure email."),
    ("Thanks for waiting, it was a long week.\n\n", "\n\nBest regards,\n\nAnn\n+46 555 0100"),
];

/// The words of a letter.
fn text(got: &Got) -> String {
    let message = MessageParser::default().parse(got.message.as_bytes()).expect("a letter");
    message.body_text(0).expect("a text").into_owned()
}

#[tokio::test]
async fn a_greeting_loses_no_order() {
    for (before, after) in AROUND {
        let table = ByMail::new("gotlandia").await;
        let (who, turn) = table.turn().await;
        let version = table.version().await;
        table.answer(&who, &turn, &format!("{before}1{after}"));
        assert_eq!(table.round().await, 1);
        assert!(table.version().await > version, "lost in {before:?} {after:?}");
        let letters = table.letters().await;
        let (_, answer) = letters.iter().rev().find(|(to, _)| *to == who).expect("an answer");
        let told = text(answer);
        assert!(!told.contains("Not taken"), "{told}");
        assert_eq!(told.contains("Not read as orders"), !before.is_empty(), "{told}");
    }
}

/// A sentence to the table is words to its end, wherever a mail program broke its lines.
#[tokio::test]
async fn nothing_that_is_said_is_played() {
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    let live = table.app.service.live(&table.game).await.expect("the game");
    let seat = live.awaited()[0].seat;
    let order = live.position.offers(seat)[0].offers[0].order.clone();
    let version = live.version();
    let words =
        format!("say all: I could have done this and would have lost:\n{order}\nSo I wait.");
    table.answer(&who, &turn, &words);
    assert_eq!(table.round().await, 1);
    assert_eq!(table.version().await, version, "a sentence was played");
    let words = format!("say all: truce?\nIn spring.\n\n{order}");
    table.answer(&who, &turn, &words);
    assert_eq!(table.round().await, 1);
    assert!(table.version().await > version, "the order below the words was given");
}
