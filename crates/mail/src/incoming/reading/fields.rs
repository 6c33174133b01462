//! The header fields of an email or a part.

use chrono::{DateTime, Utc};
use mail_parser::{ContentType, HeaderValue, MessageParser};

use super::limits::{self, Unreadable};

/// Fields that name the recipients. Envelope fields come first, because the sender cannot set them.
const RECIPIENTS: &[&str] = &[
    "delivered-to",
    "x-original-to",
    "envelope-to",
    "x-envelope-to",
    "x-delivered-to",
    "x-rcpt-to",
    "to",
    "cc",
];

pub(super) struct HeaderField {
    /// The name in lower case.
    pub name: String,
    /// The raw value, unfolded to one line.
    pub raw: String,
    value: HeaderValue<'static>,
}

/// All fields in their original order.
#[derive(Default)]
pub(super) struct HeaderFields(Vec<HeaderField>);

impl HeaderFields {
    /// Parses a header; the terminating empty line is optional.
    pub fn of(head: &[u8]) -> Result<HeaderFields, Unreadable> {
        if head.len() > limits::HEAD {
            return Err(Unreadable::HeadTooLarge);
        }
        // The parser drops a last line without a line ending.
        let head = [head, b"\r\n\r\n"].concat();
        let Some(message) = MessageParser::default().parse_headers(&head) else {
            return Ok(HeaderFields::default());
        };
        let found = message.headers();
        if found.len() > limits::FIELDS {
            return Err(Unreadable::HeadTooLarge);
        }
        let field = |header: &mail_parser::Header| HeaderField {
            name: header.name().to_ascii_lowercase(),
            raw: unfolded(&head, header.offset_start(), header.offset_end()),
            value: header.value().clone().into_owned(),
        };
        Ok(HeaderFields(found.iter().map(field).collect()))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &HeaderField> {
        self.0.iter()
    }

    /// Returns every field with this name.
    pub fn all<'f>(&'f self, name: &'f str) -> impl Iterator<Item = &'f HeaderField> {
        self.0.iter().filter(move |field| field.name == name)
    }

    pub fn has(&self, name: &str) -> bool {
        self.all(name).next().is_some()
    }

    /// Returns the raw value of the first field with this name; empty if there is none.
    pub fn raw(&self, name: &str) -> &str {
        self.iter().find(|field| field.name == name).map_or("", |field| &field.raw)
    }

    /// Like [`HeaderFields::raw`], but in lower case.
    pub fn small(&self, name: &str) -> String {
        self.raw(name).to_lowercase()
    }

    /// Returns the decoded value of a text field on one line.
    pub fn text(&self, name: &str) -> String {
        let value = self.all(name).next().and_then(|field| field.value.as_text());
        one_line(value.unwrap_or_default())
    }

    /// Returns the Message-IDs in a field.
    pub fn ids(&self, name: &str) -> Vec<String> {
        let mut found = Vec::new();
        for field in self.all(name) {
            match &field.value {
                HeaderValue::Text(id) => found.push(id.trim().to_owned()),
                HeaderValue::TextList(ids) => found.extend(ids.iter().map(|id| id.to_string())),
                _ => {}
            }
        }
        // The last ones are the closest ancestors in the thread.
        found.retain(|id| !id.is_empty() && id.len() < 1000 && !id.contains(char::is_whitespace));
        found.split_off(found.len().saturating_sub(limits::NAMED))
    }

    /// Returns the content type.
    pub fn kind(&self) -> Option<&ContentType<'static>> {
        self.all("content-type").next().and_then(|field| field.value.as_content_type())
    }

    pub fn disposition(&self) -> Option<&ContentType<'static>> {
        self.all("content-disposition").next().and_then(|field| field.value.as_content_type())
    }

    pub fn date(&self) -> Option<DateTime<Utc>> {
        let date = self.all("date").next()?.value.as_datetime()?;
        date.is_valid().then(|| DateTime::from_timestamp(date.to_timestamp(), 0)).flatten()
    }

    /// Returns the author; `None` if there are several `From` fields or addresses.
    pub fn from(&self) -> Option<String> {
        let mut fields = self.all("from");
        let (only, None) = (fields.next()?, fields.next()) else { return None };
        match addresses(only).as_slice() {
            [one] => Some(one.clone()),
            _ => None,
        }
    }

    pub fn recipients(&self) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for field in RECIPIENTS.iter().flat_map(|name| self.all(name)) {
            for address in addresses(field) {
                if found.len() < limits::NAMED && !found.contains(&address) {
                    found.push(address);
                }
            }
        }
        found
    }
}

/// Returns the addresses in a field, in lower case.
fn addresses(field: &HeaderField) -> Vec<String> {
    let Some(listed) = field.value.as_address() else { return addresses_in(&field.raw) };
    let listed = listed.iter().filter_map(|one| one.address.as_deref());
    listed.map(str::to_lowercase).filter(|one| one.contains('@')).collect()
}

/// Returns everything in a text that looks like an address, in lower case.
pub(super) fn addresses_in(text: &str) -> Vec<String> {
    let ends = |c: char| c.is_whitespace() || "<>()[],;:\"'".contains(c);
    let is_address = |word: &&str| {
        word.split_once('@').is_some_and(|(local, domain)| {
            !local.is_empty() && domain.len() > 2 && !domain.contains('@')
        })
    };
    let words = text.split(ends).map(|word| word.trim_matches('.'));
    words.filter(is_address).take(limits::NAMED).map(str::to_lowercase).collect()
}

/// Unfolds a header value.
fn unfolded(head: &[u8], start: u32, end: u32) -> String {
    one_line(&String::from_utf8_lossy(head.get(start as usize..end as usize).unwrap_or_default()))
}

fn one_line(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_fields_are_parsed() {
        let head = b"From: Ann <Ann@Example.org>\r\nTo: a@x.example,\r\n b@x.example\r\n\
            Delivered-To: o-1@x.example\r\nSubject: =?utf-8?q?V=C3=A4stra?=\r\n t\r\n\
            References: <a@b> <c@d>\r\nDate: Thu, 20 Nov 2025 09:00:00 +0100";
        let fields = HeaderFields::of(head).expect("a head");
        assert_eq!(fields.from().as_deref(), Some("ann@example.org"));
        assert_eq!(fields.recipients(), ["o-1@x.example", "a@x.example", "b@x.example"]);
        assert_eq!(fields.text("subject"), "Västra t");
        assert_eq!(fields.ids("references"), ["a@b", "c@d"]);
        assert_eq!(fields.date().map(|date| date.timestamp()), Some(1_763_625_600));
    }

    #[test]
    fn several_senders_count_as_none() {
        for head in ["From: a@x.example\nFrom: b@x.example", "From: a@x.example, b@x.example"] {
            assert_eq!(HeaderFields::of(head.as_bytes()).expect("a head").from(), None);
        }
    }
}
