//! Resolves the recipients of a message: seats by colour, name or letter, and players by name.
//! Unknown and ambiguous names are refused, so that a message never reaches the wrong player.

use super::phrases::bare;
use crate::game::table::seat_names::Occupant;
use ravenpost_rules::{Position, Seat, text::phrase};

const TABLE: [&str; 8] =
    ["all", "everybody", "everyone", "table", "the table", "us", "all players", "all of you"];

/// Words before the name of a player, written instead of `say`.
const ADDRESS_VERBS: [&str; 9] =
    ["tell", "ask", "message", "msg", "pm", "dm", "whisper", "write", "to"];

#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::reply) enum Addressees {
    Table,
    Seats(Vec<Seat>),
    /// No seat or player has that name.
    Unknown(String),
    /// Two seats match.
    Ambiguous(String),
}

#[derive(Clone, Default, Debug)]
pub(in crate::reply) struct Seats(Vec<NamedSeat>);

#[derive(Clone, Debug)]
struct NamedSeat {
    seat: Seat,
    /// The name in our emails.
    shown: String,
    /// All accepted names, normalised.
    names: Vec<String>,
    first: Option<String>,
}

impl Seats {
    pub fn of(occupants: &[Occupant]) -> Seats {
        let seats = occupants.iter().map(|one| {
            let called = &one.called;
            let player = one.name.as_deref().filter(|_| !one.bot).map(bare);
            let first = player.as_deref().and_then(|name| Some(name.split_once(' ')?.0.to_owned()));
            let c = called.letter.to_string();
            let names = [called.word, called.colour, &called.name, &c, &one.seat.0.to_string()];
            let names = names.into_iter().map(bare).chain(player).filter(|name| !name.is_empty());
            NamedSeat { seat: one.seat, shown: called.name.clone(), names: names.collect(), first }
        });
        Seats(seats.collect())
    }

    /// Returns the seats of a position without player names.
    pub fn named(position: &dyn Position) -> Seats {
        let seats = Seat::all(position.seats()).map(|seat| {
            let called = position.seat_name(seat);
            let c = called.letter.to_string();
            let names = [called.word, called.colour, &called.name, &c, &seat.0.to_string()];
            NamedSeat {
                seat,
                names: names.into_iter().map(bare).collect(),
                shown: called.name,
                first: None,
            }
        });
        Seats(seats.collect())
    }

    /// Resolves the text before a message's colon: "", "all", "to blue and red", "Ann".
    pub fn find(&self, written: &str) -> Addressees {
        let lead = written.trim_start_matches(|c: char| !c.is_alphanumeric());
        let lead = match lead.get(..3) {
            Some(to) if to.eq_ignore_ascii_case("to ") => lead[3..].trim(),
            _ if lead.eq_ignore_ascii_case("to") => return Addressees::Unknown(lead.to_owned()),
            _ => lead.trim(),
        };
        if lead.is_empty() {
            return Addressees::Table;
        }
        let table = TABLE.contains(&&*bare(lead));
        match self.one(lead) {
            // A player has the same name as the table.
            Found::Seat(_) | Found::Two if table => return Addressees::Ambiguous(lead.to_owned()),
            Found::Nobody if table => return Addressees::Table,
            Found::Seat(seat) => return Addressees::Seats(vec![seat]),
            Found::Two => return Addressees::Ambiguous(lead.to_owned()),
            Found::Nobody => {}
        }
        let mut seats = Vec::new();
        for name in names(lead) {
            match self.one(name) {
                Found::Seat(seat) if seats.contains(&seat) => {}
                Found::Seat(seat) => seats.push(seat),
                Found::Two => return Addressees::Ambiguous(name.to_owned()),
                Found::Nobody => return Addressees::Unknown(name.to_owned()),
            }
        }
        match seats.is_empty() {
            true => Addressees::Unknown(lead.to_owned()),
            false => Addressees::Seats(seats),
        }
    }

    /// Whether a line is for players but lacks the command: "tell Red: hello".
    pub fn is_to_a_player(&self, line: &str) -> bool {
        let Some((head, _)) = line.split_once([':', '\u{ff1a}']) else { return false };
        let head = head.trim_start_matches(|c: char| !c.is_alphanumeric());
        let Some((lead, names)) = head.split_once(' ') else { return false };
        ADDRESS_VERBS.contains(&&*lead.to_lowercase())
            && !matches!(self.find(names), Addressees::Unknown(_))
    }

    fn one(&self, name: &str) -> Found {
        let name = bare(name);
        let first = |one: &&NamedSeat| one.first.as_ref() == Some(&name);
        let named = |one: &&NamedSeat| one.names.contains(&name);
        let found: Vec<&NamedSeat> = match self.0.iter().filter(named).collect::<Vec<_>>() {
            none if none.is_empty() => self.0.iter().filter(first).collect(),
            some => some,
        };
        match found.as_slice() {
            [] => Found::Nobody,
            [one] => Found::Seat(one.seat),
            _ => Found::Two,
        }
    }

    /// Returns the names shown in emails, as a list.
    pub fn known(&self) -> String {
        phrase::or(&self.0.iter().map(|one| one.shown.clone()).collect::<Vec<_>>())
    }
}

enum Found {
    Nobody,
    Seat(Seat),
    Two,
}

/// Splits a list of names: "blue, Red and green", "blue red", "blue & red".
fn names(list: &str) -> Vec<&str> {
    let marks = |c: char| matches!(c, ',' | '&' | '+' | '/' | ';');
    let words = list.split(|c: char| marks(c) || c.is_whitespace());
    let joins = ["", "and", "und", "et", "och", "og"];
    let mut names: Vec<&str> =
        words.filter(|word| !joins.contains(&&*word.to_lowercase())).collect();
    // Handles "to the table".
    if names.len() > 1 {
        names.retain(|name| !name.eq_ignore_ascii_case("the"));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use ravenpost_rules::SeatName;

    fn seats(players: &[(&'static str, &str)]) -> Seats {
        let occupant = |(at, (colour, name)): (usize, &(&'static str, &str))| Occupant {
            seat: Seat::at(at),
            called: SeatName::by_colour(colour),
            name: Some((*name).to_owned()),
            bot: false,
            program: false,
            stand_in: None,
            failing: None,
            salt: String::new(),
            written: false,
        };
        Seats::of(&players.iter().enumerate().map(occupant).collect::<Vec<_>>())
    }

    #[test]
    fn ambiguous_names_are_refused() {
        let seats = seats(&[("red", "Blue"), ("blue", "Tom and Jerry"), ("green", "All")]);
        let two = |name: &str| Addressees::Ambiguous(name.to_owned());
        assert_eq!(seats.find("blue"), two("blue"));
        assert_eq!(seats.find("to red and Blue"), two("Blue"));
        assert_eq!(seats.find("all"), two("all"));
        assert_eq!(seats.find("everyone"), Addressees::Table);
        assert_eq!(seats.find("Tom and Jerry"), Addressees::Seats(vec![Seat(2)]));
        assert_eq!(seats.find("tom"), Addressees::Seats(vec![Seat(2)]), "his first name");
        assert_eq!(seats.find("B"), Addressees::Seats(vec![Seat(2)]));
        assert_eq!(seats.find("red, mars"), Addressees::Unknown("mars".to_owned()));
        assert_eq!(seats.find("to"), Addressees::Unknown("to".to_owned()));
        for line in ["tell red: hello", "Ask to Red: peace?", "- to green: psst"] {
            assert!(seats.is_to_a_player(line), "{line}");
        }
        for line in ["tell mars: hello", "to whom it may concern: hi", "tell red hello", "red: hi"]
        {
            assert!(!seats.is_to_a_player(line), "{line}");
        }
    }
}
