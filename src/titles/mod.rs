//! The titles on offer. This list is the only place that names them all.

mod bardagi;
mod gotlandia;
mod scharz;
mod thingvellir;

use std::collections::BTreeMap;

use crate::rules::Title;
use crate::rules::erased::Erased;

static TITLES: &[&dyn Title] = &[
    &Erased::<gotlandia::Gotlandia>::new(),
    &Erased::<thingvellir::Thingvellir>::new(),
    &Erased::<bardagi::Bardagi>::new(),
    &Erased::<scharz::Scharz>::new(),
];

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
