//! Message-IDs. They consist of the kind, what makes the email unique within it, and the domain, as
//! in `your_turn.42.1.k3v9w2mq7xhd@raven.example`.
//!
//! The domain is recorded at the first start and never changes, so that an email queued before a
//! change of settings and the same email queued after it have the same id.

use crate::handles::Accounts;
use std::fmt::Display;

use crate::error::ServiceError;
use ravenpost_emails::NotificationKind;
use ravenpost_store::lists::settings::{self, Key};
use ravenpost_store::writes;

/// The Message-ID of an email, derived from its content so that it cannot be queued twice.
pub(crate) fn message_id(
    kind: NotificationKind,
    parts: &[&(dyn Display + Sync)],
    domain: &str,
) -> String {
    let parts: String = parts.iter().map(|part| format!(".{part}")).collect();
    format!("{}{parts}@{domain}", kind.key())
}

impl<'s> Accounts<'s> {
    /// The domain of Message-IDs.
    pub(crate) async fn message_domain(self) -> Result<&'s str, ServiceError> {
        let init = || async {
            if let Some(known) = settings::get(self.store().read(), Key::MessageIdDomain).await? {
                return Ok(known);
            }
            let new = self.settings().mail_domain.clone();
            let job =
                self.store()
                    .write(writes!(|tx| settings::init(tx, Key::MessageIdDomain, &new).await));
            Ok(job.await?)
        };
        self.0.inner().message_domain.get_or_try_init(init).await.map(String::as_str)
    }

    /// A random Message-ID, for an email that is not about an event.
    pub(crate) async fn chance_message_id(
        self,
        kind: NotificationKind,
    ) -> Result<String, ServiceError> {
        let salt = self.entropy().salt()?;
        Ok(message_id(kind, &[&salt], self.message_domain().await?))
    }
}
