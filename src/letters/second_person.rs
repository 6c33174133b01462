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
    use super::to_you;

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
