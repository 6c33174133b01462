//! Thirty shapes of replies: the text around the orders, and where it stands.

use ravenpost_rules::Offer;

use super::languages::Language;

/// An email and its expected reading.
#[derive(Default)]
pub struct Email {
    pub text: String,
    /// The HTML part, if the program sends both or only that.
    pub page: Option<String>,
    pub flowed: bool,
    /// How many of the orders are accepted, if not all.
    pub taken: Option<usize>,
    /// Whether something between them is refused.
    pub refused: bool,
    /// The expected chat message.
    pub said: Option<String>,
}

type Shape = fn(&[Offer], &Language) -> Email;

pub const SHAPES: [Shape; 30] = [
    |orders, _| plain(list(orders)),
    |orders, language| plain(format!("{}\n\n{}", language.greeting, list(orders))),
    |orders, language| around(orders, language, "Ann"),
    |orders, language| around(orders, language, "Ann Carter\n+46 555 0100\nStora gatan 3, Visby"),
    |orders, language| {
        plain(format!("{}\n\n-- \nAnn Carter\n{}\nplay nothing", list(orders), language.farewell))
    },
    |orders, language| {
        plain(format!(
            "{}\n{}\n{}\n\n{}",
            language.greeting,
            language.before,
            list(orders),
            language.thanks
        ))
    },
    |orders, language| plain(format!("{}\n\n{}", list(orders), language.device)),
    |orders, _| plain(format!("{}\n\nSent with Proton Mail secure email.", list(orders))),
    |orders, language| {
        plain(format!("{}\n\n{}\nAnn\n\nGet Outlook for iOS", list(orders), language.farewell))
    },
    |orders, language| plain(format!("{}\n\n{}\n\n{DISCLAIMER}", list(orders), language.farewell)),
    |orders, language| plain(format!("{}\n\n{}\n{QUOTE}", list(orders), language.header())),
    |orders, language| {
        plain(format!("{}\n{}\n\n{}", language.greeting, list(orders), labels(language)))
    },
    |orders, language| plain(format!("{}\n{QUOTE}\n\n{}", language.header(), list(orders))),
    |orders, language| {
        let between: Vec<String> =
            orders.iter().map(|one| format!("> 1. a quoted line\n{}", one.order)).collect();
        plain(format!("{}\n{}\n> the end", language.header(), between.join("\n")))
    },
    |orders, _| plain(format!("{}\n\n{QUOTE}", list(orders))),
    |orders, language| said(language, format!("say all: SENTENCE\nend say\n{}", list(orders))),
    |orders, language| said(language, format!("{}\nsay all: SENTENCE", list(orders))),
    |orders, language| said(language, format!("say all: SENTENCE\n\n{}", list(orders))),
    |orders, language| {
        let (first, rest) = orders.split_at(1);
        said(language, format!("{}\nsay all: SENTENCE\nend say\n{}", list(first), list(rest)))
    },
    |orders, language| {
        // A sentence that continues after the orders causes a question.
        let said = Some(language.sentence.to_owned());
        let text = format!(
            "{}\nsay all: {}\n{}\nso there",
            language.greeting,
            language.sentence,
            list(orders)
        );
        Email { text, said, taken: Some(0), refused: true, ..Email::default() }
    },
    |orders, _| plain(orders.iter().map(|one| one.order.clone()).collect::<Vec<_>>().join("; ")),
    |orders, language| {
        plain(format!("{}\n{}", language.greeting, marked(orders, |at| format!("{at}. "))))
    },
    |orders, _| plain(marked(orders, |at| format!("{at}) "))),
    |orders, language| {
        plain(format!("{}\n\n{}", marked(orders, |_| "- ".to_owned()), language.thanks))
    },
    |orders, language| plain(format!("{}\n{}", copied(orders).join("\n"), language.thanks)),
    |orders, _| {
        let broken: Vec<String> =
            copied(orders).iter().map(|line| broken(line, "\n     ")).collect();
        plain(broken.join("\n"))
    },
    |orders, language| {
        let text: Vec<String> = orders.iter().map(|one| broken(&one.order, "\n")).collect();
        let page: Vec<String> =
            orders.iter().map(|one| format!("<div>{}</div>", escaped(&one.order))).collect();
        let (text, page) = (text.join("\n"), page.join("\n"));
        Email {
            text: format!("{}\n\n{text}\n\n{}", language.greeting, language.farewell),
            page: Some(format!(
                "<div>{}</div><br>{page}<br><div>{}</div>",
                language.greeting, language.farewell
            )),
            ..Email::default()
        }
    },
    |orders, _| {
        let lines: Vec<String> = orders.iter().map(|one| broken(&one.order, " \n")).collect();
        Email { text: lines.join("\n"), flowed: true, ..Email::default() }
    },
    |orders, language| {
        let lines: Vec<String> =
            orders.iter().map(|one| format!("{}<br>", escaped(&one.order))).collect();
        let page = format!(
            "<p>{}</p><p>{}</p><p>{}<br>Ann</p>",
            language.greeting,
            lines.concat(),
            language.farewell
        );
        Email { page: Some(page), ..Email::default() }
    },
    |orders, language| {
        let (first, rest) = orders.split_at(1);
        let text = format!("{}\n{}\n{}", list(first), language.before, list(rest));
        Email { text, ..Email::default() }
    },
];

const QUOTE: &str = "> Write your orders above this line\n>\n> Hello Ann,\n> done\n> 1. pass";
const DISCLAIMER: &str = "This e-mail and any files transmitted with it are confidential and \
    intended solely for the use of the individual to whom they are addressed. Delete it if you \
    are not.";

fn plain(text: String) -> Email {
    Email { text, ..Email::default() }
}

fn list(orders: &[Offer]) -> String {
    orders.iter().map(|one| one.order.clone()).collect::<Vec<_>>().join("\n")
}

fn around(orders: &[Offer], language: &Language, name: &str) -> Email {
    let Language { greeting, thanks, farewell, .. } = language;
    plain(format!("{greeting}\n\n{}\n\n{thanks}\n{farewell}\n\n{name}", list(orders)))
}

fn said(language: &Language, text: String) -> Email {
    let said = Some(language.sentence.to_owned());
    Email { text: text.replace("SENTENCE", language.sentence), said, ..Email::default() }
}

fn labels(language: &Language) -> String {
    let [from, sent, to, subject] = language.labels;
    format!(
        "{from}: Ravenpost <raven@raven.example>\n{sent}: Thursday 20 November 2025 09:00\n\
         {to}: ann@example.org\n{subject}: Your turn\n\nHello Ann,\ndone\n1. pass"
    )
}

fn marked(orders: &[Offer], mark: impl Fn(usize) -> String) -> String {
    let lines = orders.iter().enumerate().map(|(at, one)| format!("{}{}", mark(at + 1), one.order));
    lines.collect::<Vec<_>>().join("\n")
}

/// Lines copied from the email's list, with their descriptions.
fn copied(orders: &[Offer]) -> Vec<String> {
    let line = |one: &Offer| format!("{} - {}", one.order, one.words);
    orders.iter().map(line).collect()
}

/// A line that was wrapped before its last word.
fn broken(line: &str, by: &str) -> String {
    line.rsplit_once(' ').map_or(line.to_owned(), |(head, tail)| format!("{head}{by}{tail}"))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
