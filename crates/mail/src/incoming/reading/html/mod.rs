//! Converts HTML to lines of plain text.
//!
//! Quoted text is marked with `>`, so that HTML and plain text are processed in the same way.
//! Hidden text and additions of the mail program are left out. A tokenizer reads the tags, and a
//! bounded stack of open elements replaces the tree: hostile input can make a real tree arbitrarily
//! expensive.

mod element;
pub(super) mod writer;

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{RawKind, Rawtext, Rcdata, ScriptData};
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

use super::unread::Cut;
use writer::TextWriter;

/// Maximum number of separators in a tag: the tokenizer compares each attribute with all earlier
/// ones.
const SEPARATORS: usize = 8192;

/// Returns the lines of a page and what was left out. Returns `None` if no mail program would write
/// such a page.
pub(super) fn lines(html: &str) -> Option<(Vec<String>, Vec<Cut>)> {
    if is_tangled(html) {
        return None;
    }
    let tokenizer =
        Tokenizer::new(Sink(RefCell::new(TextWriter::default())), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    // The sink never requests a script, so that one call reads everything.
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.0.into_inner().finish()
}

fn is_tangled(html: &str) -> bool {
    let mut seen = 0;
    html.bytes().any(|byte| {
        match byte {
            b'<' | b'>' => seen = 0,
            b' ' | b'\t' | b'\n' | b'\r' | b'\x0c' | b'/' | b'"' | b'\'' => seen += 1,
            _ => {}
        }
        seen > SEPARATORS
    })
}

struct Sink(RefCell<TextWriter>);

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut writer = self.0.borrow_mut();
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => {
                writer.open(&tag);
                return raw(&tag).map_or(TokenSinkResult::Continue, TokenSinkResult::RawData);
            }
            Token::TagToken(tag) => writer.close(&tag.name),
            Token::CharacterTokens(text) => writer.text(&text),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

/// Returns how the tokenizer must treat an element whose content is not markup.
fn raw(tag: &Tag) -> Option<RawKind> {
    match &*tag.name {
        "title" | "textarea" => Some(Rcdata),
        "style" | "xmp" | "iframe" | "noembed" | "noframes" => Some(Rawtext),
        "script" => Some(ScriptData),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(html: &str) -> String {
        lines(html).expect("a page").0.join("|")
    }

    #[test]
    fn html_blocks_become_lines() {
        assert_eq!(
            read(
                "<html><head><title>t</title><style>p {}</style></head><body>\n\
                 <div>wood\n bro</div><div><br></div>\
                 <p>say &ouml;&nbsp;&gt;<br>b<ul><li>one<li>two</ul>"
            ),
            "wood bro||say ö\u{a0}>|b|one|two"
        );
        assert_eq!(read("a<table><tr><td>b<td>c<tr><td>d</table>e"), "a|b c|d|e");
        assert_eq!(read("<pre>a\n  b</pre>c"), "a|  b|c");
    }

    #[test]
    fn quotes_are_marked_and_hidden_text_is_dropped() {
        assert_eq!(
            read("a<blockquote type=cite>b<blockquote>c</blockquote>d</blockquote>e"),
            "a|> b|> c|> d|e"
        );
        assert_eq!(
            read("a<div style='DISPLAY: none'>b<div>c</div></div><span hidden>d</span>e"),
            "a|e"
        );
        assert_eq!(read("a<div id=appendonsend></div><hr><div>b</div>"), "a");
        assert_eq!(
            read(
                "a<div class=gmail_quote><div class=gmail_attr>On x wrote:</div>\
                  <blockquote class=gmail_quote>b</blockquote>c</div>"
            ),
            "a|> b|c"
        );
    }

    #[test]
    fn struck_out_text_is_delimited() {
        assert_eq!(read("a <s>b c</s> d"), "a ~~b c~~ d");
        assert_eq!(read("<div><del>a<br>b</del></div>c"), "~~a~~|~~b~~|c");
        assert_eq!(read("<p style='text-decoration: line-through'>a</p>b"), "~~a~~|b");
        assert_eq!(
            read("<span style='color:red;text-decoration-line:line-through'>a</span>"),
            "~~a~~"
        );
        assert_eq!(read("<strike></strike>a"), "a");
    }

    #[test]
    fn pathological_html_is_refused() {
        assert!(lines(&format!("<b {}>", "a ".repeat(9000))).is_none());
        assert!(lines(&"<div>".repeat(9000)).is_none());
        assert_eq!(read("</p></div>a<b <c>d"), "ad");
    }
}
