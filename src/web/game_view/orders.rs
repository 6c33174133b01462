//! What the viewer may order, as lists and forms.

use crate::service::play::read_game::GameSight;
use crate::web::game_view::groups::{GroupView, form_view, group_views};
use crate::web::paths;
use ravenpost_rules::{Form, Presentation};

/// What the viewer may order.
pub struct OrdersPart {
    pub groups: Vec<GroupView>,
    pub aside: Vec<GroupView>,
    /// How many orders stand in the groups.
    pub offered: usize,
    /// Whether orders are written from what lies at places of the board, and none is chosen.
    pub by_place: bool,
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
}

impl OrdersPart {
    pub fn of(sight: &mut GameSight, area: Option<&str>, seen: &Presentation) -> OrdersPart {
        let mut groups = group_views(std::mem::take(&mut sight.offers), area, "o");
        let place = sight.places.iter().position(|(slug, _)| Some(slug.as_str()) == area);
        let name = area.map(|area| area_name(seen, area)).unwrap_or_default();
        groups.extend(place.map(|at| place_view(name.clone(), &sight.places[at].1, at)));
        let receipt = sight.seat.and_then(|seat| sight.live.last_receipt(seat));
        OrdersPart {
            offered: groups.iter().map(|group| group.count).sum(),
            groups,
            aside: group_views(std::mem::take(&mut sight.aside), None, "a"),
            by_place: area.is_none() && !sight.places.is_empty(),
            area: area.map(ToOwned::to_owned),
            area_name: name,
            take_back: sight.take_back.clone(),
            receipt: receipt.map(|receipt| receipt.hash.hex()),
            try_at: format!("{}/preview", paths::game(&sight.live.id)),
            carried: Vec::new(),
        }
    }
}

/// What an area is called: its words begin with its name.
fn area_name(seen: &Presentation, slug: &str) -> String {
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
        offers: Vec::new(),
        forms: forms.iter().enumerate().map(form).collect(),
    }
}
