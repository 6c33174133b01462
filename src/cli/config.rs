//! `config`: prints the effective settings, or a sample file with all settings.

use super::out::Out;
use super::{Done, Settings, fit};
use crate::config::Config;

/// Look at the settings
///
/// Examples:
///   ravenpost config check --config /etc/ravenpost.toml
///   ravenpost config sample > ravenpost.toml
///   ravenpost config sample --data /var/lib/ravenpost > /etc/ravenpost/ravenpost.toml
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
    /// Print a commented sample file with every setting; changed values are uncommented
    Sample,
    /// Print every setting as a table in Markdown
    Table,
}

impl ConfigArgs {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        out.line(match self.what {
            ConfigCommand::Check => checked(&settings.load(Vec::new())?)?,
            ConfigCommand::Sample => settings.load(Vec::new())?.sample(),
            ConfigCommand::Table => Config::table(),
        })?;
        Ok(Done::Well)
    }
}

/// Returns the settings as text, or an error if `serve` would refuse them.
fn checked(config: &Config) -> anyhow::Result<String> {
    fit::to_serve(config)?;
    let warnings = config.warnings().into_iter().map(|warning| format!("# warning: {warning}\n"));
    Ok(warnings.collect::<String>() + &config.written())
}
