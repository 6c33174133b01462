//! A key with its secret half, which this server uses to sign as a log and as a witness of other
//! logs.

use ed25519_dalek::{Signer as _, SigningKey};

use super::note::{Key, Line, Trade, cosigned};

/// A key with its secret half. The secret is overwritten when it is dropped, so it should be
/// dropped right after signing.
pub struct Signer {
    name: String,
    secret: SigningKey,
}

impl Signer {
    /// Creates a signer from 32 random or stored bytes.
    pub fn new(name: &str, secret: &[u8; 32]) -> Signer {
        Signer { name: name.to_owned(), secret: SigningKey::from_bytes(secret) }
    }

    /// Returns the name of the key.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the public key as a log.
    pub fn key(&self) -> Key {
        self.of(Trade::Log)
    }

    /// Returns the public key as a witness. The signed formats distinguish the two purposes.
    pub fn witness(&self) -> Key {
        self.of(Trade::Witness)
    }

    /// Signs a text that ends with a line ending.
    pub fn sign(&self, text: &str) -> Line {
        self.line(Trade::Log, &[], text)
    }

    /// Signs as a witness that the text of a checkpoint was seen at that time, in seconds since
    /// 1970.
    pub fn cosign(&self, text: &str, time: u64) -> Line {
        self.line(Trade::Witness, &time.to_be_bytes(), &cosigned(text, time))
    }

    fn of(&self, trade: Trade) -> Key {
        let public = self.secret.verifying_key().to_bytes();
        Key { name: self.name.clone(), trade, public }
    }

    fn line(&self, trade: Trade, time: &[u8], message: &str) -> Line {
        let (id, signature) = (self.of(trade).id(), self.secret.sign(message.as_bytes()));
        Line { name: self.name.clone(), bytes: [&id, time, &signature.to_bytes()].concat() }
    }

    /// Returns the secret half, for storage.
    pub fn secret(&self) -> [u8; 32] {
        self.secret.to_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::checkpoint::Checkpoint;
    use crate::proof::note::Note;
    use crate::proof::tree;

    /// Made by `contrib/witness.py` and similar programs, which share no code with this one.
    const KEY: &str = "raven.example/seals+ef94ecbe+AepKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIs";
    const NOTE: &str = "raven.example/seals\n7\n\
        cxiIHEH848HeNkDfjowRDJP0P2hrdCBKnRrVuMccIEc=\n\n\u{2014} raven.example/seals \
        75Tsvo//UF9hjoCsHfXm+cEtewku100XN8BJuf6u1LEw5dVG7Y39CMmexg0Qkdz\
        ELkM9/qxD0l26OhOVKGP+n8kPwQY=\n";
    const WITNESS: &str =
        "witness.example/w1+24b5d9fe+BP0XJDhaoMdbZPt4zWAvodmR/ev3axPFjtcC6sg16fYY";
    const SEEN: &str = "\u{2014} witness.example/w1 JLXZ/gAAAABpIChLBzeMN+2fIObCJ1l2s8AWZNCSmrrV\
        b+lfPQFtbxpG+syF8oGps9pSmZLcDGEskiM6bcjJUgM5/X/2m3Bl+I9vDA==";

    fn signer() -> Signer {
        Signer::new("raven.example/seals", &[7; 32])
    }

    #[test]
    fn keys_notes_and_cosignatures_have_golden_values() {
        assert_eq!(signer().key().to_string(), KEY);
        assert_eq!(Key::parse(KEY), Some(signer().key()));
        let leaves: Vec<[u8; 32]> = (0..7).map(|leaf| [leaf; 32]).collect();
        let origin = "raven.example/seals".to_owned();
        let text = Checkpoint { origin, size: 7, root: tree::root(&leaves) }.text();
        let note = Note { lines: vec![signer().sign(&text)], text };
        assert_eq!(note.to_string(), NOTE);
        assert_eq!(Note::parse(NOTE).as_ref(), Some(&note));
        assert!(note.is_by(&signer().key()));
        let other = Signer::new("witness.example/w1", &[9; 32]);
        assert_eq!(other.witness().to_string(), WITNESS);
        assert_eq!(other.cosign(&note.text, 1_763_715_147).to_string(), SEEN);
        let line = Line::parse(SEEN).expect("a line");
        assert_eq!(other.witness().cosigned(&note.text, &line), Some(1_763_715_147));
    }

    #[test]
    fn signatures_by_other_keys_are_rejected() {
        let (note, key) = (Note::parse(NOTE).expect("a note"), signer().key());
        let moved = Note { text: note.text.replace("\n7\n", "\n8\n"), ..note.clone() };
        assert!(!moved.is_by(&key), "another size");
        let stranger = Signer::new("raven.example/seals", &[8; 32]).key();
        assert!(!note.is_by(&stranger), "another key of that name");
        let renamed = Signer::new("raven.example/other", &[7; 32]).key();
        assert!(!note.is_by(&renamed), "that key under another name");
        // Neither kind of signature is accepted as the other.
        let seen = signer().cosign(&note.text, 5);
        assert!(!key.signed(&note.text, &seen) && key.cosigned(&note.text, &seen).is_none());
        assert!(signer().witness().cosigned(&moved.text, &seen).is_none());
        // A second, invalid line of that key invalidates the note.
        let spoilt = Note { lines: vec![note.lines[0].clone(), signer().sign("x\n")], ..note };
        assert!(!spoilt.is_by(&key));
    }

    #[test]
    fn malformed_keys_and_notes_are_rejected() {
        let weak = Key { public: [0; 32], ..signer().key() }.to_string();
        let swapped = KEY.replace("ef94ecbe", "ef94ecbf");
        for none in ["", "a+b", "a+b+c", &weak, &swapped, &KEY.replace("seals", "se als")] {
            assert_eq!(Key::parse(none), None, "{none}");
        }
        let cut = &NOTE[..NOTE.len() - 1];
        let (crlf, twice) = (NOTE.replace('\n', "\r\n"), NOTE.replace("\n\n", "\n"));
        for none in ["", "\n", "a\n", cut, &crlf, &twice, &NOTE.replace('\u{2014}', "--")] {
            assert_eq!(Note::parse(none), None, "{none:?}");
        }
        let crowd = format!("a\n\n{}", format!("{SEEN}\n").repeat(65));
        assert_eq!(Note::parse(&crowd), None);
        assert!(Note::parse(&format!("a\n\nb\n\n{SEEN}\n")).is_some_and(|n| n.text == "a\n\nb\n"));
    }
}
