//! Checks PostgreSQL: its configuration, and whether a confirmed order survives the loss of the
//! server.

use std::path::Path;

use chrono::{TimeDelta, Utc};

use super::finding::DoctorReport;
use crate::config::Config;
use ravenpost_store::Store;
use ravenpost_store::postgres::standing::{Role, Standing};

const ABOUT: &str = "database";
/// Maximum tolerated clock difference.
const ALLOWED: TimeDelta = TimeDelta::seconds(1);
/// Maximum number of connections one node opens.
const OF_A_NODE: i64 = 20;
/// Connections to keep free for other clients.
const SPARE: i64 = 10;

/// Checks the database. Does nothing for SQLite.
pub async fn look(config: &Config, report: &mut DoctorReport) {
    let address = config.data.database.expose();
    if address.is_empty() {
        return;
    }
    let path = Path::new(&config.data.dir).join("ravenpost.db");
    let store = match Store::connect_read_only(address, &path).await {
        Ok(store) => store,
        Err(why) => {
            let cure = "See to it that the server runs, that data.database is its address, and \
                 that this machine and its role are let in. Before the first start there are no \
                 tables yet: that is well.";
            return report.bad(ABOUT, format!("it could not be looked at: {why}"), cure);
        }
    };
    match store.standing().await {
        Ok(Some(standing)) => all(&standing, !config.data.database_owner.is_empty(), report),
        Ok(None) => {}
        Err(why) => {
            report.bad(ABOUT, format!("it does not tell about itself: {why}"), "Try again.")
        }
    }
    clock(&store, report).await;
    store.close().await;
}

/// Reports everything the server states about its own configuration.
pub fn all(standing: &Standing, has_owner: bool, report: &mut DoctorReport) {
    report.good(ABOUT, format!("PostgreSQL {} answers", standing.version));
    if standing.only_reads {
        let cure =
            "Point data.database at the primary, best by a proxy that knows which one it is.";
        return report.bad(ABOUT, "it is a standby, which only reads", cure);
    }
    survives(standing, report);
    if !standing.checksums {
        let cure = "Make the next one with `initdb --data-checksums`, or run `pg_checksums \
             --enable` while it is stopped.";
        report.note(ABOUT, "a page that goes bad on its disk is not noticed", cure);
    }
    if standing.by_network && standing.tls.is_empty() {
        let cure = "Add `?sslmode=verify-full` to data.database, and a certificate to the server.";
        report.warn(ABOUT, "what goes there and back can be read on the way", cure);
    } else if standing.by_network {
        report.good(ABOUT, format!("the way there is protected by {}", standing.tls));
    }
    role(&standing.role, has_owner, report);
    match standing.unguarded.as_slice() {
        [] => report.good(ABOUT, "the log is guarded against change"),
        gone => report.bad(
            ABOUT,
            format!("the log is not guarded: {} is gone or switched off", gone.join(", ")),
            "Somebody has changed the tables. Find out who and why, run `ravenpost audit`, and \
             put the triggers back as migrations/postgres has them.",
        ),
    }
    let (most, nodes) = (standing.connections, standing.nodes.max(1));
    if most < OF_A_NODE * nodes + SPARE {
        let needed = OF_A_NODE * nodes + SPARE;
        let cure = format!(
            "Raise max_connections to {needed} or more: a node takes {OF_A_NODE}, and {SPARE} are \
             for commands, copies and standbys."
        );
        let what = format!("it takes {most} connections, which is few for {nodes} nodes");
        report.warn(ABOUT, what, cure);
    }
}

/// Reports whether a confirmed order survives the permanent loss of the server.
fn survives(standing: &Standing, report: &mut DoctorReport) {
    let Standing { waits_for, named, standbys, .. } = standing;
    if !standing.flushes {
        let cure = "Set fsync and full_page_writes on.";
        return report.bad(ABOUT, "an answered order does not survive a loss of power", cure);
    }
    if named.is_empty() {
        let what = match standbys.all {
            0 => "an answered order survives a crash, but not the loss of this server: it is on \
                  its disk alone"
                .to_owned(),
            some => format!(
                "an answered order survives a crash, but the last ones may not survive the loss of \
                 this server: {some} standbys follow, and no order waits for them"
            ),
        };
        let cure = "Set synchronous_standby_names = 'ANY 1 (...)' with a standby to name there; \
             docs/cluster.md says how. Without it keep backups and the write-ahead log elsewhere.";
        return report.warn(ABOUT, what, cure);
    }
    match waits_for.as_str() {
        "local" => report.bad(
            ABOUT,
            "standbys are named, but synchronous_commit = local waits for none of them: the last \
             answered orders do not survive the loss of this server",
            "Set synchronous_commit = on.",
        ),
        _ if standbys.waited_for == 0 && standbys.hidden == 0 => report.bad(
            ABOUT,
            format!("orders wait for a standby ({named}), and none is there: nobody can play"),
            "Start the standby, or take its name out until it is back.",
        ),
        _ if standbys.waited_for == 0 => report.note(
            ABOUT,
            format!(
                "orders wait for a standby ({named}), and our role may not know whether one is \
                     there"
            ),
            "GRANT pg_monitor to the role, and look again.",
        ),
        "remote_write" => report.good(
            ABOUT,
            "an answered order survives the loss of this server, but not a loss of power of it and \
             its standby at once",
        ),
        _ => report.good(ABOUT, "an answered order survives the loss of this server"),
    }
}

fn role(role: &Role, has_owner: bool, report: &mut DoctorReport) {
    let name = &role.name;
    let cure = "Give the tables to another role, name it in data.database_owner, and let this one \
         only serve: docs/cluster.md says how.";
    if role.is_superuser {
        report.warn(ABOUT, format!("the role {name} may do everything on that server"), cure);
    } else if role.owns_log {
        report.note(ABOUT, format!("the role {name} owns the log and could unguard it"), cure);
    } else if role.may_change_log {
        let cure = "REVOKE UPDATE, DELETE and TRUNCATE on the table event from it.";
        report.warn(ABOUT, format!("the role {name} has the right to change the log"), cure);
    } else {
        report.good(ABOUT, format!("the role {name} can only add to the log"));
        if !has_owner {
            let cure = "Name the owner in data.database_owner, or a new release cannot change the \
                 tables.";
            report.note(ABOUT, "nobody is named who may change the tables", cure);
        }
    }
}

async fn clock(store: &Store, report: &mut DoctorReport) {
    let before = Utc::now();
    let Ok(Some(there)) = store.clock().await else { return };
    let (early, late) = (there - Utc::now(), there - before);
    if early > ALLOWED || late < -ALLOWED {
        let off = early.abs().min(late.abs()).num_seconds().max(1);
        let cure = "Have both machines set by NTP: a node that is more than a second off serves \
             neither clocks nor letters.";
        report.bad(ABOUT, format!("this machine's clock is {off} s off from the database's"), cure);
    } else {
        report.good(ABOUT, "this machine's clock and the database's agree");
    }
}
