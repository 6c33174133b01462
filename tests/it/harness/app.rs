//! The complete service on a temporary database, with methods for what people do.

use std::path::Path;

use super::engine;
use super::folder::folder;
use chrono::{DateTime, Duration, Utc};
use ravenpost::emails::{Email, NotificationKind};
use ravenpost::service::people::secret::Entropy;
use ravenpost::service::play::give_order::{Accepted, OrderLine};
use ravenpost::service::post::compose::Composed;
use ravenpost::service::post::reply_address::Answers;
use ravenpost::service::table::join_table::Join;
use ravenpost::service::table::open_table::NewTable;
use ravenpost::service::{Idempotency, Service, ServiceError, Settings};
use ravenpost_log::GameId;
use ravenpost_log::act::{Pace, Via};
use ravenpost_log::table::status::Status;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{Seat, Table, Viewer};
use ravenpost_store::lists::derived;
use ravenpost_store::people::admins;
use ravenpost_store::people::players::{self, NewPlayer, Player};
use ravenpost_store::post::outbox::{self, Kinds, OutboxState, QueuedEmail};
use ravenpost_store::{PlayerId, Store, writes};
use tempfile::TempDir;

/// A running service with its clock.
pub struct App {
    pub service: Service,
    pub now: DateTime<Utc>,
    keys: u64,
    /// The address of the database that this node shares with others.
    pub address: Option<String>,
    _folder: TempDir,
}

/// Returns an idempotency key that is determined by a word.
pub fn key_of(word: impl std::fmt::Display) -> Idempotency {
    Idempotency::of("a test", "any game", "any use", word)
}

/// Returns a unique idempotency key.
pub fn fresh() -> Idempotency {
    key_of(ravenpost::web::shared::forms::random())
}

/// Three days per decision, as in most games.
pub const PACE: Pace = Pace::of(Some(3 * 86_400));

impl App {
    pub async fn new() -> App {
        App::made(Entropy::System, None).await
    }

    /// Creates a service whose secrets, and therefore dice, are the same in every run.
    pub async fn seeded(seed: u64) -> App {
        App::made(Entropy::seeded(seed), None).await
    }

    /// Creates a seeded service that reads replies to its emails.
    pub async fn answered(seed: u64) -> App {
        let answers = Answers { domain: "reply.raven.example".to_owned(), mailbox: None };
        App::made(Entropy::seeded(seed), Some(answers)).await
    }

    /// Creates a seeded service with a key, whose seals these witnesses may sign.
    pub async fn signing(seed: u64, witnesses: &[String]) -> App {
        let app = App::answered(seed).await;
        let settings = app.service.settings().clone();
        let settings = Settings { witnesses: witnesses.to_vec(), ..settings };
        let (store, entropy) = (app.service.store().clone(), Entropy::seeded(seed));
        let service = Service::with_entropy(store, settings, entropy);
        let app = App { service, ..app };
        app.service.proof().first_key(app.now).await.expect("a key");
        app
    }

    async fn made(entropy: Entropy, answers: Option<Answers>) -> App {
        let folder = folder();
        let store = engine::open(&folder.path().join("ravenpost.db")).await;
        App::over(store, entropy, answers, folder)
    }

    /// Creates two nodes over one database, each with its own memory; returns `None` without
    /// PostgreSQL.
    pub async fn nodes() -> Option<[App; 2]> {
        let folder = folder();
        let path = folder.path().join("ravenpost.db");
        let address = engine::address(&path).await?;
        let mut nodes = Vec::new();
        for seed in [1, 2] {
            let store = Store::connect(&address, &path).await.expect("a node");
            let node = App::on_node(store, seed);
            nodes.push(App { address: Some(address.clone()), ..node });
        }
        nodes.try_into().ok()
    }

    /// Creates a node over an open database.
    pub fn on_node(store: Store, seed: u64) -> App {
        let own = folder();
        App { keys: seed * 1_000, ..App::over(store, Entropy::seeded(seed), None, own) }
    }

    /// Creates the service of a server that was restored from this copy and reads replies.
    pub async fn on(copy: &Path, now: DateTime<Utc>) -> App {
        App::on_seeded(copy, now, 2).await
    }

    /// Same as `on`, with a different seed.
    pub async fn on_seeded(copy: &Path, now: DateTime<Utc>, seed: u64) -> App {
        let answers = Answers { domain: "reply.raven.example".to_owned(), mailbox: None };
        let store = engine::open_file(copy).await;
        let folder = folder();
        // Keys that were not used before the copy was made.
        App { now, keys: 1_000, ..App::over(store, Entropy::seeded(seed), Some(answers), folder) }
    }

    fn over(store: Store, entropy: Entropy, answers: Option<Answers>, folder: TempDir) -> App {
        let robots = ["post@raven.example", "@bounce.raven.example"].map(String::from).to_vec();
        let settings = Settings { robots, answers, ..Settings::default() };
        let service = Service::with_entropy(store, settings, entropy);
        let now = "2026-11-20T09:00:00Z".parse().expect("a moment");
        App { service, now, keys: 0, address: None, _folder: folder }
    }

    pub fn with(self, change: impl FnOnce(&mut Settings)) -> App {
        let mut settings = self.service.settings().clone();
        change(&mut settings);
        let service = Service::new(self.service.store().clone(), settings);
        App { service, ..self }
    }

    /// Returns the queued emails to an address, oldest first.
    pub async fn emails_at(&self, address: &str) -> Vec<QueuedEmail> {
        let waiting = outbox::list(self.service.store().read(), OutboxState::Waiting, 1_000).await;
        let queued = waiting.expect("readable").into_iter().map(|email| email.queued);
        let mut queued: Vec<QueuedEmail> = queued
            .filter(|queued| {
                queued.address.as_ref().is_some_and(|to| to.eq_ignore_ascii_case(address))
            })
            .collect();
        queued.reverse();
        queued
    }

    /// Restarts the service; its random bytes come from this seed from now on.
    pub fn restart_with_seed(&mut self, seed: u64) {
        let (store, settings) = (self.service.store().clone(), self.service.settings().clone());
        self.service = Service::with_entropy(store, settings, Entropy::seeded(seed));
    }

    /// Advances the clock and processes everything that is due.
    pub async fn passes(&mut self, span: Duration) {
        self.now += span;
        self.service.clocks().tick(self.now).await.expect("a tick");
    }

    /// Creates a player with an email address.
    pub async fn player(&self, name: &str) -> PlayerId {
        self.player_at(name, &format!("{name}@example.org")).await
    }

    pub async fn player_at(&self, name: &str, address: &str) -> PlayerId {
        let new = NewPlayer {
            address: address.to_owned(),
            name: name.to_owned(),
            zone: "Europe/Stockholm".to_owned(),
            at: self.now,
        };
        let add = self
            .service
            .store()
            .write(move |conn| Box::pin(async move { players::add(conn, &new).await }));
        add.await.expect("a new player")
    }

    /// Creates a game of a title, with the creator in seat 1 and these bots.
    pub async fn table(&self, title: &str, opener: PlayerId, bots: &[&str]) -> GameId {
        let seats = u8::try_from(bots.len() + 1).expect("a small table");
        self.table_of(title, opener, bots, Table::of(seats)).await
    }

    /// Same as `table`, with options.
    pub async fn table_of(
        &self,
        title: &str,
        opener: PlayerId,
        bots: &[&str],
        table: Table,
    ) -> GameId {
        let bots = bots.iter().enumerate();
        let new = NewTable {
            bots: bots.map(|(at, bot)| (Seat::at(at + 1), (*bot).to_owned())).collect(),
            ..self.plain(title, table.seats)
        };
        let new = NewTable { table, ..new };
        self.service.tables().open_table(self.now, Some(opener), &new).await.expect("a table")
    }

    /// Creates an open game of `seats` seats with only its creator seated.
    pub async fn open_table(&self, title: &str, opener: PlayerId, seats: u8) -> GameId {
        let new = self.plain(title, seats);
        self.service.tables().open_table(self.now, Some(opener), &new).await.expect("a table")
    }

    /// Creates a started game of two players: Ann on the first seat, Bob on the second.
    pub async fn pair(&self, title: &str) -> (PlayerId, PlayerId, GameId) {
        let (ann, bob) = (self.player("ann").await, self.player("bob").await);
        let game = self.open_table(title, ann, 2).await;
        self.service
            .tables()
            .join_table(self.now, &game, bob, Join::default())
            .await
            .expect("a free seat");
        (ann, bob, game)
    }

    /// Plays until a turn email is queued; returns the seat and the email.
    pub async fn until_turn_email(&mut self, game_id: &GameId) -> (Seat, QueuedEmail) {
        for _ in 0..60 {
            self.now += Duration::minutes(1);
            let version = self.version(game_id).await;
            let game = self.service.games().load(game_id).await.expect("a game");
            let seat = *game.seats().awaited_seats().first().expect("the game goes on");
            let order = self.some_order(game_id, seat).await;
            self.order(game_id, seat, &order).await.expect("legal");
            let emails = outbox::of_game(self.service.store().read(), game_id, 1000).await;
            let turn = emails.expect("readable").into_iter().find(|email| {
                email.queued.kind == NotificationKind::YourTurn.key()
                    && email.queued.seq.is_some_and(|seq| seq > version)
            });
            if let Some(email) = turn {
                return (email.queued.seat.expect("a seat's email"), email.queued);
            }
        }
        panic!("nobody is ever owed a turn email");
    }

    /// Renders a queued email as it would be sent now, or returns why it is not sent.
    pub async fn written(&self, queued: &QueuedEmail) -> Result<Email, &'static str> {
        match self.service.composing().finish_email(self.now, queued).await.expect("judged") {
            Composed::Ready { email, .. } => Ok(*email),
            Composed::Dropped(why) => Err(why),
            Composed::Later(_) => Err("it waits for others"),
        }
    }

    /// Makes emails to a player bounce permanently.
    pub async fn bounce(&self, player: PlayerId) {
        self.bounces(player, 5).await;
    }

    /// Records a bounce of this weight; at weight five, emails to the player stop.
    pub async fn bounces(&self, player: PlayerId, weight: u32) {
        let said = "550 5.1.1 no such mailbox".to_owned();
        let bounce = players::ReturnedEmail { at: self.now, weight, limit: 5, said };
        let job = self.service.store().write(move |conn| {
            Box::pin(async move { players::bounced(conn, player, &bounce).await })
        });
        job.await.expect("noted");
    }

    /// Gives a line of orders for a seat that sees the current state.
    pub async fn order(
        &mut self,
        game: &GameId,
        seat: Seat,
        line: &str,
    ) -> Result<Accepted, ServiceError> {
        self.keys += 1;
        let seen = self.service.games().load(game).await.expect("a game").step();
        let order = OrderLine {
            game: game.clone(),
            seat,
            giver: None,
            line: line.to_owned(),
            seen,
            key: key_of(format!("key {}", self.keys)),
            via: Via::Page,
        };
        self.service.play().give_order(self.now, &order).await
    }

    pub async fn step(&self, game: &GameId) -> Step {
        self.service.games().load(game).await.expect("a game").step()
    }

    pub async fn version(&self, game: &GameId) -> Seq {
        self.service.games().load(game).await.expect("a game").last_seq()
    }

    pub async fn status(&self, game: &GameId) -> Status {
        self.service.games().load(game).await.expect("a game").status.state
    }

    /// Returns the first legal order of a seat, or its default order if only forms are offered.
    pub async fn some_order(&self, game_id: &GameId, seat: Seat) -> String {
        let game = self.service.games().load(game_id).await.expect("a game");
        let legal = game.true_position().legal(seat);
        legal.orders.into_iter().next().unwrap_or_else(|| game.true_position().fallback(seat))
    }

    /// Returns a viewer's view as text that can be searched for secrets.
    pub async fn shown(&self, game: &GameId, viewer: Viewer) -> String {
        self.service.games().load(game).await.expect("a game").true_position().show(viewer)
    }

    /// Creates a game by invitation only.
    pub async fn private_table(&self, title: &str, opener: PlayerId, seats: u8) -> GameId {
        let new = NewTable { public: false, ..self.plain(title, seats) };
        self.service.tables().open_table(self.now, Some(opener), &new).await.expect("a table")
    }

    /// Creates a game that bots play to its end.
    pub async fn bots_only(&self, title: &str, bots: &[&str]) -> GameId {
        let seats = u8::try_from(bots.len()).expect("a small table");
        let bots = bots.iter().enumerate();
        let new = NewTable {
            own_seat: None,
            bots: bots.map(|(at, bot)| (Seat::at(at), (*bot).to_owned())).collect(),
            ..self.plain(title, seats)
        };
        let game = self.service.tables().open_table(self.now, None, &new).await.expect("a table");
        for _ in 0..100 {
            if self.status(&game).await == Status::Over {
                break;
            }
            self.service.clocks().tick(self.now).await.expect("a tick");
        }
        game
    }

    pub fn plain(&self, title: &str, seats: u8) -> NewTable {
        NewTable {
            title: title.to_owned(),
            name: "A quiet evening".to_owned(),
            table: Table::of(seats),
            pace: PACE,
            public: true,
            consent: ravenpost_log::act::Consent::All,
            own_seat: Some(Seat(1)),
            salt: String::new(),
            bots: Vec::new(),
        }
    }

    /// Returns the player with this name's address.
    pub async fn player_of(&self, name: &str) -> PlayerId {
        let address = format!("{name}@example.org");
        let player = players::by_address(self.service.store().read(), &address).await;
        player.expect("readable").expect("a player").id
    }

    /// Returns the kinds of a player's emails.
    pub async fn emails_queued(&self, name: &str) -> Vec<String> {
        let reader = self.service.store().read();
        let player = players::by_address(reader, &format!("{name}@example.org")).await;
        let player = player.expect("readable").expect("a player");
        let emails = outbox::of_player(reader, player.id, 1000).await.expect("readable");
        emails.into_iter().map(|email| email.queued.kind).collect()
    }

    /// Returns a player's emails, newest first.
    pub async fn emails_of(&self, name: &str) -> Vec<QueuedEmail> {
        let reader = self.service.store().read();
        let player = players::by_address(reader, &format!("{name}@example.org")).await;
        let player = player.expect("readable").expect("a player");
        let emails = outbox::of_player(reader, player.id, 1000).await.expect("readable");
        emails.into_iter().map(|email| email.queued).collect()
    }

    /// Returns the kinds of the queued emails to an address that belongs to no player.
    pub async fn emails_to(&self, address: &str) -> Vec<String> {
        let waiting = outbox::list(self.service.store().read(), OutboxState::Waiting, 1000).await;
        let emails = waiting.expect("readable").into_iter().map(|email| email.queued);
        emails.filter(|queued| queued.address.as_deref() == Some(address)).map(|o| o.kind).collect()
    }

    pub async fn invitations(&self) -> usize {
        let waiting = outbox::list(self.service.store().read(), OutboxState::Waiting, 1000).await;
        let kind = NotificationKind::Invitation.key();
        waiting.expect("readable").iter().filter(|email| email.queued.kind == kind).count()
    }

    /// Marks an email as sent with this subject.
    pub async fn mark_sent(&self, queued: &QueuedEmail, subject: &str) {
        let (queued, subject) = (queued.clone(), subject.to_owned());
        let now = self.now;
        let job = self.service.store().write(move |conn| {
            Box::pin(async move {
                let emails = outbox::list(&mut *conn, OutboxState::Waiting, 1000).await?;
                let found = emails.iter().find(|one| one.queued.message_id == queued.message_id);
                let id = found.expect("it is owed").id;
                let (text, address) = (String::new(), String::new());
                let (html, message) = (None, Vec::new());
                let text = outbox::RenderedEmail { subject, text, html, address, message };
                outbox::finish(conn, id, &text).await?;
                outbox::sent(conn, id, now).await
            })
        });
        job.await.expect("booked");
    }

    /// Renders an email as it would be sent now, and marks it as sent.
    pub async fn send(&self, queued: &QueuedEmail) {
        let email = self.written(queued).await.expect("it is wanted");
        let (message_id, now) = (queued.message_id.clone(), self.now);
        let job = self.service.store().write(move |conn| {
            Box::pin(async move {
                let emails = outbox::list(&mut *conn, OutboxState::Waiting, 1000).await?;
                let found = emails.iter().find(|one| one.queued.message_id == message_id);
                let id = found.expect("it is owed").id;
                outbox::record_unexplained_cards(conn, id, &email.untold).await?;
                let (subject, text, html) = (email.subject, email.text, Some(email.html));
                let (address, message) = (String::new(), Vec::new());
                let done = outbox::RenderedEmail { subject, text, html, address, message };
                outbox::finish(conn, id, &done).await?;
                outbox::sent(conn, id, now).await
            })
        });
        job.await.expect("booked");
    }

    /// Records that an email had no room to explain these cards.
    pub async fn record_unexplained_cards(&self, queued: &QueuedEmail, cards: Vec<String>) {
        let message_id = queued.message_id.clone();
        let job = self.service.store().write(move |conn| {
            Box::pin(async move {
                let emails = outbox::list(&mut *conn, OutboxState::Sent, 1000).await?;
                let found = emails.iter().find(|one| one.queued.message_id == message_id);
                let id = found.expect("it was sent").id;
                outbox::record_unexplained_cards(conn, id, &cards).await
            })
        });
        job.await.expect("booked");
    }

    /// Sends all due emails one by one; returns recipients and contents.
    pub async fn send_due_emails(&mut self) -> Vec<(String, Email)> {
        self.send_due_emails_by_kind().await.into_iter().map(|(_, to, email)| (to, email)).collect()
    }

    /// Sends all due emails one by one; returns kinds, recipients and contents.
    pub async fn send_due_emails_by_kind(&mut self) -> Vec<(String, String, Email)> {
        let (mut left, now) = (Vec::new(), self.now);
        loop {
            let due = outbox::due(self.service.store().read(), now, 1, false, &Kinds::all()).await;
            let Some(id) = due.expect("readable").first().copied() else { return left };
            let row = outbox::get(self.service.store().read(), id).await.expect("an email");
            let kind = row.queued.kind.clone();
            let written =
                self.service.composing().finish_email(now, &row.queued).await.expect("judged");
            let job = self.service.store().write(move |conn| {
                Box::pin(async move {
                    outbox::take(conn, &[id], now, Duration::minutes(5)).await?;
                    match written {
                        Composed::Later(then) => {
                            outbox::wait(conn, id, then).await?;
                            Ok(None)
                        }
                        Composed::Dropped(why) => {
                            outbox::drop_one(conn, id, why).await?;
                            Ok(None)
                        }
                        Composed::Ready { address, email, gathers, .. } => {
                            for other in gathers {
                                outbox::carry(conn, id, other).await?;
                            }
                            let text = outbox::RenderedEmail {
                                subject: email.subject.clone(),
                                text: email.text.clone(),
                                html: None,
                                address: address.clone(),
                                message: Vec::new(),
                            };
                            outbox::finish(conn, id, &text).await?;
                            outbox::sent(conn, id, now).await?;
                            Ok(Some((kind, address, *email)))
                        }
                    }
                })
            });
            left.extend(job.await.expect("booked"));
        }
    }

    /// Returns the queued email of a kind.
    pub async fn queued(&self, kind: NotificationKind) -> QueuedEmail {
        let waiting = outbox::list(self.service.store().read(), OutboxState::Waiting, 1000).await;
        let mut emails = waiting.expect("readable").into_iter();
        emails.find(|email| email.queued.kind == kind.key()).expect("such an email").queued
    }

    pub async fn sign_in_token(&self) -> String {
        let queued = self.queued(NotificationKind::SignIn).await;
        let payload: serde_json::Value = serde_json::from_str(&queued.payload).expect("JSON");
        payload["token"].as_str().expect("a token").to_owned()
    }

    /// Makes a player an admin.
    pub async fn appoint(&self, player: PlayerId) {
        let job = self.service.store().write(writes!(|tx| admins::add(tx, player).await));
        job.await.expect("appointed");
    }

    pub async fn stored_player(&self, id: PlayerId) -> Player {
        players::get(self.service.store().read(), id).await.expect("a player")
    }

    /// Returns all derived rows, for comparison.
    pub async fn derived(&self) -> Vec<String> {
        let dump =
            self.service.store().write(|conn| Box::pin(async move { derived::dump(conn).await }));
        dump.await.expect("readable")
    }
}
