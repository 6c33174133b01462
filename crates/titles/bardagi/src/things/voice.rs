//! How sentences refer to a seat: by its colour, or as "you" for its own player.

use super::who::Who;
use ravenpost_rules::Viewer;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Voice {
    who: Who,
    own: bool,
}

impl Voice {
    pub fn of(who: Who, viewer: Viewer) -> Voice {
        Voice { who, own: viewer.is(who.seat) }
    }

    /// Begins a sentence, with the verb in the form for "you": "Red takes", "You take".
    pub fn does(self, verb: &str) -> String {
        if self.own {
            format!("You {verb}")
        } else {
            format!("{} {}", self.who.name(), third(verb))
        }
    }

    /// Begins a sentence: "Red's Godi", "Your Godi".
    pub fn has(self, thing: &str) -> String {
        if self.own { format!("Your {thing}") } else { format!("{}'s {thing}", self.who.name()) }
    }

    /// Within a sentence: "Red's Godi", "your Godi".
    pub fn whose(self, thing: &str) -> String {
        if self.own { format!("your {thing}") } else { self.has(thing) }
    }

    /// Within a sentence: "Red", "you".
    pub fn name(self) -> String {
        if self.own { "you".to_owned() } else { self.who.name() }
    }

    /// Within a sentence, with a verb: "Red loses", "you lose".
    pub fn also(self, verb: &str) -> String {
        if self.own { format!("you {verb}") } else { self.does(verb) }
    }
}

/// The third person of a verb: "takes".
fn third(verb: &str) -> String {
    let (verb, rest) = verb.split_once(' ').unwrap_or((verb, ""));
    let ending = match verb {
        "have" => "has".to_owned(),
        "are" => "is".to_owned(),
        "may" => "may".to_owned(),
        _ if verb.ends_with(['s', 'x', 'o']) || verb.ends_with("sh") => format!("{verb}es"),
        _ => format!("{verb}s"),
    };
    if rest.is_empty() { ending } else { format!("{ending} {rest}") }
}

#[cfg(test)]
mod tests {
    use super::super::kinds::Colour;
    use super::*;
    use ravenpost_rules::Seat;

    #[test]
    fn a_seat_is_you_to_itself() {
        let red = Who { seat: Seat(1), colour: Colour::from_slug("red").expect("a colour") };
        let [own, other] = [1, 2].map(|seat| Voice::of(red, Viewer::Seat(Seat(seat))));
        assert_eq!([own.does("go"), other.does("go")], ["You go", "Red goes"]);
        assert_eq!([own.has("Godi"), other.has("Godi")], ["Your Godi", "Red's Godi"]);
        assert_eq!([own.name(), other.name()], ["you", "Red"]);
        assert_eq!(
            [own.also("have no gold"), other.also("have no gold")],
            ["you have no gold", "Red has no gold"]
        );
        assert_eq!(Voice::of(red, Viewer::Watcher).does("take Torgnes"), "Red takes Torgnes");
    }
}
