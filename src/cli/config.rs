//! `config`: shows the settings in force, or a sample file of them all.

use super::out::Out;
use super::{Done, Misuse, Settings};
use crate::config::Config;

/// Look at the settings
///
/// Examples:
///   ravenpost config check --config /etc/ravenpost.toml
///   ravenpost config sample > ravenpost.toml
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct ConfigArgs {
    #[command(subcommand)]
    what: ConfigCommand,
}

#[derive(clap::Subcommand)]
enum ConfigCommand {
    /// Check the file, the environment and the flags, and print what they come to; secrets hidden
    Check,
    /// Print a commented sample file with every setting
    Sample,
    /// Print every setting as a table in Markdown
    Table,
}

impl ConfigArgs {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        out.line(match self.what {
            ConfigCommand::Check => checked(&settings.load(Vec::new())?)?,
            ConfigCommand::Sample => Config::sample(),
            ConfigCommand::Table => Config::table(),
        })?;
        Ok(Done::Well)
    }
}

/// The settings in words; an error where `serve` would not start with them.
fn checked(config: &Config) -> anyhow::Result<String> {
    let unfit = config.exposed().or_else(|| config.overheard()).or_else(|| config.unreachable());
    match unfit {
        Some(why) => Err(Misuse(why).into()),
        None => Ok(config.written()),
    }
}
