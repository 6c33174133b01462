//! Checks inbound email: whether replies reach this server, and through which mail source.

use std::time::SystemTime;

use super::dns::{Dns, Silence};
use super::finding::DoctorReport;
use crate::config::{Config, is_loopback};
use crate::mail::incoming::imap::mailbox::Mailbox;
use crate::mail::incoming::imap::trouble::{ImapStep, Trouble};
use crate::mail::incoming::mistakes::{Mistake, Mistakes};
use crate::mail::incoming::spool::Spool;
use crate::mail::incoming::{imap, listener};
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
            "answers",
            "answers to letters are not read",
            "That is fine: people play on the pages. To let them answer letters, set \
             mail.reply_domain and read docs/mail.md.",
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
        Ok(true) => report.good("answers", format!("letters to {domain} have somewhere to go")),
        Ok(false) | Err(Silence::Nothing) => report.bad(
            "answers",
            format!("{domain} takes no mail, so nobody's answer can arrive"),
            format!(
                "Give {domain} an MX record that names the mail server in front of Ravenpost, or \
                 set mail.reply_domain to a domain that has one. Letters that come back are lost \
                 as well, and some mailboxes refuse letters from domains that take none."
            ),
        ),
        Err(Silence::Unreachable(why)) => report.warn(
            "answers",
            format!("the DNS could not be asked: {why}"),
            "Try again later, or look whether this machine has a name server.",
        ),
    }
}

fn gate(config: &Config, report: &mut DoctorReport) {
    match config.mail.authserv_id.as_str() {
        "" => report.note(
            "gate",
            "whether a letter is from whom it says, nobody looks",
            "The key in a letter's address alone decides. If the mail server in front checks \
             DMARC, set mail.authserv_id to the name it writes into Authentication-Results.",
        ),
        name => report.good("gate", format!("what {name} writes about senders is believed")),
    }
}

async fn mailbox(config: &Config, report: &mut DoctorReport) {
    let mailbox = match Mailbox::of(config) {
        Ok(Some(mailbox)) => mailbox,
        Ok(None) => return,
        Err(error) => {
            let cure = "Mend the section [mail] of the settings.";
            return report.bad("imap", error.to_string(), cure);
        }
    };
    let words = mailbox.words();
    let called = async {
        let mut line = imap::call(&mailbox).await?;
        imap::letters::holds(&mut line, &mailbox, "nobody@localhost").await
    };
    match called.await {
        Ok(_) => report.good("imap", format!("{words}: it can be read")),
        Err(trouble) => report.bad("imap", format!("{words}: {trouble}"), cure(&trouble)),
    }
}

fn cure(trouble: &Trouble) -> &'static str {
    match trouble {
        Trouble::Silent(ImapStep::Connect) | Trouble::Said(ImapStep::Connect, _) => {
            "Check mail.imap_host, mail.imap_port and mail.imap_tls: \"tls\" goes with port 993, \
             \"starttls\" with 143."
        }
        Trouble::Silent(ImapStep::Protect) | Trouble::Said(ImapStep::Protect, _) => {
            "Check that mail.imap_host is the very name in the server's certificate, and that \
             mail.imap_tls fits the port: \"tls\" for 993, \"starttls\" for 143."
        }
        Trouble::Silent(ImapStep::SignIn) | Trouble::Said(ImapStep::SignIn, _) => {
            "Check mail.imap_username and mail.imap_password. Many providers want a password made \
             for this program alone instead of the one you sign in with."
        }
        Trouble::Silent(ImapStep::Folder) | Trouble::Said(ImapStep::Folder, _) => {
            "Check mail.imap_folder: folders are spelt as the server spells them."
        }
        _ => "Try again later; the words above are the server's own.",
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
            format!("other machines may hand letters over at {place}, in the clear"),
            "Listen on 127.0.0.1, or see to it that only your own mail server reaches this.",
        );
    }
    match listener::probe(place).await {
        Ok(()) => report.good("listen", format!("letters are taken at {place}")),
        Err(error) => report.bad(
            "listen",
            format!("nobody takes letters at {place}: {error}"),
            "Start the server with these settings; it listens there itself.",
        ),
    }
}

/// Reports misconfigurations of the upstream mail server that the mail sources have recorded. If
/// the test email arrived, earlier records are cleared: a problem that persists is recorded again.
pub(super) fn mistakes(config: &Config, begun: SystemTime, came: bool, report: &mut DoctorReport) {
    if config.mail.answers().is_none() {
        return;
    }
    let seen = Mistakes::beside(&Spool::at(config.incoming()));
    let corrected = |mistake, what: &str| {
        (came && seen.forget(mistake, begun))
            .then(|| format!("{what}, as was seen before the test email; it is forgotten now"))
    };
    let note = "Nothing has to be done unless it is reported again.";
    if let Some(domain) = seen.seen(Mistake::Foreign, begun) {
        let what =
            format!("the mail server in front hands over letters for {domain}, which are refused");
        match corrected(Mistake::Foreign, &what) {
            Some(what) => report.note("domains", what, note),
            None => report.bad(
                "domains",
                what,
                "Its virtual_transport, perhaps, moves every domain that it hosts. Name the domain \
                 for answers alone, in transport_maps (docs/mail.md, 2a and 2b).",
            ),
        }
    }
    if seen.seen(Mistake::NullSender, begun).is_some() {
        let what = "the pipe says MAILER-DAEMON where a letter has no sender";
        match corrected(Mistake::NullSender, what) {
            Some(what) => report.note("sender", what, note),
            None => report.warn(
                "sender",
                what,
                "Add null_sender= to its line in master.cf (docs/mail.md, 2b). Such letters are \
                 known all the same.",
            ),
        }
    }
}

/// Reports mail sources that the server itself has marked as failing.
async fn shut(store: &Store, report: &mut DoctorReport) {
    for shut in mail_sources::shut(store.read()).await.unwrap_or_default() {
        let since = shut.since.format("%Y-%m-%d %H:%M UTC");
        report.bad(
            "doors",
            format!("no letters come in by {} since {since}: {}", shut.door, shut.why),
            "No deadline passes while a door is shut, for three days at most.",
        );
    }
}
