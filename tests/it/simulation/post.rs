//! A mail system with injected faults: the relay refuses, or the program dies between delivering an
//! email and recording it.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};
use ravenpost::service::Service;
use ravenpost::service::post::compose::Composed;
use ravenpost_rules::Dice;
use ravenpost_store::post::outbox::{self, Kinds, OutboxEmail, Schedule};

/// All delivered emails: the texts by Message-ID.
pub type Delivered = BTreeMap<String, Vec<String>>;

const LEASE: i64 = 120;

/// Sends what is due. Of ten attempts, `faults` fail.
pub async fn send(
    service: &Service,
    now: DateTime<Utc>,
    dice: &mut Dice,
    faults: u32,
    delivered: &mut Delivered,
) {
    let store = service.store();
    store
        .write(move |conn| Box::pin(async move { outbox::reclaim_expired(conn, now).await }))
        .await
        .unwrap();
    // The first email of every recipient, then the second, and so on.
    let mut emails = claim(service, now).await;
    while let Some(email) = emails.pop() {
        one(service, now, email, &mut *dice, faults, delivered).await;
        if emails.is_empty() {
            emails = claim(service, now).await;
        }
    }
}

async fn claim(service: &Service, now: DateTime<Utc>) -> Vec<OutboxEmail> {
    let lease = Duration::seconds(LEASE);
    let claim = service.store().write(move |conn| {
        Box::pin(async move {
            let ids = outbox::due(&mut *conn, now, 50, false, &Kinds::all()).await?;
            outbox::take(conn, &ids, now, lease).await
        })
    });
    claim.await.unwrap()
}

async fn one(
    service: &Service,
    now: DateTime<Utc>,
    email: OutboxEmail,
    dice: &mut Dice,
    faults: u32,
    delivered: &mut Delivered,
) {
    let store = service.store();
    let id = email.id;
    let text = match service.composing().finish_email(now, &email.queued).await.expect("judged") {
        Composed::Dropped(why) => {
            let drop = store
                .write(move |conn| Box::pin(async move { outbox::drop_one(conn, id, why).await }));
            drop.await.unwrap();
            return;
        }
        Composed::Ready { email, gathers, .. } => {
            for other in gathers {
                let drop = store.write(move |conn| {
                    Box::pin(async move { outbox::carry(conn, id, other).await })
                });
                drop.await.unwrap();
            }
            email.text
        }
        // A reminder over today's limit.
        Composed::Later(then) => {
            let wait = store
                .write(move |conn| Box::pin(async move { outbox::wait(conn, id, then).await }));
            wait.await.unwrap();
            return;
        }
    };
    let outcome = dice.stream("post").below(10);
    if outcome < faults / 2 {
        let failed = store.write(move |conn| {
            Box::pin(async move {
                let schedule = Schedule::default();
                outbox::failed(conn, id, now, "451 not now", Some(&schedule)).await
            })
        });
        failed.await.unwrap();
        return;
    }
    delivered.entry(email.queued.message_id.clone()).or_default().push(text);
    if outcome < faults {
        // The program dies here: the email was sent, but not recorded.
        return;
    }
    let sent = store.write(move |conn| Box::pin(async move { outbox::sent(conn, id, now).await }));
    sent.await.unwrap();
}
