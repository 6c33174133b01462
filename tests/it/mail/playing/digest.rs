//! Digests: emails that are combined because their reader prefers it.

use chrono::{DateTime, Duration, Utc};
use ravenpost::emails::MailTopic;
use ravenpost::service::people::mail_choices::MailChoices;
use ravenpost::service::people::mail_pace::MailPace;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::PlayerId;
use ravenpost_store::post::incoming::IncomingState;
use ravenpost_store::post::outbox::{self, OutboxState};

use crate::mail::outgoing::lint::{fields, kind, only};
use crate::mail::playing::replies::{ByMail, ReceivedEmail};
use crate::service::server::newer_games::store_newer_act;

/// Ann and Bo at three tables; Ann gets digests at this pace.
pub(super) async fn three_tables(pace: MailPace) -> (ByMail, PlayerId, Vec<GameId>) {
    let mut table = ByMail::new("gotlandia").await;
    table.emails().await;
    let (ann, bo) = (table.player("ann").await, table.player("bo").await);
    let paced = move |choices: MailChoices| {
        let waiting = [MailTopic::Turns, MailTopic::GameNews, MailTopic::TableNews];
        waiting.into_iter().fold(choices, |choices, topic| choices.paced(topic, None, Some(pace)))
    };
    table.app.service.players().choose_mail(ann, paced).await.expect("chosen");
    let mut games = vec![table.game.clone()];
    for _ in 0..2 {
        let game = table.app.open_table("gotlandia", ann, 2).await;
        table
            .app
            .service
            .tables()
            .join_table(table.app.now, &game, bo, Join::default())
            .await
            .expect("in");
        games.push(game);
    }
    table.app.now += Duration::minutes(1);
    (table, ann, games)
}

impl ByMail {
    pub(super) async fn player(&self, name: &str) -> PlayerId {
        let address = format!("{name}@example.org");
        let reader = self.app.service.store().read();
        let player = ravenpost_store::people::players::by_address(reader, &address).await;
        player.expect("a store").expect("a player").id
    }

    pub(super) async fn emails_to_ann(&self) -> Vec<ReceivedEmail> {
        let all = self.emails().await;
        all.into_iter().filter(|(to, _)| to.starts_with("ann@")).map(|(_, got)| got).collect()
    }
}

fn at(text: &str) -> DateTime<Utc> {
    text.parse().expect("a moment")
}

#[tokio::test]
async fn daily_emails_arrive_as_one_at_the_readers_hour() {
    let (mut table, ann, _) = three_tables(MailPace::Daily).await;
    assert_eq!(table.emails_to_ann().await.len(), 0, "they wait for each other");
    // Ann's time zone is an hour ahead.
    table.app.now = at("2026-11-21T05:59:59Z");
    assert_eq!(table.emails_to_ann().await.len(), 0);
    table.app.now = at("2026-11-21T06:00:00Z");
    let emails = table.emails_to_ann().await;
    assert_eq!(emails.len(), 1);
    let digest = &emails[0].message;
    assert!(digest.matches("/games/").count() >= 2, "{digest}");
    let address = only(&fields(digest), "Reply-To").trim().to_owned();
    assert!(address.starts_with("o-"), "{address}");
    assert_eq!(digest.matches(&address).count(), 1, "no key stands in the text");
    let rows = outbox::of_player(table.app.service.store().read(), ann, 50).await.expect("a list");
    assert!(rows.iter().all(|row| row.state != OutboxState::Waiting), "nothing is told twice");
    assert_eq!(table.emails_to_ann().await.len(), 0);
}

/// A digest with a single entry is sent as the normal email, including the orders.
#[tokio::test]
async fn digest_of_one_email_is_that_email() {
    let (mut table, ann, _) = three_tables(MailPace::HalfHour).await;
    table.app.now = at("2026-11-20T09:30:00Z");
    assert_eq!(table.emails_to_ann().await.len(), 1);
    let bo = table.player("bo").await;
    let game = table.app.open_table("gotlandia", ann, 2).await;
    table
        .app
        .service
        .tables()
        .join_table(table.app.now, &game, bo, Join::default())
        .await
        .expect("in");
    table.app.now = at("2026-11-20T10:00:00Z");
    let emails = table.emails_to_ann().await;
    let subjects: Vec<_> =
        emails.iter().map(|got| only(&fields(&got.message), "Subject").to_owned()).collect();
    assert_eq!(emails.len(), 1, "{subjects:?}");
    assert!(emails[0].message.contains("POSSIBLE MOVES"), "{subjects:?}");
}

#[tokio::test]
async fn urgent_emails_are_sent_at_once() {
    let (mut table, _, _) = three_tables(MailPace::Daily).await;
    // Reminders are sent even half a day before the digest's hour.
    let mut reminded = false;
    for _ in 0..40 {
        table.app.passes(Duration::hours(1)).await;
        for email in table.emails_to_ann().await {
            // Reminders of several games are one email.
            let subject = only(&fields(&email.message), "Subject").to_owned();
            let reminds = kind(&email.message).is_reminder() || subject.contains("Reminder");
            reminded |= reminds && email.message.contains("left");
        }
    }
    assert!(reminded, "time ran and nobody said so");
}

#[tokio::test]
async fn ambiguous_reply_to_a_digest_asks_for_the_table() {
    let (mut table, _, games) = three_tables(MailPace::Daily).await;
    table.app.now = at("2026-11-21T07:00:00Z");
    let digest = table.emails_to_ann().await.remove(0);
    for (words, found) in [
        ("1", "Which game is this for?"),
        ("show nowhere", "You have no game of that name"),
        ("show", "Several games match"),
        // All games are of one title, so its rules can be quoted.
        ("rules pirates", "/titles/gotlandia/rules"),
    ] {
        table.answer("ann@example.org", &digest, words);
        assert_eq!(table.round().await, 1);
        let answer = table.emails_to_ann().await.remove(0);
        let text = answer.message.replace("\r\n", " ");
        assert!(text.contains(found), "{words}: {text}");
        assert!(only(&fields(&answer.message), "Reply-To").contains("o-"));
    }
    for game_id in &games {
        let game = table.app.service.games().load(game_id).await.expect("the game");
        assert!(game.last_seq() < Seq(8), "nothing was ordered");
    }
    table.answer("eve@example.net", &digest, "show");
    table.round().await;
    assert_eq!(table.emails().await.len(), 0, "nobody else is answered");
}

/// One of the tables was continued by a newer version of the program, so the reply stays queued
/// unchanged for that version.
#[tokio::test]
async fn digest_reply_waits_for_a_newer_program() {
    let (mut table, _, games) = three_tables(MailPace::Daily).await;
    table.app.now = at("2026-11-21T07:00:00Z");
    let digest = table.emails_to_ann().await.remove(0);
    for game in &games {
        store_newer_act(&mut table.app, game).await;
    }
    table.answer("ann@example.org", &digest, "show");
    assert_eq!(table.round().await, 0, "nobody here can answer");
    let came = table.stand(IncomingState::New).await;
    assert_eq!(came.iter().map(|one| one.tries).collect::<Vec<_>>(), [0], "it is lost");
}

const ANN: Seat = Seat(1);

/// Ann and Bo at two named tables, and the reminder that covers both for Ann.
async fn reminded_of_two() -> (ByMail, ReceivedEmail, [GameId; 2]) {
    let app = crate::harness::app::App::answered(1).await;
    let (ann, bo) = (app.player("ann").await, app.player("bo").await);
    let mut games = Vec::new();
    for name in ["Winter harbour", "Spring: the second"] {
        let new = NewTable { name: name.to_owned(), ..app.plain("gotlandia", 2) };
        let game =
            app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
        app.service
            .tables()
            .join_table(app.now, &game, bo, Join::default())
            .await
            .expect("a free seat");
        games.push(game);
    }
    let mut table = ByMail::at(app, games[0].clone());
    // Ann has the first seat and is awaited at both.
    for game_id in &games {
        for _ in 0..30 {
            let game = table.app.service.games().load(game_id).await.expect("the game");
            if game.seats().wait(ANN).is_some() {
                break;
            }
            let seat = game.seats().awaited_seats()[0];
            let order = table.app.some_order(game_id, seat).await;
            table.app.order(game_id, seat, &order).await.expect("legal");
        }
    }
    for _ in 0..80 {
        table.app.passes(Duration::hours(1)).await;
        for got in table.emails_to_ann().await {
            if only(&fields(&got.message), "Subject").contains("Reminder: your turn in 2 games") {
                return (table, got, games.try_into().expect("two"));
            }
        }
    }
    panic!("nobody was reminded of two tables");
}

impl ByMail {
    /// The first legal move of Ann at a table.
    async fn first_move(&self, game_id: &GameId) -> String {
        let game = self.app.service.games().load(game_id).await.expect("the game");
        let groups = game.true_position().offers(ANN);
        groups.iter().flat_map(|group| &group.offers).next().expect("a move").order.clone()
    }

    async fn seq_of(&self, game: &GameId) -> Seq {
        self.app.service.games().load(game).await.expect("the game").last_seq()
    }
}

#[tokio::test]
async fn reminder_of_several_tables_accepts_moves_by_table_name() {
    let (table, reminder, [winter, spring]) = reminded_of_two().await;
    let (one, other) = (table.first_move(&winter).await, table.first_move(&spring).await);
    let before = [table.seq_of(&winter).await, table.seq_of(&spring).await];
    let words = format!("Hi,\nWinter harbour: {one}\nspring: the second: {other}\n\nAnn");
    table.answer("ann@example.org", &reminder, &words);
    assert_eq!(table.round().await, 1);
    assert!(table.seq_of(&winter).await > before[0], "the move at the first table");
    assert!(table.seq_of(&spring).await > before[1], "the move at the second table");
    let answers = table.emails_to_ann().await;
    let done = |got: &&ReceivedEmail| got.message.contains("Everything worked");
    assert_eq!(answers.iter().filter(done).count(), 2, "each table's answer");

    // The same email again has no effect.
    let settled = [table.seq_of(&winter).await, table.seq_of(&spring).await];
    table.answer("ann@example.org", &reminder, &words);
    table.round().await;
    assert_eq!([table.seq_of(&winter).await, table.seq_of(&spring).await], settled);
}

#[tokio::test]
async fn move_without_a_table_is_queried_and_stops_the_rest() {
    let (table, reminder, [winter, spring]) = reminded_of_two().await;
    let (one, other) = (table.first_move(&winter).await, table.first_move(&spring).await);
    let before = [table.seq_of(&winter).await, table.seq_of(&spring).await];
    table.answer("ann@example.org", &reminder, &format!("{one}\n\nspring: {other}"));
    assert_eq!(table.round().await, 1);
    assert_eq!([table.seq_of(&winter).await, table.seq_of(&spring).await], before);
    let answers = table.emails_to_ann().await;
    assert!(answers.iter().all(|got| !got.message.contains("Everything worked")));
    let asked = |got: &ReceivedEmail| {
        let words = got.message.split_whitespace().collect::<Vec<_>>().join(" ");
        words.contains("Winter harbour: ...")
    };
    assert!(answers.iter().any(asked), "the question names the tables");

    // One word of the name is enough, and so is a number from an unchanged list.
    table.answer("ann@example.org", &reminder, "harbour: 1");
    assert_eq!(table.round().await, 1);
    assert!(table.seq_of(&winter).await > before[0]);
}

#[tokio::test]
async fn forged_reply_to_a_digest_is_held() {
    let (table, reminder, [winter, _]) = reminded_of_two().await;
    let before = table.seq_of(&winter).await;
    let words = format!("Winter harbour: {}", table.first_move(&winter).await);
    table.answer("eve@example.net", &reminder, &words);
    assert_eq!(table.round().await, 1);
    let held = table.stand(IncomingState::Held).await;
    assert_eq!((held.len(), table.seq_of(&winter).await), (1, before));
    let ann = table.player("ann").await;
    let service = &table.app.service;
    assert!(service.inbox().say_of_held(table.app.now, ann, held[0].id, true).await.expect("said"));
    table.round().await;
    assert!(table.seq_of(&winter).await > before, "its player vouches for it");
}
