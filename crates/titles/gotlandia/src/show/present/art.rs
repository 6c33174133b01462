//! Pictures and prices of cards: the sign of the board for what a card does, and what that costs.

use super::super::super::state::options::Options;
use super::super::super::things::data::data;
use super::super::super::things::goods::Goods;
use super::super::super::things::ids::Card;
use super::super::super::things::kinds::Kind;
use super::super::super::things::tables::Alt;
use ravenpost_rules::text::phrase::capital;
use ravenpost_rules::view::scene::Mark;

/// The longest name that fits into the picture of a space.
const FITS: usize = 5;

/// Returns the alternatives that these options leave to a card.
pub(super) fn alts(card: Card, options: &Options) -> Vec<&'static Alt> {
    let later =
        |alt: &&Alt| !(options.then_church && matches!(alt, Alt::BuildChurch | Alt::Decorate));
    card.data().alts.iter().filter(later).collect()
}

/// Returns the sign for the first thing that a card does.
pub(super) fn art(card: Card, options: &Options) -> Option<Mark> {
    let piece = |name| Some(Mark::Piece(name, "neutral", ""));
    match alts(card, options).first()? {
        Alt::Settle { .. } => piece("farmstead"),
        Alt::BuildShip | Alt::PlaceShip => piece("ship"),
        Alt::BuildTower { .. } | Alt::PlaceTower => piece("tower"),
        Alt::BuildChurch | Alt::Decorate => piece("church"),
        Alt::Raid(_) | Alt::Sink => piece("pirate"),
        Alt::Assembly => piece("worker"),
        Alt::Produce { plus, per } => resource(plus.or(per.first().map(|(_, kind)| *kind))),
        Alt::Take(goods) | Alt::TakePer(_, goods) => {
            resource(goods.kinds().next().map(|(kind, _)| kind))
        }
        Alt::TakeOne(kinds) => resource(kinds.first().copied()),
        Alt::Sell { .. } => Some(Mark::Harbour),
        Alt::ProduceSetting | Alt::Draw(_) => None,
    }
}

/// Returns the space of a resource, or coins.
fn resource(kind: Option<Kind>) -> Option<Mark> {
    if kind == Some(Kind::SILVER) {
        return Some(Mark::Piece("silver", "neutral", ""));
    }
    kind.map(Kind::name).filter(|name| name.len() <= FITS).map(Mark::Space)
}

/// Returns what the actions of a card cost.
pub(super) fn cost(card: Card, options: &Options) -> String {
    let costs = &data().costs;
    let of = |alt: &Alt| {
        let (what, goods) = match alt {
            Alt::Settle { .. } => ("settle", &costs.settle),
            Alt::BuildShip => ("ship", &costs.ship),
            Alt::BuildTower { .. } => ("tower", &costs.tower),
            Alt::BuildChurch => ("church", &costs.church),
            _ => return None,
        };
        Some(format!("{what}: {}", price(goods)))
    };
    let all: Vec<String> = alts(card, options).into_iter().filter_map(of).collect();
    capital(&all.join("; "))
}

pub(super) fn price(goods: &Goods) -> String {
    goods.words().replace(" and ", " + ")
}
