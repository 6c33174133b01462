//! `restore`: installs a backup as the database of an empty data folder.

use std::path::PathBuf;

use super::copies::marks;
use super::out::Out;
use super::{Done, Misuse, Settings, block_on, database, only_a_file};
use ravenpost_store::sqlite::copies::{self, Contents};
use ravenpost_store::{Store, StoreError};

/// Put a backup in place as the database of the data folder
///
/// The backup is checked first, as by `audit`: the file, and the chain of every game. Nothing is
/// ever overwritten: move what is left of the old database (ravenpost.db, and ravenpost.db-wal and
/// ravenpost.db-shm beside it) away first, and keep it until you know that all is well. The backup
/// itself stays as it is. At its next start the server begins an epoch in every game that goes on:
/// what was drawn after the backup is not drawn again, and each table is told.
///
/// Example:
///   ravenpost restore --data /var/lib/ravenpost /backups/ravenpost-20261122T180000Z.db
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Restore {
    /// The backup
    file: PathBuf,
    /// Restore although single games in it are damaged: all others go on
    #[arg(long)]
    anyway: bool,
}

impl Restore {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        only_a_file(&config, "restore")?;
        let to = database(&config);
        for end in ["", "-wal", "-shm"] {
            let mut name = to.as_os_str().to_owned();
            name.push(end);
            let there = PathBuf::from(name);
            if there.exists() {
                let there = there.display();
                return Err(Misuse(format!("{there}: is there already; move it away first")).into());
            }
        }
        if !self.file.is_file() {
            return Err(Misuse(format!("{}: there is no such file", self.file.display())).into());
        }
        let Contents { games, events, root, broken, newer } = block_on(async {
            let contents = match self.anyway {
                true => copies::look_over(&self.file).await?,
                false => copies::check(&self.file).await?,
            };
            std::fs::create_dir_all(&config.data.dir)?;
            let backup = Store::open_read_only(&self.file).await?;
            // Mark the restore first: any later start on this database must know that it was rolled
            // back.
            marks(&config).restored()?;
            match backup.backup(&to).await {
                Err(StoreError::Conflict) => {
                    Err(Misuse(format!("{}: somebody was faster", to.display())).into())
                }
                done => Ok(done.map(|()| contents)?),
            }
        })?;
        out.line(format!("{}: {games} games, {events} events, checked", to.display()))?;
        for what in &broken {
            out.line(format!("BROKEN  {what}"))?;
        }
        for what in &newer {
            out.line(format!("NEWER   {what}; start that version"))?;
        }
        if broken.is_empty() {
            out.line(format!("root {root} after {events} events"))?;
        }
        Ok(Done::Well)
    }
}
