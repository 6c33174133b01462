//! Opens IMAP sessions: connects, negotiates TLS and signs in.

use async_imap::{Client, Session};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

use super::connection::Wire;
use super::error::{ImapError, ImapStep};
use super::mailbox::{Mailbox, Protection};

/// Maximum number of bytes a server may send in response to a short command.
pub(super) const WORDS: usize = 1 << 20;

/// A signed-in IMAP session.
pub type ImapSession = Session<Wire>;

/// Connects to a mailbox and signs in.
pub async fn call(mailbox: &Mailbox) -> Result<ImapSession, ImapError> {
    let place = (mailbox.host.as_str(), mailbox.port);
    let plain = ImapStep::Connect.within(TcpStream::connect(place)).await?;
    // Send short commands without delay.
    plain.set_nodelay(true).map_err(|why| ImapStep::Connect.failed(why))?;
    let client = match &mailbox.protection {
        Protection::None => greeted(Wire::over(plain, WORDS)).await?,
        Protection::First(tls, name) => {
            let connected = TlsConnector::from(tls.clone()).connect(name.clone(), plain);
            greeted(Wire::over(ImapStep::Protect.within(connected).await?, WORDS)).await?
        }
        Protection::Later(tls, name) => {
            let mut client = greeted(Wire::over(plain, WORDS)).await?;
            let upgraded = client.run_command_and_check_ok("STARTTLS", None);
            ImapStep::Protect.within(upgraded).await?;
            // Discard everything received before TLS, to prevent response injection.
            let plain = client.into_inner().into_bytes();
            let connected = TlsConnector::from(tls.clone()).connect(name.clone(), plain);
            Client::new(Wire::over(ImapStep::Protect.within(connected).await?, WORDS))
        }
    };
    let (name, password) = (&mailbox.name, mailbox.password.expose());
    let signed_in = async { client.login(name, password).await.map_err(|(why, _)| why) };
    ImapStep::SignIn.within(signed_in).await
}

/// Waits for the greeting of the server.
async fn greeted(wire: Wire) -> Result<Client<Wire>, ImapError> {
    let mut client = Client::new(wire);
    match ImapStep::Connect.within(client.read_response()).await? {
        Some(_) => Ok(client),
        None => Err(ImapStep::Connect.failed("the server closed the connection")),
    }
}
