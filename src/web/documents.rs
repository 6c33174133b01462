//! Markdown to HTML for a title's own documents, with an anchor at every numbered rule point.
//!
//! Raw HTML in a document is shown as text, never passed on.

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// A document ready for a page.
pub struct Document {
    pub html: String,
    /// Second-level headings: anchor and text.
    pub contents: Vec<(String, String)>,
}

/// Turns a document into HTML. Its own first heading is left out: the page has one.
pub fn render(markdown: &str) -> Document {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let events: Vec<Event> = Parser::new_ext(markdown, options).map(as_text).collect();
    let mut writer = DocumentWriter::default();
    let mut at = 0;
    while at < events.len() {
        if let Event::Start(Tag::Heading { level, .. }) = &events[at] {
            let end = heading_end(&events, at);
            writer.heading(*level, &events[at + 1..end]);
            at = end + 1;
        } else {
            writer.take(&events[at]);
            at += 1;
        }
    }
    let mut page = String::with_capacity(markdown.len() * 3 / 2);
    html::push_html(&mut page, writer.shown.into_iter());
    Document { html: page, contents: writer.contents }
}

/// A document on its way into a page.
#[derive(Default)]
struct DocumentWriter<'a> {
    shown: Vec<Event<'a>>,
    contents: Vec<(String, String)>,
    /// Whether the next text opens a paragraph: a point there is an anchor.
    opens_block: bool,
    /// How deep in code or links: points in there stay as they are.
    quoted: usize,
    tables: usize,
}

impl<'a> DocumentWriter<'a> {
    fn heading(&mut self, level: HeadingLevel, inside: &[Event<'a>]) {
        if level == HeadingLevel::H1 {
            return;
        }
        let text = plain(inside);
        let anchor = anchor_of(&text);
        let number = (level as usize).min(4);
        self.shown.push(raw(format!("<h{number} id=\"{anchor}\">")));
        self.shown.extend(inside.iter().cloned());
        self.shown.push(raw(format!("</h{number}>\n")));
        if level == HeadingLevel::H2 {
            self.contents.push((anchor, text));
        }
    }

    fn take(&mut self, event: &Event<'a>) {
        let shown = match event {
            Event::Start(Tag::Paragraph | Tag::Item) => {
                self.opens_block = true;
                event.clone()
            }
            // What scrolls by itself must be reached by the keyboard too.
            Event::Start(Tag::CodeBlock(_)) => {
                self.quoted += 1;
                raw("<pre tabindex=\"0\"><code>".to_owned())
            }
            Event::End(TagEnd::CodeBlock) => {
                self.quoted -= 1;
                raw("</code></pre>\n".to_owned())
            }
            Event::Start(Tag::Link { .. }) => {
                self.quoted += 1;
                event.clone()
            }
            Event::End(TagEnd::Link) => {
                self.quoted -= 1;
                event.clone()
            }
            Event::Start(Tag::Table(_)) => {
                self.tables += 1;
                let label = format!("aria-label=\"Table {}\"", self.tables);
                let open = format!("<div class=\"scroll\" tabindex=\"0\" role=\"region\" {label}>");
                self.shown.push(raw(open));
                event.clone()
            }
            Event::End(TagEnd::Table) => {
                self.shown.push(event.clone());
                raw("</div>\n".to_owned())
            }
            Event::Text(text) if self.quoted == 0 => {
                raw(with_points(text, std::mem::take(&mut self.opens_block)))
            }
            _ => event.clone(),
        };
        self.shown.push(shown);
    }
}

fn as_text(event: Event<'_>) -> Event<'_> {
    match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        other => other,
    }
}

fn raw(html: String) -> Event<'static> {
    Event::InlineHtml(CowStr::from(html))
}

fn heading_end(events: &[Event], start: usize) -> usize {
    let close = |event: &Event| matches!(event, Event::End(TagEnd::Heading(_)));
    let length = events[start..].iter().position(close);
    start + length.expect("every heading is closed")
}

fn plain(events: &[Event]) -> String {
    let mut text = String::new();
    for event in events {
        if let Event::Text(part) | Event::Code(part) = event {
            text.push_str(part);
        }
    }
    text
}

/// `R9 Settling` has the anchor `R9`; other headings one made of their words.
fn anchor_of(heading: &str) -> String {
    if let Some(point) = point_at(heading) {
        return point.to_owned();
    }
    let mut anchor = String::new();
    for letter in heading.chars().flat_map(char::to_lowercase) {
        if letter.is_alphanumeric() {
            anchor.push(letter);
        } else if !anchor.ends_with('-') && !anchor.is_empty() {
            anchor.push('-');
        }
    }
    anchor.trim_end_matches('-').to_owned()
}

/// The rule point a text begins with: `R9.3`, `R26`, `R4.2a`.
fn point_at(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('R')?;
    let digits =
        |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let mut length = digits(rest);
    if length == 0 {
        return None;
    }
    while let Some(more) = rest[length..].strip_prefix('.') {
        match digits(more) {
            0 => break,
            count => length += 1 + count,
        }
    }
    if rest[length..].starts_with(|c: char| c.is_ascii_lowercase()) {
        length += 1;
    }
    let ends = !rest[length..].starts_with(|c: char| c.is_alphanumeric());
    ends.then(|| &text[..=length])
}

/// Escapes a text; the point that opens a block becomes its anchor, others become links.
fn with_points(text: &str, opens_block: bool) -> String {
    let mut page = String::with_capacity(text.len() + 32);
    let mut rest = text;
    let mut before = ' ';
    while let Some(letter) = rest.chars().next() {
        let point = (!before.is_alphanumeric()).then(|| point_at(rest)).flatten();
        match point {
            Some(point) if opens_block && rest.len() == text.len() => {
                page.push_str(&format!(
                    "<a class=\"point\" id=\"{point}\" href=\"#{point}\">{point}</a> "
                ));
                rest = rest[point.len()..].trim_start();
            }
            Some(point) => {
                page.push_str(&format!("<a href=\"#{point}\">{point}</a>"));
                rest = &rest[point.len()..];
            }
            None => {
                escape(&mut page, letter);
                rest = &rest[letter.len_utf8()..];
            }
        }
        before = if point.is_some() { 'R' } else { letter };
    }
    page
}

fn escape(page: &mut String, letter: char) {
    match letter {
        '&' => page.push_str("&amp;"),
        '<' => page.push_str("&lt;"),
        '>' => page.push_str("&gt;"),
        '"' => page.push_str("&quot;"),
        _ => page.push(letter),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_become_anchors_and_links() {
        let page = render("# Own\n\n## R9 Settling\n\nR9.3 As in R9.1, and R10.2b.\n");
        assert_eq!(page.contents, [("R9".to_owned(), "R9 Settling".to_owned())]);
        assert!(page.html.contains("<h2 id=\"R9\">"), "{}", page.html);
        assert!(page.html.contains("id=\"R9.3\" href=\"#R9.3\""), "{}", page.html);
        assert!(page.html.contains("<a href=\"#R9.1\">R9.1</a>, and"), "{}", page.html);
        assert!(page.html.contains("<a href=\"#R10.2b\">R10.2b</a>."), "{}", page.html);
        assert!(!page.html.contains("Own"), "{}", page.html);
    }

    #[test]
    fn raw_html_is_shown_as_text() {
        let page = render("Hello <script>alert(1)</script> & <b>you</b>\n\n<p onclick=x>\n");
        assert!(!page.html.contains("<script") && !page.html.contains("<b>"), "{}", page.html);
        assert!(page.html.contains("&lt;script&gt;"), "{}", page.html);
    }

    #[test]
    fn words_that_only_look_like_points_stay_words() {
        for text in ["Roma", "R", "FR9", "R9x2", "R.1"] {
            assert!(!with_points(text, false).contains("<a"), "{text}");
        }
    }
}
