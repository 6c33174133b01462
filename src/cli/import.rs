//! `import`: imports one game or all games exported by another server.

use std::path::{Path, PathBuf};

use chrono::Utc;

use super::game::{file, writing};
use super::out::Out;
use super::{Done, Misuse, Settings, block_on, look};
use crate::config::Config;
use crate::service::archive::import::checked;
use crate::service::archive::moving::KnownPeople;
use crate::service::archive::moving::unpack::{self, OldSeals, Unpacked};

/// Take in a game that another server has written out
///
/// Stop the server first: the folder of a running one is refused. The file is checked as `verify`
/// does, and nothing is changed unless all of it holds. The game is marked for ever as come from
/// there; nobody sits in it.
///
/// With --all, the folder that `export --all` has written: every file is checked before anything
/// is changed, each game is taken in whole or not at all, and games go on where they stood; the
/// time in between counts on no clock. Broken off it can be run again and takes in what is missing.
/// People come with their games when the folder names them; who has an address here already is the
/// same person, and is seated only with --known sit, because nobody else has asked. The data folder
/// has to be there; the database in it is made where there is none.
///
/// Examples:
///   ravenpost import game.jsonl --from "Ann's server"
///   ravenpost import --all moving --from "our old machine"
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Import {
    #[arg(required_unless_present = "all")]
    file: Option<PathBuf>,
    /// Take in all games of a folder that `export --all` has written
    #[arg(long, value_name = "DIR", conflicts_with = "file")]
    all: Option<PathBuf>,
    /// Where it comes from, in words that everybody will read
    #[arg(long, value_name = "WORDS", default_value = "another server")]
    from: String,
    /// What becomes of people who are here already: ask them first
    #[arg(long, requires = "all")]
    known: Option<KnownPeopleChoice>,
}

/// What becomes of people who are here already.
#[derive(Clone, Copy, clap::ValueEnum)]
enum KnownPeopleChoice {
    /// They agree, and take the seats that they have in the folder
    Sit,
    /// Their seats stay empty; whoever looks after a table can give them away
    Stay,
}

impl Import {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        let path = match (&self.all, &self.file) {
            (Some(dir), _) => return self.whole_server(&config, dir, out),
            (None, Some(path)) => path,
            (None, None) => return Err(Misuse("which file?".to_owned()).into()),
        };
        let verified = checked(&file(path)?)?;
        let game = block_on(async {
            // A mistyped folder must not create a new database.
            drop(look(&config).await?);
            let service = writing(&config).await?;
            let game = service.import_checked(Utc::now(), verified, &self.from).await;
            service.store().close().await;
            Ok(game?)
        })?;
        out.line(format!("game {game} was taken in"))?;
        Ok(Done::Well)
    }

    fn whole_server(&self, config: &Config, dir: &Path, out: &mut Out) -> anyhow::Result<Done> {
        // A mistyped folder must not create a new database.
        let data = Path::new(&config.data.dir);
        if !data.is_dir() {
            return Err(Misuse(format!("{}: there is no such folder", data.display())).into());
        }
        let known = match self.known {
            Some(KnownPeopleChoice::Sit) => KnownPeople::Sit,
            Some(KnownPeopleChoice::Stay) => KnownPeople::Stay,
            None => KnownPeople::Ask,
        };
        let done = block_on(async {
            // Check first, so that a refused import creates no database.
            let folder = unpack::checked(dir).await?;
            let service = writing(config).await?;
            let done = service.unpack(Utc::now(), dir, &self.from, known, folder).await;
            service.store().close().await;
            Ok(done?)
        })?;
        let Unpacked { taken, before, events, running, here, new, .. } = done;
        let dir = dir.display();
        out.line(format!("{dir}: checked, {events} events; {running} of the games go on"))?;
        out.line(format!("{taken} games were taken in, {before} were here already"))?;
        if here + new > 0 {
            out.line(format!("{new} people are new here, {here} were here already"))?;
        }
        match done.seals {
            OldSeals::None => {}
            OldSeals::Taken(days) => {
                out.line(format!("{days} daily seals were taken over: kept letters hold here"))?;
            }
            OldSeals::Before => out.line("its daily seals were here already")?,
            OldSeals::Left => out.line(
                "this server has daily seals of its own, and keeps to them: of a letter from the \
                 old one, what it says of its game can be checked here, and its seal in the index",
            )?,
        }
        for game in &done.otherwise {
            out.line(format!(
                "REFUSED  game {game}: here with another history, and left as it is"
            ))?;
        }
        Ok(Done::when(done.otherwise.is_empty()))
    }
}
