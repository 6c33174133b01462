//! `completions`: prints shell completions for the command line.

use clap_complete::Shell;

use super::out::Out;
use super::{Done, command};

/// Print shell completions
///
/// Example:
///   ravenpost completions bash > /etc/bash_completion.d/ravenpost
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Completions {
    /// Shell to generate completions for
    shell: Shell,
}

impl Completions {
    pub fn run(&self, out: &mut Out) -> anyhow::Result<Done> {
        // The generator panics if it cannot write, so it writes into memory.
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut command(), "ravenpost", &mut text);
        std::io::Write::write_all(out, &text)?;
        Ok(Done::Well)
    }
}
