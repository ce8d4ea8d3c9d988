//! Binds the screen's parts to the real panes, bar and editor.
//!
//! Owns what they share: the syntax colours, which a thread computes. Each file converts the
//! effects of one part into those of the screen; none contains rules of its own.

pub(crate) mod bar;
mod chat;
mod diff;
mod editor;
mod review;
mod search;
mod tree;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, LazyLock};

use jiff::tz::TimeZone;

use super::highlight::{Colours, Highlighted};
use super::motion::Motion;
use super::pane::review::Review;
use super::part::{BarView, ChatView, DiffView, EditorView, PaneFactory, ReviewView, TreeView};
use super::run::Waker;
use super::screen::Glyphs;
use protocol::approval::Question;
use protocol::ids::SessionId;

/// The syntax colours, shared by the panes. Results of the thread are merged before each use.
#[derive(Debug, Clone)]
pub(super) struct SharedColours(Rc<RefCell<Inner>>);

#[derive(Debug)]
struct Inner {
    colours: Colours,
    made: Option<Receiver<Highlighted>>,
}

impl SharedColours {
    /// Merges the thread's results, and lets `work` use the colours.
    fn with<T>(&self, work: impl FnOnce(&mut Colours) -> T) -> T {
        let mut inner = self.0.borrow_mut();
        let made: Vec<Highlighted> = inner
            .made
            .iter()
            .flat_map(std::sync::mpsc::Receiver::try_iter)
            .collect();
        made.into_iter().for_each(|made| inner.colours.accept(made));
        work(&mut inner.colours)
    }
}

/// The real parts of the screen.
#[derive(Debug)]
pub struct RealPanes {
    colours: SharedColours,
    /// Time zone of shown times. Known by the time that there is a session.
    zone: Arc<LazyLock<TimeZone>>,
    /// Names of the themes, for completion.
    themes: Arc<[String]>,
    /// Glyphs that the screen is drawn with.
    glyphs: Glyphs,
    motion: Motion,
}

impl RealPanes {
    /// Creates parts whose code a thread colours; `waker` requests a frame when the
    /// thread has results.
    pub fn new(waker: Waker) -> Self {
        let (sender, made) = channel();
        let colours = Colours::with_worker(move |highlighted| {
            if sender.send(highlighted).is_ok() {
                waker.wake();
            }
        });
        let zone = Arc::new(LazyLock::new(local_zone as fn() -> TimeZone));
        Self::of(colours, Some(made), zone)
    }

    /// Creates parts whose code stays plain and whose times are UTC, for tests.
    #[cfg(test)]
    pub fn plain() -> Self {
        let zone = Arc::new(LazyLock::new((|| TimeZone::UTC) as fn() -> TimeZone));
        Self::of(Colours::none(), None, zone)
    }

    fn of(
        colours: Colours,
        made: Option<Receiver<Highlighted>>,
        zone: Arc<LazyLock<TimeZone>>,
    ) -> Self {
        Self {
            colours: SharedColours(Rc::new(RefCell::new(Inner { colours, made }))),
            zone,
            themes: Arc::from([]),
            glyphs: Glyphs::Unicode,
            motion: Motion::Full,
        }
    }

    /// Sets the glyphs that the screen is drawn with.
    #[must_use]
    pub fn with_glyphs(mut self, glyphs: Glyphs) -> Self {
        self.glyphs = glyphs;
        self
    }

    /// Sets which parts of the screen move.
    #[must_use]
    pub fn with_motion(mut self, motion: Motion) -> Self {
        self.motion = motion;
        self
    }

    /// Sets the names of the themes.
    #[must_use]
    pub fn with_themes(mut self, names: Vec<String>) -> Self {
        self.themes = Arc::from(names);
        self
    }
}

impl PaneFactory for RealPanes {
    fn chat(&self, session: SessionId) -> Box<dyn ChatView> {
        let zone = LazyLock::force(&self.zone).clone();
        let colours = self.colours.clone();
        Box::new(chat::ChatAdapter::new(session, zone, colours))
    }

    fn bar(&self, session: SessionId) -> Box<dyn BarView> {
        Box::new(bar::BarAdapter::new(session, self.glyphs, self.motion))
    }

    fn editor(&self, session: SessionId) -> Box<dyn EditorView> {
        Box::new(editor::EditorAdapter::new(
            session,
            Arc::clone(&self.themes),
        ))
    }

    fn diff(&self) -> Box<dyn DiffView> {
        Box::new(diff::DiffAdapter::new(self.colours.clone()))
    }

    fn tree(&self) -> Box<dyn TreeView> {
        Box::new(tree::TreeAdapter::default())
    }

    fn review(&self, session: SessionId) -> Box<dyn ReviewView> {
        let zone = LazyLock::force(&self.zone).clone();
        Box::new(review::ReviewAdapter::new(
            session,
            zone,
            self.colours.clone(),
        ))
    }

    fn question_review(&self, session: SessionId, question: &Question) -> Box<dyn ReviewView> {
        let zone = LazyLock::force(&self.zone).clone();
        let review = Review::of_question(question, zone);
        Box::new(review::ReviewAdapter::of(
            session,
            review,
            self.colours.clone(),
        ))
    }

    fn show_links(&self) {
        self.colours.with(Colours::show_links);
    }

    fn zone(&self) -> &TimeZone {
        &self.zone
    }
}

/// Returns the time zone of this machine. If the environment names none, the machine's own file is
/// enough, and the many folders of the system's time zone database need not be read.
fn local_zone() -> TimeZone {
    let named = std::env::var_os("TZ").is_some();
    let own = || {
        let rules = std::fs::read("/etc/localtime").ok()?;
        TimeZone::tzif("local", &rules).ok()
    };
    if named {
        TimeZone::system()
    } else {
        own().unwrap_or_else(TimeZone::system)
    }
}
