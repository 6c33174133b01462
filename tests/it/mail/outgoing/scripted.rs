//! A relay that follows a script at each step and records which emails it accepted.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ravenpost::mail::outgoing::{Relay, RelaySettings, Security, SmtpTimeouts, Transport};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// The steps at which a relay can misbehave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    Greeting,
    Hello,
    Mail,
    Rcpt,
    Data,
    Text,
}

impl At {
    pub const ALL: [At; 6] = [At::Greeting, At::Hello, At::Mail, At::Rcpt, At::Data, At::Text];
}

/// The behaviour at a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mood {
    Well,
    Says(&'static str),
    /// The correct response, but after the sender's timeout.
    Late,
    Twice,
    /// The response together with the one to the next step, which then goes wrong.
    Early,
    HangsUp,
    /// Only for the message: accepts it, then closes the connection.
    TakesAndHangsUp,
}

/// The sender's timeout for this relay.
const PATIENCE: Duration = Duration::from_millis(250);

type Script = Arc<dyn Fn(At) -> Mood + Send + Sync>;

/// An email that was accepted.
#[derive(Clone, Debug)]
pub struct Accepted {
    pub id: String,
    pub message: String,
    /// Whether the sender said more on that connection, and so received the response.
    pub heard: bool,
}

pub struct Scripted {
    port: u16,
    taken: Arc<Mutex<Vec<Accepted>>>,
    listening: JoinHandle<()>,
}

impl Scripted {
    pub async fn new(script: impl Fn(At) -> Mood + Send + Sync + 'static) -> Scripted {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let taken = Arc::new(Mutex::new(Vec::new()));
        let (script, kept): (Script, _) = (Arc::new(script), Arc::clone(&taken));
        let listening = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let talk = Talk {
                    stream: BufReader::new(stream),
                    script: Arc::clone(&script),
                    taken: Arc::clone(&kept),
                };
                // The session ends when the client disconnects.
                tokio::spawn(async move { drop(talk.through().await) });
            }
        });
        Scripted { port, taken, listening }
    }

    pub fn settings(&self) -> RelaySettings {
        RelaySettings {
            host: "127.0.0.1".into(),
            port: self.port,
            security: Security::None,
            login: None,
            hello: "raven.example".into(),
            root: None,
            timeouts: SmtpTimeouts {
                connect: PATIENCE,
                dial: PATIENCE,
                answer: PATIENCE,
                data: PATIENCE,
                taken: PATIENCE,
            },
        }
    }

    pub fn transport(&self) -> Transport {
        Transport::Relay(Box::new(Relay::new(&self.settings()).unwrap()))
    }

    /// The accepted emails by id.
    pub fn taken(&self) -> BTreeMap<String, Vec<Accepted>> {
        let mut all: BTreeMap<String, Vec<Accepted>> = BTreeMap::new();
        for taken in self.taken.lock().unwrap().iter() {
            all.entry(taken.id.clone()).or_default().push(taken.clone());
        }
        all
    }
}

impl Drop for Scripted {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

/// One connection.
struct Talk {
    stream: BufReader<TcpStream>,
    script: Script,
    taken: Arc<Mutex<Vec<Accepted>>>,
}

impl Talk {
    async fn through(mut self) -> std::io::Result<()> {
        if !self.say(self.mood(At::Greeting), "220 relay.example").await? {
            return Ok(());
        }
        let mut last: Option<usize> = None;
        loop {
            let line = self.line().await?;
            if let Some(last) = last.take() {
                self.taken.lock().unwrap()[last].heard = true;
            }
            let goes_on = match line.split([' ', '\r']).next().unwrap_or_default() {
                "EHLO" => self.say(self.mood(At::Hello), "250 relay.example").await?,
                "MAIL" => self.say(self.mood(At::Mail), "250 2.1.0 fine").await?,
                "RCPT" => self.say(self.mood(At::Rcpt), "250 2.1.5 fine").await?,
                "DATA" => self.data(&mut last).await?,
                "QUIT" => {
                    self.write("221 2.0.0 goodbye\r\n").await?;
                    false
                }
                _ => {
                    self.write("500 what?\r\n").await?;
                    true
                }
            };
            if !goes_on {
                return Ok(());
            }
        }
    }

    fn mood(&self, at: At) -> Mood {
        (self.script)(at)
    }

    /// Responds in this way, and returns whether the session continues.
    async fn say(&mut self, mood: Mood, well: &str) -> std::io::Result<bool> {
        match mood {
            Mood::Well => self.write(&format!("{well}\r\n")).await?,
            Mood::Says(said) => self.write(&format!("{said}\r\n")).await?,
            Mood::Late => {
                // Until the sender gives up or continues without a response.
                let _ = tokio::time::timeout(PATIENCE * 2, self.stream.fill_buf()).await;
                self.write(&format!("{well}\r\n")).await?;
            }
            Mood::Twice => self.write(&format!("{well}\r\n{well}\r\n")).await?,
            Mood::Early => self.write(&format!("{well}\r\n250 2.0.0 taken\r\n")).await?,
            Mood::HangsUp | Mood::TakesAndHangsUp => return Ok(false),
        }
        Ok(true)
    }

    async fn data(&mut self, last: &mut Option<usize>) -> std::io::Result<bool> {
        let mood = self.mood(At::Data);
        if !self.say(mood, "354 go").await? || matches!(mood, Mood::Says(_)) {
            return Ok(matches!(mood, Mood::Says(_)));
        }
        let message = self.message().await?;
        if mood == Mood::Early {
            return self.say(Mood::Says("451 4.3.0 not taken after all"), "").await;
        }
        let mood = self.mood(At::Text);
        if !matches!(mood, Mood::Says(_) | Mood::HangsUp) {
            let id = message.split("Message-ID: <").nth(1).and_then(|rest| rest.split('>').next());
            let id = id.unwrap_or_default().to_owned();
            let mut taken = self.taken.lock().unwrap();
            taken.push(Accepted { id, message, heard: false });
            *last = Some(taken.len() - 1);
        }
        self.say(mood, "250 2.0.0 taken").await
    }

    async fn line(&mut self) -> std::io::Result<String> {
        let mut line = String::new();
        match self.stream.read_line(&mut line).await? {
            0 => Err(std::io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(line),
        }
    }

    async fn message(&mut self) -> std::io::Result<String> {
        let mut message = String::new();
        loop {
            let line = self.line().await?;
            if line == ".\r\n" {
                return Ok(message);
            }
            message.push_str(line.strip_prefix('.').unwrap_or(&line));
        }
    }

    async fn write(&mut self, text: &str) -> std::io::Result<()> {
        self.stream.get_mut().write_all(text.as_bytes()).await
    }
}
