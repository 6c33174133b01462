//! `config`: prints the effective settings, or a sample file with all settings.

use crate::cli::out::Out;
use crate::cli::{Done, Settings, setup::start_checks};
use ravenpost_config::Config;

/// Check and print the settings
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
    /// Check file, environment and flags, and print the effective settings with secrets hidden
    Check,
    /// Print a sample file with every setting; defaults are commented out
    Sample,
    /// Print all settings as a Markdown table
    Table,
}

impl ConfigArgs {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        out.line(match self.what {
            ConfigCommand::Check => checked(settings)?,
            ConfigCommand::Sample => settings.load(Vec::new())?.sample(),
            ConfigCommand::Table => Config::table(),
        })?;
        Ok(Done::Well)
    }
}

/// Returns the settings as text, or all errors if `serve` would refuse them.
fn checked(settings: &Settings) -> anyhow::Result<String> {
    let mut findings = settings.read();
    findings.add(start_checks::reasons(findings.read()));
    let config = findings.config()?;
    let warnings = config.warnings().into_iter().map(|warning| format!("# warning: {warning}\n"));
    Ok(warnings.collect::<String>() + &config.written())
}
