//! Phrases that mail programs use to introduce a quote, in lower case. Covers English, German,
//! French, Spanish, Swedish, Danish, Norwegian, Icelandic, Czech and Polish, and the word for
//! "wrote" in some more languages.

/// Words for "wrote".
const WROTE: &[&str] = &[
    "wrote",
    "writes",
    "schrieb",
    "geschrieben",
    "écrit",
    "escribió",
    "escribio",
    "skrev",
    "skrifaði",
    "napsal",
    "napsala",
    "napsal(a)",
    "napsal/a",
    "píše",
    "pisze",
    "napisał",
    "napisała",
    "napisał(a)",
    "napisał/a",
    "schreef",
    "scritto",
    "escreveu",
    "kirjoitti",
];

/// The first words of headers that contain a date.
const BEGIN: &[&str] =
    &["on", "am", "le", "el", "den", "på", "þann", "þ.", "dne", "dnia", "w", "kl.", "em"];

/// Days of the week at the start of a header; prefixes are enough.
const DAYS: &[&str] = &[
    "mon", "tue", "wed", "thu", "fri", "sat", "sun", "mo", "di", "mi", "do", "fr", "sa", "so",
    "lun", "mar", "mer", "mié", "mie", "jeu", "jue", "ven", "vie", "sam", "sáb", "dim", "dom",
    "mån", "tis", "ons", "tor", "fre", "lör", "sön", "man", "tir", "lør", "søn", "mán", "þri",
    "mið", "fim", "fös", "lau", "po", "út", "st", "čt", "pá", "so", "ne", "pon", "wt", "śr", "czw",
    "pt", "sob", "nie",
];

/// Dividers between dashes before the original or a forwarded email.
const DIVIDERS: &[&str] = &[
    "original message",
    "original email",
    "original e-mail",
    "original-nachricht",
    "originalnachricht",
    "ursprüngliche nachricht",
    "ursprüngliche e-mail",
    "message d'origine",
    "message original",
    "message initial",
    "mensaje original",
    "ursprungligt meddelande",
    "originalmeddelande",
    "oprindelig meddelelse",
    "original meddelelse",
    "oprindelig besked",
    "opprinnelig melding",
    "original melding",
    "upprunalegt skeyti",
    "upprunaleg skilaboð",
    "upphaflegt skeyti",
    "původní zpráva",
    "původní e-mail",
    "oryginalna wiadomość",
    "wiadomość oryginalna",
    "forwarded message",
    "weitergeleitete nachricht",
    "message transféré",
    "mensaje reenviado",
    "vidarebefordrat meddelande",
    "videresendt meddelelse",
    "videresendt melding",
    "áframsent skeyti",
    "áframsend skilaboð",
    "přeposlaná zpráva",
    "předaná zpráva",
    "wiadomość przekazana",
    "przekazana wiadomość",
];

/// Dividers that one mail program writes without dashes.
const PASSED_ON: &[&str] = &[
    "begin forwarded message:",
    "anfang der weitergeleiteten nachricht:",
    "début du message réexpédié :",
    "début du message transféré :",
    "inicio del mensaje reenviado:",
    "vidarebefordrat brev:",
    "start på videresendt besked:",
    "videresendt melding:",
    "začátek přeposlané zprávy:",
    "początek przekazywanej wiadomości:",
];

/// The meaning of a header line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Label {
    From,
    Date,
    To,
    Copy,
    Subject,
}

const LABELS: &[(Label, &[&str])] = &[
    (Label::From, &["from", "von", "de", "från", "fra", "frá", "od", "expéditeur"]),
    (
        Label::Date,
        &[
            "sent",
            "date",
            "gesendet",
            "datum",
            "envoyé",
            "envoyé le",
            "enviado",
            "enviado el",
            "fecha",
            "skickat",
            "sendt",
            "dato",
            "dagsetning",
            "odesláno",
            "posláno",
            "wysłano",
            "data",
            "wysłane",
        ],
    ),
    (Label::To, &["to", "an", "à", "a", "para", "till", "til", "komu", "do", "destinataire"]),
    (Label::Copy, &["cc", "kopie", "kopia", "kopi", "afrit", "dw", "reply-to", "antwort an"]),
    (
        Label::Subject,
        &["subject", "betreff", "objet", "asunto", "ämne", "emne", "efni", "předmět", "temat"],
    ),
];

/// Returns the meaning of a line, if it is a header line of an email.
pub(super) fn label(line: &str) -> Option<Label> {
    let line = line.trim_start_matches(['*', ' ', '\u{a0}', '\t']);
    let (name, value) = line.split_once(':')?;
    let name = name.trim_end_matches(['*', ' ', '\u{a0}']);
    if name.len() > 20 || value.trim_matches(['*', ' ', '\u{a0}']).is_empty() {
        return None;
    }
    let name = name.to_lowercase();
    LABELS.iter().find(|(_, names)| names.contains(&name.as_str())).map(|(label, _)| *label)
}

/// Returns whether a line introduces the original or a forwarded email.
pub(super) fn is_divider(line: &str) -> bool {
    if line.len() > 200 {
        return false;
    }
    let small = line.to_lowercase().replace('’', "'").replace('\u{a0}', " ");
    let inner = small.trim_matches(|c: char| matches!(c, '-' | '–' | '—' | '_' | ' ' | '*'));
    let dashed = small.starts_with("--") || small.starts_with('–') || small.starts_with('—');
    (dashed && DIVIDERS.contains(&inner)) || PASSED_ON.contains(&inner)
}

/// Returns whether a line contains a word for "wrote".
pub(super) fn says_wrote(line: &str) -> bool {
    let words = line.split(|c: char| c.is_whitespace() || matches!(c, ':' | ',' | '>'));
    words.map(str::to_lowercase).any(|word| WROTE.contains(&word.as_str()))
}

/// Returns the end of a quote header if the quoted text continues on the same line, as on some
/// phones.
pub(super) fn header_end(line: &str) -> Option<usize> {
    let ends = |at: &usize| {
        let before = line[..*at].trim_end();
        let last = before.rsplit(' ').next().unwrap_or_default();
        (before.ends_with('>') || says_wrote(last)) && line[at + 1..].starts_with([' ', '\u{a0}'])
    };
    line.match_indices(':').map(|(at, _)| at).take(10).find(ends)
}

/// Returns whether a rejoined line is a quote header with author and date.
pub(super) fn is_header(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default().to_lowercase();
    let day = first.trim_end_matches([',', '.']);
    let begins = BEGIN.contains(&first.as_str())
        || first.starts_with(|c: char| c.is_ascii_digit())
        || DAYS.contains(&day)
        || (day.chars().count() > 4 && DAYS.iter().any(|short| day.starts_with(short)));
    let dated = has_year(line) || has_time(line);
    let named = line.contains('@');
    let wrote = says_wrote(line);
    (begins && dated && (wrote || named)) || (wrote && dated && named)
}

fn has_year(line: &str) -> bool {
    let numbers = line.split(|c: char| !c.is_ascii_digit());
    numbers.filter(|number| number.len() == 4).any(|number| number.starts_with("20"))
}

/// Returns whether a line contains a time of day, such as `9:05` or `21.30`.
fn has_time(line: &str) -> bool {
    let bytes = line.as_bytes();
    bytes.windows(4).any(|four| {
        matches!(four[1], b':' | b'.' | b'h')
            && four[0].is_ascii_digit()
            && four[2].is_ascii_digit()
            && four[3].is_ascii_digit()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quote_headers_are_recognised_in_ten_languages() {
        for line in [
            "On Thu, 20 Nov 2025 at 09:00, Raven <o@reply.example> wrote:",
            "Am Do., 20. Nov. 2025 um 09:00 Uhr schrieb Raven <o@reply.example>:",
            "Am 20.11.25 um 09:00 schrieb Raven:",
            "Le jeu. 20 nov. 2025 à 09:00, Raven <o@reply.example> a écrit :",
            "El jue, 20 nov 2025 a las 9:00, Raven (<o@reply.example>) escribió:",
            "Den tors 20 nov. 2025 kl 09:00 skrev Raven <o@reply.example>:",
            "20 nov. 2025 kl. 09:00 skrev Raven <o@reply.example>:",
            "tor. 20. nov. 2025 kl. 09.00 skrev Raven <o@reply.example>:",
            "Þann fim., 20. nóv. 2025 kl. 09:00 skrifaði Raven <o@reply.example>:",
            "čt 20. 11. 2025 v 9:00 odesílatel Raven <o@reply.example> napsal:",
            "Dne 20. 11. 25 v 9:00 Raven napsal(a):",
            "czw., 20 lis 2025 o 09:00 Raven <o@reply.example> napisał(a):",
            "W dniu 20.11.2025 o 09:00, Raven pisze:",
        ] {
            assert!(is_header(line), "{line}");
        }
        for line in ["wood bro:", "on the 3rd hex wrote", "say: we wrote on 9:05", "move 3:"] {
            assert!(!is_header(line), "{line}");
        }
    }

    #[test]
    fn header_blocks_of_quoted_emails_are_recognised() {
        assert_eq!(label("*From:* Raven"), Some(Label::From));
        assert_eq!(label("Envoyé\u{a0}: jeudi"), Some(Label::Date));
        assert_eq!(label("Předmět: na tahu"), Some(Label::Subject));
        assert_eq!(label("to:"), None);
        assert!(is_divider("-----Ursprüngliche Nachricht-----"));
        assert!(is_divider("-------- Oprindelig meddelelse --------"));
        assert!(!is_divider("original message"));
    }
}
