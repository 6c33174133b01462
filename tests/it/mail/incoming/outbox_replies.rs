//! Emails that are not sent anywhere can be answered on their own page, as if by email.

use ravenpost::service::rewind::propose::Proposed;
use ravenpost::service::rewind::vote::Word;
use ravenpost::service::table::moderate::Measure;
use ravenpost_log::act::Via;

use crate::harness::app::{App, fresh};
use crate::harness::browser::{Browser, Page, Pages};

use crate::mail::outgoing::whole_games::sent;
use crate::mail::playing::replies::ByMail;

#[tokio::test]
async fn email_in_the_outbox_is_answered_on_its_page() {
    let table = ByMail::new("gotlandia").await;
    let (who, _) = table.turn().await;
    let mut browser = Pages::of(table.app.service.clone()).browser();
    let list = browser.get("/outbox").await;
    let mut turns = Vec::new();
    for link in list.ok().all("main li a", "href") {
        let email = browser.get(&link).await;
        if email.ok().words().contains(&who) && email.body.contains("/answer\"") {
            turns.push(email);
        }
    }
    let email = turns.first().expect("an email that may be answered");
    let before = table.version().await;

    let empty = browser.send(email, "/answer", &[("words", "   ")]).await;
    assert!(empty.status >= 400 && empty.words().contains("eply is empty"), "{}", empty.body);
    let words = [("words", "Hi,\r\n\r\nsay all: well met\r\nend say\r\n1\r\n\r\nBo")];
    browser.send(email, "/answer", &words).await.ok();
    // Submitting the same form again counts once.
    browser.send(email, "/answer", &words).await.ok();
    assert_eq!(table.round().await, 1, "it came in once");
    assert!(table.version().await > before, "the order was taken");
    let answer = table.emails().await.into_iter().rev().find(|(to, _)| *to == who);
    let answer = answer.expect("an answer").1.message;
    assert!(answer.contains("Sent to all players:"), "{answer}");

    // A sign-in email cannot be answered, nor can one that does not exist.
    let other = browser.get("/outbox/999/answer").await;
    assert!(other.status >= 400);
}

#[tokio::test]
async fn emails_do_not_invite_replies_when_none_are_read() {
    let mut app = App::new().await;
    app.pair("gotlandia").await;
    app.now += chrono::Duration::minutes(5);
    sent(&app).await;
    let mut browser = Pages::of(app.service.clone()).browser();
    let links = browser.get("/outbox").await.ok().all("main li a", "href");
    assert!(!links.is_empty(), "emails lie there");
    for link in links {
        assert!(!browser.get(&link).await.ok().body.contains("/answer\""), "{link}");
        let email = link.rsplit('/').next().and_then(|id| id.parse().ok()).expect("a number");
        let refused =
            app.service.inbox().answer_here(app.now, email, "1", "as long as keys are").await;
        let why = refused.expect_err("nobody would read it").to_string();
        assert!(why.contains("does not read replies"), "{why}");
    }
}

/// The newest answerable email for `who` whose page contains `about`.
async fn answerable(browser: &mut Browser, who: &str, about: &str) -> Page {
    let list = browser.get("/outbox").await;
    for link in list.ok().all("main li a", "href") {
        let email = browser.get(&link).await;
        let words = email.ok().words();
        if words.contains(who) && words.contains(about) && email.body.contains("/answer\"") {
            return email;
        }
    }
    panic!("{who} may answer nothing about {about}");
}

async fn last(table: &ByMail, who: &str) -> String {
    let answer = table.emails().await.into_iter().rev().find(|(to, _)| to == who);
    answer.expect("an answer").1.message.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Between the form and the server's next round, a rewind may have been proposed or the table
/// paused. The order is then refused with the reason and can be given afterwards.
#[tokio::test]
async fn order_on_the_page_meets_a_vote_or_pause_and_can_wait() {
    for stops in [false, true] {
        let mut table = ByMail::new("gotlandia").await;
        for _ in 0..6 {
            let seat = game(&table).await.seats().awaited_seats()[0];
            let order = table.app.some_order(&table.game, seat).await;
            table.app.order(&table.game, seat, &order).await.expect("legal");
        }
        table.app.now += chrono::Duration::minutes(30);
        let (who, _) = table.turn().await;
        let pages = Pages::of(table.app.service.clone());
        let mut browser = pages.browser();
        let email = answerable(&mut browser, &who, "Your turn").await;
        let before = game(&table).await;
        let seat = before.seats().awaited_seats()[0];
        // Ann opened the table; the player who is not awaited makes the proposal.
        let (ann, bo) = (table.app.player_of("ann").await, table.app.player_of("bo").await);
        let [mine, other] = if who.starts_with("ann") { [ann, bo] } else { [bo, ann] };
        browser.send(&email, "/answer", &[("words", "1")]).await.ok();
        let (service, now) = (table.app.service.clone(), table.app.now);
        if stops {
            let stop = Measure::Freeze { reason: "One moment".to_owned() };
            service
                .tables()
                .moderate(now, &table.game, ann, &stop, &fresh())
                .await
                .expect("stopped");
        } else {
            let back = Proposed { to: before.step() - 3, reason: "One moment".to_owned() };
            let put =
                service.votes().propose_rewind(now, &table.game, other, &back, &fresh()).await;
            put.expect("put");
        }
        let stands = table.version().await;
        assert_eq!(table.round().await, 1, "it came in");
        assert_eq!(table.version().await, stands, "no order is taken meanwhile");
        let said = last(&table, &who).await;
        let why = if stops { "has paused the game" } else { "is voting" };
        assert!(said.contains("Not done.") && said.contains(why), "{said}");
        if stops {
            let goes_on = Measure::Thaw;
            service
                .tables()
                .moderate(now, &table.game, ann, &goes_on, &fresh())
                .await
                .expect("goes on");
        } else {
            let step = game(&table).await.status.stops.proposal.as_ref().expect("open").step;
            let word = Word { step, agrees: false, via: Via::Page };
            service.votes().vote(now, &table.game, mine, word, &fresh()).await.expect("said");
        }
        let on = game(&table).await;
        assert!(on.status.stops.since().is_none(), "it goes on");
        assert_eq!(
            on.seats().wait(seat).map(|wait| wait.asked_at),
            before.seats().wait(seat).map(|w| w.asked_at)
        );
        let again = browser.get(&email.path).await;
        browser.send(&again, "/answer", &[("words", "1\r\n")]).await.ok();
        assert_eq!(table.round().await, 1);
        let said = last(&table, &who).await;
        assert!(said.contains("Done.") && table.version().await > on.last_seq(), "{said}");
        let audited = table.app.service.fairness().audit_game(&table.game).await.expect("audited");
        assert!(audited.clean(), "{audited:?}");
    }
}

async fn game(table: &ByMail) -> std::sync::Arc<ravenpost::service::game::core::folded::Game> {
    table.app.service.games().load(&table.game).await.expect("a game")
}
