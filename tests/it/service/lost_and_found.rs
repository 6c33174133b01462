//! Letters: finished from what is true when they are sent, dropped when overtaken or unwanted.

use chrono::Duration;
use ravenpost::letters::{Kind, Switch};
use ravenpost::rules::Seat;
use ravenpost::service::letter_office::Finished;
use ravenpost::service::mail_choices::MailChoices;

use super::TITLE;
use crate::harness::app::App;

const RED: Seat = Seat(1);

#[tokio::test]
async fn a_turn_letter_says_what_is_asked_and_until_when() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.table(TITLE, ann, &["random"]).await;
    let owed = app.owed(Kind::YourTurn).await;
    let Finished::Ready { address, letter } =
        app.service.finish_letter(app.now, &owed).await.expect("written")
    else {
        panic!("the letter is still true")
    };
    assert_eq!(address, "ann@example.org");
    let order = app.some_order(&game, RED).await;
    assert!(letter.text.contains(&order), "{order} is not in\n{}", letter.text);
    assert!(letter.text.contains("Europe/Stockholm"), "the deadline is in her zone");
    assert!(letter.text.contains(&format!("/games/{game}")));
    let again = app.service.finish_letter(app.now, &owed).await.expect("written again");
    let Finished::Ready { letter: same, .. } = again else { panic!("still true") };
    assert_eq!((same.text, same.html), (letter.text, letter.html), "the same truth, same bytes");
}

#[tokio::test]
async fn an_overtaken_letter_is_dropped() {
    let mut app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.table(TITLE, ann, &["random"]).await;
    let owed = app.owed(Kind::YourTurn).await;
    app.now += Duration::minutes(5);
    let order = app.some_order(&game, RED).await;
    app.order(&game, RED, &order).await.expect("taken");
    let finished = app.service.finish_letter(app.now, &owed).await.expect("judged");
    assert!(matches!(finished, Finished::Dropped(_)));
}

#[tokio::test]
async fn one_click_stops_a_kind_of_letter_and_no_other() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    app.table(TITLE, ann, &["random"]).await;
    let owed = app.owed(Kind::YourTurn).await;
    let token = app.service.stop_token(ann, Switch::Turns).await.expect("a token");
    let mut forged = token.clone();
    forged.replace_range(0..1, "9");
    assert!(app.service.stop_letters(&forged).await.is_err());
    app.service.stop_letters(&token).await.expect("stopped");
    app.service.stop_letters(&token).await.expect("stopping again changes nothing");
    let finished = app.service.finish_letter(app.now, &owed).await.expect("judged");
    assert!(matches!(finished, Finished::Dropped(_)));
    let player = app.stored_player(ann).await;
    let choices = MailChoices::of(&player.mail);
    assert!(!choices.wants(Switch::Turns) && choices.wants(Switch::Reminders));
}
