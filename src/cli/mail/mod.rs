//! `mail`: inbound email, for delivering mail servers and for the admin.

mod inbox;
mod read;
mod receive;
mod reprocess;

use super::out::Out;
use super::{Done, Settings};

/// Receive, list, reprocess or preview inbound email
///
/// Examples:
///   ravenpost mail receive --to o-abc@reply.example.org < reply.eml
///   ravenpost mail inbox
///   ravenpost mail inbox held
///   ravenpost mail again 17
///   ravenpost mail read reply.eml --game k3v9w2mq7xhd --seat red
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Mail {
    #[command(subcommand)]
    what: MailCommand,
}

#[derive(clap::Subcommand)]
enum MailCommand {
    Receive(receive::Receive),
    Inbox(inbox::Inbox),
    Again(reprocess::Again),
    Read(read::Read),
}

impl Mail {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        match &self.what {
            MailCommand::Receive(receive) => receive.run(settings),
            MailCommand::Inbox(inbox) => inbox.run(settings, out),
            MailCommand::Again(again) => again.run(settings, out),
            MailCommand::Read(read) => read.run(settings, out),
        }
    }
}
