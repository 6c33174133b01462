//! Chat beside the board: who reads a message, and that others do not.

use chrono::Duration;
use ravenpost::service::ServiceError;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::talk::say::{A_DAY, LONGEST, OutgoingMessage, To};
use ravenpost::service::talk::table_talk::SaidAt;
use ravenpost_log::GameId;
use ravenpost_rules::numbers::Seq;
use ravenpost_rules::{Seat, Viewer};
use ravenpost_store::PlayerId;
use ravenpost_store::people::erasure;
use ravenpost_store::talk::messages::Span;

use crate::harness::app::{App, fresh, key_of};
use crate::service::TITLE;

const ALL: Span = Span { after: 0, before: i64::MAX, upto: Seq::MAX, most: 100 };

/// A table of three players: Ann, Bo and Cleo on the seats 1 to 3.
struct Three {
    app: App,
    people: [PlayerId; 3],
    game: GameId,
}

impl Three {
    async fn new() -> Three {
        let app = App::new().await;
        let people = [app.player("ann").await, app.player("bo").await, app.player("cleo").await];
        let game = app.open_table(TITLE, people[0], 3).await;
        for player in &people[1..] {
            app.service
                .tables()
                .join_table(app.now, &game, *player, Join::default())
                .await
                .expect("a seat");
        }
        Three { app, people, game }
    }

    fn says(&self, by: PlayerId, to: To, words: &str) -> OutgoingMessage {
        OutgoingMessage {
            game: self.game.clone(),
            by,
            to,
            words: words.to_owned(),
            key: fresh(),
            at_step: None,
        }
    }

    async fn say(&self, by: PlayerId, to: To, words: &str) -> Result<Vec<Seat>, ServiceError> {
        self.app.service.chat().say(self.app.now, self.says(by, to, words)).await
    }

    async fn read(&self, by: Option<PlayerId>) -> Vec<SaidAt> {
        self.app.service.chat().talk_for(&self.game, by, ALL).await.expect("readable")
    }

    async fn texts(&self, by: PlayerId) -> Vec<String> {
        self.read(Some(by)).await.into_iter().map(|said| said.words.text).collect()
    }
}

fn alone(seat: u8) -> To {
    To::Seats(vec![Seat(seat)])
}

fn refusal(refused: Result<Vec<Seat>, ServiceError>) -> String {
    match refused {
        Err(error) => error.to_string(),
        Ok(_) => panic!("it was said"),
    }
}

#[tokio::test]
async fn messages_are_read_by_their_recipients_only() {
    let table = Three::new().await;
    let [ann, bo, cleo] = table.people;
    assert_eq!(table.say(ann, To::Table, "good luck").await.expect("said"), []);
    assert_eq!(table.say(ann, alone(2), "a truce?").await.expect("said"), [Seat(2)]);
    let both = To::Seats(vec![Seat(3), Seat(2), Seat(3)]);
    assert_eq!(table.say(ann, both, "hear").await.expect("said"), [Seat(2), Seat(3)]);
    assert_eq!(table.texts(ann).await, ["good luck", "a truce?", "hear"]);
    assert_eq!(table.texts(bo).await, ["good luck", "a truce?", "hear"]);
    assert_eq!(table.texts(cleo).await, ["good luck", "hear"]);
    let watcher = table.app.player("eve").await;
    assert!(table.read(Some(watcher)).await.is_empty());
    assert!(table.read(None).await.is_empty());
    let words = &table.read(Some(bo)).await[1].words;
    assert_eq!(
        (words.seat, words.name.as_str(), words.to.as_slice()),
        (Seat(1), "ann", &[Seat(2)][..])
    );
    let refused = table.say(watcher, To::Table, "let me in").await;
    assert!(matches!(refused, Err(ServiceError::Denied(_))));
}

/// A message about a step appears there only for its author and its recipients.
#[tokio::test]
async fn a_private_message_about_a_step_stays_private() {
    let mut table = Three::new().await;
    let [ann, bo, cleo] = table.people;
    for _ in 0..4 {
        let game = table.app.service.games().load(&table.game).await.expect("a game");
        let seat = game.seats().awaited_seats()[0];
        let order = table.app.some_order(&table.game, seat).await;
        table.app.order(&table.game, seat, &order).await.expect("legal");
    }
    let game = table.app.service.games().load(&table.game).await.expect("a game");
    let step = game.history().changed_before(game.step()).expect("an earlier step");
    for (to, words) in [(alone(2), "a truce?"), (To::Table, "well met")] {
        let say = OutgoingMessage { at_step: Some(step), ..table.says(ann, to, words) };
        table.app.service.chat().say(table.app.now, say).await.expect("said");
    }
    let eve = table.app.player("eve").await;
    let cases = [(ann, 2), (bo, 2), (cleo, 1), (eve, 0)];
    for (player, expected) in cases {
        let play = table.app.service.play();
        let seen = play.read_game(&table.game, Some(player), Some(step)).await.expect("a view");
        let texts: Vec<&str> = seen.talk.margin.iter().map(|one| one.words.text.as_str()).collect();
        assert_eq!(texts.len(), expected, "{texts:?}");
        assert_eq!(texts.contains(&"a truce?"), expected == 2);
    }
}

/// Two tables that differ only in messages to others look the same to a player who did not receive
/// them.
#[tokio::test]
async fn messages_to_others_change_no_other_view() {
    let table = Three::new().await;
    let [ann, bo, cleo] = table.people;
    let service = &table.app.service;
    let shown = async || {
        let presentation =
            service.play().read_game(&table.game, Some(cleo), None).await.expect("a sight");
        let emails = table.app.emails_of("cleo").await;
        let mut written = Vec::new();
        for queued in &emails {
            let email = table.app.written(queued).await;
            written.push(email.map(|email| (email.subject, email.text, email.html)));
        }
        let audit = table.app.shown(&table.game, Viewer::Spectator).await;
        (
            format!("{:?}", presentation.talk),
            presentation.last_step,
            presentation.head,
            written,
            audit,
        )
    };
    let before = shown().await;
    table.say(ann, alone(2), "we fall on cleo tomorrow").await.expect("said");
    table.say(bo, alone(1), "agreed, cleo first").await.expect("said");
    assert_eq!(shown().await, before);
    let dump = table.app.derived().await.join("\n");
    let game = service.games().load(&table.game).await.expect("a game");
    for event in game.events() {
        assert!(!event.act.contains("cleo") && !event.facts.contains("tomorrow"));
    }
    assert!(!dump.contains("tomorrow"), "lists of games know nothing of it");
}

#[tokio::test]
async fn new_holder_of_a_seat_cannot_read_earlier_messages() {
    let app = App::new().await;
    let [ann, bo, cleo] =
        [app.player("ann").await, app.player("bo").await, app.player("cleo").await];
    let game = app.open_table(TITLE, ann, 3).await;
    app.service.tables().join_table(app.now, &game, bo, Join::default()).await.expect("a seat");
    let table = Three { app, people: [ann, bo, cleo], game };
    table.say(ann, To::Table, "welcome").await.expect("said");
    table.say(ann, alone(2), "only for bo").await.expect("said");
    let service = &table.app.service;
    service.tables().leave_seat(table.app.now, &table.game, bo, &fresh()).await.expect("left");
    let refused = refusal(table.say(ann, alone(2), "still there?").await);
    assert_eq!(refused, "there are no other players in this game; write a private note instead");
    let join = Join { seat: Some(Seat(2)), ..Join::default() };
    service.tables().join_table(table.app.now, &table.game, cleo, join).await.expect("a seat");
    assert_eq!(table.texts(cleo).await, ["welcome"]);
    assert!(table.texts(bo).await.is_empty(), "who has left reads no more");
    let late = table.say(bo, To::Table, "one more word").await;
    assert!(matches!(late, Err(ServiceError::Denied(_))));
}

#[tokio::test]
async fn repeated_message_with_one_key_is_sent_once() {
    let table = Three::new().await;
    let [ann, bo, _] = table.people;
    let say = table.says(ann, alone(2), "a truce?");
    let (one, two) = tokio::join!(
        table.app.service.chat().say(table.app.now, say.clone()),
        table.app.service.chat().say(table.app.now, say.clone())
    );
    assert_eq!(one.expect("said"), two.expect("the same answer"));
    assert_eq!(table.texts(bo).await.len(), 1);
    for other in [
        OutgoingMessage { words: "no truce".to_owned(), ..say.clone() },
        OutgoingMessage { to: To::Table, ..say.clone() },
    ] {
        let refused = refusal(table.app.service.chat().say(table.app.now, other).await);
        assert!(refused.contains("already been sent with different content"), "{refused}");
    }
    assert_eq!(table.texts(bo).await.len(), 1);
}

#[tokio::test]
async fn invalid_message_is_refused() {
    let table = Three::new().await;
    let [ann, bo, _] = table.people;
    let long = "x".repeat(LONGEST + 1);
    for (to, words, why) in [
        (To::Table, "", "the message is empty; write something first"),
        (To::Table, "\u{200b}\u{202e}", "the message is empty; write something first"),
        (To::Table, long.as_str(), "longer than"),
        (alone(1), "to myself", "your own seat"),
        (alone(9), "to nobody", "no such seat"),
        (alone(0), "to seat 0", "no such seat"),
        (To::Seats(vec![Seat(2), Seat(9)]), "to one and a half", "no such seat"),
        (To::Seats(Vec::new()), "to no one", "has no recipient"),
    ] {
        let refused = refusal(table.say(ann, to, words).await);
        assert!(refused.contains(why), "{words}: {refused}");
    }
    assert!(table.texts(bo).await.is_empty());
    table.say(ann, To::Table, "dlog\u{202e} \u{200b}on\u{ad}ly\r\n now").await.expect("said");
    assert_eq!(table.texts(bo).await, ["dlog only\nnow"]);

    let app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.table(TITLE, ann, &["random"]).await;
    let say = |to| OutgoingMessage {
        game: game.clone(),
        by: ann,
        to,
        words: "hello".into(),
        key: fresh(),
        at_step: None,
    };
    for to in [To::Table, alone(2)] {
        let refused = refusal(app.service.chat().say(app.now, say(to)).await);
        assert!(refused.contains("there are no other players in this game"), "bots do not listen");
    }
}

#[tokio::test]
async fn daily_message_limit_resets_the_next_day() {
    let mut table = Three::new().await;
    let [ann, bo, _] = table.people;
    for number in 0..A_DAY {
        table.say(ann, To::Table, &format!("word {number}")).await.expect("said");
    }
    let enough = table.say(ann, To::Table, "and one more").await;
    assert!(matches!(enough, Err(ServiceError::TooMany(_))));
    table.say(bo, To::Table, "my turn to talk").await.expect("others may");
    let now = table.app.now;
    table.app.now -= Duration::days(300);
    table.say(ann, To::Table, "what year is it?").await.expect("a clock that was wrong");
    table.app.now = now;
    table.app.now += Duration::days(1);
    table.say(ann, To::Table, "good morning").await.expect("a new day");
}

#[tokio::test]
async fn muted_player_is_not_notified() {
    let table = Three::new().await;
    let [ann, bo, cleo] = table.people;
    let (service, now) = (&table.app.service, table.app.now);
    table.say(bo, To::Table, "before").await.expect("said");
    service.chat().mute(now, &table.game, ann, Seat(2), true).await.expect("muted");
    assert_eq!(table.say(bo, alone(1), "listen!").await.expect("as ever"), [Seat(1)]);
    table.say(cleo, To::Table, "hello").await.expect("said");
    assert_eq!(table.texts(ann).await, ["hello"]);
    assert_eq!(table.texts(bo).await, ["before", "listen!", "hello"]);
    assert_eq!(table.texts(cleo).await, ["before", "hello"], "each for oneself");
    service.chat().mute(now, &table.game, ann, Seat(2), false).await.expect("heard again");
    assert_eq!(table.texts(ann).await, ["before", "listen!", "hello"]);
    let eve = table.app.player("eve").await;
    let refused = service.chat().mute(now, &table.game, eve, Seat(2), true).await;
    assert!(matches!(refused, Err(ServiceError::Denied(_))));
    let own = service.chat().mute(now, &table.game, ann, Seat(1), true).await;
    assert!(matches!(own, Err(ServiceError::Refused(_))));
}

#[tokio::test]
async fn messages_are_erased_with_their_author() {
    let table = Three::new().await;
    let [ann, bo, cleo] = table.people;
    table.say(ann, To::Table, "mine").await.expect("said");
    table.say(bo, alone(1), "to ann").await.expect("said");
    let key = key_of("note".to_owned());
    table
        .app
        .service
        .chat()
        .note(table.app.now, &table.game, ann, None, "remember", &key)
        .await
        .expect("noted");
    let store = table.app.service.store();
    store
        .write(move |tx| Box::pin(async move { erasure::forget(tx, ann, &[]).await }))
        .await
        .expect("forgotten");
    assert!(table.texts(cleo).await.is_empty());
    let left = table.read(Some(bo)).await;
    assert_eq!(
        (left.len(), left[0].words.to.as_slice()),
        (1, &[Seat(1)][..]),
        "one's own words stay"
    );
    assert!(
        table.app.service.chat().notes_for(&table.game, ann).await.expect("readable").is_empty()
    );
}
