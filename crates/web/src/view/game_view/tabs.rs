//! The tabs below the grid of a game's page. They are links, and the address selects one of them.

use crate::shared::viewpoint::Viewpoint;
use crate::view::talk_view::TalkView;
use crate::view::time_bar::TimeBar;
use ravenpost_rules::Panel;

/// The panel with the draft. It is shown above the orders and not in a tab.
const DRAFT: &str = "sheet";
/// The usual ID of the panel with the viewer's own possessions.
const OWN: &str = "own";
/// The maximum length of a panel title that is used as a tab name, in characters.
const NAME: usize = 24;

/// A section below the grid, of which one is shown at a time.
#[derive(Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Tab {
    Table,
    Standing,
    History,
    Talk,
    Notes,
    Players,
    Rules,
}

impl Tab {
    /// The value in addresses.
    pub fn key(self) -> &'static str {
        self.into()
    }
}

/// The tabs of a page and the selected one.
pub struct Tabs {
    pub links: Vec<TabLink>,
    pub here: Tab,
}

pub struct TabLink {
    pub tab: Tab,
    pub name: String,
    /// The number of unread messages.
    pub fresh: u64,
    pub to: String,
}

/// The content available for tabs.
pub struct TabContent<'a> {
    pub own: &'a [Panel],
    pub panels: &'a [Panel],
    /// Whether the viewer can give standing orders.
    pub standing: bool,
    pub talk: Option<&'a TalkView>,
}

impl Tabs {
    /// Builds the tabs of the game at `address`. Tabs without content are left out.
    pub fn of(address: &str, shown: &TabContent<'_>, bar: &TimeBar, viewpoint: Viewpoint) -> Tabs {
        let mut named: Vec<(Tab, String)> = Vec::new();
        if shown.own.iter().any(|panel| panel.id != DRAFT) || !shown.panels.is_empty() {
            named.push((Tab::Table, first_name(shown.own)));
        }
        if shown.standing {
            named.push((Tab::Standing, "Standing orders".to_owned()));
        }
        named.push((Tab::History, "History".to_owned()));
        if let Some(talk) = shown.talk {
            if !talk.ears.is_empty() || !talk.lines.is_empty() {
                named.push((Tab::Talk, "Chat".to_owned()));
            }
            named.push((Tab::Notes, "Notes".to_owned()));
        }
        named.push((Tab::Players, "Players".to_owned()));
        named.push((Tab::Rules, "Rules".to_owned()));
        let asked = viewpoint.tab.unwrap_or_default();
        let here = named.iter().map(|(tab, _)| *tab).find(|tab| tab.key() == asked);
        let here = here.unwrap_or(named[0].0);
        let fresh = shown.talk.filter(|talk| talk.step.is_none()).map_or(0, |talk| talk.unread);
        let link = |(tab, name): (Tab, String)| TabLink {
            name,
            fresh: if tab == Tab::Talk { fresh } else { 0 },
            to: address_of(address, bar, tab),
            tab,
        };
        Tabs { links: named.into_iter().map(link).collect(), here }
    }

    /// Whether a tab is the selected one.
    pub fn at(&self, key: &str) -> bool {
        self.here.key() == key
    }
}

/// Names the title's own tab after the viewer's panel: "Your hof".
fn first_name(own: &[Panel]) -> String {
    let known = own.iter().find(|panel| panel.id == OWN);
    let name = known.or_else(|| own.iter().rfind(|panel| panel.id != DRAFT));
    let name = name.map(|one| one.title.as_str());
    let name = name.filter(|name| !name.is_empty() && name.chars().count() <= NAME);
    name.unwrap_or("On the table").to_owned()
}

/// The address of another tab at the same step and viewpoint.
fn address_of(address: &str, bar: &TimeBar, tab: Tab) -> String {
    let at = if bar.past { format!("at={}&", bar.at) } else { String::new() };
    let eye = bar.eye.as_deref().map(|eye| format!("eye={eye}&")).unwrap_or_default();
    format!("{address}?{at}{eye}tab={}#tabs", tab.key())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tab_addresses_are_stable() {
        let tabs = [
            Tab::Table,
            Tab::Standing,
            Tab::History,
            Tab::Talk,
            Tab::Notes,
            Tab::Players,
            Tab::Rules,
        ];
        let keys = ["table", "standing", "history", "talk", "notes", "players", "rules"];
        assert_eq!(tabs.map(Tab::key), keys);
    }
}
