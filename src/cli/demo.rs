//! `demo`: a server with an open table, bots in the other seats, and no real email.

use super::out::Out;
use super::{Done, Misuse, Settings, block_on, serve};
use crate::telemetry;
use ravenpost_config::{Config, is_loopback};
use ravenpost_log::act::Pace;
use ravenpost_log::table::status::Status;
use ravenpost_rules::{Seat, Table};
use ravenpost_service::Service;
use ravenpost_service::table::open_table::NewTable;
use ravenpost_store::lists::games::{self, ListPart};

/// The title of the open table.
const TITLE: &str = "gotlandia";
const NAME: &str = "Demo table";
/// A reserved domain (RFC 2606), so that a demo neither sends nor receives email.
const ANSWERS: &str = "demo.invalid";
const BOTS: [&str; 2] = ["steady", "random"];

/// Run a demo with an open game against two bots, without sending email
///
/// Like `serve`, with an open game for three: the first seat is free, and bots play the others.
/// Sign in with any address and read the sign-in email at /outbox. Do not use it for real games.
///
/// Examples:
///   ravenpost demo
///   ravenpost demo --data /tmp/demo --bind 127.0.0.1:9000
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Demo {
    /// Loopback address and port to listen on
    #[arg(long, value_name = "ADDR")]
    bind: Option<String>,
}

impl Demo {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let local = ("mail.transport", Some("local".to_owned()));
        // Emails explain how to reply; in a demo, replies are typed on the page of the email.
        let answers = ("mail.reply_domain", Some(ANSWERS.to_owned()));
        let config = settings.load(vec![("server.bind", self.bind.clone()), local, answers])?;
        telemetry::start(&config.log)?;
        block_on(run(&config, out))
    }
}

async fn run(config: &Config, out: &mut Out) -> anyhow::Result<Done> {
    if !is_loopback(&config.server.bind) && !config.mail.public_outbox {
        let why = "anyone who reaches a demo can sign in, so it must listen on 127.0.0.1. In a \
                   container, set mail.public_outbox = true, and publish the port on 127.0.0.1";
        return Err(Misuse(why.to_owned()).into());
    }
    let signals = serve::Signals::listen()?;
    let up = serve::startup::start(config).await?;
    let game = waiting_table(up.service(), up.now()).await?;
    let mut words = banner(up.url(), &game);
    if let Some(link) = up.service().accounts().admin_link(up.now(), &config.mail.admin).await? {
        words = format!("{words}  Sign in as the admin:      {link}\n");
    }
    serve::say(out, &words);
    serve::wait(up, signals).await
}

fn banner(url: &str, game: &str) -> String {
    format!(
        "\n\
         ==========================================================================\n\
         \x20 THIS IS A DEMO: no email is sent. Do not use it for real games.\n\
         ==========================================================================\n\n\
         \x20 Home page:                 {url}/\n\
         \x20 Join this game:            {url}/games/{game}\n\
         \x20 Sign in with any address:  {url}/sign-in\n\
         \x20 Read and answer emails:    {url}/outbox\n"
    )
}

/// Returns the open demo table, or opens a new one if the last one was taken.
async fn waiting_table(
    service: &Service,
    now: chrono::DateTime<chrono::Utc>,
) -> anyhow::Result<String> {
    let part = ListPart { limit: 100, skip: 0 };
    let open = games::list(service.store().read(), Status::Open, true, part).await?;
    if let Some(game) = open.iter().find(|game| game.name == NAME) {
        return Ok(game.id.to_string());
    }
    let bots = (2..).map(Seat).zip(BOTS.map(str::to_owned)).collect();
    let new = NewTable {
        title: TITLE.to_owned(),
        name: NAME.to_owned(),
        table: Table::of(3),
        pace: Pace::of(Some(3 * 86_400)),
        public: true,
        consent: ravenpost_log::act::Consent::All,
        own_seat: None,
        salt: String::new(),
        bots,
    };
    Ok(service.tables().open_table(now, None, &new).await?.to_string())
}
