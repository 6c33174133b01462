//! Splits an email into its MIME parts.
//!
//! A single pass over the lines finds the boundaries. An attached email is one part and is not
//! split further. Nothing is recursive, so no nesting can overflow the stack.

pub(super) mod decode;
mod flowed;
mod split;

use super::fields::HeaderFields;

pub(super) use split::split;

/// A MIME part: its header, and either its bytes or its child parts.
pub(super) struct MimePart<'x> {
    pub fields: HeaderFields,
    /// The content type in lower case, such as "text/plain".
    pub kind: String,
    pub body: &'x [u8],
    /// The indices of the child parts.
    pub inside: Vec<usize>,
}

/// All parts; the first one is the email itself.
pub(super) struct MimeParts<'x>(Vec<MimePart<'x>>);

impl<'x> MimeParts<'x> {
    /// Returns the header of the email.
    pub fn head(&self) -> &HeaderFields {
        &self.0[0].fields
    }

    /// Returns the root part.
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
    /// Returns an attribute of the content type in lower case, such as the charset.
    pub fn attribute(&self, name: &str) -> Option<String> {
        self.fields.kind()?.attribute(name).map(str::to_lowercase)
    }

    /// Returns whether the part is an attachment.
    pub fn is_attached(&self) -> bool {
        let disposition = self.fields.disposition();
        disposition.is_some_and(|how| how.is_attachment() || how.has_attribute("filename"))
            || self.fields.kind().is_some_and(|kind| kind.has_attribute("name"))
    }
}
