//! The people who move with their games: gathered, looked over, and put on their seats.

use std::collections::{BTreeMap, BTreeSet};

use chrono::DateTime;
use chrono_tz::Tz;

use super::index::{Index, Person, Sits};
use crate::service::address::Address;
use crate::service::mail_choices::MailChoices;
use crate::service::names;
use crate::service::players::NAME_LIMIT;
use crate::store::holders::Holder;
use crate::store::players::{self, NewPlayer, Player};
use crate::store::{GameId, PlayerId, StoreError, Tx};

/// What is written down of somebody.
pub(super) fn person(player: Player, seats: Vec<Sits>, organises: Vec<String>) -> Person {
    Person {
        address: player.address,
        name: player.name,
        zone: player.zone,
        mail: player.mail,
        since: player.created_at.timestamp_millis(),
        seats,
        organises,
    }
}

/// What cannot be about the people of an index: who they are, and where they are said to sit.
/// `seats` has how many seats each game has.
pub(super) fn faults(index: &Index, seats: &BTreeMap<String, u8>) -> Vec<String> {
    let (mut faults, mut known, mut taken) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    if !index.server.people && !index.people.is_empty() {
        faults.push("names people, and its first line says that it does not".to_owned());
    }
    for person in &index.people {
        let address = &person.address;
        match Address::clean(address) {
            Ok(clean) if known.insert(clean.folded()) => {}
            Ok(_) => faults.push(format!("names {address} twice")),
            Err(_) => faults.push(format!("\"{address}\" is no mail address")),
        }
        if !good(person) {
            faults.push(format!("what it says of {address} cannot be"));
        }
        let mut tables = BTreeSet::new();
        for Sits { game, seat, .. } in &person.seats {
            let is_one = seats.get(game).is_some_and(|seats| (1..=*seats).contains(&seat.0));
            if !is_one || !taken.insert((game, seat)) || !tables.insert(game) {
                faults.push(format!("seat {seat} of game {game} cannot be {address}'s"));
            }
        }
        for game in person.organises.iter().filter(|game| !seats.contains_key(*game)) {
            faults.push(format!("{address} cannot look after game {game}, which is not here"));
        }
    }
    faults
}

fn good(person: &Person) -> bool {
    let named = person.name.is_empty() || names::visible(&person.name, NAME_LIMIT).is_some();
    let moments = person.seats.iter().map(|seat| seat.since).chain([person.since]);
    named
        && person.zone.parse::<Tz>().is_ok()
        && serde_json::from_str::<MailChoices>(&person.mail).is_ok()
        && moments.into_iter().all(|at| DateTime::from_timestamp_millis(at).is_some())
}

/// Who sits where and looks after what, by the games.
#[derive(Clone, Default)]
pub(super) struct Goers {
    pub(super) seats: BTreeMap<GameId, Vec<Holder>>,
    pub(super) organisers: BTreeMap<GameId, PlayerId>,
    /// How many were here before, and how many were not.
    pub(super) here: usize,
    pub(super) new: usize,
}

/// Makes players of those who are not here yet. Who has an address here is the same person, and
/// keeps the name and the choices that are here.
pub(super) async fn welcome(tx: &mut Tx, people: &[Person]) -> Result<Goers, StoreError> {
    let mut goers = Goers::default();
    for person in people {
        let at = |ms| DateTime::from_timestamp_millis(ms).unwrap_or_default();
        let id = match players::by_address(&mut *tx, &person.address).await? {
            Some(known) => {
                goers.here += 1;
                known.id
            }
            None => {
                goers.new += 1;
                let (name, zone) = (person.name.clone(), person.zone.clone());
                let address = person.address.clone();
                let new = NewPlayer { address, name, zone, at: at(person.since) };
                let id = players::add(&mut *tx, &new).await?;
                players::set_mail(&mut *tx, id, &person.mail).await?;
                id
            }
        };
        for Sits { game, seat, since } in &person.seats {
            let Some(game) = GameId::parse(game) else { continue };
            let (since, player) = (at(*since), Some(id));
            let holder =
                Holder { game: game.clone(), seat: *seat, player, bot: None, since, salt: None };
            goers.seats.entry(game).or_default().push(holder);
        }
        for game in person.organises.iter().filter_map(|game| GameId::parse(game)) {
            goers.organisers.insert(game, id);
        }
    }
    Ok(goers)
}
