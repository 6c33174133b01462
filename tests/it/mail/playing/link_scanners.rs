//! Mail servers open the links of emails to check them. That must decide nothing: no vote, no
//! sign-in, no answer to an invitation, no change of address, no unsubscribing.

use std::collections::BTreeSet;

use ravenpost::emails::{Email, NotificationKind};
use ravenpost::service::game::table::replacement::{Instead, Replacement};
use ravenpost::service::post::compose::Composed;
use ravenpost::service::table::join_table::Join;
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_store::post::outbox::{self, OutboxState};

use crate::harness::app::{App, fresh};
use crate::harness::browser::{Pages, noon};
use crate::pages::session;
use crate::service::table::ending::propose_end;
use crate::service::table::rewinds::{play, propose};

/// The kinds whose links could decide something.
const DECIDING: [NotificationKind; 7] = [
    NotificationKind::VoteOpened,
    NotificationKind::YourTurn,
    NotificationKind::GameStarted,
    NotificationKind::Invitation,
    NotificationKind::SignIn,
    NotificationKind::AddressChangeNew,
    NotificationKind::AddressChangeOld,
];

/// The paths of all links to the server in an email.
fn links(email: &Email, base: &str) -> BTreeSet<String> {
    let html = email.html.replace("&amp;", "&").replace("&#38;", "&");
    let ends = |c: char| c.is_whitespace() || "\"'<>()".contains(c);
    let all = format!("{}\n{html}\n{}", email.text, email.stop.clone().unwrap_or_default());
    let found = all.split(base).skip(1);
    let paths = found.map(|rest| rest.split(ends).next().unwrap_or_default().to_owned());
    paths.filter(|path| path.starts_with('/')).collect()
}

/// A running game of Ann, Bob and Cy.
async fn begun(app: &mut App) -> GameId {
    let ann = app.player_of("ann").await;
    let game = app.open_table("gotlandia", ann, 3).await;
    for name in ["bob", "cy"] {
        let (player, join) = (app.player_of(name).await, Join::default());
        let joined = app.service.tables().join_table(app.now, &game, player, join);
        joined.await.expect("a seat");
    }
    play(app, &game, 6).await;
    game
}

/// Three open votes, and whatever else can be decided by an email.
async fn everything() -> (App, Vec<GameId>) {
    let mut app = App::answered(5).await;
    app.now = noon();
    let ann = app.player("ann").await;
    app.player("bob").await;
    app.player("cy").await;
    let turn = begun(&mut app).await;
    app.until_turn_email(&turn).await;
    app.now = noon();
    let back = begun(&mut app).await;
    let to = app.step(&back).await - 2;
    assert!(!propose(&app, &back, ann, to).await);
    let end = begun(&mut app).await;
    assert!(!propose_end(&app, &end, ann, &[1, 2, 3]).await.expect("put to the vote"));
    let change = begun(&mut app).await;
    let reason = "No answer for two months".to_owned();
    let asked = Replacement { seat: Seat(3), instead: Instead::Anybody, reason };
    let votes = app.service.votes();
    let put = votes.propose_replacement(app.now, &change, ann, &asked, &fresh()).await;
    assert!(!put.expect("put to the vote"));

    let open = app.private_table("gotlandia", ann, 3).await;
    let (eve, key) = ("eve@example.net", fresh());
    let tables = app.service.tables();
    tables.invite_by_mail(app.now, &open, ann, "Ann", eve, &key).await.expect("invited");
    let stored = app.stored_player(ann).await;
    let players = app.service.players();
    players.ask_new_address(app.now, &stored, "ann@new.example").await.expect("asked");
    let accounts = app.service.accounts();
    accounts.ask_sign_in(app.now, "dan@example.org", "a test", "test", "dan").await.expect("asked");
    (app, vec![back, end, change])
}

/// All queued emails as they would be sent now.
async fn written(app: &App) -> Vec<Email> {
    let waiting = outbox::list(app.service.store().read(), OutboxState::Waiting, 1000).await;
    let mut emails = Vec::new();
    for row in waiting.expect("readable") {
        let composed = app.service.composing().finish_email(app.now, &row.queued).await;
        if let Composed::Ready { email, .. } = composed.expect("judged") {
            emails.push(*email);
        }
    }
    emails
}

#[tokio::test]
async fn opening_every_link_changes_nothing() {
    let (app, votes) = everything().await;
    let emails = written(&app).await;
    for kind in DECIDING {
        assert!(emails.iter().any(|email| email.kind == kind), "there is no {kind:?}");
    }
    let base = app.service.settings().base_url.clone();
    let links: BTreeSet<String> = emails.iter().flat_map(|email| links(email, &base)).collect();
    for way in ["/stop/", "/join/", "/address/", "/sign-in/"] {
        assert!(links.iter().any(|link| link.starts_with(way)), "{way} is not in {links:#?}");
    }
    for anchor in ["#agree", "#refuse"] {
        let found = links.iter().filter(|link| link.ends_with(anchor)).count();
        assert!(found >= votes.len(), "{anchor}: {links:#?}");
    }
    let session = session(&app, "bob").await;
    let pages = Pages::of(app.service.clone());
    let commits = app.service.store().commits();
    let before = *commits.borrow();
    for mut browser in [pages.browser(), pages.browser().signed_in(&session)] {
        for link in &links {
            for method in ["GET", "HEAD"] {
                let answer = browser.once(method, link, None).await;
                assert!(answer.status < 500, "{method} {link}: {}", answer.status);
                assert_eq!(*commits.borrow(), before, "{method} {link} has written something");
            }
        }
    }
    // Bob finds a form to vote with. Nobody has voted in the meantime but Ann, who proposed.
    let mut browser = pages.browser().signed_in(&session);
    for link in links.iter().filter(|link| link.ends_with("#agree")) {
        let page = browser.get(link).await;
        let forms = page.ok().all("form[method=post]", "action");
        assert!(forms.iter().any(|action| action.ends_with("/vote")), "{link}: {forms:?}");
    }
    for game_id in votes {
        let game = app.service.games().load(&game_id).await.expect("a game");
        let open = game.status.stops.proposal.as_ref().expect("the vote is open");
        let silent = open.silent(game.status.consent, &game.status.seats.held_seats());
        assert!(silent.contains(&Some(Seat(2))), "Bob has voted");
    }
}
