//! The doctor checks the settings, the data folder, the relay and the DNS, and reports problems
//! with their remedies. It changes nothing except its records of mistakes.
//!
//! It sends a test email to the given address and, if replies are enabled, one to the server
//! itself.
//!
//! It also runs without any mail settings. Emails then stay in the local outbox, which is not
//! reported as a problem.

mod alignment;
pub mod database;
pub mod dns;
mod finding;
mod greeting;
mod inbound;
mod names;
mod relay;
mod secrets;
mod settings;
mod test_email;
mod trial;
mod unknown_kinds;

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use chrono::{DateTime, Utc};

pub use dns::{Dns, Resolver, Silence};
pub use finding::{DoctorReport, Finding, Grade};

use ravenpost_config::{Config, Transport};
use ravenpost_store::Store;

/// The inputs of the checks.
pub struct Visit<'a> {
    pub config: &'a Config,
    /// The recipient of a test email, if any.
    pub to: Option<&'a str>,
    pub now: DateTime<Utc>,
    /// The database of the server, opened read-only; `None` before the first start.
    pub store: Option<Store>,
    /// How long to wait for the test email to the server itself.
    pub patience: Duration,
    /// The files that the settings are read from.
    pub files: Vec<PathBuf>,
}

/// Runs all checks. A failed check does not stop the others.
pub async fn examine(visit: &Visit<'_>, dns: &impl Dns) -> DoctorReport {
    let mut report = DoctorReport::default();
    settings::look(visit.config, &mut report);
    secrets::look(visit.config, &visit.files, &mut report);
    database::look(visit.config, &mut report).await;
    if let Some(store) = &visit.store {
        unknown_kinds::look(store, visit.now, &mut report).await;
    }
    match visit.config.mail.transport {
        Transport::Local => local(visit, &mut report),
        Transport::Smtp => {
            let reached = relay::look(visit.config, visit.to, &mut report).await;
            names::look(visit.config, dns, &mut report).await;
            inbound::look(visit.config, dns, visit.store.as_ref(), &mut report).await;
            let begun = SystemTime::now();
            let came = trial::send(visit, reached, &mut report).await;
            inbound::mistakes(visit.config, begun, came, &mut report);
            if let Some(to) = visit.to {
                test_email::to_person(visit, to, reached, &mut report).await;
            }
        }
    }
    report
}

fn local(visit: &Visit, report: &mut DoctorReport) {
    let page = format!("{}/outbox", visit.config.base_url());
    report.good("email", format!("emails are stored in the local outbox at {page}"));
    report.note(
        "email",
        "no email is sent",
        "That is fine for testing. To send email, set mail.transport = \"smtp\", and \
         mail.smtp_host to the SMTP relay of your provider.",
    );
    if let Some(to) = visit.to {
        report.bad(
            "test",
            format!("no test email was sent to {to}, because sending is not configured"),
            "Set mail.transport = \"smtp\" first.",
        );
    }
}
