//! The worked examples of each title, and the rules they illustrate.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::shared::paths;
use crate::shared::query::pairs;
use ravenpost_rules::About;
use ravenpost_rules::scenario;
use ravenpost_rules::scenario::played::Listed;
use ravenpost_service::titles;

/// A file of worked examples.
pub struct ExampleFile {
    /// The display name: "Settle" for `04-settle.toml`.
    pub name: String,
    pub text: &'static str,
    pub examples: Vec<Listed>,
}

/// Returns a title's example files, in order.
pub fn of(about: &About) -> &'static [ExampleFile] {
    static FILES: OnceLock<BTreeMap<&'static str, Vec<ExampleFile>>> = OnceLock::new();
    let files = FILES.get_or_init(|| {
        let all = titles::all().iter().map(|title| title.about());
        let each = all.map(|about| {
            let files = about.examples.iter().map(|(file, text)| read(file, text));
            (about.key, files.collect())
        });
        each.collect()
    });
    files.get(about.key).map_or(&[], Vec::as_slice)
}

/// Returns the address of the examples that illustrate a rule, if there are any.
pub fn showing(about: &About, point: &str) -> Option<String> {
    let mut examples = of(about).iter().flat_map(|file| &file.examples);
    let shows = |one: &Listed| one.shows.iter().any(|shown| shown == point);
    examples
        .any(shows)
        .then(|| format!("{}?{}", paths::document(about, "examples"), pairs(&[("rule", point)])))
}

fn read(file: &str, text: &'static str) -> ExampleFile {
    let name = file.trim_end_matches(".toml").trim_start_matches(|one: char| one.is_ascii_digit());
    let name = match file {
        "learn.toml" => "a first game".to_owned(),
        _ => name.trim_start_matches('-').replace('-', " "),
    };
    let name = crate::shared::words::capital(&name);
    ExampleFile { name, text, examples: scenario::listed(text) }
}
