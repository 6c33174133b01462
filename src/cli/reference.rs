//! `reference`: the command reference as Markdown, and man pages, generated from the command line.

use std::path::PathBuf;

use anyhow::Context;
use clap::Subcommand;

use super::out::Out;
use super::{Done, Misuse, command};

/// Width of the help texts in the reference, in columns.
const WIDTH: usize = 96;

/// Print the command reference, or write man pages
///
/// Examples:
///   ravenpost reference commands
///   ravenpost reference man /usr/local/share/man/man1
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Reference {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(Subcommand)]
enum Kind {
    /// Print the help of every command as Markdown
    Commands,
    /// Write one man page per command into a folder
    Man {
        /// Existing folder
        folder: PathBuf,
    },
}

impl Reference {
    pub fn run(&self, out: &mut Out) -> anyhow::Result<Done> {
        match &self.kind {
            Kind::Commands => out.line(markdown())?,
            Kind::Man { folder } => {
                let name = folder.display();
                if !folder.is_dir() {
                    let why = format!("{name}: folder not found; create it first");
                    return Err(Misuse(why).into());
                }
                clap_mangen::generate_to(prepared(), folder)
                    .with_context(|| format!("cannot write man pages to {name}"))?;
            }
        }
        Ok(Done::Well)
    }
}

/// Returns the help of every command as Markdown, in the order of `--help`.
pub fn markdown() -> String {
    let mut text = String::new();
    let mut program = prepared().term_width(WIDTH);
    section(&mut program, &mut text);
    for one in program.get_subcommands_mut() {
        section(one, &mut text);
        one.get_subcommands_mut().for_each(|inner| section(inner, &mut text));
    }
    text
}

/// Returns the command line with the full name of each command, without the `help` commands.
fn prepared() -> clap::Command {
    let mut program = command().disable_help_subcommand(true);
    program.build();
    program
}

fn section(command: &mut clap::Command, text: &mut String) {
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name()).to_owned();
    let help = command.render_long_help().to_string();
    let lines: Vec<&str> = help.trim_end().lines().map(str::trim_end).collect();
    let level = "#".repeat(name.split(' ').count().min(2) + 1);
    text.push_str(&format!("{level} {name}\n\n```text\n{}\n```\n\n", lines.join("\n")));
}
