//! The command line: one file per command, and shared helpers.
//!
//! Exit codes: see [`EXIT_CODES`]. Commands called by a mail server use the codes of `sysexits.h`.
//! A reader that closes the pipe early (`ravenpost ... | head`) is not a failure.

mod backup_paths;
mod completions;
mod data;
mod demo;
mod game;
mod games;
mod invite;
mod mail;
mod out;
mod people;
mod play;
mod process;
mod proof;
mod reference;
mod serve;
mod setup;
mod simulate;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::telemetry;
use ravenpost_config::{Config, Findings, Problems, Sources};
use ravenpost_service::ServiceError;
use ravenpost_store::lists::settings;
use ravenpost_store::moving::MoveError;
use ravenpost_store::{Store, StoreError};

use out::Out;
use play::client::ClientError;

/// The exit codes of all commands but `mail receive`, which has its own.
const EXIT_CODES: &str = "Exit codes: 0 success, 1 refused or a check found faults, 2 misuse, \
    3 other errors";

/// A server for long, slow board games, played on the web and by email
#[derive(Parser)]
#[command(name = "ravenpost", version, arg_required_else_help = true)]
struct Cli {
    #[command(flatten)]
    settings: Settings,
    #[command(subcommand)]
    command: Command,
}

/// The sources of the settings, shared by all commands.
#[derive(Args, Clone, Default)]
pub struct Settings {
    /// Settings file, in TOML
    #[arg(long, global = true, value_name = "FILE", env = "RAVENPOST_CONFIG")]
    #[arg(help_heading = "Settings")]
    config: Option<PathBuf>,
    /// Folder of the database [setting: data.dir]
    #[arg(long, global = true, value_name = "DIR", help_heading = "Settings")]
    data: Option<String>,
}

impl Settings {
    /// Loads the effective settings, overridden by the flags of a command.
    fn load(&self, flags: Vec<(&'static str, Option<String>)>) -> Result<Config, Problems> {
        self.sources(flags).load()
    }

    /// Reads the settings with all their errors.
    fn read(&self) -> Findings {
        self.sources(Vec::new()).read()
    }

    /// Returns the files that the settings are read from.
    fn files(&self) -> Vec<PathBuf> {
        self.sources(Vec::new()).files()
    }

    fn sources(&self, flags: Vec<(&'static str, Option<String>)>) -> Sources {
        let all = [vec![("data.dir", self.data.clone())], flags].concat();
        let given = all.into_iter().filter_map(|(name, text)| Some((name, text?))).collect();
        Sources::from_process(self.config.clone(), given)
    }
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::Serve),
    Demo(demo::Demo),
    Show(games::show::Show),
    Audit(proof::audit::Audit),
    VerifyDice(proof::verify_dice::VerifyDice),
    Export(games::export::Export),
    Verify(proof::verify::Verify),
    VerifyEmail(proof::verify_email::VerifyEmail),
    Seals(proof::seals::Seals),
    Import(games::import::Import),
    Invite(invite::Invite),
    Admin(people::admin::Admin),
    People(people::accounts::People),
    Check(games::check::Check),
    Simulate(simulate::Simulate),
    Play(play::Play),
    Mail(mail::Mail),
    Backup(data::backup::Backup),
    Move(data::move_data::Move),
    Restore(data::restore::Restore),
    Upgrade(data::upgrade::Upgrade),
    Erase(data::erase::Erase),
    Rebuild(data::rebuild::Rebuild),
    Config(setup::config::ConfigArgs),
    Completions(completions::Completions),
    Reference(reference::Reference),
    Doctor(setup::doctor::Doctor),
    Healthcheck(setup::healthcheck::Healthcheck),
}

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Done {
    Well,
    /// Something was refused, or a check failed.
    Refused,
    /// A temporary failure, after which mail servers retry.
    Later,
    /// A permanent failure, after which mail servers give up.
    Never,
    /// A permanent failure: the recipient is unknown.
    Nobody,
}

impl Done {
    fn when(all_well: bool) -> Done {
        if all_well { Done::Well } else { Done::Refused }
    }
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    process::private_files();
    let (code, text) = run(std::env::args_os(), &mut Out::stdout());
    if !text.is_empty() {
        telemetry::say(&text);
    }
    ExitCode::from(code)
}

/// Runs a command line. Returns the exit code and the text for the standard error stream.
pub fn run(words: impl IntoIterator<Item = OsString>, out: &mut Out) -> (u8, String) {
    let parsed = command().try_get_matches_from(words);
    let cli = match parsed.and_then(|found| Cli::from_arg_matches(&found)) {
        Ok(cli) => cli,
        // Help and version are not errors and go to the standard output.
        Err(error) if !error.use_stderr() => {
            return finish(out.line(error.render()).map(|()| Done::Well).map_err(Into::into), out);
        }
        Err(error) => return (2, error.render().to_string().trim_end().to_owned()),
    };
    let done = cli.command.run(&cli.settings, out);
    finish(done, out)
}

impl Command {
    fn run(self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        match self {
            Command::Serve(serve) => serve.run(settings, out),
            Command::Demo(demo) => demo.run(settings, out),
            Command::Show(show) => show.run(settings, out),
            Command::Audit(audit) => audit.run(settings, out),
            Command::VerifyDice(verify) => verify.run(settings, out),
            Command::Export(export) => export.run(settings, out),
            Command::Verify(verify) => verify.run(out),
            Command::VerifyEmail(verify) => verify.run(settings, out),
            Command::Seals(seals) => seals.run(settings, out),
            Command::Import(import) => import.run(settings, out),
            Command::Invite(invite) => invite.run(settings, out),
            Command::Admin(admin) => admin.run(settings, out),
            Command::People(people) => people.run(settings, out),
            Command::Rebuild(rebuild) => rebuild.run(settings, out),
            Command::Move(moves) => moves.run(settings, out),
            Command::Restore(restore) => restore.run(settings, out),
            Command::Upgrade(upgrade) => upgrade.run(settings, out),
            Command::Erase(erase) => erase.run(settings, out),
            Command::Check(check) => check.run(out),
            Command::Simulate(simulate) => simulate.run(out),
            Command::Play(play) => play.run(out),
            Command::Mail(mail) => mail.run(settings, out),
            Command::Backup(backup) => backup.run(settings, out),
            Command::Config(config) => config.run(settings, out),
            Command::Completions(completions) => completions.run(out),
            Command::Reference(reference) => reference.run(out),
            Command::Doctor(doctor) => doctor.run(settings, out),
            Command::Healthcheck(healthcheck) => healthcheck.run(settings, out),
        }
    }
}

/// Stack of a worker thread in bytes. Processing a reply nests deeply, and unoptimised builds need
/// more than the default of 2 MB. Unused pages cost no memory.
const STACK: usize = 8 << 20;

/// Runs a future to completion on a multi-threaded runtime.
fn block_on<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder.enable_all().thread_stack_size(STACK).build()?;
    let done = runtime.block_on(work);
    // Do not wait for pictures of emails that are still being rendered.
    runtime.shutdown_background();
    done
}

/// Returns the path of the database file.
fn database(config: &Config) -> PathBuf {
    Path::new(&config.data.dir).join("ravenpost.db")
}

/// Opens the database for writing: the file, which is created if missing, or the configured server.
async fn open(config: &Config) -> anyhow::Result<Store> {
    let path = database(config);
    Ok(match config.data.database.expose() {
        "" => Store::open(&path).await?,
        address => {
            let owner = Some(config.data.database_owner.expose()).filter(|owner| !owner.is_empty());
            Store::connect_as(address, owner, &path).await?
        }
    })
}

/// Refuses commands that only work on a database file.
fn only_a_file(config: &Config, command: &str) -> anyhow::Result<()> {
    match config.data.database.is_empty() {
        true => Ok(()),
        false => Err(Misuse(format!(
            "{command} only works on a database file, but data.database is set; see \
             docs/operate/postgresql.md for the PostgreSQL equivalent"
        ))
        .into()),
    }
}

/// Opens an existing database read-only. Warns if the installation was moved to another database.
async fn look(config: &Config) -> anyhow::Result<Store> {
    let path = database(config);
    let store = if !config.data.database.is_empty() {
        Store::connect_read_only(config.data.database.expose(), &path).await?
    } else if path.exists() {
        Store::open_read_only(&path).await?
    } else {
        let path = path.display();
        return Err(Misuse(format!(
            "{path}: database not found; specify its folder with --data DIR"
        ))
        .into());
    };
    if let Some(gone) = moved(&store).await? {
        telemetry::say(&format!(
            "warning: this installation was moved {gone}; this database is out of date"
        ));
    }
    Ok(store)
}

/// Returns where and when the installation was moved: "to PostgreSQL on 3 May 2026".
async fn moved(store: &Store) -> Result<Option<String>, StoreError> {
    settings::get(store.read(), settings::Key::Moved).await
}

/// Misuse that only the command itself can detect.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Misuse(pub String);

fn finish(done: anyhow::Result<Done>, out: &mut Out) -> (u8, String) {
    let done = done.and_then(|done| out.flush().map(|()| done).map_err(Into::into));
    match done {
        Ok(Done::Well) => (0, String::new()),
        Ok(Done::Refused) => (1, String::new()),
        // EX_TEMPFAIL, EX_DATAERR and EX_NOUSER of sysexits.h.
        Ok(Done::Later) => (75, String::new()),
        Ok(Done::Never) => (65, String::new()),
        Ok(Done::Nobody) => (67, String::new()),
        Err(why) if why.chain().any(closed_pipe) => (0, String::new()),
        Err(why) if why.is::<Misuse>() || why.is::<Problems>() => (2, format!("{why}")),
        Err(why) if why.downcast_ref::<ServiceError>().is_some_and(refused) => {
            (1, format!("{why}"))
        }
        Err(why) if matches!(why.downcast_ref(), Some(StoreError::InUse(_))) => {
            (1, format!("{why}"))
        }
        Err(why) if matches!(why.downcast_ref(), Some(MoveError::Refused(_))) => {
            (1, format!("{why}"))
        }
        Err(why) if why.is::<ClientError>() => (1, format!("{why}")),
        Err(why) => (3, format!("ravenpost: {why:#}")),
    }
}

/// Returns whether the service refused a request, as opposed to failing.
fn refused(why: &ServiceError) -> bool {
    let broke = matches!(
        why,
        ServiceError::Store(_) | ServiceError::Damaged { .. } | ServiceError::Broken(_)
    );
    why.is_ahead() || !broke
}

fn closed_pipe(why: &(dyn std::error::Error + 'static)) -> bool {
    why.downcast_ref::<std::io::Error>()
        .is_some_and(|why| why.kind() == std::io::ErrorKind::BrokenPipe)
}

/// Returns the definition of the command line. The help of each command lists the exit codes.
fn command() -> clap::Command {
    with_exit_codes(Cli::command())
}

fn with_exit_codes(command: clap::Command) -> clap::Command {
    let command = match command.get_name() {
        "receive" => command,
        _ => command.after_help(EXIT_CODES),
    };
    command.mut_subcommands(with_exit_codes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_line_definition_is_consistent() {
        command().debug_assert();
    }

    #[test]
    fn every_command_has_help_and_an_example() {
        for sub in command().get_subcommands() {
            let long = sub.get_long_about().map(ToString::to_string).unwrap_or_default();
            assert!(long.contains("ravenpost "), "{} has no example in its help", sub.get_name());
        }
    }
}
