//! Who may create an account while sign-ups are closed: only invited people. They may be invited at
//! their address, by the admin, or, if the admin allows it, by a table's share link for as many
//! people as the table has free seats.

use crate::handles::Accounts;
use std::fs::{self, File, Metadata};
use std::io;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};

use chrono::{DateTime, Duration, Utc};

use crate::error::ServiceError;
use crate::people::address::Address;
use crate::people::players::newcomer;
use ravenpost_store::people::{invitations, players};
use ravenpost_store::{PlayerId, StoreError, TokenHash, Tx, token_hash, writes};

/// How long an invitation by the admin is valid.
const VALID: Duration = Duration::days(90);

/// The path of share links.
const SHARE_LINK: &str = "/join/";

/// Who may sign up.
#[derive(Clone, Debug, Default)]
pub(crate) struct Admission {
    /// Whether anyone may.
    open: bool,
    /// The folder that records the admin's invitations.
    invited: Option<PathBuf>,
    /// The share link with which the person arrived.
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
        Admission { open: true, ..Admission::default() }
    }

    /// Whether this address belongs to a player or may become one.
    pub(crate) async fn lets(
        &self,
        tx: &mut Tx,
        address: &str,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        Ok(self.open
            || self.invited.as_ref().is_some_and(|folder| valid(&noted(folder, address), now))
            || players::by_address(&mut *tx, address).await?.is_some()
            || !invitations::to_address(&mut *tx, address, now).await?.is_empty()
            || self.link_lets(tx, now).await?)
    }

    async fn link_lets(&self, tx: &mut Tx, now: DateTime<Utc>) -> Result<bool, StoreError> {
        Ok(match &self.link {
            Some(link) => invitations::admits(tx, &link.token, now).await?,
            None => false,
        })
    }

    /// Records that a new player arrived by a share link, which then admits one fewer.
    pub(crate) async fn came(
        &self,
        tx: &mut Tx,
        player: PlayerId,
        address: &str,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let Some(ShareLink { token, mark }) = self.link.filter(|_| !self.open) else {
            return Ok(());
        };
        if invitations::to_address(&mut *tx, address, now).await?.is_empty() {
            invitations::admitted(tx, &token, &mark, player, now).await?;
        }
        Ok(())
    }
}

impl Accounts<'_> {
    /// Returns who may sign up, given the requested page.
    pub(crate) fn admission(self, to: &str) -> Result<Admission, ServiceError> {
        if self.settings().open_sign_up {
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
        Ok(Admission { open: false, invited: self.invited_folder(), link })
    }

    /// Lets the admin admit an address, whose owner may then create an account. Works while the
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
                let new = newcomer(address.as_str(), now);
                let job = self.store().write(writes!(|tx| {
                    match players::by_address(&mut *tx, &new.address).await? {
                        Some(_) => Ok(()),
                        None => players::add(tx, &new).await.map(drop),
                    }
                }));
                job.await?;
            }
        }
        Ok(address)
    }

    /// Deletes the admin's invitation of a person who has signed up.
    pub(crate) fn has_come(self, address: &str) {
        if let Some(folder) = self.invited_folder() {
            // Usually there is none.
            let _ = fs::remove_file(noted(&folder, address));
        }
    }

    /// Deletes expired invitations by the admin.
    pub(crate) fn forget_invited(self, now: DateTime<Utc>) {
        let Some(folder) = self.invited_folder() else { return };
        let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
        for file in files.filter(|file| !valid(file, now)) {
            if let Err(error) = fs::remove_file(&file) {
                tracing::warn!(%error, file = %file.display(), "failed to delete invitation");
            }
        }
    }

    /// The folder for the admin's invitations, next to a database file, to which only the server
    /// may write.
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
    let file = noted(folder, address);
    File::create(&file)?.set_modified(now.into())?;
    let data = folder.parent().filter(|data| !data.as_os_str().is_empty());
    let owner = fs::metadata(data.unwrap_or(Path::new(".")))?;
    give(folder, &owner)?;
    give(&file, &owner)
}

/// Gives a file in the data folder to that folder's owner.
fn give(path: &Path, owner: &Metadata) -> io::Result<()> {
    let own = fs::metadata(path)?;
    if (own.uid(), own.gid()) == (owner.uid(), owner.gid()) {
        return Ok(());
    }
    match chown(path, Some(owner.uid()), Some(owner.gid())) {
        // The owner can read it regardless of the group.
        Err(_) if own.uid() == owner.uid() => Ok(()),
        done => done,
    }
}

/// Whether there is an invitation that has not expired.
fn valid(file: &Path, now: DateTime<Utc>) -> bool {
    let invited = fs::metadata(file).and_then(|file| file.modified());
    invited.is_ok_and(|at| DateTime::<Utc>::from(at) + VALID > now)
}
