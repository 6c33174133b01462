//! Time zones that most people live in; the settings have all the others.

/// From east to west.
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

#[cfg(test)]
mod tests {
    #[test]
    fn every_usual_zone_is_one() {
        for zone in super::USUAL {
            assert!(zone.parse::<chrono_tz::Tz>().is_ok(), "{zone}");
        }
    }
}
