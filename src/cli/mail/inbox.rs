//! `mail inbox`: lists inbound emails and their outcome.

use crate::cli::out::Out;
use crate::cli::{Done, Misuse, Settings, block_on, look};
use ravenpost_store::post::incoming::{self, Incoming, IncomingState};

/// List inbound emails, newest first
#[derive(clap::Args)]
pub struct Inbox {
    /// Show only this state: new, held, done or ignored
    state: Option<String>,
    /// Maximum number of emails per state
    #[arg(long, value_name = "N", default_value_t = 20)]
    most: u32,
}

impl Inbox {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        let states = match &self.state {
            None => IncomingState::ALL.to_vec(),
            Some(word) => {
                let wrong = |_| {
                    Misuse(format!("\"{word}\": unknown state; use new, held, done or ignored"))
                };
                vec![word.parse::<IncomingState>().map_err(wrong)?]
            }
        };
        let lists = block_on(async {
            let store = look(&config).await?;
            let mut lists = Vec::new();
            for state in states {
                lists.push((state, incoming::list(store.read(), state, self.most).await?));
            }
            anyhow::Ok(lists)
        })?;
        for (state, emails) in lists {
            out.line(format!("{}: {}", state.word(), emails.len()))?;
            for email in emails {
                out.line(line(&email))?;
            }
        }
        Ok(Done::Well)
    }
}

fn line(email: &Incoming) -> String {
    let at = email.received_at.format("%Y-%m-%d %H:%M");
    let sender = email.found.sender.as_deref().unwrap_or("(no sender)");
    let game = match (&email.found.game, email.found.seat) {
        (Some(game), Some(seat)) => format!(" game {game} seat {}", seat.0),
        _ => String::new(),
    };
    let note = email.note.as_deref().unwrap_or("not processed yet");
    format!("{:>6}  {at}  {}  {sender}{game}: {note}", email.id, email.source)
}
