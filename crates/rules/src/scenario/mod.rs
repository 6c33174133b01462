//! Scenario files: worked examples as data, run against any title.
//!
//! A file sets up positions, gives orders in notation and states the expected results. The format
//! is described in each title's `examples/README.md`. This module reads text, not files, and uses
//! only the erased [`Title`] and [`Position`], so titles need no code for it.

mod check;
mod format;
mod look;
mod matching;
pub mod played;
mod run;
#[cfg(test)]
mod tests;
pub mod tour;
mod trial;

use self::played::{Listed, Played};
use super::erased::{Position, Title};

/// The result of one example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckResult {
    /// The example's id, or the file's name if the file could not be read.
    pub id: String,
    /// The name of the example.
    pub name: String,
    /// The rules it demonstrates.
    pub shows: Vec<String>,
    /// Whether its expectations were met.
    pub outcome: Checked,
}

/// Whether all expectations of an example were met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Checked {
    /// All expectations were met.
    Ok,
    /// The faults, each with its step.
    Failed(Vec<String>),
}

impl CheckResult {
    /// Returns whether all expectations were met.
    pub fn is_ok(&self) -> bool {
        self.outcome == Checked::Ok
    }
}

/// Runs every example of one scenario file. An unreadable file gives one failed result.
pub fn check_text(
    find_title: &dyn Fn(&str) -> Option<&'static dyn Title>,
    file_name: &str,
    text: &str,
) -> Vec<CheckResult> {
    let unreadable = |why: String| {
        vec![CheckResult {
            id: file_name.to_owned(),
            name: "the file itself".to_owned(),
            shows: Vec::new(),
            outcome: Checked::Failed(vec![why]),
        }]
    };
    let file = match format::read(text) {
        Ok(file) => file,
        Err(why) => return unreadable(why),
    };
    let Some(title) = find_title(&file.title) else {
        return unreadable(format!("no title has the key \"{}\"", file.title));
    };
    if file.example.is_empty() {
        return unreadable("the file has no example".to_owned());
    }
    file.example.iter().map(|example| check(title, &file, example)).collect()
}

/// Returns the positions after each step of an example. Returns `None` if the title has no example
/// of that id, or if the example fails.
pub fn positions(title: &'static dyn Title, id: &str) -> Option<Vec<Box<dyn Position>>> {
    let files = title.about().examples.iter();
    let mut files = files.filter_map(|(_, text)| format::read(text).ok());
    files.find_map(|file| {
        let example = file.example.iter().find(|example| example.id == id)?;
        run::positions(title, &file, example)
    })
}

/// Returns an example step by step, for display. Returns `None` if there is none of that id, or if
/// it cannot be played.
pub fn played(title: &'static dyn Title, id: &str) -> Option<Played> {
    title.about().examples.iter().find_map(|(_, text)| played_in(title, text, id))
}

/// Same as [`played()`], for the text of one file.
pub fn played_in(title: &'static dyn Title, text: &str, id: &str) -> Option<Played> {
    let file = format::read(text).ok()?;
    let example = file.example.iter().find(|example| example.id == id)?;
    let steps = run::played(title, &file, example)?;
    Some(Played { name: example.name.clone(), shows: example.shows.clone(), steps })
}

/// Lists the examples in a file's text.
pub fn listed(text: &str) -> Vec<Listed> {
    let file = format::read(text).ok();
    let examples = file.into_iter().flat_map(|file| file.example);
    examples.map(|one| Listed { id: one.id, name: one.name, shows: one.shows }).collect()
}

fn check(title: &'static dyn Title, file: &format::File, example: &format::Example) -> CheckResult {
    let mut wrong = example.faults();
    if wrong.is_empty() {
        wrong = run::example(title, file, example);
    }
    CheckResult {
        id: example.id.clone(),
        name: example.name.clone(),
        shows: example.shows.clone(),
        outcome: if wrong.is_empty() { Checked::Ok } else { Checked::Failed(wrong) },
    }
}
