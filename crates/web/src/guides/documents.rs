//! Renders a title's documents from Markdown to HTML. Every numbered rule gets an anchor, and every
//! mention of a rule becomes a link to it.
//!
//! Raw HTML in a document is escaped.

use std::collections::BTreeSet;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use crate::guides::rule_links;

/// A rendered document.
pub struct Document {
    pub html: String,
    /// Second-level headings, as anchor and text.
    pub contents: Vec<(String, String)>,
    /// Every passage with an anchor, in document order, as plain text.
    pub passages: Vec<Passage>,
}

/// A passage of a document that has an anchor.
pub struct Passage {
    pub anchor: String,
    pub words: String,
}

/// Callbacks for everything a document refers to outside itself.
pub struct Around<'a> {
    /// Returns the address of a rule: `#R9.3`, or one on another page. None if there is no such
    /// rule.
    pub address: &'a dyn Fn(&str) -> Option<String>,
    /// Returns the address of examples of a rule on the board, if there are any.
    pub examples: &'a dyn Fn(&str) -> Option<String>,
    /// Returns the image with the given name.
    pub picture: &'a dyn Fn(&str) -> Option<Image>,
}

/// An image in a document.
pub enum Image {
    /// An SVG drawing embedded in the page.
    Drawn(String),
    /// A file, given by its address.
    At(String),
}

impl Image {
    fn html(self, words: &str) -> String {
        match self {
            Image::Drawn(svg) => svg,
            Image::At(address) => {
                format!("<img src=\"{address}\" alt=\"{}\">", rule_links::escaped(words))
            }
        }
    }
}

/// Renders a document. The top-level heading is dropped because the page has its own.
pub fn render(markdown: &str, around: &Around<'_>) -> Document {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let events: Vec<Event> = Parser::new_ext(markdown, options).map(as_text).collect();
    let mut writer = DocumentWriter::new(around);
    let mut at = 0;
    while at < events.len() {
        at += writer.take(&events[at..]);
    }
    let mut page = String::with_capacity(markdown.len() * 3 / 2);
    html::push_html(&mut page, writer.shown.into_iter());
    Document { html: page, contents: writer.contents, passages: writer.passages }
}

/// The state of a document that is being rendered.
struct DocumentWriter<'a> {
    around: &'a Around<'a>,
    shown: Vec<Event<'a>>,
    contents: Vec<(String, String)>,
    passages: Vec<Passage>,
    anchors: BTreeSet<String>,
    /// The nesting depth of code blocks and links, in which rules are not linked.
    quoted: usize,
    tables: usize,
    /// The number of bytes at the start of the next text that are already written.
    written: usize,
    /// Whether the output is inside the small print that gives the reason for a ruling.
    why: bool,
}

impl<'a> DocumentWriter<'a> {
    fn new(around: &'a Around<'a>) -> DocumentWriter<'a> {
        DocumentWriter {
            around,
            shown: Vec::new(),
            contents: Vec::new(),
            passages: Vec::new(),
            anchors: BTreeSet::new(),
            quoted: 0,
            tables: 0,
            written: 0,
            why: false,
        }
    }

    /// Renders the next construct and returns the number of events consumed.
    fn take(&mut self, events: &[Event<'a>]) -> usize {
        match events {
            [Event::Start(Tag::Heading { level, .. }), ..] => return self.heading(*level, events),
            [Event::Start(Tag::Image { .. }), ..] => return self.picture(events),
            [
                Event::Start(Tag::Strong),
                Event::Text(word),
                Event::End(TagEnd::Strong),
                rest @ ..,
            ] if &**word == "Ruling" => {
                self.ruling(rest);
                return 3;
            }
            [Event::Code(word), rest @ ..] if &**word == "Ruling" => self.ruling(rest),
            // An empty header cell is not a heading.
            [Event::Start(Tag::TableCell), Event::End(TagEnd::TableCell), ..] => {
                self.show("<td></td>");
                return 2;
            }
            // An image alone in its paragraph becomes a figure.
            [Event::Start(Tag::Paragraph), Event::Start(Tag::Image { .. }), ..] => {
                if let Some(taken) = self.figure(&events[1..]) {
                    return taken + 1;
                }
                self.block(events);
            }
            [Event::Start(Tag::Paragraph | Tag::Item), ..] => self.block(events),
            [Event::End(TagEnd::Paragraph | TagEnd::Item) | Event::Start(Tag::List(_)), ..] => {
                self.end_why();
                self.shown.push(events[0].clone());
            }
            [Event::Text(text), ..] if self.quoted == 0 => self.text(text),
            [other, ..] => self.other(other),
            [] => {}
        }
        1
    }

    fn show(&mut self, html: impl Into<String>) {
        self.shown.push(Event::InlineHtml(CowStr::from(html.into())));
    }

    fn heading(&mut self, level: HeadingLevel, events: &[Event<'a>]) -> usize {
        let end = heading_end(events);
        let inside = &events[1..end];
        if level != HeadingLevel::H1 {
            let words = plain(inside);
            let anchor = self.anchor(&rule_links::anchor_of(&words));
            let number = (level as usize).min(4);
            self.show(format!("<h{number} id=\"{anchor}\">"));
            self.shown.extend(inside.iter().cloned());
            self.show(format!("</h{number}>\n"));
            if level == HeadingLevel::H2 {
                self.contents.push((anchor.clone(), words.clone()));
            }
            self.passages.push(Passage { anchor, words });
        }
        end + 1
    }

    /// Returns an anchor that is unique on the page.
    fn anchor(&mut self, wanted: &str) -> String {
        let free = |name: &String| !self.anchors.contains(name);
        let more = (2..).map(|number| format!("{wanted}-{number}"));
        let mut names = std::iter::once(wanted.to_owned()).chain(more);
        let anchor = names.find(free).expect("numbers do not end");
        self.anchors.insert(anchor.clone());
        anchor
    }

    /// Renders a paragraph or list item. If it begins with a rule number, that becomes its anchor.
    fn block(&mut self, events: &[Event<'a>]) {
        let point = match events.get(1) {
            Some(Event::Text(text)) => rule_links::defined(text),
            _ => None,
        };
        let Some(point) = point.filter(|point| !self.anchors.contains(*point)) else {
            self.shown.push(events[0].clone());
            return;
        };
        self.anchors.insert(point.to_owned());
        let tag = if matches!(events[0], Event::Start(Tag::Item)) { "li" } else { "p" };
        self.show(format!(
            "<{tag} id=\"{point}\"><a class=\"point\" href=\"#{point}\">{point}</a> "
        ));
        if let Some(to) = (self.around.examples)(point) {
            let of = format!("Example<span class=\"away\"> of {point}</span>");
            self.show(format!("<a class=\"played\" href=\"{to}\">{of}</a>"));
        }
        self.written = point.len() + 1;
        let words = plain(&events[..block_end(events)]);
        self.passages.push(Passage { anchor: point.to_owned(), words });
    }

    fn text(&mut self, text: &str) {
        let text = text.get(std::mem::take(&mut self.written)..).unwrap_or_default();
        let reason = if self.why { None } else { text.find("Reason: ") };
        let (before, after) = text.split_at(reason.unwrap_or(text.len()));
        self.show(rule_links::linked(before, self.around.address));
        if reason.is_some() {
            self.begin_why();
            self.show(rule_links::linked(after, self.around.address));
        }
    }

    /// Renders the word "Ruling" as a label. If a colon follows, the reason after it becomes small
    /// print.
    fn ruling(&mut self, rest: &[Event<'a>]) {
        let bracket =
            matches!(self.shown.last(), Some(Event::InlineHtml(text)) if text.ends_with('('));
        let reason = matches!(rest.first(), Some(Event::Text(text)) if text.starts_with(':'));
        if reason && !bracket {
            self.begin_why();
            self.show("Ruling");
        } else {
            self.show("<span class=\"ruling\">Ruling</span>");
        }
    }

    fn begin_why(&mut self) {
        if !self.why {
            self.why = true;
            self.show("<small class=\"why\">");
        }
    }

    fn end_why(&mut self) {
        if std::mem::take(&mut self.why) {
            self.show("</small>");
        }
    }

    /// Renders an image within a line of text.
    fn picture(&mut self, events: &[Event<'a>]) -> usize {
        let (name, words, end) = image(events);
        if let Some(image) = (self.around.picture)(&name) {
            self.show(image.html(&words));
        }
        end + 1
    }

    /// Renders an image that is alone in its paragraph as a figure with a caption. Returns None if
    /// other text follows in the paragraph.
    fn figure(&mut self, events: &[Event<'a>]) -> Option<usize> {
        let (name, words, end) = image(events);
        if !matches!(events.get(end + 1), Some(Event::End(TagEnd::Paragraph))) {
            return None;
        }
        let html = (self.around.picture)(&name)?.html(&words);
        let said = rule_links::linked(&words, self.around.address);
        self.show(format!("<figure>{html}<figcaption>{said}</figcaption></figure>\n"));
        Some(end + 2)
    }

    fn other(&mut self, event: &Event<'a>) {
        match event {
            // Scrollable regions must be focusable for keyboard users.
            Event::Start(Tag::CodeBlock(_)) => {
                self.quoted += 1;
                self.show("<pre tabindex=\"0\"><code>");
            }
            Event::End(TagEnd::CodeBlock) => {
                self.quoted -= 1;
                self.show("</code></pre>\n");
            }
            Event::Start(Tag::Link { .. }) => {
                self.quoted += 1;
                self.shown.push(event.clone());
            }
            Event::End(TagEnd::Link) => {
                self.quoted -= 1;
                self.shown.push(event.clone());
            }
            Event::Start(Tag::Table(_)) => {
                self.tables += 1;
                let label = format!("aria-label=\"Table {}\"", self.tables);
                self.show(format!("<div class=\"scroll\" tabindex=\"0\" role=\"region\" {label}>"));
                self.shown.push(event.clone());
            }
            Event::End(TagEnd::Table) => {
                self.shown.push(event.clone());
                self.show("</div>\n");
            }
            _ => self.shown.push(event.clone()),
        }
    }
}

fn as_text(event: Event<'_>) -> Event<'_> {
    match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        other => other,
    }
}

fn heading_end(events: &[Event<'_>]) -> usize {
    let close = |event: &Event| matches!(event, Event::End(TagEnd::Heading(_)));
    events.iter().position(close).expect("every heading is closed")
}

/// Returns where a paragraph or item ends, or where a nested list begins.
fn block_end(events: &[Event<'_>]) -> usize {
    let ends = |event: &Event| {
        matches!(event, Event::End(TagEnd::Paragraph | TagEnd::Item) | Event::Start(Tag::List(_)))
    };
    events.iter().position(ends).unwrap_or(events.len())
}

/// Returns the name and alternative text of an image, and the index of its end.
fn image(events: &[Event<'_>]) -> (String, String, usize) {
    let name = match &events[0] {
        Event::Start(Tag::Image { dest_url, .. }) => dest_url.to_string(),
        _ => String::new(),
    };
    let close = |event: &Event| matches!(event, Event::End(TagEnd::Image));
    let end = events.iter().position(close).expect("every image is closed");
    (name, plain(&events[1..end]), end)
}

fn plain(events: &[Event<'_>]) -> String {
    let mut text = String::new();
    for event in events {
        match event {
            Event::Text(part) | Event::Code(part) => text.push_str(part),
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            _ => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(markdown: &str) -> Document {
        let here = |point: &str| (point != "R99").then(|| format!("#{point}"));
        let picture = |name: &str| Some(Image::At(name.to_owned()));
        render(markdown, &Around { address: &here, examples: &|_| None, picture: &picture })
    }

    #[test]
    fn rule_points_become_anchors_and_links() {
        let page =
            shown("# Own\n\n## R9 Settling\n\nR9.3 As in R9.1, and R10.2b.\n\n- R9.4 One.\n");
        assert_eq!(page.contents, [("R9".to_owned(), "R9 Settling".to_owned())]);
        let html = &page.html;
        assert!(html.contains("<h2 id=\"R9\">"), "{html}");
        assert!(
            html.contains("<p id=\"R9.3\"><a class=\"point\" href=\"#R9.3\">R9.3</a> As"),
            "{html}"
        );
        assert!(html.contains("<li id=\"R9.4\"><a class=\"point\""), "{html}");
        assert!(html.contains("<a href=\"#R9.1\">R9.1</a>, and"), "{html}");
        assert!(html.contains("<a href=\"#R10.2b\">R10.2b</a>."), "{html}");
        assert!(!html.contains("Own"), "{html}");
        let anchors: Vec<&str> = page.passages.iter().map(|one| one.anchor.as_str()).collect();
        assert_eq!(anchors, ["R9", "R9.3", "R9.4"]);
        assert_eq!(page.passages[1].words, "R9.3 As in R9.1, and R10.2b.");
    }

    #[test]
    fn anchors_are_unique_and_links_resolve() {
        let page = shown("## 9. Ride\n\nR9.1 One.\n\nR9.1 Two, and R99.\n\n### Ways\n\n### Ways\n");
        let html = &page.html;
        assert_eq!(html.matches("id=\"R9.1\"").count(), 1, "{html}");
        assert!(html.contains("and R99."), "{html}");
        assert!(html.contains("<h2 id=\"R9\">") && html.contains("<h3 id=\"ways-2\">"), "{html}");
    }

    #[test]
    fn reasons_of_rulings_are_small_print() {
        let page = shown("R1.1 One. **Ruling**: a text.\n\nR1.2 `Ruling` Two (`Ruling`: in it).\n");
        let html = &page.html;
        assert!(html.contains("One. <small class=\"why\">Ruling: a text.</small></p>"), "{html}");
        assert!(html.contains("<span class=\"ruling\">Ruling</span> Two"), "{html}");
        assert_eq!(html.matches("<small").count(), 1, "{html}");
    }

    #[test]
    fn inline_pictures_and_empty_headings_are_rendered() {
        let table = "| | b |\n|-|-|\n| c | d |\n";
        let page = shown(&format!("![A *hof*: R9](x:1)\n\nA ![sign](x:2) in it.\n\n{table}"));
        let html = &page.html;
        let figure =
            "<figure><img src=\"x:1\" alt=\"A hof: R9\"><figcaption>A hof: <a href=\"#R9\">";
        assert!(html.contains(figure), "{html}");
        assert!(html.contains("<p>A <img src=\"x:2\" alt=\"sign\"> in it.</p>"), "{html}");
        assert!(html.contains("<tr><td></td><th>b</th></tr>"), "{html}");
    }

    #[test]
    fn raw_html_is_escaped() {
        let page = shown("Hello <script>alert(1)</script> & <b>you</b>\n\n<p onclick=x>\n");
        assert!(!page.html.contains("<script") && !page.html.contains("<b>"), "{}", page.html);
        assert!(page.html.contains("&lt;script&gt;"), "{}", page.html);
    }
}
