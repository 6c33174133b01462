//! The admin's page about email delivery: queued emails with the reason, and retries of failed
//! ones.

use ravenpost::emails::NotificationKind;
use ravenpost_store::lists::nodes::{self, Heartbeat};
use ravenpost_store::lists::settings;
use ravenpost_store::people::players;
use ravenpost_store::post::outbox::{self, Kinds, OutboxState};
use ravenpost_store::writes;

use crate::harness::app::App;
use crate::harness::browser::{Pages, noon};
use crate::pages::{TITLE, session};

const SAID: &str = "RCPT: 550 5.1.1 <ann@example.org> no such mailbox";

#[tokio::test]
async fn admin_sees_undelivered_emails_and_retries_them() {
    let app = App::new().await;
    let ann = app.player("ann").await;
    let game = app.open_table(TITLE, ann, 2).await;
    let bo = app.player("bo").await;
    app.service
        .tables()
        .join_table(app.now, &game, bo, Default::default())
        .await
        .expect("a free seat");
    let store = app.service.store();
    let emails = outbox::list(store.read(), OutboxState::Waiting, 9).await.expect("readable");
    let email = emails.iter().find(|email| {
        email.queued.kind == NotificationKind::GameStarted.key()
            && email.queued.to_player == Some(ann)
    });
    let email = email.expect("it").id;
    let at = app.now;
    store
        .write(move |conn| {
            Box::pin(async move {
                let lease = chrono::Duration::minutes(1);
                // Emails to the same player are sent one after the other.
                for _ in 0..9 {
                    let ids = outbox::due(&mut *conn, at, 9, false, &Kinds::all()).await?;
                    for row in outbox::take(conn, &ids, at, lease).await? {
                        if row.id == email {
                            players::nobody_there(conn, "ann@example.org", at, SAID).await?;
                            outbox::failed(conn, email, at, SAID, None).await?;
                        } else {
                            outbox::sent(conn, row.id, at).await?;
                        }
                    }
                }
                Ok(())
            })
        })
        .await
        .expect("given up");
    app.service.clocks().relay_is_down(app.now).await.expect("noted");

    let pages = Pages::of(app.service.clone());
    let mut stranger = pages.browser().signed_in(&session(&app, "bob").await);
    assert_eq!(stranger.get("/admin/outbound").await.status, 404);
    let mut admin = pages.browser().signed_in(&session(&app, "olga").await);
    let olga = players::by_address(store.read(), "olga@example.org").await.expect("readable");
    let olga = olga.expect("a player").id.to_string();
    store
        .write(move |conn| {
            Box::pin(async move { settings::set(conn, settings::Key::Admin, &olga).await })
        })
        .await
        .expect("appointed");
    let page = admin.get("/admin/outbound").await;
    let words = page.ok().words();
    assert!(words.contains("the relay has not answered since"), "{words}");
    assert!(words.contains("1 failed") && words.contains("550 5.1.1"), "{words}");
    assert!(words.contains("ann <ann@example.org>"), "{words}");
    assert!(words.contains(NotificationKind::GameStarted.name()), "{words}");

    app.service.clocks().relay_answers(noon()).await.expect("noted");
    cut_off(&app, "north").await;
    let words = admin.get("/admin/outbound").await.ok().words();
    assert!(words.contains("Node north has not reached the relay since"), "{words}");
    assert!(words.contains("The other nodes send its emails"), "{words}");
    let page = admin.send(&page, &format!("/admin/outbound/{email}"), &[]).await;
    let words = page.ok().words();
    assert!(words.contains("The email will be sent again"), "{words}");
    assert!(words.contains("0 failed"), "{words}");
    let row = outbox::get(store.read(), email).await.expect("readable");
    assert_eq!((row.state, row.attempts), (OutboxState::Waiting, 0));
    assert_eq!(app.stored_player(ann).await.stopped_at, None, "mail to her goes again");
    let again = app.service.emails().send_again(noon(), ann, email).await;
    assert!(again.is_err(), "she is not the admin");
}

/// Registers one of several nodes that cannot reach the relay.
async fn cut_off(app: &App, node: &str) {
    let (now, ever) = (noon(), chrono::TimeDelta::days(999));
    let (node, rules) = (node.to_owned(), String::new());
    let tzdata = String::new();
    let heartbeat =
        Heartbeat { node, at: now, rules, tzdata, missed: ever, away: ever, alive: ever };
    let job = app.service.store().write(writes!(|tx| {
        nodes::heartbeat(tx, &heartbeat).await?;
        nodes::relay_down(tx, &heartbeat.node, Some(now)).await
    }));
    job.await.expect("noted");
}
