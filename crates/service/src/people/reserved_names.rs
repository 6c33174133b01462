//! Names that no player may have, because they could be confused with the server, its roles, seats,
//! colours or bots.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use crate::titles;
use ravenpost_log::names::likeness;
use ravenpost_rules::{Dice, Seat, Table, bots};

/// The server, its roles, and words used in place of names.
const ROLES: [&str; 36] = [
    "ravenpost",
    "the server",
    "server",
    "admin",
    "the admin",
    "administrator",
    "sysadmin",
    "root",
    "operator",
    "the operator",
    "organiser",
    "organizer",
    "the organiser",
    "moderator",
    "host",
    "support",
    "help desk",
    "staff",
    "security",
    "system",
    "postmaster",
    "webmaster",
    "abuse",
    "mailer daemon",
    "no reply",
    "bot",
    "the table",
    "everybody",
    "everyone",
    "all",
    "nobody",
    "you",
    "spectator",
    "spectators",
    "guest",
    "guests",
];
/// How many tables of each size are set up to collect the names of their seats.
const TABLES: u64 = 8;

/// Returns whether a name is reserved or looks like a reserved one.
pub(crate) fn is_reserved(name: &str) -> bool {
    static RESERVED: OnceLock<BTreeSet<String>> = OnceLock::new();
    let reserved = RESERVED.get_or_init(all);
    let [server, _] = likeness(ROLES[0]);
    // A seat with its number, or a role followed by a number.
    let number = |c: char| c.is_ascii_digit() || c == ' ';
    let bare = Some(name.trim_end_matches(number)).filter(|bare| !bare.is_empty());
    let own = [Some(name), bare].into_iter().flatten().flat_map(likeness);
    own.into_iter().any(|one| reserved.contains(&one) || one.contains(&server))
}

/// The name of a new player, replaced if it is reserved.
pub(crate) fn or_newcomer(name: Option<String>) -> String {
    name.filter(|name| !is_reserved(name)).unwrap_or_else(|| "newcomer".to_owned())
}

fn all() -> BTreeSet<String> {
    let bots = bots::all().iter().map(|bot| bot.name().to_owned());
    let roles = ROLES.iter().map(|role| (*role).to_owned());
    let seats = titles::all().iter().flat_map(|title| {
        let (least, most) = title.about().seats;
        let tables = (least..=most).flat_map(|seats| (0..TABLES).map(move |seed| (seats, seed)));
        tables.flat_map(|(seats, seed)| {
            let opened = title.open(&Table::of(seats), &mut Dice::seeded(seed)).ok();
            let named = |seat| opened.as_ref().map(|opened| opened.next.seat_name(seat));
            let names = Seat::all(seats).filter_map(named);
            names
                .flat_map(|one| [one.name, one.colour.to_owned(), one.word.to_owned()])
                .collect::<Vec<_>>()
        })
    });
    let all = roles.chain(bots).chain(seats).chain(["seat".to_owned()]);
    all.flat_map(|name| likeness(&name)).collect()
}

#[cfg(test)]
mod tests {
    use super::is_reserved;

    #[test]
    fn reserved_names_are_refused() {
        for name in [
            "Ravenpost",
            "R\u{430}venpost",
            "Ravenpost Team",
            "operator",
            "The 0perator",
            "ADMIN",
            "admin 2",
            "Seat 3",
            "Red",
            "Steady",
            "random",
            "Organiser",
        ] {
            assert!(is_reserved(name), "{name}");
        }
        for name in ["Ann", "Robert", "Alla", "Fred", "Rosie", "Bo", "42", "\u{de}\u{f3}rd\u{ed}s"]
        {
            assert!(!is_reserved(name), "{name}");
        }
    }
}
