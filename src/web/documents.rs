//! Markdown to HTML for a title's own documents: every numbered point has an anchor, and every
//! mention of a point leads to it, wherever it stands.
//!
//! Raw HTML in a document is shown as text, never passed on.

use std::collections::BTreeSet;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::points;

/// A document ready for a page.
pub struct Document {
    pub html: String,
    /// Second-level headings: anchor and text.
    pub contents: Vec<(String, String)>,
    /// Everything with an anchor, in order, in plain words.
    pub passages: Vec<Passage>,
}

/// What stands at an anchor.
pub struct Passage {
    pub anchor: String,
    pub words: String,
}

/// What a document needs from outside.
pub struct Around<'a> {
    /// Where a point stands: `#R9.3`, or on another page. None where there is no such point.
    pub address: &'a dyn Fn(&str) -> Option<String>,
    /// Where examples of a point are shown on the board, if there are any.
    pub examples: &'a dyn Fn(&str) -> Option<String>,
    /// A picture, by what the document calls it.
    pub picture: &'a dyn Fn(&str) -> Option<Image>,
}

/// A picture of a document.
pub enum Image {
    /// A drawing that stands in the page itself.
    Drawn(String),
    /// A file, by its address.
    At(String),
}

impl Image {
    fn html(self, words: &str) -> String {
        match self {
            Image::Drawn(svg) => svg,
            Image::At(address) => {
                format!("<img src=\"{address}\" alt=\"{}\">", points::escaped(words))
            }
        }
    }
}

/// Turns a document into HTML. Its own first heading is left out: the page has one.
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

/// A document on its way into a page.
struct DocumentWriter<'a> {
    around: &'a Around<'a>,
    shown: Vec<Event<'a>>,
    contents: Vec<(String, String)>,
    passages: Vec<Passage>,
    anchors: BTreeSet<String>,
    /// How deep in code or links: points in there stay as they are.
    quoted: usize,
    tables: usize,
    /// Letters of the next text that are written already: a point, a colon.
    written: usize,
    /// Whether the reason of a ruling is being told, in small print, to the end of its block.
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

    /// Writes what comes next; returns how many events that was.
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
            // A head without words is no heading.
            [Event::Start(Tag::TableCell), Event::End(TagEnd::TableCell), ..] => {
                self.show("<td></td>");
                return 2;
            }
            // A picture that stands alone is a block of its own.
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
            let anchor = self.anchor(&points::anchor_of(&words));
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

    /// An anchor that no other place of the page has.
    fn anchor(&mut self, wanted: &str) -> String {
        let free = |name: &String| !self.anchors.contains(name);
        let more = (2..).map(|number| format!("{wanted}-{number}"));
        let mut names = std::iter::once(wanted.to_owned()).chain(more);
        let anchor = names.find(free).expect("numbers do not end");
        self.anchors.insert(anchor.clone());
        anchor
    }

    /// A paragraph or an item; one that opens with a point is its anchor.
    fn block(&mut self, events: &[Event<'a>]) {
        let point = match events.get(1) {
            Some(Event::Text(text)) => points::defined(text),
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
        self.show(points::linked(before, self.around.address));
        if reason.is_some() {
            self.begin_why();
            self.show(points::linked(after, self.around.address));
        }
    }

    /// The word itself is small; where it is followed by a colon, so is the reason that it gives.
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

    /// A picture within a line.
    fn picture(&mut self, events: &[Event<'a>]) -> usize {
        let (name, words, end) = image(events);
        if let Some(image) = (self.around.picture)(&name) {
            self.show(image.html(&words));
        }
        end + 1
    }

    /// A picture that stands alone, with its words beneath. None where more stands in its line.
    fn figure(&mut self, events: &[Event<'a>]) -> Option<usize> {
        let (name, words, end) = image(events);
        if !matches!(events.get(end + 1), Some(Event::End(TagEnd::Paragraph))) {
            return None;
        }
        let html = (self.around.picture)(&name)?.html(&words);
        let said = points::linked(&words, self.around.address);
        self.show(format!("<figure>{html}<figcaption>{said}</figcaption></figure>\n"));
        Some(end + 2)
    }

    fn other(&mut self, event: &Event<'a>) {
        match event {
            // What scrolls by itself must be reached by the keyboard too.
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

/// Where a paragraph or an item ends, or what lies within it begins.
fn block_end(events: &[Event<'_>]) -> usize {
    let ends = |event: &Event| {
        matches!(event, Event::End(TagEnd::Paragraph | TagEnd::Item) | Event::Start(Tag::List(_)))
    };
    events.iter().position(ends).unwrap_or(events.len())
}

/// What an image is called, its words, and where it ends.
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
    fn points_become_anchors_and_links() {
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
    fn no_anchor_stands_twice_and_no_link_leads_nowhere() {
        let page = shown("## 9. Ride\n\nR9.1 One.\n\nR9.1 Two, and R99.\n\n### Ways\n\n### Ways\n");
        let html = &page.html;
        assert_eq!(html.matches("id=\"R9.1\"").count(), 1, "{html}");
        assert!(html.contains("and R99."), "{html}");
        assert!(html.contains("<h2 id=\"R9\">") && html.contains("<h3 id=\"ways-2\">"), "{html}");
    }

    #[test]
    fn reasons_of_rulings_are_small_print_to_the_end_of_their_point() {
        let page = shown("R1.1 One. **Ruling**: a text.\n\nR1.2 `Ruling` Two (`Ruling`: in it).\n");
        let html = &page.html;
        assert!(html.contains("One. <small class=\"why\">Ruling: a text.</small></p>"), "{html}");
        assert!(html.contains("<span class=\"ruling\">Ruling</span> Two"), "{html}");
        assert_eq!(html.matches("<small").count(), 1, "{html}");
    }

    #[test]
    fn pictures_stand_in_the_line_or_alone_and_empty_heads_are_no_headings() {
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
    fn raw_html_is_shown_as_text() {
        let page = shown("Hello <script>alert(1)</script> & <b>you</b>\n\n<p onclick=x>\n");
        assert!(!page.html.contains("<script") && !page.html.contains("<b>"), "{}", page.html);
        assert!(page.html.contains("&lt;script&gt;"), "{}", page.html);
    }
}
