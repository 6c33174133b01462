//! What the viewer may order, as lists and forms.

use crate::service::play::read_game::GameSight;
use crate::web::game_view::groups::{GroupView, form_view, group_views};
use crate::web::paths;
use crate::web::viewpoint::Viewpoint;
use ravenpost_rules::{Form, Group, Presentation};

/// What the viewer may order.
#[derive(Default)]
pub struct OrdersPart {
    /// What hands in the draft that is being written, or changes it.
    pub draft: Option<GroupView>,
    pub groups: Vec<GroupView>,
    pub aside: Vec<GroupView>,
    /// How many orders stand in the groups.
    pub offered: usize,
    /// Places of the board from which orders are written.
    pub places: Vec<PlaceLink>,
    /// The area the orders are narrowed to.
    pub area: Option<String>,
    /// What it is called.
    pub area_name: String,
    pub take_back: Option<String>,
    /// For the viewer's last order, if others do not know all of it.
    pub receipt: Option<String>,
    /// Where an order is looked at before it is given, and what its forms carry along.
    pub try_at: String,
    pub carried: Vec<(String, String)>,
    /// What the button of a form says.
    pub verb: &'static str,
}

/// The orders of a card in hand: the anchor of the first group, and how many in all.
pub struct CardOrders<'a> {
    pub id: &'a str,
    pub count: usize,
}

/// What somebody may order, as the rules say it.
pub struct Offered<'a> {
    pub offers: Vec<Group>,
    pub aside: Vec<Group>,
    pub places: &'a [(String, Vec<Form>)],
}

/// A place that orders can be written about: the board's links in words.
pub struct PlaceLink {
    pub name: String,
    pub to: String,
    /// Whether it is the one that is chosen.
    pub here: bool,
}

impl OrdersPart {
    pub fn of(
        sight: &mut GameSight,
        viewpoint: Viewpoint,
        area: Option<&str>,
        seen: &Presentation,
    ) -> OrdersPart {
        let receipt = sight.seat.and_then(|seat| sight.live.last_receipt(seat));
        let offered = Offered {
            offers: std::mem::take(&mut sight.offers),
            aside: std::mem::take(&mut sight.aside),
            places: &sight.places,
        };
        let to = |slug: &str| paths::orders_about(&sight.live.id, slug);
        OrdersPart {
            take_back: sight.take_back(viewpoint.now),
            receipt: receipt.map(|receipt| receipt.hash.hex()),
            try_at: format!("{}/preview", paths::game(&sight.live.id)),
            ..OrdersPart::offering(offered, area, seen, &to)
        }
    }

    /// What may be ordered, of all places or of one; `to` leads to the orders about a place.
    pub fn offering(
        offered: Offered<'_>,
        area: Option<&str>,
        seen: &Presentation,
        to: &dyn Fn(&str) -> String,
    ) -> OrdersPart {
        let mut groups = group_views(offered.offers, area, "o");
        let place = offered.places.iter().position(|(slug, _)| Some(slug.as_str()) == area);
        let name = area.map(|area| area_name(seen, area)).unwrap_or_default();
        groups.extend(place.map(|at| place_view(name.clone(), &offered.places[at].1, at)));
        // A place gives forms of its own; what hands in the draft stands with the draft.
        let draft = groups.iter().position(|group| group.hands_in).map(|at| groups.remove(at));
        let link = |(slug, _): &(String, Vec<Form>)| PlaceLink {
            name: area_name(seen, slug),
            to: to(slug),
            here: area == Some(slug),
        };
        OrdersPart {
            offered: draft.iter().chain(&groups).map(|group| group.count).sum(),
            draft,
            groups,
            aside: group_views(offered.aside, None, "a"),
            places: offered.places.iter().map(link).collect(),
            area: area.map(ToOwned::to_owned),
            area_name: name,
            verb: "Preview",
            ..OrdersPart::default()
        }
    }

    /// Where the orders of a card in hand begin, and how many there are.
    pub fn of_card(&self, card: &str) -> Option<CardOrders<'_>> {
        let own = |group: &&GroupView| group.card.as_deref() == Some(card);
        let id = &self.groups.iter().find(own)?.id;
        let count = self.groups.iter().filter(own).map(|group| group.count).sum();
        Some(CardOrders { id, count })
    }
}

/// What an area is called: its words begin with its name.
pub fn area_name(seen: &Presentation, slug: &str) -> String {
    let area = seen.scene.areas.iter().find(|area| area.slug == slug);
    let words = area.map_or(slug, |area| area.words.as_str());
    words.split([':', ';', ',', '(']).next().unwrap_or(slug).trim().to_owned()
}

/// The forms of one area, open.
fn place_view(title: String, forms: &[Form], place: usize) -> GroupView {
    let form = |(at, form): (usize, &Form)| form_view(format!("p.{place}.{at}"), form.clone());
    GroupView {
        id: "p-here".to_owned(),
        card: None,
        title,
        note: String::new(),
        rule: "",
        open: true,
        count: 0,
        lone: false,
        folded: false,
        hands_in: false,
        offers: Vec::new(),
        forms: forms.iter().enumerate().map(form).collect(),
    }
}
