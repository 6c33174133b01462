//! What commands about games share: the service over a database, a game's id, a seat's name, a
//! game's file.

use std::path::Path;

use chrono::{TimeDelta, Utc};

use super::copies::marks;
use super::{Misuse, look, open};
use crate::config::{Config, Envelope};
use crate::service::archive::load::load;
use crate::service::game::folded::Game;
use crate::service::post::reply_address::Answers;
use crate::service::{self, Service};
use ravenpost_log::GameId;
use ravenpost_log::export::file as archive;
use ravenpost_rules::{Seat, Viewer};

/// What the service takes from the settings.
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
        sign_in_letters: (
            config.limits.sign_in_per_address.into(),
            config.limits.sign_in_per_client.into(),
        ),
        tables_a_day: config.limits.tables_per_day.into(),
        operator: config.mail.admin.clone(),
        // Nobody has a mailbox there.
        seal_days: match config.mail.admin.ends_with("@localhost") {
            true => 0,
            false => config.mail.seal_email_days,
        },
        witnesses: config.seals.witnesses.clone(),
        ..service::Settings::default()
    }
}

/// The service over a database that is only looked at.
pub async fn looking(config: &Config) -> anyhow::Result<Service> {
    Ok(Service::new(look(config).await?, service_settings(config)))
}

/// The service over a database that may be written to; made if it is not there.
pub async fn writing(config: &Config) -> anyhow::Result<Service> {
    let service = Service::new(open(config).await?, service_settings(config));
    service.wake(Utc::now(), &marks(config), false).await?;
    Ok(service)
}

/// An id as typed; the whole address of a game's page is taken as well.
pub fn game_id(typed: &str) -> Result<GameId, String> {
    let typed = typed.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    let word = typed.rsplit('/').next().unwrap_or_default();
    GameId::parse(word).ok_or_else(|| "that is no game's id".to_owned())
}

/// Whose eyes are meant: those of a seat, by its number or its name, or a watcher's.
pub fn viewer(live: &Game, seat: Option<&str>) -> anyhow::Result<Viewer> {
    let Some(typed) = seat else { return Ok(Viewer::Watcher) };
    let seats = Seat::all(live.course.table.seats);
    let wanted = |seat: &Seat| {
        typed.parse() == Ok(seat.0) || typed.eq_ignore_ascii_case(live.called(*seat).word)
    };
    let words: Vec<&str> = seats.clone().map(|seat| live.called(seat).word).collect();
    let found = seats.clone().find(wanted).map(Viewer::Seat);
    found.ok_or_else(|| {
        let words = words.join(", ");
        Misuse(format!("\"{typed}\": there is no such seat; there are: {words}")).into()
    })
}

/// A file of an exported game.
pub fn file(path: &Path) -> anyhow::Result<String> {
    load(path, archive::LARGEST).map_err(|what| anyhow::anyhow!("{} {what}", path.display()))
}
