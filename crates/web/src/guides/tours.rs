//! The first game of each title, prepared once.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use ravenpost_rules::About;
use ravenpost_rules::scenario::tour::Tour;
use ravenpost_service::titles;

/// Returns a title's first game, if it has one.
pub fn of(about: &About) -> Option<&'static Tour> {
    static TOURS: OnceLock<BTreeMap<&'static str, Tour>> = OnceLock::new();
    let tours = TOURS.get_or_init(|| {
        let all = titles::all().iter();
        all.filter_map(|title| Some((title.about().key, Tour::of(*title)?))).collect()
    });
    tours.get(about.key)
}
