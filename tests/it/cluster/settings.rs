//! Settings of the nodes in this test.

use std::path::Path;

use super::history::OFF;
use super::nodes;
use crate::mail::incoming::dovecot::Dovecot;

/// Returns the settings common to all nodes.
pub fn settings(address: &str, port: u16, mailbox: &Dovecot) -> Vec<(String, String)> {
    let all = [
        ("DATA__DATABASE", address.to_owned()),
        ("DATA__BACKUP_INTERVAL_HOURS", "0".to_owned()),
        ("SERVER__BASE_URL", format!("http://127.0.0.1:{port}")),
        ("SERVER__WORKERS", "2".to_owned()),
        ("MAIL__TRANSPORT", "smtp".to_owned()),
        ("MAIL__SMTP_HOST", "localhost".to_owned()),
        ("MAIL__SMTP_TLS", "none".to_owned()),
        ("MAIL__TURN_DELAY", "1 second".to_owned()),
        ("MAIL__REPLY_DOMAIN", "reply.raven.example".to_owned()),
        ("MAIL__IMAP_HOST", "localhost".to_owned()),
        ("MAIL__IMAP_PORT", mailbox.plain().to_string()),
        ("MAIL__IMAP_TLS", "none".to_owned()),
        ("MAIL__IMAP_USERNAME", "raven".to_owned()),
        ("MAIL__IMAP_PASSWORD", "secret".to_owned()),
        ("LIMITS__ORDERS_PER_MINUTE", "100000".to_owned()),
        ("LIMITS__REQUESTS_PER_SECOND", "100000".to_owned()),
        ("LIMITS__CONNECTIONS_PER_CLIENT", "100000".to_owned()),
    ];
    all.map(|(key, value)| (format!("RAVENPOST__{key}"), value)).to_vec()
}

/// Returns the settings of one node: its mail sources and relay, and a clock that can be set wrong.
pub fn own_settings(place: &Path, clock: &Path, out: u16, source: u16) -> Vec<(String, String)> {
    let file = nodes::clock_file(place);
    let all = [
        ("RAVENPOST__MAIL__SMTP_PORT", out.to_string()),
        ("RAVENPOST__MAIL__LISTEN", format!("127.0.0.1:{source}")),
        ("RAVENPOST__MAIL__LISTEN_PROTOCOL", "smtp".to_owned()),
        ("LD_PRELOAD", clock.to_string_lossy().into_owned()),
        ("CLOCK_OFF", OFF.to_string()),
        ("CLOCK_FILE", file.to_string_lossy().into_owned()),
    ];
    all.map(|(key, value)| (key.to_owned(), value)).to_vec()
}
