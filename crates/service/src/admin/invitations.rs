//! Who may sign up, and the invitations to the server.

use chrono::{DateTime, Utc};

use super::record::{Changer, record};
use crate::error::ServiceError;
use crate::handles::Administration;
use crate::people::admission::invitation;
use crate::people::sign_up::SignUp;
use ravenpost_store::lists::settings::{self, Key};
use ravenpost_store::people::admin_log::AdminAction;
use ravenpost_store::people::{players, server_invitations};
use ravenpost_store::writes;

impl Administration<'_> {
    /// Sets who may sign up without an invitation, overriding the settings.
    pub async fn set_sign_up(
        self,
        now: DateTime<Utc>,
        by: Changer,
        sign_up: &SignUp,
    ) -> Result<(), ServiceError> {
        let written = sign_up.written();
        let job = self.store().try_write(writes!(|tx| {
            if settings::get(&mut *tx, Key::SignUp).await?.as_ref() == Some(&written) {
                return Ok(());
            }
            settings::set(tx, Key::SignUp, &written).await?;
            record(tx, now, by, AdminAction::SignUpChanged, written).await
        }));
        job.await
    }

    /// Invites an address, whose owner may then sign up. No email is sent.
    pub async fn invite_to_server(
        self,
        now: DateTime<Utc>,
        by: Changer,
        written: &str,
    ) -> Result<(), ServiceError> {
        let address = self.players().somebodys(written)?;
        let new = invitation(address.folded(), now);
        let job = self.store().try_write(writes!(|tx| {
            if players::by_address(&mut *tx, &new.address).await?.is_some() {
                return Err(ServiceError::refused("this address already has an account"));
            }
            server_invitations::put(tx, &new).await?;
            record(tx, now, by, AdminAction::Invited, String::new()).await
        }));
        job.await
    }

    /// Revokes the invitation of an address, including one created by a command.
    pub async fn revoke_invitation(
        self,
        now: DateTime<Utc>,
        by: Changer,
        written: &str,
    ) -> Result<(), ServiceError> {
        let address = written.trim().to_lowercase();
        let open = self.admissions().server_invitations(now).await?;
        if !open.iter().any(|one| one.address == address) {
            return Err(ServiceError::NotFound("invitation of that address"));
        }
        let revoked = address.clone();
        let job = self.store().try_write(writes!(|tx| {
            server_invitations::remove(tx, &revoked).await?;
            record(tx, now, by, AdminAction::InvitationRevoked, String::new()).await
        }));
        let done: Result<(), ServiceError> = job.await;
        done?;
        self.admissions().delete_file_of(&address);
        Ok(())
    }
}
