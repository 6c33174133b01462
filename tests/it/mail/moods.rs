//! Relays that answer late, twice, too early, not at all: no letter is booked as sent that was not
//! taken, and none is lost.

use chrono::TimeDelta;
use ravenpost::store::outbox::State;

use super::Post;
use super::scripted::{At, Mood, Scripted};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// At one step of the first letter the relay is in a mood; the second letter it refuses whatever
/// happens. What it says too late or too often about the first is never taken for its answer to
/// the second.
#[tokio::test]
async fn no_answer_is_taken_for_that_to_another_question() {
    let moods = [Mood::Late, Mood::Twice, Mood::Early, Mood::HangsUp, Mood::TakesAndHangsUp];
    let says = [Mood::Says("451 4.3.0 not now"), Mood::Says("554 5.7.1 never")];
    let one = async |at: At, mood: Mood| {
        let texts = Arc::new(AtomicUsize::new(0));
        let seen = Arc::clone(&texts);
        let relay = Scripted::new(move |step| match step {
            // The first message may be taken; all others are refused.
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
            let sent = row.state == State::Sent;
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

/// A relay that answers late for as long as it likes, and then in time: the letter leaves.
#[tokio::test]
async fn a_late_answer_is_waited_for_no_longer_than_it_should() {
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
        assert_eq!(post.row(id).await.state, State::Waiting);
        sender.pass().await.unwrap();
        post.passes(TimeDelta::minutes(10));
    }
    assert_eq!(post.row(id).await.state, State::Sent);
    assert_eq!(relay.taken()["one@raven.example"].len(), 1);
}
