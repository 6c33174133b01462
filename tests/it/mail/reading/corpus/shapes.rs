//! Thirty shapes of replies: the text around the orders, and where it stands.

use ravenpost_rules::Offer;

use super::tongues::Tongue;

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

type Shape = fn(&[Offer], &Tongue) -> Email;

pub const SHAPES: [Shape; 30] = [
    |orders, _| plain(list(orders)),
    |orders, tongue| plain(format!("{}\n\n{}", tongue.greeting, list(orders))),
    |orders, tongue| around(orders, tongue, "Ann"),
    |orders, tongue| around(orders, tongue, "Ann Carter\n+46 555 0100\nStora gatan 3, Visby"),
    |orders, tongue| {
        plain(format!("{}\n\n-- \nAnn Carter\n{}\nplay nothing", list(orders), tongue.farewell))
    },
    |orders, tongue| {
        plain(format!(
            "{}\n{}\n{}\n\n{}",
            tongue.greeting,
            tongue.before,
            list(orders),
            tongue.thanks
        ))
    },
    |orders, tongue| plain(format!("{}\n\n{}", list(orders), tongue.device)),
    |orders, _| plain(format!("{}\n\nSent with Proton Mail secure email.", list(orders))),
    |orders, tongue| {
        plain(format!("{}\n\n{}\nAnn\n\nGet Outlook for iOS", list(orders), tongue.farewell))
    },
    |orders, tongue| plain(format!("{}\n\n{}\n\n{DISCLAIMER}", list(orders), tongue.farewell)),
    |orders, tongue| plain(format!("{}\n\n{}\n{QUOTE}", list(orders), tongue.header())),
    |orders, tongue| plain(format!("{}\n{}\n\n{}", tongue.greeting, list(orders), labels(tongue))),
    |orders, tongue| plain(format!("{}\n{QUOTE}\n\n{}", tongue.header(), list(orders))),
    |orders, tongue| {
        let between: Vec<String> =
            orders.iter().map(|one| format!("> 1. a quoted line\n{}", one.order)).collect();
        plain(format!("{}\n{}\n> the end", tongue.header(), between.join("\n")))
    },
    |orders, _| plain(format!("{}\n\n{QUOTE}", list(orders))),
    |orders, tongue| said(tongue, format!("say all: SENTENCE\nend say\n{}", list(orders))),
    |orders, tongue| said(tongue, format!("{}\nsay all: SENTENCE", list(orders))),
    |orders, tongue| said(tongue, format!("say all: SENTENCE\n\n{}", list(orders))),
    |orders, tongue| {
        let (first, rest) = orders.split_at(1);
        said(tongue, format!("{}\nsay all: SENTENCE\nend say\n{}", list(first), list(rest)))
    },
    |orders, tongue| {
        // A sentence that continues after the orders causes a question.
        let said = Some(tongue.sentence.to_owned());
        let text = format!(
            "{}\nsay all: {}\n{}\nso there",
            tongue.greeting,
            tongue.sentence,
            list(orders)
        );
        Email { text, said, taken: Some(0), refused: true, ..Email::default() }
    },
    |orders, _| plain(orders.iter().map(|one| one.order.clone()).collect::<Vec<_>>().join("; ")),
    |orders, tongue| {
        plain(format!("{}\n{}", tongue.greeting, marked(orders, |at| format!("{at}. "))))
    },
    |orders, _| plain(marked(orders, |at| format!("{at}) "))),
    |orders, tongue| plain(format!("{}\n\n{}", marked(orders, |_| "- ".to_owned()), tongue.thanks)),
    |orders, tongue| plain(format!("{}\n{}", copied(orders).join("\n"), tongue.thanks)),
    |orders, _| {
        let broken: Vec<String> =
            copied(orders).iter().map(|line| broken(line, "\n     ")).collect();
        plain(broken.join("\n"))
    },
    |orders, tongue| {
        let text: Vec<String> = orders.iter().map(|one| broken(&one.order, "\n")).collect();
        let page: Vec<String> =
            orders.iter().map(|one| format!("<div>{}</div>", escaped(&one.order))).collect();
        let (text, page) = (text.join("\n"), page.join("\n"));
        Email {
            text: format!("{}\n\n{text}\n\n{}", tongue.greeting, tongue.farewell),
            page: Some(format!(
                "<div>{}</div><br>{page}<br><div>{}</div>",
                tongue.greeting, tongue.farewell
            )),
            ..Email::default()
        }
    },
    |orders, _| {
        let lines: Vec<String> = orders.iter().map(|one| broken(&one.order, " \n")).collect();
        Email { text: lines.join("\n"), flowed: true, ..Email::default() }
    },
    |orders, tongue| {
        let lines: Vec<String> =
            orders.iter().map(|one| format!("{}<br>", escaped(&one.order))).collect();
        let page = format!(
            "<p>{}</p><p>{}</p><p>{}<br>Ann</p>",
            tongue.greeting,
            lines.concat(),
            tongue.farewell
        );
        Email { page: Some(page), ..Email::default() }
    },
    |orders, tongue| {
        let (first, rest) = orders.split_at(1);
        let text = format!("{}\n{}\n{}", list(first), tongue.before, list(rest));
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

fn around(orders: &[Offer], tongue: &Tongue, name: &str) -> Email {
    let Tongue { greeting, thanks, farewell, .. } = tongue;
    plain(format!("{greeting}\n\n{}\n\n{thanks}\n{farewell}\n\n{name}", list(orders)))
}

fn said(tongue: &Tongue, text: String) -> Email {
    let said = Some(tongue.sentence.to_owned());
    Email { text: text.replace("SENTENCE", tongue.sentence), said, ..Email::default() }
}

fn labels(tongue: &Tongue) -> String {
    let [from, sent, to, subject] = tongue.labels;
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
