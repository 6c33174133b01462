//! `demo`: a server with an open table, bots in the other seats, and no real email.

use super::out::Out;
use super::{Done, Misuse, Settings, block_on, serve};
use crate::config::{Config, is_loopback};
use crate::service::Service;
use crate::service::table::open_table::NewTable;
use crate::telemetry;
use ravenpost_log::act::Pace;
use ravenpost_log::table::status::Status;
use ravenpost_rules::{Seat, Table};
use ravenpost_store::lists::games::{self, ListPart};

/// The title of the open table.
const TITLE: &str = "gotlandia";
const NAME: &str = "Demo table";
/// A reserved domain (RFC 2606), so that a demo neither sends nor receives email.
const ANSWERS: &str = "demo.invalid";
const BOTS: [&str; 2] = ["steady", "random"];

/// Try it out: a table waits for you, bots play the others, no letter leaves this machine
///
/// Like `serve`, with a table of three already open: the first seat is free, two bots hold the
/// others. Sign in with any address; the letter is at /outbox. Do not use it for real games.
///
/// Examples:
///   ravenpost demo
///   ravenpost demo --data /tmp/demo --bind 127.0.0.1:9000
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Demo {
    /// Address and port to listen on, on this machine
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
    if !is_loopback(&config.server.bind) {
        let why = "a demo lets everybody in who reaches it, so it listens on 127.0.0.1 only";
        return Err(Misuse(why.to_owned()).into());
    }
    let signals = serve::Signals::listen()?;
    let up = serve::up::start(config).await?;
    let game = waiting_table(up.service(), up.now()).await?;
    let mut words = banner(up.url(), &game);
    if let Some(link) = up.service().operator_link(up.now(), &config.mail.admin).await? {
        words = format!("{words}  To look after the server:  {link}\n");
    }
    serve::say(out, &words);
    serve::wait(up, signals).await
}

fn banner(url: &str, game: &str) -> String {
    format!(
        "\n\
         ==========================================================================\n\
         \x20 THIS IS A DEMO: no letter leaves this machine; do not play for real here\n\
         ==========================================================================\n\n\
         \x20 The front page:            {url}/\n\
         \x20 A table waits for you:     {url}/games/{game}\n\
         \x20 Sign in with any address:  {url}/sign-in\n\
         \x20 and read the letter here:  {url}/outbox\n\
         \x20 (you can answer letters there, too)\n"
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
    Ok(service.open_table(now, None, &new).await?.to_string())
}
