//! Chat in emails: recipients, frequency, no repetitions; and chatting by reply.

use chrono::Duration;
use ravenpost::emails::{MailTopic, NotificationKind};
use ravenpost::service::people::mail_choices::MailChoices;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::talk::say::{OutgoingMessage, To};
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_store::PlayerId;

use crate::harness::app::{App, fresh};
use crate::mail::outgoing::lint::{fields, only};
use crate::mail::outgoing::whole_games::sent;

/// Three players at a table that has not started, so there are no other emails.
struct Table {
    app: App,
    people: [PlayerId; 3],
    game: GameId,
}

impl Table {
    async fn new() -> Table {
        let mut app = App::answered(7).await;
        let people = [app.player("ann").await, app.player("bo").await, app.player("cleo").await];
        let game = app.open_table("gotlandia", people[0], 4).await;
        for player in &people[1..] {
            app.service
                .tables()
                .join_table(app.now, &game, *player, Join::default())
                .await
                .expect("a seat");
        }
        // The notification about joining is sent some minutes later.
        app.now += Duration::minutes(5);
        sent(&app).await;
        Table { app, people, game }
    }

    async fn say(&self, by: usize, to: To, words: &str) {
        let (game, by) = (self.game.clone(), self.people[by]);
        let say =
            OutgoingMessage { game, by, to, words: words.to_owned(), key: fresh(), at_step: None };
        self.app.service.chat().say(self.app.now, say).await.expect("said");
    }

    /// The emails sent after some minutes, by recipient.
    async fn after(&mut self, minutes: i64) -> Vec<(String, String)> {
        self.app.now += Duration::minutes(minutes);
        let mut emails = Vec::new();
        for (to, message) in sent(&self.app).await {
            let name = to.split('@').next().expect("a name").to_owned();
            emails.push((name, message));
        }
        emails.sort();
        emails
    }

    async fn chooses(&self, who: usize, change: fn(MailChoices) -> MailChoices) {
        self.app.service.players().choose_mail(self.people[who], change).await.expect("chosen");
    }
}

fn names(emails: &[(String, String)]) -> Vec<&str> {
    emails.iter().map(|(name, _)| name.as_str()).collect()
}

fn bo_alone() -> To {
    To::Seats(vec![Seat(2)])
}

#[tokio::test]
async fn several_messages_are_one_email_to_their_recipients() {
    let mut table = Table::new().await;
    table.say(0, To::Table, "Good evening").await;
    table.say(0, bo_alone(), "A truce until harvest?").await;
    assert!(table.after(4).await.is_empty(), "it waits for more");
    table.say(2, To::Table, "Hello both").await;
    let emails = table.after(5).await;
    assert_eq!(names(&emails), ["ann", "bo", "cleo"]);
    let has = |at: usize, words: &str| emails[at].1.contains(words);
    assert!(has(0, "Hello both") && !has(0, "Good evening"), "one's own words are no news");
    assert!(has(1, "Good evening") && has(1, "A truce until harvest?") && has(1, "Hello both"));
    assert!(has(2, "Good evening") && !has(2, "truce") && !has(2, "Hello both"));
    for (_, message) in &emails {
        assert!(only(&fields(message), "Reply-To").contains("o-"), "{message}");
    }

    table.say(0, To::Table, "And a second thing").await;
    assert!(table.after(10).await.is_empty(), "not so soon again");
    let emails = table.after(20).await;
    assert_eq!(names(&emails), ["bo", "cleo"]);
    assert!(!emails[0].1.contains("Good evening"), "told once");
    assert!(emails[0].1.contains("And a second thing"));
}

#[tokio::test]
async fn players_choose_whether_chat_is_emailed() {
    let mut table = Table::new().await;
    table.chooses(1, |choices| MailChoices { bundle_chat: true, ..choices }).await;
    table.chooses(2, |choices| choices.with(MailTopic::Chat, None, false)).await;
    table.say(0, To::Table, "Shall we begin?").await;
    assert!(table.after(60).await.is_empty(), "one waits for the next email, one wants none");
    let eve = table.app.player("eve").await;
    let join = Join::default();
    table
        .app
        .service
        .tables()
        .join_table(table.app.now, &table.game, eve, join)
        .await
        .expect("a seat");
    let emails = table.after(10).await;
    let begins = |name: &str| {
        let own = emails.iter().filter(|(to, _)| to == name);
        own.map(|(_, message)| message.clone()).collect::<String>()
    };
    assert!(begins("bo").contains("Shall we begin?"), "in the email that came anyway");
    assert!(!begins("cleo").is_empty() && !begins("cleo").contains("Shall we begin?"));
    assert!(begins("eve").contains("Shall we begin?"), "it was said to who sits there");
}

#[tokio::test]
async fn muted_player_causes_no_emails() {
    let mut table = Table::new().await;
    let (game, now) = (table.game.clone(), table.app.now);
    table.app.service.chat().mute(now, &game, table.people[1], Seat(1), true).await.expect("muted");
    table.say(0, To::Table, "Listen").await;
    let emails = table.after(10).await;
    assert_eq!(names(&emails), ["cleo"]);
}

#[tokio::test]
async fn chat_contains_no_links_and_no_email_to_strangers() {
    let mut table = Table::new().await;
    table.say(0, To::Table, "see https://evil.example/now or www.evil.example").await;
    let service = &table.app.service;
    let now = table.app.now;
    service
        .tables()
        .invite_by_mail(now, &table.game, table.people[0], "ann", "eve@far.example", &fresh())
        .await
        .expect("asked");
    let emails = table.after(10).await;
    assert_eq!(names(&emails), ["bo", "cleo", "eve"]);
    for (name, message) in &emails {
        assert!(!message.contains("evil.example"), "{name}: {message}");
    }
    assert!(!emails[2].1.contains("evil"));
}

/// After a temporary refusal, the bytes of an email are stored and fixed: messages that arrive
/// later go into an email of their own.
#[tokio::test]
async fn rendered_email_gathers_no_more_messages() {
    let mut table = Table::new().await;
    table.chooses(2, |choices| choices.with(MailTopic::Chat, None, false)).await;
    table.say(0, To::Table, "first").await;
    let written = table.app.queued(NotificationKind::ChatMessage).await;
    let store = table.app.service.store().clone();
    let (id, player, game) = {
        let emails = ravenpost_store::post::outbox::of_player(store.read(), table.people[1], 9);
        let emails = emails.await.expect("readable");
        let own = emails.iter().find(|email| email.queued.message_id == written.message_id);
        (own.expect("it").id, table.people[1], table.game.clone())
    };
    let upto = 1;
    store
        .write(move |tx| {
            Box::pin(async move {
                let text = ravenpost_store::post::outbox::RenderedEmail {
                    subject: "Said".to_owned(),
                    text: "first".to_owned(),
                    html: None,
                    address: "bo@example.org".to_owned(),
                    message: b"From: post@raven.example\r\n\r\nfirst".to_vec(),
                };
                ravenpost_store::post::outbox::finish(tx, id, &text).await?;
                let told = ravenpost_store::talk::progress::TalkProgress {
                    game,
                    player,
                    upto,
                    gathered: None,
                };
                ravenpost_store::talk::progress::note(tx, id, &told).await
            })
        })
        .await
        .expect("kept");
    assert!(table.app.written(&written).await.is_ok(), "it is not overtaken by itself");
    table.say(0, To::Table, "second").await;
    let emails = table.after(40).await;
    assert_eq!(names(&emails), ["bo", "bo"]);
    let second = emails.iter().filter(|(_, message)| message.contains("second")).count();
    assert_eq!(second, 1);
}

/// The same for an email about the table: stored bytes do not report who joined later, so the
/// notification about that player is still sent.
#[tokio::test]
async fn stored_bytes_do_not_hide_later_news() {
    let mut app = App::answered(7).await;
    let [ann, bo, cleo] =
        [app.player("ann").await, app.player("bo").await, app.player("cleo").await];
    let game = app.open_table("gotlandia", ann, 4).await;
    let tables = app.service.tables();
    tables.join_table(app.now, &game, bo, Join::default()).await.expect("a seat");
    let first = app.queued(NotificationKind::PlayerJoined).await;
    let store = app.service.store().clone();
    let emails = ravenpost_store::post::outbox::of_player(store.read(), ann, 9).await;
    let emails = emails.expect("readable");
    let id = emails.iter().find(|one| one.queued.message_id == first.message_id).expect("it").id;
    store
        .write(move |tx| {
            Box::pin(async move {
                let text = ravenpost_store::post::outbox::RenderedEmail {
                    subject: "Joined".to_owned(),
                    text: "bo".to_owned(),
                    html: None,
                    address: "ann@example.org".to_owned(),
                    message: b"From: post@raven.example\r\n\r\nstored".to_vec(),
                };
                ravenpost_store::post::outbox::finish(tx, id, &text).await
            })
        })
        .await
        .expect("stored");
    tables.join_table(app.now, &game, cleo, Join::default()).await.expect("a seat");
    app.now += Duration::minutes(40);
    let to_ann: Vec<String> = sent(&app)
        .await
        .into_iter()
        .filter(|(to, _)| to.starts_with("ann@"))
        .map(|(_, message)| message)
        .collect();
    assert_eq!(to_ann.len(), 2, "{to_ann:#?}");
    assert!(to_ann.iter().any(|message| message.contains("stored")));
    assert!(to_ann.iter().any(|message| message.contains("cleo")));
}
