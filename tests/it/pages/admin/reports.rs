//! Players report messages they can read, and admins see the message and its author.

use ravenpost::service::ServiceError;
use ravenpost::service::talk::report::A_DAY;
use ravenpost::service::talk::say::{OutgoingMessage, To};
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::PlayerId;
use ravenpost_store::talk::messages::Span;

use crate::harness::app::{App, fresh};
use crate::harness::browser::Pages;
use crate::pages::{TITLE, session};

/// Sends a message and returns its id.
async fn says(app: &App, game: &GameId, by: PlayerId, to: To, words: &str) -> i64 {
    let words = words.to_owned();
    let say = OutgoingMessage { game: game.clone(), by, to, words, key: fresh(), at_step: None };
    app.service.chat().say(app.now, say).await.expect("said");
    let span = Span { after: 0, before: i64::MAX, upto: Seq::MAX, most: 1 };
    let said = app.service.chat().talk_for(game, Some(by), span).await.expect("readable");
    said[0].words.id
}

#[tokio::test]
async fn a_reported_message_reaches_the_admins_and_nothing_else_does() {
    let app = App::new().await;
    let (ann, bob, game) = app.pair(TITLE).await;
    let olga = app.player("olga").await;
    app.appoint(olga).await;
    says(&app, &game, bob, To::Table, "an innocent word").await;
    let insult = says(&app, &game, bob, To::Table, "a grave insult").await;
    let pages = Pages::of(app.service.clone());
    let mut hers = pages.browser().signed_in(&session(&app, "ann").await);
    let mut admin = pages.browser().signed_in(&session(&app, "olga").await);
    let talk = hers.get(&format!("/games/{game}/talk")).await;
    let link = format!("/games/{game}/report?message={insult}");
    assert!(talk.ok().all("a", "href").contains(&link));
    let page = hers.get(&link).await;
    let sent = hers.send(page.ok(), "/report", &[("comment", "he means me")]).await;
    sent.ok();
    // Reporting it twice makes one report.
    hers.send(&page, "/report", &[]).await.ok();

    let list = admin.get("/admin/reports").await;
    assert_eq!(list.ok().all("[data-report]", "data-report").len(), 1);
    assert!(list.body.contains("a grave insult") && list.body.contains("he means me"));
    assert!(!list.body.contains("an innocent word"));
    let person = format!("/admin/people/{bob}");
    assert!(list.all("blockquote a", "href").contains(&person));
    let report = list.all("[data-report]", "data-report").remove(0);
    let closed = admin.send(&list, &format!("/admin/reports/{report}"), &[]).await;
    assert!(!closed.ok().all("form", "action").iter().any(|to| to.starts_with("/admin/reports/")));
    assert_eq!(hers.get("/admin/reports").await.status, 404);

    // The report goes with its author.
    let retained = app.service.data_of("bob@example.org").await.expect("known");
    assert_eq!(retained.traces.reports, 1);
    app.service.erase(app.now, &retained).await.expect("erased");
    let left = app.service.administration().reports(None, 1).await.expect("readable").items;
    assert!(left.is_empty() && app.player_of("ann").await == ann);
}

#[tokio::test]
async fn only_readable_messages_of_others_can_be_reported_a_few_a_day() {
    let app = App::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let eve = app.player("eve").await;
    let game = app.open_table(TITLE, ann, 3).await;
    for player in [bob, eve] {
        let join = ravenpost::service::table::join_table::Join::default();
        app.service.tables().join_table(app.now, &game, player, join).await.expect("a seat");
    }
    let stranger = app.player("stranger").await;
    let private = says(&app, &game, ann, To::Seats(vec![Seat(2)]), "only for Bob").await;
    let public = says(&app, &game, ann, To::Table, "for all").await;
    let chat = app.service.chat();
    for (by, message) in [(eve, private), (ann, public), (stranger, public), (bob, 999)] {
        let refused = chat.report(app.now, &game, by, message, "").await;
        assert!(matches!(refused, Err(ServiceError::NotFound(_))), "{by} {message}: {refused:?}");
    }
    chat.report(app.now, &game, bob, private, "").await.expect("he can read it");
    for _ in 0..A_DAY {
        chat.report(app.now, &game, bob, private, "").await.expect("counted once");
    }
    for number in 1..A_DAY {
        let other = says(&app, &game, ann, To::Table, &format!("message {number}")).await;
        chat.report(app.now, &game, bob, other, "").await.expect("within the limit");
    }
    let refused = chat.report(app.now, &game, bob, public, "").await;
    assert!(matches!(refused, Err(ServiceError::TooMany(_))), "{refused:?}");
    let reports = app.service.administration().reports(None, 1).await.expect("readable").items;
    assert_eq!(reports.len() as u64, A_DAY);
}

#[tokio::test]
async fn admins_see_no_reports_about_themselves_nor_secrets_of_their_games() {
    let app = App::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let eve = app.player("eve").await;
    let game = app.open_table(TITLE, ann, 4).await;
    for player in [bob, eve] {
        let join = ravenpost::service::table::join_table::Join::default();
        app.service.tables().join_table(app.now, &game, player, join).await.expect("a seat");
    }
    let olga = app.player("olga").await;
    for admin in [eve, olga] {
        app.appoint(admin).await;
    }
    let private = says(&app, &game, ann, To::Seats(vec![Seat(2)]), "a secret insult").await;
    let about_eve = says(&app, &game, eve, To::Table, "an insult by Eve").await;
    let chat = app.service.chat();
    chat.report(app.now, &game, bob, private, "a quoted secret").await.expect("reported");
    chat.report(app.now, &game, bob, about_eve, "").await.expect("reported");
    let administration = app.service.administration();
    for (admin, open) in [(eve, 1), (olga, 2)] {
        let overview = administration.overview(app.now, admin).await.expect("readable");
        assert_eq!(overview.reports, open);
    }
    let about = administration.reports(None, 1).await.expect("readable").items.remove(0);
    assert_eq!(about.author, eve);
    administration.close_report(app.now, eve, about.id).await.expect("ignored");

    let pages = Pages::of(app.service.clone());
    let mut hers = pages.browser().signed_in(&session(&app, "eve").await);
    let list = hers.get("/admin/reports").await;
    assert_eq!(list.ok().all("[data-report]", "data-report").len(), 1);
    assert!(list.text("[data-unreadable]").is_some() && !list.body.contains("secret"));
    let mut other = pages.browser().signed_in(&session(&app, "olga").await);
    let list = other.get("/admin/reports").await;
    assert_eq!(list.ok().all("form[action^='/admin/reports/']", "action").len(), 2, "none closed");
    assert!(list.body.contains("a secret insult") && list.text("[data-unreadable]").is_none());
}
