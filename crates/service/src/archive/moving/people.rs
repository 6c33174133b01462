//! The people who move with their games: collecting, validating and seating them.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use serde_json::{Map, Value};

use super::index::{CurrentSeat, Index, PastSeat, Person};
use crate::archive::import::FormerHolder;
use crate::error::ServiceError;
use crate::people::address::Address;
use crate::people::players::NAME_LIMIT;
use crate::people::reserved_names;
use ravenpost_log::GameId;
use ravenpost_log::export::acts::moment;
use ravenpost_log::names;
use ravenpost_store::people::players::{self, NewPlayer, Player};
use ravenpost_store::people::seat_holders::{FormerSeat, SeatHolder};
use ravenpost_store::{PlayerId, StoreError, Tx};
use ravenpost_zone::Zone;

/// Maximum length of email preferences, in bytes; those for a hundred tables are shorter.
const LONGEST_CHOICES: usize = 64 << 10;

/// What happens to people who already have an account here and have not been asked whether they
/// want the imported seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnownPeople {
    /// They have agreed and take their seats.
    Sit,
    /// Their seats stay empty, and the games continue without them.
    Stay,
    /// The import is refused until one of the other options is chosen.
    Ask,
}

/// Returns the index entry of a player.
pub(super) fn person(
    player: Player,
    seats: Vec<CurrentSeat>,
    former_seats: Vec<PastSeat>,
    organises: Vec<String>,
) -> Person {
    Person {
        address: player.address,
        name: player.name,
        time_zone: player.zone,
        email_preferences: player.mail,
        created_at: player.created_at.timestamp_millis(),
        seats,
        former_seats,
        organises,
    }
}

/// Returns the faults in the people of an index: invalid accounts and impossible seats. `seats` has
/// the number of seats of each game.
pub(super) fn faults(index: &Index, seats: &BTreeMap<String, u8>) -> Vec<String> {
    let (mut faults, mut known, mut taken) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    if !index.server.with_people && !index.people.is_empty() {
        faults.push("names people, and its first line says that it does not".to_owned());
    }
    for person in &index.people {
        let address = &person.address;
        match Address::clean(address) {
            Ok(clean) if known.insert(clean.folded()) => {}
            Ok(_) => faults.push(format!("lists {address} twice")),
            Err(_) => faults.push(format!("\"{address}\" is not an email address")),
        }
        if !good(person) {
            faults.push(format!("the data of {address} is invalid"));
        }
        let mut tables = BTreeSet::new();
        for CurrentSeat { game, seat, .. } in &person.seats {
            let is_one = seats.get(game).is_some_and(|seats| (1..=*seats).contains(&seat.0));
            if !is_one || !taken.insert((game, seat)) || !tables.insert(game) {
                faults.push(format!("seat {seat} of game {game} cannot belong to {address}"));
            }
        }
        for PastSeat { game, seat, since, until } in &person.former_seats {
            let is_one = seats.get(game).is_some_and(|seats| (1..=*seats).contains(&seat.0));
            if !is_one || until < since {
                faults.push(format!("{address} cannot have left seat {seat} of game {game}"));
            }
        }
        for game in person.organises.iter().filter(|game| !seats.contains_key(*game)) {
            faults.push(format!("{address} cannot organise game {game}, which is missing"));
        }
    }
    faults
}

fn good(person: &Person) -> bool {
    let named = person.name.is_empty() || names::readable(&person.name, NAME_LIMIT).is_some();
    let former = person.former_seats.iter().flat_map(|seat| [seat.since, seat.until]);
    let own = person.seats.iter().map(|seat| seat.since).chain([person.created_at]);
    let mut moments = own.chain(former);
    let is_one = |at| DateTime::from_timestamp_millis(at).is_some_and(|at| moment(at).is_ok());
    named
        && person.time_zone.parse::<Zone>().is_ok()
        && person.email_preferences.len() <= LONGEST_CHOICES
        && serde_json::from_str::<Map<String, Value>>(&person.email_preferences).is_ok()
        && moments.all(is_one)
}

/// The seats, former seats and organisers by game.
#[derive(Clone, Default)]
pub(super) struct MovedPlayers {
    pub(super) seats: BTreeMap<GameId, Vec<SeatHolder>>,
    pub(super) former: BTreeMap<GameId, Vec<FormerHolder>>,
    pub(super) organisers: BTreeMap<GameId, PlayerId>,
    /// How many already had an account, and how many did not.
    pub(super) here: usize,
    pub(super) new: usize,
    /// How many already had an account before this folder was first imported.
    strangers: usize,
}

/// Creates accounts for people who have none here. A person with the same address keeps the
/// existing account with its name and preferences, and is seated only if that was agreed to.
/// Accounts created by an earlier attempt of the import need no agreement.
pub(super) async fn welcome(
    tx: &mut Tx,
    people: &[Person],
    known: KnownPeople,
) -> Result<MovedPlayers, ServiceError> {
    let mut moved_players = MovedPlayers::default();
    for person in people {
        let since = at(person.created_at);
        let here = players::by_address(&mut *tx, &person.address).await?;
        let id = match here {
            Some(player) => {
                moved_players.here += 1;
                if player.created_at != since {
                    moved_players.strangers += 1;
                    if known == KnownPeople::Stay {
                        continue;
                    }
                }
                player.id
            }
            None => {
                moved_players.new += 1;
                newcomer(tx, person).await?
            }
        };
        moved_players.seat(person, id);
    }
    match moved_players.strangers {
        many @ 1.. if known == KnownPeople::Ask => Err(ServiceError::refused(format!(
            "{many} of its players are already registered here, so nothing was changed. Ask them, \
             then use --known sit to give them their seats, or --known stay to leave these empty"
        ))),
        _ => Ok(moved_players),
    }
}

async fn newcomer(tx: &mut Tx, person: &Person) -> Result<PlayerId, StoreError> {
    let name = reserved_names::or_newcomer(Some(person.name.clone()));
    let zone = person.time_zone.clone();
    let address = person.address.clone();
    let new = NewPlayer { address, name, zone, at: at(person.created_at) };
    let id = players::add(&mut *tx, &new).await?;
    players::set_mail(tx, id, &person.email_preferences).await?;
    Ok(id)
}

impl MovedPlayers {
    fn seat(&mut self, person: &Person, id: PlayerId) {
        for CurrentSeat { game, seat, since } in &person.seats {
            let Some(game) = GameId::parse(game) else { continue };
            let (since, player) = (at(*since), Some(id));
            let holder = SeatHolder {
                game: game.clone(),
                seat: *seat,
                player,
                bot: None,
                since,
                salt: None,
            };
            self.seats.entry(game).or_default().push(holder);
        }
        for PastSeat { game, seat, since, until } in &person.former_seats {
            let Some(game) = GameId::parse(game) else { continue };
            let (since, until) = (at(*since), Some(at(*until)));
            let held = FormerSeat { game: game.clone(), seat: *seat, since, until };
            self.former.entry(game).or_default().push(FormerHolder { player: id, held });
        }
        for game in person.organises.iter().filter_map(|game| GameId::parse(game)) {
            self.organisers.insert(game, id);
        }
    }
}

fn at(ms: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(ms).unwrap_or_default()
}
