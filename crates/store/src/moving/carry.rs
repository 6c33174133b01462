//! Copies all rows from one transaction to another and verifies the result.

use std::collections::BTreeMap;

use super::checksum::Sum;
use super::{MoveError, MovePlan, Moved, Progress, refused};
use crate::error::StoreError;
use crate::lists::settings;
use crate::log::{audit, seals};
use crate::sql::bind::Bound;
use crate::sql::table::{Cells, Table};
use crate::sql::{Conn, Tx};
use crate::{postgres, sqlite};

/// These tables are copied first, in this order: others refer to them, and a seal must come after
/// its entries.
const FIRST: [&str; 7] =
    ["player", "outbox", "inbound_email", "chat_message", "event", "seal_entry", "seal"];
/// The current nodes and leases mean nothing at the target.
const LEFT: [&str; 2] = ["node", "lease"];

/// Returns all tables that are copied.
pub(super) async fn tables(tx: &mut Tx) -> Result<Vec<Table>, StoreError> {
    let mut tables = match tx.0 {
        Conn::Sqlite(_) => sqlite::catalogue::tables(tx).await?,
        Conn::Postgres(_) => postgres::catalogue::tables(tx).await?,
    };
    tables.retain(|table| !LEFT.contains(&table.name.as_str()));
    let place = |table: &Table| FIRST.iter().position(|name| *name == table.name);
    tables.sort_by_key(|table| (place(table).unwrap_or(FIRST.len()), table.name.clone()));
    Ok(tables)
}

/// Checks that both sides have the same tables with the same columns.
pub(super) fn alike(source: &[Table], target: &[Table]) -> Result<(), MoveError> {
    let named = |tables: &[Table]| -> BTreeMap<String, Table> {
        tables.iter().map(|table| (table.name.clone(), table.clone())).collect()
    };
    let (source, target) = (named(source), named(target));
    let way = "its schema was changed. Use an empty database, in which only ravenpost creates \
        tables";
    for (name, table) in &source {
        match target.get(name) {
            None => return refused(format!("the target has no table {name}; {way}")),
            Some(other) if other != table => {
                return refused(format!("table {name} has different columns in the target; {way}"));
            }
            Some(_) => {}
        }
    }
    match target.keys().find(|name| !source.contains_key(*name)) {
        Some(name) => refused(format!("the target has an unknown table {name}; {way}")),
        None => Ok(()),
    }
}

/// Renumbers the positions of events without gaps, for a file.
struct Positions {
    without_gaps: bool,
    old: Vec<i64>,
}

impl Positions {
    fn change(&mut self, table: &Table, row: &mut Cells) {
        if !self.without_gaps {
            return;
        }
        match (table.name.as_str(), table.place("position"), table.place("last_position")) {
            ("event", Some(at), _) => {
                self.old.push(row[at].int().unwrap_or_default());
                row[at] = Bound::Int(i64::try_from(self.old.len()).ok());
            }
            ("seal", _, Some(at)) => {
                let old = row[at].int().unwrap_or_default();
                let new = self.old.partition_point(|position| *position <= old);
                row[at] = Bound::Int(i64::try_from(new).ok());
            }
            _ => {}
        }
    }
}

/// Returns the changed setting; `None` if it is not copied.
fn setting(
    change: fn(&str, &str) -> Option<String>,
    table: &Table,
    mut row: Cells,
) -> Option<Cells> {
    if table.name != "setting" {
        return Some(row);
    }
    let (key, value) = (table.place("key")?, table.place("value")?);
    let was = row[key].text()?.to_owned();
    if was == settings::Key::Moved.word() {
        return None;
    }
    let new = change(&was, row[value].text().unwrap_or_default())?;
    row[value] = Bound::Text(Some(new));
    Some(row)
}

/// The written data, for comparison with what the target returns.
pub(super) struct WrittenRows {
    tables: Vec<Table>,
    sums: Vec<Sum>,
}

/// Copies everything.
pub(super) async fn all(
    from: &mut Tx,
    to: &mut Tx,
    plan: &mut MovePlan<'_>,
) -> Result<WrittenRows, MoveError> {
    let tables = tables(from).await?;
    alike(&tables, &self::tables(to).await?)?;
    let mut given = match from.0 {
        Conn::Sqlite(_) => sqlite::catalogue::given(from).await?,
        Conn::Postgres(_) => postgres::catalogue::given(from).await?,
    };
    let without_gaps = matches!(to.0, Conn::Sqlite(_));
    let mut positions = Positions { without_gaps, old: Vec::new() };
    let (mut sums, change) = (Vec::new(), plan.setting);
    for table in &tables {
        let (mut sum, mut last) = (Sum::default(), 0);
        let (on_progress, put, positions) = (&mut *plan.on_progress, &mut *to, &mut positions);
        let carry = async |rows: Vec<Cells>| {
            let mut carried = Vec::with_capacity(rows.len());
            for row in rows {
                let Some(mut row) = setting(change, table, row) else { continue };
                positions.change(table, &mut row);
                sum.add(&row);
                last = row[0].int().unwrap_or_default().max(last);
                carried.push(row);
            }
            table.put(put, &carried).await?;
            on_progress(Progress { reads_back: false, table: &table.name, rows: sum.rows });
            Ok(())
        };
        table.pour(from, carry).await?;
        let known = given.entry(table.name.clone()).or_default();
        *known = last.max(if table.name == "event" { 0 } else { *known });
        sums.push(sum);
    }
    match to.0 {
        Conn::Sqlite(_) => sqlite::catalogue::go_on(to, &given).await?,
        Conn::Postgres(_) => postgres::catalogue::go_on(to, &given).await?,
    }
    Ok(WrittenRows { tables, sums })
}

impl WrittenRows {
    /// Reads everything back: each table's rows, the chains of all games, and the seals.
    pub(super) async fn look_over(
        &self,
        to: &mut Tx,
        plan: &mut MovePlan<'_>,
    ) -> Result<Moved, MoveError> {
        let WrittenRows { tables, sums } = self;
        for (table, put) in tables.iter().zip(sums) {
            let (mut back, on_progress) = (Sum::default(), &mut *plan.on_progress);
            let read = async |rows: Vec<Cells>| {
                rows.iter().for_each(|row| back.add(row));
                on_progress(Progress { reads_back: true, table: &table.name, rows: back.rows });
                Ok(())
            };
            table.pour(to, read).await?;
            if back != *put {
                let (name, gave, was) = (&table.name, back.rows, put.rows);
                let found = match gave == was {
                    true => format!("the rows of {name} in the target differ from those written"),
                    false => format!("the target has {gave} rows of {name} instead of {was}"),
                };
                return refused(format!("verification failed, and nothing was moved: {found}"));
            }
        }
        let log = audit::own(to).await?;
        if let Some(broken) = log.broken.first().filter(|_| !plan.anyway) {
            let (game, seq, what) = (&broken.game, broken.seq, broken.what);
            return refused(format!(
                "game {game}, event {seq}: {what}; nothing was moved. Run `ravenpost audit` to \
                 list all damage, or use --anyway to move it unchanged"
            ));
        }
        let seals = seals::history(&mut *to).await?;
        if let Some(day) = seals::broken(&seals).filter(|_| !plan.anyway) {
            return refused(format!(
                "the seal of {day} is invalid; nothing was moved. Run `ravenpost audit` for \
                 details, or use --anyway to move it unchanged"
            ));
        }
        let rows = sums.iter().map(|sum| sum.rows).sum();
        Ok(Moved { tables: tables.len(), rows, log, seals: seals.len() })
    }
}
