//! What commands about stored games share: the service over a database, and a game's id.

use chrono::TimeDelta;

use super::{database, look};
use crate::config::Config;
use crate::service::reply_address::Answers;
use crate::service::{self, Service};
use crate::store::{GameId, Store};

/// What the service takes from the settings.
pub fn service_settings(config: &Config) -> service::Settings {
    service::Settings {
        base_url: config.base_url(),
        mail_domain: config.mail.domain().to_owned(),
        robots: config.mail.robots(),
        answers: config.mail.answers().map(|(domain, mailbox)| Answers { domain, mailbox }),
        turn_delay: TimeDelta::from_std(config.mail.turn_delay.0).unwrap_or_default(),
        open_sign_up: config.games.open_sign_up,
        sign_in_letters: (
            config.limits.sign_in_per_address.into(),
            config.limits.sign_in_per_client.into(),
        ),
        tables_a_day: config.limits.tables_per_day.into(),
        ..service::Settings::default()
    }
}

/// The service over a database that is only looked at.
pub async fn looking(config: &Config) -> anyhow::Result<Service> {
    Ok(Service::new(look(config).await?, service_settings(config)))
}

/// The service over a database that may be written to; made if it is not there.
pub async fn writing(config: &Config) -> anyhow::Result<Service> {
    Ok(Service::new(Store::open(&database(config)).await?, service_settings(config)))
}

/// An id as typed; the whole address of a game's page is taken as well.
pub fn game_id(typed: &str) -> Result<GameId, String> {
    let typed = typed.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    let word = typed.rsplit('/').next().unwrap_or_default();
    GameId::parse(word).ok_or_else(|| "that is no game's id".to_owned())
}
