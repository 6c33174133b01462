//! Parses an `Authentication-Results` field (RFC 8601).

use super::is_under;
use ravenpost_service::reply::SenderVerdict;

/// The result of each method.
pub(super) struct Results(Vec<MethodResult>);

/// A clause such as `dkim=pass header.d=example.org`, in lower case.
struct MethodResult {
    method: String,
    result: String,
    /// Properties such as `header.d`, with their values.
    about: Vec<(String, String)>,
}

impl Results {
    /// Parses a field, if it was written by this server.
    pub fn by(gate: &str, field: &str) -> Option<Results> {
        let field = without_comments(field);
        let mut clauses = clauses(&field).into_iter();
        let first = clauses.next()?;
        let name = first.split_whitespace().next()?.trim_matches('"');
        name.eq_ignore_ascii_case(gate)
            .then(|| Results(clauses.filter_map(MethodResult::of).collect()))
    }

    pub fn add(&mut self, other: Results) {
        self.0.extend(other.0);
    }

    /// Returns the verdict for an email from this domain. Any failure overrides a pass.
    pub fn verdict(&self, from: &str) -> SenderVerdict {
        let of = |method: &'static str| self.0.iter().filter(move |one| one.method == method);
        if of("dmarc").any(|one| one.result == "fail") {
            return SenderVerdict::Fail;
        }
        let vouched = of("dmarc")
            .any(|one| one.passes() && one.is_about(&["header.from"], from, true))
            || of("dkim")
                .any(|one| one.passes() && one.is_about(&["header.d", "header.i"], from, false))
            || of("spf").any(|one| one.passes() && one.is_about(&["smtp.mailfrom"], from, false));
        let refused =
            |one: &MethodResult| matches!(one.result.as_str(), "fail" | "softfail" | "hardfail");
        if vouched {
            SenderVerdict::Pass
        } else if of("dkim").chain(of("spf")).any(refused) {
            SenderVerdict::Fail
        } else {
            SenderVerdict::None
        }
    }
}

impl MethodResult {
    fn of(clause: String) -> Option<MethodResult> {
        let clause = clause.to_lowercase();
        let mut pairs = clause.split_whitespace().filter_map(|pair| pair.split_once('='));
        let (method, result) = pairs.next()?;
        let method = method.split('/').next()?.to_owned();
        let value = |text: &str| text.trim_matches('"').to_owned();
        let about = pairs.map(|(name, text)| (name.to_owned(), value(text))).collect();
        Some(MethodResult { method, result: result.to_owned(), about })
    }

    fn passes(&self) -> bool {
        self.result == "pass"
    }

    /// Returns whether the result covers the domain, that is, names it or a parent domain. A
    /// subdomain may belong to someone else. A result without a domain counts if the method itself
    /// evaluates `From`.
    fn is_about(&self, names: &[&str], from: &str, unnamed: bool) -> bool {
        let named = self.about.iter().filter(|(name, _)| names.contains(&name.as_str()));
        let mut domains = named.map(|(_, value)| value.rsplit('@').next().unwrap_or_default());
        let first = domains.next();
        first.map_or(unnamed, |one| is_under(from, one) || domains.any(|one| is_under(from, one)))
    }
}

/// Removes comments in parentheses.
fn without_comments(field: &str) -> String {
    let (mut depth, mut quoted) = (0_usize, false);
    let mut out = String::with_capacity(field.len());
    for c in field.chars() {
        match c {
            '"' if depth == 0 => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted && depth > 0 => {
                depth -= 1;
                out.push(' ');
                continue;
            }
            _ => {}
        }
        if depth == 0 {
            out.push(c);
        }
    }
    out
}

/// Splits a field at semicolons outside quotes. Removes whitespace inside quotes.
fn clauses(field: &str) -> Vec<String> {
    let mut quoted = false;
    let mut out = Vec::new();
    let mut clause = String::new();
    for c in field.chars() {
        quoted ^= c == '"';
        if c == ';' && !quoted {
            out.push(std::mem::take(&mut clause));
        } else if !(quoted && c.is_whitespace()) {
            clause.push(c);
        }
    }
    out.push(clause);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(field: &str) -> Option<SenderVerdict> {
        Results::by("mx.example", field).map(|results| results.verdict("mail.example.org"))
    }

    #[test]
    fn authentication_results_are_parsed() {
        for (field, known) in [
            ("mx.example; none", SenderVerdict::None),
            (
                "mx.example 1; dmarc=pass (p=none dis=none) header.from=mail.example.org",
                SenderVerdict::Pass,
            ),
            ("mx.example; dmarc=pass header.from=other.example", SenderVerdict::None),
            ("mx.example; dkim=pass header.d=example.org; spf=fail", SenderVerdict::Pass),
            ("mx.example; dkim=pass header.i=@example.org; dmarc=fail", SenderVerdict::Fail),
            ("mx.example; dkim=pass header.d=evil.mail.example.org", SenderVerdict::None),
            ("mx.example; spf=pass smtp.mailfrom=\"ann;x\"@mail.example.org", SenderVerdict::Pass),
            ("mx.example; spf=pass smtp.mailfrom=org", SenderVerdict::None),
            (
                "mx.example; spf=softfail (dmarc=pass; dkim=pass) smtp.mailfrom=a.b",
                SenderVerdict::Fail,
            ),
            ("mx.example; x=\"; dmarc=pass\"", SenderVerdict::None),
            ("MX.example; dmarc=pass", SenderVerdict::Pass),
        ] {
            assert_eq!(verdict(field), Some(known), "{field}");
        }
        for field in
            ["other.example; dmarc=pass", "", "; dmarc=pass", "i=1; mx.example; dmarc=pass"]
        {
            assert_eq!(verdict(field), None, "{field}");
        }
    }
}
