//! The doctor: looks at settings, folder, relay and DNS, and says in plain words what is well,
//! what is not, and what to do about it. Changes nothing and sends at most one trial letter.
//!
//! Works without any mail set up: then letters stay in the local outbox, and that is well.

pub mod dns;
mod finding;
mod names;
mod relay;
mod settings;

use chrono::{DateTime, Utc};

pub use dns::{Dns, Resolver, Silence};
pub use finding::{Finding, Grade, Report};

use crate::config::{Config, Transport};

/// What is to be looked at.
pub struct Visit<'a> {
    pub config: &'a Config,
    /// Where a trial letter goes, if anywhere.
    pub to: Option<&'a str>,
    pub now: DateTime<Utc>,
}

/// Looks at everything. Nothing that is wrong keeps it from looking at the rest.
pub async fn examine(visit: &Visit<'_>, dns: &impl Dns) -> Report {
    let mut report = Report::default();
    settings::look(visit.config, &mut report);
    match visit.config.mail.transport {
        Transport::Local => local(visit, &mut report),
        Transport::Smtp => {
            let reached = relay::look(visit.config, &mut report).await;
            names::look(visit.config, dns, &mut report).await;
            if let Some(to) = visit.to {
                relay::probe(visit, to, reached, &mut report).await;
            }
        }
    }
    report
}

fn local(visit: &Visit, report: &mut Report) {
    let page = format!("{}/outbox", visit.config.base_url());
    report.good("letters", format!("letters are kept in the local outbox at {page}"));
    report.note(
        "letters",
        "nobody gets mail this way",
        "That is fine for trying things out. To send letters, set mail.transport = \"smtp\" and \
         mail.host to the relay your provider or hoster offers.",
    );
    if let Some(to) = visit.to {
        report.bad(
            "trial",
            format!("no letter was sent to {to}, because nothing is sent at all"),
            "Set mail.transport = \"smtp\" first.",
        );
    }
}
