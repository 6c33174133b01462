//! The games that the emails of the corpus reply to. A scene is played from a seed, so it is the
//! same in every run and for every email.

use std::path::PathBuf;

use chrono::{DateTime, Duration, Utc};
use ravenpost::mail::incoming::spool::Envelope;
use ravenpost::service::rewind::propose::Proposed;
use ravenpost::service::table::join_table::Join;
use ravenpost_log::GameId;
use ravenpost_rules::Dice;
use ravenpost_rules::numbers::Step;
use ravenpost_store::PlayerId;
use tempfile::TempDir;

use crate::harness::app::{App, key_of};
use crate::harness::folder::folder;
use crate::mail::outgoing::lint::{fields, only};
use crate::mail::playing::replies::{ByMail, ReceivedEmail};

/// The players at each table, by seat.
pub const PLAYERS: [&str; 3] = ["Ann", "Bo", "Cleo"];

/// A position in a game, and the email that its player replies to.
pub struct Scene {
    pub id: &'static str,
    pub title: &'static str,
    /// Moves played before the email is sent.
    pub moves: usize,
    /// An order of the writer before the email is sent.
    pub last: Option<&'static str>,
    /// Whether the email is about a rewind vote.
    pub vote: bool,
}

const fn turn(id: &'static str, title: &'static str, moves: usize) -> Scene {
    Scene { id, title, moves, last: None, vote: false }
}

const fn vote(id: &'static str, title: &'static str, moves: usize) -> Scene {
    Scene { id, title, moves, last: None, vote: true }
}

pub const SCENES: [Scene; 16] = [
    turn("gotlandia-start", "gotlandia", 0),
    turn("gotlandia-early", "gotlandia", 14),
    turn("gotlandia-middle", "gotlandia", 40),
    vote("gotlandia-vote", "gotlandia", 14),
    turn("bardagi-start", "bardagi", 0),
    turn("bardagi-early", "bardagi", 9),
    turn("bardagi-middle", "bardagi", 30),
    vote("bardagi-vote", "bardagi", 9),
    turn("thingvellir-start", "thingvellir", 0),
    turn("thingvellir-early", "thingvellir", 12),
    turn("thingvellir-middle", "thingvellir", 40),
    vote("thingvellir-vote", "thingvellir", 12),
    turn("scharz-start", "scharz", 0),
    turn("scharz-early", "scharz", 12),
    // An empty sheet, so that every unit can be ordered.
    Scene { last: Some("reset"), ..turn("scharz-middle", "scharz", 40) },
    vote("scharz-vote", "scharz", 12),
];

/// A scene that was played once and is copied for each email.
pub struct Prepared {
    file: PathBuf,
    game: GameId,
    writer: PlayerId,
    address: String,
    email: String,
    now: DateTime<Utc>,
    _folder: TempDir,
}

impl Prepared {
    pub async fn of(scene: &Scene) -> Prepared {
        let stage = scene.set_up().await;
        let folder = folder();
        let file = folder.path().join("scene.db");
        stage.table.app.service.store().backup(&file).await.expect("a copy");
        Prepared {
            file,
            game: stage.table.game.clone(),
            writer: stage.writer,
            address: stage.address,
            email: stage.email.message,
            now: stage.table.app.now,
            _folder: folder,
        }
    }

    pub async fn stage(&self) -> Stage {
        let folder = folder();
        let file = folder.path().join("scene.db");
        std::fs::copy(&self.file, &file).expect("a copy");
        let table = ByMail::at(App::on(&file, self.now).await, self.game.clone());
        let email = ReceivedEmail { message: self.email.clone() };
        Stage {
            table,
            writer: self.writer,
            address: self.address.clone(),
            email,
            _folder: Some(folder),
        }
    }
}

/// A scene that is set up: the table, the writer, and the email to reply to.
pub struct Stage {
    pub table: ByMail,
    pub writer: PlayerId,
    pub address: String,
    pub email: ReceivedEmail,
    _folder: Option<TempDir>,
}

impl Scene {
    pub async fn set_up(&self) -> Stage {
        let mut app = App::answered(1).await;
        let mut players = Vec::new();
        for name in PLAYERS {
            players
                .push(app.player_at(name, &format!("{}@example.org", name.to_lowercase())).await);
        }
        let game_id = app.open_table(self.title, players[0], 3).await;
        for player in &players[1..] {
            app.service
                .tables()
                .join_table(app.now, &game_id, *player, Join::default())
                .await
                .expect("a seat");
        }
        let mut dice = Dice::seeded(7);
        for _ in 0..self.moves {
            let game = app.service.games().load(&game_id).await.expect("a game");
            let Some(seat) = game.seats().awaited_seats().first().copied() else { break };
            let legal = game.true_position().legal(seat).orders;
            let mut draws = dice.stream("moves");
            let order = draws.pick(&legal).cloned();
            let order = order.unwrap_or_else(|| game.true_position().fallback(seat));
            app.order(&game_id, seat, &order).await.expect("legal");
            app.now += Duration::minutes(1);
        }
        if let Some(order) = self.last {
            let game = app.service.games().load(&game_id).await.expect("a game");
            let seat = game.seats().awaited_seats()[0];
            app.order(&game_id, seat, order).await.expect("legal");
        }
        if self.vote {
            let to = Step(app.step(&game_id).await.0 - 3);
            let reason = "I misread the table, sorry".to_owned();
            let proposed = Proposed { to, reason };
            let key = key_of("a vote");
            let put =
                app.service.votes().propose_rewind(app.now, &game_id, players[0], &proposed, &key);
            put.await.expect("a vote");
        }
        app.passes(Duration::minutes(30)).await;
        let table = ByMail::at(app, game_id);
        let game = table.app.service.games().load(&table.game).await.expect("a game");
        let writer = match self.vote {
            true => players[1],
            false => {
                let seat = *game.seats().awaited_seats().first().expect("someone is awaited");
                game.people.iter().find(|(held, _)| *held == seat).expect("a person").1
            }
        };
        let address = table.app.stored_player(writer).await.address;
        let emails = table.emails().await.into_iter().rev();
        let (_, email) = emails.into_iter().find(|(to, _)| *to == address).expect("an email");
        Stage { table, writer, address, email, _folder: None }
    }
}

impl Stage {
    /// Replies to the email with this text and nothing else.
    pub fn write(&self, text: &str) {
        let fields = fields(&self.email.message);
        let (to, id) = (only(&fields, "Reply-To").trim().to_owned(), only(&fields, "Message-ID"));
        let message = format!(
            "From: {}\r\nTo: {to}\r\nSubject: Re: your turn\r\nMessage-ID: <1@phone.example>\r\n\
             In-Reply-To: {id}\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\
             Content-Transfer-Encoding: 8bit\r\n\r\n{text}",
            self.address
        );
        let envelope = Envelope { sender: Some(self.address.clone()), recipient: Some(to) };
        self.table.spool().put(&envelope, message.as_bytes()).expect("it is kept");
    }
}
