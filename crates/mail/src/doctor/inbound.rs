//! Checks inbound email: whether replies reach this server, and through which mail source.

use std::time::SystemTime;

use super::dns::{Dns, Silence};
use super::finding::DoctorReport;
use crate::incoming::imap::error::{ImapError, ImapStep};
use crate::incoming::imap::mailbox::Mailbox;
use crate::incoming::misconfigurations::{Mistake, Mistakes};
use crate::incoming::spool::Spool;
use crate::incoming::{imap, listener};
use ravenpost_config::{Config, is_loopback};
use ravenpost_store::Store;
use ravenpost_store::post::mail_sources;

pub(super) async fn look(
    config: &Config,
    dns: &impl Dns,
    store: Option<&Store>,
    report: &mut DoctorReport,
) {
    let Some((domain, _)) = config.mail.answers() else {
        return report.note(
            "replies",
            "replies to emails are not read",
            "That is fine if players only use the website. To enable replies by email, set \
             mail.reply_domain (see docs/operate/inbound-email.md).",
        );
    };
    exchanger(&domain, dns, report).await;
    gate(config, report);
    mailbox(config, report).await;
    listening(config, report).await;
    if let Some(store) = store {
        shut(store, report).await;
    }
}

async fn exchanger(domain: &str, dns: &impl Dns, report: &mut DoctorReport) {
    match dns.takes_mail(domain).await {
        Ok(true) => report.good("replies", format!("{domain} accepts email")),
        Ok(false) | Err(Silence::Nothing) => report.bad(
            "replies",
            format!("{domain} does not accept email, so replies cannot arrive"),
            format!(
                "Add an MX record for {domain} that names the mail server in front of Ravenpost, \
                 or set mail.reply_domain to a domain that has one. Bounces are lost as well, and \
                 some mail servers reject email from such domains."
            ),
        ),
        Err(Silence::Unreachable(why)) => report.warn(
            "replies",
            format!("the DNS lookup failed: {why}"),
            "Try again later, or check the name server of this machine.",
        ),
    }
}

fn gate(config: &Config, report: &mut DoctorReport) {
    match config.mail.authserv_id.as_str() {
        "" => report.note(
            "authserv",
            "senders of replies are not verified",
            "Only the key in the reply address is checked. If the upstream mail server checks \
             DMARC, set mail.authserv_id to its name in Authentication-Results.",
        ),
        name => report.good("authserv", format!("sender verification by {name} is trusted")),
    }
}

async fn mailbox(config: &Config, report: &mut DoctorReport) {
    let mailbox = match Mailbox::of(config) {
        Ok(Some(mailbox)) => mailbox,
        Ok(None) => return,
        Err(error) => {
            let cure = "Fix the section [mail] of the settings.";
            return report.bad("imap", error.to_string(), cure);
        }
    };
    let words = mailbox.words();
    let called = async {
        let mut line = imap::call(&mailbox).await?;
        imap::emails::holds(&mut line, &mailbox, "nobody@localhost").await
    };
    match called.await {
        Ok(_) => report.good("imap", format!("{words}: readable")),
        Err(trouble) => report.bad("imap", format!("{words}: {trouble}"), cure(&trouble)),
    }
}

fn cure(trouble: &ImapError) -> &'static str {
    match trouble {
        ImapError::Silent(ImapStep::Connect) | ImapError::Said(ImapStep::Connect, _) => {
            "Check mail.imap_host, mail.imap_port and mail.imap_tls: use \"tls\" with port 993, \
             \"starttls\" with 143."
        }
        ImapError::Silent(ImapStep::Protect) | ImapError::Said(ImapStep::Protect, _) => {
            "Check that mail.imap_host matches the name in the server's certificate, and that \
             mail.imap_tls matches the port: \"tls\" for 993, \"starttls\" for 143."
        }
        ImapError::Silent(ImapStep::SignIn) | ImapError::Said(ImapStep::SignIn, _) => {
            "Check mail.imap_username and mail.imap_password. Many providers require an app \
             password instead of your normal password."
        }
        ImapError::Silent(ImapStep::Folder) | ImapError::Said(ImapStep::Folder, _) => {
            "Check mail.imap_folder: the name must be spelt exactly as on the server."
        }
        _ => "Try again later. The message above comes from the server.",
    }
}

async fn listening(config: &Config, report: &mut DoctorReport) {
    let place = &config.mail.listen;
    if place.is_empty() {
        return;
    }
    if !place.starts_with("unix:") && !is_loopback(place) {
        report.warn(
            "listen",
            format!("other machines can deliver email unencrypted at {place}"),
            "Listen on 127.0.0.1, or make sure that only your own mail server can connect.",
        );
    }
    match listener::probe(place).await {
        Ok(()) => report.good("listen", format!("email is accepted at {place}")),
        Err(error) => report.bad(
            "listen",
            format!("no email is accepted at {place}: {error}"),
            "Start the server with these settings. It listens there itself.",
        ),
    }
}

/// Reports misconfigurations of the upstream mail server that the mail sources have recorded. If
/// the test email arrived, earlier records are cleared: a problem that persists is recorded again.
pub(super) fn mistakes(config: &Config, begun: SystemTime, came: bool, report: &mut DoctorReport) {
    if config.mail.answers().is_none() {
        return;
    }
    let seen = Mistakes::of_spool(&Spool::at(config.incoming()));
    let corrected = |mistake, what: &str| {
        (came && seen.forget(mistake, begun))
            .then(|| format!("{what} (recorded before the test email, now cleared)"))
    };
    let note = "No action is needed unless it is reported again.";
    if let Some(domain) = seen.seen(Mistake::Foreign, begun) {
        let what =
            format!("the upstream mail server delivers email for {domain}, which is refused");
        match corrected(Mistake::Foreign, &what) {
            Some(what) => report.note("domains", what, note),
            None => report.bad(
                "domains",
                what,
                "Its virtual_transport may apply to all its domains. List only the reply domain, \
                 in transport_maps (docs/operate/inbound-email.md, 2a and 2b).",
            ),
        }
    }
    if seen.seen(Mistake::NullSender, begun).is_some() {
        let what = "the pipe passes MAILER-DAEMON for emails without a sender";
        match corrected(Mistake::NullSender, what) {
            Some(what) => report.note("sender", what, note),
            None => report.warn(
                "sender",
                what,
                "Add null_sender= to its line in master.cf (docs/operate/inbound-email.md, \
                 2b). Ravenpost recognises such emails anyway.",
            ),
        }
    }
}

/// Reports mail sources that the server itself has marked as failing.
async fn shut(store: &Store, report: &mut DoctorReport) {
    for shut in mail_sources::shut(store.read()).await.unwrap_or_default() {
        let since = shut.since.format("%Y-%m-%d %H:%M UTC");
        report.bad(
            "sources",
            format!("no email received through {} since {since}: {}", shut.source, shut.why),
            "Fix the mail source. Until then, deadlines are suspended, for three days at most.",
        );
    }
}
