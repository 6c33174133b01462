//! The message for a server without an admin.

use crate::config::{Config, Transport};
use crate::service::people::operator::LINK_HOURS;

/// Returns the sign-in link for the admin, and what to do next.
pub fn words(link: &str, config: &Config) -> String {
    let mut words = format!(
        "\nNobody runs this server yet. This link signs you in as its admin\n\
         ({}), once, within {LINK_HOURS} hours:\n\n    {link}\n",
        config.mail.admin
    );
    if config.mail.transport == Transport::Local {
        words.push_str("\nLetters are not sent: they can be read at /outbox.\n");
    }
    words.push_str("\nHow letters do, you see at /operator/post.\n");
    words
}
