//! Checks DMARC alignment: the SPF or the DKIM domain must be related to the domain in `From`.

use super::finding::DoctorReport;
use crate::outgoing::setup;
use ravenpost_config::Config;

pub(super) fn look(config: &Config, report: &mut DoctorReport) {
    let Ok(writer) = setup::writer(config) else { return };
    let from = writer.from.email.domain();
    let bounces = envelope(config, from);
    let signed = setup::signing(config).ok().flatten().map(|(_, domain)| domain);
    let by_spf = related(from, &bounces);
    match signed.filter(|domain| related(from, domain)) {
        Some(domain) => {
            report.good("align", format!("the DKIM signature of {domain} is aligned with {from}"))
        }
        None if by_spf => report.good("align", format!("SPF of {bounces} is aligned with {from}")),
        None => report.warn(
            "align",
            format!("SPF covers {bounces}, and emails are not signed here for {from}"),
            format!(
                "Unless your relay signs emails for {from}, all of them fail DMARC. Set \
                 mail.dkim_domain to {from}, or mail.reply_domain to a subdomain of it."
            ),
        ),
    }
}

/// Returns the domain of the envelope sender.
pub(super) fn envelope(config: &Config, from: &str) -> String {
    match config.mail.bounces() {
        Some((domain, _)) => domain,
        None if config.mail.envelope_domain.is_empty() => from.to_owned(),
        None => config.mail.envelope_domain.clone(),
    }
}

/// Returns whether two domains share an organisational domain, as in relaxed DMARC alignment.
/// Compares the last two labels instead of using the public suffix list, so unrelated domains under
/// `co.uk` also match.
fn related(one: &str, other: &str) -> bool {
    let house = |domain: &str| {
        let labels: Vec<String> = domain.rsplit('.').take(2).map(str::to_lowercase).collect();
        labels
    };
    house(one) == house(other)
}
