//! `restore`: installs a backup as the database of an empty data folder.

use std::path::PathBuf;

use crate::cli::backup_paths::marks;
use crate::cli::out::Out;
use crate::cli::{Done, Misuse, Settings, block_on, database, only_a_file};
use ravenpost_store::sqlite::copies::{self, Contents};
use ravenpost_store::sqlite::owner::give_to_owner_of_folder;
use ravenpost_store::{Store, StoreError};

/// Restore a backup as the database of the data folder
///
/// Verifies the backup first, as `audit` does: the file and the hash chain of every game. Never
/// overwrites a file: first move away what remains of the old database (ravenpost.db,
/// ravenpost.db-wal and ravenpost.db-shm), and keep it until everything works again. The backup
/// itself is not changed. The next start begins a new epoch in every running game, so that no
/// random draw is repeated. No email is sent about it: tell the players.
///
/// If individual games are damaged, lists each fault as BROKEN, restores nothing and exits with 1.
/// With --anyway, also restores these games, unchanged. The exit code is then 1 as well.
///
/// Example:
///   ravenpost restore --data /var/lib/ravenpost /backups/ravenpost-20261122T180000Z.db
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Restore {
    /// Backup to restore
    file: PathBuf,
    /// Restore even if some games in the backup are damaged
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
                return Err(Misuse(format!("{there} already exists; move it away first")).into());
            }
        }
        if !self.file.is_file() {
            return Err(Misuse(format!("{}: file not found", self.file.display())).into());
        }
        let contents = block_on(async { Ok(copies::look_over(&self.file).await?) })?;
        if !contents.broken.is_empty() && !self.anyway {
            list(&contents, out)?;
            out.line("nothing was restored; try an older backup, or restore it with --anyway")?;
            return Ok(Done::Refused);
        }
        block_on(async {
            std::fs::create_dir_all(&config.data.dir)?;
            let backup = Store::open_read_only(&self.file).await?;
            // Mark the restore first: any later start on this database must know that it was rolled
            // back.
            marks(&config).restored()?;
            match backup.backup(&to).await {
                Err(StoreError::Conflict) => {
                    Err(Misuse(format!("{} was created in the meantime", to.display())).into())
                }
                done => Ok(done?),
            }
        })?;
        // Only root can give it away.
        let _ = give_to_owner_of_folder(&to);
        list(&contents, out)?;
        let Contents { games, events, root, broken, newer } = contents;
        let verified = match (broken.len(), newer.len()) {
            (0, 0) => "verified".to_owned(),
            (faults, newer) => {
                format!("verified except for the lines above ({faults} BROKEN, {newer} NEWER)")
            }
        };
        out.line(format!("{}: {games} intact games, {events} events, {verified}", to.display()))?;
        if broken.is_empty() {
            out.line(format!("root {root} after {events} events"))?;
        }
        Ok(Done::when(broken.is_empty()))
    }
}

/// Lists the faults of a backup, and the games that this version cannot check.
fn list(contents: &Contents, out: &mut Out) -> anyhow::Result<()> {
    for what in &contents.broken {
        out.line(format!("BROKEN  {what}"))?;
    }
    for what in &contents.newer {
        out.line(format!("NEWER   {what}; not checked: start that version of Ravenpost"))?;
    }
    Ok(())
}
