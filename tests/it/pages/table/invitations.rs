//! An invitation email contains the same information as the table's page: who organises and plays,
//! the clock settings, the consent rule, and the origin of a fork.

use ravenpost::emails::NotificationKind;
use ravenpost::service::table::fork::{NewFork, Way};
use ravenpost::service::table::open_table::NewTable;
use ravenpost_log::GameId;
use ravenpost_log::act::{Consent, Pace};
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Seat, Table};
use ravenpost_store::PlayerId;

use crate::harness::app::{App, PACE, fresh};
use crate::harness::browser::Pages;
use crate::pages::{TITLE, session};

/// Returns Ann's invitation to Eve as one line, after checking that it contains what the page shows
/// to Ann.
async fn invited(app: &App, ann: PlayerId, game: &GameId) -> String {
    let to = "eve@else.example";
    let asked = app.service.tables().invite_by_mail(app.now, game, ann, "ann", to, &fresh()).await;
    asked.expect("invited");
    let email =
        app.written(&app.queued(NotificationKind::Invitation).await).await.expect("it goes");
    let words = email.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let pages = Pages::of(app.service.clone());
    let mut browser = pages.browser().signed_in(&session(app, "ann").await);
    let page = browser.get(&format!("/games/{game}")).await;
    let contract = page.ok().texts("section[aria-labelledby=h-contract] li");
    assert!(contract.len() > 2, "{contract:?}");
    for said in &contract {
        assert!(words.contains(said), "{said} is not in: {words}");
    }
    let [labels, values] = ["dt", "dd"].map(|tag| page.texts(&format!("dl.pairs {tag}")));
    for (label, value) in labels.iter().zip(&values) {
        assert!(words.contains(&format!("{label}: {value}")), "{label} is not in: {words}");
    }
    words
}

#[tokio::test]
async fn invitation_email_matches_the_page() {
    let clocks = [(PACE, "You have 3 days for each turn"), (Pace::of(None), "no deadlines")];
    for (pace, clock) in clocks {
        for (consent, whose) in [
            (Consent::All, "Takebacks need everyone's agreement"),
            (Consent::Majority, "more than half of the other players"),
            (Consent::Organiser, "The organiser decides on takebacks"),
        ] {
            for (own_seat, who) in [
                (
                    Some(Seat(1)),
                    "ann organises this game and plays Red. An organiser who plays can",
                ),
                (None, "ann organises this game and does not play."),
            ] {
                let app = App::new().await;
                let ann = app.player("ann").await;
                let new = NewTable {
                    title: TITLE.to_owned(),
                    name: "A quiet evening".to_owned(),
                    table: Table::of(2),
                    pace: pace.clone(),
                    public: true,
                    consent,
                    own_seat,
                    salt: String::new(),
                    bots: Vec::new(),
                };
                let game =
                    app.service.tables().open_table(app.now, Some(ann), &new).await.expect("open");
                let words = invited(&app, ann, &game).await;
                for said in [clock, whose, who] {
                    assert!(words.contains(said), "{said} is not in: {words}");
                }
            }
        }
    }
}

#[tokio::test]
async fn invitation_to_a_fork_names_its_starting_step() {
    let app = App::seeded(23).await;
    let ann = app.player("ann").await;
    let of = app.bots_only(TITLE, &["random", "random"]).await;
    let step = Step(app.service.games().load(&of).await.expect("a game").step().0 / 2);
    let way = Way::Freely { own_seat: Some(Seat(1)), bots: Vec::new(), pace: PACE };
    let fork = app.service.tables().fork(app.now, ann, &NewFork { of, step, way }, &fresh()).await;
    let words = invited(&app, ann, &fork.expect("forked")).await;
    let begins = format!("This fork continues another game from step {step}");
    assert!(words.contains(&begins), "{words}");
}
