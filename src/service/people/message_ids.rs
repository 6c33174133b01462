//! Message-IDs of letters about no event, and the domain of all.
//!
//! That domain is noted at the first start and stays: a letter owed before the settings were
//! changed and one owed after must not be taken for two.

use crate::letters::LetterKind;
use crate::service::Service;
use crate::service::error::ServiceError;
use ravenpost_store::lists::settings;
use ravenpost_store::writes;

impl Service {
    /// The domain of Message-IDs.
    pub(in crate::service) async fn message_domain(&self) -> Result<&str, ServiceError> {
        const NAME: &str = "message domain";
        let init = || async {
            if let Some(known) = settings::get(self.store().read(), NAME).await? {
                return Ok(known);
            }
            let new = self.settings().mail_domain.clone();
            let job = self.store().write(writes!(|tx| settings::init(tx, NAME, &new).await));
            Ok(job.await?)
        };
        self.0.message_domain.get_or_try_init(init).await.map(String::as_str)
    }

    /// A Message-ID for a letter about no event.
    pub(in crate::service) async fn chance_message_id(
        &self,
        kind: LetterKind,
    ) -> Result<String, ServiceError> {
        let kind = kind.key().replace('_', "-");
        Ok(format!("{kind}.{}@{}", self.entropy().salt()?, self.message_domain().await?))
    }
}
