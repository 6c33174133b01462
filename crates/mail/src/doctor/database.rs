//! Checks PostgreSQL: its configuration, and whether a confirmed order survives the loss of the
//! server.

use std::path::Path;

use chrono::{TimeDelta, Utc};

use super::finding::DoctorReport;
use ravenpost_config::Config;
use ravenpost_store::Store;
use ravenpost_store::postgres::status::{Role, ServerStatus};

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
            let cure = "Check that PostgreSQL is running, that data.database is correct, and that \
                 access is allowed for this machine and role. Before the first start, missing \
                 tables are normal.";
            return report.bad(ABOUT, format!("it cannot be read: {why}"), cure);
        }
    };
    match store.standing().await {
        Ok(Some(standing)) => all(&standing, !config.data.database_owner.is_empty(), report),
        Ok(None) => {}
        Err(why) => report.bad(ABOUT, format!("its status cannot be read: {why}"), "Try again."),
    }
    clock(&store, report).await;
    store.close().await;
}

/// Reports everything the server states about its own configuration.
pub fn all(standing: &ServerStatus, has_owner: bool, report: &mut DoctorReport) {
    report.good(ABOUT, format!("PostgreSQL {} is reachable", standing.version));
    if standing.only_reads {
        let cure = "Point data.database at the primary, preferably through a proxy that finds it.";
        return report.bad(ABOUT, "it is a read-only standby", cure);
    }
    survives(standing, report);
    if !standing.checksums {
        let cure = "Run `pg_checksums --enable` while it is stopped, or create the next cluster \
             with `initdb --data-checksums`.";
        report.note(ABOUT, "data checksums are off, so disk corruption goes unnoticed", cure);
    }
    if standing.by_network && standing.tls.is_empty() {
        let cure = "Install a certificate on the database server, and add `?sslmode=verify-full` \
             to data.database.";
        report.warn(ABOUT, "the connection is not encrypted", cure);
    } else if standing.by_network {
        report.good(ABOUT, format!("the connection is encrypted with {}", standing.tls));
    }
    role(&standing.role, has_owner, report);
    match standing.unguarded.as_slice() {
        [] => report.good(ABOUT, "the log is protected against changes"),
        gone => report.bad(
            ABOUT,
            format!("the log is not protected: missing or disabled: {}", gone.join(", ")),
            "Someone has changed the tables. Find out who and why, run `ravenpost audit`, and \
             restore the triggers from migrations/postgres.",
        ),
    }
    let (most, nodes) = (standing.connections, standing.nodes.max(1));
    if most < OF_A_NODE * nodes + SPARE {
        let needed = OF_A_NODE * nodes + SPARE;
        let cure = format!(
            "Raise max_connections to {needed} or more: {OF_A_NODE} per node, and {SPARE} for \
             commands, backups and standbys."
        );
        let what = format!("it allows {most} connections, too few for {nodes} nodes");
        report.warn(ABOUT, what, cure);
    }
}

/// Reports whether a confirmed order survives the permanent loss of the server.
fn survives(standing: &ServerStatus, report: &mut DoctorReport) {
    let ServerStatus { waits_for, named, standbys, .. } = standing;
    if !standing.flushes {
        let cure = "Set fsync and full_page_writes to on.";
        return report.bad(ABOUT, "confirmed orders can be lost in a power failure", cure);
    }
    if named.is_empty() {
        let what = match standbys.all {
            0 => "confirmed orders survive a crash, but not the loss of this server: there is no \
                  standby"
                .to_owned(),
            some => format!(
                "confirmed orders survive a crash, but the last ones can be lost with this server: \
                 orders do not wait for its {some} standbys"
            ),
        };
        let cure = "Set synchronous_standby_names = 'ANY 1 (...)' with the name of a standby, or \
             store backups and the write-ahead log on another machine (see \
             docs/operate/postgresql.md).";
        return report.warn(ABOUT, what, cure);
    }
    match waits_for.as_str() {
        "local" => report.bad(
            ABOUT,
            "synchronous_commit = local does not wait for the configured standbys: the last \
             confirmed orders can be lost with this server",
            "Set synchronous_commit = on.",
        ),
        _ if standbys.waited_for == 0 && standbys.hidden == 0 => report.bad(
            ABOUT,
            format!("orders wait for a standby ({named}), but none is connected: play is blocked"),
            "Start the standby, or remove its name until it is back.",
        ),
        _ if standbys.waited_for == 0 => report.note(
            ABOUT,
            format!(
                "orders wait for a standby ({named}), but this role cannot see whether one is \
                 connected"
            ),
            "GRANT pg_monitor to the role, and run the doctor again.",
        ),
        "remote_write" => report.good(
            ABOUT,
            "confirmed orders survive the loss of this server, but not a simultaneous power \
             failure of its standby",
        ),
        _ => report.good(ABOUT, "confirmed orders survive the loss of this server"),
    }
}

fn role(role: &Role, has_owner: bool, report: &mut DoctorReport) {
    let name = &role.name;
    let cure = "Transfer the tables to another role, set data.database_owner, and restrict this \
         role (see docs/operate/postgresql.md).";
    if role.is_superuser {
        report.warn(ABOUT, format!("the role {name} is a superuser"), cure);
    } else if role.owns_log {
        let what = format!("the role {name} owns the log and could disable its protection");
        report.note(ABOUT, what, cure);
    } else if role.may_change_log {
        let cure = "REVOKE UPDATE, DELETE and TRUNCATE on the table event from this role.";
        report.warn(ABOUT, format!("the role {name} is allowed to change the log"), cure);
    } else {
        report.good(ABOUT, format!("the role {name} can only append to the log"));
        if !has_owner {
            let cure = "Set data.database_owner, or new releases cannot migrate the tables.";
            report.note(ABOUT, "the owner of the tables is not configured", cure);
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "it compares two clocks")]
async fn clock(store: &Store, report: &mut DoctorReport) {
    let before = Utc::now();
    let Ok(Some(there)) = store.clock().await else { return };
    let (early, late) = (there - Utc::now(), there - before);
    if early > ALLOWED || late < -ALLOWED {
        let off = early.abs().min(late.abs()).num_seconds().max(1);
        let cure = "Synchronise both machines with NTP: a node that is off by more than a second \
            runs no game clocks and sends no email.";
        let what = format!("this machine's clock differs from the database's by {off} s");
        report.bad(ABOUT, what, cure);
    } else {
        report.good(ABOUT, "this machine's clock and the database's agree");
    }
}
