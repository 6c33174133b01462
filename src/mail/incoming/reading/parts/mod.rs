//! A letter taken apart.
//!
//! One pass over the lines finds the boundaries; a letter inside a letter is one part and stays
//! closed. Nothing here calls itself, so that no nesting can overflow a stack.

pub(super) mod decode;
mod flowed;
mod split;

use super::fields::HeaderFields;

pub(super) use split::split;

/// A part: its head, and either its bytes or the parts it is made of.
pub(super) struct MimePart<'x> {
    pub fields: HeaderFields,
    /// "text/plain", in small letters.
    pub kind: String,
    pub body: &'x [u8],
    /// The parts inside, by their place in the list.
    pub inside: Vec<usize>,
}

/// All parts; the first is the letter itself.
pub(super) struct MimeParts<'x>(Vec<MimePart<'x>>);

impl<'x> MimeParts<'x> {
    /// The fields at the head of the whole letter.
    pub fn head(&self) -> &HeaderFields {
        &self.0[0].fields
    }

    /// The part that all others stand in.
    pub fn whole(&self) -> &MimePart<'x> {
        &self.0[0]
    }

    pub fn get(&self, at: usize) -> &MimePart<'x> {
        &self.0[at]
    }

    pub fn iter(&self) -> impl Iterator<Item = &MimePart<'x>> {
        self.0.iter()
    }
}

impl MimePart<'_> {
    /// An attribute of its type, in small letters: the charset, say.
    pub fn attribute(&self, name: &str) -> Option<String> {
        self.fields.kind()?.attribute(name).map(str::to_lowercase)
    }

    /// Whether it was sent along rather than written.
    pub fn is_attached(&self) -> bool {
        let disposition = self.fields.disposition();
        disposition.is_some_and(|how| how.is_attachment() || how.has_attribute("filename"))
            || self.fields.kind().is_some_and(|kind| kind.has_attribute("name"))
    }
}
