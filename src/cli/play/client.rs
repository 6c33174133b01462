//! The API over HTTP. Requests that fail because the server is away or busy are repeated for about
//! a minute.

use std::io::{BufRead, BufReader};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use ureq::http::Response;
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::{Agent, Body};

const CONNECT: Duration = Duration::from_secs(10);
/// The longest time that a request may take.
const REQUEST: Duration = Duration::from_secs(60);
/// How long a stream may be silent. The server sends something every 15 seconds.
const SILENCE: Duration = Duration::from_secs(40);
const FIRST_WAIT: Duration = Duration::from_millis(250);
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// How many times a request is repeated. The pauses in between add up to a minute.
const REPEATS: usize = 8;
/// The time after which a request is no longer repeated.
const TIMEOUT: Duration = Duration::from_secs(90);
/// The longest wait that a server can request, in seconds.
const LONGEST_RETRY_AFTER: u64 = 600;

/// Why a request did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    #[error("cannot use this server address: {0}")]
    Address(ureq::Error),
    #[error("the server does not accept the access token: {0}")]
    Token(String),
    #[error("{path}: status {status}: {detail}")]
    Refused { path: String, status: u16, detail: String },
    #[error("{path}: the server cannot be reached: {why}")]
    Unreachable { path: String, why: String },
}

impl ClientError {
    pub fn of(path: &str, reply: &Reply) -> ClientError {
        let refusal = reply.body["refusals"][0]["why"].as_str();
        let detail = refusal.or(reply.body["detail"].as_str());
        let detail = detail.unwrap_or("not a response of the API");
        let (path, detail) = (path.to_owned(), detail.to_owned());
        match reply.status {
            401 => ClientError::Token(detail),
            status => ClientError::Refused { path, status, detail },
        }
    }

    /// Returns whether all later requests would fail as well.
    pub fn is_final(&self) -> bool {
        matches!(self, ClientError::Address(_) | ClientError::Token(_))
    }

    /// Whether there is nothing at this path, such as a game that was deleted.
    pub fn is_missing(&self) -> bool {
        matches!(self, ClientError::Refused { status: 404, .. })
    }
}

/// A response of the API.
pub struct Reply {
    pub status: u16,
    pub tag: Option<String>,
    retry_after: Option<u64>,
    /// Null if the response is not JSON.
    pub body: Value,
}

impl Reply {
    fn read(response: Response<Body>) -> Result<Reply, ureq::Error> {
        let status = response.status().as_u16();
        let header = |name: &str| response.headers().get(name)?.to_str().ok().map(str::to_owned);
        let tag = header("etag");
        let retry_after = header("retry-after").and_then(|text| text.parse().ok());
        let mut body = response.into_body();
        let body = serde_json::from_str(&body.read_to_string()?).unwrap_or_default();
        Ok(Reply { status, tag, retry_after, body })
    }

    /// Whether the same request can succeed later: it is in progress, there were too many, or the
    /// server is restarting.
    fn is_temporary(&self) -> bool {
        matches!(self.status, 408 | 409 | 429 | 502 | 503 | 504)
    }

    /// Returns how long the server asks to wait.
    fn wait(&self) -> Duration {
        Duration::from_secs(self.retry_after.unwrap_or(0).min(LONGEST_RETRY_AFTER))
    }
}

/// The content of a `POST`.
pub struct Post<'p> {
    /// The idempotency key, so that a repeated request has one effect.
    pub key: &'p str,
    /// The tag of the prompt that the order answers.
    pub tag: &'p str,
    pub body: String,
}

/// Waits between attempts, doubled each time.
#[derive(Clone, Copy)]
pub struct Backoff(Duration);

impl Default for Backoff {
    fn default() -> Backoff {
        Backoff(FIRST_WAIT)
    }
}

impl Backoff {
    pub fn wait(&mut self) -> Duration {
        let wait = self.0;
        self.0 = (wait * 2).min(LONGEST_WAIT);
        wait
    }
}

/// A program that uses the API with an access token.
#[derive(Clone)]
pub struct Client {
    agent: Agent,
    server: String,
    authorization: String,
    /// The waits of every request.
    backoff: Backoff,
}

impl Client {
    /// Prepares requests to a server, such as `https://play.example.org`.
    pub fn new(server: &str, token: &str) -> Client {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            // The token must not follow a redirect.
            .max_redirects(0)
            .user_agent(concat!("ravenpost/", env!("CARGO_PKG_VERSION")))
            .timeout_connect(Some(CONNECT))
            .timeout_global(Some(REQUEST));
        let config = match server.starts_with("https:") {
            true => config.tls_config(TlsConfig::builder().root_certs(system_roots()).build()),
            false => config,
        };
        Client {
            agent: config.build().new_agent(),
            server: server.trim_end_matches('/').to_owned(),
            authorization: format!("Bearer {token}"),
            backoff: Backoff::default(),
        }
    }

    /// Requests a path below `/api/v1`, and returns the reply if it has status 200.
    pub fn get(&self, path: &str) -> Result<Reply, ClientError> {
        let reply = self.send(path, None)?;
        match reply.status == 200 && reply.body.is_object() {
            true => Ok(reply),
            false => Err(ClientError::of(path, &reply)),
        }
    }

    /// Posts to a path below `/api/v1`, and returns a reply of any status that is not temporary.
    pub fn post(&self, path: &str, post: &Post<'_>) -> Result<Reply, ClientError> {
        self.send(path, Some(post))
    }

    /// Sends a request until it gets an answer, or was repeated often enough.
    fn send(&self, path: &str, post: Option<&Post<'_>>) -> Result<Reply, ClientError> {
        let (began, mut backoff, mut repeats) = (Instant::now(), self.backoff, 0);
        loop {
            let (why, asked) = match self.once(path, post).and_then(Reply::read) {
                Ok(reply) if reply.status == 401 => return Err(ClientError::of(path, &reply)),
                Ok(reply) if !reply.is_temporary() => return Ok(reply),
                Ok(reply) => (format!("status {}", reply.status), reply.wait()),
                Err(error) if is_permanent(&error) => return Err(ClientError::Address(error)),
                Err(error) => (error.to_string(), Duration::ZERO),
            };
            if repeats == REPEATS || began.elapsed() > TIMEOUT {
                return Err(ClientError::Unreachable { path: path.to_owned(), why });
            }
            repeats += 1;
            let wait = backoff.wait().max(asked);
            tracing::warn!(path, why, wait_ms = wait.as_millis() as u64, "request failed");
            thread::sleep(wait);
        }
    }

    fn once(&self, path: &str, post: Option<&Post<'_>>) -> Result<Response<Body>, ureq::Error> {
        let url = format!("{}/api/v1{path}", self.server);
        let Some(post) = post else {
            let request = self.agent.get(url.as_str());
            return request.header("Authorization", self.authorization.as_str()).call();
        };
        let request = self.agent.post(url.as_str());
        let request = request.header("Authorization", self.authorization.as_str());
        let request = request.header("Content-Type", "application/json");
        let request = request.header("Idempotency-Key", format!("\"{}\"", post.key));
        request.header("If-Match", post.tag).send(post.body.as_str())
    }

    /// Opens the event stream with this name, and passes the kind of each event to `each`. Returns
    /// when the stream ends.
    pub fn stream(&self, name: &str, mut each: impl FnMut(&str)) -> anyhow::Result<()> {
        let url = format!("{}/api/v1/me/events?name={name}", self.server);
        let request = self.agent.get(url.as_str()).config();
        let request = request.timeout_global(None).timeout_per_read(Some(SILENCE)).build();
        let request = request.header("Authorization", self.authorization.as_str());
        let response = request.header("Accept", "application/x-ndjson").call()?;
        let status = response.status().as_u16();
        anyhow::ensure!(status == 200, "status {status}");
        for line in BufReader::new(response.into_body().into_reader()).lines() {
            let event: Value = serde_json::from_str(&line?).unwrap_or_default();
            if let Some(kind) = event["kind"].as_str() {
                each(kind);
            }
        }
        Ok(())
    }
}

/// Returns whether there is no point in repeating the request.
fn is_permanent(error: &ureq::Error) -> bool {
    use ureq::Error::{BadUri, Http, InvalidProxyUrl};
    matches!(error, BadUri(_) | Http(_) | InvalidProxyUrl)
}

/// The certificate authorities that this system trusts.
fn system_roots() -> RootCerts {
    let found = rustls_native_certs::load_native_certs().certs;
    let roots: Vec<Certificate<'static>> =
        found.iter().map(|one| Certificate::from_der(one).to_owned()).collect();
    RootCerts::new_with_certs(&roots)
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};

    use super::*;

    const OK: &str = "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n{\"a\": 1}";

    /// Answers one connection after the other, each with one response, and returns the requests.
    /// An empty response closes the connection without an answer.
    fn server(responses: &'static [&'static str]) -> (Client, thread::JoinHandle<Vec<String>>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let client = Client::new(&format!("http://{}", listener.local_addr().unwrap()), "rp_x");
        let client = Client { backoff: Backoff(Duration::ZERO), ..client };
        let requests = thread::spawn(move || {
            let mut requests = Vec::new();
            for response in responses {
                let (stream, _) = listener.accept().unwrap();
                requests.push(answer(stream, response));
            }
            requests
        });
        (client, requests)
    }

    /// Answers the request of a connection, and returns it.
    fn answer(mut stream: TcpStream, response: &str) -> String {
        let mut request = Vec::new();
        let mut part = [0; 4096];
        let is_whole = |request: &[u8]| {
            let text = String::from_utf8_lossy(request);
            let post = text.starts_with("POST");
            text.split_once("\r\n\r\n").is_some_and(|(_, body)| !post || body.ends_with('}'))
        };
        while !is_whole(&request) {
            let length = stream.read(&mut part).unwrap();
            assert!(length > 0, "the request ended early");
            request.extend_from_slice(&part[..length]);
        }
        let response = response.replacen("\r\n", "\r\nConnection: close\r\n", 1);
        stream.write_all(response.as_bytes()).unwrap();
        String::from_utf8_lossy(&request).into_owned()
    }

    #[test]
    fn an_order_whose_response_is_lost_is_repeated_with_its_key() {
        let (client, requests) = server(&[
            "",
            "HTTP/1.1 429 Slow\r\nRetry-After: 0\r\nContent-Length: 2\r\n\r\n{}",
            "HTTP/1.1 503 Stop\r\nRetry-After: 0\r\nContent-Length: 2\r\n\r\n{}",
            // A response that ends early.
            "HTTP/1.1 200 OK\r\nContent-Length: 80\r\n\r\n{\"a\":",
            OK,
        ]);
        let post =
            Post { key: "k-1", tag: "\"seat-1-prompt-7\"", body: "{\"order\":1}".to_owned() };
        let reply = client.post("/games/g/orders", &post).unwrap();
        assert_eq!((reply.status, &reply.body["a"]), (200, &Value::from(1)));
        let requests = requests.join().unwrap();
        assert_eq!(requests.len(), 5);
        for request in &requests {
            let request = request.to_ascii_lowercase();
            for part in [
                "post /api/v1/games/g/orders ",
                "idempotency-key: \"k-1\"\r\n",
                "if-match: \"seat-1-prompt-7\"\r\n",
                "authorization: bearer rp_x\r\n",
            ] {
                assert!(request.contains(part), "{part} {request}");
            }
        }
    }

    #[test]
    fn a_revoked_token_is_final_and_a_missing_game_is_not() {
        let (client, _) = server(&[
            "HTTP/1.1 404 No\r\nContent-Length: 2\r\n\r\n{}",
            "HTTP/1.1 401 No\r\nContent-Length: 2\r\n\r\n{}",
        ]);
        assert!(client.get("/games/g").is_err_and(|error| !error.is_final()));
        assert!(client.get("/games/g").is_err_and(|error| error.is_final()));
        assert!(Client::new("play.example.org:x", "t").get("/").is_err_and(|one| one.is_final()));
    }

    #[test]
    fn client_backs_off_from_an_unavailable_server() {
        const BUSY: &str = "HTTP/1.1 503 Stop\r\nRetry-After: 0\r\nContent-Length: 2\r\n\r\n{}";
        let (client, requests) = server(&[BUSY; REPEATS + 1]);
        let error = client.get("/me").err().unwrap();
        assert!(matches!(error, ClientError::Unreachable { .. }) && !error.is_final(), "{error}");
        assert_eq!(requests.join().unwrap().len(), REPEATS + 1);
    }

    #[test]
    fn a_refusal_says_why() {
        let text = r#"{"detail": "a", "refusals": [{"why": "b"}, {"why": "c"}]}"#;
        let body = serde_json::from_str(text).unwrap();
        let reply = Reply { status: 422, tag: None, retry_after: None, body };
        let error = ClientError::of("/games/g/orders", &reply);
        assert!(matches!(error, ClientError::Refused { detail, .. } if detail == "b"));
    }

    #[test]
    fn token_is_not_sent_to_a_redirect_target() {
        let (client, requests) = server(&[
            "HTTP/1.1 301 Moved\r\nLocation: http://127.0.0.1:9/\r\nContent-Length: 0\r\n\r\n",
        ]);
        assert!(client.get("/me").is_err());
        assert_eq!(requests.join().unwrap().len(), 1);
    }

    #[test]
    fn a_stream_passes_the_kinds_of_its_events() {
        let (client, requests) = server(&[
            "HTTP/1.1 200 OK\r\n\r\n{\"kind\":\"hello\"}\n\n{\"kind\":\"turn\",\"game\":\"g\"}\n",
        ]);
        let mut kinds = Vec::new();
        client.stream("play", |kind| kinds.push(kind.to_owned())).unwrap();
        assert_eq!(kinds, ["hello", "turn"]);
        let requests = requests.join().unwrap();
        assert!(requests[0].starts_with("GET /api/v1/me/events?name=play "), "{requests:?}");
    }

    #[test]
    fn retry_delays_grow_to_a_minute() {
        let mut backoff = Backoff::default();
        let waits: Vec<Duration> = (0..12).map(|_| backoff.wait()).collect();
        assert_eq!(waits[..2], [FIRST_WAIT, FIRST_WAIT * 2]);
        assert_eq!(waits[11], LONGEST_WAIT);
    }
}
