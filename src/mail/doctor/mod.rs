//! The doctor: looks at settings, folder, relay and DNS, and says in plain words what is well,
//! what is not, and what to do about it. Changes nothing but its own notes of mistakes.
//! Sends one trial letter to whom it is told to, and one to the server itself where answers to
//! letters are read.
//!
//! Works without any mail set up: then letters stay in the local outbox, and that is well.

mod alignment;
pub mod database;
pub mod dns;
mod finding;
mod greeting;
mod inward;
mod names;
mod relay;
mod secrets;
mod settings;
mod test_email;
mod trial;
mod waiting;

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use chrono::{DateTime, Utc};

pub use dns::{Dns, Resolver, Silence};
pub use finding::{DoctorReport, Finding, Grade};

use crate::config::{Config, Transport};
use ravenpost_store::Store;

/// What is to be looked at.
pub struct Visit<'a> {
    pub config: &'a Config,
    /// Where a trial letter goes, if anywhere.
    pub to: Option<&'a str>,
    pub now: DateTime<Utc>,
    /// The server's database, only to be looked at; none before its first start.
    pub store: Option<Store>,
    /// How long a letter to the server itself may take.
    pub patience: Duration,
    /// The files that are read for the settings.
    pub files: Vec<PathBuf>,
}

/// Looks at everything. Nothing that is wrong keeps it from looking at the rest.
pub async fn examine(visit: &Visit<'_>, dns: &impl Dns) -> DoctorReport {
    let mut report = DoctorReport::default();
    settings::look(visit.config, &mut report);
    secrets::look(visit.config, &visit.files, &mut report);
    database::look(visit.config, &mut report).await;
    if let Some(store) = &visit.store {
        waiting::look(store, visit.now, &mut report).await;
    }
    match visit.config.mail.transport {
        Transport::Local => local(visit, &mut report),
        Transport::Smtp => {
            let reached = relay::look(visit.config, visit.to, &mut report).await;
            names::look(visit.config, dns, &mut report).await;
            inward::look(visit.config, dns, visit.store.as_ref(), &mut report).await;
            let begun = SystemTime::now();
            let came = trial::send(visit, reached, &mut report).await;
            inward::mistakes(visit.config, begun, came, &mut report);
            if let Some(to) = visit.to {
                test_email::to_person(visit, to, reached, &mut report).await;
            }
        }
    }
    report
}

fn local(visit: &Visit, report: &mut DoctorReport) {
    let page = format!("{}/outbox", visit.config.base_url());
    report.good("letters", format!("letters are kept in the local outbox at {page}"));
    report.note(
        "letters",
        "nobody gets mail this way",
        "That is fine for trying things out. To send letters, set mail.transport = \"smtp\" and \
         mail.smtp_host to the relay your provider or hoster offers.",
    );
    if let Some(to) = visit.to {
        report.bad(
            "trial",
            format!("no letter was sent to {to}, because nothing is sent at all"),
            "Set mail.transport = \"smtp\" first.",
        );
    }
}
