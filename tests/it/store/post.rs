//! The outbox: each email is sent once if possible, retried for days if not, and never changed in
//! between.

use super::*;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::people::players;
use ravenpost_store::post::outbox::{
    Again, Kinds, OutboxEmail, OutboxState, RenderedEmail, Schedule,
};

const LEASE: TimeDelta = TimeDelta::minutes(2);

/// An email to its own recipient.
fn email(game: &GameId, seq: Seq) -> outbox::QueuedEmail {
    outbox::QueuedEmail {
        address: Some(format!("red{seq}@example.org")),
        ..super::email(game, seq)
    }
}

async fn owe(here: &Here, emails: Vec<outbox::QueuedEmail>) -> Vec<i64> {
    let ids = writing!(here.store, conn => {
        let mut ids = Vec::new();
        for email in &emails {
            ids.push(outbox::owe(conn, email).await?);
        }
        Ok(ids)
    });
    ids.unwrap()
}

async fn claim(here: &Here, now: DateTime<Utc>, limit: u32) -> Vec<OutboxEmail> {
    writing!(here.store, conn => {
        let ids = outbox::due(&mut *conn, now, limit, false, &Kinds::all()).await?;
        outbox::take(conn, &ids, now, LEASE).await
    })
    .unwrap()
}

async fn fail(here: &Here, id: i64, now: DateTime<Utc>) -> Again {
    let failed = writing!(here.store, conn => {
        outbox::failed(conn, id, now, "451 try later", Some(&Schedule::default())).await
    });
    failed.unwrap()
}

async fn get(here: &Here, id: i64) -> OutboxEmail {
    outbox::get(here.store.read(), id).await.unwrap()
}

fn text(subject: &str) -> RenderedEmail {
    let (subject, text) = (subject.to_owned(), "It is your turn.".to_owned());
    let message = b"From: Ravenpost\r\n\r\nIt is your turn.\r\n".to_vec();
    let html = Some("<p>".into());
    RenderedEmail { subject, text, html, address: "red@example.org".into(), message }
}

#[tokio::test]
async fn due_emails_are_claimed_the_oldest_first() {
    let here = Here::new().await;
    let game = ravenpost_store::random_game_id();
    let due = |seq, due| outbox::QueuedEmail { due_at: moment(due), ..email(&game, seq) };
    let ids =
        owe(&here, vec![due(Seq(1), 30), due(Seq(2), 10), due(Seq(3), 20), due(Seq(4), 99)]).await;
    assert_eq!(claim(&here, moment(9), 10).await, []);
    assert_eq!(
        outbox::next_moment(here.store.read(), &Kinds::all()).await.unwrap(),
        Some(moment(10))
    );
    let taken: Vec<i64> = claim(&here, moment(30), 2).await.iter().map(|row| row.id).collect();
    assert_eq!(taken, [ids[1], ids[2]]);
    let taken = claim(&here, moment(30), 10).await;
    assert_eq!((taken.len(), taken[0].id), (1, ids[0]));
    assert_eq!((taken[0].attempts, taken[0].state), (1, OutboxState::Sending));
    assert_eq!(taken[0].lease_until, Some(moment(30) + LEASE));
    assert_eq!(taken[0].queued, due(Seq(1), 30));
    assert_eq!(claim(&here, moment(30), 10).await, [], "nobody gets what another has taken");
    let counts = outbox::counts(here.store.read(), moment(30)).await.unwrap();
    assert_eq!((counts.waiting, counts.sending, counts.dead), (1, 3, 0));
    assert_eq!((counts.due, counts.oldest), (Some(moment(99)), Some(moment(10))));
    assert_eq!(
        outbox::next_moment(here.store.read(), &Kinds::all()).await.unwrap(),
        Some(moment(99))
    );
}

/// An email whose news another one contains shares the outcome of that one.
#[tokio::test]
async fn bundled_emails_share_the_outcome_of_their_carrier() {
    use OutboxState::{Dropped, Failed, Sending, Sent, Waiting};
    let here = Here::new().await;
    let game = ravenpost_store::random_game_id();
    let queued = |seq| outbox::QueuedEmail { payload: "{\"a\":1}".into(), ..email(&game, seq) };
    let ids = owe(&here, vec![queued(Seq(1)), queued(Seq(2)), queued(Seq(3))]).await;
    let (carrier, carried, other) = (ids[0], ids[1], ids[2]);
    let take = async |id: i64, now: DateTime<Utc>| {
        writing!(here.store, conn => { outbox::take(conn, &[id], now, LEASE).await }).unwrap();
    };
    let carry = async |id: i64| {
        take(id, moment(9)).await;
        writing!(here.store, conn => {
            outbox::finish(conn, id, &text("News from 2 games")).await?;
            outbox::carry(conn, id, carried).await
        })
        .unwrap();
    };
    let states = async || {
        let mut states = Vec::new();
        for id in [carrier, carried, other] {
            states.push(get(&here, id).await.state);
        }
        states
    };
    let was_emailed = async || {
        let message_id = get(&here, carried).await.queued.message_id;
        outbox::was_emailed(here.store.read(), &message_id).await.unwrap()
    };
    carry(carrier).await;
    writing!(here.store, conn => { outbox::contain(conn, carrier, other).await }).unwrap();
    assert_eq!(states().await, [Sending, Dropped, Waiting]);
    let found = outbox::carried_by(here.store.read(), carrier).await.unwrap();
    assert_eq!(found.iter().map(|one| one.id).collect::<Vec<_>>(), [carried, other]);
    assert_ne!(fail(&here, carrier, moment(10)).await, Again::Never);
    assert_eq!(states().await, [Waiting, Dropped, Waiting]);
    assert!(was_emailed().await);
    take(carrier, moment(99)).await;
    let never = writing!(here.store, conn => {
        outbox::failed(conn, carrier, moment(99), "554 refused", None).await
    });
    assert_eq!(never.unwrap(), Again::Never);
    assert_eq!(states().await, [Failed, Failed, Waiting]);
    assert_eq!(get(&here, carried).await.last_error.as_deref(), Some("554 refused"));
    assert!(!was_emailed().await);

    writing!(here.store, conn => { outbox::retry(conn, carrier, moment(99)).await }).unwrap();
    assert_eq!(states().await, [Waiting, Waiting, Waiting]);
    assert_eq!(outbox::carried_by(here.store.read(), carrier).await.unwrap(), []);
    carry(carrier).await;
    writing!(here.store, conn => { outbox::drop_one(conn, carrier, "obsolete").await }).unwrap();
    assert_eq!(states().await, [Dropped, Waiting, Waiting]);
    assert!(!was_emailed().await);

    carry(other).await;
    assert_eq!(get(&here, carried).await.queued.payload, "{\"a\":1}");
    writing!(here.store, conn => { outbox::sent(conn, other, moment(99)).await }).unwrap();
    assert_eq!(states().await, [Dropped, Dropped, Sent]);
    assert!(was_emailed().await);
    assert_eq!(get(&here, carried).await.queued.payload, "{}");
}

/// Thousands of emails to one recipient: the first ones of all others are claimed before the second
/// of that one.
#[tokio::test]
async fn many_emails_to_one_recipient_delay_no_other() {
    let here = Here::new().await;
    let to = |name: &str, seq| outbox::QueuedEmail {
        message_id: format!("{name}.{seq}@ravenpost.test"),
        address: Some(format!("{name}@example.org")),
        ..email(&ravenpost_store::random_game_id(), Seq(1))
    };
    let many = owe(&here, (0..3000).map(|seq| to("red", seq)).collect()).await;
    let others = owe(&here, (0..5).map(|seq| to(&format!("blue{seq}"), seq)).collect()).await;
    let kind = "sign_in".to_owned();
    let urgent = outbox::QueuedEmail { kind: kind.clone(), due_at: moment(9), ..to("red", 9000) };
    let urgent = owe(&here, vec![urgent]).await[0];
    let taken: Vec<i64> = claim(&here, moment(9), 100).await.iter().map(|row| row.id).collect();
    assert_eq!(taken, [&[urgent, many[0]], &others[..]].concat(), "the sign-in email goes first");

    // Red's are sent one at a time, in order; one that is deferred lets the next one pass.
    assert_eq!(claim(&here, moment(9), 100).await, []);
    fail(&here, many[0], moment(9)).await;
    let next = claim(&here, moment(9), 100).await;
    assert_eq!(next.iter().map(|row| row.id).collect::<Vec<_>>(), [many[1]]);
    let (one, two) = (many[1], outbox::QueuedEmail { kind, ..to("red", 9001) });
    writing!(here.store, conn => { outbox::sent(conn, one, moment(10)).await }).unwrap();
    let two = owe(&here, vec![two]).await[0];
    let due = outbox::due(here.store.read(), moment(70), 9, true, &Kinds::all()).await.unwrap();
    assert_eq!(due, [two], "where there is no room for more, there is for the way in");
}

#[tokio::test]
async fn dead_address_gets_only_sign_in_emails() {
    let here = Here::new().await;
    let new = players::NewPlayer {
        address: "Red@example.org".into(),
        name: "Red".into(),
        zone: "UTC".into(),
        at: moment(0),
    };
    let player = writing!(here.store, conn => { players::add(conn, &new).await }).unwrap();
    let game = ravenpost_store::random_game_id();
    let to_player = |seq, kind: &str| outbox::QueuedEmail {
        to_player: Some(player),
        address: None,
        kind: kind.into(),
        ..email(&game, seq)
    };
    let queued =
        vec![to_player(Seq(1), "turn"), to_player(Seq(2), "turn"), to_player(Seq(3), "sign_in")];
    let ids = owe(&here, queued).await;
    let taken = claim(&here, moment(9), 9).await;
    assert_eq!(taken.len(), 2, "one turn email, and the way in");
    let stopped = async |id: i64| {
        writing!(here.store, conn => { outbox::is_stopped(conn, id).await }).unwrap()
    };
    assert!(!stopped(ids[0]).await);
    let said = "RCPT: 550 5.1.1 no such mailbox";
    writing!(here.store, conn => {
        players::nobody_there(conn, "red@EXAMPLE.org", moment(9), said).await
    })
    .unwrap();
    assert!(stopped(ids[0]).await && !stopped(ids[2]).await);
    let red = players::get(here.store.read(), player).await.unwrap();
    assert_eq!((red.stopped_at, red.bounce.as_deref()), (Some(moment(9)), Some(said)));
    writing!(here.store, conn => { outbox::release_all(conn).await }).unwrap();
    let taken = claim(&here, moment(9), 9).await;
    assert_eq!(taken.iter().map(|row| row.id).collect::<Vec<_>>(), [ids[2]]);
    assert_eq!(get(&here, ids[0]).await.state, OutboxState::Dropped);
    assert_eq!(get(&here, ids[1]).await.state, OutboxState::Dropped);
}

/// Secrets that give access are deleted once their email has been sent.
#[tokio::test]
async fn secrets_are_deleted_once_their_email_is_sent() {
    let here = Here::new().await;
    let game = ravenpost_store::random_game_id();
    let secret = |seq, kind: &str| outbox::QueuedEmail {
        payload: "{\"token\":\"hush\"}".into(),
        kind: kind.into(),
        ..email(&game, seq)
    };
    let kinds = ["sign_in", "invitation", "turn"];
    let queued = kinds.iter().zip(1..).map(|(kind, seq)| secret(Seq(seq), kind)).collect();
    let ids = owe(&here, queued).await;
    claim(&here, moment(9), 9).await;
    for id in &ids {
        let id = *id;
        writing!(here.store, conn => {
            outbox::finish(conn, id, &text("hush")).await?;
            outbox::sent(conn, id, moment(10)).await?;
            outbox::scrub_body(conn, id).await
        })
        .unwrap();
        assert_eq!(get(&here, id).await.queued.payload, "{}");
    }
    assert_eq!(get(&here, ids[0]).await.finished, None);
    assert_eq!(get(&here, ids[1]).await.finished, None);
    let turn = get(&here, ids[2]).await.finished.unwrap();
    assert_eq!((turn.html, turn.message), (None, Vec::new()));
    let dead = owe(&here, vec![secret(Seq(7), "sign_in"), secret(Seq(8), "invitation")]).await;
    claim(&here, moment(9), 9).await;
    for id in &dead {
        let id = *id;
        writing!(here.store, conn => {
            outbox::failed(conn, id, moment(11), "550 no", None).await
        })
        .unwrap();
    }
    assert_eq!(get(&here, dead[0]).await.queued.payload, "{}", "its link is of no use any more");
    assert_ne!(get(&here, dead[1]).await.queued.payload, "{}", "it may be sent again");
    writing!(here.store, conn => { outbox::purge_bodies(conn, moment(99)).await }).unwrap();
    assert_eq!(get(&here, dead[1]).await.queued.payload, "{}");
}

#[tokio::test]
async fn claims_are_released_at_startup() {
    let here = Here::new().await;
    let ids = owe(
        &here,
        (1..=2).map(|seq| email(&ravenpost_store::random_game_id(), Seq(seq))).collect(),
    )
    .await;
    claim(&here, moment(9), 9).await;
    let begun = ids[0];
    writing!(here.store, conn => { outbox::finish(conn, begun, &text("Your turn")).await })
        .unwrap();
    let back = writing!(here.store, conn => { outbox::release_all(conn).await });
    assert_eq!(back.unwrap(), 2);
    let rows = claim(&here, moment(9), 9).await;
    assert_eq!(rows.len(), 2, "at once");
    let tries: Vec<u32> = rows.iter().map(|row| row.attempts).collect();
    assert_eq!(tries, [2, 1], "only what may have left was tried");
    assert_eq!(rows[0].finished, Some(text("Your turn")));
}

#[tokio::test]
async fn each_email_is_claimed_by_one_worker() {
    let here = Here::new().await;
    let game = ravenpost_store::random_game_id();
    owe(&here, (1..=100).map(|seq| email(&game, Seq(seq))).collect()).await;
    let workers = (0..16).map(|_| claim(&here, moment(1_000), 9));
    let taken: Vec<i64> =
        futures_util::future::join_all(workers).await.into_iter().flatten().map(|l| l.id).collect();
    let different: BTreeSet<i64> = taken.iter().copied().collect();
    assert_eq!((taken.len(), different.len()), (100, 100));
}

#[tokio::test]
async fn email_is_rendered_once_for_every_attempt() {
    let here = Here::new().await;
    let id = owe(&here, vec![email(&ravenpost_store::random_game_id(), Seq(1))]).await[0];
    let first = claim(&here, moment(1), 1).await.remove(0);
    assert_eq!(first.finished, None);
    let finish = async |subject: &str| {
        let text = text(subject);
        writing!(here.store, conn => { outbox::finish(conn, id, &text).await }).unwrap()
    };
    assert!(finish("Your turn").await);
    assert!(!finish("Your turn, really").await);
    let Again::At(due) = fail(&here, id, moment(2)).await else { panic!("given up") };
    assert_eq!(due, moment(2) + TimeDelta::minutes(1));
    assert_eq!(claim(&here, due - TimeDelta::seconds(1), 1).await, []);
    let second = claim(&here, due, 1).await.remove(0);
    assert_eq!(second.finished, Some(text("Your turn")));
    assert_eq!((second.attempts, &second.queued.message_id), (2, &first.queued.message_id));
    writing!(here.store, conn => { outbox::sent(conn, id, due).await }).unwrap();
    let row = get(&here, id).await;
    assert_eq!((row.state, row.sent_at, row.last_error), (OutboxState::Sent, Some(due), None));
    assert_eq!(claim(&here, moment(1_000_000), 1).await, []);
}

/// Five days of temporary errors, with attempts of one second each.
#[tokio::test]
async fn dead_relay_is_retried_for_five_days() {
    let here = Here::new().await;
    let id = owe(&here, vec![email(&ravenpost_store::random_game_id(), Seq(1))]).await[0];
    let start = moment(60);
    let (mut now, mut tries) = (start, Vec::new());
    loop {
        assert_eq!(claim(&here, now, 1).await.len(), 1);
        tries.push(now);
        match fail(&here, id, now + TimeDelta::seconds(1)).await {
            Again::At(due) => now = due,
            Again::Never => break,
        }
    }
    let minutes: Vec<i64> = tries.windows(2).map(|two| (two[1] - two[0]).num_minutes()).collect();
    assert_eq!(minutes[..6], [1, 5, 30, 60, 120, 240]);
    assert!(minutes[6..].iter().all(|pause| *pause == 240));
    let all = *tries.last().unwrap() - start;
    assert!(all >= TimeDelta::days(5) && all < TimeDelta::days(5) + TimeDelta::hours(4));
    let row = get(&here, id).await;
    assert_eq!(
        (row.state, row.last_error.as_deref()),
        (OutboxState::Failed, Some("451 try later"))
    );
    assert_eq!(outbox::counts(here.store.read(), moment(30)).await.unwrap().dead, 1);

    // The admin has fixed the relay and requests a retry.
    let again = writing!(here.store, conn => { outbox::retry(conn, id, now).await });
    assert!(again.unwrap());
    assert_eq!(claim(&here, now, 1).await.len(), 1);
    assert!(matches!(fail(&here, id, now).await, Again::At(_)), "the five days begin anew");
}

#[tokio::test]
async fn permanent_refusal_is_not_retried() {
    let here = Here::new().await;
    let id = owe(&here, vec![email(&ravenpost_store::random_game_id(), Seq(1))]).await[0];
    claim(&here, moment(1), 1).await;
    let failed = writing!(here.store, conn => {
        outbox::failed(conn, id, moment(1), "550 no such person", None).await
    });
    assert_eq!(failed.unwrap(), Again::Never);
    assert_eq!(get(&here, id).await.state, OutboxState::Failed);
    assert_eq!(claim(&here, moment(1_000_000), 1).await, []);
}

#[tokio::test]
async fn claims_of_a_lost_worker_are_released() {
    let here = Here::new().await;
    let ids = owe(
        &here,
        (1..=3).map(|seq| email(&ravenpost_store::random_game_id(), Seq(seq))).collect(),
    )
    .await;
    let (one, two) = (ids[0], ids[1]);
    claim(&here, moment(10), 3).await;
    writing!(here.store, conn => { outbox::sent(conn, one, moment(11)).await }).unwrap();
    let lapsed = async |now: DateTime<Utc>| {
        writing!(here.store, conn => { outbox::reclaim_expired(conn, now).await }).unwrap()
    };
    let over = moment(10) + LEASE;
    assert_eq!(lapsed(over - TimeDelta::seconds(1)).await, 0);
    assert_eq!(outbox::next_moment(here.store.read(), &Kinds::all()).await.unwrap(), Some(over));
    assert_eq!(lapsed(over).await, 2);
    let taken = claim(&here, over, 9).await;
    assert_eq!(taken.iter().map(|row| row.id).collect::<Vec<_>>(), ids[1..]);
    assert_eq!(taken[0].attempts, 2, "the lost attempt counts");
    // The lost worker reappears: its email was sent after all.
    assert_eq!(lapsed(over + LEASE).await, 2);
    writing!(here.store, conn => { outbox::sent(conn, two, over).await }).unwrap();
    assert_eq!(get(&here, ids[1]).await.state, OutboxState::Sent);
}

#[tokio::test]
async fn lists_omit_texts_and_old_texts_are_deleted() {
    let here = Here::new().await;
    let game = ravenpost_store::random_game_id();
    let ids = owe(&here, (1..=3).map(|seq| email(&game, Seq(seq))).collect()).await;
    claim(&here, moment(10), 2).await;
    let (one, two) = (ids[0], ids[1]);
    writing!(here.store, conn => {
        for id in [one, two] {
            outbox::finish(conn, id, &text("Your turn")).await?;
            outbox::sent(conn, id, moment(u64::try_from(id).unwrap_or(0) * 100)).await?;
        }
        Ok(())
    })
    .unwrap();
    let sent = outbox::list(here.store.read(), OutboxState::Sent, 10).await.unwrap();
    assert_eq!(sent.iter().map(|row| row.id).collect::<Vec<_>>(), [two, one]);
    assert!(sent.iter().all(|row| row.finished.is_none()));
    assert_eq!(outbox::of_game(here.store.read(), &game, 2).await.unwrap().len(), 2);
    let before = get(&here, two).await.sent_at.unwrap();
    let thinned = writing!(here.store, conn => { outbox::purge_bodies(conn, before).await });
    assert_eq!(thinned.unwrap(), 1);
    assert_eq!(get(&here, one).await.finished, None);
    // The message itself is not needed any more and is deleted at once; its text can still be read.
    let read = RenderedEmail { message: Vec::new(), ..text("Your turn") };
    assert_eq!(get(&here, two).await.finished, Some(read));
}

#[tokio::test]
async fn message_id_identifies_one_email() {
    let here = Here::new().await;
    let game = ravenpost_store::random_game_id();
    owe(&here, vec![email(&game, Seq(1))]).await;
    let twice = email(&game, Seq(1));
    let again = writing!(here.store, conn => { outbox::owe(conn, &twice).await });
    assert!(matches!(again, Err(StoreError::Conflict)));
    let nobody = outbox::QueuedEmail { address: None, ..email(&game, Seq(2)) };
    assert!(writing!(here.store, conn => { outbox::owe(conn, &nobody).await }).is_err());
}
