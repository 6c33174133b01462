//! Finishing a letter: its text is written once, when it is first sent, from what is true then.
//! A letter that has been overtaken is not written at all.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use super::course::Wait;
use super::error::ServiceError;
use super::letters_owed::{Payload, stale};
use super::live::Live;
use super::log::Entry;
use super::mail_choices::{MailChoices, StopLink, Whose};
use super::read_lists::SeatName;
use super::sign_in::{LINK_MINUTES, SignInPayload};
use super::{Service, invite::InvitePayload};
use crate::letters::you::to_you;
use crate::letters::{
    Badge, Begins, Cancelled, Clock, DeadlinePassed, Frame, GameCard, GameOver, Head, Invitation,
    Joined, Kind, Letter, Line, Reminder, SignIn, Sitting, Started, Switch, TakenBack, YourTurn,
};
use crate::rules::act::Stage;
use crate::rules::{Act, Seat, Viewer};
use crate::store::invitations;
use crate::store::outbox::Owed;
use crate::store::players::{self, Player};

/// What became of a letter that was owed.
pub enum Finished {
    /// Written, for this address.
    Ready { address: String, letter: Box<Letter> },
    /// Overtaken, or not wanted by its reader: to be dropped, for this reason.
    Dropped(&'static str),
}

impl Service {
    /// Writes an owed letter.
    pub async fn finish_letter(
        &self,
        now: DateTime<Utc>,
        owed: &Owed,
    ) -> Result<Finished, ServiceError> {
        let Some(kind) = Kind::find(&owed.kind) else {
            return Ok(Finished::Dropped("this build does not know its kind"));
        };
        let reader = match owed.to_player {
            Some(id) => players::get(self.store().read(), id).await.ok(),
            None => None,
        };
        let address = reader.as_ref().map(|player| player.address.clone());
        let Some(address) = address.or_else(|| owed.address.clone()) else {
            return Ok(Finished::Dropped("its reader is gone"));
        };
        if let Some(why) = self.unwanted(kind, owed, reader.as_ref()).await? {
            return Ok(Finished::Dropped(why));
        }
        let frame = self.frame(now, owed, kind, reader.as_ref()).await?;
        let letter = match kind {
            Kind::SignIn => self.sign_in_letter(owed, frame),
            Kind::Invitation => self.invitation_letter(owed, frame).await?,
            Kind::Undelivered => self.undelivered_letter(owed, frame).await?,
            Kind::NewAddress => self.new_address_letter(owed, frame).await?,
            Kind::OldAddress => self.old_address_letter(owed, frame).await?,
            _ => self.game_letter(kind, owed, frame).await?,
        };
        Ok(match letter {
            Some(letter) => Finished::Ready { address, letter: Box::new(letter) },
            None => Finished::Dropped("the game has moved on"),
        })
    }

    /// Why a letter is not to be written at all, although it is true. Letters that nobody can
    /// switch off were asked for by their readers, and go to whatever address they gave.
    async fn unwanted(
        &self,
        kind: Kind,
        owed: &Owed,
        reader: Option<&Player>,
    ) -> Result<Option<&'static str>, ServiceError> {
        let Some(switch) = kind.switch() else { return Ok(None) };
        Ok(match (reader, &owed.address) {
            (Some(reader), _) if reader.stopped_at.is_some() => {
                Some("letters to its reader come back")
            }
            (Some(reader), _) => {
                let wanted = MailChoices::of(&reader.mail).wants_of(switch, owed.game.as_ref());
                (!wanted).then_some("its reader does not want letters of this kind")
            }
            (None, Some(address)) => {
                let guest = self.guest(address).await?;
                let never = invitations::refused(self.store().read(), &guest).await?;
                never.then_some("its reader does not want to be invited")
            }
            (None, None) => None,
        })
    }

    /// The link that stops letters like this one.
    async fn stop(
        &self,
        kind: Kind,
        owed: &Owed,
        reader: Option<&Player>,
    ) -> Result<Option<String>, ServiceError> {
        let Some(switch) = kind.switch() else { return Ok(None) };
        let whose = match (reader, &owed.address) {
            (Some(reader), _) => Whose::Player(reader.id),
            (None, Some(address)) => Whose::Guest(self.guest(address).await?),
            (None, None) => return Ok(None),
        };
        let game = owed.game.clone().filter(|_| switch != Switch::Invitations);
        let token = self.stop_token(&StopLink { whose, switch, game }).await?;
        Ok(Some(format!("{}/stop/{token}", self.settings().base_url)))
    }

    async fn frame(
        &self,
        now: DateTime<Utc>,
        owed: &Owed,
        kind: Kind,
        reader: Option<&Player>,
    ) -> Result<Frame, ServiceError> {
        let base = &self.settings().base_url;
        let zone = reader.and_then(|reader| reader.zone.parse::<Tz>().ok());
        Ok(Frame {
            server: Line::from("Ravenpost"),
            home: format!("{base}/"),
            reader: reader.map_or_else(|| Line::from(""), |reader| Line::from(&reader.name)),
            zone: zone.unwrap_or(Tz::UTC),
            now,
            settings: reader.map(|_| format!("{base}/settings")),
            stop: self.stop(kind, owed, reader).await?,
            reply: None,
        })
    }

    fn sign_in_letter(&self, owed: &Owed, frame: Frame) -> Option<Letter> {
        let payload: SignInPayload = serde_json::from_str(&owed.payload).ok()?;
        let until = owed.at + chrono::Duration::minutes(LINK_MINUTES);
        (until > frame.now).then(|| {
            let link = format!("{}/sign-in/{}", self.settings().base_url, payload.token);
            let code = Line::from(payload.code);
            SignIn { frame, link, code, until, browser: Line::from(payload.browser) }.compose()
        })
    }

    async fn invitation_letter(
        &self,
        owed: &Owed,
        frame: Frame,
    ) -> Result<Option<Letter>, ServiceError> {
        let payload: Option<InvitePayload> = serde_json::from_str(&owed.payload).ok();
        let (Some(payload), Some(game)) = (payload, &owed.game) else { return Ok(None) };
        let live = self.live(game).await?;
        if live.course.free().is_empty() {
            return Ok(None);
        }
        let seats = self.seat_names(&live).await?;
        let about = live.title.about();
        let mut card = self.card(&live, None);
        // These are the only words of players that reach somebody who never asked for a letter.
        card.name = Line::for_strangers(&card.name, &format!("a table of {}", about.name));
        let letter = Invitation {
            game: card,
            from: Line::for_strangers(&payload.from, "A player"),
            tagline: Line::from(about.tagline),
            seats: for_strangers(sittings(&seats)),
            pace: pace_lines(&live),
            link: format!("{}/join/{}", self.settings().base_url, payload.token),
            until: None,
            frame,
        };
        Ok(Some(letter.compose()))
    }

    async fn game_letter(
        &self,
        kind: Kind,
        owed: &Owed,
        frame: Frame,
    ) -> Result<Option<Letter>, ServiceError> {
        let (Some(game), Some(seat), Some(seq)) = (&owed.game, owed.seat, owed.seq) else {
            return Ok(None);
        };
        let live = self.live_from(game, seq).await?;
        if stale(&live, kind, Some(seat), seq) {
            return Ok(None);
        }
        let payload: Payload = serde_json::from_str(&owed.payload).unwrap_or_default();
        let seats = self.seat_names(&live).await?;
        let thread = self.thread_of(owed).await?;
        let told = thread.turn.as_ref().map(|turn| turn.seq);
        let writer = Writer {
            told,
            card: self.card(&live, Some(seat)),
            base: &self.settings().base_url,
            live: &live,
            seat,
            seq,
            payload,
            seats,
            frame,
        };
        Ok(writer.write(kind)?.map(|letter| letter.following(thread)))
    }

    pub(super) fn card(&self, live: &Live, seat: Option<Seat>) -> GameCard {
        let about = live.title.about();
        GameCard {
            id: live.id.to_string(),
            name: Line::from(&live.course.name),
            title: Line::from(about.name),
            page: format!("{}/games/{}", self.settings().base_url, live.id),
            seat: seat.map(|seat| Badge { seat, called: live.called(seat) }),
            head: Some(Head { event: live.version(), hash: live.head.hash.hex() }),
        }
    }
}

/// One letter about one game, being written.
struct Writer<'a> {
    live: &'a Live,
    base: &'a str,
    card: GameCard,
    seat: Seat,
    /// The event the letter is about.
    seq: u64,
    payload: Payload,
    seats: Vec<SeatName>,
    frame: Frame,
    /// The event of which the last turn letter told, if one was sent.
    told: Option<u64>,
}

impl Writer<'_> {
    fn write(self, kind: Kind) -> Result<Option<Letter>, ServiceError> {
        match kind {
            Kind::YourTurn => self.your_turn(),
            Kind::Started => self.started(),
            Kind::Joined => Ok(self.joined()),
            Kind::HalfLeft => Ok(self.reminder(Stage::Half)),
            Kind::FifthLeft => Ok(self.reminder(Stage::Fifth)),
            Kind::LastCall => Ok(self.reminder(Stage::Last)),
            Kind::DeadlinePassed => self.deadline_passed(),
            Kind::TakenBack => self.taken_back(),
            Kind::GameOver => self.game_over(),
            Kind::Cancelled => Ok(Some(self.cancelled())),
            Kind::Invitation
            | Kind::SignIn
            | Kind::Undelivered
            | Kind::NewAddress
            | Kind::OldAddress
            | Kind::Probe => Ok(None),
        }
    }

    fn badge(&self, seat: Seat) -> Badge {
        Badge { seat, called: self.live.called(seat) }
    }

    /// What a seat is asked, in a sentence; the reader is spoken to.
    fn ask(&self, (seat, wait): (&Seat, &Wait)) -> String {
        match *seat == self.seat {
            true => to_you(&wait.ask, &self.live.called(*seat).name),
            false => wait.ask.clone(),
        }
    }

    /// Who is awaited; empty when nobody is.
    fn asks(&self) -> Line {
        let asks: Vec<String> = self.live.course.waits.iter().map(|wait| self.ask(wait)).collect();
        Line::from(asks.join(", "))
    }

    /// What the reader is asked, if anything.
    fn asked(&self) -> Option<Line> {
        Some(Line::from(self.ask((&self.seat, self.live.wait(self.seat)?))))
    }

    fn clock(&self) -> Option<Clock> {
        let due = self.live.wait(self.seat)?.due?;
        let order = self.live.position.fallback(self.seat);
        Some(Clock { due, then: Line::from(format!("After that \"{order}\" is played for you.")) })
    }

    fn your_turn(self) -> Result<Option<Letter>, ServiceError> {
        let Some(ask) = self.asked() else { return Ok(None) };
        let viewer = Viewer::Seat(self.seat);
        let letter = YourTurn {
            seat: self.badge(self.seat),
            ask,
            clock: self.clock(),
            happened: self.live.since(viewer, self.payload.after)?,
            sight: self.live.position.sight(viewer),
            orders: self.live.position.offers(self.seat),
            frame: self.frame,
            game: self.card,
        };
        Ok(Some(letter.compose()))
    }

    fn started(self) -> Result<Option<Letter>, ServiceError> {
        let about = self.live.title.about();
        let viewer = Viewer::Seat(self.seat);
        let begins = self
            .live
            .wait(self.seat)
            .map(|_| Begins { clock: self.clock(), orders: self.live.position.offers(self.seat) });
        let letter = Started {
            seats: sittings(&self.seats),
            pace: pace_lines(self.live),
            ask: self.asked().unwrap_or_else(|| self.asks()),
            begins,
            happened: self.live.since(viewer, self.seq)?,
            sight: self.live.position.sight(viewer),
            commitment: self.live.course.commitment.clone(),
            rules: format!("{}/titles/{}", self.base, about.key),
            frame: self.frame,
            game: self.card,
        };
        Ok(Some(letter.compose()))
    }

    fn joined(self) -> Option<Letter> {
        let about = self.payload.about?;
        let who = self.seats.get(about.index())?;
        let letter = Joined {
            name: Line::from(who.name.as_deref().unwrap_or("somebody")),
            seat: self.badge(about),
            seats: sittings(&self.seats),
            frame: self.frame,
            game: self.card,
        };
        Some(letter.compose())
    }

    fn reminder(self, stage: Stage) -> Option<Letter> {
        let letter = Reminder {
            seat: self.badge(self.seat),
            stage,
            ask: self.asked()?,
            clock: self.clock()?,
            told: self.told.is_some(),
            frame: self.frame,
            game: self.card,
        };
        Some(letter.compose())
    }

    fn deadline_passed(self) -> Result<Option<Letter>, ServiceError> {
        let after = self.payload.after;
        let later = self.live.log.after(after);
        let batch = later.take_while(|one| one.event.seq <= self.seq);
        let lapsed: Vec<(DateTime<Utc>, &str)> = batch
            .filter_map(|entry| match entry.act {
                Act::Lapsed { seat, order, .. } if *seat == self.seat => {
                    Some((ran_out(&entry), order.as_str()))
                }
                _ => None,
            })
            .collect();
        let Some((due, _)) = lapsed.first().copied() else { return Ok(None) };
        let orders: Vec<&str> = lapsed.iter().map(|(_, order)| *order).collect();
        let letter = DeadlinePassed {
            seat: self.badge(self.seat),
            due,
            order: Line::from(orders.join("; ")),
            happened: self.live.since(Viewer::Seat(self.seat), after)?,
            next: self.asks(),
            frame: self.frame,
            game: self.card,
        };
        Ok(Some(letter.compose()))
    }

    fn taken_back(self) -> Result<Option<Letter>, ServiceError> {
        let Some(who) = self.payload.about else { return Ok(None) };
        let by = self.live.log.event(self.seq);
        let Some(Act::TakenBack { to, .. }) = by.map(|entry| entry.act) else { return Ok(None) };
        // Nobody hears of it who was not told of a turn that is none now.
        if self.told.is_none_or(|told| told <= *to) {
            return Ok(None);
        }
        let viewer = Viewer::Seat(self.seat);
        let mut undone = Vec::new();
        for entry in self.live.log.iter().filter(|entry| entry.aside == Some(self.seq)) {
            undone.extend(self.live.title.tell(&entry.event.facts, viewer)?);
        }
        let letter = TakenBack {
            who: self.badge(who),
            to: *to,
            undone,
            next: self.asks(),
            frame: self.frame,
            game: self.card,
        };
        Ok(Some(letter.compose()))
    }

    fn game_over(self) -> Result<Option<Letter>, ServiceError> {
        let Some(outcome) = self.live.outcome() else { return Ok(None) };
        let viewer = Viewer::Seat(self.seat);
        let secret = self.live.log.iter().find_map(|entry| match entry.act {
            Act::Ended { secret } => Some(secret.clone()),
            _ => None,
        });
        let page = &self.card.page;
        let letter = GameOver {
            seats: sittings(&self.seats),
            outcome,
            happened: self.live.since(viewer, self.payload.after)?,
            sight: self.live.position.sight(viewer),
            replay: format!("{page}?at=1"),
            check: format!("{page}/audit"),
            secret: secret.unwrap_or_default(),
            frame: self.frame,
            game: self.card,
        };
        Ok(Some(letter.compose()))
    }

    fn cancelled(self) -> Letter {
        Cancelled {
            reason: Line::from("Its opener closed it before it started."),
            tables: format!("{}/games", self.base),
            frame: self.frame,
            game: self.card,
        }
        .compose()
    }
}

fn sittings(seats: &[SeatName]) -> Vec<Sitting> {
    let sitting = |name: &SeatName| Sitting {
        seat: Badge { seat: name.seat, called: name.called.clone() },
        name: name.name.as_ref().map(Line::from),
    };
    seats.iter().map(sitting).collect()
}

/// The same for somebody who has never been here.
fn for_strangers(seats: Vec<Sitting>) -> Vec<Sitting> {
    let veil = |sitting: Sitting| Sitting {
        name: sitting.name.map(|name| Line::for_strangers(&name, "a player")),
        ..sitting
    };
    seats.into_iter().map(veil).collect()
}

/// When the time ran out for which a fallback was played.
fn ran_out(lapse: &Entry) -> DateTime<Utc> {
    match lapse.act {
        Act::Lapsed { due: Some(due), .. } => *due,
        _ => lapse.event.at,
    }
}

fn pace_lines(live: &Live) -> Vec<Line> {
    super::contract::sentences(&live.course.pace).into_iter().map(Line::from).collect()
}
