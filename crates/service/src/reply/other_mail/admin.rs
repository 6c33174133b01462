//! Email to `postmaster` and `abuse`, which every mail domain must accept (RFC 5321, RFC 2142). It
//! is forwarded to the admin, at most [`A_DAY`] a day, and never to an address of this server.

use crate::handles::Inbox;
use chrono::{DateTime, Utc};

use crate::email_payload::{EmailPayload, HeldPayload};
use crate::error::ServiceError;
use crate::people::message_ids::message_id;
use crate::reply::admit::same;
use ravenpost_emails::NotificationKind;
use ravenpost_store::lists::counters;
use ravenpost_store::post::incoming::{self, Found, IncomingState, Outcome};
use ravenpost_store::post::outbox::{self, QueuedEmail};
use ravenpost_store::writes;

/// Local parts that are forwarded to the admin.
const NAMES: [&str; 2] = ["postmaster", "abuse"];
/// Maximum number of emails forwarded per day.
pub const A_DAY: u64 = 20;
/// Maximum number of lines forwarded of each email.
const LINES: usize = 60;

#[derive(Clone, Debug)]
pub struct ForAdmin {
    /// Its number among the inbound emails.
    pub id: i64,
    pub from: Option<String>,
    pub subject: String,
    /// Its text, including quotes and signatures.
    pub lines: Vec<String>,
}

impl Inbox<'_> {
    /// Whether email to an address is forwarded to the admin. If replies go to a mailbox elsewhere,
    /// its domain has a postmaster of its own.
    pub fn is_for_admin(self, address: &str) -> bool {
        let settings = self.settings();
        let Some(answers) = &settings.answers else { return false };
        let (local, domain) = address.trim().rsplit_once('@').unwrap_or((address, &answers.domain));
        let admin = &settings.admin;
        let reachable = !admin.ends_with("@localhost")
            && !admin.to_lowercase().ends_with(&format!("@{}", answers.domain.to_lowercase()))
            && !settings.robots.iter().any(|robot| same(robot, admin));
        reachable
            && answers.mailbox.is_none()
            && domain.eq_ignore_ascii_case(&answers.domain)
            && NAMES.iter().any(|name| local.eq_ignore_ascii_case(name))
    }

    pub async fn forward_to_admin(
        self,
        now: DateTime<Utc>,
        email: &ForAdmin,
    ) -> Result<IncomingState, ServiceError> {
        let (kind, domain) = (NotificationKind::AdminMail, self.accounts().message_domain().await?);
        let notice = QueuedEmail {
            message_id: message_id(kind, &[&email.id, &now.timestamp()], domain),
            to_player: None,
            address: Some(self.settings().admin.clone()),
            kind: kind.key().to_owned(),
            game: None,
            seat: None,
            seq: None,
            payload: EmailPayload::Held(HeldPayload { inbound_email: email.id }).text(),
            references: String::new(),
            at: now,
            due_at: now,
        };
        let subject = std::iter::once(format!("Subject: {}", email.subject));
        let worded = email.lines.iter().filter(|line| !line.trim().is_empty());
        let says: Vec<String> = subject.chain(worded.take(LINES).cloned()).collect();
        let (id, day) = (email.id, now.timestamp().div_euclid(86_400));
        let found = Found { sender: email.from.clone(), ..Found::default() };
        let mut outcome = Outcome {
            state: IncomingState::Done,
            found,
            note: "it was forwarded to the admin".to_owned(),
            answer: None,
            at: now,
        };
        let done = self.store().write(writes!(|tx| {
            if counters::bump(tx, "admin_mail", day).await? > A_DAY {
                outcome.state = IncomingState::Ignored;
                outcome.note = "the daily limit of forwarded emails was reached".to_owned();
            }
            let state = outcome.state;
            if !incoming::settle(tx, id, &outcome).await? || state != IncomingState::Done {
                return Ok(state);
            }
            incoming::quote(tx, id, &says).await?;
            outbox::owe(tx, &notice).await?;
            Ok(state)
        }));
        Ok(done.await?)
    }
}
