//! Converts sentences about a seat to the second person and back: "Red chooses" becomes "You
//! choose".

/// Converts a sentence about a seat to the second person. A sentence that does not start with the
/// name is unchanged.
pub fn to_you(sentence: &str, name: &str) -> String {
    let Some(rest) = sentence.strip_prefix(name) else { return sentence.to_owned() };
    if let Some(what) = rest.strip_prefix("'s ") {
        return format!("Your {what}");
    }
    if let Some(what) = rest.strip_prefix(": ") {
        return what.to_owned();
    }
    // In "Red, the Lawspeaker, proposes", the verb follows the apposition.
    let (besides, rest) = match rest.strip_prefix(", ").and_then(|more| more.split_once(", ")) {
        Some((besides, rest)) => (format!(", {besides},"), rest),
        None => (String::new(), rest.trim_start()),
    };
    let (verb, what) = rest.split_once(' ').map_or((rest, String::new()), |(verb, what)| {
        (verb, format!(" {}", what.replace(": its ", ": your ")))
    });
    format!("You{besides} {}{what}", second(verb))
}

/// Converts "Red settles Bro" to "You settle Bro". Sentences with several verbs or with possessives
/// are unchanged, because only part of them would be converted.
pub fn told_to_you(sentence: &str, name: &str) -> String {
    let twofold = [" and ", "; ", ", ", " its ", " it ", " it.", ": "];
    match twofold.iter().any(|sign| sentence.contains(sign)) {
        true => sentence.to_owned(),
        false => to_you(sentence, name),
    }
}

/// Converts "You plan 2 Ships" to "Red plans 2 Ships". A sentence without "you" or "your" is
/// prefixed with the name.
pub fn told_to_others(sentence: &str, name: &str) -> String {
    let told = about(sentence, name);
    match told.contains(name) {
        true => told,
        false => format!("{name}: {told}"),
    }
}

/// Like [`told_to_others`], but leaves a sentence without "you" or "your" unchanged.
pub fn about(sentence: &str, name: &str) -> String {
    if let Some(what) = sentence.strip_prefix("Your ") {
        return format!("{name}'s {what}");
    }
    let Some(rest) = sentence.strip_prefix("You ") else {
        return sentence.replacen(" your ", &format!(" {name}'s "), 1);
    };
    let (verb, what) = rest.split_once(' ').unwrap_or((rest, ""));
    format!("{name} {} {what}", third(verb)).replace(" your ", " its ").trim_end().to_owned()
}

/// Converts a verb from the second to the third person.
fn third(verb: &str) -> String {
    match verb {
        "are" => return "is".to_owned(),
        "have" => return "has".to_owned(),
        "may" | "can" | "must" | "will" => return verb.to_owned(),
        _ => {}
    }
    let vowel = |c: char| "aeiou".contains(c);
    if let Some(stem) = verb.strip_suffix('y').filter(|stem| !stem.ends_with(vowel)) {
        return format!("{stem}ies");
    }
    let hissing = ["ss", "sh", "ch", "x", "zz", "o"];
    let ending = if hissing.iter().any(|ending| verb.ends_with(ending)) { "es" } else { "s" };
    format!("{verb}{ending}")
}

/// Converts a verb from the third to the second person.
fn second(verb: &str) -> String {
    let cut = |ending: &str| verb.strip_suffix(ending);
    match verb {
        "is" => return "are".to_owned(),
        "has" => return "have".to_owned(),
        _ => {}
    }
    if let Some(stem) = cut("ies") {
        return format!("{stem}y");
    }
    let hissing = ["sses", "shes", "ches", "xes", "zzes", "oes"];
    let stem =
        if hissing.iter().any(|ending| verb.ends_with(ending)) { cut("es") } else { cut("s") };
    stem.unwrap_or(verb).to_owned()
}

#[cfg(test)]
mod tests {
    use super::{about, to_you, told_to_others, told_to_you};

    #[test]
    fn what_was_told_to_a_seat_is_told_to_others() {
        for (to, others) in [
            ("You plan 2 Ships", "Red plans 2 Ships"),
            ("You bury one of your cards", "Red buries one of its cards"),
            ("You have taken a seat", "Red has taken a seat"),
            ("Your script: settle bro", "Red's script: settle bro"),
            ("On your sheet: march to Roma", "On Red's sheet: march to Roma"),
            ("Noted; nobody else sees it", "Red: Noted; nobody else sees it"),
            ("Red draws 2 cards: forest (2)", "Red draws 2 cards: forest (2)"),
        ] {
            assert_eq!(told_to_others(to, "Red"), others);
        }
        assert_eq!(about("Blue takes Borg", "Red"), "Blue takes Borg");
    }

    #[test]
    fn what_a_seat_did_is_told_to_it_where_that_is_simple() {
        let told = |sentence| told_to_you(sentence, "Red");
        assert_eq!(told("Red settles Stenkumla"), "You settle Stenkumla");
        for stays in ["Red sells Wood and takes 3 Silver", "Red moves its ship", "Blue takes Red"] {
            assert_eq!(told(stays), stays);
        }
    }

    #[test]
    fn a_seat_is_spoken_to() {
        for (about, to) in [
            ("Red is on turn", "You are on turn"),
            ("Red chooses one of two reputations", "You choose one of two reputations"),
            ("Red may place a pirate", "You may place a pirate"),
            ("Red passes", "You pass"),
            ("Red buries one", "You bury one"),
            ("Red's Godi must go: Blue takes Borg", "Your Godi must go: Blue takes Borg"),
            ("Red: Settle at strength 3, 2 left", "Settle at strength 3, 2 left"),
            ("Red, the Lawspeaker, proposes a statute", "You, the Lawspeaker, propose a statute"),
            ("Red hunts for sheep: its Bondi may act", "You hunt for sheep: your Bondi may act"),
            ("Blue is on turn", "Blue is on turn"),
        ] {
            assert_eq!(to_you(about, "Red"), to);
        }
    }
}
