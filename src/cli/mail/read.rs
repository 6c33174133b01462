//! `mail read`: shows how an email would be processed, without processing it.

use std::path::PathBuf;

use crate::cli::game::{game_id, looking, viewer};
use crate::cli::out::Out;
use crate::cli::{Done, Misuse, Settings, block_on};
use ravenpost_config::Config;
use ravenpost_emails::parts::line_outcomes::IgnoredCause;
use ravenpost_log::GameId;
use ravenpost_mail::incoming::intake;
use ravenpost_mail::incoming::reading::{self, Character, IncomingEmail, Trust};
use ravenpost_mail::incoming::spool::{self, SpoolError};
use ravenpost_rules::text::phrase::count;
use ravenpost_rules::{Seat, Viewer};
use ravenpost_service::game::core::folded::Game;
use ravenpost_service::reply::SenderVerdict;
use ravenpost_service::reply::dry_run::rehearse;

/// Show how an email would be processed, line by line, without processing it
///
/// Without a game, only the text is checked, and no database is needed. With a game and a seat, the
/// orders are tried on the current state of the game.
///
/// Examples:
///   ravenpost mail read reply.eml
///   ravenpost mail read reply.eml --game k3v9w2mq7xhd --seat red
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Read {
    /// Raw email with all headers
    file: PathBuf,
    /// Game that the email belongs to
    #[arg(long, value_parser = game_id, requires = "seat")]
    game: Option<GameId>,
    /// Seat of the sender: its number or colour
    #[arg(long, requires = "game")]
    seat: Option<String>,
}

impl Read {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let file = std::fs::File::open(&self.file);
        let file = file.map_err(|why| Misuse(format!("{}: {why}", self.file.display())))?;
        let raw = match spool::taken(file) {
            Ok(raw) => raw,
            Err(SpoolError::Disk(why)) => {
                return Err(Misuse(format!("{}: {why}", self.file.display())).into());
            }
            Err(why) => {
                out.line(format!("not read: {why}"))?;
                return Ok(Done::Refused);
            }
        };
        let config = settings.load(Vec::new())?;
        let gate = Some(config.mail.authserv_id.clone()).filter(|gate| !gate.is_empty());
        let trust = Trust { authserv_id: gate, domain: Some(config.mail.domain().to_owned()) };
        let email = match reading::read(&raw, &trust) {
            Ok(email) => email,
            Err(why) => {
                out.line(format!("not read: {why}"))?;
                return Ok(Done::Refused);
            }
        };
        let game_id = self.game(&config)?;
        head(&email, out)?;
        if email.character != Character::Person {
            out.line("\nNo line is read: emails from programs are never treated as orders.")?;
            return Ok(Done::Well);
        }
        let lines = intake::lines(email.written.lines);
        let game_id = game_id.as_ref().map(|(game, seat)| (game, *seat));
        let unread = email.written.unread;
        let account = rehearse(&lines, &email.written.omitted, unread.is_none(), game_id);
        out.line("\nResult for each line:")?;
        let mut omitted = email.written.omitted.iter();
        for one in &account.0 {
            let quote = matches!(
                one.ignored_cause,
                Some(
                    IgnoredCause::OwnQuote
                        | IgnoredCause::UnknownQuote
                        | IgnoredCause::Boilerplate
                        | IgnoredCause::StruckOut
                )
            );
            let cut = if quote { omitted.next() } else { None };
            let line = cut.and_then(|cut| cut.lines.first()).unwrap_or(&one.text);
            out.line(format!("{:<9} | {line}", one.outcome.word()))?;
            if let Some(cut) = cut {
                let more = one.line_count.saturating_sub(1);
                let more = if more > 0 {
                    format!(", and {} below", count(more, "line"))
                } else {
                    String::new()
                };
                out.line(format!("    {}{more}", cut.why.words()))?;
            }
            for said in &one.messages {
                out.line(format!("    {said}"))?;
            }
        }
        out.line(format!("\n{}", account.summary()))?;
        if let Some(unread) = unread {
            out.line(unread.sentence())?;
        }
        if let Some(empty) = email.written.empty {
            out.line(format!("No text remains: {}.", empty.words()))?;
        }
        Ok(Done::Well)
    }

    /// Returns the given game and seat.
    fn game(&self, config: &Config) -> anyhow::Result<Option<(Game, Seat)>> {
        let Some(game_id) = &self.game else { return Ok(None) };
        let game = block_on(async {
            let service = looking(config).await?;
            Ok(Game::clone(&*service.games().load(game_id).await?))
        })?;
        match viewer(&game, self.seat.as_deref())? {
            Viewer::Seat(seat) => Ok(Some((game, seat))),
            _ => Ok(None),
        }
    }
}

/// Prints the sender and the header fields.
fn head(email: &IncomingEmail, out: &mut Out) -> anyhow::Result<()> {
    let from = email.from.as_deref().unwrap_or("none, or more than one");
    out.line(format!("from     {from}"))?;
    out.line(format!("to       {}", email.recipients.join(", ")))?;
    out.line(format!("subject  {}", email.subject))?;
    let writer = match &email.character {
        Character::Person => "a person".to_owned(),
        Character::Machine(why) => format!("a program: {why:?}"),
        Character::Bounce(bounce) => format!("a mail server: {}", bounce.reason.sentence()),
    };
    out.line(format!("writer   {writer}"))?;
    let gate = match email.verdict {
        SenderVerdict::Pass => "sender verified",
        SenderVerdict::Fail => "sender forged: the email would be held",
        SenderVerdict::None => "sender not verified: the email would be held",
        SenderVerdict::NoGate => "senders are not verified (mail.authserv_id is empty)",
    };
    out.line(format!("gate     {gate}"))?;
    Ok(())
}
