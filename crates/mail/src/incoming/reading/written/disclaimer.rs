//! Confidentiality notices that companies append to emails.

use super::super::unread::Cut;
use super::lines::EmailLines;

/// Shorter paragraphs may be orders, so they are kept.
const SHORTEST: usize = 100;

/// The number of lines to check; the topic appears early.
const LOOKED_AT: usize = 20;

/// Prefixes of such paragraphs, in lower case.
const BEGIN: &[&str] = &[
    "confidential",
    "disclaimer",
    "this e-mail",
    "this email",
    "this message",
    "this communication",
    "the information",
    "the contents",
    "the content",
    "notice:",
    "note: the information",
    "note: this e-mail",
    "note: this email",
    "note: this message",
    "please note: this e-mail",
    "please note: this email",
    "please note that this e-mail",
    "please note that this email",
    "important:",
    "diese e-mail",
    "diese nachricht",
    "der inhalt dieser",
    "vertraulich",
    "ce message",
    "ce courriel",
    "cet e-mail",
    "este mensaje",
    "este correo",
    "la información",
    "aviso legal",
    "detta meddelande",
    "detta e-post",
    "denne e-mail",
    "denne e-post",
    "denne meddelelse",
    "denne melding",
    "þessi tölvupóstur",
    "þessi póstur",
    "tento e-mail",
    "tato zpráva",
    "ta wiadomość",
    "niniejsza wiadomość",
    "treść tej wiadomości",
];

/// Words that such a paragraph contains, in lower case.
const ABOUT: &[&str] = &[
    "confidential",
    "privileged",
    "intended",
    "vertraulich",
    "confidentiel",
    "confidencial",
    "konfidentiel",
    "sekretess",
    "fortrolig",
    "trúnað",
    "důvěrn",
    "poufn",
];

pub(super) fn cut(sheet: &mut EmailLines) {
    let mut at = 0;
    while at < sheet.len() {
        let end = (at..sheet.len())
            .find(|next| sheet.is_blank(*next) || !sheet.stays(*next))
            .unwrap_or(sheet.len());
        let begins = (at..end).find(|begin| is_disclaimer(sheet, *begin, end));
        if let Some(begin) = begins {
            sheet.cut(begin..end, Cut::Disclaimer);
        }
        at = end + 1;
    }
}

fn is_disclaimer(sheet: &EmailLines, begin: usize, end: usize) -> bool {
    let starts = |line: &str| {
        let line = line.trim_start_matches(|c: char| !c.is_alphanumeric());
        BEGIN.iter().any(|begin| {
            line.get(..begin.len()).is_some_and(|start| start.to_lowercase() == *begin)
        })
    };
    if !starts(sheet.line(begin)) {
        return false;
    }
    let end = end.min(begin + LOOKED_AT);
    let all = (begin..end).map(|at| sheet.line(at)).collect::<Vec<_>>().join(" ").to_lowercase();
    all.chars().count() >= SHORTEST && ABOUT.iter().any(|about| all.contains(about))
}
