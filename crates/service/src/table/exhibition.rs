//! Exhibition games: one for each title, played by bots when a server is first started, so that new
//! visitors have real games to step through.

use crate::handles::Tables;
use chrono::{DateTime, Duration, Utc};

use crate::error::ServiceError;
use crate::node::lease::Duty;
use crate::table::open_table::NewTable;
use crate::titles;
use ravenpost_log::act::Pace;
use ravenpost_log::table::status::Status;
use ravenpost_rules::{Seat, Table, Title};
use ravenpost_store::lists::games::{self, ListPart};

/// The number of seats in an exhibition game, if the title allows it.
const SEATS: u8 = 3;
const BOT: &str = "steady";
/// Ample time for bots to play a game of every title.
const TIME: Duration = Duration::minutes(10);

impl Tables<'_> {
    /// Opens an exhibition game of every title without a running or finished game. If several nodes
    /// start at once, only one does.
    pub async fn exhibit(self, now: DateTime<Utc>) -> Result<(), ServiceError> {
        if !self.monitoring().has_duty(now, Duty::Exhibition, TIME).await? {
            return Ok(());
        }
        let part = ListPart { limit: 1000, skip: 0 };
        let over = games::list(self.store().read(), Status::Over, true, part).await?;
        let running = games::list(self.store().read(), Status::Running, true, part).await?;
        for title in titles::all() {
            let key = title.about().key;
            if !over.iter().chain(&running).any(|game| game.title == key) {
                self.open_table(now, None, &exhibition(*title)).await?;
            }
        }
        Ok(())
    }
}

fn exhibition(title: &dyn Title) -> NewTable {
    let about = title.about();
    let seats = SEATS.clamp(about.seats.0, about.seats.1);
    NewTable {
        title: about.key.to_owned(),
        name: format!("{} by bots", about.name),
        table: Table::of(seats),
        pace: Pace::of(None),
        public: true,
        consent: ravenpost_log::act::Consent::All,
        own_seat: None,
        salt: String::new(),
        bots: Seat::all(seats).map(|seat| (seat, BOT.to_owned())).collect(),
    }
}
