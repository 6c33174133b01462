//! `backup`: copies the database while the server runs.

use std::path::{Path, PathBuf};

use crate::cli::out::Out;
use crate::cli::{Done, Misuse, Settings, block_on, look, moved};
use ravenpost_store::moving::{MoveError, MovePlan};
use ravenpost_store::sqlite::copies::{self, Contents};
use ravenpost_store::{Store, StoreError};

/// Create a backup of the database
///
/// Works while the server runs. The backup contains everything up to now: games, players and
/// emails. To restore it to a data folder, stop the server and run `ravenpost restore`. The backup
/// of a PostgreSQL database is also a file, which can be opened on any machine.
///
/// Example:
///   ravenpost backup --data /var/lib/ravenpost /backups/ravenpost-monday.db
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Backup {
    /// File to create; must not exist yet
    file: PathBuf,
}

impl Backup {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        let folder = self.file.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            return Err(Misuse(format!("{}: folder not found", folder.display())).into());
        }
        let Contents { games, events, broken, newer, .. } = block_on(async {
            let store = look(&config).await?;
            if let Some(gone) = moved(&store).await? {
                return Err(Misuse(format!(
                    "this installation was moved {gone}, so a backup of this database would be \
                     out of date; back up the new one"
                ))
                .into());
            }
            match copied(&store, &self.file).await {
                Err(StoreError::Conflict) => {
                    let file = self.file.display();
                    Err(Misuse(format!("{file} already exists; choose a new name")).into())
                }
                Err(why) => Err(why.into()),
                // A backup counts only once it has been verified.
                Ok(()) => Ok(copies::look_over(&self.file).await?),
            }
        })?;
        let size = std::fs::metadata(&self.file)?.len();
        let file = self.file.display();
        for what in &broken {
            out.line(format!("BROKEN  {what}"))?;
        }
        for what in &newer {
            out.line(format!("NEWER   {what}; backed up unchecked"))?;
        }
        out.line(format!("{file}: {size} bytes, {games} intact games, {events} events, verified"))?;
        Ok(Done::when(broken.is_empty()))
    }
}

/// Copies a database file as it is, and exports a PostgreSQL database to a file like `move`.
async fn copied(store: &Store, file: &Path) -> Result<(), StoreError> {
    if store.is_file() {
        return store.backup(file).await;
    }
    if file.exists() {
        return Err(StoreError::Conflict);
    }
    let mut plan = MovePlan {
        setting: |_, value| Some(value.to_owned()),
        on_progress: &mut |_| (),
        anyway: true,
        day: String::new(),
    };
    match store.copy_to_file(file, &mut plan).await {
        Ok(_) => Ok(()),
        Err(MoveError::Store(why)) => Err(why),
        Err(MoveError::Refused(why)) => Err(StoreError::Unavailable(why)),
    }
}
