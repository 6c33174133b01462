//! DKIM signatures of outgoing emails.

use mail_auth::common::crypto::{Ed25519Key, RsaKey, Sha256};
use mail_auth::common::headers::HeaderWriter;
use mail_auth::dkim::{Canonicalization, DkimSigner, Done};
use rustls_pki_types::PrivateKeyDer;
use rustls_pki_types::pem::PemObject;

/// The signed header fields. Each is listed once more than it occurs. This signs the absence of
/// further ones, so nobody can add a field in transit. Both unsubscribe fields must be signed, or
/// providers ignore them.
const COVERED: [&str; 15] = [
    "From",
    "To",
    "Subject",
    "Date",
    "Message-ID",
    "In-Reply-To",
    "References",
    "Reply-To",
    "MIME-Version",
    "Content-Type",
    "Auto-Submitted",
    "List-Id",
    "List-Unsubscribe",
    "List-Unsubscribe-Post",
    "Sender",
];

/// Signs emails with one key for one domain.
pub struct Signer(SigningKey);

enum SigningKey {
    Rsa(Box<DkimSigner<RsaKey<Sha256>, Done>>),
    Ed25519(Box<DkimSigner<Ed25519Key, Done>>),
}

impl Signer {
    /// Parses a private key in PEM: RSA as PKCS#1 or PKCS#8, or Ed25519 as PKCS#8.
    pub fn new(pem: &str, domain: &str, selector: &str) -> Result<Signer, String> {
        let der = PrivateKeyDer::from_pem_slice(pem.as_bytes())
            .map_err(|error| format!("this is not a private key in PEM format: {error}"))?;
        if let PrivateKeyDer::Pkcs8(pkcs8) = &der
            && let Ok(key) = Ed25519Key::from_pkcs8_maybe_unchecked_der(pkcs8.secret_pkcs8_der())
        {
            let signer = DkimSigner::from_key(key).domain(domain).selector(selector);
            let signer = signer
                .headers(COVERED.into_iter().chain(COVERED))
                .header_canonicalization(Canonicalization::Relaxed)
                .body_canonicalization(Canonicalization::Relaxed);
            return Ok(Signer(SigningKey::Ed25519(Box::new(signer))));
        }
        let key = RsaKey::<Sha256>::from_key_der(der)
            .map_err(|error| format!("the DKIM key cannot be used: {error}"))?;
        let signer = DkimSigner::from_key(key).domain(domain).selector(selector);
        let signer = signer
            .headers(COVERED.into_iter().chain(COVERED))
            .header_canonicalization(Canonicalization::Relaxed)
            .body_canonicalization(Canonicalization::Relaxed);
        Ok(Signer(SigningKey::Rsa(Box::new(signer))))
    }

    /// Returns the `DKIM-Signature` field to prepend to the message.
    pub(super) fn sign(&self, message: &[u8]) -> Result<String, String> {
        let signature = match &self.0 {
            SigningKey::Rsa(signer) => signer.sign(message),
            SigningKey::Ed25519(signer) => signer.sign(message),
        };
        signature.map(|signature| signature.to_header()).map_err(|error| error.to_string())
    }

    /// Returns the TXT record for `selector._domainkey.domain` that matches this private key.
    pub fn record(pem: &str) -> Result<String, String> {
        let der = PrivateKeyDer::from_pem_slice(pem.as_bytes())
            .map_err(|error| format!("this is not a private key in PEM format: {error}"))?;
        if let PrivateKeyDer::Pkcs8(pkcs8) = &der
            && let Ok(key) = Ed25519Key::from_pkcs8_maybe_unchecked_der(pkcs8.secret_pkcs8_der())
        {
            let key = data_encoding::BASE64.encode(&key.public_key());
            return Ok(format!("v=DKIM1; k=ed25519; p={key}"));
        }
        let key = RsaKey::<Sha256>::from_key_der(der)
            .map_err(|error| format!("the DKIM key cannot be used: {error}"))?;
        let key = data_encoding::BASE64.encode(&subject_public_key(&key.public_key()));
        Ok(format!("v=DKIM1; k=rsa; p={key}"))
    }
}

/// Wraps a bare RSA key (PKCS#1) as the SubjectPublicKeyInfo that DKIM records contain.
fn subject_public_key(pkcs1: &[u8]) -> Vec<u8> {
    const RSA: [u8; 15] =
        [0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00];
    let bits = [&[0x00], pkcs1].concat();
    let body = [&RSA[..], &tagged(0x03, &bits)].concat();
    tagged(0x30, &body)
}

fn tagged(tag: u8, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let mut out = vec![tag];
    match u8::try_from(length) {
        Ok(short) if short < 0x80 => out.push(short),
        _ => {
            let bytes = length.to_be_bytes();
            let bytes: Vec<u8> = bytes.into_iter().skip_while(|byte| *byte == 0).collect();
            out.push(0x80 | u8::try_from(bytes.len()).expect("a length has at most eight bytes"));
            out.extend(bytes);
        }
    }
    out.extend(body);
    out
}
