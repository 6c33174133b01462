//! Preferences by email: before the game begins, and about emails; and declining an invitation.

use ravenpost::emails::MailTopic;
use ravenpost::service::admin::people::Doing;
use ravenpost::service::people::mail_choices::MailChoices;
use ravenpost_store::people::{players, preferences};

use crate::harness::app::{App, fresh};
use crate::harness::browser::Pages;
use crate::mail::playing::replies::{ByMail, ReceivedEmail};

async fn kept(table: &ByMail) -> Vec<(String, bool)> {
    let all = preferences::of_game(table.app.service.store().read(), &table.game).await;
    all.expect("readable").into_iter().map(|wish| (wish.order, wish.by_email)).collect()
}

/// The last email to a recipient.
async fn last(table: &ByMail, who: &str) -> (ReceivedEmail, String) {
    let emails = table.emails().await.into_iter().rev();
    let (_, got) = emails.into_iter().find(|(to, _)| to == who).expect("an email");
    let words = got.message.replace("=\r\n", "").replace("\r\n", " ");
    (got, words.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[tokio::test]
async fn preferences_are_set_by_email_when_joining_and_later() {
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

/// Commands about the sender's account and games.
#[tokio::test]
async fn account_commands_work_by_email() {
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    let name = who.split('@').next().expect("a name");
    table.answer(&who, &turn, "emails off\nzone Europe/Oslo\ngames\nrules pirate\nmap");
    assert_eq!(table.round().await, 1);
    let (answer, words) = last(&table, &who).await;
    assert!(words.contains(&format!("/games/{}", table.game)), "{words}");
    assert!(words.contains("/titles/gotlandia/rules") && words.contains("cid:board"), "{words}");
    let player = table.app.player_of(name).await;
    let read = async || players::get(table.app.service.store().read(), player).await.expect("read");
    let stopped = read().await;
    assert_eq!(stopped.zone, "Europe/Oslo");
    let wants = |mail: &str, topic| MailChoices::of(mail).wants(topic);
    assert!(MailTopic::ALL.iter().all(|&topic| !wants(&stopped.mail, topic)));
    table.answer(&who, &answer, "emails on");
    assert_eq!(table.round().await, 1);
    let again = read().await;
    assert!(MailTopic::ALL.iter().all(|&topic| wants(&again.mail, topic)));
}

/// The same effect as on the page.
#[tokio::test]
async fn players_are_blocked_and_unblocked_by_command() {
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    let name = who.split('@').next().expect("a name");
    let player = table.app.player_of(name).await;
    table.app.player("dora").await;
    let blocked = async || {
        let all = table.app.service.players().blocked_by(player).await.expect("readable");
        all.into_iter().map(|one| one.name).collect::<Vec<_>>()
    };
    table.answer(&who, &turn, &format!("block DORA\nblock {name}\nblock nobody\nblock dora"));
    assert_eq!(table.round().await, 1);
    assert_eq!(blocked().await, ["dora"]);
    let (answer, words) = last(&table, &who).await;
    assert!(words.contains("dora") && words.contains("nobody"), "{words}");
    table.answer(&who, &answer, "unblock Dora");
    assert_eq!(table.round().await, 1);
    assert!(blocked().await.is_empty());
}

/// Opening the page that declines changes nothing; its form declines.
#[tokio::test]
async fn invitation_is_declined_by_a_form() {
    let app = App::answered(1).await;
    let ann = app.player("ann").await;
    let open = app.private_table("gotlandia", ann, 3).await;
    let tables = app.service.tables();
    let key = fresh();
    tables.invite_by_mail(app.now, &open, ann, "Ann", "cy@example.org", &key).await.expect("sent");
    let table = ByMail::at(app, open);
    let (_, words) = last(&table, "cy@example.org").await;
    let words = words.replace("=3D", "=");
    let link = words.split("/join/").nth(1).expect("a link");
    let token: String = link.chars().take_while(char::is_ascii_alphanumeric).collect();
    let path = format!("/join/{token}/decline");
    let mut browser = Pages::of(table.app.service.clone()).browser();
    for _ in 0..2 {
        browser.get(&path).await.ok();
    }
    let page = browser.get(&path).await;
    browser.send(&page, "/decline", &[]).await.ok();
    assert_eq!(browser.get(&path).await.status, 404, "it can no longer be used");
}

#[tokio::test]
async fn blocked_player_cannot_join_by_reply() {
    let app = App::answered(1).await;
    let (ann, cy) = (app.player("ann").await, app.player("cy").await);
    let open = app.private_table("gotlandia", ann, 3).await;
    let (to, key) = ("cy@example.org", fresh());
    let tables = app.service.tables();
    tables.invite_by_mail(app.now, &open, ann, "Ann", to, &key).await.expect("invited");
    let table = ByMail::at(app, open);
    let (invitation, _) = last(&table, to).await;
    let doing = Doing { by: None, reason: "insults in chat" };
    let administration = table.app.service.administration();
    administration.block(table.app.now, &doing, cy).await.expect("blocked");
    table.answer(to, &invitation, "join");
    table.round().await;
    let game = table.app.service.games().load(&table.game).await.expect("a game");
    assert_eq!(game.seat_of(cy), None);
    assert!(table.emails().await.iter().all(|(receiver, _)| receiver != to));
    let join = ravenpost::service::table::join_table::Join { invited: true, ..Default::default() };
    let joined = table.app.service.tables().join_table(table.app.now, &table.game, cy, join).await;
    assert!(joined.is_err(), "nor in any other way");
}
