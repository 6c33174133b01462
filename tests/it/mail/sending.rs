//! At least once, the same bytes each time, on a schedule, and nothing that is no longer true.

use chrono::TimeDelta;
use ravenpost::mail::outgoing::{Failure, Transport};
use ravenpost::store::outbox::State;

use super::Post;

#[tokio::test]
async fn a_letter_leaves_once() {
    let post = Post::new().await;
    let (memory, sender) = post.to_memory();
    let id = post.owe("one", "ann@good.example").await;
    sender.pass().await.unwrap();
    sender.pass().await.unwrap();
    assert_eq!(memory.taken().len(), 1);
    let row = post.row(id).await;
    assert_eq!((row.state, row.attempts), (State::Sent, 1));
    let finished = row.finished.unwrap();
    assert!(finished.message.is_empty(), "the bytes are not kept when they have left");
    let sent = String::from_utf8(memory.taken()[0].1.clone()).unwrap();
    assert!(sent.contains(&format!("Subject: {}", finished.subject)));
}

#[tokio::test]
async fn five_days_without_a_relay_lose_nothing_and_then_say_so() {
    let post = Post::new().await;
    let (memory, sender) = post.to_memory();
    memory.refuse("", Failure::passing("connection refused"));
    let id = post.owe("one", "ann@good.example").await;
    let mut pauses = Vec::new();
    while post.row(id).await.state != State::Dead {
        sender.pass().await.unwrap();
        let row = post.row(id).await;
        if row.state == State::Waiting {
            let pause = row.owed.due_at - post.now();
            pauses.push(pause.num_minutes());
            post.passes(pause);
        }
        assert!(pauses.len() < 100, "it is never given up");
    }
    assert_eq!(pauses[..6], [1, 5, 30, 60, 120, 240]);
    assert!(pauses[6..].iter().all(|pause| *pause == 240));
    let whole: i64 = pauses.iter().sum();
    assert!((5 * 24 * 60..=5 * 24 * 60 + 240).contains(&whole), "given up after {whole} minutes");
    assert_eq!(*post.scribe.given_up.lock().unwrap(), ["one@raven.example: connection refused"]);
    assert!(memory.taken().is_empty());
}

#[tokio::test]
async fn every_try_sends_the_same_bytes() {
    let post = Post::new().await;
    let (memory, sender) = post.to_memory();
    memory.refuse("", Failure::passing("not now"));
    let id = post.owe("one", "ann@good.example").await;
    sender.pass().await.unwrap();
    let first = post.row(id).await.finished.unwrap().message;
    memory.relent();
    post.passes(TimeDelta::minutes(2));
    sender.pass().await.unwrap();
    // The scribe wrote other words the second time; they were not used.
    assert_eq!(post.scribe.written.load(std::sync::atomic::Ordering::Relaxed), 2);
    assert_eq!(memory.taken()[0].1, first);
}

#[tokio::test]
async fn a_lasting_no_ends_it_at_once() {
    let post = Post::new().await;
    let (memory, sender) = post.to_memory();
    memory.refuse("@bad.example", Failure::lasting("550 no such mailbox"));
    let bad = post.owe("bad", "ann@bad.example").await;
    let wrong = post.owe("wrong", "no address at all").await;
    let good = post.owe("good", "ann@good.example").await;
    sender.pass().await.unwrap();
    let row = post.row(bad).await;
    assert_eq!((row.state, row.attempts), (State::Dead, 1));
    assert_eq!(row.last_error.unwrap(), "550 no such mailbox");
    let row = post.row(wrong).await;
    assert_eq!(row.state, State::Dead);
    assert_eq!(row.last_error.unwrap(), "\"no address at all\" is not a mail address");
    assert_eq!(post.row(good).await.state, State::Sent);
}

#[tokio::test]
async fn stale_news_is_not_sent() {
    let post = Post::new().await;
    let (memory, sender) = post.to_memory();
    memory.refuse("@late.example", Failure::passing("not now"));
    let mut overtaken = Vec::new();
    for number in 0..200 {
        let name = format!("letter-{number}");
        let domain = if number % 4 < 2 { "good" } else { "late" };
        let id = post.owe(&name, &format!("ann@{domain}.example")).await;
        if number % 2 == 0 {
            overtaken.push((id, format!("{name}@raven.example")));
        }
    }
    // Half of them are overtaken: of those some before the first try, some after it.
    let (before, after): (Vec<_>, Vec<_>) =
        overtaken.into_iter().enumerate().partition(|(at, _)| at % 2 == 0);
    let mark = |list: &[(usize, (i64, String))]| {
        let names = list.iter().map(|(_, (_, name))| name.clone());
        post.scribe.overtaken.lock().unwrap().extend(names);
    };
    mark(&before);
    sender.pass().await.unwrap();
    mark(&after);
    memory.relent();
    post.passes(TimeDelta::minutes(2));
    sender.pass().await.unwrap();
    for (_, (id, _)) in before.iter().chain(&after) {
        assert_eq!(post.row(*id).await.state, State::Dropped, "letter {id}");
    }
    assert_eq!(memory.taken().len(), 100);
}

/// Kills the sender around handing over: nothing is lost, at most one more copy goes out, and
/// both are the same.
#[tokio::test]
async fn killed_around_sending() {
    let rounds = if std::env::var_os("RAVENPOST_NIGHT").is_some() { 1000 } else { 100 };
    let post = Post::new().await;
    for round in 0..rounds {
        let id = post.owe(&format!("round-{round}"), "ann@good.example").await;
        let (memory, sender) = post.to_memory();
        if round % 2 == 0 {
            memory.hang_before_taking();
        } else {
            memory.hang_after_taking();
        }
        let pass = tokio::spawn(async move { sender.pass().await });
        memory.hung().await;
        pass.abort();
        assert!(pass.await.unwrap_err().is_cancelled());
        assert_eq!(post.row(id).await.state, State::Sending);

        let (again, sender) = post.to_memory();
        sender.pass().await.unwrap();
        assert!(again.taken().is_empty(), "its lease is not over yet");
        post.passes(TimeDelta::minutes(16));
        sender.pass().await.unwrap();
        assert_eq!(post.row(id).await.state, State::Sent);
        let copies = [memory.taken(), again.taken()].concat();
        assert_eq!(copies.len(), 1 + usize::from(round % 2 == 1));
        assert!(copies.iter().all(|copy| *copy == copies[0]), "copies differ");
    }
}

#[tokio::test]
async fn a_domain_that_hangs_does_not_hold_up_the_others() {
    let post = Post::new().await;
    let (memory, sender) = post.to_memory();
    memory.hang_on("@dead.example");
    for number in 0..50 {
        post.owe(&format!("dead-{number}"), "ann@dead.example").await;
    }
    for number in 0..99 {
        post.owe(&format!("good-{number}"), &format!("ann@d{number}.example")).await;
    }
    let pass = tokio::spawn(async move { sender.pass().await });
    memory.took(99).await;
    pass.abort();
}

#[tokio::test]
async fn a_stopping_sender_gives_back_what_it_has_not_begun() {
    let post = Post::new().await;
    let (memory, sender) = post.to_memory();
    memory.hang_on("@dead.example");
    let mut ids = Vec::new();
    for number in 0..5 {
        ids.push(post.owe(&format!("dead-{number}"), "ann@dead.example").await);
    }
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let run = tokio::spawn(sender.run(async move { drop(stopped.await) }));
    memory.hung().await;
    stop.send(()).unwrap();
    memory.let_go();
    run.await.unwrap();
    let mut states = Vec::new();
    for id in ids {
        let row = post.row(id).await;
        if row.state == State::Waiting {
            assert_eq!(row.attempts, 0, "it was not tried");
        }
        states.push(row.state);
    }
    assert!(states.contains(&State::Sent), "those on their way were seen through: {states:?}");
    assert!(!states.contains(&State::Sending), "all are booked: {states:?}");
}

#[tokio::test]
async fn the_running_sender_wakes_for_new_letters() {
    let post = Post::new().await;
    let (memory, sender) = post.to_memory();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let run = tokio::spawn(sender.run(async move { drop(stopped.await) }));
    for number in 0..3 {
        let id = post.owe(&format!("letter-{number}"), "ann@good.example").await;
        memory.took(number + 1).await;
        assert!(id > 0);
    }
    stop.send(()).unwrap();
    run.await.unwrap();
}

#[tokio::test]
async fn locally_kept_letters_are_finished_and_shown() {
    let post = Post::new().await;
    let id = post.owe("one", "ann@good.example").await;
    post.sender(Transport::Local).pass().await.unwrap();
    let row = post.row(id).await;
    assert_eq!(row.state, State::Sent);
    assert!(row.finished.unwrap().text.contains("It is your turn"));
}
