//! The effect of an HTML element on the text inside it.

use html5ever::tokenizer::Tag;

use super::super::unread::Cut;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Does {
    /// None: an inline element.
    Nothing,
    /// A block element: starts and ends a line.
    Block,
    /// Preformatted text.
    Keep,
    /// A quote.
    Quote,
    /// Struck-out text.
    Strike,
    /// Hidden, or added by the mail program.
    Hide(Cut),
    /// Followed by the original email, up to the end.
    Rest,
}

/// Elements that start and end a line.
const BLOCKS: &[&str] = &[
    "address", "article", "aside", "body", "center", "dd", "div", "dl", "dt", "fieldset", "figure",
    "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "li", "main",
    "nav", "ol", "p", "section", "table", "tbody", "tfoot", "thead", "tr", "ul",
];

/// Elements without visible text.
const UNSEEN: &[&str] = &[
    "head", "title", "style", "script", "template", "object", "svg", "select", "textarea",
    "iframe", "noframes", "noembed", "xmp", "audio", "video", "math",
];

/// Void elements.
pub(super) const EMPTY: &[&str] = &[
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
];

/// Classes and ids that mail programs give to elements the author did not write.
const MARKED: &[(&str, Does)] = &[
    ("gmail_attr", Does::Hide(Cut::Header)),
    ("moz-cite-prefix", Does::Hide(Cut::Header)),
    ("gmail_signature", Does::Hide(Cut::Signature)),
    ("gmail_signature_prefix", Does::Hide(Cut::Signature)),
    ("moz-signature", Does::Hide(Cut::Signature)),
    ("protonmail_signature_block", Does::Hide(Cut::Signature)),
    ("signature", Does::Hide(Cut::Signature)),
    ("applemailsignature", Does::Hide(Cut::Signature)),
    ("ms-outlook-mobile-signature", Does::Hide(Cut::Signature)),
    ("composer_signature", Does::Hide(Cut::Signature)),
    ("ymail_android_signature", Does::Hide(Cut::Signature)),
    ("yahoo_quoted", Does::Quote),
    ("zmail_extra", Does::Quote),
    ("isreplycontent", Does::Quote),
    ("appendonsend", Does::Rest),
    ("divrplyfwdmsg", Does::Rest),
    ("mail-editor-reference-message-container", Does::Rest),
];

/// Styles that hide an element.
const HIDING: &[&str] =
    &["display:none", "visibility:hidden", "mso-hide:all", "font-size:0;", "font-size:0px"];

pub(super) fn does(tag: &Tag) -> Does {
    let name = &*tag.name;
    if UNSEEN.contains(&name) || is_hidden(tag) {
        return Does::Hide(Cut::Hidden);
    }
    if let Some(marked) = marked(tag) {
        return marked;
    }
    match name {
        "s" | "strike" | "del" => Does::Strike,
        _ if is_struck(tag) => Does::Strike,
        "blockquote" => Does::Quote,
        "pre" => Does::Keep,
        name if is_block(name) => Does::Block,
        _ => Does::Nothing,
    }
}

/// Returns whether an element starts and ends a line.
pub(super) fn is_block(name: &str) -> bool {
    BLOCKS.contains(&name)
}

fn attribute(tag: &Tag, name: &str) -> Option<String> {
    let found = tag.attrs.iter().find(|attribute| &*attribute.name.local == name)?;
    // Names and styles are short; longer values are pictures.
    (found.value.len() < 1000).then(|| found.value.to_lowercase())
}

fn style(tag: &Tag) -> String {
    let style = attribute(tag, "style").unwrap_or_default();
    style.chars().filter(|c| !c.is_whitespace()).collect()
}

fn is_struck(tag: &Tag) -> bool {
    let style = style(tag);
    let mut rules = style.split(';');
    rules.any(|rule| rule.starts_with("text-decoration") && rule.contains("line-through"))
}

fn is_hidden(tag: &Tag) -> bool {
    let style = style(tag);
    attribute(tag, "hidden").is_some()
        || HIDING.iter().any(|hiding| style.contains(hiding))
        || style.ends_with("font-size:0")
}

fn marked(tag: &Tag) -> Option<Does> {
    // Some webmail services mark quotes by name.
    if &*tag.name == "div" && attribute(tag, "name").as_deref() == Some("quote") {
        return Some(Does::Quote);
    }
    let names = ["class", "id"].into_iter().filter_map(|name| attribute(tag, name));
    let names: Vec<String> = names.collect();
    let mut words = names.iter().flat_map(|names| names.split_whitespace());
    words.find_map(|word| MARKED.iter().find(|(name, _)| *name == word).map(|(_, does)| *does))
}
