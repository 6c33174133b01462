//! Runs a complete but minimal benchmark: every row must complete and none may be missing. The
//! numbers are not checked.

use std::process::{Command, Stdio};

use ravenpost::titles;

/// Rows of each title, by what they measure.
const OF_TITLES: [&str; 10] = [
    "P1 orders folded",
    "P2 orders decided and folded",
    "P3 positions with all legal orders",
    "P4 orders with a view for every seat",
    "P1 orders read from JSON and folded",
    "P13 processor for a picture of the whole board",
    "P13 the heaviest picture of a whole board on its way",
    "P13 processor for a turn email's picture",
    "P13 the heaviest such picture on its way",
    "P8 a first look after an order (# of #), # ms for half of them",
];

/// The other rows, with # for every number in their names.
const ROWS: [&str; 55] = [
    "P6 store: events appended one at a time, each on the disk",
    "P7 store: events appended by # at a time, each on the disk",
    "P11 store: bytes an event, with # of them",
    "P5 store: events read and their chain checked",
    "P6 orders posted by one client, each on the disk",
    "P6 ... answered within (# of #); wanted: # flushes and # ms",
    "P7 ... processor time including clients, an order, one client",
    "P7 ... trips of the writer an order, one client",
    "P7 ... written to disk an order, one client",
    "P7 orders posted by # clients, each on the disk",
    "P7 ... answered within (# of #)",
    "P7 ... processor time including clients, an order, # clients",
    "P7 ... trips of the writer an order, # clients",
    "P7 ... written to disk an order, # clients",
    "R9 # orders a second, answered within (# of #), without backups",
    "R9 ... while # backups were made (# orders)",
    "R9 backups that are an exact part of the log",
    "P10 an order in a game of # events, # ms, against one in a game of #",
    "P8 audit of a game of # events (# of #)",
    "P8 audit.json of a game of # events (# of #)",
    "P8 log of a game of # events (# of #)",
    "P8 game pages, looked at",
    "P8 game pages, looked at, by number",
    "P8 game pages, looked at (# of #)",
    "P8 game pages, looked at at # a second (# of #)",
    "P8 game pages, signed in",
    "P8 game pages, signed in, by number",
    "P8 game pages, signed in (# of #)",
    "P8 game pages, signed in at # a second (# of #)",
    "P9 a cold game's page (# of #), carried on to # events from # ms for #",
    "S10 pages of # others while nobody asks for more (# of #)",
    "S10 pages of # others while one asks # times a second (# of #)",
    "S10 pages of # others while one piles up requests (# of #)",
    "S10 pages of # others while one piles up requests with cookies (# of #)",
    "P12 memory after # minutes at # orders and # pages a second, from # MB after a twelfth of it",
    "P12 ... orders in the last twelfth (# of #), from # ms in the first",
    "P12 ... pages in the last twelfth (# of #), from # ms in the first",
    "P12 ... the write-ahead log at its longest",
    "P10 answers to letters: read, checked, decided, on the disk, answered",
    "P10 ... one alone, from the door to its answer in the outbox (# of #)",
    "P7 ... looks at which somebody waited for a lock, a file",
    "P7 ... looks at which somebody waited for a lock, letters, a file",
    "P12 a server written out as files, each on the disk: # games, # events, # s",
    "P12 these checked: # games, # events, # s",
    "P12 these checked and taken in by another: # games, # events, # s",
    "P11 memory of a restored copy, at the first page, with # games, # long ones and # events",
    "P11 memory of a restored copy, with # games, # long ones and # events",
    "P11 start to first page of a restored copy, with # games, # long ones and # events",
    "P11 memory, at the first page, with # games, # long ones and # events",
    "P11 memory, with # games, # long ones and # events",
    "P11 start to first page, with # games, # long ones and # events",
    "P11 memory after an outage, at the first page, with # games, # long ones and # events",
    "P11 memory after an outage, with # games, # long ones and # events",
    "P11 start to first page after an outage, with # games, # long ones and # events",
    "P11 database an event, with # games, # long ones and # events",
];

/// The cost of an order, a page and an email, on SQLite.
const COSTS: [&str; 4] = [
    "processor of the program, including clients",
    "processor of the database",
    "transactions, or trips of the writer",
    "write-ahead log of the database",
];

/// Replaces every number in a row's name with #, including points and commas.
fn plain(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        match c {
            '0'..='9' if out.ends_with('#') => {}
            '0'..='9' => out.push('#'),
            c => out.push(c),
        }
        if out.ends_with("#.#") || out.ends_with("#,#") {
            out.truncate(out.len() - 2);
        }
    }
    out
}

#[test]
fn every_row_of_the_benchmark_completes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut program = Command::new(env!("CARGO_BIN_EXE_ravenpost-bench"));
    program.args(["--short", "--seconds", "0.1", "--markdown", "--dir"]);
    let output = program.arg(folder.path()).env_clear().stdin(Stdio::null()).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    let table = String::from_utf8(output.stdout).expect("text");
    let rows = table.lines().skip(2).map(|line| {
        let mut cells = line.trim_matches('|').split('|').map(str::trim);
        let (bar, what) = (cells.next().unwrap_or_default(), cells.next().unwrap_or_default());
        format!("{bar} {}", plain(what))
    });
    let mut found: Vec<String> = rows.filter(|row| row.len() > 1).collect();
    let named = |title: &dyn ravenpost_rules::Title, row: &str| {
        let (bar, what) = row.split_once(' ').expect("a bar and what it is about");
        format!("{bar} {}: {what}", title.about().name)
    };
    let of_titles = titles::all().iter().flat_map(|title| OF_TITLES.map(|row| named(*title, row)));
    let cost = |what: &str| COSTS.map(|row| format!("P7 {what} on a file: {row}"));
    let costs = ["an order", "a page", "a letter"].into_iter().flat_map(cost);
    let others = ROWS.map(String::from).into_iter().chain(costs);
    let mut wanted: Vec<String> = of_titles.chain(others).collect();
    found.sort();
    wanted.sort();
    assert_eq!(found, wanted);
}
