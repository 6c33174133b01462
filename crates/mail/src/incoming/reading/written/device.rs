//! Lines that phones and mail programs add, such as "Sent from my phone".

use super::super::unread::Cut;
use super::lines::EmailLines;

/// Longer lines were written by a person.
const LONGEST: usize = 120;

/// Prefixes of such lines, in lower case with straight quotes.
const BEGIN: &[&str] = &[
    "sent from my ",
    "sent from mail for ",
    "sent from outlook",
    "sent from proton",
    "sent from yahoo",
    "sent from samsung",
    "sent from fairemail",
    "sent from nine",
    "sent from bluemail",
    "sent from gmail",
    "sent with proton",
    "sent with spark",
    "sent via the samsung",
    "sent using ",
    "get outlook for ",
    "get bluemail for ",
    "yahoo mail: search",
    "von meinem iphone gesendet",
    "von meinem ipad gesendet",
    "von meinem handy gesendet",
    "von meinem smartphone gesendet",
    "von meinem samsung",
    "von meinem android",
    "von unterwegs gesendet",
    "gesendet von meinem",
    "gesendet von mail für",
    "gesendet von outlook",
    "gesendet von yahoo",
    "gesendet mit der gmx",
    "gesendet mit der web.de",
    "gesendet mit der telekom",
    "gesendet mit proton",
    "gesendet aus ",
    "diese nachricht wurde von meinem android",
    "diese nachricht wurde mit ",
    "holen sie sich outlook",
    "outlook für ",
    "envoyé de mon ",
    "envoyé depuis mon ",
    "envoyé à partir de ",
    "envoyé depuis ",
    "obtenir outlook",
    "obtenez outlook",
    "télécharger outlook",
    "enviado desde mi ",
    "enviado desde ",
    "enviado con ",
    "enviado de mi ",
    "obtener outlook",
    "skickat från min ",
    "skickat från mitt ",
    "skickat från outlook",
    "skickades från ",
    "hämta outlook",
    "sendt fra min ",
    "sendt fra mit ",
    "sendt fra mitt ",
    "sendt fra outlook",
    "hent outlook",
    "få outlook",
    "last ned outlook",
    "sent úr ",
    "sent með ",
    "sótt outlook",
    "sækja outlook",
    "odesláno z ",
    "odesláno pomocí ",
    "získat outlook",
    "stáhnout outlook",
    "wysłano z ",
    "wysłane z ",
    "wysłano za ",
    "pobierz outlook",
    "pobierz aplikację outlook",
];

pub(super) fn cut(sheet: &mut EmailLines) {
    for at in 0..sheet.len() {
        if sheet.stays(at) && is_device(sheet.line(at)) {
            sheet.cut(at..at + 1, Cut::Device);
        }
    }
}

fn is_device(line: &str) -> bool {
    if line.len() > LONGEST {
        return false;
    }
    let line = line.to_lowercase().replace('’', "'").replace('\u{a0}', " ");
    let line = line.trim_start_matches(|c: char| !c.is_alphanumeric());
    BEGIN.iter().any(|begin| line.starts_with(begin))
}
