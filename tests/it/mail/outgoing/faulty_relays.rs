//! Relays that respond late, twice, too early or not at all. Only accepted emails are recorded as
//! sent, and none is lost.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use chrono::TimeDelta;
use ravenpost_rules::Dice;
use ravenpost_store::post::outbox::OutboxState;

use crate::mail::Post;
use crate::mail::outgoing::scripted::{At, Mood, Scripted};

/// The relay misbehaves at one step of the first email and always refuses the second. Late or
/// duplicate responses to the first must never be taken for responses to the second.
#[tokio::test]
async fn no_response_is_attributed_to_another_command() {
    let moods = [Mood::Late, Mood::Twice, Mood::Early, Mood::HangsUp, Mood::TakesAndHangsUp];
    let says = [Mood::Says("451 4.3.0 not now"), Mood::Says("554 5.7.1 never")];
    let one = async |at: At, mood: Mood| {
        let texts = Arc::new(AtomicUsize::new(0));
        let seen = Arc::clone(&texts);
        let relay = Scripted::new(move |step| match step {
            // The first message may be accepted; all others are refused.
            At::Text if seen.fetch_add(1, Ordering::SeqCst) > 0 => Mood::Says("451 4.3.0 not now"),
            _ if step == at && seen.load(Ordering::SeqCst) <= 1 => mood,
            _ => Mood::Well,
        })
        .await;
        let post = Post::new().await;
        let sender = post.sender(relay.transport());
        let mut ids = Vec::new();
        for name in ["one", "two", "three"] {
            ids.push((name, post.owe(name, &format!("{name}@good.example")).await));
            sender.pass().await.unwrap();
        }
        let taken = relay.taken();
        for (name, id) in ids {
            let row = post.row(id).await;
            let copies = taken.get(&format!("{name}@raven.example")).map_or(0, Vec::len);
            let sent = row.state == OutboxState::Sent;
            assert!(!sent || copies > 0, "{at:?} {mood:?}: {name} is booked as sent");
            assert!(copies <= 1, "{at:?} {mood:?}: {name} arrived {copies} times");
        }
    };
    let cases = At::ALL.into_iter().flat_map(|at| {
        let one = &one;
        moods.into_iter().chain(says).map(move |mood| one(at, mood))
    });
    futures_util::future::join_all(cases).await;
}

/// A relay that responds too late and later in time: the email is sent.
#[tokio::test]
async fn late_response_is_awaited_up_to_the_limit() {
    let calls = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&calls);
    let relay = Scripted::new(move |step| match step {
        At::Data if seen.fetch_add(1, Ordering::SeqCst) < 2 => Mood::Late,
        _ => Mood::Well,
    })
    .await;
    let post = Post::new().await;
    let sender = post.sender(relay.transport());
    let id = post.owe("one", "ann@good.example").await;
    for _ in 0..3 {
        assert_eq!(post.row(id).await.state, OutboxState::Waiting);
        sender.pass().await.unwrap();
        post.passes(TimeDelta::minutes(10));
    }
    assert_eq!(post.row(id).await.state, OutboxState::Sent);
    assert_eq!(relay.taken()["one@raven.example"].len(), 1);
}

/// A thousand emails through relays that misbehave for a day and then work. Each email arrives
/// once, or twice if the acceptance was lost, or is marked as failed. Only accepted emails are
/// recorded as sent.
#[tokio::test]
async fn thousand_emails_arrive_through_faulty_relays() {
    let worlds = (0..40).map(|seed| day(seed, 25));
    futures_util::future::join_all(worlds).await;
}

const WORST: [Mood; 10] = [
    Mood::Late,
    Mood::Twice,
    Mood::Early,
    Mood::HangsUp,
    Mood::TakesAndHangsUp,
    Mood::Says("421 4.3.2 going down"),
    Mood::Says("451 4.3.0 not now"),
    Mood::Says("452 4.3.1 disk full"),
    Mood::Says("554 5.7.1 over quota"),
    Mood::Says("550 5.1.1 no such mailbox"),
];

async fn day(seed: u64, emails: usize) {
    let good = Arc::new(AtomicBool::new(false));
    let (calm, dice) = (Arc::clone(&good), Mutex::new(Dice::seeded(seed)));
    let relay = Scripted::new(move |_| {
        let mut dice = dice.lock().unwrap();
        let mut dice = dice.stream("mood");
        if calm.load(Ordering::SeqCst) || dice.below(10) > 0 {
            return Mood::Well;
        }
        WORST[dice.below(WORST.len() as u32) as usize]
    })
    .await;
    let post = Post::new().await;
    let sender = post.sender(relay.transport());
    let mut ids = Vec::new();
    for number in 0..emails {
        // Some recipients get several emails, and some emails are queued later in the day.
        let (name, to) = (format!("one-{number}"), format!("ann{}@good.example", number / 3 * 2));
        ids.push((format!("{name}@raven.example"), post.owe(&name, &to).await));
        if number % 5 == 0 {
            sender.pass().await.unwrap();
            post.passes(TimeDelta::minutes(20));
        }
    }
    for hour in 0..48 {
        good.store(hour >= 20, Ordering::SeqCst);
        sender.pass().await.unwrap();
        post.passes(TimeDelta::minutes(30));
    }
    let taken = relay.taken();
    for (name, id) in ids {
        let row = post.row(id).await;
        let copies = taken.get(&name).cloned().unwrap_or_default();
        let heard = copies.iter().filter(|copy| copy.heard).count();
        let told = format!("seed {seed}, {name}: {:?}, {} copies", row.state, copies.len());
        match row.state {
            OutboxState::Sent => assert!(!copies.is_empty(), "{told}"),
            OutboxState::Failed => {
                assert!(row.last_error.is_some_and(|why| why.contains("5.1.1")), "{told}")
            }
            _ => panic!("{told}: {:?}", row.last_error),
        }
        assert!(heard <= 1, "{told}: sent again after its acceptance was heard");
        assert!(copies.iter().all(|copy| copy.message == copies[0].message), "{told}: they differ");
    }
}
