//! A way out for tests: takes letters, says no or hangs, as it is told.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lettre::address::Envelope;
use tokio::sync::{Notify, watch};

use super::failure::{Failure, SmtpStep};

/// A list of letters taken.
#[derive(Clone, Default)]
pub struct Memory(Arc<Shared>);

#[derive(Default)]
struct Shared {
    kept: Mutex<RecentLetter>,
    count: watch::Sender<usize>,
    hung: Notify,
    let_go: Notify,
}

#[derive(Default)]
struct RecentLetter {
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
    /// Every letter taken so far: recipient and bytes.
    pub fn taken(&self) -> Vec<(String, Vec<u8>)> {
        self.kept().taken.clone()
    }

    /// Recipient and envelope sender of every letter that was brought.
    pub fn senders(&self) -> Vec<(String, String)> {
        self.kept().senders.clone()
    }

    /// Waits until so many letters have been taken.
    pub async fn took(&self, count: usize) {
        let mut counts = self.0.count.subscribe();
        counts.wait_for(|taken| *taken >= count).await.expect("this holds the other end");
    }

    /// From now on letters to addresses that end so are refused: with their message when the
    /// failure says so, else before it.
    pub fn refuse(&self, ending: &str, failure: Failure) {
        self.kept().refusals.push((ending.to_owned(), failure));
    }

    /// From now on everything is taken.
    pub fn relent(&self) {
        self.kept().refusals.clear();
    }

    /// Hangs with every letter that is about to be taken.
    pub fn hang_before_taking(&self) {
        self.kept().hang = Some((When::Before, String::new()));
    }

    /// Takes letters and hangs before it says so.
    pub fn hang_after_taking(&self) {
        self.kept().hang = Some((When::After, String::new()));
    }

    /// Hangs with letters to addresses that end so.
    pub fn hang_on(&self, ending: &str) {
        self.kept().hang = Some((When::Before, ending.to_owned()));
    }

    /// Goes on with what it hangs with, and hangs no more.
    pub fn let_go(&self) {
        self.kept().hang = None;
        self.0.let_go.notify_waiters();
    }

    /// Waits until it hangs with something.
    pub async fn hung(&self) {
        self.0.hung.notified().await;
    }

    /// Takes sender and recipient.
    pub(super) async fn ready(&self, envelope: &Envelope) -> Result<String, Failure> {
        let to: Vec<String> = envelope.to().iter().map(ToString::to_string).collect();
        let to = to.join(", ");
        let from = envelope.from().map(ToString::to_string).unwrap_or_default();
        self.kept().senders.push((to.clone(), from));
        self.may_hang(When::Before, &to).await;
        self.refused(&to, |failure| failure.step != Some(SmtpStep::Text))?;
        Ok(to)
    }

    pub(super) async fn take(&self, to: String, message: &[u8]) -> Result<String, Failure> {
        self.refused(&to, |failure| failure.step == Some(SmtpStep::Text))?;
        {
            let mut kept = self.kept();
            kept.taken.push((to.clone(), message.to_vec()));
            self.0.count.send_replace(kept.taken.len());
        }
        self.may_hang(When::After, &to).await;
        Ok("taken".to_owned())
    }

    /// Whether anybody is there: nobody, when everything is refused.
    pub(super) fn probe(&self) -> Result<(), Failure> {
        self.refused("", |_| true)
    }

    fn refused(&self, to: &str, here: impl Fn(&Failure) -> bool) -> Result<(), Failure> {
        let kept = self.kept();
        let mut refusals = kept.refusals.iter();
        match refusals.find(|(ending, failure)| to.ends_with(ending.as_str()) && here(failure)) {
            Some((_, failure)) => Err(failure.clone()),
            None => Ok(()),
        }
    }

    async fn may_hang(&self, when: When, to: &str) {
        let let_go = self.0.let_go.notified();
        tokio::pin!(let_go);
        // From here on no call to let go is missed.
        let_go.as_mut().enable();
        let hangs =
            matches!(&self.kept().hang, Some((at, ending)) if *at == when && to.ends_with(ending));
        if hangs {
            self.0.hung.notify_one();
            let_go.await;
        }
    }

    fn kept(&self) -> MutexGuard<'_, RecentLetter> {
        self.0.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
