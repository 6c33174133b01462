//! Reads the sender authentication results of our own mail server.
//!
//! Anyone can add an `Authentication-Results` field to an email. Servers prepend their fields, so
//! the fields above the first `Received` were added locally. Below it, only the topmost one is
//! trusted, and only if every `Received` above it was written by our own servers. A mail server
//! must remove foreign fields with its own name (RFC 8601, section 5). It need not do so for ARC
//! (`ARC-Authentication-Results`, RFC 8617), so those are ignored.

mod results;

use super::fields::{HeaderField, HeaderFields};
use ravenpost_service::reply::SenderVerdict;
use results::Results;

/// Returns the mail server's verdict on the domain of the sender.
pub(super) fn of(head: &HeaderFields, from: Option<&str>, gate: Option<&str>) -> SenderVerdict {
    let Some(gate) = gate.map(str::trim).filter(|gate| !gate.is_empty()) else {
        return SenderVerdict::NoGate;
    };
    let domain = from.and_then(|from| from.rsplit_once('@')).map(|(_, domain)| domain);
    let (Some(results), Some(domain)) = (believed(head, gate), domain) else {
        return SenderVerdict::None;
    };
    results.verdict(domain)
}

/// Returns the trusted fields, merged into one.
fn believed(head: &HeaderFields, gate: &str) -> Option<Results> {
    let mut found: Option<Results> = None;
    let mut travelled = false;
    for field in head.iter() {
        match field.name.as_str() {
            "received" if found.is_some() || !is_ours(field, gate) => break,
            "received" => travelled = true,
            "authentication-results" => {
                let Some(new) = Results::by(gate, &field.raw) else { continue };
                match &mut found {
                    Some(all) => all.add(new),
                    None => found = Some(new),
                }
                if travelled {
                    break;
                }
            }
            _ => {}
        }
    }
    found
}

/// Returns whether one of our own servers added this `Received` field: the trusted server itself,
/// one in the same domain, or one without a public name.
fn is_ours(received: &HeaderField, gate: &str) -> bool {
    let mut words = received.raw.split_whitespace().skip_while(|word| *word != "by").skip(1);
    let by = words.next().unwrap_or_default().trim_matches(|c| "()[];".contains(c));
    let by = by.to_lowercase();
    let name = gate.to_lowercase();
    let family = name.split_once('.').map(|(_, rest)| rest).filter(|rest| rest.contains('.'));
    let local =
        !by.contains('.') || [".internal", ".local", ".lan"].iter().any(|end| by.ends_with(end));
    local || is_under(&by, &name) || family.is_some_and(|family| is_under(&by, family))
}

/// Returns whether a domain equals `upper` or is a subdomain of it.
fn is_under(domain: &str, upper: &str) -> bool {
    let above = domain.strip_suffix(upper);
    upper.contains('.') && above.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(head: &str) -> SenderVerdict {
        let fields = HeaderFields::of(head.as_bytes()).expect("a head");
        of(&fields, Some("ann@example.org"), Some("mx.raven.example"))
    }

    #[test]
    fn trusted_server_results_are_accepted() {
        let ours =
            "Received: from a.example (a.example [192.0.2.1])\n\tby mx.raven.example with ESMTPS\n";
        let pass = "Authentication-Results: mx.raven.example; dmarc=pass header.from=example.org\n";
        let fail = "Authentication-Results: mx.raven.example; dmarc=fail header.from=example.org\n";
        let foreign = "Received: from b.example by a.example\n";
        assert_eq!(verdict(&[pass, ours].concat()), SenderVerdict::Pass);
        assert_eq!(verdict(&[ours, pass, foreign].concat()), SenderVerdict::Pass);
        assert_eq!(verdict(&[ours, fail, pass, foreign].concat()), SenderVerdict::Fail);
        assert_eq!(verdict(&[fail, ours, pass].concat()), SenderVerdict::Fail);
        assert_eq!(verdict(&[ours, foreign, pass].concat()), SenderVerdict::None);
        assert_eq!(verdict(&pass.replace("mx.", "my.")), SenderVerdict::None);
        assert_eq!(verdict("Subject: a\n"), SenderVerdict::None);
    }

    #[test]
    fn without_a_trusted_server_the_verdict_is_unknown() {
        let fields = HeaderFields::of(b"Subject: a\n").expect("a head");
        assert_eq!(of(&fields, Some("ann@example.org"), None), SenderVerdict::NoGate);
    }
}
