//! Lines that probably mean a number of the list but contain more than the number: "(2)", "option
//! 2", "the second one please".

use super::phrases::bare;

/// Words that people write around such a number.
const AROUND: &[&str] = &[
    "a",
    "and",
    "choice",
    "choose",
    "do",
    "for",
    "i",
    "i'd",
    "i'll",
    "ich",
    "is",
    "it",
    "item",
    "like",
    "make",
    "move",
    "nehme",
    "no",
    "nr",
    "num",
    "number",
    "nummer",
    "numero",
    "ok",
    "one",
    "opcion",
    "opt",
    "option",
    "optie",
    "option:",
    "order",
    "pick",
    "please",
    "pls",
    "plz",
    "prends",
    "select",
    "take",
    "that",
    "the",
    "this",
    "tar",
    "then",
    "to",
    "valg",
    "val",
    "vaelger",
    "velger",
    "valjer",
    "variant",
    "variante",
    "want",
    "wahl",
    "wahle",
    "we",
    "will",
    "with",
    "would",
    "yes",
    "zug",
    "bitte",
    "tack",
    "takk",
    "coup",
    "choix",
    "jag",
    "jeg",
    "je",
    "mossa",
    "trekk",
    "jugada",
    "movimiento",
];

const IN_WORDS: &[(&str, usize)] = &[
    ("first", 1),
    ("1st", 1),
    ("two", 2),
    ("second", 2),
    ("2nd", 2),
    ("three", 3),
    ("third", 3),
    ("3rd", 3),
    ("four", 4),
    ("fourth", 4),
    ("4th", 4),
    ("five", 5),
    ("fifth", 5),
    ("5th", 5),
    ("six", 6),
    ("sixth", 6),
    ("seven", 7),
    ("seventh", 7),
    ("eight", 8),
    ("eighth", 8),
    ("nine", 9),
    ("ninth", 9),
    ("ten", 10),
    ("tenth", 10),
];

/// Words that show that a number in words refers to the list.
const LISTED: &[&str] = &[
    "choice", "choose", "item", "nr", "num", "number", "nummer", "numero", "one", "opcion", "opt",
    "option", "optie", "pick", "select",
];

/// Maximum number of words in such a line.
const WORDS: usize = 7;
/// Maximum number of words in a line whose only number is "one".
const FEW: usize = 2;

/// Returns the number of the list that a line probably means, if all its other words are ones that
/// people write around a number.
pub(super) fn meant(line: &str) -> Option<usize> {
    let line = bare(line);
    let words: Vec<&str> =
        line.split_whitespace().map(trimmed).filter(|word| !word.is_empty()).collect();
    if words.is_empty() || words.len() > WORDS {
        return None;
    }
    let mut found = None;
    for word in &words {
        match number(word) {
            Some(_) if found.is_some() => return None,
            Some(number) => found = Some(number),
            None if AROUND.contains(word) => {}
            None => return None,
        }
    }
    // "First, let me say": a number in words counts only if the line refers to the list.
    let digits = words.iter().any(|word| word.starts_with(|first: char| first.is_ascii_digit()));
    let listed = words.iter().any(|word| LISTED.contains(word));
    if found.is_some() && !digits && !listed {
        return None;
    }
    // "One please".
    let one = words.contains(&"one") && words.len() <= FEW && !words.contains(&"no");
    found.or_else(|| one.then_some(1)).filter(|number| *number > 0)
}

fn trimmed(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

fn number(word: &str) -> Option<usize> {
    let named = IN_WORDS.iter().find(|(known, _)| *known == word).map(|(_, number)| *number);
    let few = (1..=3).contains(&word.len());
    let digits = few.then(|| word.parse().ok()).flatten();
    digits.or(named)
}

#[cfg(test)]
mod tests {
    use super::meant;

    #[test]
    fn numbers_are_found_in_phrases_that_mean_one() {
        for (line, wanted) in [
            ("(2)", Some(2)),
            ("option 2", Some(2)),
            ("Option #2, please!", Some(2)),
            ("I'll take number 3", Some(3)),
            ("Nummer 12 bitte", Some(12)),
            ("the second one please", Some(2)),
            ("2?", Some(2)),
            ("[2]", Some(2)),
            ("move 2", Some(2)),
            ("2 or 3", None),
            ("2 3", None),
            ("see you at 2", None),
            ("I have 2 cats", None),
            ("thanks for the move", None),
            ("no", None),
            ("yes please", None),
            ("0", None),
            ("one please", Some(1)),
            ("My first move!", None),
            ("This is my first turn!", None),
            ("Me first!", None),
            ("I would like to go first", None),
            ("No one", None),
            ("Turn 3", None),
            ("Turn 2:", None),
            ("my turn 5", None),
            ("Thanks 2", None),
            ("first", None),
            ("First move!", None),
        ] {
            assert_eq!(meant(line), wanted, "{line}");
        }
    }
}
