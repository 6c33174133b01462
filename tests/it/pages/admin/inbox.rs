//! The admin's page about inbound emails, and processing one again.

use ravenpost::mail::incoming::intake::Intake;
use ravenpost::mail::incoming::reading::Trust;
use ravenpost::mail::incoming::spool::{Envelope, Spool};
use ravenpost_store::lists::settings;
use ravenpost_store::people::players;
use ravenpost_store::post::incoming::{self, Found, Incoming, IncomingState, Outcome};
use ravenpost_store::token_hash;

use crate::harness::app::App;
use crate::harness::browser::{Browser, Pages};
use crate::harness::folder::folder;
use crate::pages::session;

/// A server with one held email and one automatic email, and its admin's browser.
struct Server {
    app: App,
    pages: Pages,
    admin: Browser,
    spool: Spool,
    _folder: tempfile::TempDir,
    held: i64,
}

impl Server {
    async fn new() -> Server {
        let app = App::answered(3).await;
        let pages = Pages::of(app.service.clone());
        let admin = pages.browser().signed_in(&session(&app, "olga").await);
        let store = app.service.store();
        let olga = players::by_address(store.read(), "olga@example.org").await.expect("readable");
        let olga = olga.expect("a player").id.to_string();
        store
            .write(move |tx| {
                Box::pin(async move { settings::set(tx, settings::Key::Admin, &olga).await })
            })
            .await
            .expect("appointed");
        let folder = folder();
        let spool = Spool::at(folder.path().join("incoming"));
        let to = Envelope { sender: None, recipient: Some("post@raven.example".into()) };
        let text = "From: bo@example.org\r\n\r\npass\r\n";
        spool.put(&to, text.as_bytes()).expect("kept");
        let mut server = Server { app, pages, admin, spool, _folder: folder, held: 0 };
        server.hold().await;
        server
    }

    /// Receives the email and holds it, as if processing had failed.
    async fn hold(&mut self) {
        let email = ravenpost_store::post::incoming::Arrival {
            source: "spool",
            uid: None,
            recipient: "o-abc@reply.raven.example".to_owned(),
            raw: b"From: bo@example.org\r\nTo: o-abc@reply.raven.example\r\n\r\npass\r\n".to_vec(),
            at: self.app.now,
        };
        let at = self.app.now;
        let held = self.app.service.store().write(move |tx| {
            Box::pin(async move {
                let id = incoming::add(tx, &email).await?.expect("it is new");
                let found = Found {
                    sender: Some("bo@example.org".to_owned()),
                    verdict: Some("doubtful".to_owned()),
                    key: Some(token_hash("a key")),
                    ..Found::default()
                };
                let note = "the gate does not vouch for its sender".to_owned();
                let outcome = Outcome { state: IncomingState::Held, found, note, answer: None, at };
                incoming::settle(tx, id, &outcome).await?;
                Ok(id)
            })
        });
        self.held = held.await.expect("held");
    }

    async fn email(&self) -> Incoming {
        incoming::get(self.app.service.store().read(), self.held).await.expect("it is known")
    }

    async fn round(&self) {
        let intake = Intake::new(self.app.service.clone(), self.spool.clone(), Trust::default());
        intake.round(self.app.now).await.expect("the clerk works");
    }
}

#[tokio::test]
async fn admin_sees_inbound_emails_and_reprocesses_them() {
    let mut server = Server::new().await;
    let page = server.admin.get("/admin/inbound").await;
    crate::pages::snapshots::look("inbox", &page);
    insta::assert_snapshot!("inbox", page.text("main").expect("a page"));
    let words = page.ok().words();
    for shown in ["Held", "bo@example.org", "doubtful", "The gate does not vouch for its sender."] {
        assert!(words.contains(shown), "{shown}: {words}");
    }
    let again = server.admin.send(&page, &format!("/admin/inbound/{}", server.held), &[]).await;
    assert!(again.ok().words().contains("The email is being reprocessed."), "{}", again.words());
    assert_eq!(server.email().await.state, IncomingState::New);
    let twice = server.admin.send(&page, &format!("/admin/inbound/{}", server.held), &[]).await;
    twice.ok();
    server.round().await;
    let email = server.email().await;
    assert_eq!(email.state, IncomingState::Ignored, "judged again, in the same way as any email");
    assert_eq!(email.note.as_deref(), Some("it has no known reply address"));
    let refused = server.admin.send(&page, &format!("/admin/inbound/{}", server.held), &[]).await;
    assert_eq!(refused.status, 409, "its text was not kept");

    let mut stranger = server.pages.browser().signed_in(&session(&server.app, "eve").await);
    assert_eq!(stranger.get("/admin/inbound").await.status, 404);
}

#[tokio::test]
async fn request_in_the_spool_is_processed_once() {
    let server = Server::new().await;
    server.spool.ask_again(server.held).expect("left");
    server.spool.ask_again(999).expect("left");
    server.round().await;
    assert_eq!(server.email().await.state, IncomingState::Ignored);
    assert!(server.spool.asked_again().expect("a list").is_empty(), "also what nobody knows");
}
