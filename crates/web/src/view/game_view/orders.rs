//! The orders a viewer may give, as lists and forms.

use crate::shared::forms::OrderForm;
use crate::shared::paths;
use crate::shared::query::Fields;
use crate::shared::viewpoint::Viewpoint;
use crate::view::game_view::groups::{GroupView, Numbered, form_view, group_views};
use ravenpost_rules::text::phrase::small;
use ravenpost_rules::{Block, Card, Form, Group, Panel, Presentation};
use ravenpost_service::game::history::bot_takebacks::FromBots;
use ravenpost_service::play::read_game::VisibleGame;

/// The panel with the draft, which is shown with the orders.
const DRAFT: &str = "sheet";

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
    /// The cards that the orders play, in the order of the viewer's panels. They show their orders.
    pub hand: Vec<Card>,
    /// Why cards cannot be played now, by slug.
    unplayable: Vec<(String, String)>,
    /// The viewer's panels that show only these cards.
    hand_panels: Vec<&'static str>,
    /// All cards in the viewer's panels; their texts explain the fields of forms.
    faces: Vec<Card>,
    /// The order that is previewed.
    pub chosen: Option<String>,
    pub take_back: Option<String>,
    /// The effect of the order that can be undone: "settle Dede".
    pub undoes: Option<String>,
    /// The step that the viewer can return to at once, if all others are bots.
    pub from_bots: Option<FromBots>,
    /// The receipt of the viewer's last order, if that is not fully public.
    pub receipt: Option<String>,
    /// The address of the preview, and hidden fields for its forms.
    pub try_at: String,
    pub carried: Vec<(String, String)>,
    /// Hidden fields for forms that give orders: the part of the board that is shown.
    pub part: Vec<(String, String)>,
    /// The address of the orders about all areas.
    pub all: String,
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
        let to = |slug: &str| viewpoint.zoom.on(&paths::orders_about(&visible.game.id, slug));
        let mut part = OrdersPart::offering(offered, area, seen, &to);
        part.groups.iter_mut().for_each(GroupView::merge_payments);
        OrdersPart {
            undoes: visible.undoes(viewpoint.now).map(|action| small(&action)),
            take_back: visible.take_back(viewpoint.now),
            from_bots: visible.from_bots(viewpoint.now),
            receipt: receipt.map(|receipt| receipt.hash.hex()),
            try_at: format!("{}/preview", paths::game(&visible.game.id)),
            all: viewpoint.zoom.on(&format!("{}#orders", paths::game(&visible.game.id))),
            carried: viewpoint.zoom.fields(),
            part: viewpoint.zoom.fields(),
            unplayable: std::mem::take(&mut visible.unplayable),
            ..part
        }
    }

    /// Replaces the groups with those of an imagined position, where `unplayable` are the viewer's
    /// cards that cannot be played.
    pub fn regroup(
        &mut self,
        groups: Vec<Group>,
        unplayable: Vec<(String, String)>,
        own: &[Panel],
    ) {
        self.groups = group_views(groups, None, "o");
        self.unplayable = unplayable;
        self.deal(own);
    }

    /// Finds the cards that the groups play, and marks these groups.
    fn deal(&mut self, own: &[Panel]) {
        let plays = |card: &Card| {
            self.groups.iter().any(|group| group.card.as_deref() == Some(card.slug.as_str()))
        };
        let (mut hand, mut hand_panels, mut faces) = (Vec::new(), Vec::new(), Vec::new());
        for panel in own {
            let mut whole = true;
            for block in &panel.blocks {
                let Block::Cards(cards) = block else {
                    whole &= matches!(block, Block::Text(_));
                    continue;
                };
                faces.extend(cards.iter().cloned());
                let played = cards.iter().any(plays);
                whole &= played;
                // An area's orders are shown with the cards that they play.
                let shown = |card: &&Card| played && (self.area.is_none() || plays(card));
                hand.extend(cards.iter().filter(shown).cloned());
            }
            let cards = panel.blocks.iter().any(|block| matches!(block, Block::Cards(_)));
            hand_panels.extend((whole && cards).then_some(panel.id));
        }
        // In the order of their moves, so that the numbers ascend. Cards without a move come last.
        hand.sort_by_key(|card: &Card| {
            let plays = |group: &GroupView| group.card.as_deref() == Some(card.slug.as_str());
            self.groups.iter().position(plays).unwrap_or(usize::MAX)
        });
        for group in &mut self.groups {
            group.in_hand = hand.iter().any(|card| group.card.as_ref() == Some(&card.slug));
        }
        (self.hand, self.hand_panels, self.faces) = (hand, hand_panels, faces);
    }

    /// Fills in a form again, because its order was refused.
    pub fn keep(&mut self, fields: &Fields) {
        let OrderForm { form, lead, .. } = OrderForm::of(fields);
        let place = form.unwrap_or_default();
        let groups = self.draft.iter_mut().chain(&mut self.groups).chain(&mut self.aside);
        groups.for_each(|group| group.keep(place, lead, fields));
    }

    /// Whether orders are composed by choosing a place on the board.
    pub fn by_place(&self) -> bool {
        !self.places.is_empty()
    }

    /// Whether a private panel is left to the tab, because the orders do not show all of it.
    pub fn leaves(&self, panel: &Panel) -> bool {
        panel.id != DRAFT && !self.hand_panels.contains(&panel.id)
    }

    /// Returns the groups of orders that play this card.
    pub fn plays(&self, card: &str) -> Vec<&GroupView> {
        let own = |group: &&GroupView| group.card.as_deref() == Some(card);
        self.groups.iter().filter(own).collect()
    }

    /// Returns why a card cannot be played now, if the title says so.
    pub fn why_not(&self, card: &str) -> Option<&str> {
        let own = self.unplayable.iter().find(|(slug, _)| slug == card);
        own.map(|(_, why)| why.as_str())
    }

    /// Returns the viewer's card with this name, for the field of a form that chooses it.
    pub fn face(&self, name: &str) -> Option<&Card> {
        self.faces.iter().find(|card| card.name == name)
    }

    /// Whether an order is the one that is previewed.
    pub fn is_chosen(&self, one: &Numbered) -> bool {
        self.chosen.as_ref() == Some(&one.offer.order)
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
        let mut part = OrdersPart {
            offered: draft.iter().chain(&groups).map(|group| group.count).sum(),
            draft,
            groups,
            aside: group_views(offered.aside, None, "a"),
            places: offered.places.iter().map(link).collect(),
            area: area.map(ToOwned::to_owned),
            area_name: name,
            verb: "Preview",
            ..OrdersPart::default()
        };
        part.deal(&seen.own);
        part
    }

    /// Returns where the orders of a card in hand begin, and how many there are.
    pub fn of_card(&self, card: &str) -> Option<CardOrders<'_>> {
        let own = |group: &&GroupView| group.card.as_deref() == Some(card);
        let id = &self.groups.iter().find(own)?.id;
        let count = self.groups.iter().filter(own).map(|group| group.count).sum();
        Some(CardOrders { id, count })
    }
}

/// Returns the display name of an area or of a space of a box, or its slug if the scene does not
/// know it.
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
        in_hand: false,
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

#[cfg(test)]
mod tests {
    use super::*;
    use ravenpost_rules::Offer;

    #[test]
    fn cards_in_hand_are_in_the_order_of_their_moves() {
        let card = |slug: &str| Card { slug: slug.to_owned(), ..Card::default() };
        let cards = vec![card("idle"), card("forest"), card("field")];
        let own = [Panel::new("hand", "Your hand", vec![Block::Cards(cards)])];
        let group = |slug: &str| Group {
            card: Some(slug.to_owned()),
            title: slug.to_owned(),
            offers: vec![Offer { order: slug.to_owned(), ..Offer::default() }],
            ..Group::default()
        };
        let mut part = OrdersPart::default();
        part.regroup(vec![group("field"), group("forest")], Vec::new(), &own);
        let hand: Vec<&str> = part.hand.iter().map(|card| card.slug.as_str()).collect();
        assert_eq!(hand, ["field", "forest", "idle"]);
    }

    #[test]
    fn imagined_position_has_no_reasons_of_the_real_one() {
        let reasons = |card: &str| vec![(card.to_owned(), "too expensive".to_owned())];
        let mut part = OrdersPart { unplayable: reasons("real"), ..OrdersPart::default() };
        part.regroup(Vec::new(), reasons("imagined"), &[]);
        assert_eq!(part.why_not("real"), None);
        assert_eq!(part.why_not("imagined"), Some("too expensive"));
        part.regroup(Vec::new(), Vec::new(), &[]);
        assert_eq!(part.why_not("imagined"), None);
    }
}
