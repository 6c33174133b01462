//! Checks the settings, the base URL and the data folder.

use std::path::Path;

use super::finding::DoctorReport;
use crate::config::Config;
use crate::mail::outgoing::{relay::near, setup};
use crate::zone;

pub(super) fn look(config: &Config, report: &mut DoctorReport) {
    let problems = config.problems();
    for problem in &problems {
        report.bad("settings", problem, "Mend the settings file or the environment.");
    }
    let refused = [config.exposed(), config.overheard(), config.unreachable()];
    for why in refused.iter().flatten() {
        report.bad("settings", format!("the server does not start: {why}"), "Do that first.");
    }
    if problems.is_empty() && refused.iter().all(Option::is_none) {
        report.good("settings", "the settings fit together");
    }
    if let Some(why) = config.unknown_proxy() {
        report.warn("proxy", why, "Name the proxy, and start the server again.");
    }
    if let Some(why) = config.hidden_outbox() {
        report.warn("outbox", why, "Until then, players cannot receive sign-in emails.");
    }
    report.good("zones", format!("time zones by the data of release {}", zone::version()));
    base_url(config, report);
    folder(Path::new(&config.data.dir), report);
    if let Err(error) = setup::writer(config) {
        report.bad("settings", error.to_string(), "Mend the section [mail] of the settings.");
    }
}

fn base_url(config: &Config, report: &mut DoctorReport) {
    let url = config.base_url();
    let Some((scheme, rest)) = url.split_once("://") else { return };
    let host = host(rest);
    if scheme == "https" {
        report.good("address", format!("people come to {url}"));
    } else if near(host) {
        report.note(
            "address",
            format!("people come to {url}, which only works on this machine"),
            "Set server.base_url to the address people type; it stands in every letter.",
        );
    } else {
        report.bad(
            "address",
            format!("{url} is not protected"),
            "Put a proxy with a certificate in front (Caddy does it by itself) and set \
             server.base_url to the address that begins with https://. Without it sign-in links \
             can be read on the way, and one-click links to stop letters are ignored.",
        );
    }
}

/// Returns the host from the part of a URL after `https://`.
fn host(rest: &str) -> &str {
    let host = rest.split('/').next().unwrap_or(rest);
    match host.strip_prefix('[') {
        Some(bracketed) => bracketed.split(']').next().unwrap_or(bracketed),
        None => host.split(':').next().unwrap_or(host),
    }
}

fn folder(folder: &Path, report: &mut DoctorReport) {
    let shown = folder.display();
    if !folder.exists() {
        report.note(
            "data",
            format!("there is no folder {shown} yet"),
            "It is made at the first start, if the folder above it may be written to.",
        );
        return;
    }
    let trial = folder.join(".ravenpost-doctor");
    match std::fs::write(&trial, "may be deleted").and_then(|()| std::fs::remove_file(&trial)) {
        Ok(()) => report.good("data", format!("the folder {shown} can be written to")),
        Err(error) => report.bad(
            "data",
            format!("the folder {shown} cannot be written to: {error}"),
            "Give it to the account that Ravenpost runs as, or set data.dir to another one.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::host;

    #[test]
    fn hosts_are_found() {
        assert_eq!(host("raven.example:8080/path"), "raven.example");
        assert_eq!(host("[::1]:8080"), "::1");
        assert_eq!(host("127.0.0.1"), "127.0.0.1");
    }
}
