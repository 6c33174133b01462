//! The filters of the lobby. They are links, so they work without scripts and can be bookmarked.

use serde::Deserialize;

use crate::shared::query::pairs;
use ravenpost_log::act::Pace;
use ravenpost_service::play::read_lists::Listed;
use ravenpost_service::titles;

/// The longest time for a turn that still counts as a turn a day, in seconds.
const DAILY: u32 = 36 * 3_600;

/// The pace of a table, for choosing one.
const PACES: [(&str, &str); 3] =
    [("daily", "A turn a day"), ("slow", "Slower"), ("none", "No deadlines")];

/// Which tables are listed. Empty fields match every table.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct LobbyFilter {
    /// The key of a title.
    pub title: String,
    /// Only tables with a free seat.
    pub free: bool,
    /// A key of [`PACES`].
    pace: &'static str,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct LobbyQuery {
    title: String,
    free: bool,
    pace: String,
}

/// The links of one filter.
pub struct Filters {
    pub name: &'static str,
    pub links: Vec<FilterLink>,
}

pub struct FilterLink {
    pub name: &'static str,
    pub to: String,
    /// Whether it is selected.
    pub here: bool,
}

impl LobbyFilter {
    pub fn of(query: LobbyQuery) -> LobbyFilter {
        let pace = PACES.iter().find(|(key, _)| *key == query.pace).map_or("", |(key, _)| key);
        LobbyFilter { title: query.title, free: query.free, pace }
    }

    pub fn fits(&self, listed: &Listed) -> bool {
        let free = listed.seats.iter().any(|seat| seat.name.is_none());
        (self.title.is_empty() || self.title == listed.row.title)
            && (!self.free || free || listed.free)
            && (self.pace.is_empty() || self.pace == kind(&listed.pace))
    }

    /// Returns the links of all filters. Each link preserves the other filters.
    pub fn filters(&self) -> Vec<Filters> {
        let all = std::iter::once(("", "All games"));
        let titles = titles::all().iter().map(|title| (title.about().key, title.about().name));
        let titles = all.chain(titles).map(|(key, name)| {
            self.link(name, &LobbyFilter { title: key.to_owned(), ..self.clone() })
        });
        let seats = [(false, "All tables"), (true, "With a free seat")];
        let seats =
            seats.map(|(free, name)| self.link(name, &LobbyFilter { free, ..self.clone() }));
        let paces = std::iter::once(&("", "Any pace")).chain(&PACES);
        let paces =
            paces.map(|(pace, name)| self.link(name, &LobbyFilter { pace, ..self.clone() }));
        vec![
            Filters { name: "Game", links: titles.collect() },
            Filters { name: "Seats", links: seats.into() },
            Filters { name: "Pace", links: paces.collect() },
        ]
    }

    fn link(&self, name: &'static str, other: &LobbyFilter) -> FilterLink {
        FilterLink { name, to: other.address(), here: self == other }
    }

    fn address(&self) -> String {
        let free = if self.free { "1" } else { "" };
        let fields = [("title", self.title.as_str()), ("free", free), ("pace", self.pace)];
        let set: Vec<_> = fields.into_iter().filter(|(_, value)| !value.is_empty()).collect();
        if set.is_empty() { "/games".to_owned() } else { format!("/games?{}", pairs(&set)) }
    }
}

/// Returns the key in [`PACES`] of a pace.
fn kind(pace: &Pace) -> &'static str {
    match pace.turn {
        None => "none",
        Some(turn) if turn <= DAILY => "daily",
        Some(_) => "slow",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::query::Fields;

    fn wanted(query: &str) -> LobbyFilter {
        LobbyFilter::of(Fields::read(query).parse().unwrap())
    }

    #[test]
    fn each_filter_preserves_the_others() {
        let daily = wanted("pace=daily&free=1&title=&more=2");
        assert_eq!(daily.address(), "/games?free=1&pace=daily");
        let filters = daily.filters();
        let pace = &filters[2].links;
        assert_eq!(
            pace.iter().map(|one| one.here).collect::<Vec<_>>(),
            [false, true, false, false]
        );
        assert_eq!(pace[0].to, "/games?free=1");
        assert_eq!(filters[1].links[0].to, "/games?pace=daily");
        assert_eq!(wanted("pace=odd").address(), "/games");
    }

    #[test]
    fn turn_length_decides_the_kind_of_pace() {
        let kinds = [None, Some(30 * 3_600), Some(48 * 3_600)].map(|turn| kind(&Pace::of(turn)));
        assert_eq!(kinds, ["none", "daily", "slow"]);
    }
}
