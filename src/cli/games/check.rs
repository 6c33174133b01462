//! `check`: runs scenario files, by default those of all titles.

use std::path::{Path, PathBuf};

use crate::cli::out::Out;
use crate::cli::{Done, Misuse};
use ravenpost_rules::scenario::{CheckResult, Checked, check_text};
use ravenpost_service::titles;

/// Run worked examples (scenario files) against the rules
///
/// Without arguments, runs the examples of every title. For a folder, runs all its .toml files.
/// Prints each failed example with the actual result, and the numbers of passed and failed ones.
///
/// Examples:
///   ravenpost check
///   ravenpost check my-question.toml
///   ravenpost check crates/titles/gotlandia/src/examples
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Check {
    /// Scenario files or folders
    files: Vec<PathBuf>,
    /// Also print passed examples
    #[arg(short, long)]
    verbose: bool,
}

impl Check {
    pub fn run(&self, out: &mut Out) -> anyhow::Result<Done> {
        let (mut passed, mut failed) = (0, 0);
        for (name, text) in self.texts()? {
            for result in check_text(&titles::find, &name, &text) {
                match &result.outcome {
                    Checked::Ok => passed += 1,
                    Checked::Failed(_) => failed += 1,
                }
                self.tell(&name, &result, out)?;
            }
        }
        out.line(format!("{passed} passed, {failed} failed"))?;
        Ok(Done::when(failed == 0))
    }

    /// Returns the names and contents of the files.
    fn texts(&self) -> anyhow::Result<Vec<(String, String)>> {
        if self.files.is_empty() {
            let all = titles::all().iter().flat_map(|title| {
                let about = title.about();
                let named = |(file, text): &(&str, &str)| {
                    (format!("{}/{file}", about.key), (*text).to_owned())
                };
                about.examples.iter().map(named)
            });
            return Ok(all.collect());
        }
        let mut texts = Vec::new();
        for path in &self.files {
            for file in files_of(path)? {
                let text = std::fs::read_to_string(&file)
                    .map_err(|why| Misuse(format!("{}: {why}", file.display())))?;
                texts.push((file.display().to_string(), text));
            }
        }
        Ok(texts)
    }

    fn tell(&self, file: &str, result: &CheckResult, out: &mut Out) -> anyhow::Result<()> {
        let shows = result.shows.join(" ");
        match &result.outcome {
            Checked::Ok if self.verbose => {
                out.line(format!("pass  {} {} [{shows}]", result.id, result.name))?;
            }
            Checked::Ok => {}
            Checked::Failed(why) => {
                out.line(format!("FAIL  {file} {} {} [{shows}]", result.id, result.name))?;
                for line in why.iter().flat_map(|why| why.lines()) {
                    out.line(format!("        {line}"))?;
                }
            }
        }
        Ok(())
    }
}

fn files_of(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = std::fs::read_dir(path)?;
    let mut files = Vec::new();
    for entry in entries {
        let file = entry?.path();
        if file.extension().is_some_and(|end| end == "toml") {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}
