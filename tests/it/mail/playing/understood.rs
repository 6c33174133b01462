//! What the answer to a reply states about lines that were not understood, and what is never played
//! or sent by mistake.

use chrono::Duration;
use ravenpost::emails::parts::line_outcomes::{Account, IgnoredCause};
use ravenpost::emails::turns::reply_verdict::{ReplyTally, ReplyVerdict};
use ravenpost::emails::{LineOutcome, NotificationKind};
use ravenpost_log::Act;
use ravenpost_log::act::{Motion, Via};
use ravenpost_rules::numbers::Seq;
use ravenpost_rules::{Dice, Group, Offer, Seat};
use ravenpost_store::post::outbox;
use ravenpost_store::talk::messages::Span;
use serde_json::Value;

use crate::harness::app::{App, fresh};
use crate::mail::outgoing::lint::kind;
use crate::mail::playing::replies::{ByMail, ReceivedEmail};
use crate::service::table::rewinds::play;

impl ByMail {
    /// Replies and returns the stored payload of the answer.
    async fn transcript(&self, who: &str, email: &ReceivedEmail, words: &str) -> Value {
        self.answer(who, email, words);
        assert_eq!(self.round().await, 1, "{words}");
        let player = self.app.player_of(who.split('@').next().expect("a name")).await;
        let emails = outbox::of_player(self.app.service.store().read(), player, 99).await;
        let answers = emails.expect("readable").into_iter();
        let answers = answers.filter(|email| email.queued.kind == "reply_result");
        let answer = answers.max_by_key(|email| email.id).expect("an answer");
        serde_json::from_str(&answer.queued.payload).expect("a payload")
    }

    /// Replies and returns the stored report on the lines.
    async fn reported(&self, who: &str, email: &ReceivedEmail, words: &str) -> Account {
        let mut payload = self.transcript(who, email, words).await;
        serde_json::from_value(payload["lines"].take()).expect("a report")
    }

    /// The orders by email after an event.
    async fn played(&self, since: Seq) -> Vec<String> {
        let game = self.app.service.games().load(&self.game).await.expect("a game");
        let order = |act: &Act| match act {
            Act::Ordered { order, via: Via::Email, .. } => Some(order.clone()),
            _ => None,
        };
        game.log.after(since).filter_map(|entry| order(entry.act)).collect()
    }

    async fn motions(&self) -> Vec<Motion> {
        let game = self.app.service.games().load(&self.game).await.expect("a game");
        let motion = |act: &Act| match act {
            Act::Proposed { motion, .. } => Some(motion.clone()),
            _ => None,
        };
        game.log.iter().filter_map(|entry| motion(entry.act)).collect()
    }
}

#[tokio::test]
async fn reply_is_not_done_if_a_line_was_not_understood() {
    for (words, verdict, played) in [
        ("1", ReplyVerdict::Done, true),
        ("Hi all,\n\n1\n\nSorry for the delay, good luck!\nAnn", ReplyVerdict::Done, true),
        ("1\nfly to the moon", ReplyVerdict::PartlyDone, true),
        ("1\n\nThen I go north next.", ReplyVerdict::PartlyDone, true),
        ("1\ntell Blue: psst", ReplyVerdict::PartlyDone, true),
        ("fly to the moon", ReplyVerdict::NothingDone, false),
        ("play moon", ReplyVerdict::NothingDone, false),
        ("tell Blue: psst\n1", ReplyVerdict::Question, false),
        ("Thanks!", ReplyVerdict::NoRequest, false),
    ] {
        let table = ByMail::new("gotlandia").await;
        let (who, turn) = table.turn().await;
        let before = table.version().await;
        let account = table.reported(&who, &turn, words).await;
        assert_eq!(ReplyTally::of(&account).verdict(), verdict, "{words}: {account:#?}");
        assert_eq!(table.played(before).await.len(), usize::from(played), "{words}");
        for line in &account.0 {
            let open = line.outcome.is_open() || line.is_not_understood();
            assert!(!open || !line.messages.is_empty(), "{words}: {line:?}");
        }
    }
}

/// A unit's second step may use the free steps of its first one, so the list describes it otherwise
/// afterwards. The writer could expect that.
#[tokio::test]
async fn move_changed_only_by_the_moves_above_it_is_played() {
    let mut table = ByMail::new("bardagi").await;
    let id = table.game.clone();
    for seat in [Seat(1), Seat(2)] {
        table.app.order(&id, seat, "plan b2 g2 k2").await.expect("legal");
    }
    // The plans are revealed, then the turn email is sent.
    for _ in 0..2 {
        table.app.passes(Duration::minutes(30)).await;
    }
    let (who, turn) = table.turn().await;
    let game = table.app.service.games().load(&id).await.expect("a game");
    let (seat, position) = (game.seats().awaited_seats()[0], game.true_position());
    let offers = |groups: Vec<Group>| groups.into_iter().flat_map(|group| group.offers);
    let listed: Vec<Offer> = offers(position.offers(seat)).collect();
    let is_changed = |next: &Offer| {
        listed.iter().any(|then| then.order == next.order && then.words != next.words)
    };
    let then = |one: &Offer| {
        let tried = position.preview(seat, &one.order, &mut Dice::seeded(1)).ok()?;
        let next = offers(tried.next.offers(seat)).find(is_changed)?;
        (!tried.cut).then(|| [one.order.clone(), next.order])
    };
    let steps = listed.iter().find_map(then).expect("a unit that can walk on");
    let before = table.version().await;
    let account = table.reported(&who, &turn, &steps.join("\n")).await;
    assert_eq!(table.played(before).await, steps, "{account:#?}");
}

/// A line with several mistakes gets a single answer, which suggests what was meant.
#[tokio::test]
async fn mistaken_line_gets_one_answer() {
    let table = ByMail::new("bardagi").await;
    let (who, turn) = table.turn().await;
    let before = table.version().await;
    let account = table.reported(&who, &turn, "plan 2 b, 2 g, 2 k please").await;
    assert_eq!(table.version().await, before, "{account:#?}");
    let line = account.0.iter().find(|line| line.outcome == LineOutcome::Rejected);
    let line = line.unwrap_or_else(|| panic!("a rejected line: {account:#?}"));
    let [why, meant] = &line.messages[..] else { panic!("{line:?}") };
    assert!(!why.contains("please") && meant.contains("\"plan b2 g2 k2\""), "{line:?}");
}

#[tokio::test]
async fn conditional_move_below_a_rejected_one_is_not_queried() {
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    let game = table.app.service.games().load(&table.game).await.expect("a game");
    let seat = game.seats().awaited_seats()[0];
    let order = game.true_position().offers(seat)[0].offers[0].order.clone();
    let words = format!("{order} moon\n\n{order} - if Bo agrees");
    let account = table.reported(&who, &turn, &words).await;
    let outcomes: Vec<LineOutcome> = account.0.iter().map(|line| line.outcome).collect();
    assert_eq!(outcomes[..2], [LineOutcome::Rejected; 2], "{account:#?}");
    // On its own, it is.
    let account = table.reported(&who, &turn, &format!("{order} - if Bo agrees")).await;
    assert_eq!(account.0[0].outcome, LineOutcome::Asked, "{account:#?}");
}

#[tokio::test]
async fn requests_beyond_the_limit_are_not_done() {
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    for (count, rejected) in [(60, 0), (61, 1)] {
        let transcript = table.transcript(&who, &turn, &"show\n".repeat(count)).await;
        let account: Account =
            serde_json::from_value(transcript["lines"].clone()).expect("a report");
        assert_eq!(account.of(LineOutcome::Executed), 60, "{account:#?}");
        assert_eq!(account.of(LineOutcome::Rejected), rejected, "{account:#?}");
        let messages = transcript["messages"].as_array().expect("a list");
        let told = messages.iter().filter_map(Value::as_str).any(|said| said.contains("60"));
        assert_eq!(told, rejected > 0, "{messages:?}");
    }
}

#[tokio::test]
async fn free_text_is_not_played_and_gets_a_suggestion() {
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    let game = table.app.service.games().load(&table.game).await.expect("a game");
    let seat = game.seats().awaited_seats()[0];
    let offers = game.true_position().offers(seat);
    let offer = offers[0].offers[0].clone();
    let account = table.reported(&who, &turn, &format!("I want {}", offer.order)).await;
    let cause = Some(IgnoredCause::NotUnderstood);
    let line = account.0.iter().find(|line| line.ignored_cause == cause);
    let line = line.unwrap_or_else(|| panic!("the line: {account:#?}"));
    assert!(line.messages.iter().any(|said| said.contains(&offer.order)), "{line:?}");
    let listed = offers.iter().flat_map(|group| &group.offers);
    let suggested = listed.filter(|one| {
        line.messages.iter().any(|said| said.contains(&format!("\"{}\"", one.order)))
    });
    assert!((1..=2).contains(&suggested.count()), "{line:?}");
    assert_eq!(table.version().await, game.last_seq());
}

/// Plays until a move is on offer that leads to another decision of the same seat, in which that
/// word is an order.
async fn before_new_decision(table: &mut ByMail, word: &str) -> (Seat, String) {
    for _ in 0..200 {
        table.app.passes(Duration::minutes(5)).await;
        let game = table.app.service.games().load(&table.game).await.expect("a game");
        let one = game.seats().awaited().into_iter().next().expect("a seat is awaited");
        let position = game.true_position();
        let leads = |order: &String| {
            let Some(decided) = position.attempt(one.seat, order, &mut Dice::seeded(1)) else {
                return false;
            };
            let next = decided.next;
            let asked = next.awaited().into_iter().find(|now| now.seat == one.seat);
            asked.is_some_and(|now| now.decision != one.decision)
                && next.attempt(one.seat, word, &mut Dice::seeded(1)).is_some()
        };
        let offers = position.offers(one.seat);
        let orders = offers.iter().flat_map(|group| &group.offers).map(|offer| &offer.order);
        if let Some(order) = orders.filter(|_| !one.goes_on).find(|order| leads(order)) {
            return (one.seat, order.clone());
        }
        let order = table.app.some_order(&table.game, one.seat).await;
        table.app.order(&table.game, one.seat, &order).await.expect("legal");
    }
    panic!("no move led to another decision");
}

#[tokio::test]
async fn closing_word_does_not_answer_a_new_prompt() {
    for apart in [true, false] {
        let mut table = ByMail::new("gotlandia").await;
        let (seat, order) = before_new_decision(&mut table, "no").await;
        let (who, turn) = table.turn().await;
        let before = table.version().await;
        let words = if apart { format!("{order}\n\nno") } else { format!("{order}; no") };
        let account = table.reported(&who, &turn, &words).await;
        let outcomes: Vec<LineOutcome> = account.0.iter().map(|line| line.outcome).collect();
        let played = table.played(before).await;
        let game = table.app.service.games().load(&table.game).await.expect("a game");
        match apart {
            true => {
                assert_eq!(outcomes[..2], [LineOutcome::Executed, LineOutcome::Rejected]);
                assert_eq!(played, [order]);
                assert!(game.seats().wait(seat).is_some(), "the decision is still open");
            }
            // One line in notation is played as a whole.
            false => {
                assert_eq!(outcomes[0], LineOutcome::Executed);
                assert_eq!(played.len(), 2, "{played:?}");
            }
        }
    }
}

#[tokio::test]
async fn plan_below_a_private_message_is_not_sent_or_played() {
    let table = ByMail::new("scharz").await;
    let (who, turn) = table.turn().await;
    let before = table.version().await;
    let words = "say Blue: let's attack tomorrow\nI go north next\n1";
    let account = table.reported(&who, &turn, words).await;
    let outcomes: Vec<LineOutcome> = account.0.iter().map(|line| line.outcome).collect();
    let wanted = [LineOutcome::Delivered, LineOutcome::Asked, LineOutcome::Rejected];
    assert_eq!(outcomes[..3], wanted, "{account:#?}");
    assert_eq!(table.played(before).await, Vec::<String>::new());
    let game = table.app.service.games().load(&table.game).await.expect("a game");
    let other = game.people.iter().find(|(seat, _)| *seat == Seat(2)).expect("a person").1;
    let span = Span { after: 0, before: i64::MAX, upto: Seq::MAX, most: 9 };
    let heard = table.app.service.chat().talk_for(&table.game, Some(other), span).await;
    let heard: Vec<String> =
        heard.expect("readable").into_iter().map(|one| one.words.text).collect();
    assert_eq!(heard, ["let's attack tomorrow"]);
}

/// Line breaks that the writer made reach the readers. Those of the mail program do not.
#[tokio::test]
async fn message_by_email_preserves_its_lines() {
    let table = ByMail::new("gotlandia").await;
    let (who, turn) = table.turn().await;
    let words = "say all: My terms for the next winter, in short, as discussed with Bo:\n\
        - peace in the north\n- trade in Wisby until the harbour is frozen over and no ship can\n\
        leave\n\nThink about it.\nend say";
    let wanted = "My terms for the next winter, in short, as discussed with Bo:\n\
        - peace in the north\n- trade in Wisby until the harbour is frozen over and no ship can \
        leave\n\nThink about it.";
    let account = table.reported(&who, &turn, words).await;
    assert_eq!(account.0[0].outcome, LineOutcome::Delivered, "{account:#?}");
    let game = table.app.service.games().load(&table.game).await.expect("a game");
    let span = Span { after: 0, before: i64::MAX, upto: Seq::MAX, most: 9 };
    for (_, player) in &game.people {
        let heard = table.app.service.chat().talk_for(&table.game, Some(*player), span).await;
        let heard: Vec<String> =
            heard.expect("readable").into_iter().map(|one| one.words.text).collect();
        assert_eq!(heard, [wanted]);
    }
}

#[tokio::test]
async fn takeback_is_proposed_and_voted_on_by_email() {
    let mut table = ByMail::new("gotlandia").await;
    let game_id = table.game.clone();
    play(&mut table.app, &game_id, 8).await;
    table.app.passes(Duration::minutes(5)).await;
    let (who, turn) = table.turn().await;
    for words in ["takeback", "takeback is not my style"] {
        table.reported(&who, &turn, words).await;
        assert_eq!(table.motions().await, []);
    }
    let game = table.app.service.games().load(&game_id).await.expect("a game");
    let to = game.step() - 2;
    let words = format!("takeback to {to}: I misread the map");
    let account = table.reported(&who, &turn, &words).await;
    assert_eq!(ReplyTally::of(&account).verdict(), ReplyVerdict::Done, "{account:#?}");
    assert_eq!(table.motions().await, [Motion::Rewind { to }]);
    table.app.now += Duration::minutes(4);
    let emails = table.emails().await;
    let asks =
        |(_, got): &&(String, ReceivedEmail)| kind(&got.message) == NotificationKind::VoteOpened;
    let (other, email) = emails.iter().find(asks).expect("the other player is asked");
    assert_ne!(*other, who);
    table.answer(other, email, "no problem, agree");
    assert_eq!(table.round().await, 1);
    let game = table.app.service.games().load(&game_id).await.expect("a game");
    assert!(game.log.iter().any(|entry| *entry.act == Act::Rewound { to }));
}

#[tokio::test]
async fn takeback_without_a_step_rewinds_the_last_own_move() {
    let mut table = ByMail::new("gotlandia").await;
    let game_id = table.game.clone();
    play(&mut table.app, &game_id, 8).await;
    table.app.passes(Duration::minutes(5)).await;
    let (who, turn) = table.turn().await;
    let game = table.app.service.games().load(&game_id).await.expect("a game");
    let seat = game.seats().awaited_seats()[0];
    let own = |act: &Act| matches!(act, Act::Ordered { seat: by, .. } if *by == seat);
    let last = game.log.iter().rfind(|entry| own(entry.act)).expect("a move").step;
    let account = table.reported(&who, &turn, "takeback: I misread the map").await;
    assert_eq!(table.motions().await, [Motion::Rewind { to: last.before() }], "{account:#?}");
}

/// An answer that is neither yes nor no is answered each time, even if the text is the same.
#[tokio::test]
async fn unclear_reply_to_an_invitation_is_answered() {
    let app = App::answered(1).await;
    let ann = app.player("ann").await;
    let open = app.private_table("gotlandia", ann, 3).await;
    let (to, key) = ("cy@example.org", fresh());
    let tables = app.service.tables();
    tables.invite_by_mail(app.now, &open, ann, "Ann", to, &key).await.expect("invited");
    let table = ByMail::at(app, open);
    let emails = table.emails().await;
    let (_, invitation) = emails.into_iter().find(|(who, _)| who == to).expect("an invitation");
    let unclear =
        ["Gladly, what do I do?", "maybe", "Yes please", "no thanks", "hm", "hm ", "hm  "];
    for words in unclear {
        table.answer(to, &invitation, words);
        assert_eq!(table.round().await, 1, "{words}");
        let answers = table.emails().await;
        let own = answers.iter().filter(|(who, _)| who == to);
        assert_eq!(own.count(), 1, "{words}");
    }
}
