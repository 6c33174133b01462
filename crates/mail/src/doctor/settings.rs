//! Checks the settings, the base URL and the data folder.

use std::path::Path;

use super::finding::DoctorReport;
use crate::outgoing::{relay::near, setup};
use ravenpost_config::Config;
use ravenpost_zone as zone;

pub(super) fn look(config: &Config, report: &mut DoctorReport) {
    let problems = config.problems();
    for problem in &problems {
        report.bad("settings", problem, "Fix the settings file or the environment.");
    }
    let refused = [config.exposed(), config.overheard(), config.unreachable()];
    for why in refused.iter().flatten() {
        report.bad("settings", format!("the server does not start: {why}"), "Fix this first.");
    }
    if problems.is_empty() && refused.iter().all(Option::is_none) {
        report.good("settings", "the settings are consistent");
    }
    if let Some(why) = config.unknown_proxy() {
        report.warn("proxy", why, "Set it to the address of the proxy, and restart the server.");
    }
    if let Some(why) = config.hidden_outbox() {
        report.warn(
            "outbox",
            why,
            "Set up email: until then, players cannot receive sign-in emails.",
        );
    }
    report.good("zones", format!("time zone data {}", zone::version()));
    base_url(config, report);
    folder(Path::new(&config.data.dir), report);
    if let Err(error) = setup::writer(config) {
        report.bad("settings", error.to_string(), "Fix the section [mail] of the settings.");
    }
}

fn base_url(config: &Config, report: &mut DoctorReport) {
    let url = config.base_url();
    let Some((scheme, rest)) = url.split_once("://") else { return };
    let host = host(rest);
    if scheme == "https" {
        report.good("address", format!("public URL: {url}"));
    } else if near(host) {
        report.note(
            "address",
            format!("public URL: {url}, which only works on this machine"),
            "Set server.base_url to the public URL. It is used for links in emails.",
        );
    } else {
        report.bad(
            "address",
            format!("{url} is not encrypted"),
            "Use a reverse proxy with a certificate (Caddy gets one automatically), and set \
             server.base_url to the https:// URL. Without it, sign-in links can be intercepted, \
             and one-click unsubscribe does not work.",
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
            format!("the folder {shown} does not exist yet"),
            "Make sure that its parent folder is writable. It is created at the first start.",
        );
        return;
    }
    let trial = folder.join(".ravenpost-doctor");
    match std::fs::write(&trial, "may be deleted").and_then(|()| std::fs::remove_file(&trial)) {
        Ok(()) => report.good("data", format!("the folder {shown} is writable")),
        Err(error) => report.bad(
            "data",
            format!("the folder {shown} is not writable: {error}"),
            "Make the account that runs Ravenpost its owner, or set data.dir to another folder.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::host;

    #[test]
    fn host_is_extracted_from_an_address() {
        assert_eq!(host("raven.example:8080/path"), "raven.example");
        assert_eq!(host("[::1]:8080"), "::1");
        assert_eq!(host("127.0.0.1"), "127.0.0.1");
    }
}
