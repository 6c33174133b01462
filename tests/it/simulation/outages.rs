//! Outages and wall-clock jumps: players who order just before the deadline that they see never
//! lose a turn. The server dies, stops, sleeps and gets a wrong clock at random.

use chrono::{DateTime, Duration, Utc};
use ravenpost::service::people::secret::Entropy;
use ravenpost::service::play::give_order::OrderLine;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::service::{Service, Settings};
use ravenpost_log::act::{Pace, Via};
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::numbers::Seq;
use ravenpost_rules::{Dice, Seat, Table};
use ravenpost_store::PlayerId;
use ravenpost_store::people::players::{self, NewPlayer};

use crate::harness::app::key_of;
use crate::harness::engine;
use crate::harness::folder::folder;

const PACE: i64 = 20 * 60;
/// Between two rounds of the clock loop.
const ROUND: Duration = Duration::seconds(50);
/// Players who see less time left than this give an order. A machine may be suspended for that long
/// unnoticed.
const NEAR: Duration = Duration::seconds(62);

struct Bent {
    service: Service,
    /// The machine's clock.
    wall: DateTime<Utc>,
    dice: Dice,
    people: Vec<PlayerId>,
    game: GameId,
    keys: u32,
    _folder: tempfile::TempDir,
}

impl Bent {
    async fn new(seed: u64) -> Bent {
        let folder = folder();
        let store = engine::open_file(&folder.path().join("ravenpost.db")).await;
        let service = Service::with_entropy(store, Settings::default(), Entropy::seeded(seed));
        let wall = "2026-03-28T22:00:00Z".parse().expect("a moment");
        let mut people = Vec::new();
        for name in ["ann", "bob"] {
            let new = NewPlayer {
                address: format!("{name}@example.org"),
                name: name.to_owned(),
                zone: "Europe/Berlin".to_owned(),
                at: wall,
            };
            let add = service
                .store()
                .write(move |conn| Box::pin(async move { players::add(conn, &new).await }));
            people.push(add.await.expect("a player"));
        }
        let dice = Dice::seeded(seed);
        let game = ravenpost_store::random_game_id();
        let mut bent = Bent { service, wall, dice, people, game, keys: 0, _folder: folder };
        bent.open().await;
        bent.service.clocks().heartbeat(wall).await.expect("a beat");
        bent
    }

    fn below(&mut self, of: u32) -> u32 {
        self.dice.stream("bent").below(of)
    }

    async fn open(&mut self) {
        let new = NewTable {
            title: "gotlandia".to_owned(),
            name: "A table".to_owned(),
            table: Table::of(2),
            pace: Pace::of(Some(u32::try_from(PACE).expect("short"))),
            public: true,
            consent: ravenpost_log::act::Consent::All,
            own_seat: Some(Seat(1)),
            salt: String::new(),
            bots: Vec::new(),
        };
        let opener = Some(self.people[0]);
        self.game =
            self.service.tables().open_table(self.wall, opener, &new).await.expect("a table");
        let (game, bob) = (self.game.clone(), self.people[1]);
        self.service
            .tables()
            .join_table(self.wall, &game, bob, Default::default())
            .await
            .expect("a seat");
    }

    /// A round of the clock loop, after which players who see a close deadline give an order.
    async fn round(&mut self) {
        self.service.clocks().heartbeat(self.wall).await.expect("a beat");
        self.service.clocks().tick(self.wall).await.expect("a tick");
        let game = self.service.games().load(&self.game).await.expect("a game");
        if game.status.state == Status::Over {
            self.open().await;
            return;
        }
        // A turn may have several prompts in a row; the player answers all of them.
        while let Some(seat) = self.seat_near_deadline().await {
            self.order(seat).await;
        }
    }

    /// A seat with a close deadline.
    async fn seat_near_deadline(&self) -> Option<Seat> {
        let game = self.service.games().load(&self.game).await.expect("a game");
        game.status.clocks.waits.iter().find_map(|(seat, wait)| {
            let due = wait.due.expect("a deadline");
            assert!(due > self.wall, "a deadline that has passed is still shown");
            (due - self.wall <= NEAR).then_some(*seat)
        })
    }

    async fn order(&mut self, seat: Seat) {
        let game = self.service.games().load(&self.game).await.expect("a game");
        let legal = game.true_position().legal(seat).orders;
        let which = self.below(legal.len() as u32) as usize;
        self.keys += 1;
        let order = OrderLine {
            game: self.game.clone(),
            seat,
            giver: Some(self.people[usize::from(seat.0) - 1]),
            line: legal[which].clone(),
            seen: game.step(),
            key: key_of(format!("key {}", self.keys)),
            via: Via::Page,
        };
        self.service.play().give_order(self.wall, &order).await.expect("a legal order");
    }

    /// One fault of time.
    async fn fault(&mut self) {
        let minutes = Duration::minutes(1 + i64::from(self.below(36 * 60)));
        let short = Duration::seconds(10 + i64::from(self.below(600)));
        let day = Duration::seconds(i64::from(self.below(2 * 86_400)) - 86_400);
        match self.below(6) {
            // Killed, and restarted after a while.
            0 => self.wall += minutes,
            1 => self.wall += short,
            // Stopped cleanly.
            2 => {
                self.service.clocks().last_heartbeat(self.wall).await.expect("noted");
                self.wall += short;
            }
            // The machine sleeps: the same process continues.
            3 => {
                self.wall += minutes;
                return;
            }
            // The wall clock is changed, with the server up or down.
            4 => {
                self.wall += day;
                return;
            }
            _ => self.wall += day,
        }
        let seed = self.below(u32::MAX).into();
        let store = self.service.store().clone();
        self.service = Service::with_entropy(store, Settings::default(), Entropy::seeded(seed));
    }

    async fn lapses(&self) -> Vec<Seq> {
        let game = self.service.games().load(&self.game).await.expect("a game");
        let lapsed = game.log.iter().filter(|entry| matches!(entry.act, Act::TimedOut { .. }));
        lapsed.map(|entry| entry.event.seq).collect()
    }
}

#[tokio::test]
async fn outages_and_clock_jumps_cost_no_player_a_turn() {
    let cases = std::env::var("RAVENPOST_CASES").ok().and_then(|text| text.parse().ok());
    let mut bent = Bent::new(11).await;
    for case in 0..cases.unwrap_or(250) {
        for _ in 0..bent.below(8) {
            bent.wall += ROUND;
            bent.round().await;
        }
        bent.fault().await;
        bent.round().await;
        let lapses = bent.lapses().await;
        assert!(lapses.is_empty(), "case {case}: a turn was lost at event {lapses:?}");
    }
}

#[tokio::test]
async fn outage_shifts_clocks_by_its_length_once() {
    let mut bent = Bent::new(3).await;
    let game = bent.service.games().load(&bent.game).await.expect("a game");
    let due = game.seats().wait(Seat(1)).and_then(|wait| wait.due).expect("a deadline");
    for _ in 0..3 {
        bent.wall += ROUND;
        bent.round().await;
    }
    bent.service.clocks().last_heartbeat(bent.wall).await.expect("noted");
    bent.wall += Duration::hours(42);
    for _ in 0..3 {
        // Killed repeatedly before the clock loop gets far.
        let store = bent.service.store().clone();
        bent.service = Service::with_entropy(store, Settings::default(), Entropy::seeded(1));
        let now = bent.wall;
        bent.service.clocks().heartbeat(now).await.expect("a beat");
    }
    let game = bent.service.games().load(&bent.game).await.expect("a game");
    assert_eq!(
        game.seats().wait(Seat(1)).and_then(|wait| wait.due),
        Some(due + Duration::hours(42))
    );
    let outages =
        game.log.iter().filter(|entry| entry.act.kind().word() == "outage-compensated").count();
    assert_eq!(outages, 1, "told once, as an event");
}

#[tokio::test]
async fn no_deadline_passes_while_emails_cannot_leave() {
    let mut bent = Bent::new(4).await;
    let game = bent.service.games().load(&bent.game).await.expect("a game");
    let due = game.seats().wait(Seat(1)).and_then(|wait| wait.due).expect("a deadline");
    bent.wall += ROUND;
    bent.service.clocks().heartbeat(bent.wall).await.expect("a beat");
    bent.service.clocks().relay_is_down(bent.wall).await.expect("noted");
    let hours = Duration::hours(7);
    // The server also goes down in between.
    for _ in 0..14 {
        bent.wall += hours / 14;
        let now = bent.wall;
        bent.service.clocks().heartbeat(now).await.expect("a beat");
        let ticked = bent.service.clocks().tick(now).await.expect("a tick");
        assert!(ticked.held);
    }
    assert!(bent.lapses().await.is_empty());
    bent.service.clocks().relay_answers(bent.wall).await.expect("noted");
    bent.service.clocks().tick(bent.wall).await.expect("a tick");
    let game = bent.service.games().load(&bent.game).await.expect("a game");
    assert_eq!(game.seats().wait(Seat(1)).and_then(|wait| wait.due), Some(due + hours));
    bent.wall += Duration::days(10);
    bent.service.clocks().tick(bent.wall).await.expect("a tick");
    assert!(!bent.lapses().await.is_empty(), "and then it is as ever");
}

#[tokio::test]
async fn unresponsive_relay_does_not_stop_games_for_ever() {
    let mut bent = Bent::new(5).await;
    bent.service.clocks().relay_is_down(bent.wall).await.expect("noted");
    bent.wall += Duration::days(3) + Duration::hours(1);
    let ticked = bent.service.clocks().tick(bent.wall).await.expect("a tick");
    assert!(!ticked.held);
    assert!(!bent.lapses().await.is_empty());
}

/// The relay fails while a mail source is already down, and recovers first.
#[tokio::test]
async fn overlapping_outages_are_compensated_once_and_fully() {
    let mut bent = Bent::new(6).await;
    let game = bent.service.games().load(&bent.game).await.expect("a game");
    let due = game.seats().wait(Seat(1)).and_then(|wait| wait.due).expect("a deadline");
    let hour = Duration::hours(1);
    bent.service.clocks().source_is_down(bent.wall, "imap", "no answer").await.expect("noted");
    bent.wall += hour;
    bent.service.clocks().relay_is_down(bent.wall).await.expect("noted");
    bent.wall += hour;
    // When it is reported again, the first time counts.
    bent.service
        .clocks()
        .source_is_down(bent.wall, "imap", "still no answer")
        .await
        .expect("noted");
    let down = bent.service.clocks().sources_down().await.expect("a list");
    let reasons: Vec<&str> = down.iter().map(|down| down.why.as_str()).collect();
    assert_eq!(reasons, ["still no answer"], "the admin sees the last reason");
    bent.service.clocks().relay_answers(bent.wall).await.expect("noted");
    bent.wall += hour;
    let ticked = bent.service.clocks().tick(bent.wall).await.expect("a tick");
    assert!(ticked.held, "an order may lie behind the door");
    let since = bent.service.clocks().source_recovered(bent.wall, "imap").await.expect("noted");
    assert_eq!(since, Some(bent.wall - hour * 3));
    assert_eq!(
        bent.service.clocks().source_recovered(bent.wall, "imap").await.expect("noted"),
        None
    );
    let game = bent.service.games().load(&bent.game).await.expect("a game");
    assert_eq!(game.seats().wait(Seat(1)).and_then(|wait| wait.due), Some(due + hour * 3));
    assert!(!bent.service.clocks().tick(bent.wall).await.expect("a tick").held);
}

#[tokio::test]
async fn dead_or_removed_mail_source_does_not_stop_games() {
    let mut bent = Bent::new(7).await;
    bent.service.clocks().source_is_down(bent.wall, "imap", "no answer").await.expect("noted");
    bent.service.clocks().source_is_down(bent.wall, "spool", "no folder").await.expect("noted");
    bent.service.clocks().sources_are(bent.wall, &["spool"]).await.expect("noted");
    let shut = bent.service.clocks().sources_down().await.expect("a list");
    assert_eq!(shut.iter().map(|shut| shut.source.as_str()).collect::<Vec<_>>(), ["spool"]);
    bent.wall += Duration::days(3) + Duration::hours(1);
    assert!(!bent.service.clocks().tick(bent.wall).await.expect("a tick").held);
    assert!(!bent.lapses().await.is_empty());
}

/// Deadlines wait for a new outage even if an older one has lasted too long to be waited for.
#[tokio::test]
async fn old_outage_does_not_hide_a_new_one() {
    let mut bent = Bent::new(8).await;
    bent.service.clocks().source_is_down(bent.wall, "imap", "no answer").await.expect("noted");
    bent.wall += Duration::days(4);
    assert!(!bent.service.clocks().tick(bent.wall).await.expect("a tick").held);
    let lapses = bent.lapses().await;
    bent.service.clocks().relay_is_down(bent.wall).await.expect("noted");
    bent.wall += Duration::hours(1);
    assert!(bent.service.clocks().tick(bent.wall).await.expect("a tick").held);
    assert_eq!(bent.lapses().await, lapses, "a turn was lost");
}
