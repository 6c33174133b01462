//! The most common time zones; the settings page lists all others.

use ravenpost_zone::Zone;

/// Ordered from east to west.
pub const USUAL: [&str; 40] = [
    "Pacific/Auckland",
    "Australia/Sydney",
    "Australia/Brisbane",
    "Australia/Adelaide",
    "Asia/Tokyo",
    "Asia/Seoul",
    "Australia/Perth",
    "Asia/Shanghai",
    "Asia/Hong_Kong",
    "Asia/Singapore",
    "Asia/Manila",
    "Asia/Jakarta",
    "Asia/Bangkok",
    "Asia/Dhaka",
    "Asia/Kolkata",
    "Asia/Karachi",
    "Asia/Dubai",
    "Asia/Tehran",
    "Europe/Moscow",
    "Europe/Istanbul",
    "Africa/Nairobi",
    "Europe/Athens",
    "Europe/Helsinki",
    "Europe/Kyiv",
    "Africa/Cairo",
    "Africa/Johannesburg",
    "Europe/Stockholm",
    "Europe/Berlin",
    "Europe/Paris",
    "Europe/Madrid",
    "Africa/Lagos",
    "Europe/London",
    "Europe/Lisbon",
    "Atlantic/Reykjavik",
    "America/Sao_Paulo",
    "America/Toronto",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
];

/// Returns the time zone that the input means. It accepts a name in any case and with spaces, or a
/// city that occurs in only one zone. Other input is returned unchanged and later refused.
pub fn meant(typed: &str) -> String {
    let wanted = typed.trim().to_lowercase().replace(' ', "_");
    let names = || Zone::all().map(Zone::name);
    if let Some(name) = names().find(|name| name.to_lowercase() == wanted) {
        return name.to_owned();
    }
    let city =
        |name: &&str| name.rsplit('/').next().is_some_and(|city| city.to_lowercase() == wanted);
    let mut found = names().filter(city);
    // A city can also occur in old aliases of the same zone.
    let usual = USUAL.iter().find(|name| city(name)).copied();
    match (usual, found.next(), found.next()) {
        (Some(name), ..) | (None, Some(name), None) => name.to_owned(),
        _ => typed.trim().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Zone, meant};

    #[test]
    fn zone_is_found_by_its_city() {
        for (typed, zone) in [
            ("Europe/Berlin", "Europe/Berlin"),
            (" europe/berlin ", "Europe/Berlin"),
            ("new york", "America/New_York"),
            ("Reykjavik", "Atlantic/Reykjavik"),
            ("utc", "UTC"),
            ("Nowhere", "Nowhere"),
            ("", ""),
        ] {
            assert_eq!(meant(typed), zone, "{typed}");
        }
    }

    #[test]
    fn every_common_zone_is_valid() {
        for zone in super::USUAL {
            assert!(zone.parse::<Zone>().is_ok(), "{zone}");
        }
    }
}
