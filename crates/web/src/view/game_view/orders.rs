//! The orders a viewer may give, as lists and forms.

use crate::shared::paths;
use crate::shared::viewpoint::Viewpoint;
use crate::view::game_view::groups::{GroupView, form_view, group_views};
use ravenpost_rules::{Form, Group, Presentation};
use ravenpost_service::play::read_game::VisibleGame;

#[derive(Default)]
pub struct OrdersPart {
    /// The orders that submit or change the current draft.
    pub draft: Option<GroupView>,
    pub groups: Vec<GroupView>,
    pub aside: Vec<GroupView>,
    /// The number of orders in the groups.
    pub offered: usize,
    /// Areas for which orders can be composed.
    pub places: Vec<PlaceLink>,
    /// The area the orders are restricted to.
    pub area: Option<String>,
    /// Its display name.
    pub area_name: String,
    pub take_back: Option<String>,
    /// The receipt of the viewer's last order, if that is not fully public.
    pub receipt: Option<String>,
    /// The address of the preview, and hidden fields for its forms.
    pub try_at: String,
    pub carried: Vec<(String, String)>,
    /// The label of the submit buttons.
    pub verb: &'static str,
}

/// The orders of a card in hand: the anchor of the first group and the total number.
pub struct CardOrders<'a> {
    pub id: &'a str,
    pub count: usize,
}

/// The legal orders, as provided by the rules.
pub struct Offered<'a> {
    pub offers: Vec<Group>,
    pub aside: Vec<Group>,
    pub places: &'a [(String, Vec<Form>)],
}

/// A link to the orders about an area, as a textual alternative to the board.
pub struct PlaceLink {
    pub name: String,
    pub to: String,
    /// Whether it is the selected area.
    pub here: bool,
}

impl OrdersPart {
    pub fn of(
        visible: &mut VisibleGame,
        viewpoint: Viewpoint,
        area: Option<&str>,
        seen: &Presentation,
    ) -> OrdersPart {
        let receipt = visible.seat.and_then(|seat| visible.game.fairness().last_receipt(seat));
        let offered = Offered {
            offers: std::mem::take(&mut visible.offers),
            aside: std::mem::take(&mut visible.aside),
            places: &visible.places,
        };
        let to = |slug: &str| paths::orders_about(&visible.game.id, slug);
        OrdersPart {
            take_back: visible.take_back(viewpoint.now),
            receipt: receipt.map(|receipt| receipt.hash.hex()),
            try_at: format!("{}/preview", paths::game(&visible.game.id)),
            ..OrdersPart::offering(offered, area, seen, &to)
        }
    }

    /// Builds the part for all areas or one. `to` returns the address of the orders about an area.
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
        // The orders of the draft are shown with the draft, not with the area.
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

    /// Returns where the orders of a card in hand begin, and how many there are.
    pub fn of_card(&self, card: &str) -> Option<CardOrders<'_>> {
        let own = |group: &&GroupView| group.card.as_deref() == Some(card);
        let id = &self.groups.iter().find(own)?.id;
        let count = self.groups.iter().filter(own).map(|group| group.count).sum();
        Some(CardOrders { id, count })
    }
}

/// Returns the display name of an area or of a space of a box, or its slug if the scene does not know
/// it.
pub fn area_name(seen: &Presentation, slug: &str) -> String {
    let area = seen.scene.areas.iter().find(|area| area.slug == slug);
    let space = || {
        let (place, id) = slug.split_once('.')?;
        let one = seen.scene.boxes.iter().find(|one| one.place == place)?;
        one.spaces.iter().find(|space| space.id == id).map(|space| space.name.as_str())
    };
    area.map(|area| area.name.as_str()).or_else(space).unwrap_or(slug).to_owned()
}

/// Builds the expanded group with the forms of one area.
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
