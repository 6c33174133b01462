//! One game with every clock feature: each of its deadlines is a sum, which the program in
//! `contrib` recomputes from the export.

use std::collections::BTreeMap;

use chrono::Duration;
use ravenpost::service::game::core::folded::Game;
use ravenpost::service::game::table::replacement::{Instead, Replacement};
use ravenpost::service::rewind::propose::ProposedEnd;
use ravenpost::service::rewind::vote::Word;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::moderate::Measure;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::service::table::request_time::TimeRequest;
use ravenpost::service::table::substitute::Away;
use ravenpost::service::table::vacation::Dates;
use ravenpost_log::GameId;
use ravenpost_log::act::Via;
use ravenpost_log::act::pace::{Bank, DaysOff, Grace, Leave, NotAwaited, Pace};
use ravenpost_log::table::status::Status;
use ravenpost_rules::{Seat, Viewer};

use crate::harness::app::{App, fresh};
use crate::service::TITLE;
use crate::service::time::contracts::python;

const HOUR: u32 = 3_600;
const CAROL: Seat = Seat(3);

/// Everything that a table can agree on.
fn pace() -> Pace {
    Pace {
        grace: Some(Grace { seconds: 18 * HOUR, per_questions: 4 }),
        days_off: Some(DaysOff { days: vec![6, 7], time_zone: "Europe/Stockholm".to_owned() }),
        not_awaited: Some(NotAwaited { missed: 2, of: 6 }),
        bank: Some(Bank { seconds: 20 * HOUR, increment: HOUR, max: 30 * HOUR }),
        vacation: Some(Leave { days: 14, stops_clock: true }),
        ..Pace::of(Some(24 * HOUR)).sealed_for(600)
    }
}

struct Played {
    app: App,
    game: GameId,
}

impl Played {
    async fn begun() -> Played {
        let mut app = App::seeded(11).await;
        app.now = "2026-11-20T09:00:00Z".parse().expect("a Friday");
        let ann = app.player("ann").await;
        let new = NewTable { pace: pace(), ..app.plain(TITLE, 3) };
        let game =
            app.service.tables().open_table(app.now, Some(ann), &new).await.expect("a table");
        for name in ["bob", "carol"] {
            let player = app.player(name).await;
            app.service
                .tables()
                .join_table(app.now, &game, player, Join::default())
                .await
                .expect("a seat");
        }
        Played { app, game }
    }

    async fn game(&self) -> Game {
        Game::clone(&self.app.service.games().load(&self.game).await.expect("a game"))
    }

    /// Advances the clock while the server is up.
    async fn passes(&mut self, hours: i64) {
        for _ in 0..hours {
            self.app.passes(Duration::hours(1)).await;
        }
    }

    /// All but Carol answer their prompts, until only Carol is awaited.
    async fn others_answer(&mut self) {
        for _ in 0..60 {
            let there = self.game().await.seats().awaited_seats();
            let Some(seat) = there.into_iter().find(|seat| *seat != CAROL) else { return };
            let order = self.app.some_order(&self.game, seat).await;
            self.app.order(&self.game, seat, &order).await.expect("legal");
        }
    }

    /// What happens while Carol is prompted and does not answer.
    async fn move_clocks_in_every_way(&mut self) {
        let (service, game) = (self.app.service.clone(), self.game.clone());
        let reason = "So it is".to_owned();
        let [ann, bob] = [self.app.player_of("ann").await, self.app.player_of("bob").await];
        let more = TimeRequest { seat: CAROL, reason: reason.clone() };
        service
            .tables()
            .ask_for_time(self.app.now, &game, bob, &more, &fresh())
            .await
            .expect("given");
        self.passes(2).await;
        let end = ProposedEnd { places: Vec::new(), reason: reason.clone() };
        service.votes().propose_end(self.app.now, &game, bob, &end, &fresh()).await.expect("put");
        self.passes(3).await;
        let step = self.game().await.status.stops.proposal.as_ref().expect("open").step;
        let word = Word { step, agrees: false, via: Via::Page };
        service.votes().vote(self.app.now, &game, ann, word, &fresh()).await.expect("refused");
        let stop = Measure::Freeze { reason };
        service
            .tables()
            .moderate(self.app.now, &game, ann, &stop, &fresh())
            .await
            .expect("stopped");
        self.passes(2).await;
        service
            .tables()
            .moderate(self.app.now, &game, ann, &Measure::Thaw, &fresh())
            .await
            .expect("on");
        // First the server is down, then the relay.
        service.clocks().heartbeat(self.app.now).await.expect("up");
        self.app.now += Duration::hours(4);
        service.clocks().heartbeat(self.app.now).await.expect("up again");
        service.clocks().tick(self.app.now).await.expect("a tick");
        service.clocks().relay_is_down(self.app.now).await.expect("noted");
        self.passes(3).await;
        service.clocks().relay_answers(self.app.now).await.expect("compensated");
        service.clocks().tick(self.app.now).await.expect("a tick");
    }

    async fn kinds(&self) -> BTreeMap<String, usize> {
        let mut kinds = BTreeMap::new();
        for entry in self.game().await.log.iter() {
            *kinds.entry(entry.act.kind().word().to_owned()).or_default() += 1;
        }
        kinds
    }

    /// Carol's seat is given to Dan by a vote.
    async fn handed_over(&mut self) {
        let (service, game) = (self.app.service.clone(), self.game.clone());
        let [ann, bob] = [self.app.player_of("ann").await, self.app.player_of("bob").await];
        let (seat, instead) = (CAROL, Instead::Anybody);
        let move_ = Replacement { seat, instead, reason: "Gone".to_owned() };
        let now = self.app.now;
        service.votes().propose_replacement(now, &game, ann, &move_, &fresh()).await.expect("put");
        if let Some(open) = self.game().await.status.stops.proposal.as_ref() {
            let word = Word { step: open.step, agrees: true, via: Via::Page };
            service.votes().vote(now, &game, bob, word, &fresh()).await.expect("agreed");
        }
        let dan = self.app.player("dan").await;
        service.tables().join_table(now, &game, dan, Join::default()).await.expect("taken over");
    }

    /// A bot substitutes for Bob for a while, and Ann books a vacation.
    async fn substitution_and_vacation(&mut self) {
        let (service, game) = (self.app.service.clone(), self.game.clone());
        let [ann, bob] = [self.app.player_of("ann").await, self.app.player_of("bob").await];
        let away = Away { bot: "steady".to_owned(), days: Some(5) };
        service.tables().go_away(self.app.now, &game, bob, &away, &fresh()).await.expect("gone");
        self.passes(20).await;
        service.tables().come_back(self.app.now, &game, bob, &fresh()).await.expect("back");
        let day = |days| (self.app.now + Duration::days(days)).format("%Y-%m-%d").to_string();
        let dates = Dates { first: day(1), last: day(4) };
        let zone = ravenpost::zone::Zone::or_utc("Europe/Stockholm");
        let now = self.app.now;
        service
            .tables()
            .go_on_vacation(now, &game, ann, &dates, zone, &fresh())
            .await
            .expect("booked");
    }
}

#[tokio::test]
async fn game_with_every_clock_feature_is_recalculated() {
    let mut play = Played::begun().await;
    play.others_answer().await;
    play.move_clocks_in_every_way().await;
    for _ in 0..30 {
        play.passes(24).await;
        play.others_answer().await;
        if play.kinds().await.contains_key("skipped") {
            break;
        }
    }
    play.handed_over().await;
    play.substitution_and_vacation().await;
    for _ in 0..900 {
        if play.game().await.status.state == Status::Over {
            break;
        }
        play.app.passes(Duration::hours(24)).await;
    }
    let kinds = play.kinds().await;
    let wanted = [
        "deadline-moved",
        "grace-started",
        "bank-started",
        "extended",
        "proposed",
        "proposal-failed",
        "paused",
        "resumed",
        "outage-compensated",
        "timed-out",
        "skipped",
        "replaced",
        "taken-over",
        "substituted",
        "vacation-booked",
        "vacation-started",
    ];
    let missing: Vec<_> = wanted.iter().filter(|kind| !kinds.contains_key(**kind)).collect();
    assert!(missing.is_empty(), "{missing:?} of {kinds:?}");
    let audited = play.app.service.fairness().audit_game(&play.game).await.expect("audited");
    assert!(audited.clean(), "{audited:?}");
    let whole =
        play.app.service.archive().export(&play.game, Viewer::Spectator).await.expect("it is over");
    let (right, said) = python(&whole);
    assert!(right, "{said}");
    for part in [
        "grace +",
        "bank +",
        "DaysOff +",
        "extension +",
        "vote +",
        "pause +",
        "Server +",
        "Relay +",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}
