//! A damaged game affects only itself, whatever was done to it by hand. All others are listed,
//! played, notified, sealed, backed up and exported, and the damaged one is reported.

use std::panic::AssertUnwindSafe;

use chrono::Duration;
use futures_util::FutureExt;
use ravenpost::mail::outgoing::{Memory, SendLoop, Transport, Writer};
use ravenpost::service::table::join_table::Join;
use ravenpost::service::talk::say::{OutgoingMessage, To};
use ravenpost::service::{Service, ServiceError};
use ravenpost::titles;
use ravenpost_log::GameId;
use ravenpost_log::chain::Chain;
use ravenpost_store::PlayerId;
use ravenpost_store::log::{events, secrets};
use ravenpost_store::post::outbox::Schedule;
use ravenpost_store::sqlite::copies::Copies;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, SqliteConnection};
use std::process::Command;
use std::sync::Arc;

use crate::harness::app::{App, fresh};
use crate::harness::browser::Pages;
use crate::harness::folder::folder;
use crate::service::TITLE;

/// Where a damage must be reported.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Named {
    /// By the service, which skips the game, and by the audit.
    Game,
    /// Only by the audit: the game itself is readable.
    Audit,
}
use Named::{Audit, Game};

/// The name, the SQL (with `BAD`, `SOUND` and `OPEN` for games), whether the hashes of the bad game
/// are recomputed afterwards, and where it is reported.
type Damage = (&'static str, &'static str, bool, Named);

const DAMAGES: &[Damage] = &[
    (
        "an act that is no JSON",
        "UPDATE event SET act = '{\"Ordered\"' WHERE game = BAD AND seq = 5",
        true,
        Game,
    ),
    (
        "a title that nobody knows",
        "UPDATE event SET act = replace(act, 'gotlandia', 'atlantis') WHERE game = BAD AND \
         seq = 1",
        true,
        Game,
    ),
    (
        "an act that nobody knows",
        "UPDATE event SET act = '{\"Danced\":{}}' WHERE game = BAD AND seq = 5",
        true,
        Game,
    ),
    (
        "a fact that nobody knows",
        "UPDATE event SET visibility = '*', facts = '[{\"Danced\":7}]' WHERE game = \
         BAD AND seq = 5",
        true,
        Game,
    ),
    (
        "an act that lacks a part",
        "UPDATE event SET act = '{\"Ordered\":{\"seat\":1}}' WHERE game = BAD AND seq = 5",
        true,
        Game,
    ),
    (
        "an act with a word for a number",
        "UPDATE event SET act = '{\"Left\":{\"seat\":\"red\"}}' WHERE game = BAD AND seq = 5",
        true,
        Game,
    ),
    (
        "facts of nothing at all",
        "UPDATE event SET visibility = '*', facts = '[7,[],null]' WHERE game = BAD AND \
         seq = 4",
        true,
        Game,
    ),
    (
        "a chain broken in the middle",
        "UPDATE event SET hash = randomblob(32) WHERE game = BAD AND seq = 4",
        false,
        Audit,
    ),
    (
        "a first event that is missing",
        "DELETE FROM event WHERE game = BAD AND seq = 1",
        false,
        Game,
    ),
    ("a secret that is missing", "DELETE FROM game_secret WHERE game = BAD", false, Game),
    (
        "a secret of another length",
        "UPDATE game_secret SET secret = x'00ff' WHERE game = BAD",
        false,
        Game,
    ),
    ("an event that is missing", "DELETE FROM event WHERE game = BAD AND seq = 4", false, Game),
    ("a row without events", "DELETE FROM event WHERE game = BAD", false, Game),
    ("a status that is none", "UPDATE game SET status = 'asleep' WHERE id = BAD", false, Audit),
    (
        "a seat that is none",
        "UPDATE seat_holder SET seat = 200 WHERE game = BAD AND seat = 1",
        false,
        Audit,
    ),
    (
        "a seat beyond all seats",
        "UPDATE seat_holder SET seat = 3000 WHERE game = BAD AND seat = 1",
        false,
        Audit,
    ),
    (
        "a player without an address",
        "UPDATE player SET address = '' WHERE id = (SELECT player FROM seat_holder WHERE game = \
         BAD AND seat = 2)",
        false,
        Audit,
    ),
    (
        "an email of no kind",
        "UPDATE outbox SET kind = 'valentine', state = 'waiting' WHERE game = BAD",
        false,
        Audit,
    ),
    (
        "an email to nobody",
        "UPDATE outbox SET player = 4711, state = 'waiting' WHERE game = BAD",
        false,
        Audit,
    ),
    (
        "an email for no seat",
        "UPDATE outbox SET seat = 3000, state = 'waiting' WHERE game = BAD",
        false,
        Audit,
    ),
    (
        "an email of no time",
        "UPDATE outbox SET due_at = -9223372036854775807, state = 'waiting' WHERE game = \
         BAD",
        false,
        Audit,
    ),
    (
        "a list of cards that is none",
        "UPDATE outbox SET unexplained_cards = '[7' WHERE game = BAD",
        false,
        Audit,
    ),
    (
        "a list of cards that are no names",
        "UPDATE outbox SET unexplained_cards = '[7]' WHERE game = BAD",
        false,
        Audit,
    ),
    (
        "a key that is broken",
        "INSERT INTO reply_key (hash, purpose, address, game, created_at) VALUES (x'00', \
         'love', 'a@b.example', BAD, 0)",
        false,
        Audit,
    ),
    (
        "choices that cannot be read",
        "UPDATE player SET email_preferences = '{\"disabled\":7}' WHERE id = \
         (SELECT player FROM seat_holder WHERE game = BAD AND seat = 2)",
        false,
        Audit,
    ),
    (
        "a seal that is nonsense",
        "INSERT INTO seal (day, game_count, hash, last_position, padding) \
         VALUES ('2026-11-19', 3, x'00', 1, zeroblob(32))",
        false,
        Audit,
    ),
    (
        "a sealed end that is nonsense",
        "INSERT INTO seal_entry VALUES (x'00', '2026-11-19', 3, x'00')",
        false,
        Audit,
    ),
    (
        "an origin without a game",
        "INSERT INTO game_import VALUES ('nowhere', 'from afar', randomblob(32), 0)",
        false,
        Audit,
    ),
    (
        "an invitation without a game",
        "INSERT INTO invitation (token_hash, game, created_at) VALUES (randomblob(32), \
         'nowhere', 0)",
        false,
        Audit,
    ),
    (
        "words that are broken",
        "UPDATE chat_message SET seat = 3000, sent_at = 9223372036854775807 WHERE game = \
         BAD",
        false,
        Audit,
    ),
    (
        "a note that is broken",
        "UPDATE note SET seq = -4, created_at = 9223372036854775807 WHERE game = BAD",
        false,
        Audit,
    ),
    (
        "a time out of range",
        "UPDATE event SET at = 9223372036854775807 WHERE game = BAD AND seq = 4",
        false,
        Game,
    ),
    (
        "a clock out of range",
        "UPDATE deadline SET due_at = -9223372036854775807 WHERE game = BAD",
        false,
        Audit,
    ),
    (
        "a clock of no seat",
        "UPDATE deadline SET seat = seat + 3000, due_at = 5 WHERE game = BAD",
        false,
        Audit,
    ),
    (
        "a clock of no game",
        "UPDATE deadline SET game = 'nowhere', due_at = 5 WHERE game = BAD",
        false,
        Audit,
    ),
    ("a huge name", "UPDATE game SET name = hex(zeroblob(1000000)) WHERE id = BAD", false, Audit),
    (
        "a fork of itself",
        "UPDATE event SET act = json_insert(act, '$.Opened.fork', json('{\"game\":' || \
         json_quote(game) || ',\"step\":3,\"hash\":\"\",\"viewer\":null,\"same_players\":true}')) \
         WHERE game = OPEN AND seq = 1",
        true,
        Audit,
    ),
    (
        "a take-back of what comes later",
        "UPDATE event SET kind = 'undone', act = \
         '{\"Undone\":{\"seat\":1,\"step\":9,\"ordered_at\":\"2026-11-20T09:00:00Z\"}}', \
         visibility = '*', facts = '[]' WHERE \
         game = BAD AND seq = 5",
        true,
        Game,
    ),
    (
        "a rewind to what comes later",
        "UPDATE event SET kind = 'rewound', act = '{\"Rewound\":{\"to\":5}}' WHERE game = \
         BAD AND seq = 5",
        true,
        Game,
    ),
];

/// Data that a newer version may have written: this is not damage.
const AHEAD: [&str; 2] = ["a title that nobody knows", "an act that nobody knows"];

/// A server with a sound game and one that will be damaged, both of Ann and Bob, and an open table.
struct Server {
    app: App,
    ann: PlayerId,
    sound: GameId,
    bad: GameId,
    open: GameId,
    conn: SqliteConnection,
}

async fn server() -> Server {
    let mut app = App::seeded(7).await;
    let (ann, bob, sound) = app.pair(TITLE).await;
    let bad = app.open_table(TITLE, ann, 2).await;
    app.service
        .tables()
        .join_table(app.now, &bad, bob, Join::default())
        .await
        .expect("a free seat");
    let open = app.open_table(TITLE, ann, 3).await;
    for game in [&bad, &sound] {
        for _ in 0..4 {
            let seat = app.service.games().load(game).await.unwrap().seats().awaited_seats()[0];
            let order = app.some_order(game, seat).await;
            app.order(game, seat, &order).await.expect("legal");
        }
    }
    let say = OutgoingMessage {
        game: bad.clone(),
        by: ann,
        to: To::Table,
        words: "Well".into(),
        key: fresh(),
        at_step: None,
    };
    app.service.chat().say(app.now, say).await.expect("said");
    app.service.chat().note(app.now, &bad, ann, None, "Hm", &fresh()).await.expect("noted");
    let options = SqliteConnectOptions::new()
        .filename(app.service.store().path())
        .foreign_keys(false)
        .pragma("ignore_check_constraints", "ON");
    let mut conn = options.connect().await.expect("the file is there");
    let triggers: Vec<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
            .fetch_all(&mut conn)
            .await
            .expect("readable");
    for trigger in triggers {
        change(&mut conn, &format!("DROP TRIGGER {trigger}")).await;
    }
    Server { app, ann, sound, bad, open, conn }
}

async fn change(conn: &mut SqliteConnection, sql: &str) {
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql.to_owned())).execute(conn).await.expect(sql);
}

impl Server {
    async fn damage(&mut self, sql: &str, rehash: bool) {
        let name = |game: &GameId| format!("'{game}'");
        let sql = sql
            .replace("BAD", &name(&self.bad))
            .replace("SOUND", &name(&self.sound))
            .replace("OPEN", &name(&self.open));
        change(&mut self.conn, &sql).await;
        if rehash {
            for game in [self.bad.clone(), self.open.clone()] {
                self.rehash(&game).await;
            }
        }
        // Restart the service, so that no game is cached.
        let service = &self.app.service;
        self.app.service = Service::new(service.store().clone(), service.settings().clone());
    }

    /// Recomputes the hashes of a game for its stored events.
    async fn rehash(&mut self, game: &GameId) {
        let store = self.app.service.store();
        let history = events::history(store.read(), game).await.expect("readable");
        let secret = secrets::get(store.read(), game).await.expect("a secret").try_into().ok();
        let chain = Chain::of(game, history[0].act.as_bytes(), secret).expect("its chain");
        let mut tip = chain.genesis();
        for event in history {
            let seq = event.seq;
            let new = ravenpost_log::NewEvent {
                at: event.at,
                kind: event.kind,
                seat: event.seat,
                act: event.act,
                known: event.known,
                facts: event.facts,
                draws: event.draws,
                nonce: event.nonce,
            };
            let linked = new.linked(&chain, &tip);
            tip = tip.past(&linked);
            let hash = tip.head.hash.hex();
            let of = format!("WHERE game = '{game}' AND seq = {seq}");
            change(&mut self.conn, &format!("UPDATE event SET hash = x'{hash}' {of}")).await;
            change(&mut self.conn, &format!("UPDATE known_head SET head = x'{hash}' {of}")).await;
            let of = format!("WHERE id = '{game}' AND last_seq = {seq}");
            change(&mut self.conn, &format!("UPDATE game SET head = x'{hash}' {of}")).await;
        }
    }

    async fn check_others_continue(&mut self, here: &str) {
        let service = self.app.service.clone();
        let now = self.app.now + Duration::days(4);
        service.rules_versions().follow_rules(now, &titles::versions()).await.expect(here);
        service.clocks().heartbeat(self.app.now).await.expect(here);
        service.tidy_up(self.app.now).await.expect(here);
        let before = service.games().load(&self.sound).await.expect(here).last_seq();
        for _ in 0..3 {
            service.clocks().tick(now).await.expect(here);
        }
        assert!(
            service.games().load(&self.sound).await.expect(here).last_seq() > before,
            "{here}: no tick"
        );
        let ticked = service.clocks().tick(now).await.expect(here);
        let next = service.clocks().next_due().await.expect(here);
        assert!(ticked.games == 0 || next.is_none_or(|next| next > now), "{here}: for ever due");
        self.lists(here).await;
        self.emails(here, now).await;
        service.archive().seal(now).await.expect(here);
        self.copies(here, now).await;
        self.pages(here).await;
    }

    async fn lists(&self, here: &str) {
        let service = &self.app.service;
        let is_sound = |row: &GameId| *row == self.sound;
        let lobby = service.play().lobby().await.expect(here);
        assert!(lobby.running.iter().any(|game| is_sound(&game.row.id)), "{here}: lobby");
        assert!(lobby.running.iter().all(|game| game.row.name.len() < 500), "{here}: names");
        let mine = service.play().games_of(self.app.now, self.ann).await.expect(here);
        assert!(mine.iter().any(|game| is_sound(&game.row.id)), "{here}: my games");
        service.play().finished("", 1).await.expect(here);
        service.emails().held_emails(self.ann).await.expect(here);
        service.monitoring().health(self.app.now).await.expect(here);
    }

    /// All emails are sent except those about the damaged game.
    async fn emails(&self, here: &str, now: chrono::DateTime<chrono::Utc>) {
        let left = self.emails_that_leave(here, now).await;
        assert!(about(&left, &self.sound), "{here}: {} emails", left.len());
    }

    async fn emails_that_leave(
        &self,
        here: &str,
        now: chrono::DateTime<chrono::Utc>,
    ) -> Vec<String> {
        let memory = Memory::default();
        let (service, store) = (self.app.service.clone(), self.app.service.store().clone());
        let from: lettre::message::Mailbox = "post@raven.example".parse().expect("an address");
        let domain = "raven.example".to_owned();
        let writer = Writer { from, domain, envelope_from: None, signer: None };
        let transport = Transport::Memory(memory.clone());
        let clock = Arc::new(move || now);
        let sender = SendLoop::new(service, store, writer, transport, Schedule::default(), clock);
        sender.pass().await.expect(here);
        let text = |(_, email): (_, Vec<u8>)| String::from_utf8_lossy(&email).into_owned();
        memory.taken().into_iter().map(text).collect()
    }

    async fn copies(&self, here: &str, now: chrono::DateTime<chrono::Utc>) {
        let (folder, day) = (folder(), Duration::days(1));
        let copies = Copies { folder: folder.path().join("backups"), every: day, keep: day };
        let kept = self.app.service.back_up(now, &copies).await.expect(here);
        assert!(kept.made.is_some_and(|file| file.exists()), "{here}: no backup");
        let all = folder.path().join("all");
        self.app.service.archive().export_all(now, &all, true).await.expect(here);
        assert!(all.join(format!("{}.jsonl", self.sound)).exists(), "{here}: not exported");
    }

    async fn pages(&self, here: &str) {
        let mut browser = Pages::of(self.app.service.clone()).browser();
        for page in ["/", "/games", "/archive", "/readyz", "/seals"] {
            assert_eq!(browser.get(page).await.status, 200, "{here}: {page}");
        }
        let bad = browser.get(&format!("/games/{}", self.bad)).await;
        assert!([200, 404, 500, 503].contains(&bad.status), "{here}: {}", bad.status);
        let (is_ahead, ahead) =
            (AHEAD.contains(&here), self.app.service.games().out_of_reach().ahead);
        assert_eq!((bad.status == 503, ahead > 0), (is_ahead, is_ahead), "{here}: {ahead} ahead");
        let words = "cannot be read. Nothing was changed";
        assert_eq!(bad.status == 500, bad.body.contains(words), "{here}: {}", bad.body);
    }

    /// Checks that the audit reports the game and exits with 1.
    fn audited(&self, here: &str) {
        let data = self.app.service.store().path().parent().expect("a folder").to_owned();
        let done = Command::new(env!("CARGO_BIN_EXE_ravenpost"))
            .args(["audit", "--data"])
            .arg(data)
            .env_clear()
            .output()
            .expect("the program");
        let said =
            String::from_utf8_lossy(&[&done.stdout[..], &done.stderr[..]].concat()).into_owned();
        assert_eq!(done.status.code(), Some(1), "{here}: {said}");
        let known = [self.bad.to_string(), self.open.to_string(), "nowhere".to_owned()];
        let rows = ["player 2", "seal"];
        let named = known.iter().any(|id| said.contains(id.as_str()));
        assert!(named || rows.iter().any(|row| said.contains(row)), "{here}: {said}");
        let sound = format!("BROKEN  game {}", self.sound);
        // If events are missing, the later events are reported too, because their global numbers
        // shift.
        let told = |line: &&str| line.contains(&sound) && !line.contains("its position");
        assert_eq!(said.lines().find(told), None, "{here}: {said}");
    }

    async fn rebuilt(&self, here: &str) {
        let service = &self.app.service;
        let done = match service.games().rebuild(|_| ()).await {
            Err(ServiceError::Refused(why)) => {
                assert!(why[0].to_string().contains(self.bad.as_str()), "{here}: {why:?}");
                service.games().rebuild_anyway(|_| ()).await.expect(here)
            }
            done => done.expect(here),
        };
        assert!(done.damaged.iter().all(|(game, _)| *game == self.bad), "{here}: {done:?}");
        let lobby = service.play().lobby().await.expect(here);
        assert!(lobby.running.iter().any(|game| game.row.id == self.sound), "{here}: rebuilt");
    }
}

/// Whether one of these emails is about a game.
fn about(emails: &[String], game: &GameId) -> bool {
    let page = format!("games/{game}");
    emails.iter().any(|email| email.replace("=\r\n", "").contains(&page))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damaged_game_is_named_and_the_others_continue() {
    let mut failed = Vec::new();
    for damage in DAMAGES {
        // Run each on its own, so that all failures are reported.
        if AssertUnwindSafe(check_damage_is_contained(damage)).catch_unwind().await.is_err() {
            failed.push(damage.0);
        }
    }
    assert_eq!(failed, [""; 0]);
}

async fn check_damage_is_contained((here, sql, rehash, named): &'static Damage) {
    let mut server = server().await;
    server.damage(sql, *rehash).await;
    server.audited(here);
    server.check_others_continue(here).await;
    let found = server.app.service.games().damaged();
    let is_named = found.iter().any(|(game, _)| *game == server.bad);
    let is_named = is_named || AHEAD.contains(here);
    assert_eq!(is_named, *named == Game, "{here}: {found:?}");
    assert!(found.iter().all(|(game, _)| *game != server.sound), "{here}: {found:?}");
    server.rebuilt(here).await;
}

/// The cards omitted from an earlier email help to write the next one, but are not required.
#[tokio::test]
async fn unreadable_card_list_does_not_hold_back_an_email() {
    let mut server = server().await;
    let now = server.app.now + Duration::minutes(10);
    let first = server.emails_that_leave("before", now).await;
    assert!(about(&first, &server.bad), "{first:?}");
    server.damage("UPDATE outbox SET unexplained_cards = '[7' WHERE game = BAD", false).await;
    let service = server.app.service.clone();
    let later = server.app.now + Duration::days(4);
    service.clocks().tick(later).await.expect("a tick");
    let next = server.emails_that_leave("after", later).await;
    assert!(about(&next, &server.bad), "{} emails", next.len());
}

/// Two open tables, each a fork of the other: each is read only once.
#[tokio::test]
async fn circular_forks_are_read_once() {
    let mut server = server().await;
    let other = server.app.open_table(TITLE, server.ann, 2).await;
    for (game, parent) in
        [(server.open.clone(), other.clone()), (other.clone(), server.open.clone())]
    {
        let fork = format!("{{\"game\":\"{parent}\",\"step\":2,\"hash\":\"\",\"viewer\":null}}");
        let sql = format!(
            "UPDATE event SET act = json_insert(act, '$.Opened.fork', json('{fork}')) \
             WHERE game = '{game}' AND seq = 1"
        );
        server.damage(&sql, false).await;
        server.rehash(&game).await;
    }
    let service = &server.app.service;
    service.games().load(&other).await.expect("read");
    assert_eq!(service.play().lobby().await.expect("a list").open.len(), 2);
    server.check_others_continue("two forks of each other").await;
    server.audited("two forks of each other");
}

/// A hundred damaged games that are always due do not block the next one, and are retried only
/// after an hour.
#[tokio::test]
async fn many_damaged_games_do_not_block_the_clock() {
    let mut server = server().await;
    for number in 0..120 {
        let sql = format!(
            "INSERT INTO deadline VALUES \
            ('gone-{number}', 1, 'turn', 0, {number}, NULL, 0, NULL, NULL)"
        );
        change(&mut server.conn, &sql).await;
    }
    let service = server.app.service.clone();
    let now = server.app.now + Duration::days(4);
    let before = server.app.version(&server.sound).await;
    for _ in 0..4 {
        service.clocks().tick(now).await.expect("a tick");
    }
    assert!(server.app.version(&server.sound).await > before);
    assert_eq!(
        service.clocks().tick(now).await.expect("a tick").failed,
        0,
        "not tried again at once"
    );
    assert!(service.clocks().next_due().await.expect("a moment").is_none_or(|next| next > now));
    assert_eq!(service.monitoring().health(now).await.expect("readable").games_damaged, 120);
    service.tidy_up(now).await.expect("done");
    let tick = service.clocks().tick(now).await.expect("a tick");
    assert!(tick.failed > 0, "somebody may have fixed them");
}
