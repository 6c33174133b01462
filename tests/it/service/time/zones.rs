//! Time zones, compared for ten years with the data of the system as another program reads them.

use std::collections::BTreeMap;
use std::process::Command;

use chrono::{DateTime, TimeDelta, Utc};
use ravenpost::zone::{self, Zone};

/// Zones with many kinds of rules: both hemispheres, fractions of an hour, rules that changed in
/// recent years, dates that follow the moon, and no clock changes at all.
const ZONES: [&str; 13] = [
    "Africa/Cairo",
    "Africa/Casablanca",
    "America/New_York",
    "America/Sao_Paulo",
    "America/St_Johns",
    "Asia/Kathmandu",
    "Asia/Tehran",
    "Asia/Tokyo",
    "Australia/Lord_Howe",
    "Europe/London",
    "Europe/Stockholm",
    "Pacific/Apia",
    "Pacific/Chatham",
];

/// The period of the comparison, which is that of [`CHANGED`].
const PERIOD: [&str; 2] = ["2026-12-15T00:00:00Z", "2036-12-15T00:00:00Z"];

/// The zones that changed after the release [`OLDEST`], from another source: zone, moment, and the
/// offsets before and from then on.
const CHANGED: &str = include_str!("../../../../crates/zone/src/changed.txt");

/// The oldest release of the system's data that this test can use.
const OLDEST: &str = "2025b";

const SYSTEM: &str = "/usr/share/zoneinfo";

/// No zone changes its clocks twice within this many seconds.
const STEP: i64 = 6 * 3600;

/// Offsets from UTC in seconds, by the moment from which they hold. The first is the start of the
/// period.
type Offsets = BTreeMap<DateTime<Utc>, i32>;

fn moment(text: &str) -> DateTime<Utc> {
    text.parse().expect("a moment")
}

/// The offsets that the server uses.
fn own(zone: Zone) -> Offsets {
    let at = |second: i64| DateTime::<Utc>::from_timestamp(second, 0).expect("a moment");
    let offset = |second: i64| zone.offset(at(second)).local_minus_utc();
    let [mut start, last] = PERIOD.map(|text| moment(text).timestamp());
    let mut found = Offsets::from([(at(start), offset(start))]);
    while start < last {
        let (mut before, mut after) = (start, start + STEP);
        start = after;
        if offset(before) == offset(after) {
            continue;
        }
        while after - before > 1 {
            let middle = before + (after - before) / 2;
            if offset(middle) == offset(before) {
                before = middle;
            } else {
                after = middle;
            }
        }
        found.insert(at(after), offset(after));
    }
    found
}

/// The offsets by zone that Python reads from the data of the system.
fn of_system() -> BTreeMap<String, Offsets> {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/service/time/zones.py");
    let mut python = Command::new("python3");
    python.arg(program).env("PYTHONTZPATH", SYSTEM);
    python.args(PERIOD.map(|text| moment(text).timestamp().to_string())).args(ZONES);
    let done = python.output().expect("there is Python");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let mut found = BTreeMap::<String, Offsets>::new();
    for line in String::from_utf8(done.stdout).expect("text").lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [name, from, offset] = words[..] else { panic!("{line}") };
        let offsets = found.entry(name.to_owned()).or_default();
        offsets.insert(moment(from), offset.parse().expect("a number"));
    }
    found
}

/// The offsets of the zones in [`CHANGED`].
fn of_changed() -> BTreeMap<&'static str, Offsets> {
    let mut found = BTreeMap::<&str, Offsets>::new();
    for line in CHANGED.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [name, from, before, after] = words[..] else { panic!("{line}") };
        let start = || Offsets::from([(moment(PERIOD[0]), before.parse().expect("a number"))]);
        let offsets = found.entry(name).or_insert_with(start);
        if before != after {
            offsets.insert(moment(from), after.parse().expect("a number"));
        }
    }
    found
}

/// Local times that a clock change skips do not exist, and of repeated ones the first counts.
fn check_local_times(zone: Zone, offsets: &Offsets) {
    for ((at, after), before) in offsets.iter().skip(1).zip(offsets.values()) {
        let shown = |offset: i32| (*at + TimeDelta::seconds(offset.into())).naive_utc();
        let repeated = TimeDelta::seconds((before - after).max(0).into());
        assert_eq!(zone.first(shown(*after)), Some(*at - repeated), "{zone} {at}");
        if after > before {
            assert_eq!(zone.first(shown(*before)), None, "{zone} {at}");
        }
    }
}

/// If the data of the system are older than ours, the zones that changed since must be in
/// `crates/zone/src/changed.txt`.
#[test]
fn ten_years_of_clock_changes_match_the_system() {
    let listed = std::fs::read_to_string(format!("{SYSTEM}/tzdata.zi"));
    let listed = listed.expect("Debian's tzdata is needed for this test");
    let first = listed.lines().next().expect("a line");
    let release = first.strip_prefix("# version ").expect("a release").trim();
    assert!(!zone::is_newer(OLDEST, release), "tzdata {OLDEST} is needed, not {release}");
    let mut expected = of_system();
    assert!(expected.keys().eq(ZONES), "{:?}", expected.keys());
    if zone::is_newer(zone::version(), release) {
        for (name, offsets) in of_changed() {
            expected.entry(name.to_owned()).and_modify(|old| *old = offsets);
        }
    }
    let mut changes = 0;
    for (name, offsets) in &expected {
        let zone: Zone = name.parse().expect("a zone");
        let data = format!("{name}: {} and {release} of the system", zone::version());
        assert_eq!(own(zone), *offsets, "{data}");
        check_local_times(zone, offsets);
        changes += offsets.len() - 1;
    }
    assert!(changes >= 100, "only {changes} clock changes");
}
