//! The starting setup of a seat, from its sheet and the defaults (R8.4-R8.9, R26.1).

mod filled;
mod starting_stock;

use crate::state::State;
use crate::state::line::slots::{Part, Pasturage};
use crate::state::line::{PlaceHerd, Rivalry, SheetLine, Start as Begin};
use crate::state::options::Module;
use crate::things::ids::{Faction, Field};
use crate::things::kinds::{Herd, Kind};
use crate::things::powers::{Aid, Start};
use ravenpost_rules::RefusalCode::{
    AlreadyDone, NoneThere, NotHeld, NotInGame, NotNow, Occupied, WrongAmount, WrongKind,
};
use ravenpost_rules::text::phrase::and;
use ravenpost_rules::{Refusal, Seat};
use starting_stock::{StartingStock, kit};

/// A starting setup in progress.
#[derive(Clone, Debug)]
pub struct StartingSetup {
    pub seat: Seat,
    pub late: bool,
    pub faction: Faction,
    pub kit: StartingStock,
    pub city: bool,
    pub towns: Vec<Field>,
    pub port: Option<Field>,
    pub dock: Option<Field>,
    pub li: Vec<(Field, u8)>,
    pub grain: Vec<(Field, u8)>,
    pub herds: Vec<(Herd, Field, bool)>,
    pub forts: Vec<Field>,
    pub rival: Option<Seat>,
    home: &'static [Field],
    aid: Aid,
}

impl StartingSetup {
    /// Builds the setup from the lines of a sheet and skips those that do not fit.
    pub fn of(state: &State, seat: Seat, lines: &[SheetLine]) -> StartingSetup {
        let mut plan = StartingSetup::bare(state, seat);
        for line in lines {
            // Each line was judged when it was written; a line made invalid by a later change is
            // skipped.
            let _ = plan.put(state, line);
        }
        plan
    }

    fn bare(state: &State, seat: Seat) -> StartingSetup {
        let player = state.player(seat);
        let faction = player.home.and_then(|home| home.factions().next()).unwrap_or_default();
        let home: &'static [Field] = player.home.map_or(&[], |home| &home.data().fields);
        let aid = player.home.map(|home| home.aid(state.seats));
        let mut plan = StartingSetup {
            seat,
            late: player.late,
            faction,
            kit: kit(state, faction, false, false, true),
            city: false,
            towns: Vec::new(),
            port: None,
            dock: None,
            li: Vec::new(),
            grain: Vec::new(),
            herds: Vec::new(),
            forts: Vec::new(),
            rival: None,
            home,
            aid: aid.unwrap_or_default(),
        };
        if state.seats == 2 {
            plan.rival = Some(seat.next(2));
        }
        plan
    }

    /// Adds a line, or refuses it.
    pub fn put(&mut self, state: &State, line: &SheetLine) -> Result<(), Refusal> {
        let line = match line {
            SheetLine::Start(line) => line,
            SheetLine::Rivalry(Rivalry::Rival(line)) => return self.face(state, line.seat),
            _ => return Ok(()),
        };
        NotNow.unless(
            !self.late,
            "R8.8",
            "you arrive later by sea, so for now you only name a rival",
        )?;
        match line {
            Begin::Faction(line) => self.choose(state, line.faction)?,
            Begin::Village(line) => self.village(state, line.at)?,
            Begin::City(line) => self.found(state, line.at)?,
            Begin::Port(line) => self.harbour(state, line.at)?,
            Begin::Dock(line) => self.moor(state, line.at)?,
            Begin::Place(line) => self.place(line.units, line.at)?,
            Begin::PlaceGrain(line) => self.stock(state, line.n, line.at)?,
            Begin::PlaceHerd(line) => self.flock(state, line)?,
            Begin::Fort(line) => self.fort(state, line.at)?,
        }
        self.kit = self.measure(state);
        Ok(())
    }

    fn face(&mut self, state: &State, other: Seat) -> Result<(), Refusal> {
        let there = other != self.seat && other.0 <= state.seats;
        WrongKind.unless(there, "R8.7", "name another player")?;
        self.rival = Some(other);
        Ok(())
    }

    fn harbour(&mut self, state: &State, at: Field) -> Result<(), Refusal> {
        let start = state.options.start_of(self.faction);
        NotInGame.unless(
            start == Start::Port(at) && self.home.contains(&at),
            "R24.1",
            "your homeland does not start with a port there",
        )?;
        AlreadyDone.unless(
            self.port.is_none() && !self.city,
            "R8.9",
            "you have already ordered this",
        )?;
        let stands = self.towns.contains(&at);
        let fits = self.towns.len() <= 1 + usize::from(stands);
        WrongKind.unless(
            fits,
            "R8.9",
            "if you start with a port, you have two villages, one of them on the port's field",
        )?;
        self.port = Some(at);
        if !stands {
            self.towns.push(at);
        }
        Ok(())
    }

    fn moor(&mut self, state: &State, at: Field) -> Result<(), Refusal> {
        let town = self.towns.contains(&at) && Some(at) != self.port;
        WrongKind.unless(
            town && state.coast.has(at),
            "R8.5",
            "place the dock on a coastal field with one of your villages or your city",
        )?;
        NotInGame.unless(self.may_dock(state), "R8.5", "your faction starts without a dock")?;
        self.dock = Some(at);
        Ok(())
    }

    fn choose(&mut self, state: &State, faction: Faction) -> Result<(), Refusal> {
        let home = state.player(self.seat).home;
        let lives = home.is_some_and(|home| home.factions().any(|one| one == faction));
        let own = home.into_iter().flat_map(|home| home.factions());
        let own: Vec<&str> = own.map(|one| one.name()).collect();
        WrongKind.unless(
            lives,
            "R8.4",
            format!("the factions of your homeland are {}", and(&own)),
        )?;
        *self = StartingSetup { rival: self.rival, ..StartingSetup::bare(state, self.seat) };
        self.faction = faction;
        Ok(())
    }

    fn village(&mut self, state: &State, at: Field) -> Result<(), Refusal> {
        if self.port == Some(at) {
            // The port included it.
            return Ok(());
        }
        NotInGame.unless(!self.city, "R8.9", "you start with a city")?;
        let fields: Vec<&str> = self.home.iter().map(|at| at.name()).collect();
        let why = format!("choose a field of your homeland: {}", and(&fields));
        WrongKind.unless(self.home.contains(&at), "R8.5", why)?;
        Occupied.unless(!self.towns.contains(&at), "R8.5", "there is already a village there")?;
        let most = self.measure(state).towns;
        AlreadyDone.unless(
            self.towns.len() < most,
            "R8.5",
            "you have already placed all your villages",
        )?;
        self.towns.push(at);
        Ok(())
    }

    fn found(&mut self, state: &State, at: Field) -> Result<(), Refusal> {
        let Start::City(where_to) = state.options.start_of(self.faction) else {
            return NotInGame.refuse("R8.9", "your faction does not start with a city");
        };
        let here = where_to.map_or(self.home.contains(&at), |only| only == at);
        WrongKind.unless(
            here && self.home.contains(&at),
            "R8.9",
            "the city cannot be placed there",
        )?;
        AlreadyDone.unless(
            self.towns.is_empty(),
            "R8.9",
            "you have already placed a settlement",
        )?;
        (self.city, self.towns) = (true, vec![at]);
        Ok(())
    }

    /// The starting stock, given what is placed so far.
    fn measure(&self, state: &State) -> StartingStock {
        let coast = self.towns.iter().any(|at| state.coast.has(*at));
        let kit = kit(state, self.faction, self.city, self.port.is_some(), coast);
        kit.with(self.aid)
    }

    fn may_dock(&self, state: &State) -> bool {
        let start = state.options.start_of(self.faction);
        !matches!(start, Start::Huns | Start::Landlocked) && self.dock.is_none()
    }

    fn place(&mut self, units: Part, at: Field) -> Result<(), Refusal> {
        WrongKind.unless(
            units.unit.kind == Kind::Li,
            "R8.6",
            "you can place only light infantry",
        )?;
        NotHeld.unless(
            self.towns.contains(&at),
            "R8.6",
            "you have not placed a settlement there yet",
        )?;
        let left = self.kit.li - self.li.iter().map(|(_, n)| n).sum::<u8>().min(self.kit.li);
        WrongAmount.unless(
            units.n > 0 && units.n <= left,
            "R8.6",
            format!("you have {left} left to place"),
        )?;
        add(&mut self.li, at, units.n);
        Ok(())
    }

    fn stock(&mut self, state: &State, n: u8, at: Field) -> Result<(), Refusal> {
        NotInGame.unless(state.has(Module::FarmYear), "R8.6", "there is no grain in this mode")?;
        NotHeld.unless(
            self.towns.contains(&at),
            "R8.6",
            "you have not placed a settlement there yet",
        )?;
        let stored =
            |at: Field| self.grain.iter().filter(|(one, _)| *one == at).map(|(_, n)| n).sum::<u8>();
        let left =
            self.kit.grain - self.grain.iter().map(|(_, n)| n).sum::<u8>().min(self.kit.grain);
        let room = self.room().saturating_sub(stored(at));
        let free = left.min(room);
        WrongAmount.unless(n > 0 && n <= free, "R8.6", format!("there is room for {free} more"))?;
        add(&mut self.grain, at, n);
        Ok(())
    }

    fn room(&self) -> u8 {
        if self.city { 10 } else { 5 }
    }

    fn flock(&mut self, state: &State, line: &PlaceHerd) -> Result<(), Refusal> {
        NotInGame.unless(state.has(Module::FarmYear), "R8.6", "there are no herds in this mode")?;
        let (herd, at, stable) = (line.herd, line.at, line.pen == Pasturage::Stable);
        let here = self.towns.contains(&at) || !stable && self.outlying().contains(&at);
        NotHeld.unless(here, "R8.6", "you have not placed a settlement there yet")?;
        let has = self.herds.iter().filter(|(one, ..)| *one == herd).count();
        let left = usize::from(self.count(herd)) > has;
        NoneThere.unless(left, "R8.6", "you have no more herds of this kind to place")?;
        Occupied.unless(self.is_free(at, stable), "R19.6", "there is no room for it")?;
        self.herds.push((herd, at, stable));
        Ok(())
    }

    /// Homeland fields for herds at pasture, if the starting settlements do not have room for all
    /// (R8.6a).
    fn outlying(&self) -> &'static [Field] {
        let herds = Herd::ALL.iter().map(|herd| usize::from(self.count(*herd))).sum::<usize>();
        let each = if self.city { 3 } else { 2 };
        if herds > each * self.kit.towns { self.home } else { &[] }
    }

    fn count(&self, herd: Herd) -> u8 {
        match herd {
            Herd::Sheep => self.kit.sheep,
            Herd::Pigs => self.kit.pigs,
            Herd::Horses => self.kit.horses,
            Herd::Cattle => 0,
        }
    }

    fn is_free(&self, at: Field, stable: bool) -> bool {
        let there = self.herds.iter().filter(|(_, one, s)| (*one, *s) == (at, stable)).count();
        there < if stable && self.city { 2 } else { 1 }
    }

    fn fort(&mut self, state: &State, at: Field) -> Result<(), Refusal> {
        NotHeld.unless(
            self.towns.contains(&at),
            "R8.8",
            "you have not placed a settlement there yet",
        )?;
        Occupied.unless(!self.forts.contains(&at), "R8.8", "there is already one there")?;
        NoneThere.unless(
            self.forts.len() < self.walls(state),
            "R8.8",
            "you have no more of them to place",
        )?;
        self.forts.push(at);
        Ok(())
    }

    /// Fortifications of the setup, except those on a bank of the Danubius.
    fn walls(&self, state: &State) -> usize {
        usize::from(powers(state, self.faction).forts + self.aid.forts)
    }
}

fn powers(state: &State, faction: Faction) -> &'static crate::things::powers::Powers {
    state.options.powers_of(Some(faction))
}

fn add(list: &mut Vec<(Field, u8)>, at: Field, n: u8) {
    match list.iter_mut().find(|(one, _)| *one == at) {
        Some((_, sum)) => *sum += n,
        None => list.push((at, n)),
    }
}
