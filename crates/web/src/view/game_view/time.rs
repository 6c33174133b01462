//! The step shown, recent events and running clocks of a game's page.

use crate::shared::viewpoint::Viewpoint;
use crate::shared::words;
use crate::view::game_view::RECENT;
use crate::view::game_view::awaited::{WaitView, waits};
use crate::view::news::{self, News, Timeout};
use crate::view::time_bar::TimeBar;
use crate::view::turn_story::TurnStory;
use ravenpost_log::chain::short;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_service::ServiceError;
use ravenpost_service::game::history::revealed_since::Light;
use ravenpost_service::game::history::story::NarratedEvent;
use ravenpost_service::game::table::seat_names::Occupant;
use ravenpost_service::play::look::{Compared, Eye};
use ravenpost_service::play::read_game::VisibleGame;

pub struct TimePart {
    pub last_step: Step,
    pub at: Step,
    pub head: String,
    pub bar: TimeBar,
    /// The differences between the step shown and another one.
    pub compared: Option<Compared>,
    /// What has been revealed since the step shown, if requested.
    pub since: Option<Vec<Light>>,
    pub waits: Vec<WaitView>,
    /// The time until which sealed orders may be taken back, once all seats have sealed theirs.
    pub opens: Option<String>,
    /// Deadlines the viewer has missed since their last order.
    pub timeouts: Vec<Timeout>,
    pub news: News,
    /// What the viewer did, and what followed.
    pub story: TurnStory,
    pub whole_log: bool,
    /// The step shown, if the viewer may propose to rewind to it.
    pub goes_back: Option<Step>,
}

impl TimePart {
    pub fn of(
        visible: &mut VisibleGame,
        viewpoint: Viewpoint,
        steps: &[NarratedEvent],
    ) -> Result<TimePart, ServiceError> {
        let bar = TimeBar::of(visible, viewpoint)?;
        let mut news = news::news(steps, visible, viewpoint);
        if bar.past && bar.own == Some(visible.at) {
            news.lines = news::own_lines(&visible.own_orders()?, visible, viewpoint);
        }
        Ok(TimePart {
            last_step: visible.last_step,
            at: visible.at,
            head: format!("{}-{}", visible.last_step, short(&visible.head)),
            waits: waits(visible, viewpoint),
            story: TurnStory::of(steps, visible, viewpoint),
            opens: opens(visible, viewpoint).filter(|_| !bar.past),
            timeouts: if bar.past { Vec::new() } else { news::timeouts(steps, visible, viewpoint) },
            news,
            whole_log: visible.recent(RECENT) == Seq::NONE,
            goes_back: visible.goes_back(),
            since: (visible.look.eye == Eye::Now).then(|| std::mem::take(&mut visible.since)),
            compared: visible.compared.take(),
            bar,
        })
    }

    /// Returns the awaited seats; in the present, only those of others.
    pub fn others(&self) -> Vec<&WaitView> {
        self.waits.iter().filter(|wait| !wait.mine || self.bar.past).collect()
    }

    /// Returns the decision awaited from a seat, if any.
    pub fn wait_of(&self, one: &Occupant) -> Option<&WaitView> {
        self.waits.iter().find(|wait| wait.seat.seat == one.seat)
    }

    /// Returns the decision awaited from the viewer now, if any.
    pub fn own_wait(&self) -> Option<&WaitView> {
        self.waits.iter().find(|wait| wait.mine && !self.bar.past)
    }
}

/// Returns when the sealed orders are opened, unless the game is paused.
fn opens(visible: &VisibleGame, viewpoint: Viewpoint) -> Option<String> {
    let opens = visible.status.clocks.opens.filter(|_| visible.status.stops.since().is_none())?;
    Some(words::moment(opens.at, viewpoint.zone))
}
