//! An SMTP connection to the relay. Every command waits for its own reply, with a timeout, and
//! dropping the connection closes it. A reply must have exactly the expected code, and unsolicited
//! replies are an error, so that replies and commands cannot get out of step.

use std::time::Duration;

use futures_util::FutureExt;
use lettre::address::Envelope;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::response::Response;

use super::failure::{Failure, SmtpStep};

/// Timeouts of the SMTP steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SmtpTimeouts {
    /// For the connection, the greeting and the reply to EHLO.
    pub connect: Duration,
    /// For one of several addresses of the relay's host.
    pub dial: Duration,
    /// For the reply to a command.
    pub answer: Duration,
    /// For the reply to DATA.
    pub data: Duration,
    /// For transferring the message and the final reply.
    pub taken: Duration,
}

impl Default for SmtpTimeouts {
    /// The timeouts of RFC 5321, 4.5.3.2: a client that gives up too early sends emails twice.
    fn default() -> SmtpTimeouts {
        let minutes = |count: u64| Duration::from_secs(60 * count);
        SmtpTimeouts {
            connect: minutes(5),
            dial: Duration::from_secs(30),
            answer: minutes(5),
            data: minutes(2),
            taken: minutes(10),
        }
    }
}

/// How a connection is encrypted.
#[derive(Clone)]
pub(super) enum Protection {
    None,
    /// Mandatory STARTTLS.
    Later(TlsParameters),
    /// TLS from the start.
    First(TlsParameters),
}

/// The address of the relay and how to connect to it.
#[derive(Clone)]
pub(super) struct Route {
    pub host: String,
    pub port: u16,
    pub protection: Protection,
    pub login: Option<Credentials>,
    pub hello: ClientId,
    pub timeouts: SmtpTimeouts,
}

/// A connection after the greeting, encryption and sign-in.
pub(super) struct Call {
    conn: AsyncSmtpConnection,
    timeouts: SmtpTimeouts,
}

/// Maximum time to wait for the reply to QUIT.
const GOODBYE: Duration = Duration::from_secs(5);

impl Call {
    pub(super) async fn open(way: &Route) -> Result<Call, Failure> {
        let Route { timeouts, hello, .. } = way;
        let wrapped = match &way.protection {
            Protection::First(parameters) => Some(parameters.clone()),
            Protection::None | Protection::Later(_) => None,
        };
        let to = (way.host.as_str(), way.port);
        let dial =
            AsyncSmtpConnection::connect_tokio1(to, Some(timeouts.dial), hello, wrapped, None);
        let conn = within(timeouts.connect, SmtpStep::Connect, dial).await?;
        let mut call = Call { conn, timeouts: *timeouts };
        if let Protection::Later(parameters) = &way.protection {
            call.nothing_unasked(SmtpStep::Encrypt)?;
            let starttls = call.conn.starttls(parameters.clone(), hello);
            within(timeouts.answer, SmtpStep::Encrypt, starttls).await?;
        }
        if let Some(login) = &way.login {
            call.nothing_unasked(SmtpStep::SignIn)?;
            let auth = call.conn.auth(&[Mechanism::Plain, Mechanism::Login], login);
            let answer = within(timeouts.answer, SmtpStep::SignIn, auth).await?;
            expect(SmtpStep::SignIn, &answer, &[235])?;
        }
        call.nothing_unasked(SmtpStep::From)?;
        Ok(call)
    }

    /// Sends the envelope.
    pub(super) async fn address(&mut self, envelope: &Envelope) -> Result<(), Failure> {
        let timeout = self.timeouts.answer;
        let from = Mail::new(envelope.from().cloned(), Vec::new());
        self.ask(SmtpStep::From, timeout, from, &[250]).await?;
        for to in envelope.to() {
            let to = Rcpt::new(to.clone(), Vec::new());
            self.ask(SmtpStep::To, timeout, to, &[250, 251]).await?;
        }
        Ok(())
    }

    /// Sends DATA and waits for permission to send the message.
    pub(super) async fn begin(&mut self) -> Result<(), Failure> {
        let timeout = self.timeouts.data;
        self.ask(SmtpStep::Data, timeout, Data, &[354]).await.map(drop)
    }

    /// Sends the message and waits until it is accepted. Returns the relay's reply.
    pub(super) async fn text(&mut self, message: &[u8]) -> Result<String, Failure> {
        self.nothing_unasked(SmtpStep::Text)?;
        let sent = self.conn.message(message);
        let answer = within(self.timeouts.taken, SmtpStep::Text, sent).await?;
        expect(SmtpStep::Text, &answer, &[250])?;
        Ok(answer.first_line().unwrap_or("taken").to_owned())
    }

    /// Sends QUIT in the background.
    pub(super) fn leave(mut self) {
        tokio::spawn(async move {
            let _ = tokio::time::timeout(GOODBYE, self.conn.quit()).await;
        });
    }

    async fn ask(
        &mut self,
        step: SmtpStep,
        timeout: Duration,
        command: impl std::fmt::Display,
        wanted: &[u16],
    ) -> Result<Response, Failure> {
        self.nothing_unasked(step)?;
        let answer = within(timeout, step, self.conn.command(command)).await?;
        expect(step, &answer, wanted)?;
        Ok(answer)
    }

    /// Ensures that no unsolicited reply is pending, so that the next reply belongs to the next
    /// command. The check consumes a pending reply, but then the connection is not used again.
    fn nothing_unasked(&mut self, step: SmtpStep) -> Result<(), Failure> {
        match self.conn.read_response().now_or_never() {
            None => Ok(()),
            Some(Ok(said)) => {
                let text = said.first_line().unwrap_or_default();
                Err(Failure::broken(step, &format!("unexpected message: {} {text}", said.code())))
            }
            Some(Err(error)) => {
                Err(Failure::broken(step, &format!("before the first command: {error}")))
            }
        }
    }
}

async fn within<T>(
    timeout: Duration,
    step: SmtpStep,
    answer: impl Future<Output = Result<T, Error>>,
) -> Result<T, Failure> {
    match tokio::time::timeout(timeout, answer).await {
        Ok(answer) => answer.map_err(|error| Failure::of(step, &error)),
        Err(_) => Err(Failure::broken(step, "no response in time")),
    }
}

fn expect(step: SmtpStep, answer: &Response, wanted: &[u16]) -> Result<(), Failure> {
    let code = u16::from(answer.code());
    if wanted.contains(&code) {
        return Ok(());
    }
    let text = answer.first_line().unwrap_or_default();
    Err(Failure::broken(step, &format!("unexpected response: {code} {text}")))
}
