//! The measured server: one worker thread, no email sender, limits disabled.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use actix_web::web::{self, Data};
use actix_web::{App, HttpResponse, HttpServer};
use anyhow::Context;
use chrono::{Duration, Utc};
use tokio::task::JoinHandle;

use crate::tools::client::Client;
use ravenpost::config::Config;
use ravenpost::service::Idempotency;
use ravenpost::service::play::give_order::OrderLine;
use ravenpost::service::post::reply_address::Answers;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::service::{Service, Settings};
use ravenpost::web::Site;
use ravenpost::web::http::server::Listener;
use ravenpost::web::shared::forms;
use ravenpost::web::shared::query;
use ravenpost::web::shared::visitor::CookieName;
use ravenpost_log::GameId;
use ravenpost_log::act::{Pace, Via};
use ravenpost_rules::bots;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{Seat, Table, Title};
use ravenpost_store::people::players::{self, NewPlayer};
use ravenpost_store::people::sessions::{self, Session};
use ravenpost_store::{PlayerId, Store, token_hash, writes};

/// A server with its own database.
pub struct TestServer {
    pub service: Service,
    pub host: String,
    cookie: &'static str,
    task: JoinHandle<std::io::Result<()>>,
    people: AtomicU64,
}

pub struct BenchPlayer {
    pub id: PlayerId,
    pub address: String,
    secret: String,
}

impl TestServer {
    pub async fn open(path: &Path) -> anyhow::Result<TestServer> {
        TestServer::open_at(Store::open(path).await?).await
    }

    pub async fn open_at(store: Store) -> anyhow::Result<TestServer> {
        TestServer::over(store, Settings::default(), &without_limits()).await
    }

    /// Opens a server that caches only the most recently viewed game.
    pub async fn open_cold(path: &Path) -> anyhow::Result<TestServer> {
        let settings = Settings { memory: 0, ..Settings::default() };
        TestServer::with(path, settings, &without_limits()).await
    }

    /// Opens a server whose turn emails become due long after the measurement.
    pub async fn open_silent(path: &Path) -> anyhow::Result<TestServer> {
        let settings = Settings { turn_delay: Duration::days(365), ..Settings::default() };
        TestServer::with(path, settings, &without_limits()).await
    }

    /// Opens a server with the default limits.
    pub async fn open_limited(path: &Path) -> anyhow::Result<TestServer> {
        TestServer::with(path, Settings::default(), &Config::default()).await
    }

    async fn with(path: &Path, settings: Settings, config: &Config) -> anyhow::Result<TestServer> {
        TestServer::over(Store::open(path).await?, settings, config).await
    }

    async fn over(store: Store, settings: Settings, config: &Config) -> anyhow::Result<TestServer> {
        let settings = Settings {
            tables_a_day: u64::MAX,
            acts_an_hour: u64::MAX,
            answers: Some(answers()),
            ..settings
        };
        let service = Service::new(store, settings);
        let site = Data::new(Site::of(service.clone(), config));
        let cookie = CookieName::Session.on(&site);
        let listener = Listener::open("127.0.0.1:0", 0o600)?;
        let host = listener.address()?.context("the server listens nowhere")?.to_string();
        let server = listener.serve(site, 1)?;
        let task = tokio::spawn(server);
        Ok(TestServer { service, host, cookie, task, people: AtomicU64::new(0) })
    }

    pub async fn close(self) {
        self.task.abort();
        self.service.store().close().await;
    }

    /// Creates a new player who is signed in.
    pub async fn person(&self) -> anyhow::Result<BenchPlayer> {
        let number = self.people.fetch_add(1, Ordering::Relaxed);
        let (now, secret) = (Utc::now(), forms::random());
        // Use a separate domain for each player, because emails to one domain wait for each other.
        let address = format!("bench{number}@example{number}.org");
        let new = NewPlayer {
            address: address.clone(),
            name: format!("Bench {number}"),
            zone: "UTC".to_owned(),
            at: now,
        };
        let session = Session {
            token_hash: token_hash(&secret),
            player: PlayerId(0),
            created_at: now,
            seen_at: now,
            expires_at: now + Duration::days(1),
            agent: "bench".to_owned(),
        };
        let id = self.service.store().write(writes!(|tx| {
            let player = players::add(tx, &new).await?;
            sessions::add(tx, &Session { player, ..session }).await?;
            Ok(player)
        }));
        Ok(BenchPlayer { id: id.await?, address, secret })
    }

    /// Creates the title's minimum number of players, but at least two.
    pub async fn people(&self, title: &dyn Title) -> anyhow::Result<Vec<BenchPlayer>> {
        let mut people = Vec::new();
        for _ in 0..title.about().seats.0.max(2) {
            people.push(self.person().await?);
        }
        Ok(people)
    }

    /// Opens a connection on which this player is signed in.
    pub async fn client(&self, person: &BenchPlayer) -> anyhow::Result<Client> {
        let mut client = Client::connect(&self.host).await?;
        client.cookie = self.cookie(person);
        Ok(client)
    }

    /// Returns the player's session cookie as a browser sends it.
    pub fn cookie(&self, person: &BenchPlayer) -> String {
        format!("{}={}", self.cookie, person.secret)
    }

    /// Returns the name of the session cookie.
    pub fn session(&self) -> &'static str {
        self.cookie
    }

    /// Creates a started game with a player on every seat.
    pub async fn begun(
        &self,
        title: &'static dyn Title,
        people: &[BenchPlayer],
    ) -> anyhow::Result<GameId> {
        let seats = u8::try_from(people.len())?;
        let first = people.first().context("a game needs somebody")?;
        let table = new_table(title, seats, Some(Seat(1)), Vec::new());
        let game = self.service.tables().open_table(Utc::now(), Some(first.id), &table).await?;
        for person in &people[1..] {
            self.service.tables().join_table(Utc::now(), &game, person.id, Join::default()).await?;
        }
        Ok(game)
    }

    /// Creates a game of one player and bots that has reached this many events, or is over. The
    /// player is awaited with a running clock.
    pub async fn waits_for(
        &self,
        title: &'static dyn Title,
        seats: u8,
        person: &BenchPlayer,
        events: u64,
    ) -> anyhow::Result<GameId> {
        let bot = bots::find("random").context("there is no random bot")?;
        let others = Seat::all(seats).skip(1).map(|seat| (seat, bot.name().to_owned())).collect();
        let pace = Pace::of(Some(24 * 60 * 60));
        let table = NewTable { pace, ..new_table(title, seats, Some(Seat(1)), others) };
        let game_id = self.service.tables().open_table(Utc::now(), Some(person.id), &table).await?;
        let mut given = 0;
        loop {
            let game = self.service.games().load(&game_id).await?;
            let waited_for = game.seats().awaited().iter().any(|one| one.seat == Seat(1));
            if game.last_seq() >= Seq(events) || !waited_for {
                return Ok(game_id);
            }
            let order = OrderLine {
                game: game_id.clone(),
                seat: Seat(1),
                giver: Some(person.id),
                line: bot.choose(game.true_position(), Seat(1), given),
                seen: game.step(),
                key: Idempotency::of("bench", &game_id, "order", forms::random()),
                via: Via::Page,
            };
            self.service.play().give_order(Utc::now(), &order).await?;
            given += 1;
        }
    }

    /// Creates a complete game of bots.
    pub async fn played(&self, title: &'static dyn Title, seats: u8) -> anyhow::Result<GameId> {
        let random = bots::find("random").context("there is no random bot")?.name();
        let bots = Seat::all(seats).map(|seat| (seat, random.to_owned())).collect();
        let table = new_table(title, seats, None, bots);
        Ok(self.service.tables().open_table(Utc::now(), None, &table).await?)
    }
}

impl BenchPlayer {
    /// Returns the form that gives an order.
    pub fn form(&self, order: &str, seen: Step) -> String {
        let (token, seen, key) = (forms::token(&self.secret), seen.to_string(), forms::random());
        query::pairs(&[("token", &token), ("order", order), ("seen", &seen), ("key", &key)])
    }
}

/// Returns a configuration with the limits disabled.
fn without_limits() -> Config {
    let mut config = Config::default();
    config.limits.orders_per_minute = u32::MAX;
    config.limits.requests_per_second = u32::MAX;
    config.limits.connections_per_client = u32::MAX;
    config
}

/// Returns where replies to emails are received.
pub fn answers() -> Answers {
    Answers { domain: "reply.example.org".to_owned(), mailbox: None }
}

fn new_table(
    title: &'static dyn Title,
    seats: u8,
    own_seat: Option<Seat>,
    bots: Vec<(Seat, String)>,
) -> NewTable {
    NewTable {
        title: title.about().key.to_owned(),
        name: "Bench".to_owned(),
        table: Table::of(seats),
        pace: Pace::of(None),
        public: true,
        consent: ravenpost_log::act::Consent::All,
        own_seat,
        salt: String::new(),
        bots,
    }
}

/// Starts a server with only a greeting and a page of 20 KB, on one worker thread.
pub async fn plain() -> anyhow::Result<(String, JoinHandle<std::io::Result<()>>)> {
    let page = "Nothing to see on this line.\n".repeat(700);
    let server = HttpServer::new(move || {
        let page = page.clone();
        App::new().route("/hello", web::get().to(|| async { "hello" })).route(
            "/page",
            web::get().to(move || std::future::ready(HttpResponse::Ok().body(page.clone()))),
        )
    })
    .workers(1)
    .disable_signals()
    .bind("127.0.0.1:0")?;
    let host = server.addrs().first().context("the server listens nowhere")?.to_string();
    Ok((host, tokio::spawn(server.run())))
}
