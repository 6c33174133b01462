//! Three mail programs: how they show an email, and how each writes a reply.

use std::fmt::Write as _;

use mail_parser::MessageParser;

/// An email, as its reader sees it.
#[derive(Clone)]
pub struct Read {
    pub message_id: String,
    pub subject: String,
    /// The reply address; `None` if the email cannot be answered.
    pub reply_to: Option<String>,
    pub text: String,
}

impl Read {
    pub fn of(raw: &[u8]) -> Read {
        let message = MessageParser::default().parse(raw).expect("an email");
        let reply_to = message.reply_to().and_then(|to| to.first()).and_then(|to| to.address());
        Read {
            message_id: message.message_id().expect("its id").to_owned(),
            subject: message.subject().unwrap_or_default().to_owned(),
            reply_to: reply_to.map(ToOwned::to_owned),
            text: message.body_text(0).expect("a text part").replace("\r\n", "\n"),
        }
    }

    /// The default order that the email announces for the deadline; `None` if it is not a prompt.
    pub fn fallback(&self) -> Option<String> {
        let flat = self.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (_, rest) = flat.split_once("After that, \"")?;
        Some(rest.split_once("\" is played for you")?.0.to_owned())
    }

    /// The numbers in its list of orders.
    pub fn numbers(&self) -> Vec<usize> {
        let Some((_, list)) = self.text.split_once("POSSIBLE MOVES") else { return Vec::new() };
        let list = list.split("HOW TO REPLY").next().unwrap_or_default();
        let number = |line: &str| line.trim().split_once(". ")?.0.parse().ok();
        list.lines().filter_map(number).collect()
    }
}

/// A mail program with its quirks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Program {
    /// Writes above the quote, capitalises, adds a full stop, lengthens dashes and adds a
    /// signature.
    Phone,
    /// Puts HTML first, in base64, and quotes without markers, with its own line width.
    Office,
    /// Quotes line by line with replies in between; `format=flowed`.
    Terminal,
}

impl Program {
    pub const ALL: [Program; 3] = [Program::Phone, Program::Office, Program::Terminal];

    /// The complete reply to an email.
    pub fn answer(self, from: &str, email: &Read, words: &str, number: usize) -> String {
        let to = email.reply_to.as_deref().expect("it can be answered");
        let subject = email.subject.trim_start_matches("Re: ");
        let head = format!(
            "From: Somebody <{from}>\r\nTo: Ravenpost <{to}>\r\nSubject: Re: {subject}\r\n\
             Date: Fri, 20 Nov 2026 10:00:00 +0100\r\nMessage-ID: <{number}.{from}>\r\n\
             In-Reply-To: <{id}>\r\nReferences: <{id}>\r\nMIME-Version: 1.0\r\n",
            id = email.message_id
        );
        let head = ascii(&head);
        match self {
            Program::Phone => head + &phone(email, words),
            Program::Office => head + &office(email, words),
            Program::Terminal => head + &terminal(email, words),
        }
    }
}

/// Header fields must be ASCII here; orders never come from a subject.
fn ascii(head: &str) -> String {
    head.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect()
}

fn phone(email: &Read, words: &str) -> String {
    let typed: Vec<String> = words.lines().map(typed).collect();
    let typed = typed.join("\n");
    let mut plain = format!("{typed}\n\nSent from my iPhone\n\n");
    let wrote = "On 20 Nov 2026, at 10:00, Ravenpost <post@raven.example> wrote:";
    let _ = writeln!(plain, "> {wrote}\n> ");
    for line in email.text.lines() {
        let _ = writeln!(plain, "> {line}");
    }
    let html = format!(
        "<html><body dir=\"auto\"><div>{}</div><br><div dir=\"ltr\">Sent from my iPhone</div>\
         <div dir=\"ltr\"><br><blockquote type=\"cite\">{wrote}<br><br></blockquote></div>\
         <blockquote type=\"cite\"><div>{}</div></blockquote></body></html>\n",
        html(&typed),
        html(&email.text)
    );
    let part = |kind: &str, text: &str| {
        format!(
            "--apple\r\nContent-Type: text/{kind}; charset=utf-8\r\n\
             Content-Transfer-Encoding: quoted-printable\r\n\r\n{}\r\n",
            quoted_printable(text)
        )
    };
    format!(
        "Content-Type: multipart/alternative; boundary=apple\r\nX-Mailer: iPhone Mail\r\n\r\n\
         {}{}--apple--\r\n",
        part("plain", &plain),
        part("html", &html)
    )
}

/// A line as a phone's keyboard changes it.
fn typed(line: &str) -> String {
    let mut emails = line.chars();
    let first: String = emails.next().into_iter().flat_map(char::to_uppercase).collect();
    let line = format!("{first}{}.", emails.as_str());
    line.replace(" - ", " \u{2013} ").replace('\'', "\u{2019}")
}

fn office(email: &Read, words: &str) -> String {
    let head = format!(
        "From: Ravenpost <post@raven.example>\nSent: Friday, November 20, 2026 10:00 AM\n\
         To: Somebody <somebody@people.example>\nSubject: {}\n",
        email.subject
    );
    let quoted: Vec<String> = email.text.lines().flat_map(|line| wrapped(line, 60)).collect();
    let plain =
        format!("{words}\n\n________________________________\n{head}\n{}\n", quoted.join("\n"));
    let html = format!(
        "<html><head><style>p {{margin:0}}</style></head><body lang=\"EN-US\">\
         <div class=\"elementToProof\">{}</div><div class=\"elementToProof\"><br></div>\
         <div id=\"appendonsend\"></div>\
         <hr style=\"display:inline-block;width:98%\" tabindex=\"-1\">\
         <div id=\"divRplyFwdMsg\" dir=\"ltr\"><font face=\"Calibri\">{}</font></div>\
         <div>{}</div></body></html>\n",
        html(words),
        html(&head).replace("Ravenpost", "<b>Ravenpost</b>"),
        html(&email.text)
    );
    let part = |kind: &str, text: &str| {
        let encoded = data_encoding::BASE64.encode(text.replace('\n', "\r\n").as_bytes());
        let lines: Vec<&str> = encoded
            .as_bytes()
            .chunks(76)
            .map(|line| std::str::from_utf8(line).expect("base64"))
            .collect();
        format!(
            "--ms\r\nContent-Type: text/{kind}; charset=\"utf-8\"\r\n\
             Content-Transfer-Encoding: base64\r\n\r\n{}\r\n",
            lines.join("\r\n")
        )
    };
    format!(
        "Content-Type: multipart/alternative; boundary=\"ms\"\r\n\r\n{}{}--ms--\r\n",
        part("html", &html),
        part("plain", &plain)
    )
}

fn terminal(email: &Read, words: &str) -> String {
    let mut text = "On Fri, Nov 20, 2026 at 10:00:00AM +0100, Ravenpost wrote:\n".to_owned();
    let mut answered = false;
    for line in email.text.lines() {
        let _ = writeln!(text, ">{}{line}", if line.is_empty() { "" } else { " " });
        if !answered && line.starts_with("POSSIBLE MOVES") {
            let _ = writeln!(text, "\n{words}\n");
            answered = true;
        }
    }
    if !answered {
        let _ = writeln!(text, "\n{words}\n");
    }
    text.push_str("-- \nSomebody, by hand\n");
    let safe: String = text.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect();
    format!(
        "Content-Type: text/plain; charset=us-ascii; format=flowed\r\n\r\n{}",
        safe.replace('\n', "\r\n")
    )
}

/// Wraps a line at that width.
fn wrapped(line: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in line.split(' ') {
        let last = lines.last_mut().expect("one line");
        if !last.is_empty() && last.len() + word.len() >= width {
            lines.push(word.to_owned());
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}

fn html(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('\n', "<br>\n")
}

fn quoted_printable(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut length = 0;
        for byte in line.bytes() {
            let code = match byte {
                b' '..=b'~' if byte != b'=' => char::from(byte).to_string(),
                _ => format!("={byte:02X}"),
            };
            if length + code.len() > 70 {
                out.push_str("=\r\n");
                length = 0;
            }
            length += code.len();
            out.push_str(&code);
        }
        if out.ends_with(' ') {
            out.pop();
            out.push_str("=20");
        }
        out.push_str("\r\n");
    }
    out
}
