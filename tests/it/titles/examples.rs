//! Every scenario file of every title passes, and every numbered point of the rules has one.

use std::collections::BTreeSet;

use ravenpost::titles;
use ravenpost_rules::Title;
use ravenpost_rules::scenario::{CheckResult, Checked, check_text};

/// The results of all examples of a title, each with its file.
fn results(title: &'static dyn Title) -> Vec<(&'static str, CheckResult)> {
    let files = title.about().examples.iter();
    let each = files.flat_map(|(file, text)| {
        check_text(&titles::find, file, text).into_iter().map(move |result| (*file, result))
    });
    each.collect()
}

#[test]
fn every_example_passes() {
    let mut wrong = Vec::new();
    for title in titles::all() {
        for (file, result) in results(*title) {
            if let Checked::Failed(why) = &result.outcome {
                let what = format!("{} {file} {} ({})", title.about().key, result.id, result.name);
                wrong.push(format!("{what}\n    {}", why.join("\n    ")));
            }
        }
    }
    assert!(wrong.is_empty(), "{} examples fail:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_numbered_point_has_an_example() {
    let mut wrong = Vec::new();
    for title in titles::all() {
        let about = title.about();
        let points = points(about.rules);
        let mut cited = BTreeSet::new();
        for (file, result) in results(*title) {
            for point in result.shows {
                if !points.contains(&point) {
                    wrong.push(format!("{file} {}: {} has no {point}", result.id, about.name));
                }
                cited.insert(point);
            }
        }
        let bare: Vec<&String> = points.difference(&cited).collect();
        if !bare.is_empty() {
            wrong.push(format!("{}: no example shows {bare:?}", about.name));
        }
        assert!(!points.is_empty(), "{} has no numbered points", about.name);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn example_ids_are_unique_and_match_their_title() {
    for title in titles::all() {
        let about = title.about();
        let mut ids = BTreeSet::new();
        for (file, result) in results(*title) {
            assert!(ids.insert(result.id.clone()), "{file}: {} is there twice", result.id);
        }
        for (file, text) in about.examples {
            let first = format!("title = \"{}\"", about.key);
            assert!(text.contains(&first), "{file} does not say {first}");
        }
    }
}

/// The numbers in a rules text, once each: lines, list items and table rows that begin like `R9.3
/// `.
pub fn points(rules: &str) -> BTreeSet<String> {
    let first_words = rules.lines().filter_map(|line| unmarked(line).split(' ').next());
    first_words.filter(|word| is_point(word)).map(str::to_owned).collect()
}

/// Removes the list or table marker from a line.
fn unmarked(line: &str) -> &str {
    line.strip_prefix("- ").or_else(|| line.strip_prefix("| ")).unwrap_or(line)
}

fn is_point(word: &str) -> bool {
    let Some((chapter, point)) = word.strip_prefix('R').and_then(|rest| rest.split_once('.'))
    else {
        return false;
    };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits(chapter) && digits(point.trim_end_matches(|c: char| c.is_ascii_lowercase()))
}

#[test]
fn points_are_parsed_from_line_starts() {
    let rules = "R7.4 A card.\nR7.4a Order.\nand so R1.1\nR1. No\n## R2 Board\nR24.4). No\n\
        - R7.5 Item.\n| R7.6 | row\n  - R7.7 No";
    let found: Vec<String> = points(rules).into_iter().collect();
    assert_eq!(found, ["R7.4", "R7.4a", "R7.5", "R7.6"]);
}
