//! A rewind vote by email: the email that prompts, the one-word reply, and the notifications of the
//! outcome.

use ravenpost::emails::NotificationKind;
use ravenpost::mail::incoming::reading::OURS;
use ravenpost_log::Act;
use ravenpost_log::act::Consent;
use ravenpost_rules::numbers::Step;

use crate::mail::outgoing::lint::{fields, kind};
use crate::mail::playing::replies::{ByMail, ReceivedEmail};
use crate::service::table::rewinds::{play, propose, vote};

/// A two-player table by email at which Ann proposes a rewind, and the step.
async fn asked(title: &str) -> (ByMail, Step) {
    let mut table = ByMail::new(title).await;
    let game = table.game.clone();
    play(&mut table.app, &game, 6).await;
    table.emails().await;
    let to = table.app.service.games().load(&game).await.unwrap().step() - 2;
    propose(&table.app, &game, table.app.player_of("ann").await, to).await;
    // The email is delayed like turn emails.
    table.app.now += chrono::Duration::minutes(4);
    (table, to)
}

async fn acts(table: &ByMail) -> Vec<Act> {
    let game = table.app.service.games().load(&table.game).await.unwrap();
    game.log.iter().map(|entry| entry.act.clone()).collect()
}

#[tokio::test]
async fn one_word_reply_agrees_to_a_vote() {
    let (table, to) = asked("gotlandia").await;
    let emails = table.emails().await;
    let asks = |name: &str| {
        let votes =
            emails.iter().filter(|(_, got)| kind(&got.message) == NotificationKind::VoteOpened);
        votes.into_iter().find(|(who, _)| who.starts_with(name))
    };
    assert!(asks("ann").is_none(), "nobody is written to about an own proposal");
    let (who, email) = asks("bo").expect("Bo is asked");
    table.answer(who, email, "agree");
    assert_eq!(table.round().await, 1);
    assert!(acts(&table).await.contains(&Act::Rewound { to }));
    let kinds = table.app.emails_queued("ann").await;
    assert!(kinds.contains(&NotificationKind::GameRewound.key().to_owned()), "{kinds:?}");
    // The same reply again: the vote is over, and Bo is told so.
    table.answer(who, email, "refuse");
    assert_eq!(table.round().await, 1);
    let answers = table.emails().await;
    let (_, answer) = answers.iter().rev().find(|(to, _)| to == who).expect("an answer");
    assert!(answer.message.contains("there is no open vote"), "{}", answer.message);
}

#[tokio::test]
async fn email_from_before_the_vote_does_not_vote() {
    let mut table = ByMail::new("gotlandia").await;
    let game = table.game.clone();
    let (who, turn) = table.turn().await;
    play(&mut table.app, &game, 6).await;
    let to = table.app.service.games().load(&game).await.unwrap().step() - 2;
    let other = if who == "ann@example.org" { "bo" } else { "ann" };
    propose(&table.app, &game, table.app.player_of(other).await, to).await;
    table.answer(&who, &turn, "agree");
    assert_eq!(table.round().await, 1);
    assert!(!acts(&table).await.iter().any(|act| matches!(act, Act::Voted { .. })));
}

#[tokio::test]
async fn orders_are_refused_with_a_reason_during_a_vote() {
    let mut table = ByMail::new("gotlandia").await;
    let game = table.game.clone();
    play(&mut table.app, &game, 6).await;
    let (who, turn) = table.turn().await;
    let to = table.app.service.games().load(&game).await.unwrap().step() - 2;
    propose(&table.app, &game, table.app.player_of("ann").await, to).await;
    table.answer(&who, &turn, "1");
    assert_eq!(table.round().await, 1);
    let answers = table.emails().await;
    let (_, answer) = answers.iter().rev().find(|(to, _)| *to == who).expect("an answer");
    let words = answer.message.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("the table is voting on going back"), "{words}");
}

#[tokio::test]
async fn email_about_a_closed_vote_is_not_sent() {
    let (table, _) = asked("gotlandia").await;
    let queued = table.app.queued(NotificationKind::VoteOpened).await;
    table.app.written(&queued).await.expect("the vote is open");
    vote(&table.app, &table.game, table.app.player_of("bo").await, false).await;
    table.app.written(&queued).await.expect_err("the vote is over");
    let told = table.app.queued(NotificationKind::VoteFailed).await;
    let email = table.app.written(&told).await.expect("it is told");
    assert!(email.text.contains("was rejected"), "{}", email.text);
}

#[tokio::test]
async fn table_ends_its_game_by_email() {
    let mut table = ByMail::new("gotlandia").await;
    let game = table.game.clone();
    play(&mut table.app, &game, 6).await;
    table.emails().await;
    let ann = table.app.player_of("ann").await;
    crate::service::table::ending::propose_end(&table.app, &game, ann, &[1, 1]).await.expect("put");
    table.app.now += chrono::Duration::minutes(4);
    let emails = table.emails().await;
    let asks = emails.iter().filter(|(_, got)| got.message.contains("end the game now?"));
    let (who, email) = asks.into_iter().find(|(who, _)| who.starts_with("bo")).expect("asked");
    table.answer(who, email, "agree");
    assert_eq!(table.round().await, 1);
    let acts = acts(&table).await;
    assert!(acts.iter().any(|act| matches!(act, Act::Ended { agreed: Some(_), .. })), "{acts:?}");
    let told = table.app.queued(NotificationKind::GameOver).await;
    let email = table.app.written(&told).await.expect("it is told");
    assert!(email.text.contains("Ended by vote"), "{}", email.text);
    let emails = table.emails().await;
    let (_, answer) = emails.iter().rev().find(|(to, _)| to == who).expect("an answer");
    assert!(answer.message.contains("You voted yes: end the game."), "{}", answer.message);
}

/// A two-player table by email that Eve organises without a seat.
async fn organised_table(consent: Consent) -> (ByMail, u64, String, ReceivedEmail) {
    let mut table = ByMail::new("gotlandia").await;
    let eve = table.app.player("eve").await;
    let new = ravenpost::service::table::open_table::NewTable {
        title: "gotlandia".to_owned(),
        name: "Two".to_owned(),
        table: ravenpost_rules::Table::of(2),
        pace: ravenpost_log::act::Pace::of(Some(48 * 3600)),
        public: true,
        consent,
        own_seat: None,
        salt: String::new(),
        bots: Vec::new(),
    };
    let game =
        table.app.service.tables().open_table(table.app.now, Some(eve), &new).await.expect("open");
    for name in ["ann", "bo"] {
        let player = table.app.player_of(name).await;
        let join = ravenpost::service::table::join_table::Join::default();
        table
            .app
            .service
            .tables()
            .join_table(table.app.now, &game, player, join)
            .await
            .expect("free");
    }
    table.game = game.clone();
    play(&mut table.app, &game, 6).await;
    table.emails().await;
    let to = table.app.service.games().load(&game).await.unwrap().step() - 2;
    propose(&table.app, &game, table.app.player_of("ann").await, to).await;
    table.app.now += chrono::Duration::minutes(4);
    let emails = table.emails().await;
    let found = emails.into_iter().find(|(who, got)| {
        who.starts_with("eve") && kind(&got.message) == NotificationKind::VoteOpened
    });
    let (who, email) = found.expect("Eve is told");
    (table, to.0, who, email)
}

#[tokio::test]
async fn organiser_without_a_seat_votes_where_they_decide() {
    let (table, to, who, email) = organised_table(Consent::Organiser).await;
    assert!(email.message.contains("you organise this game"), "{}", email.message);
    table.answer("mallory@example.org", &email, "agree");
    assert_eq!(table.round().await, 1);
    assert!(!acts(&table).await.iter().any(|act| matches!(act, Act::Voted { .. })), "not hers");
    table.answer(&who, &email, "show hand");
    assert_eq!(table.round().await, 1);
    table.answer(&who, &email, "agree");
    assert_eq!(table.round().await, 1);
    assert!(acts(&table).await.contains(&Act::Rewound { to: Step(to) }));
    let said = table.emails().await;
    let mine: Vec<_> = said.iter().filter(|(to, _)| *to == who).map(|(_, got)| got).collect();
    let says = |text: &str| mine.iter().any(|got| got.message.contains(text));
    assert!(
        says("You voted yes: go back to step") && says("Nothing was done"),
        "both are answered"
    );
}

#[tokio::test]
async fn organiser_without_a_seat_cannot_vote_where_seats_decide() {
    let (table, _, who, email) = organised_table(Consent::All).await;
    assert!(!email.message.contains("#agree"), "{}", email.message);
    table.answer(&who, &email, "agree");
    assert_eq!(table.round().await, 1);
    assert!(!acts(&table).await.iter().any(|act| matches!(act, Act::Voted { .. })));
    let said = table.emails().await;
    let (_, answer) = said.iter().rev().find(|(to, _)| *to == who).expect("an answer");
    assert!(answer.message.contains("you cannot vote on this"), "{}", answer.message);
}

/// An organiser without a seat has no first turn email, so the first email about the table starts
/// the thread.
#[tokio::test]
async fn votes_of_an_organiser_without_a_seat_share_a_thread() {
    let (mut table, _, who, first) = organised_table(Consent::All).await;
    let value = |got: &ReceivedEmail, name: &str| {
        let found = fields(&got.message).into_iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value).unwrap_or_default()
    };
    let root = value(&first, "Message-ID");
    assert_eq!(value(&first, "References"), "");
    table.answer(&who, &first, "agree");
    assert_eq!(table.round().await, 1);
    let game = table.game.clone();
    let (ann, bo) = (table.app.player_of("ann").await, table.app.player_of("bo").await);
    vote(&table.app, &game, bo, false).await;
    play(&mut table.app, &game, 4).await;
    let to = table.app.service.games().load(&game).await.unwrap().step() - 2;
    propose(&table.app, &game, bo, to).await;
    let mut told = Vec::new();
    for _ in 0..20 {
        // Emails about the actions of others are sent one at a time.
        table.app.now += chrono::Duration::hours(1);
        for (to, got) in table.emails().await {
            if to == who && value(&got, "Message-ID") != root {
                let refs = value(&got, "References");
                assert!(refs.starts_with(&root), "{}: {refs}", value(&got, "Subject"));
                told.push(value(&got, OURS));
            }
        }
    }
    // One email about the second vote, and one that answers the reply to the first.
    let count = |kind: NotificationKind| told.iter().filter(|one| *one == kind.key()).count();
    let (answers, votes) =
        (count(NotificationKind::ReplyNotice), count(NotificationKind::VoteOpened));
    assert_eq!((answers, votes), (1, 1), "{told:#?}");
    vote(&table.app, &game, ann, false).await;
}
