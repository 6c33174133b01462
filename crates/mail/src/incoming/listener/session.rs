//! An SMTP (RFC 5321) or LMTP (RFC 2033) session.

use std::io;
use std::sync::Arc;

use smtp_proto::{MailFrom, RcptTo, Request};

use super::address::Stream;
use super::idle::{Waiting, crowded_out};
use super::lines::{Lines, Message, ReadLine};
use super::policy::{Counted, Destination, Policy, Protocol};
use crate::incoming::spool::{Envelope, MOST, SpoolError};

/// Maximum number of recipients of one email.
const RECIPIENTS: usize = 20;
/// The connection is closed after this many errors; a real mail server makes none.
const MISTAKES: u32 = 10;

/// An open session.
struct SmtpSession<'d> {
    policy: &'d Policy,
    lines: Lines,
    greeted: bool,
    /// Empty for the null sender; `None` before MAIL.
    sender: Option<String>,
    recipients: Vec<Recipient>,
    mistakes: u32,
}

/// An accepted recipient: the address and its rate-limit bucket.
struct Recipient(String, Counted);

/// Whether the session continues.
#[derive(PartialEq, Eq)]
enum Next {
    On,
    Over,
}

/// Runs the session until either side closes the connection.
pub(super) async fn talk(
    policy: &Policy,
    waiting: &Arc<Waiting>,
    line: Box<dyn Stream>,
) -> io::Result<()> {
    let lines = Lines::over(line);
    let (greeted, sender, recipients) = (false, None, Vec::new());
    let mut talk = SmtpSession { policy, lines, greeted, sender, recipients, mistakes: 0 };
    let spoken = match policy.protocol {
        Protocol::Lmtp => "LMTP",
        Protocol::Smtp => "ESMTP",
    };
    talk.say(&format!("220 {} {spoken} Ravenpost", policy.name)).await?;
    let (mut command, mut idle) = (Vec::new(), None);
    loop {
        // A connection counts as idle until a recipient is accepted, whatever commands were sent.
        idle = match talk.recipients.is_empty() {
            true => idle.or_else(|| Some(waiting.enter())),
            false => None,
        };
        let came = tokio::select! {
            came = talk.lines.command(&mut command) => came?,
            () = crowded_out(idle.as_ref()) => {
                return talk.say("421 4.3.2 too many connections, try again later").await;
            }
        };
        match came {
            ReadLine::Whole => {}
            ReadLine::TooLong => {
                talk.wrong("500 5.5.2 line too long").await?;
                continue;
            }
            ReadLine::Bare => return talk.say("500 5.5.2 lines must end with CRLF").await,
            ReadLine::Gone => return Ok(()),
        }
        if talk.obey(&command).await? == Next::Over {
            return Ok(());
        }
        if talk.mistakes > MISTAKES {
            return talk.say("421 4.7.0 too many errors").await;
        }
    }
}

impl SmtpSession<'_> {
    async fn say(&mut self, words: &str) -> io::Result<()> {
        self.lines.say(words).await
    }

    async fn wrong(&mut self, words: &str) -> io::Result<()> {
        self.mistakes += 1;
        self.say(words).await
    }

    async fn obey(&mut self, command: &[u8]) -> io::Result<Next> {
        let Ok(request) = Request::parse(&mut command.iter()) else {
            self.wrong("500 5.5.2 command not recognized").await?;
            return Ok(Next::On);
        };
        match (request, self.policy.protocol) {
            (Request::Lhlo { .. }, Protocol::Lmtp) | (Request::Ehlo { .. }, Protocol::Smtp) => {
                self.begin();
                let name = &self.policy.name;
                let offered = ["PIPELINING", "8BITMIME", "ENHANCEDSTATUSCODES"];
                let offered = offered.map(|word| format!("250-{word}\r\n")).concat();
                self.say(&format!("250-{name}\r\n{offered}250 SIZE {MOST}")).await?;
            }
            (Request::Helo { .. }, Protocol::Smtp) => {
                self.begin();
                self.say(&format!("250 {}", self.policy.name)).await?;
            }
            (Request::Mail { from }, _) => self.mail(from.into_owned()).await?,
            (Request::Rcpt { to }, _) => self.rcpt(to.into_owned()).await?,
            (Request::Data, _) => return self.data().await,
            (Request::Rset, _) => {
                self.forget();
                self.say("250 2.0.0 OK").await?;
            }
            (Request::Noop { .. }, _) => self.say("250 2.0.0 OK").await?,
            (Request::Vrfy { .. }, _) => self.say("252 2.5.0 cannot verify recipient").await?,
            (Request::Quit, _) => {
                self.say("221 2.0.0 closing connection").await?;
                return Ok(Next::Over);
            }
            _ => self.wrong("502 5.5.1 command not implemented").await?,
        }
        Ok(Next::On)
    }

    fn begin(&mut self) {
        self.greeted = true;
        self.forget();
    }

    fn forget(&mut self) {
        self.sender = None;
        self.recipients.clear();
    }

    async fn mail(&mut self, from: MailFrom<String>) -> io::Result<()> {
        if !self.greeted || self.sender.is_some() {
            return self.wrong("503 5.5.1 bad sequence of commands").await;
        }
        if u64::try_from(from.size).is_ok_and(|size| size > MOST) {
            return self.say(TOO_LARGE).await;
        }
        self.sender = Some(from.address);
        self.say("250 2.1.0 OK").await
    }

    async fn rcpt(&mut self, to: RcptTo<String>) -> io::Result<()> {
        if self.sender.is_none() {
            return self.wrong("503 5.5.1 bad sequence of commands").await;
        }
        if self.recipients.len() >= RECIPIENTS {
            return self.say("452 4.5.3 too many recipients").await;
        }
        match self.policy.takes(&to.address).await {
            Ok(Destination::Known(counted)) => {
                self.recipients.push(Recipient(to.address, counted));
                self.say("250 2.1.5 OK").await
            }
            Ok(Destination::Nobody) => self.wrong("550 5.1.1 unknown recipient").await,
            Err(error) => {
                tracing::warn!(%error, "failed to look up recipient");
                self.say("451 4.3.0 temporary failure, try again later").await
            }
        }
    }

    async fn data(&mut self) -> io::Result<Next> {
        if self.recipients.is_empty() {
            self.wrong("503 5.5.1 no valid recipients").await?;
            return Ok(Next::On);
        }
        self.say("354 start mail input").await?;
        let message = self.lines.message().await?;
        let sender = self.sender.take();
        let recipients = std::mem::take(&mut self.recipients);
        let email = match message {
            Message::Whole(email) => Ok(email),
            Message::TooLarge => Err(TOO_LARGE),
            Message::LongLine => Err("554 5.6.0 line too long"),
            Message::Bare => {
                // The end of the message is ambiguous, so nothing after it can be trusted.
                self.say("554 5.6.11 lines must end with CRLF").await?;
                return Ok(Next::Over);
            }
            Message::Gone => return Ok(Next::Over),
        };
        let mut answers = Vec::new();
        for Recipient(recipient, counted) in recipients {
            answers.push(match &email {
                // Count only complete emails: naming an address must not use up its limit.
                Ok(_) if !self.policy.counts(counted) => TOO_MANY,
                Ok(email) => {
                    let envelope = Envelope { sender: sender.clone(), recipient: Some(recipient) };
                    response(self.policy.keep(envelope, email.clone()).await)
                }
                Err(why) => *why,
            });
        }
        if self.policy.protocol == Protocol::Smtp {
            // SMTP has one reply for all recipients. If the sender retries, emails already stored
            // are recognised as duplicates.
            let worst = answers.iter().copied().max_by_key(|answer| &answer[..1] != "2");
            answers = worst.into_iter().collect();
        }
        for answer in answers {
            self.say(answer).await?;
        }
        Ok(Next::On)
    }
}

const TOO_MANY: &str = "452 4.7.1 too many emails, try again later";
const TOO_LARGE: &str = "552 5.3.4 message too large";

fn response(response: Result<(), SpoolError>) -> &'static str {
    match response {
        Ok(()) => "250 2.0.0 message accepted",
        Err(SpoolError::TooLong) => TOO_LARGE,
        Err(SpoolError::Envelope(_)) => "553 5.1.7 address contains a line break",
        Err(SpoolError::Disk(error)) => {
            tracing::error!(%error, "failed to write inbound email to the spool");
            "451 4.3.1 cannot store message, try again later"
        }
    }
}
