//! A transport for tests that accepts emails, refuses them or hangs, as configured.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lettre::address::Envelope;
use tokio::sync::{Notify, watch};

use super::failure::{Failure, SmtpStep};

/// Collects the accepted emails.
#[derive(Clone, Default)]
pub struct Memory(Arc<Shared>);

#[derive(Default)]
struct Shared {
    recent: Mutex<RecentEmail>,
    count: watch::Sender<usize>,
    hung: Notify,
    let_go: Notify,
}

#[derive(Default)]
struct RecentEmail {
    taken: Vec<(String, Vec<u8>)>,
    senders: Vec<(String, String)>,
    refusals: Vec<(String, Failure)>,
    hang: Option<(When, String)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    Before,
    After,
}

impl Memory {
    /// Returns the recipient and bytes of every accepted email.
    pub fn taken(&self) -> Vec<(String, Vec<u8>)> {
        self.recent().taken.clone()
    }

    /// Returns the recipient and envelope sender of every email offered.
    pub fn senders(&self) -> Vec<(String, String)> {
        self.recent().senders.clone()
    }

    /// Waits until this many emails have been accepted.
    pub async fn took(&self, count: usize) {
        let mut counts = self.0.count.subscribe();
        counts.wait_for(|taken| *taken >= count).await.expect("this holds the other end");
    }

    /// Refuses emails to addresses with this ending: at the message if the failure has that step,
    /// otherwise before it.
    pub fn refuse(&self, ending: &str, failure: Failure) {
        self.recent().refusals.push((ending.to_owned(), failure));
    }

    /// Removes all refusals.
    pub fn relent(&self) {
        self.recent().refusals.clear();
    }

    /// Hangs before accepting each email.
    pub fn hang_before_taking(&self) {
        self.recent().hang = Some((When::Before, String::new()));
    }

    /// Accepts emails, but hangs before confirming them.
    pub fn hang_after_taking(&self) {
        self.recent().hang = Some((When::After, String::new()));
    }

    /// Never answers for emails to addresses with this ending.
    pub fn hang_on(&self, ending: &str) {
        self.recent().hang = Some((When::Before, ending.to_owned()));
    }

    /// Resumes hanging deliveries and stops hanging.
    pub fn let_go(&self) {
        self.recent().hang = None;
        self.0.let_go.notify_waiters();
    }

    /// Waits until a delivery hangs.
    pub async fn hung(&self) {
        self.0.hung.notified().await;
    }

    /// Accepts sender and recipient.
    pub(super) async fn ready(&self, envelope: &Envelope) -> Result<String, Failure> {
        let to: Vec<String> = envelope.to().iter().map(ToString::to_string).collect();
        let to = to.join(", ");
        let from = envelope.from().map(ToString::to_string).unwrap_or_default();
        self.recent().senders.push((to.clone(), from));
        self.may_hang(When::Before, &to).await;
        self.refused(&to, |failure| failure.step != Some(SmtpStep::Text))?;
        Ok(to)
    }

    pub(super) async fn take(&self, to: String, message: &[u8]) -> Result<String, Failure> {
        self.refused(&to, |failure| failure.step == Some(SmtpStep::Text))?;
        {
            let mut recent = self.recent();
            recent.taken.push((to.clone(), message.to_vec()));
            self.0.count.send_replace(recent.taken.len());
        }
        self.may_hang(When::After, &to).await;
        Ok("taken".to_owned())
    }

    /// Fails if all emails are refused.
    pub(super) fn probe(&self) -> Result<(), Failure> {
        self.refused("", |_| true)
    }

    fn refused(&self, to: &str, here: impl Fn(&Failure) -> bool) -> Result<(), Failure> {
        let recent = self.recent();
        let mut refusals = recent.refusals.iter();
        match refusals.find(|(ending, failure)| to.ends_with(ending.as_str()) && here(failure)) {
            Some((_, failure)) => Err(failure.clone()),
            None => Ok(()),
        }
    }

    async fn may_hang(&self, when: When, to: &str) {
        let let_go = self.0.let_go.notified();
        tokio::pin!(let_go);
        // From here on no notification is missed.
        let_go.as_mut().enable();
        let hang = self.recent().hang.clone();
        let hangs = hang.is_some_and(|(at, ending)| at == when && to.ends_with(&ending));
        if hangs {
            self.0.hung.notify_one();
            let_go.await;
        }
    }

    fn recent(&self) -> MutexGuard<'_, RecentEmail> {
        self.0.recent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
