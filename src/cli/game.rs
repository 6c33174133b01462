//! Helpers for commands about games: creating the service, and parsing game ids, seats and game
//! files.

use std::path::Path;
use std::sync::Arc;

use chrono::{TimeDelta, Utc};

use crate::cli::backup_paths::{copies, marks};
use crate::cli::{Misuse, look, open};
use ravenpost_config::{Config, Envelope};
use ravenpost_log::GameId;
use ravenpost_log::export::file as archive;
use ravenpost_rules::{Seat, Viewer};
use ravenpost_service::archive::load::load;
use ravenpost_service::game::core::folded::Game;
use ravenpost_service::post::reply_address::Answers;
use ravenpost_service::table::practice::GuestGames;
use ravenpost_service::{self as service, Service, ServiceError};

/// Derives the settings of the service.
pub fn service_settings(config: &Config) -> service::Settings {
    service::Settings {
        base_url: config.base_url(),
        mail_domain: config.mail.domain().to_owned(),
        robots: config.mail.robots(),
        answers: config.mail.answers().map(|(domain, mailbox)| Answers { domain, mailbox }),
        bounce_addresses: config.mail.envelope == Envelope::Unique,
        turn_delay: TimeDelta::from_std(config.mail.turn_delay.0).unwrap_or_default(),
        memory: config.server.cache_mb as usize * 1_000_000,
        open_sign_up: config.games.open_sign_up,
        share_links_admit: config.games.share_links_admit,
        sign_in_emails: (
            config.limits.sign_in_per_address.into(),
            config.limits.sign_in_per_client.into(),
        ),
        guest_games: GuestGames {
            per_client: config.limits.guest_games_per_client.into(),
            per_day: config.limits.guest_games_per_day.into(),
        },
        tables_a_day: config.limits.tables_per_day.into(),
        admin: config.mail.admin.clone(),
        // Nobody receives email at that domain.
        seal_days: match config.mail.admin.ends_with("@localhost") {
            true => 0,
            false => config.mail.seal_email_days,
        },
        witnesses: config.seals.witnesses.clone(),
        backups: copies(config),
        ..service::Settings::default()
    }
}

/// Returns a service with read-only access to the database.
pub async fn looking(config: &Config) -> anyhow::Result<Service> {
    Ok(Service::new(look(config).await?, service_settings(config)))
}

/// Returns a service with write access to the database, which is created if missing.
pub async fn writing(config: &Config) -> anyhow::Result<Service> {
    let service = Service::new(open(config).await?, service_settings(config));
    service.fairness().wake(Utc::now(), &marks(config), false).await?;
    Ok(service)
}

/// Parses a game id, or the URL of a game page.
pub fn game_id(typed: &str) -> Result<GameId, String> {
    let typed = typed.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    let word = typed.rsplit('/').next().unwrap_or_default();
    GameId::parse(word).ok_or_else(|| "not a game id".to_owned())
}

/// Loads a game. The error names a missing one.
pub async fn load_game(service: &Service, id: &GameId) -> anyhow::Result<Arc<Game>> {
    service.games().load(id).await.map_err(|why| match why {
        ServiceError::NotFound(_) => anyhow::Error::from(why).context(format!(
            "{id}: there is no such game in this database; check the id and --data"
        )),
        why => why.into(),
    })
}

/// Parses a viewer: a seat by number or name, or a spectator.
pub fn viewer(game: &Game, seat: Option<&str>) -> anyhow::Result<Viewer> {
    let Some(typed) = seat else { return Ok(Viewer::Spectator) };
    let seats = Seat::all(game.status.table.seats);
    let wanted = |seat: &Seat| {
        typed.parse() == Ok(seat.0) || typed.eq_ignore_ascii_case(game.called(*seat).word)
    };
    let words: Vec<&str> = seats.clone().map(|seat| game.called(seat).word).collect();
    let found = seats.clone().find(wanted).map(Viewer::Seat);
    found.ok_or_else(|| {
        let words = words.join(", ");
        Misuse(format!("\"{typed}\": unknown seat; seats of this game: {words}")).into()
    })
}

/// Reads the file of an exported game.
pub fn file(path: &Path) -> Result<String, Misuse> {
    load(path, archive::LARGEST).map_err(|what| Misuse(format!("{} {what}", path.display())))
}
