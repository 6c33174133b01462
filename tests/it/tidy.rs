//! Checks of the sources that neither the compiler nor clippy makes.
//!
//! Each complaint names the file, the line and the remedy. STYLE.md gives the reasons.

mod chapters;
mod facts;
mod methods;
mod modules;
mod packages;
mod shape;
mod source;
mod words;

use source::{Found, Source, below};

const RULES_OF_A_FILE: &[fn(&Source) -> Found] =
    &[shape::wide_lines, shape::lengths, words::banned, words::tuples, facts::catch_alls];

type RuleOfAll = fn(&[Source]) -> Vec<String>;

const RULES_OF_ALL: &[RuleOfAll] = &[
    shape::large_folders,
    shape::not_compiled,
    methods::complaints,
    words::unused_settings,
    words::unused_codes,
    modules::complaints,
    packages::complaints,
    chapters::complaints,
];

fn complaints(source: &Source, rules: &[fn(&Source) -> Found]) -> Vec<String> {
    let mut found: Found = rules.iter().flat_map(|rule| rule(source)).collect();
    found.sort();
    found.into_iter().map(|(line, what)| format!("{}:{line}: {what}", source.file)).collect()
}

/// The sources are read once for all rules, because reading takes longer than any check.
#[test]
fn sources_follow_every_rule() {
    let (sources, templates) = (Source::all(), below("templates", ""));
    assert!(sources.len() > 20 && templates.len() > 20, "the sources were found");
    let mut broken: Vec<String> = RULES_OF_ALL.iter().flat_map(|rule| rule(&sources)).collect();
    broken.extend(sources.iter().flat_map(|source| complaints(source, RULES_OF_A_FILE)));
    broken.extend(templates.iter().flat_map(|source| complaints(source, &[shape::wide_lines])));
    assert!(broken.is_empty(), "{} complaints:\n{}", broken.len(), broken.join("\n"));
}

/// The files with a fault, their texts after the first line, and what is wrong with them.
const PLANTED: &[(&str, &str, &[&str])] = &[
    (
        "src/x.rs",
        "#[ignore]\nfn a() { sleep(1) } // FIXME: sleep, <p>",
        &["2: #[ignore", "3: FIXME"],
    ),
    ("src/x.rs", "let a = \"<p>Scharz</p>\"; // <p> Scharz", &["2: <p>", "2: scharz"]),
    ("src/x.rs", "use scharz::a;", &["2: scharz"]),
    // Strings, characters, lifetimes and comments are separated.
    ("src/x.rs", "let a: &'a str = \"// TODO \\\" <p>\"; // TODO", &["2: <p>", "2: TODO"]),
    (
        "src/x.rs",
        "f('\"', '\\'', br#\"<p> \" <br\"#); /* <p>\nTODO \" */ scharz",
        &["2: <br", "2: <p>", "3: TODO", "3: scharz"],
    ),
    ("src/x.rs", "#[cfg(test)]\nmod tests {\n    use scharz::a; // <p>\n}", &[]),
    ("crates/titles/scharz/src/x.rs", "use scharz::a;", &[]),
    (
        "tests/it/x.rs",
        "#[should_panic]\nfn a() { sleep(1) } // <p>",
        &["2: should_panic", "3: sleep"],
    ),
    ("crates/web/src/pages/x.rs", "f(a.text(\"do\"), a.text(&name))", &["2: .text(\""]),
    ("src/x.rs", "fn a((x, y): (u8, u8)) {}", &["2: takes a tuple"]),
    ("src/x.rs", "fn b<T: Fn(u8) -> u8>(f: T, at: &(u8, T)) {}", &["2: takes a tuple"]),
    ("src/x.rs", "fn c(f: fn((u8, u8)) -> u8, x: (), e: &(dyn Fn() + Send)) {}", &[]),
    (
        "crates/titles/t/src/x.rs",
        "match fact {\n    Fact::Out(_) => (),\n    _ => (),\n}",
        &["2: list the facts"],
    ),
    // Orders that make facts are no facts.
    ("crates/titles/t/src/x.rs", "match order {\n    A => Fact::Out(1),\n    _ => B,\n}", &[]),
];

#[test]
fn planted_faults_are_found() {
    let check = |file: &str, text: &str, wanted: &[&str]| {
        let found = complaints(&Source::of(file, text), RULES_OF_A_FILE);
        let is_wanted =
            |(one, wanted): (&String, &&str)| one.starts_with(&format!("{file}:{wanted}"));
        let same = found.len() == wanted.len() && found.iter().zip(wanted).all(is_wanted);
        assert!(same, "{found:?} instead of {wanted:?}");
    };
    for (file, text, wanted) in PLANTED {
        check(file, &format!("//! x\n{text}\n"), wanted);
    }
    let long = format!("//! x{}", "\n".repeat(401));
    check("src/x.rs", &long, &["401: is 401 lines long"]);
    check("tests/it/x.rs", &long, &[]);
    let wide = format!("//{}\n", "-".repeat(99));
    check("src/x.rs", &wide, &["1: is 101 columns wide", "1: must begin with //!"]);
    let template = Source::of("templates/x.html", &"-".repeat(141));
    assert_eq!(
        complaints(&template, &[shape::wide_lines]),
        ["templates/x.html:1: is 141 columns wide"]
    );
}
