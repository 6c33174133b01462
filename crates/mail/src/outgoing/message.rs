//! Builds the bytes of an outgoing email. They are built once and stored, and every retry sends the
//! same bytes.

use chrono::{DateTime, Utc};
use lettre::address::Envelope;
use lettre::message::header::ContentType;
use lettre::message::{Attachment, Mailbox, Message, MultiPart, SinglePart};
use lettre::{Address, message::header::HeaderValue};
use sha2::{Digest, Sha256};

use super::dkim::Signer;
use super::fields;
use crate::incoming::reading::OURS;
use ravenpost_emails::{Email, LOGO, LOGO_PNG};

/// What all emails of this server have in common.
pub struct Writer {
    pub from: Mailbox,
    /// The domain of List-Id and Content-ID.
    pub domain: String,
    /// The envelope sender for bounces; `None` for the address in `From`.
    pub envelope_from: Option<Address>,
    pub signer: Option<Signer>,
}

/// The parts of one email.
pub struct Outgoing<'a> {
    pub email: &'a Email,
    /// The picture as PNG.
    pub png: Option<&'a [u8]>,
    pub to: &'a str,
    /// The Message-ID without angle brackets.
    pub message_id: &'a str,
    /// The Message-IDs of the thread, oldest first, without angle brackets.
    pub refs: &'a [String],
    /// The reply address; `None` while replies are not read.
    pub reply_to: Option<&'a str>,
    /// The address that unsubscribes from such emails, if any.
    pub stop_to: Option<&'a str>,
    pub date: DateTime<Utc>,
}

/// Why an email cannot be built at all.
#[derive(Debug, thiserror::Error)]
pub enum BadEmail {
    #[error("\"{0}\" is not an email address")]
    Address(String),
    #[error("cannot build the email: {0}")]
    Build(#[from] lettre::error::Error),
    #[error("cannot sign the email: {0}")]
    Sign(String),
}

impl Writer {
    /// Builds the bytes of an email (RFC 5322), signed if there is a key.
    pub fn write(&self, out: &Outgoing) -> Result<Vec<u8>, BadEmail> {
        let to = address(out.to)?;
        let mut message = Message::builder()
            .envelope(self.envelope(out.to, None)?)
            .from(self.from.clone())
            .to(Mailbox::new(None, to.clone()))
            .subject(&out.email.subject)
            .date(out.date.into())
            .message_id(Some(format!("<{}>", out.message_id)));
        if out.to.is_ascii() {
            // Spam filters distrust addresses without brackets.
            message = message.raw_header(fields::plain("To", &format!("<{to}>")));
        }
        if let Some(literal) = fields::literal_subject(&out.email.subject) {
            message = message.raw_header(literal);
        }
        if let Some(last) = out.refs.last() {
            let refs: Vec<String> = out.refs.iter().map(|id| format!("<{id}>")).collect();
            message = message.in_reply_to(format!("<{last}>")).references(refs.join(" "));
        }
        if let Some(reply_to) = out.reply_to {
            message = message.reply_to(Mailbox::new(None, address(reply_to)?));
        }
        for field in self.list_fields(out) {
            message = message.raw_header(field);
        }
        let mut bytes = message.multipart(self.body(out))?.formatted();
        if let Some(signer) = &self.signer {
            let signature = signer.sign(&bytes).map_err(BadEmail::Sign)?;
            bytes = [signature.into_bytes(), bytes].concat();
        }
        Ok(bytes)
    }

    /// Builds the envelope. `from` is the email's own return address, if it has one.
    pub fn envelope(&self, to: &str, from: Option<&str>) -> Result<Envelope, BadEmail> {
        let from = match from {
            Some(from) => address(from)?,
            None => self.envelope_from.clone().unwrap_or_else(|| self.from.email.clone()),
        };
        Ok(Envelope::new(Some(from), vec![address(to)?])?)
    }

    fn list_fields(&self, out: &Outgoing) -> Vec<HeaderValue> {
        let email = out.email;
        let submitted = match email.kind.answers_email() {
            true => "auto-replied",
            false => "auto-generated",
        };
        let mut wanted = vec![
            fields::plain("Auto-Submitted", submitted),
            // Prevents replies between two instances of this program.
            fields::plain(OURS, email.kind.key()),
            // Exchange sends automatic replies unless told not to. "All" would also suppress
            // non-delivery reports.
            fields::plain("X-Auto-Response-Suppress", "OOF, AutoReply, RN, NRN, DR"),
        ];
        if let Some((game, name)) = &email.list {
            wanted.push(fields::list_id(game, name, &self.domain));
        } else if email.stop.is_some() {
            wanted.push(fields::list_id("notifications", "", &self.domain));
        }
        if let Some(link) = &email.stop {
            wanted.push(fields::leave(link, out.stop_to));
            wanted.push(fields::plain("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
        }
        wanted
    }

    fn body(&self, out: &Outgoing) -> MultiPart {
        let mark = mark(out.message_id);
        let text = SinglePart::plain(out.email.text.clone());
        let both =
            MultiPart::alternative().boundary(format!("=_alternative_{mark}")).singlepart(text);
        // Some mail programs only find parts whose Content-ID looks like an address.
        let id = |cid: &str| format!("{cid}.{mark}@{}", self.domain);
        let mut html = out.email.html.clone();
        let board = out.email.picture.as_ref().map(|one| one.cid).zip(out.png);
        let images: Vec<_> = board.into_iter().chain([(LOGO, LOGO_PNG)]).collect();
        for (cid, _) in &images {
            html = html.replace(&format!("\"cid:{cid}\""), &format!("\"cid:{}\"", id(cid)));
        }
        let html = MultiPart::related()
            .boundary(format!("=_related_{mark}"))
            .singlepart(SinglePart::html(html));
        both.multipart(images.into_iter().fold(html, |shown, (cid, png)| {
            let kind = ContentType::parse("image/png").expect("a content type");
            let image = Attachment::new_inline_with_name(id(cid), format!("{cid}.png"));
            shown.singlepart(image.body(png.to_vec(), kind))
        }))
    }
}

fn address(text: &str) -> Result<Address, BadEmail> {
    text.parse().map_err(|_| BadEmail::Address(text.to_owned()))
}

/// Returns a short hash that is stable for an email.
fn mark(message_id: &str) -> String {
    data_encoding::HEXLOWER.encode(&Sha256::digest(message_id.as_bytes())[..12])
}
