//! `play`: plays with an engine, a program that answers positions with orders.

pub mod client;
mod engine;
mod player;
mod stream;

use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use ureq::http::Uri;

use super::game::game_id;
use super::out::Out;
use super::{Done, Misuse};
use crate::telemetry;
use client::{Client, ClientError};
use engine::Engine;
use player::Player;
use ravenpost_config::Log;
use ravenpost_log::GameId;

/// The environment variable with the access token.
const TOKEN: &str = "RAVENPOST_TOKEN";
/// How often to look for prompts, even if the event stream reports nothing.
const POLL: Duration = Duration::from_secs(60);

/// Play with an engine, in games on any server
///
/// Starts the engine and connects it to your seats: it reads each position as a line of JSON from
/// its standard input, and answers with one line, the number of an order or an order in notation.
/// docs/build/engines.md describes the protocol. Create an access token for a program on the page
/// /settings/tokens, with the scopes read and play, and put it into the environment variable
/// RAVENPOST_TOKEN or into a file. Plays in all your games until stopped; with --game, in one game
/// until it is over. Exits with 1 if the engine left prompts to their default orders.
///
/// Example:
///   ravenpost play --server https://play.example.org --token-file token --engine ./engine.py
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Play {
    /// Address of the server
    #[arg(long, value_name = "URL")]
    server: String,
    /// File that contains the access token, instead of RAVENPOST_TOKEN
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Program to run, with arguments separated by spaces
    #[arg(long, value_name = "COMMAND")]
    engine: String,
    /// Play only in this game
    #[arg(long, value_parser = game_id)]
    game: Option<GameId>,
    /// Seconds that the engine may take to answer; then it is killed and started again
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
    /// Stop after this many prompts
    #[arg(long, value_name = "N")]
    prompts: Option<u64>,
    /// Permit http:// to another machine, although the network can read the access token
    #[arg(long)]
    insecure: bool,
}

impl Play {
    pub fn run(&self, out: &mut Out) -> anyhow::Result<Done> {
        self.check_address()?;
        let client = Client::new(&self.server, &self.token()?);
        telemetry::start(&Log::default())?;
        let engine = self.start_engine()?;
        self.check(&client)?;
        let Player { answered, unanswered, .. } = self.play(client, engine)?;
        out.line(format!("{answered} orders played, {unanswered} prompts left to the default"))?;
        Ok(Done::when(unanswered == 0))
    }

    /// Refuses an address without a scheme, or one to which the access token would be sent in
    /// plain text.
    fn check_address(&self) -> Result<(), Misuse> {
        let server = &self.server;
        if server.starts_with("https://") {
            return Ok(());
        }
        if !server.starts_with("http://") {
            return Err(Misuse(format!("{server}: write https:// before the address")));
        }
        if self.insecure || is_local(server) {
            return Ok(());
        }
        Err(Misuse(format!(
            "{server}: write https://; with http://, the network can read the access token \
             (--insecure permits this)"
        )))
    }

    /// Returns the access token. It is not a command-line argument, because all users of a machine
    /// can read those.
    fn token(&self) -> Result<String, Misuse> {
        let text = match &self.token_file {
            Some(path) => std::fs::read_to_string(path)
                .map_err(|error| Misuse(format!("{}: {error}", path.display())))?,
            None => std::env::var(TOKEN).unwrap_or_default(),
        };
        match text.trim() {
            "" => Err(Misuse(format!("no access token: set {TOKEN} or use --token-file"))),
            token => Ok(token.to_owned()),
        }
    }

    fn start_engine(&self) -> Result<Engine, Misuse> {
        let mut words = self.engine.split_whitespace().map(str::to_owned);
        let program = words.next().ok_or(Misuse("--engine names no program".to_owned()))?;
        let timeout = Duration::from_secs(self.timeout);
        let engine = Engine::start(program, words.collect(), timeout);
        engine.map_err(|error| Misuse(error.to_string()))
    }

    /// Checks that the token permits playing, that the player has a seat in the game, and that
    /// programs may play in it.
    fn check(&self, client: &Client) -> anyhow::Result<()> {
        let token = client.get("/me")?.body["token"].take();
        let scopes = token["scopes"].as_array().cloned().unwrap_or_default();
        let misuse = |why: &str| Err(Misuse(why.to_owned()).into());
        if !scopes.iter().any(|scope| scope == "play") {
            return misuse("the access token needs the scopes read and play");
        }
        // The server tells the others at the table which players are programs.
        if token["program"] != true {
            return misuse("the access token is for an app; create one for a program that plays");
        }
        let Some(game) = &self.game else { return Ok(()) };
        let view = client.get(&format!("/games/{game}"))?.body;
        if view["own_seat"].is_null() {
            return misuse("you have no seat in this game");
        }
        if view["no_programs"] == true {
            return misuse("programs may not play in this game");
        }
        Ok(())
    }

    /// Plays until the game is over, or enough prompts were handled.
    fn play(&self, client: Client, engine: Engine) -> Result<Player, ClientError> {
        let only = self.game.as_ref().map(ToString::to_string);
        let name = only.as_ref().map_or("play".to_owned(), |game| format!("play-{game}"));
        let woken = stream::follow(client.clone(), name);
        let mut player = Player::new(client.clone(), engine, self.prompts.unwrap_or(u64::MAX));
        loop {
            match play_pending(&client, &mut player, only.as_deref()) {
                Err(error) if error.is_final() => return Err(error),
                // The only game is gone.
                Err(error) if only.is_some() && error.is_missing() => return Err(error),
                Err(error) => tracing::warn!(%error, "failed to read pending games"),
                Ok(true) => return Ok(player),
                Ok(false) => {}
            }
            if woken.recv_timeout(POLL) == Err(RecvTimeoutError::Disconnected) {
                std::thread::sleep(POLL);
            }
        }
    }
}

/// Returns whether the host of an address is this machine.
fn is_local(server: &str) -> bool {
    let uri = server.parse::<Uri>().unwrap_or_default();
    let host = uri.host().unwrap_or_default().trim_matches(['[', ']']);
    let is_loopback = host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    is_loopback || host.eq_ignore_ascii_case("localhost")
}

/// Plays in all games that wait for this player, or only in one. Returns whether there is nothing
/// left to do.
fn play_pending(
    client: &Client,
    player: &mut Player,
    only: Option<&str>,
) -> Result<bool, ClientError> {
    let mut games = waiting(client)?;
    games.retain(|game| only.is_none_or(|only| only == game));
    for game in &games {
        match player.play(game) {
            Err(error) if error.is_final() => return Err(error),
            Err(error) => tracing::warn!(game, %error, "cannot play"),
            Ok(()) => {}
        }
    }
    Ok(player.is_done() || only.map(|game| is_over(client, game)).transpose()? == Some(true))
}

/// Returns the games that wait for an order of this player, most urgent first.
fn waiting(client: &Client) -> Result<Vec<String>, ClientError> {
    let (mut games, mut after) = (Vec::new(), Some(0));
    while let Some(from) = after {
        let page = client.get(&format!("/me/pending?limit=500&after={from}"))?.body;
        let items = page["items"].as_array().into_iter().flatten();
        let orders = items.filter(|item| item["kind"] == "order");
        games.extend(orders.filter_map(|item| item["game"].as_str().map(str::to_owned)));
        after = page["next"].as_u64();
    }
    Ok(games)
}

fn is_over(client: &Client, game: &str) -> Result<bool, ClientError> {
    let view = client.get(&format!("/games/{game}"))?.body;
    Ok(view["status"] == "over" || view["status"] == "cancelled")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_this_machine_are_local() {
        for local in ["localhost:8080", "LOCALHOST", "127.0.0.1:8080/x", "127.1.2.3", "[::1]:80"] {
            assert!(is_local(&format!("http://{local}")), "{local}");
        }
        for other in ["192.0.2.1", "[::2]", "localhost@192.0.2.1", "localhost.example.org", ""] {
            assert!(!is_local(&format!("http://{other}")), "{other}");
        }
    }
}
