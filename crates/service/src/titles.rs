//! The available titles. This list is the only place that names all of them.

use std::collections::BTreeMap;

use ravenpost_bardagi::BARDAGI;
use ravenpost_gotlandia::GOTLANDIA;
use ravenpost_rules::Title;
use ravenpost_scharz::SCHARZ;
use ravenpost_thingvellir::THINGVELLIR;

static TITLES: &[&dyn Title] = &[GOTLANDIA, THINGVELLIR, BARDAGI, SCHARZ];

/// Returns every title, in display order.
pub fn all() -> &'static [&'static dyn Title] {
    TITLES
}

/// Returns the version of each title's rules, by key.
pub fn versions() -> BTreeMap<&'static str, u32> {
    all().iter().map(|title| (title.about().key, title.about().version)).collect()
}

/// Returns the title with this key.
pub fn find(key: &str) -> Option<&'static dyn Title> {
    TITLES.iter().copied().find(|title| title.about().key == key)
}
