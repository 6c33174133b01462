//! `GET /settings`: a player's name, time zone, address, email settings and sessions.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data};
use askama::Template;
use serde::Deserialize;

use crate::http::error::PageError;
use crate::shared::layout::{Shell, html_as, redirect};
use crate::shared::query::lenient;
use crate::shared::visitor::{CookieName, Visitor, no_cookie};
use crate::{
    Site,
    shared::{paths, words, zones},
};
use ravenpost_emails::MailTopic;
use ravenpost_service::people::change_address::Pending;
use ravenpost_service::people::mail_choices::MailChoices;
use ravenpost_service::people::mail_pace::{self, MailPace};
use ravenpost_service::people::players::{NAME_LIMIT, Theme};
use ravenpost_service::people::sign_in::SignedIn;
use ravenpost_service::play::profile::Shown;
use ravenpost_zone::Zone;

#[derive(Template)]
#[template(path = "players/settings.html")]
struct SettingsPage {
    shell: Shell,
    name: String,
    address: String,
    zone: String,
    zones: Vec<&'static str>,
    topics: Vec<Emails>,
    /// The hour at which daily emails are sent.
    hour: u8,
    /// Whether chat messages wait for the next email.
    words_wait: bool,
    short: bool,
    /// Whether the stored email settings were unreadable.
    lost: bool,
    /// Emails disabled at individual tables.
    single: Vec<Single>,
    /// A requested change of address.
    pending: Option<Pending>,
    /// Whether the waiting period is over, so that the change can be completed here.
    ripe: bool,
    alone_from: String,
    sessions: Vec<Device>,
    /// The player's reliability and how it is calculated.
    answers: Vec<String>,
    refused: Vec<String>,
    /// The chosen theme; empty for the device's.
    theme: &'static str,
    /// What the player shows to others, and the address of their profile.
    shown: Shown,
    profile: String,
    name_limit: usize,
    /// The players whom the player has blocked.
    blocked: Vec<BlockedPlayer>,
    /// Why emails to this address were suspended, if they bounced.
    stopped: Option<String>,
}

impl SettingsPage {
    /// Returns the parts of the profile: form value, label, and whether it is shown.
    fn shown_choices(&self) -> [(&'static str, &'static str, bool); 7] {
        let Shown { since, finished, results, running, titles, pace, presence } = self.shown;
        [
            ("since", "Member since", since),
            ("finished", "Finished games", finished),
            ("results", "Results of these games", results),
            ("running", "Games in progress", running),
            ("titles", "How often I play each title", titles),
            ("pace", "Share of moves on time", pace),
            ("presence", "When I was last here, to players in my games", presence),
        ]
    }
}

/// The setting for emails of one kind.
struct Emails {
    topic: MailTopic,
    wanted: bool,
    /// How often they are sent, if that can be chosen.
    pace: Option<MailPace>,
}

/// A kind of email that is disabled at one table.
struct Single {
    /// `turns.` followed by the game ID.
    key: String,
    words: &'static str,
    table: String,
}

/// A blocked player, and the address of their profile.
struct BlockedPlayer {
    name: String,
    address: String,
}

/// A browser in which the player is signed in.
struct Device {
    agent: String,
    since: String,
    seen: String,
    here: bool,
}

pub async fn show(
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    page(shell, &site, &visitor, StatusCode::OK, Vec::new()).await
}

/// Renders the page with a refusal.
pub async fn refused(
    shell: Shell,
    site: &Site,
    visitor: &Visitor,
    why: Vec<String>,
) -> Result<HttpResponse, PageError> {
    page(shell, site, visitor, StatusCode::UNPROCESSABLE_ENTITY, why).await
}

async fn page(
    shell: Shell,
    site: &Site,
    visitor: &Visitor,
    status: StatusCode,
    refused: Vec<String>,
) -> Result<HttpResponse, PageError> {
    let SignedIn { player, session, .. } = visitor.signed()?;
    let choices = site.service.players().mail_choices(player).await?;
    let pending = site.service.players().pending_address(site.now(), player).await?;
    let alone_from = pending.as_ref().and_then(|pending| pending.alone_from);
    let sessions = site.service.players().sessions(player.id, site.now()).await?;
    let answers = site.service.tables().reliability(player.id).await?.sentences();
    let blocked = site.service.players().blocked_by(player.id).await?.into_iter();
    let blocked =
        blocked.map(|one| BlockedPlayer { address: paths::player(&one.name), name: one.name });
    let zone = visitor.zone();
    let device = |one: ravenpost_store::people::sessions::Session| Device {
        agent: if one.agent.is_empty() { "unknown".to_owned() } else { one.agent },
        since: words::short(one.created_at, zone),
        seen: words::short(one.seen_at, zone),
        here: one.token_hash == *session,
    };
    let page = SettingsPage {
        shell: shell.titled("Settings").at("settings"),
        name: player.name.clone(),
        address: player.address.clone(),
        zone: zone.name().to_owned(),
        zones: Zone::all().map(Zone::name).collect(),
        topics: MailTopic::ALL.iter().map(|topic| emails(*topic, &choices)).collect(),
        hour: choices.digest_hour,
        single: single(site, &choices).await,
        words_wait: choices.bundle_chat,
        short: choices.short_emails,
        lost: !choices.is_readable(),
        ripe: pending.as_ref().is_some_and(|pending| {
            pending.proved && alone_from.is_some_and(|from| from <= site.now())
        }),
        alone_from: alone_from.map(|from| words::moment(from, zone)).unwrap_or_default(),
        pending,
        sessions: sessions.into_iter().map(device).collect(),
        answers,
        refused,
        theme: visitor.theme().map_or("", Theme::key),
        shown: Shown::of(player),
        profile: paths::player(&player.name),
        name_limit: NAME_LIMIT,
        blocked: blocked.collect(),
        stopped: player.stopped_at.map(|_| player.bounce.clone().unwrap_or_default()),
    };
    html_as(status, page)
}

fn emails(topic: MailTopic, choices: &MailChoices) -> Emails {
    let pace = mail_pace::can_wait(topic).then(|| choices.pace_of(topic, None));
    Emails { topic, wanted: choices.wants(topic), pace }
}

/// Lists the emails disabled at individual tables, with the names of the tables.
async fn single(site: &Site, choices: &MailChoices) -> Vec<Single> {
    let mut found = Vec::new();
    for (game_id, off) in &choices.disabled_by_game {
        let game = match game_id.parse() {
            Ok(id) => site.service.games().load(&id).await.ok(),
            Err(_) => None,
        };
        let table = game.map_or_else(|| "a game".to_owned(), |game| game.status.name.clone());
        for topic in off.iter().filter_map(|key| MailTopic::find(key)) {
            let key = format!("{}.{game_id}", topic.key());
            found.push(Single { key, words: topic.words(), table: table.clone() });
        }
    }
    found
}

/// The fixed fields. Those of paces are named after their kind of email.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
struct SettingsForm {
    name: String,
    zone: String,
    theme: String,
    /// The parts of the profile that are shown.
    shown: Vec<String>,
    /// The kinds of emails that are wanted.
    emails: Vec<String>,
    /// The emails to re-enable at single tables: a kind, a dot and the game ID.
    again: Vec<String>,
    #[serde(deserialize_with = "lenient")]
    hour: Option<u8>,
    words_wait: bool,
    short: bool,
}

/// `POST /settings`: stores name, time zone and email settings.
pub async fn save(
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let SignedIn { player, .. } = visitor.signed()?;
    let (player, address) = (player.id, player.address.clone());
    let fields = visitor.form(&body)?;
    let form: SettingsForm = fields.parse()?;
    let zone = zones::meant(&form.zone);
    let named = site.service.players().choose_name(player, &form.name, &zone).await;
    if let Err(error) = named {
        return self::refused(shell, &site, &visitor, error.reasons()?).await;
    }
    let theme = Theme::find(&form.theme);
    site.service.players().choose_theme(player, theme).await?;
    site.service.players().show_to_others(player, shown(&form.shown)).await?;
    let (wanted, again) = (form.emails, form.again);
    let wants = move |topic: MailTopic| wanted.iter().any(|key| key == topic.key());
    let paces: Vec<Option<MailPace>> = MailTopic::ALL
        .iter()
        .map(|topic| MailPace::find(fields.text(&format!("pace-{}", topic.key()))))
        .collect();
    let hour = form.hour.filter(|hour| *hour < 24);
    let (invited, bundle_chat) = (wants(MailTopic::Invitations), form.words_wait);
    let short_emails = form.short;
    let change = move |choices: MailChoices| {
        let choices = MailChoices { bundle_chat, short_emails, ..choices.chosen_again() };
        let choices = MailTopic::ALL.iter().fold(choices, |choices, &topic| {
            let wanted = wants(topic);
            choices.with(topic, None, wanted)
        });
        let choices = MailTopic::ALL.iter().zip(paces).fold(choices, |choices, (&topic, pace)| {
            // A missing field leaves the setting unchanged.
            let Some(pace) = pace else { return choices };
            choices.paced(topic, None, Some(pace).filter(|pace| *pace != MailPace::Immediate))
        });
        let digest_hour = hour.unwrap_or(choices.digest_hour);
        let choices = MailChoices { digest_hour, ..choices };
        again.iter().filter_map(|key| key.split_once('.')).fold(choices, |choices, (key, game)| {
            match MailTopic::find(key) {
                Some(topic) => choices.with(topic, Some(game), true),
                None => choices,
            }
        })
    };
    site.service.players().choose_mail(player, change).await?;
    if invited {
        // The address may have declined invitations before the player had an account.
        let guest = site.service.players().guest(&address).await?;
        site.service.players().never_invite(&guest, None).await?;
    }
    Ok(redirect("/settings", "saved"))
}

/// Reads which parts of the profile are shown.
fn shown(parts: &[String]) -> Shown {
    let ticked = |name: &str| parts.iter().any(|one| one == name);
    Shown {
        since: ticked("since"),
        finished: ticked("finished"),
        results: ticked("results"),
        running: ticked("running"),
        titles: ticked("titles"),
        pace: ticked("pace"),
        presence: ticked("presence"),
    }
}

/// `POST /settings/sessions`: ends all sessions, including this one.
pub async fn end_sessions(
    site: Data<Site>,
    visitor: Visitor,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let player = visitor.signed()?.player.id;
    visitor.form(&body)?;
    site.service.accounts().sign_out_everywhere(player).await?;
    let mut answer = redirect("/sign-in", "sessions-ended");
    answer.add_cookie(&no_cookie(&site, CookieName::Session)).map_err(PageError::broken)?;
    Ok(answer)
}
