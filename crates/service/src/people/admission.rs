//! Who may create an account while sign-ups are closed: only invited people, and the addresses of
//! allowed domains. An admin can invite an address. If the settings allow it, a table's share link
//! also admits as many people as the table has free seats.

use crate::handles::Admissions;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use chrono::{DateTime, Duration, Utc};

use crate::error::ServiceError;
use crate::people::address::Address;
use crate::people::sign_up::SignUp;
use ravenpost_store::people::server_invitations::{self, ServerInvitation};
use ravenpost_store::people::{invitations, players};
use ravenpost_store::sqlite::owner::give_to_owner_of_folder;
use ravenpost_store::{PlayerId, StoreError, TokenHash, Tx, token_hash, writes};

/// How long an invitation to the server is valid.
const VALID: Duration = Duration::days(90);

/// The path of share links.
const SHARE_LINK: &str = "/join/";

/// Who may sign up.
#[derive(Clone, Debug, Default)]
pub(crate) struct Admission {
    /// Who may sign up without an invitation.
    sign_up: SignUp,
    /// The folder with the invitations created by commands.
    invited: Option<PathBuf>,
    /// The share link that the person followed.
    link: Option<ShareLink>,
}

#[derive(Clone, Copy, Debug)]
struct ShareLink {
    token: TokenHash,
    /// Identifies this use of the link.
    mark: TokenHash,
}

impl Admission {
    /// Admits everyone; also used for the admin's printed link.
    pub(crate) fn anybody() -> Admission {
        Admission { sign_up: SignUp::Open, ..Admission::default() }
    }

    /// Whether this address belongs to a player or may become one.
    pub(crate) async fn lets(
        &self,
        tx: &mut Tx,
        address: &str,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        Ok(self.sign_up.admits(address)
            || self.invited.as_ref().is_some_and(|folder| valid(&noted(folder, address), now))
            || players::by_address(&mut *tx, address).await?.is_some()
            || server_invitations::admits(&mut *tx, address, now).await?
            || !invitations::to_address(&mut *tx, address, now).await?.is_empty()
            || self.link_lets(tx, now).await?)
    }

    async fn link_lets(&self, tx: &mut Tx, now: DateTime<Utc>) -> Result<bool, StoreError> {
        Ok(match &self.link {
            Some(link) => invitations::admits(tx, &link.token, now).await?,
            None => false,
        })
    }

    /// Records that a new player arrived: an invitation to the server is used up, and a share link
    /// admits one fewer.
    pub(crate) async fn came(
        &self,
        tx: &mut Tx,
        player: PlayerId,
        address: &str,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let invited = server_invitations::remove(tx, address).await?;
        let link = self.link.filter(|_| !invited && !self.sign_up.admits(address));
        let Some(ShareLink { token, mark }) = link else {
            return Ok(());
        };
        if invitations::to_address(&mut *tx, address, now).await?.is_empty() {
            invitations::admitted(tx, &token, &mark, player, now).await?;
        }
        Ok(())
    }
}

impl Admissions<'_> {
    /// Returns who may sign up, given the requested page.
    pub(crate) async fn for_page(self, to: &str) -> Result<Admission, ServiceError> {
        let sign_up = self.sign_up().await?;
        if sign_up == SignUp::Open {
            return Ok(Admission::anybody());
        }
        let token = to.strip_prefix(SHARE_LINK).and_then(|rest| rest.split(['?', '#']).next());
        let link = match token.filter(|_| self.settings().share_links_admit) {
            Some(token) => {
                let mark = self.entropy().bytes()?;
                Some(ShareLink { token: token_hash(token), mark })
            }
            None => None,
        };
        Ok(Admission { sign_up, invited: self.invited_folder(), link })
    }

    /// Lets a command admit an address, whose owner may then create an account. Works while the
    /// server is running.
    pub async fn invite_address(
        self,
        now: DateTime<Utc>,
        written: &str,
    ) -> Result<Address, ServiceError> {
        let address = self.players().somebodys(written)?;
        match self.invited_folder() {
            Some(folder) => {
                let written = admit(&folder, address.as_str(), now);
                written.map_err(|error| ServiceError::Broken(error.into()))?;
            }
            None => {
                let new = invitation(address.folded(), now);
                let job = self.store().write(writes!(|tx| server_invitations::put(tx, &new).await));
                job.await?;
            }
        }
        Ok(address)
    }

    /// Returns the addresses that were invited and have not signed up.
    pub async fn server_invitations(
        self,
        now: DateTime<Utc>,
    ) -> Result<Vec<ServerInvitation>, ServiceError> {
        let mut all = server_invitations::open(self.store().read(), now).await?;
        for file in self.invited_files() {
            let Ok(address) = fs::read_to_string(&file) else { continue };
            let known = all.iter().any(|one| one.address == address);
            let wanted = valid(&file, now) && !known && !address.is_empty();
            if let Some(at) = invited_at(&file).filter(|_| wanted) {
                all.push(invitation(address, at));
            }
        }
        all.sort();
        Ok(all)
    }

    /// Deletes the invitation that a person signed up with, if a command created it.
    pub(crate) fn delete_file_of(self, address: &str) {
        if let Some(folder) = self.invited_folder() {
            // Usually there is none.
            let _ = fs::remove_file(noted(&folder, address));
        }
    }

    /// Deletes expired invitations that commands created.
    pub(crate) fn delete_expired_files(self, now: DateTime<Utc>) {
        for file in self.invited_files().into_iter().filter(|file| !valid(file, now)) {
            if let Err(error) = fs::remove_file(&file) {
                tracing::warn!(%error, file = %file.display(), "failed to delete invitation");
            }
        }
    }

    fn invited_files(self) -> Vec<PathBuf> {
        let folder = self.invited_folder().and_then(|folder| fs::read_dir(folder).ok());
        folder.into_iter().flatten().flatten().map(|file| file.path()).collect()
    }

    /// The folder with the invitations created by commands, next to a database file. Only the
    /// server may write to it.
    fn invited_folder(self) -> Option<PathBuf> {
        let store = self.store();
        let folder = store.path().parent().filter(|_| store.is_file())?;
        Some(folder.join("invited"))
    }
}

/// The file that records the invitation of an address; its name is a hash.
fn noted(folder: &Path, address: &str) -> PathBuf {
    folder.join(data_encoding::HEXLOWER.encode(&token_hash(address.to_lowercase())))
}

/// Stores an invitation such that the server can read it, as an admin command may run as another
/// user.
fn admit(folder: &Path, address: &str, now: DateTime<Utc>) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let path = noted(folder, address);
    let mut file = File::create(&path)?;
    file.write_all(address.to_lowercase().as_bytes())?;
    file.set_modified(now.into())?;
    give_to_owner_of_folder(folder)?;
    give_to_owner_of_folder(&path)
}

/// Whether there is an invitation that has not expired.
fn valid(file: &Path, now: DateTime<Utc>) -> bool {
    invited_at(file).is_some_and(|at| at + VALID > now)
}

fn invited_at(file: &Path) -> Option<DateTime<Utc>> {
    fs::metadata(file).and_then(|file| file.modified()).ok().map(DateTime::from)
}

/// Returns an invitation to the server that was made at that time.
pub(crate) fn invitation(address: String, at: DateTime<Utc>) -> ServerInvitation {
    ServerInvitation { address, created_at: at, expires_at: at + VALID }
}
