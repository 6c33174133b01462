//! Turn emails: which ones a game queues, when they are sent, and what they say about earlier
//! events.

use std::collections::{BTreeMap, BTreeSet};

use chrono::Duration;
use ravenpost::emails::{MailTopic, NotificationKind};
use ravenpost::service::Service;
use ravenpost::service::ServiceError;
use ravenpost::service::game::core::folded::Game;
use ravenpost::service::people::mail_choices::MailChoices;
use ravenpost::service::people::mail_pace::MailPace;
use ravenpost::service::post::compose::Composed;
use ravenpost::service::table::open_table::NewTable;
use ravenpost_log::act::Pace;
use ravenpost_log::table::status::Status;
use ravenpost_rules::numbers::Seq;
use ravenpost_rules::{Block, Card, Field, Seat, Table, Viewer};

use crate::harness::app::{App, fresh, key_of};
use crate::service::TITLE;
use crate::service::table::rewinds::{play, propose, vote};

#[tokio::test]
async fn turn_email_waits_while_the_reader_is_on_the_page() {
    let mut app = App::new().await;
    let (_, _, game) = app.pair(TITLE).await;
    let (_, queued) = app.until_turn_email(&game).await;
    assert_eq!(queued.due_at - queued.at, Duration::minutes(3));
    assert_eq!(queued.at, app.now, "it is owed with the event all the same");
}

#[tokio::test]
async fn short_deadlines_delay_the_email_by_a_tenth() {
    let mut app = App::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let new = NewTable {
        title: TITLE.to_owned(),
        name: "Quick".to_owned(),
        table: Table::of(2),
        pace: Pace::of(Some(600)),
        public: true,
        consent: ravenpost_log::act::Consent::All,
        own_seat: Some(Seat(1)),
        salt: String::new(),
        bots: Vec::new(),
    };
    let game = app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
    app.service
        .tables()
        .join_table(app.now, &game, bob, Default::default())
        .await
        .expect("a free seat");
    let (_, queued) = app.until_turn_email(&game).await;
    assert_eq!(queued.due_at - queued.at, Duration::minutes(1));
}

#[tokio::test]
async fn game_start_email_contains_the_first_turn() {
    let app = App::new().await;
    let (_, _, game_id) = app.pair(TITLE).await;
    let game = app.service.games().load(&game_id).await.expect("a game");
    for (seat, name) in [(Seat(1), "ann"), (Seat(2), "bob")] {
        let emails = app.emails_of(name).await;
        assert_eq!(emails.len(), 1, "{name}: {emails:?}");
        assert_eq!(emails[0].due_at, emails[0].at, "it leaves at once");
        let email = app.written(&emails[0]).await.expect("true");
        let asked = game.seats().wait(seat).is_some();
        assert_eq!(email.text.contains("POSSIBLE MOVES"), asked, "{}", email.text);
        assert_eq!(email.headline.contains("with your turn"), asked, "{}", email.headline);
        // The question, the time, and when a sealed answer is revealed.
        if let Some(wait) = game.seats().wait(seat) {
            let block = email.text.split("WHAT TO DO").nth(1).expect("a block of its own");
            let block = block.split("POSSIBLE MOVES").next().unwrap_or_default();
            let sealed = usize::from(wait.private && wait.together);
            assert_eq!(block.trim().split("\n\n").count(), 2 + sealed, "{block}");
        }
    }
    assert!(!game.seats().awaited_seats().is_empty());
}

/// Bots answer at once, so a player alone with them sees all prompts on the page.
#[tokio::test]
async fn single_player_with_bots_gets_few_emails() {
    let mut app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.table(TITLE, ann, &["random"]).await;
    for _ in 0..5 {
        app.now += Duration::minutes(1);
        let order = app.some_order(&game, Seat(1)).await;
        app.order(&game, Seat(1), &order).await.expect("legal");
    }
    assert!(app.emails_queued("ann").await.is_empty());
    app.passes(Duration::hours(37)).await;
    assert_eq!(app.emails_queued("ann").await, ["reminder_half"]);
    let reminder =
        app.written(&app.queued(NotificationKind::ReminderHalf).await).await.expect("true");
    assert!(!reminder.text.contains("Your turn email has"), "there was none");
    while app.status(&game).await != Status::Over {
        app.passes(Duration::days(3)).await;
    }
    assert!(app.emails_queued("ann").await.contains(&"game_over".to_owned()));
}

#[tokio::test]
async fn practice_game_sends_turn_emails_if_its_player_asks() {
    let mut app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.table(TITLE, ann, &["random"]).await;
    let choose = async |app: &App, wanted| {
        let notifications = app.service.notifications();
        notifications.choose_practice_emails(app.now, &game, ann, wanted).await.expect("chosen");
    };
    for _ in 0..2 {
        choose(&app, true).await;
    }
    let emails = app.emails_of("ann").await;
    assert_eq!(emails.len(), 1, "the pending decision, once");
    assert_eq!((emails[0].kind.as_str(), emails[0].due_at), ("your_turn", app.now));
    assert!(app.written(&emails[0]).await.expect("true").text.contains("POSSIBLE MOVES"));
    let (seat, queued) = app.until_turn_email(&game).await;
    assert_eq!((seat, queued.due_at - queued.at), (Seat(1), Duration::minutes(3)));

    choose(&app, false).await;
    app.written(&queued).await.expect_err("no longer wanted");
    let before = app.emails_of("ann").await.len();
    for _ in 0..5 {
        app.now += Duration::minutes(1);
        let order = app.some_order(&game, Seat(1)).await;
        app.order(&game, Seat(1), &order).await.expect("legal");
    }
    assert_eq!(app.emails_of("ann").await.len(), before);

    choose(&app, true).await;
    let (_, queued) = app.until_turn_email(&game).await;
    let stop = app.written(&queued).await.expect("wanted").stop.expect("a link");
    let token = stop.rsplit('/').next().expect("a token");
    app.service.players().switch_emails(app.now, token, false, false).await.expect("stopped");
    app.written(&queued).await.expect_err("unsubscribed");
    let loaded = app.service.games().load(&game).await.expect("a game");
    let notifications = app.service.notifications();
    let wanted = notifications.practice_emails(&loaded, Some(ann)).await.expect("readable");
    assert_eq!(wanted, Some(false));
}

#[tokio::test]
async fn stopping_practice_emails_sends_none() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.table(TITLE, ann, &["random"]).await;
    let id = game.clone();
    let ask = move |choices: MailChoices| {
        choices.paced(MailTopic::Turns, Some(id.as_str()), Some(MailPace::Immediate))
    };
    app.service.players().choose_mail(ann, ask).await.expect("chosen");
    let notifications = app.service.notifications();
    notifications.choose_practice_emails(app.now, &game, ann, false).await.expect("chosen");
    assert!(app.emails_queued("ann").await.is_empty());
}

#[tokio::test]
async fn turn_emails_of_games_between_people_are_chosen_in_the_settings() {
    let app = App::new().await;
    let (ann, _, game) = app.pair(TITLE).await;
    let notifications = app.service.notifications();
    let loaded = app.service.games().load(&game).await.expect("a game");
    let wanted = notifications.practice_emails(&loaded, Some(ann)).await.expect("readable");
    assert_eq!(wanted, None);
    let refused = notifications.choose_practice_emails(app.now, &game, ann, false).await;
    assert!(matches!(refused, Err(ServiceError::Refused(_))));
}

#[tokio::test]
async fn players_get_no_email_about_their_own_acts() {
    let app = App::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let game = app.open_table(TITLE, ann, 3).await;
    app.service
        .tables()
        .seat_bot(app.now, &game, ann, Seat(3), "random", &fresh())
        .await
        .expect("a free seat");
    app.service
        .tables()
        .join_table(app.now, &game, bob, Default::default())
        .await
        .expect("a free seat");
    let table = app.open_table(TITLE, ann, 3).await;
    app.service
        .tables()
        .join_table(app.now, &table, bob, Default::default())
        .await
        .expect("a free seat");
    app.service
        .tables()
        .close_table(app.now, &table, ann, &fresh())
        .await
        .expect("its organiser may");
    let cancelled = "game_cancelled".to_owned();
    assert!(app.emails_queued("bob").await.contains(&cancelled));
    assert!(!app.emails_queued("ann").await.contains(&cancelled));
}

#[tokio::test]
async fn reminder_is_not_news() {
    let mut app = App::new().await;
    let (_, _, game_id) = app.pair(TITLE).await;
    let (seat, _) = app.until_turn_email(&game_id).await;
    app.passes(Duration::hours(40)).await;
    let game = app.service.games().load(&game_id).await.expect("a game");
    let told = game.narration().since(game.viewer(Some(seat)), Seq::NONE).expect("readable");
    assert!(!told.is_empty());
    assert!(told.iter().all(|told| !told.text.contains("was reminded")), "{told:?}");
}

/// A player who gives a standing order while the other plays is still informed of everything that
/// the other did.
#[tokio::test]
async fn standing_order_does_not_reset_the_news() {
    let mut app = App::new().await;
    let (_, _, game) = app.pair(TITLE).await;
    for _ in 0..20 {
        let (reader, _) = app.until_turn_email(&game).await;
        let planner = Seat(3 - reader.0);
        let before = app.version(&game).await;
        let aside = app
            .service
            .games()
            .load(&game)
            .await
            .expect("a game")
            .true_position()
            .instructions(planner);
        for form in aside.iter().flat_map(|group| &group.forms) {
            if let [Field::Pick { choices, .. }] = form.fields.as_slice() {
                let line = format!("{} {}", form.lead, choices[0].0);
                app.order(&game, planner, &line).await.expect("on offer");
            }
        }
        let planned = app.version(&game).await;
        let (next, queued) = app.until_turn_email(&game).await;
        if planned > before && next == planner {
            let payload: serde_json::Value = serde_json::from_str(&queued.payload).expect("JSON");
            let after = payload["after_seq"].as_u64().expect("an event's number");
            assert!(after <= before.0, "what is new begins at {after}, planned at {planned}");
            return;
        }
    }
    panic!("nobody ever planned while the other played");
}

#[tokio::test]
async fn undo_is_reported_with_what_was_undone() {
    let mut app = App::new().await;
    let (_, _, game_id) = app.pair(TITLE).await;
    for _ in 0..40 {
        let (reader, turn) = app.until_turn_email(&game_id).await;
        let game = app.service.games().load(&game_id).await.expect("a game");
        let giver = Seat(3 - reader.0);
        let Some(last) = game.orders().may_take_back(giver).map(|entry| entry.event.seq) else {
            continue;
        };
        let viewer = game.viewer(Some(reader));
        let told = game.narration().since(viewer, last - 1).expect("readable");
        let key = key_of(format!("take back {last}"));
        // The reader has not been notified of the turn yet, so needs no email about the undo.
        let asides = app
            .service
            .play()
            .take_back(app.now, &game_id, giver, None, &last.to_string(), &key)
            .await;
        asides.expect("may be taken back");
        let queued = app.queued(NotificationKind::OrderUndone).await;
        assert_eq!(app.written(&queued).await.err(), Some("the game has changed since"));
        // If the turn email had been sent, this one would follow it.
        app.mark_sent(&turn, "Your turn: A quiet evening").await;
        let email = app.written(&queued).await.expect("the reader was told otherwise");
        let words = email.text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(&told[0].text), "{} is not in {words}", told[0].text);
        assert_eq!(
            email.subject,
            email.list.as_ref().map(|(_, name)| format!("{name} (Gotlandia)")).expect("a game")
        );
        assert_eq!(email.follows.last(), Some(&turn.message_id));
        return;
    }
    panic!("nothing could be taken back");
}

/// The cards of a seat with their effects, as on its page.
fn hand(game: &Game, seat: Seat) -> BTreeMap<String, Vec<String>> {
    let own = game.true_position().present(Viewer::Seat(seat)).own;
    let blocks = own.into_iter().flat_map(|panel| panel.blocks);
    let cards = blocks.flat_map(|block| match block {
        Block::Cards(cards) => cards,
        _ => Vec::new(),
    });
    // Texts long enough to search for, without characters that need escaping.
    let plain = |words: &String| words.len() > 12 && !words.contains(['\'', '&', '<', '"']);
    let words =
        |card: Card| (card.name, card.lines.into_iter().map(|line| line.1).filter(plain).collect());
    cards.map(words).collect()
}

/// The text up to the orders, which quote cards as well, without line ends.
fn before_moves(text: &str) -> String {
    let before = text.split("POSSIBLE MOVES").next().unwrap_or_default();
    before.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn short_email_explains_only_new_cards() {
    let mut app = App::seeded(3).await;
    let (ann, bob, game_id) = app.pair(TITLE).await;
    for player in [ann, bob] {
        let short = |choices: MailChoices| MailChoices { short_emails: true, ..choices };
        app.service.players().choose_mail(player, short).await.expect("chosen");
    }
    let (mut known, mut new) = (0, 0);
    let mut before: BTreeMap<Seat, BTreeMap<String, Vec<String>>> = BTreeMap::new();
    for _ in 0..40 {
        let (seat, queued) = app.until_turn_email(&game_id).await;
        let game = app.service.games().load(&game_id).await.expect("a game");
        let email = app.written(&queued).await.expect("it is wanted");
        app.send(&queued).await;
        let now = hand(&game, seat);
        let shown = before_moves(&email.text);
        let had = before.remove(&seat).unwrap_or_default();
        let (old, fresh): (Vec<_>, Vec<_>) =
            now.iter().partition(|(name, _)| had.contains_key(*name));
        let whole = fresh.into_iter().filter(|(name, _)| !email.untold.contains(*name));
        let fresh: BTreeSet<&String> = whole.flat_map(|(_, words)| words).collect();
        for words in &fresh {
            new += 1;
            assert!(shown.contains(words.as_str()), "{words} is new: {shown}");
        }
        for words in old.into_iter().flat_map(|(_, words)| words) {
            let again = shown.contains(words.as_str()) && !fresh.contains(words);
            known += 1;
            assert!(!again, "{words} was told before");
        }
        let text = email.text.split_whitespace().collect::<Vec<_>>().join(" ");
        for (name, words) in now.iter().filter(|(name, _)| !had.contains_key(*name)) {
            let told = words.iter().all(|words| text.contains(words.as_str()));
            assert!(told || email.untold.contains(name), "{name} counts as told: {text}");
        }
        let told = now.into_iter().filter(|(name, _)| !email.untold.contains(name));
        before.insert(seat, told.collect());
    }
    assert!(known > 0 && new > 0, "{known} cards were known, {new} were new");
}

/// What did not fit into a short email is included in the next one.
#[tokio::test]
async fn card_omitted_from_a_short_email_is_new_in_the_next() {
    let mut app = App::seeded(3).await;
    let (ann, bob, game_id) = app.pair(TITLE).await;
    for player in [ann, bob] {
        let short = |choices: MailChoices| MailChoices { short_emails: true, ..choices };
        app.service.players().choose_mail(player, short).await.expect("chosen");
    }
    let mut cut: BTreeMap<Seat, BTreeMap<String, Vec<String>>> = BTreeMap::new();
    for _ in 0..40 {
        let (seat, queued) = app.until_turn_email(&game_id).await;
        let game = app.service.games().load(&game_id).await.expect("a game");
        let email = app.written(&queued).await.expect("it is wanted");
        let now = hand(&game, seat);
        let shown = before_moves(&email.text);
        let mut again = 0;
        for (name, words) in cut.remove(&seat).unwrap_or_default() {
            let due = now.contains_key(&name) && !email.untold.contains(&name);
            for words in words.iter().filter(|_| due) {
                assert!(shown.contains(words.as_str()), "{name}: {words} was never told");
                again += 1;
            }
        }
        if again > 0 {
            return;
        }
        app.send(&queued).await;
        app.record_unexplained_cards(&queued, now.keys().cloned().collect()).await;
        cut.insert(seat, now);
    }
    panic!("nobody ever kept a card");
}

/// Between storing an event and updating the game in memory, an email may be rendered from the old
/// game. It must not be taken for obsolete.
#[tokio::test]
async fn turn_email_is_not_obsolete_before_its_event_is_loaded() {
    let mut app = App::seeded(3).await;
    let (_, _, game) = app.pair(TITLE).await;
    let (store, settings) = (app.service.store().clone(), app.service.settings().clone());
    let behind = Service::new(store, settings);
    behind.games().load(&game).await.expect("as it was before");
    let (_, queued) = app.until_turn_email(&game).await;
    app.now += Duration::minutes(5);
    let written = behind.composing().finish_email(app.now, &queued).await.expect("judged");
    assert!(matches!(written, Composed::Ready { .. }), "nobody hears that it is their turn");
}

/// A rewind causes a notice and asks a player again. That player gets one email with both.
#[tokio::test]
async fn turn_email_includes_the_notice_of_its_event() {
    let (rewound, turn) = (NotificationKind::GameRewound.key(), NotificationKind::YourTurn.key());
    let mut app = App::seeded(4).await;
    let (ann, bob, game_id) = app.pair(TITLE).await;
    let (mut joined, mut alone) = (0, 0);
    for (by, other) in [(ann, bob), (bob, ann), (ann, bob), (bob, ann)] {
        play(&mut app, &game_id, 5).await;
        app.now += Duration::minutes(20);
        app.send_due_emails().await;
        let to = app.service.games().load(&game_id).await.expect("a game").step() - 2;
        propose(&app, &game_id, by, to).await;
        app.now += Duration::minutes(20);
        app.send_due_emails().await;
        vote(&app, &game_id, other, true).await;
        app.now += Duration::minutes(20);
        let sent = app.send_due_emails_by_kind().await;
        let address = app.stored_player(by).await.address;
        let own = sent.iter().filter(|(_, to, _)| *to == address);
        let own: Vec<_> = own.filter(|(kind, ..)| kind == turn || kind == rewound).collect();
        let [(kind, _, email)] = own.as_slice() else { panic!("not one email: {own:?}") };
        if kind == turn {
            let about = email.text.find("ABOUT YOU").expect("the notice is news");
            let to_do = email.text.find("WHAT TO DO").expect("it is a turn");
            assert!(about < to_do, "{}", email.text);
            joined += 1;
        } else {
            alone += 1;
        }
    }
    println!("{joined} with a turn, {alone} alone");
    assert!(joined > 0, "nobody was asked again");
}
