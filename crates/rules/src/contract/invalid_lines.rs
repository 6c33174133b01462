//! Invalid lines: corrupted orders, other seats' orders, noise.

use super::chance::Chance;

const NOISE: [&str; 24] = [
    "",
    " ",
    ";",
    ";;;;",
    "\0",
    "play",
    "play play play",
    "\u{202e}yalp",
    "🦑 🦑",
    "99999999999999999999",
    "lose 99999999999999999999s",
    "-1",
    "0",
    "nothing at all",
    "PLAY  ",
    "plan",
    "plan plan plan",
    "standing",
    "or or or",
    "a:b>c:d>e",
    ">>>",
    "+++",
    "no\nno",
    "e\u{301}\u{301}\u{301}",
];

const WORDS: [&str; 12] =
    ["pay", "all", "none", "now", "0", "7", "300", "s", "2s+grain", "red", "ne", "-"];

/// Returns noise, an unchanged order, or a corrupted order.
pub fn line(orders: &[String], chance: &mut Chance) -> String {
    let Some(order) = chance.pick(orders).cloned() else {
        return chance.pick(&NOISE).map(|noise| (*noise).to_owned()).unwrap_or_default();
    };
    match chance.below(10) {
        0 => chance.pick(&NOISE).map(|noise| (*noise).to_owned()).unwrap_or_default(),
        1 => order,
        2 => order.to_uppercase(),
        3 => format!("{order} {}", chance.pick(&WORDS).copied().unwrap_or_default()),
        4 => order.repeat(1 + chance.below(400)),
        5 => {
            let other = chance.pick(orders).cloned().unwrap_or_default();
            let half = other.split(' ').skip(1).collect::<Vec<_>>().join(" ");
            format!("{} {half}", order.split(' ').next().unwrap_or_default())
        }
        6 => letters(&order, chance),
        _ => words(&order, chance),
    }
}

/// Removes, doubles or changes one letter.
fn letters(order: &str, chance: &mut Chance) -> String {
    let mut letters: Vec<char> = order.chars().collect();
    let at = chance.below(letters.len());
    match chance.below(3) {
        _ if letters.is_empty() => {}
        0 => {
            letters.remove(at);
        }
        1 => letters.insert(at, letters[at]),
        _ => letters[at] = char::from(b'a' + chance.below(26) as u8),
    }
    letters.into_iter().collect()
}

/// Removes, changes, doubles or moves one word.
fn words(order: &str, chance: &mut Chance) -> String {
    let mut words: Vec<&str> = order.split(' ').collect();
    let at = chance.below(words.len());
    match chance.below(4) {
        0 => {
            words.remove(at);
        }
        1 => words[at] = WORDS[chance.below(WORDS.len())],
        2 => words.insert(at, words[at]),
        _ => words.rotate_left(at),
    }
    words.join(" ")
}
