//! The last line of an exported game: the signature of the server that wrote it. The file can be
//! verified without it; the signature shows where it came from.

use super::file::{self, Header, Line, Signed, Wrong, hash};
use crate::ids::GameId;
use crate::proof::note::{Key, Line as Signature};
use crate::proof::signer::Signer;
use crate::proof::statement;

/// Appends a signature line to a file.
pub fn sign(mut text: String, header: &Header, game: &GameId, signer: &Signer) -> String {
    let statement = statement::export(game, header.step, &header.head, &hash(&text));
    let signature = signer.sign(&statement).signature();
    let signed = Signed { key: signer.key().to_string(), text: statement, signature };
    file::add(&mut text, &Line::Signed(signed));
    text
}

/// Returns the key that signed a file, if one did. Callers must decide whether it is the right
/// server's key.
pub(super) fn voucher(
    text: &str,
    header: &Header,
    game: &GameId,
    signed: Option<&Signed>,
) -> Result<Option<Key>, Wrong> {
    let Some(signed) = signed else { return Ok(None) };
    let (last, before) = (text.lines().count(), text.trim_end().rfind('\n').unwrap_or(0) + 1);
    let wrong = |what: &str| Wrong::at(last, what);
    let key = Key::parse(&signed.key).ok_or_else(|| wrong("the signing key is invalid"))?;
    let line = Signature::of(&key.name, &signed.signature);
    let line = line.ok_or_else(|| wrong("the signature is malformed"))?;
    let sha256 = hash(text.get(..before).unwrap_or_default());
    if signed.text != statement::export(game, header.step, &header.head, &sha256) {
        return Err(wrong("the signature is for a different file"));
    }
    match key.signed(&signed.text, &line) {
        true => Ok(Some(key)),
        false => Err(wrong("the signature is invalid")),
    }
}
