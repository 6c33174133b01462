//! `/settings/tables`: email settings of individual tables that differ from the general ones.

use actix_web::HttpResponse;
use actix_web::web::{Bytes, Data};
use askama::Template;

use crate::Site;
use crate::http::error::PageError;
use crate::shared::layout::{Shell, html, redirect};
use crate::shared::visitor::Visitor;
use ravenpost_emails::MailTopic;
use ravenpost_log::GameId;
use ravenpost_log::table::status::Status;
use ravenpost_service::people::mail_choices::MailChoices;
use ravenpost_service::people::mail_pace::{self, MailPace};

/// The form value that disables emails of a kind.
const NEVER: &str = "never";

#[derive(Template)]
#[template(path = "players/table_emails.html")]
struct EmailsPage {
    shell: Shell,
    kinds: Vec<MailTopic>,
    tables: Vec<TableChoices>,
}

/// A table and its settings.
struct TableChoices {
    name: String,
    kinds: Vec<TopicChoice>,
}

/// The setting for emails of one kind from one table.
struct TopicChoice {
    /// The name of the form field: `turns.` followed by the game ID.
    field: String,
    words: &'static str,
    /// The key of the current choice; empty for the general setting.
    now: &'static str,
}

pub async fn show(
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
) -> Result<HttpResponse, PageError> {
    let player = &visitor.signed()?.player;
    let choices = MailChoices::of(&player.mail);
    let mut tables = Vec::new();
    for listed in site.service.play().games_of(site.now(), player.id).await? {
        if matches!(listed.row.status, Status::Open | Status::Running) {
            let choice = |topic| choice(topic, &listed.row.id, &choices);
            let kinds = kinds().into_iter().map(choice).collect();
            tables.push(TableChoices { name: listed.row.name, kinds });
        }
    }
    html(EmailsPage {
        shell: shell.titled("Emails by game").at("settings"),
        kinds: kinds(),
        tables,
    })
}

/// `POST /settings/tables`: stores the settings for the player's own tables.
pub async fn save(
    site: Data<Site>,
    visitor: Visitor,
    body: Bytes,
) -> Result<HttpResponse, PageError> {
    let player = visitor.signed()?.player.id;
    let fields = visitor.form(&body)?;
    let mut chosen = Vec::new();
    for listed in site.service.play().games_of(site.now(), player).await? {
        for topic in kinds() {
            if let Some(word) = fields.get(&field(topic, &listed.row.id)) {
                chosen.push((topic, listed.row.id.to_string(), word.to_owned()));
            }
        }
    }
    let change = move |choices: MailChoices| {
        chosen.into_iter().fold(choices, |choices, (topic, game, word)| {
            let choices = choices.with(topic, Some(&game), word != NEVER);
            choices.paced(topic, Some(&game), MailPace::find(&word))
        })
    };
    site.service.players().choose_mail(player, change).await?;
    Ok(redirect("/settings/tables", "saved"))
}

/// Returns the kinds of emails that concern a table.
fn kinds() -> Vec<MailTopic> {
    MailTopic::ALL.iter().copied().filter(|topic| *topic != MailTopic::Invitations).collect()
}

fn field(topic: MailTopic, game: &GameId) -> String {
    format!("{}.{game}", topic.key())
}

fn choice(topic: MailTopic, game: &GameId, choices: &MailChoices) -> TopicChoice {
    let off = choices.disabled_by_game.get(game.as_str());
    let here =
        choices.frequency_by_game.get(game.as_str()).and_then(|paces| paces.get(topic.key()));
    let now = match here {
        _ if !choices.wants_at_tables()
            || off.is_some_and(|off| off.iter().any(|key| key == topic.key())) =>
        {
            NEVER
        }
        Some(pace) => pace.key(),
        None => "",
    };
    TopicChoice { field: field(topic, game), words: topic.words(), now }
}

impl TopicChoice {
    fn is(&self, key: &str) -> bool {
        self.now == key
    }

    /// Returns the key and the label of each choice.
    fn options(&self) -> Vec<(&'static str, &'static str)> {
        let topic = self.field.split('.').next().and_then(MailTopic::find);
        let paces = MailPace::ALL.iter().filter(|_| topic.is_some_and(mail_pace::can_wait));
        let mut options = vec![("", "default")];
        options.extend(paces.map(|pace| (pace.key(), pace.words())));
        options.push((NEVER, "never"));
        options
    }
}
