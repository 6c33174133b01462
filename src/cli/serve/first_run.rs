//! The message for a server without an admin.

use ravenpost_config::{Config, Transport};
use ravenpost_service::people::admins::LINK_HOURS;

/// Returns the sign-in link for the admin, and what to do next.
pub fn words(link: &str, config: &Config) -> String {
    let mut words = format!(
        "\nThis server has no admin yet. To sign in as the admin ({}),\n\
         open this link within {LINK_HOURS} hours. It works once:\n\n    {link}\n",
        config.mail.admin
    );
    if config.mail.transport == Transport::Local {
        words.push_str("\nEmails are not sent. Read them at /outbox.\n");
    }
    words.push_str("\nThe admin pages are at /admin.\n");
    words
}
