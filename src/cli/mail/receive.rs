//! `mail receive`: a mail server hands a letter over on the standard input.

use crate::cli::{Done, Settings};
use crate::mail::incoming::spool::{Envelope, Kept, Spool};

/// Take a letter from the standard input and keep it for the server
///
/// For a mail server's pipe. The letter is on the disk when this ends with 0; the server need not
/// run. Ends with 75 when it cannot be kept now, so that the mail server tries again, and with 65
/// when it never can: then the mail server tells the sender.
///
/// In Postfix's master.cf:
///   ravenpost unix - n n - 4 pipe flags=R user=ravenpost
///     argv=/usr/bin/ravenpost mail receive --to ${recipient} --from ${sender}
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Receive {
    /// The envelope's recipient
    #[arg(long, value_name = "ADDRESS")]
    to: Option<String>,
    /// The envelope's sender
    #[arg(long, value_name = "ADDRESS")]
    from: Option<String>,
}

impl Receive {
    pub fn run(&self, settings: &Settings) -> anyhow::Result<Done> {
        // Settings that cannot be read are mended by somebody; until then the letter waits.
        let Ok(config) = settings.load(Vec::new()) else { return Ok(Done::Later) };
        let spool = Spool::at(config.incoming());
        let envelope = Envelope { sender: self.from.clone(), recipient: self.to.clone() };
        match spool.put(&envelope, std::io::stdin().lock()) {
            Ok(_) => Ok(Done::Well),
            Err(why @ Kept::Disk(_)) => {
                eprintln!("{why}");
                Ok(Done::Later)
            }
            Err(why) => {
                eprintln!("{why}");
                Ok(Done::Never)
            }
        }
    }
}
