//! `import`: imports one game or all games exported by another server.

use std::path::{Path, PathBuf};

use chrono::Utc;

use crate::cli::game::{file, writing};
use crate::cli::out::Out;
use crate::cli::{Done, Misuse, Settings, block_on};
use ravenpost_config::Config;
use ravenpost_service::archive::import::checked;
use ravenpost_service::archive::moving::KnownPeople;
use ravenpost_service::archive::moving::unpack::{self, OldSeals, Unpacked};

/// Import a game exported by another server
///
/// Stop the server first: the data folder of a running server is refused. Verifies the file as
/// `verify` does, and changes nothing if a check fails. The imported game permanently shows where
/// it came from, and its seats are empty.
///
/// With --all, imports a folder written by `export --all`. Verifies every file first, imports each
/// game completely or not at all, and continues games where they stopped; the time in between does
/// not count against any clock. If interrupted, run it again to import the rest. If the folder
/// contains players, they are imported with their games. A player whose address is already
/// registered here gets their seats only with --known sit, so ask them first.
///
/// The data folder must exist; its database is created if missing.
///
/// Examples:
///   ravenpost import game.jsonl --from "Ann's server"
///   ravenpost import --all moving --from "our old machine"
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Import {
    /// File of an exported game
    #[arg(required_unless_present = "all")]
    file: Option<PathBuf>,
    /// Import all games of a folder written by `export --all`
    #[arg(long, value_name = "DIR", conflicts_with = "file")]
    all: Option<PathBuf>,
    /// Origin of the games, shown to all players
    #[arg(long, value_name = "WORDS", default_value = "another server")]
    from: String,
    /// What to do with players who are already registered here; ask them first
    #[arg(long, requires = "all")]
    known: Option<KnownPeopleChoice>,
}

/// What to do with players who are already registered.
#[derive(Clone, Copy, clap::ValueEnum)]
enum KnownPeopleChoice {
    /// Give them their seats in the imported games
    Sit,
    /// Leave their seats empty, for the organisers to fill
    Stay,
}

impl Import {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        let path = match (&self.all, &self.file) {
            (Some(dir), _) => return self.whole_server(&config, dir, out),
            (None, Some(path)) => path,
            (None, None) => return Err(Misuse("no file given".to_owned()).into()),
        };
        let verified = checked(&file(path)?)?;
        must_be_folder(&config)?;
        let game = block_on(async {
            let service = writing(&config).await?;
            let game = service.archive().import_checked(Utc::now(), verified, &self.from).await;
            service.store().close().await;
            Ok(game?)
        })?;
        out.line(format!("game {game} was imported"))?;
        Ok(Done::Well)
    }

    fn whole_server(&self, config: &Config, dir: &Path, out: &mut Out) -> anyhow::Result<Done> {
        if !dir.is_dir() {
            let dir = dir.display();
            let why = format!("{dir}: folder not found; to import a single file, omit --all");
            return Err(Misuse(why).into());
        }
        must_be_folder(config)?;
        let known = match self.known {
            Some(KnownPeopleChoice::Sit) => KnownPeople::Sit,
            Some(KnownPeopleChoice::Stay) => KnownPeople::Stay,
            None => KnownPeople::Ask,
        };
        let done = block_on(async {
            // Check first, so that a refused import creates no database.
            let folder = unpack::checked(dir).await?;
            let service = writing(config).await?;
            let done = service.archive().unpack(Utc::now(), dir, &self.from, known, folder).await;
            service.store().close().await;
            Ok(done?)
        })?;
        let Unpacked { taken, before, events, running, here, new, .. } = done;
        let dir = dir.display();
        out.line(format!("{dir}: verified, {events} events; {running} games are running"))?;
        out.line(format!("{taken} games imported, {before} already present"))?;
        if here + new > 0 {
            out.line(format!("{new} players added, {here} already registered"))?;
        }
        match done.seals {
            OldSeals::None => {}
            OldSeals::Taken(days) => {
                out.line(format!(
                    "{days} daily seals imported: saved emails can be verified here"
                ))?;
            }
            OldSeals::Before => out.line("its daily seals are already present")?,
            OldSeals::Left => out.line(
                "its daily seals were not imported, because this server has its own. Heads in \
                 emails from the old server can be verified here, and their seals in the index",
            )?,
        }
        for game in &done.otherwise {
            out.line(format!(
                "REFUSED  game {game}: already present with a different history, not changed"
            ))?;
        }
        Ok(Done::when(done.otherwise.is_empty()))
    }
}

/// Refuses a data folder that does not exist: a mistyped one must not create a new database.
fn must_be_folder(config: &Config) -> anyhow::Result<()> {
    let data = Path::new(&config.data.dir);
    match data.is_dir() {
        true => Ok(()),
        false => Err(Misuse(format!(
            "{}: the data folder was not found; specify it with --data DIR",
            data.display()
        ))
        .into()),
    }
}
