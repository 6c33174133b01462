//! Emails are sent at least once, with the same bytes each time, on a schedule, and only if they
//! are still current.

use chrono::TimeDelta;
use ravenpost::mail::outgoing::{Failure, SmtpStep, Transport};
use ravenpost::service::people::address::Address;
use ravenpost_store::post::outbox::OutboxState;

use crate::harness::at_night;
use crate::mail::Post;

#[tokio::test]
async fn email_is_sent_once() {
    let post = Post::new().await;
    let (memory, sender) = post.to_memory();
    let id = post.owe("one", "ann@good.example").await;
    sender.pass().await.unwrap();
    sender.pass().await.unwrap();
    assert_eq!(memory.taken().len(), 1);
    let row = post.row(id).await;
    assert_eq!((row.state, row.attempts), (OutboxState::Sent, 1));
    let finished = row.finished.unwrap();
    assert!(finished.message.is_empty(), "the bytes are not kept when they have left");
    let sent = String::from_utf8(memory.taken()[0].1.clone()).unwrap();
    assert!(sent.contains(&format!("Subject: {}", finished.subject)));
}

#[tokio::test]
async fn five_days_without_a_relay_lose_no_email() {
    let post = Post::new().await;
    let (memory, sender) = post.to_memory();
    memory.refuse("", Failure::passing("connection refused"));
    let id = post.owe("one", "ann@good.example").await;
    let mut pauses = Vec::new();
    while post.row(id).await.state != OutboxState::Failed {
        sender.pass().await.unwrap();
        let row = post.row(id).await;
        if row.state == OutboxState::Waiting {
            let pause = row.queued.due_at - post.now();
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

/// Until the relay asks for the message, an email is rendered again with the current state at each
/// attempt. Once a byte has been sent, it no longer changes.
#[tokio::test]
async fn possibly_delivered_email_is_resent_unchanged() {
    let post = Post::new().await;
    let (memory, sender) = post.to_memory();
    memory.refuse("", Failure::refused(SmtpStep::To, 451, "4.7.1 not now"));
    let id = post.owe("one", "ann@good.example").await;
    sender.pass().await.unwrap();
    let row = post.row(id).await;
    assert_eq!(row.last_error.as_deref(), Some("RCPT: 451 4.7.1 not now"));
    assert!(row.finished.is_none(), "nothing has left");

    memory.relent();
    memory.refuse("", Failure::refused(SmtpStep::Text, 451, "4.3.0 not now"));
    post.passes(TimeDelta::minutes(90));
    sender.pass().await.unwrap();
    let kept = post.row(id).await.finished.unwrap();
    assert!(kept.subject.contains("Table 1"), "the words of the second try: {}", kept.subject);
    let dated = String::from_utf8(kept.message.clone()).unwrap();
    assert!(dated.contains("Date: Thu, 20 Nov 2025 10:30:00 +0000"), "the moment it left");

    memory.relent();
    post.passes(TimeDelta::hours(2));
    sender.pass().await.unwrap();
    assert_eq!(memory.taken()[0].1, kept.message);
    assert_eq!(post.row(id).await.attempts, 3);
}

/// The relay is down for a day. One email is tried every minute, and no attempt counts. When the
/// relay recovers, all emails are sent at once, each with the current state.
#[tokio::test]
async fn all_emails_wait_while_the_relay_is_down() {
    let post = Post::new().await;
    let (memory, sender) = post.to_memory();
    let since = post.now();
    memory.refuse("", Failure::refused(SmtpStep::From, 452, "4.3.1 disk full"));
    let mut ids = Vec::new();
    for number in 0..20 {
        ids.push(post.owe(&format!("one-{number}"), &format!("ann{number}@good.example")).await);
    }
    for _ in 0..24 * 6 {
        sender.pass().await.unwrap();
        post.passes(TimeDelta::minutes(10));
    }
    let tries = post.scribe.written.load(std::sync::atomic::Ordering::Relaxed);
    assert!(tries <= 20 + 24 * 6, "{tries} emails were written for a relay that is not there");
    for id in &ids {
        let row = post.row(*id).await;
        assert_eq!((row.state, row.attempts), (OutboxState::Waiting, 0));
    }
    post.scribe.overtaken.lock().unwrap().insert("one-3@raven.example".to_owned());
    memory.relent();
    sender.pass().await.unwrap();
    for id in &ids {
        let state = if *id == ids[3] { OutboxState::Dropped } else { OutboxState::Sent };
        assert_eq!(post.row(*id).await.state, state);
    }
    assert_eq!(*post.scribe.told.lock().unwrap(), [(since, true), (post.now(), false)]);
    for (_, message) in memory.taken() {
        let message = String::from_utf8(message).unwrap();
        assert!(message.contains("Date: Fri, 21 Nov 2025 09:00:00 +0000"), "{message}");
    }
}

/// The only email becomes obsolete while the relay is down, but the relay's recovery is still
/// noticed.
#[tokio::test]
async fn relay_recovery_is_noticed_without_an_email() {
    let post = Post::new().await;
    let (memory, sender) = post.to_memory();
    memory.refuse("", Failure::refused(SmtpStep::Connect, 554, "no"));
    let id = post.owe("one", "ann@good.example").await;
    sender.pass().await.unwrap();
    post.scribe.overtaken.lock().unwrap().insert("one@raven.example".to_owned());
    memory.relent();
    for _ in 0..3 {
        post.passes(TimeDelta::minutes(2));
        sender.pass().await.unwrap();
    }
    assert_eq!(post.row(id).await.state, OutboxState::Dropped);
    let told: Vec<bool> = post.scribe.told.lock().unwrap().iter().map(|told| told.1).collect();
    assert_eq!(told, [true, false]);
}

#[tokio::test]
async fn permanent_refusal_ends_the_attempts() {
    let post = Post::new().await;
    let (memory, sender) = post.to_memory();
    memory.refuse("@bad.example", Failure::lasting("550 no such mailbox"));
    let bad = post.owe("bad", "ann@bad.example").await;
    let wrong = post.owe("wrong", "no address at all").await;
    let good = post.owe("good", "ann@good.example").await;
    sender.pass().await.unwrap();
    let row = post.row(bad).await;
    assert_eq!((row.state, row.attempts), (OutboxState::Failed, 1));
    assert_eq!(row.last_error.unwrap(), "550 no such mailbox");
    let row = post.row(wrong).await;
    assert_eq!(row.state, OutboxState::Failed);
    assert_eq!(row.last_error.unwrap(), "\"no address at all\" is not an email address");
    assert_eq!(post.row(good).await.state, OutboxState::Sent);
}

#[tokio::test]
async fn obsolete_email_is_not_sent() {
    let post = Post::new().await;
    let (memory, sender) = post.to_memory();
    memory.refuse("@late.example", Failure::passing("not now"));
    let mut overtaken = Vec::new();
    for number in 0..200 {
        let name = format!("email-{number}");
        let domain = if number % 4 < 2 { "good" } else { "late" };
        let id = post.owe(&name, &format!("ann@{domain}.example")).await;
        if number % 2 == 0 {
            overtaken.push((id, format!("{name}@raven.example")));
        }
    }
    // Half of them become obsolete, some before the first attempt, some after it.
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
        assert_eq!(post.row(*id).await.state, OutboxState::Dropped, "email {id}");
    }
    assert_eq!(memory.taken().len(), 100);
}

/// Kills the sender at various points of the delivery: nothing is lost, and at most one identical
/// duplicate is sent.
#[tokio::test]
async fn kills_during_delivery_lose_nothing() {
    let rounds = if at_night() { 1000 } else { 100 };
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
        assert_eq!(post.row(id).await.state, OutboxState::Sending);

        // After a restart it is resumed at once, because no other process has it.
        let (again, sender) = post.to_memory();
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let run = tokio::spawn(sender.run(async move { drop(stopped.await) }));
        again.took(1).await;
        stop.send(()).unwrap();
        run.await.unwrap();
        assert_eq!(post.row(id).await.state, OutboxState::Sent);
        let copies = [memory.taken(), again.taken()].concat();
        assert_eq!(copies.len(), 1 + usize::from(round % 2 == 1));
        assert!(copies.iter().all(|copy| *copy == copies[0]), "copies differ");
    }
}

#[tokio::test]
async fn unresponsive_domain_does_not_delay_the_others() {
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

/// On shutdown, the sender waits for nothing that can be repeated: emails return to the queue
/// untried. An email being transmitted gets a moment to complete, and is otherwise sent again
/// unchanged.
#[tokio::test]
async fn stopping_sender_returns_unsent_emails() {
    for (on_the_wire, ends) in [(false, false), (true, true), (true, false)] {
        let post = Post::new().await;
        let (memory, sender) = post.to_memory();
        match on_the_wire {
            true => memory.hang_after_taking(),
            false => memory.hang_on(""),
        }
        let mut ids = Vec::new();
        for number in 0..5 {
            ids.push(post.owe(&format!("one-{number}"), &format!("a{number}@dead.example")).await);
        }
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let run = tokio::spawn(sender.run(async move { drop(stopped.await) }));
        memory.hung().await;
        stop.send(()).unwrap();
        if ends {
            memory.let_go();
        }
        run.await.unwrap();
        let mut sent = 0;
        for id in ids {
            let row = post.row(id).await;
            match row.state {
                OutboxState::Sent => sent += 1,
                OutboxState::Waiting if row.finished.is_some() => assert_eq!(row.attempts, 1),
                OutboxState::Waiting => assert_eq!(row.attempts, 0, "it was not tried"),
                other => panic!("{other:?}: not everything is booked"),
            }
        }
        assert_eq!(sent > 0, ends, "those on the wire are seen through");
    }
}

/// The relay accepted it, but the database is briefly unavailable: it is not sent again.
#[tokio::test]
async fn unrecorded_delivery_is_recorded_later() {
    let post = Post::new().await;
    let id = post.owe("one", "ann@good.example").await;
    let (memory, sender) = post.to_memory();
    memory.hang_after_taking();
    let pass = tokio::spawn(async move { sender.pass().await });
    memory.hung().await;
    post.store.fail_commits(1);
    memory.let_go();
    pass.await.unwrap().unwrap();
    assert_eq!(post.row(id).await.state, OutboxState::Sent);
    let (again, sender) = post.to_memory();
    post.passes(chrono::TimeDelta::hours(3));
    sender.pass().await.unwrap();
    assert_eq!((memory.taken().len(), again.taken().len()), (1, 0));
}

/// A bug in the rendering of one email: the others are sent, and that one is retried.
#[tokio::test]
async fn email_that_panics_while_rendering_delays_no_other() {
    let post = Post::new().await;
    let bad = post.owe("panics", "ann@good.example").await;
    let good = post.owe("good", "bob@good.example").await;
    let (memory, sender) = post.to_memory();
    sender.pass().await.unwrap();
    assert_eq!(memory.taken().len(), 1);
    assert_eq!(post.row(good).await.state, OutboxState::Sent);
    let row = post.row(bad).await;
    assert_eq!((row.state, row.attempts), (OutboxState::Waiting, 1));
}

#[tokio::test]
async fn running_sender_wakes_up_for_new_emails() {
    let post = Post::new().await;
    let (memory, sender) = post.to_memory();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let run = tokio::spawn(sender.run(async move { drop(stopped.await) }));
    for number in 0..3 {
        let id = post.owe(&format!("email-{number}"), "ann@good.example").await;
        memory.took(number + 1).await;
        assert!(id > 0);
    }
    stop.send(()).unwrap();
    run.await.unwrap();
}

#[tokio::test]
async fn local_outbox_emails_are_rendered_and_shown() {
    let post = Post::new().await;
    let id = post.owe("one", "ann@good.example").await;
    post.sender(Transport::Local).pass().await.unwrap();
    let row = post.row(id).await;
    assert_eq!(row.state, OutboxState::Sent);
    assert!(row.finished.unwrap().text.contains("Your turn"));
}

/// There is one validator: an address accepted by a form never fails validation when sending.
#[test]
fn every_address_a_form_accepts_can_be_sent_to() {
    let locals = [
        "ann", "a.b", "a..b", ".a", "a.", "o'brien", "x+y", "a_b", "\"q\"", "a b", "a%b", "a/b",
        "ä", "-a-", "a@b", "", "0",
    ];
    let domains = [
        "x.org",
        "x-y.org",
        "-x.org",
        "x-.org",
        "x..org",
        "x_y.org",
        "x.org.",
        ".x.org",
        "localhost",
        "local",
        "1.2.3.4",
        "[1.2.3.4]",
        "bücher.example",
        "xn--bcher-kva.example",
        "x.1",
        "x.o-g",
        "a!b.org",
        "x.org\u{200b}",
        "☃.example",
    ];
    let long = ["a".repeat(65), "a".repeat(64)];
    let deep = [format!("{}.org", "x".repeat(64)), format!("{}.org", "x.".repeat(140))];
    let locals = locals.iter().map(|one| (*one).to_owned()).chain(long);
    let domains: Vec<String> = domains.iter().map(|one| (*one).to_owned()).chain(deep).collect();
    let (mut taken, writer) = (0, crate::mail::writer());
    for local in locals {
        for domain in &domains {
            let written = format!("{local}@{domain}");
            let Ok(address) = Address::clean(&written) else { continue };
            taken += 1;
            assert!(writer.envelope(address.as_str(), None).is_ok(), "{written}");
        }
    }
    assert!(taken > 30, "only {taken} were taken");
}
