//! Binds the screen's parts to the real panes, bar and editor.
//!
//! Owns what they share: the colours of code, which a thread makes. Each file turns the effects
//! of one part into those of the screen; none holds a rule of its own.

pub(in crate::tui) mod bar;
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
use crate::protocol::approval::Question;
use crate::protocol::ids::SessionId;

/// The colours of code, shared by the panes; what the thread has made is taken in before use.
#[derive(Debug, Clone)]
pub(super) struct SharedColours(Rc<RefCell<Inner>>);

#[derive(Debug)]
struct Inner {
    colours: Colours,
    made: Option<Receiver<Highlighted>>,
}

impl SharedColours {
    /// Takes in what has been made, and lets `work` use the colours.
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

/// The real parts.
#[derive(Debug)]
pub struct RealPanes {
    colours: SharedColours,
    /// In which times are shown. Known by the time that there is a session.
    zone: Arc<LazyLock<TimeZone>>,
    /// Names of the themes, for completion.
    themes: Arc<[String]>,
    /// Signs that the screen is drawn with.
    glyphs: Glyphs,
    motion: Motion,
}

impl RealPanes {
    /// Parts whose code is coloured by a thread; `waker` asks for a frame when it has made some.
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

    /// Parts whose code stays plain and whose times are UTC, for tests.
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

    /// The same, for a screen that is drawn with these signs.
    #[must_use]
    pub fn with_glyphs(mut self, glyphs: Glyphs) -> Self {
        self.glyphs = glyphs;
        self
    }

    /// The same, for a screen on which this moves.
    #[must_use]
    pub fn with_motion(mut self, motion: Motion) -> Self {
        self.motion = motion;
        self
    }

    /// The same, which knows the names of these themes.
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

    fn prompt_review(&self, session: SessionId, prompt: &Question) -> Box<dyn ReviewView> {
        let zone = LazyLock::force(&self.zone).clone();
        let review = Review::of_prompt(prompt, zone);
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

/// The zone of this machine. Where the environment names none its own file says it all, and the
/// many folders of the system's database need not be read.
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
