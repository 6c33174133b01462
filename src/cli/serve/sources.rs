//! The configured mail sources: always the spool, and optionally a remote mailbox and an LMTP or
//! SMTP listener.

use std::sync::Arc;

use anyhow::Context;
use chrono::Utc;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use ravenpost_config::{Config, Speech};
use ravenpost_mail::incoming::imap::{Imap, Mailbox};
use ravenpost_mail::incoming::intake::Intake;
use ravenpost_mail::incoming::listener::{self, ListenAddress, Policy, Protocol};
use ravenpost_mail::incoming::reading::Trust;
use ravenpost_mail::incoming::spool::Spool;
use ravenpost_service::Service;

/// The open mail sources.
#[derive(Default)]
pub struct Sources {
    /// The intake; `None` if replies are not enabled.
    pub intake: Option<Arc<Intake>>,
    pub loops: Vec<JoinHandle<()>>,
}

/// Opens the mail sources. Listening addresses are bound when this returns.
pub async fn open(
    config: &Config,
    service: &Service,
    stopped: &watch::Receiver<bool>,
) -> anyhow::Result<Sources> {
    let mail = &config.mail;
    if mail.answers().is_none() {
        service.clocks().sources_are(Utc::now(), &[]).await?;
        return Ok(Sources::default());
    }
    let trust = Trust {
        authserv_id: Some(mail.authserv_id.clone()).filter(|name| !name.is_empty()),
        domain: Some(mail.domain().to_owned()),
    };
    let spool = Spool::at(config.incoming());
    let (mut sources, mut names) = (Sources::default(), vec!["spool"]);
    let mut imap = None;
    if let Some(mailbox) = Mailbox::of(config)? {
        names.push("imap");
        let (asks, watcher) =
            Imap::new(mailbox, service.clone(), trust.clone(), Arc::new(Utc::now));
        imap = Some(asks);
        sources.loops.push(tokio::spawn(watcher.run(stopped.clone())));
    }
    if !mail.listen.is_empty() {
        let place = ListenAddress::open(&mail.listen).await;
        let place = place.with_context(|| format!("cannot listen on {}", mail.listen))?;
        let protocol = match mail.listen_protocol {
            Speech::Lmtp => Protocol::Lmtp,
            Speech::Smtp => Protocol::Smtp,
        };
        let name = mail.domain().to_owned();
        let policy = Policy::new(protocol, name, service.clone(), spool.clone());
        sources.loops.push(tokio::spawn(listener::serve(place, policy, stopped.clone())));
    }
    service.clocks().sources_are(Utc::now(), &names).await?;
    sources.intake = Some(Arc::new(Intake::new(service.clone(), spool, trust).with_imap(imap)));
    Ok(sources)
}
