//! What the signs on the board mean: each is known by its shape, its owner by mark and colour.

use ravenpost_rules::{Block, Panel};

const SIGNS: &[(&str, &str)] = &[
    ("Two gables", "a village; with towers: a city; with merlons at the foot: fortified"),
    ("A jetty, a lighthouse", "a dock, a port"),
    ("A scaffold with a number", "a building under way, with its points of twelve"),
    ("A fence of stakes", "the settlement is encircled"),
    ("A round shield and a spear", "light infantry"),
    ("A tall shield under a helmet", "heavy infantry"),
    ("A horse's head", "cavalry"),
    ("A pointed shield and swords", "mercenaries"),
    ("An elephant, an engine on wheels", "elephants, siege machines"),
    (
        "A ship with a square sail",
        "transports; with ram and oars: war ships; with a torn flag: \
      corsairs",
    ),
    (
        "The number on it",
        "how many; with * behind walls or at a quay; r, x, v, e for recruits, \
      experienced, veterans, elite",
    ),
    ("An animal, a barn", "a herd at pasture; those in the stable by their first letters"),
    ("A sheaf, a sack, a fish", "grain in the field, in store; fish in store"),
    ("A flame", "looted"),
    ("A band of colour along the edge", "who holds the field"),
    ("White hatching", "the map's second climate"),
    ("Denser waves", "a stormy sea"),
    ("A black line with rungs", "mountains or a river that cannot be crossed"),
    ("An arrow", "who went where; broken: what you mean to do, which only you see"),
];

pub fn legend() -> Panel {
    let pairs = SIGNS.iter().map(|(sign, means)| ((*sign).to_owned(), (*means).to_owned()));
    Panel {
        id: "signs",
        title: "Signs on the board".to_owned(),
        blocks: vec![Block::Pairs(pairs.collect())],
    }
}
