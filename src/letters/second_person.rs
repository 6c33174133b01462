//! A question put to a seat, said to the person who holds it: "Red chooses" becomes "You choose".

/// Says a sentence about a seat to that seat. One that does not begin with the name stays as it
/// is.
pub fn to_you(sentence: &str, name: &str) -> String {
    let Some(rest) = sentence.strip_prefix(name) else { return sentence.to_owned() };
    if let Some(what) = rest.strip_prefix("'s ") {
        return format!("Your {what}");
    }
    if let Some(what) = rest.strip_prefix(": ") {
        return what.to_owned();
    }
    // "Red, the Lawspeaker, proposes": the verb comes after what the seat is called besides.
    let (besides, rest) = match rest.strip_prefix(", ").and_then(|more| more.split_once(", ")) {
        Some((besides, rest)) => (format!(", {besides},"), rest),
        None => (String::new(), rest.trim_start()),
    };
    let (verb, what) = rest.split_once(' ').map_or((rest, String::new()), |(verb, what)| {
        (verb, format!(" {}", what.replace(": its ", ": your ")))
    });
    format!("You{besides} {}{what}", second(verb))
}

/// Tells a seat what it did: "Red settles Bro" becomes "You settle Bro". A sentence with more than
/// one verb, or that speaks of what is the seat's own, stays as it is: half of it would be wrong.
pub fn told_to_you(sentence: &str, name: &str) -> String {
    let twofold = [" and ", "; ", ", ", " its ", " it ", " it.", ": "];
    match twofold.iter().any(|sign| sentence.contains(sign)) {
        true => sentence.to_owned(),
        false => to_you(sentence, name),
    }
}

/// A verb of the third person in the second.
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
    use super::{to_you, told_to_you};

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
