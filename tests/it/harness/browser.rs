//! The real server on a free port, and a browser without scripts: it stores cookies, follows
//! redirects and submits the forms it was shown.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::rc::Rc;

use actix_web::web::Data;
use chrono::{DateTime, Utc};
use ravenpost::config::Config;
use ravenpost::service::Service;
use ravenpost::web::Site;
use ravenpost::web::http::limits::Limits;
use ravenpost::web::http::server::Listener;
use ravenpost::web::shared::query::pairs;
use scraper::{ElementRef, Html, Selector};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

thread_local! {
    /// The last parsed page with its source. Tests ask one page for many things, and parsing takes
    /// as long as rendering.
    static PARSED: RefCell<Option<(String, Rc<Html>)>> = const { RefCell::new(None) };
}

/// A running server.
pub struct Pages {
    pub address: SocketAddr,
}

/// The current time on all these pages.
pub fn noon() -> DateTime<Utc> {
    "2026-11-20T12:00:00Z".parse().expect("a moment")
}

impl Pages {
    /// Serves a service, with emails viewable at `/outbox` and limits that tests do not reach by
    /// accident.
    pub fn of(service: Service) -> Pages {
        Pages::with(service, |_| ())
    }

    /// Same as `of`, with changes to the site.
    pub fn with(service: Service, change: impl FnOnce(&mut Site)) -> Pages {
        let mut site = Site::of(service, &Config::default());
        site.clock = noon;
        site.limits = Limits::new(10_000, 10_000);
        change(&mut site);
        let source = Listener::open("127.0.0.1:0", 0o600).expect("a free port");
        let address = source.address().expect("readable").expect("not a local socket");
        tokio::spawn(source.serve(Data::new(site), 1).expect("a server"));
        Pages { address }
    }

    /// Creates a browser without cookies.
    pub fn browser(&self) -> Browser {
        Browser { address: self.address, cookies: BTreeMap::new(), headers: Vec::new() }
    }
}

#[derive(Clone)]
pub struct Browser {
    address: SocketAddr,
    pub cookies: BTreeMap<String, String>,
    /// Sent with every request, in addition to the usual headers.
    pub headers: Vec<(String, String)>,
}

/// A response.
#[derive(Clone, Debug)]
pub struct Page {
    pub path: String,
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Browser {
    /// Returns host and port of the server.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn signed_in(mut self, session: &str) -> Browser {
        self.cookies.insert("ravenpost".to_owned(), session.to_owned());
        self
    }

    /// Requests a page and follows redirects.
    pub async fn get(&mut self, path: &str) -> Page {
        let page = self.once("GET", path, None).await;
        self.follow(page).await
    }

    /// Posts a form and follows redirects.
    pub async fn post(&mut self, path: &str, body: &str) -> Page {
        let page = self.once("POST", path, Some(body)).await;
        self.follow(page).await
    }

    /// Fills in and submits the form of a page whose action ends with `action`. `fill` overrides
    /// its fields and may name a button.
    pub async fn send(&mut self, page: &Page, action: &str, fill: &[(&str, &str)]) -> Page {
        let form = page.form(action);
        let mut fields = form.fields;
        for (name, value) in fill {
            fields.retain(|(known, _)| known != name);
            fields.push(((*name).to_owned(), (*value).to_owned()));
        }
        let borrowed: Vec<_> = fields.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        let coded = pairs(&borrowed);
        if form.post {
            self.post(&form.action, &coded).await
        } else {
            self.get(&format!("{}?{coded}", form.action)).await
        }
    }

    async fn follow(&mut self, mut page: Page) -> Page {
        for _ in 0..5 {
            let Some(to) = page.header("location").map(ToOwned::to_owned) else { return page };
            assert!(to.starts_with('/') && !to.starts_with("//"), "a redirect leaves: {to}");
            page = self.once("GET", &to, None).await;
        }
        panic!("redirects go on for ever at {}", page.path);
    }

    /// Sends one request without following redirects.
    pub async fn once(&mut self, method: &str, path: &str, body: Option<&str>) -> Page {
        let bare = path.split('#').next().expect("a path");
        let host = self.address;
        let mut text = format!("{method} {bare} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n");
        if !self.cookies.is_empty() {
            let cookies = self.cookies.iter().map(|(name, value)| format!("{name}={value}"));
            let cookies: Vec<String> = cookies.collect();
            text.push_str(&format!("cookie: {}\r\n", cookies.join("; ")));
        }
        if !self.headers.iter().any(|(name, _)| name == "sec-fetch-site") {
            text.push_str("sec-fetch-site: same-origin\r\n");
        }
        for (name, value) in &self.headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        if let Some(body) = body {
            if !self.headers.iter().any(|(name, _)| name == "content-type") {
                text.push_str("content-type: application/x-www-form-urlencoded\r\n");
            }
            text.push_str(&format!("content-length: {}\r\n", body.len()));
        }
        text.push_str("\r\n");
        text.push_str(body.unwrap_or_default());
        let mut stream = TcpStream::connect(self.address).await.expect("the server listens");
        stream.write_all(text.as_bytes()).await.expect("a request can be sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.expect("an answer can be read");
        let page = read(path, &answer);
        self.keep(&page);
        page
    }

    fn keep(&mut self, page: &Page) {
        for (name, value) in &page.headers {
            if name != "set-cookie" {
                continue;
            }
            let pair = value.split(';').next().expect("a cookie");
            let (name, cookie) = pair.split_once('=').expect("a name and a value");
            if value.contains("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), cookie.to_owned());
            }
        }
    }
}

fn read(path: &str, answer: &[u8]) -> Page {
    let split = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("a whole answer");
    let head = String::from_utf8_lossy(&answer[..split]).into_owned();
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok());
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let rest = &answer[split + 4..];
    let chunked =
        headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
    let body = if chunked { unchunked(rest) } else { rest.to_vec() };
    Page {
        path: path.to_owned(),
        status: status.expect("a status"),
        headers,
        body: String::from_utf8_lossy(&body).into_owned(),
    }
}

fn unchunked(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
        let size = std::str::from_utf8(&rest[..end]).expect("a size in hexadecimal");
        let size = usize::from_str_radix(size.trim(), 16).expect("a size in hexadecimal");
        if size == 0 {
            break;
        }
        body.extend_from_slice(&rest[end + 2..end + 2 + size]);
        rest = &rest[end + 4 + size..];
    }
    body
}

/// A form as it was shown.
pub struct Form {
    pub action: String,
    pub post: bool,
    pub fields: Vec<(String, String)>,
}

impl Page {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn html(&self) -> Rc<Html> {
        PARSED.with_borrow_mut(|parsed| match parsed {
            Some((body, html)) if *body == self.body => Rc::clone(html),
            _ => {
                let html = Rc::new(Html::parse_document(&self.body));
                *parsed = Some((self.body.clone(), Rc::clone(&html)));
                html
            }
        })
    }

    /// Asserts that the page has status 200, and prints its text otherwise.
    #[track_caller]
    pub fn ok(&self) -> &Page {
        assert_eq!(self.status, 200, "{}: {}", self.path, self.words());
        self
    }

    /// Returns the text of the main part, one line per block.
    pub fn words(&self) -> String {
        let html = self.html();
        let main = html.select(&selector("main")).next();
        let text: Vec<String> = main
            .into_iter()
            .flat_map(|main| main.text())
            .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
            .filter(|text| !text.is_empty())
            .collect();
        text.join("\n")
    }

    /// Returns the text of the first match of a selector.
    pub fn text(&self, css: &str) -> Option<String> {
        self.texts(css).into_iter().next()
    }

    /// Returns the text of every match of a selector.
    pub fn texts(&self, css: &str) -> Vec<String> {
        let html = self.html();
        let wanted = selector(css);
        let text = |found: ElementRef<'_>| {
            found.text().collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
        };
        html.select(&wanted).map(text).collect()
    }

    /// Returns all values of an attribute.
    pub fn all(&self, css: &str, attribute: &str) -> Vec<String> {
        let html = self.html();
        let wanted = selector(css);
        let found = html.select(&wanted);
        found.filter_map(|element| element.attr(attribute).map(ToOwned::to_owned)).collect()
    }

    /// Returns the form whose action ends with `action`; POST forms take precedence over GET forms.
    #[track_caller]
    pub fn form(&self, action: &str) -> Form {
        let html = self.html();
        let forms = selector("form");
        let all = || {
            let fits = |form: &ElementRef<'_>| {
                form.attr("action").is_some_and(|known| known.ends_with(action))
            };
            html.select(&forms).filter(fits)
        };
        let found = all().find(|form| form.attr("method") == Some("post")).or(all().next());
        let Some(form) = found else { panic!("no form for {action} at {}", self.path) };
        Form {
            action: form.attr("action").unwrap_or_default().to_owned(),
            post: form.attr("method").is_some_and(|method| method.eq_ignore_ascii_case("post")),
            fields: fields(form),
        }
    }
}

pub fn selector(css: &str) -> Selector {
    Selector::parse(css).expect("a good selector")
}

/// Returns the fields a browser would submit without any button.
fn fields(form: ElementRef) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    for input in form.select(&selector("input[name], select[name], textarea[name]")) {
        let name = input.attr("name").unwrap_or_default().to_owned();
        let value = match (input.value().name(), input.attr("type")) {
            ("input", Some("checkbox" | "radio")) if input.attr("checked").is_none() => continue,
            ("select", _) => {
                let chosen = input.select(&selector("option[selected]")).next();
                let chosen = chosen.or_else(|| input.select(&selector("option")).next());
                let Some(option) = chosen else { continue };
                let text: String = option.text().collect();
                option.attr("value").map_or(text, ToOwned::to_owned)
            }
            ("textarea", _) => input.text().collect(),
            _ => input.attr("value").unwrap_or_default().to_owned(),
        };
        fields.push((name, value));
    }
    fields
}
