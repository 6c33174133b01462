//! Parses `play CARD use`.

use super::super::reckon::cards::{alternative, leaves_choice};
use super::super::state::plays::{Play, Use};
use super::super::things::data::data;
use super::super::things::goods::Goods;
use super::super::things::ids::{Card, District};
use super::super::things::kinds::Kind;
use super::super::things::tables::Alt;
use super::lexicon;
use super::reader::{Reader, pay};
use ravenpost_rules::Refusal;
use ravenpost_rules::RefusalCode::{MissingWord, WrongAmount};
use ravenpost_rules::text::reader::Word;

const USES: [&str; 12] = [
    "settle", "produce", "take", "tower", "church", "decorate", "ship", "raid", "sell", "assembly",
    "draw", "sink",
];

pub fn play(reader: &mut Reader<'_>) -> Option<Play> {
    let card = reader.card();
    let Some(word) = reader.take() else {
        let refusal = Refusal::new("say how to use the card").code(MissingWord).rule("R25.4");
        let uses = card.map(uses).unwrap_or_default();
        reader.wrong(refusal.instead(uses.into_iter().map(str::to_owned)));
        return None;
    };
    let action = action(reader, card, &word);
    let no_draw = reader.skip("nodraw");
    Some(Play { card: card?, action: action?, no_draw })
}

fn action(reader: &mut Reader<'_>, card: Option<Card>, word: &Word<'_>) -> Option<Use> {
    Some(match word.raw {
        "settle" => {
            let (district, pay) = placed(reader, &data().costs.settle)?;
            Use::Settle(district, pay)
        }
        "tower" => {
            let free = card.is_some_and(|card| has(card, |alt| matches!(alt, Alt::PlaceTower)));
            let cost = if free { &Goods::NONE } else { &data().costs.tower };
            let (district, pay) = placed(reader, cost)?;
            Use::Tower(district, pay)
        }
        "church" => {
            let (district, pay) = placed(reader, &data().costs.church)?;
            Use::Church(district, pay)
        }
        "ship" => {
            let free = card.is_some_and(|card| has(card, |alt| matches!(alt, Alt::PlaceShip)));
            let dir = reader.dir();
            let pay = pay(reader, if free { &Goods::NONE } else { &data().costs.ship });
            Use::Ship(dir?, pay?)
        }
        "produce" => Use::Produce,
        "raid" => Use::Raid,
        "assembly" => Use::Assembly,
        "sink" => Use::Sink,
        "take" => Use::Take(taken(reader, card)?),
        "decorate" => Use::Decorate(reader.name("decoration", lexicon::decoration)?),
        "draw" => Use::Draw(number(reader)?),
        "sell" => {
            let count = number(reader);
            let kind = reader.name("resource", resource);
            Use::Sell(count?, kind?)
        }
        _ => {
            let known = card.map_or(USES.to_vec(), uses);
            reader.is_not(word, "a use of this card", &known);
            return None;
        }
    })
}

fn has(card: Card, fits: impl Fn(&Alt) -> bool) -> bool {
    card.data().alts.iter().any(fits)
}

/// Returns the uses of a card, as words.
fn uses(card: Card) -> Vec<&'static str> {
    let known = |word: &&'static str| {
        let place = (District(0), Goods::NONE);
        let act = match *word {
            "settle" => Use::Settle(place.0, place.1),
            "produce" => Use::Produce,
            "take" => Use::Take(None),
            "tower" => Use::Tower(place.0, place.1),
            "church" => Use::Church(place.0, place.1),
            "decorate" => Use::Decorate(Default::default()),
            "ship" => Use::Ship(Default::default(), Goods::NONE),
            "raid" => Use::Raid,
            "sell" => Use::Sell(1, Kind::WOOD),
            "assembly" => Use::Assembly,
            "draw" => Use::Draw(0),
            _ => Use::Sink,
        };
        alternative(card, &act).is_some()
    };
    USES.into_iter().filter(known).collect()
}

fn placed(reader: &mut Reader<'_>, cost: &Goods) -> Option<(District, Goods)> {
    let district = reader.name("district", lexicon::district);
    let pay = pay(reader, cost);
    Some((district?, pay?))
}

fn resource(word: &str) -> Result<Kind, Refusal> {
    lexicon::find(word, "resource", Kind::resources().map(|kind| (kind, kind.slug())))
}

/// Reads the kind after `take`, if the card leaves a choice; returns `None` if it is not a kind.
/// Naming the kind that the card gives anyway is allowed.
fn taken(reader: &mut Reader<'_>, card: Option<Card>) -> Option<Option<Kind>> {
    if matches!(reader.peek(), None | Some("nodraw")) {
        return Some(None);
    }
    let kind = reader.name("kind", lexicon::kind)?;
    let gives =
        |alt: &Alt| matches!(alt, Alt::Take(goods) | Alt::TakePer(_, goods) if goods.of(kind) > 0);
    let plain = card.is_some_and(|card| !leaves_choice(card) && has(card, gives));
    Some(Some(kind).filter(|_| !plain))
}

pub fn is_use(word: &str) -> bool {
    USES.contains(&word)
}

fn number(reader: &mut Reader<'_>) -> Option<u8> {
    reader.name("number", |word| {
        let number = Some(word).filter(|word| word.bytes().all(|digit| digit.is_ascii_digit()));
        number.and_then(|digits| digits.parse().ok()).ok_or_else(|| {
            Refusal::new("is not a possible number").code(WrongAmount).subject(word).rule("R25.4")
        })
    })
}
