//! Checks the DNS records for outgoing email: SPF, DKIM, DMARC, MX for bounces, and reverse DNS.

use std::net::IpAddr;

use super::alignment;
use super::dns::{Dns, Silence, Spf};
use super::finding::DoctorReport;
use crate::outgoing::dkim::Signer;
use crate::outgoing::setup;
use ravenpost_config::Config;

pub(super) async fn look(config: &Config, dns: &impl Dns, report: &mut DoctorReport) {
    let Ok(writer) = setup::writer(config) else { return };
    let from = writer.from.email.domain().to_owned();
    if from == "localhost" || !from.contains('.') {
        report.bad(
            "from",
            format!("mail servers reject email from \"{from}\""),
            "Set mail.from to an address at your own domain.",
        );
        return;
    }
    let bounces = alignment::envelope(config, &from);
    let relay = relay_addresses(config, dns, report).await;
    spf(&format!("bounces@{bounces}"), &relay, dns, report).await;
    dkim(config, &from, dns, report).await;
    dmarc(&from, dns, report).await;
    alignment::look(config, report);
    // Bounces otherwise go to the reply domain, which `inbound` checks.
    if config.mail.bounces().is_none() {
        returns(&bounces, dns, report).await;
    }
    for address in relay.iter().filter(|address| !address.is_loopback()) {
        reverse(*address, dns, report).await;
    }
}

async fn relay_addresses(
    config: &Config,
    dns: &impl Dns,
    report: &mut DoctorReport,
) -> Vec<IpAddr> {
    match dns.addresses(&config.mail.smtp_host).await {
        Ok(addresses) => addresses,
        Err(Silence::Nothing) => {
            report.bad(
                "relay",
                format!("host {} not found", config.mail.smtp_host),
                "Check the spelling of mail.smtp_host.",
            );
            Vec::new()
        }
        Err(Silence::Unreachable(why)) => {
            unreachable_dns(report, "relay", &why);
            Vec::new()
        }
    }
}

async fn spf(sender: &str, relay: &[IpAddr], dns: &impl Dns, report: &mut DoctorReport) {
    let domain = sender.rsplit('@').next().unwrap_or(sender);
    let records = match dns.texts(domain).await {
        Ok(texts) => of_kind(texts, "v=spf1"),
        Err(Silence::Nothing) => Vec::new(),
        Err(Silence::Unreachable(why)) => return unreachable_dns(report, "spf", &why),
    };
    let record = match records.as_slice() {
        [] => {
            return report.warn(
                "spf",
                format!("{domain} has no SPF record"),
                format!(
                    "Publish a TXT record at {domain} that lists the servers allowed to send for \
                     it, such as \"v=spf1 include:relay.example -all\". See the help page of your \
                     relay."
                ),
            );
        }
        [record] => record,
        more => {
            return report.bad(
                "spf",
                format!("{domain} has {} SPF records, and more than one is invalid", more.len()),
                "Merge them into one record.",
            );
        }
    };
    let last = record.split_whitespace().last().unwrap_or_default().to_ascii_lowercase();
    if matches!(last.as_str(), "+all" | "all" | "?all") {
        report.warn(
            "spf",
            format!("the SPF record of {domain} allows anyone to send"),
            format!("End the record with -all or ~all instead of {last}."),
        );
    }
    let far: Vec<IpAddr> = relay.iter().copied().filter(|ip| !ip.is_loopback()).collect();
    let Some(first) = far.first() else {
        return report.note(
            "spf",
            format!("SPF record of {domain}: {record}"),
            "The relay is on this machine, so the record must include its public address.",
        );
    };
    match dns.spf(*first, sender).await {
        Spf::Pass => report.good("spf", format!("{domain} allows the relay to send")),
        Spf::Broken => report.bad(
            "spf",
            format!("the SPF record of {domain} cannot be evaluated: {record}"),
            "Correct its syntax, and make sure that it needs at most ten DNS lookups.",
        ),
        Spf::Neutral | Spf::Fail => report.warn(
            "spf",
            format!("{domain} does not allow the relay's address {first}: {record}"),
            "This is fine if your relay sends from other addresses, as large relays do. Compare \
             with its help page, or send a test email and check it for spf=pass.",
        ),
    }
}

async fn dkim(config: &Config, from: &str, dns: &impl Dns, report: &mut DoctorReport) {
    let Ok(Some((selector, domain))) = setup::signing(config) else {
        return report.note(
            "dkim",
            "emails are not signed here",
            "That is fine if your relay signs them for your domain. Otherwise set \
             mail.dkim_selector and mail.dkim_key: large providers require a signature.",
        );
    };
    let Ok(ours) = Signer::record(config.mail.dkim_key.expose()) else { return };
    let name = format!("{selector}._domainkey.{domain}");
    let publish = format!("Publish this TXT record at {name}: {}", in_strings(&ours));
    let records = match dns.texts(&name).await {
        Ok(records) => records,
        Err(Silence::Nothing) => Vec::new(),
        Err(Silence::Unreachable(why)) => return unreachable_dns(report, "dkim", &why),
    };
    match records.as_slice() {
        [] => report.bad("dkim", format!("no DKIM record at {name}"), publish),
        [record] if key(record) == key(&ours) => {
            report.good("dkim", format!("the record at {name} matches the key"));
            if !aligned(from, &domain) {
                report.warn(
                    "dkim",
                    format!("emails are sent from {from} but signed for {domain}"),
                    "Set mail.dkim_domain to the domain of mail.from, as DMARC requires.",
                );
            }
        }
        [_] => report.bad(
            "dkim",
            format!("the record at {name} has a different key, so all signatures are invalid"),
            publish,
        ),
        more => report.bad(
            "dkim",
            format!("{} DKIM records at {name}", more.len()),
            "Remove all except the one that matches the key.",
        ),
    }
}

async fn dmarc(from: &str, dns: &impl Dns, report: &mut DoctorReport) {
    let mut records = Vec::new();
    // A domain without its own DMARC record inherits that of its parent domain.
    for domain in [Some(from), above(from)].into_iter().flatten() {
        match dns.texts(&format!("_dmarc.{domain}")).await {
            Ok(texts) => records = of_kind(texts, "v=DMARC1"),
            Err(Silence::Nothing) => {}
            Err(Silence::Unreachable(why)) => return unreachable_dns(report, "dmarc", &why),
        }
        if !records.is_empty() {
            break;
        }
    }
    match records.first() {
        Some(record) => report.good("dmarc", format!("DMARC record: {record}")),
        None => report.warn(
            "dmarc",
            format!("no DMARC record at _dmarc.{from}"),
            format!(
                "Publish a TXT record at _dmarc.{from}. Start with \"v=DMARC1; p=none\", and \
                 change to \"p=quarantine\" once test emails show spf=pass and dkim=pass."
            ),
        ),
    }
}

async fn returns(domain: &str, dns: &impl Dns, report: &mut DoctorReport) {
    match dns.takes_mail(domain).await {
        Ok(true) => report.good("bounces", format!("{domain} accepts bounces")),
        Ok(false) | Err(Silence::Nothing) => report.warn(
            "bounces",
            format!("{domain} does not accept email, so bounces are lost"),
            "Add an MX record, or set mail.envelope_domain to a domain that accepts email. Some \
             mail servers reject email from other domains.",
        ),
        Err(Silence::Unreachable(why)) => unreachable_dns(report, "bounces", &why),
    }
}

async fn reverse(address: IpAddr, dns: &impl Dns, report: &mut DoctorReport) {
    let names = match dns.names(address).await {
        Ok(names) => names,
        Err(Silence::Nothing) => Vec::new(),
        Err(Silence::Unreachable(why)) => return unreachable_dns(report, "reverse", &why),
    };
    for name in &names {
        if dns.addresses(name).await.is_ok_and(|found| found.contains(&address)) {
            return report.good("reverse", format!("{address} and {name} resolve to each other"));
        }
    }
    let what = match names.first() {
        Some(name) => format!("{address} resolves to {name}, but {name} does not resolve to it"),
        None => format!("the relay's address {address} has no reverse DNS name"),
    };
    report.warn(
        "reverse",
        what,
        "Ask the admin of the relay to set the reverse name with the provider of that address. \
         Many mail servers distrust senders without one.",
    );
}

fn unreachable_dns(report: &mut DoctorReport, about: &'static str, why: &str) {
    report.warn(
        about,
        format!("the DNS lookup failed: {why}"),
        "Try again later, or check the name server of this machine.",
    );
}

fn of_kind(texts: Vec<String>, kind: &str) -> Vec<String> {
    let begins = |text: &String| {
        let head = text.get(..kind.len()).unwrap_or_default();
        head.eq_ignore_ascii_case(kind)
    };
    texts.into_iter().filter(begins).collect()
}

/// Returns the public key in a DKIM record.
fn key(record: &str) -> String {
    let tag = record.split(';').map(str::trim).find_map(|tag| tag.strip_prefix("p="));
    tag.unwrap_or_default().split_whitespace().collect()
}

/// Formats a record for a zone file. A TXT string holds at most 255 octets, so a long record (such
/// as an RSA key) is split into several strings, which resolvers join again.
fn in_strings(record: &str) -> String {
    let parts = record.as_bytes().chunks(255).map(String::from_utf8_lossy);
    parts.map(|part| format!("\"{part}\"")).collect::<Vec<_>>().join(" ")
}

/// Returns whether one domain equals or contains the other.
fn aligned(one: &str, other: &str) -> bool {
    let within = |inner: &str, outer: &str| {
        inner == outer || inner.strip_suffix(outer).is_some_and(|rest| rest.ends_with('.'))
    };
    within(one, other) || within(other, one)
}

/// Returns the parent domain, unless it is a top-level domain.
fn above(domain: &str) -> Option<&str> {
    domain.split_once('.').map(|(_, rest)| rest).filter(|rest| rest.contains('.'))
}
