//! The titles on offer. This list is the only place that names them all.

use std::collections::BTreeMap;

use ravenpost_bardagi::BARDAGI;
use ravenpost_gotlandia::GOTLANDIA;
use ravenpost_rules::Title;
use ravenpost_scharz::SCHARZ;
use ravenpost_thingvellir::THINGVELLIR;

static TITLES: &[&dyn Title] = &[GOTLANDIA, THINGVELLIR, BARDAGI, SCHARZ];

/// Every title, in the order in which it is offered.
pub fn all() -> &'static [&'static dyn Title] {
    TITLES
}

/// The version of each title's rules, by its key.
pub fn versions() -> BTreeMap<&'static str, u32> {
    all().iter().map(|title| (title.about().key, title.about().version)).collect()
}

/// The title with that key.
pub fn find(key: &str) -> Option<&'static dyn Title> {
    TITLES.iter().copied().find(|title| title.about().key == key)
}
