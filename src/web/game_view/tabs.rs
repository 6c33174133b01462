//! The tabs under the grid of a game's page: links, one of them chosen by the address.

use crate::web::talk_view::TalkView;
use crate::web::time_bar::TimeBar;
use crate::web::viewpoint::Viewpoint;
use ravenpost_rules::Panel;

/// What is written and not given yet: it stands on top of the orders, and in no tab.
const DRAFT: &str = "sheet";
/// What most titles call the viewer's own goods.
const OWN: &str = "own";
/// Letters of a panel's title that make the name of a tab.
const NAME: usize = 24;

/// A part of the page that stands under the grid, one at a time.
#[derive(Clone, Copy, PartialEq, Eq)]
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
    /// As addresses name it.
    pub fn key(self) -> &'static str {
        match self {
            Tab::Table => "table",
            Tab::Standing => "standing",
            Tab::History => "history",
            Tab::Talk => "talk",
            Tab::Notes => "notes",
            Tab::Players => "players",
            Tab::Rules => "rules",
        }
    }
}

/// The tabs of a page, and the one that is open.
pub struct Tabs {
    pub links: Vec<TabLink>,
    pub here: Tab,
}

/// A tab's name and address.
pub struct TabLink {
    pub tab: Tab,
    pub name: String,
    /// Words that the viewer has not said to have read.
    pub fresh: u64,
    pub to: String,
}

/// What a page has that a tab can show.
pub struct TabContent<'a> {
    pub own: &'a [Panel],
    pub panels: &'a [Panel],
    /// Whether there are standing orders to give.
    pub standing: bool,
    pub talk: Option<&'a TalkView>,
}

impl Tabs {
    /// The tabs of the game at `address`; what is not there has none.
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
                named.push((Tab::Talk, "Talk".to_owned()));
            }
            named.push((Tab::Notes, "Notes".to_owned()));
        }
        named.push((Tab::Players, "Players".to_owned()));
        named.push((Tab::Rules, "Rules at hand".to_owned()));
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

    /// Whether a tab is the one that is open.
    pub fn at(&self, key: &str) -> bool {
        self.here.key() == key
    }
}

/// The title's own tab is called after what the viewer has there: "Your hof: Oddi", "Your hand".
fn first_name(own: &[Panel]) -> String {
    let known = own.iter().find(|panel| panel.id == OWN);
    let name = known.or_else(|| own.iter().rfind(|panel| panel.id != DRAFT));
    let name = name.map(|one| one.title.split(':').next().unwrap_or_default().trim());
    let name = name.filter(|name| !name.is_empty() && name.chars().count() <= NAME);
    name.unwrap_or("On the table").to_owned()
}

/// The same step with the same eyes, and another tab.
fn address_of(address: &str, bar: &TimeBar, tab: Tab) -> String {
    let at = if bar.past { format!("at={}&", bar.at) } else { String::new() };
    let eye = bar.eye.as_deref().map(|eye| format!("eye={eye}&")).unwrap_or_default();
    format!("{address}?{at}{eye}tab={}#tabs", tab.key())
}
