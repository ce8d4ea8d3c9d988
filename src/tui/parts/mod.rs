//! Binds the screen's parts to the real panes, bar and editor.
//!
//! Owns what they share: the colours of code, which a thread makes. Each file turns the effects
//! of one part into those of the screen; none holds a rule of its own.

mod bar;
mod chat;
mod diff;
mod editor;
mod search;
mod tree;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, channel};

use jiff::tz::TimeZone;

use super::highlight::{Colours, Highlighted};
use super::part::{BarView, ChatView, DiffView, EditorView, Parts, TreeView};
use super::run::Waker;
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
pub struct RealParts {
    colours: SharedColours,
    zone: TimeZone,
}

impl RealParts {
    /// Parts whose code is coloured by a thread; `waker` asks for a frame when it has made some.
    pub fn new(waker: Waker, zone: TimeZone) -> Self {
        let (sender, made) = channel();
        let colours = Colours::with_worker(move |highlighted| {
            if sender.send(highlighted).is_ok() {
                waker.wake();
            }
        });
        Self::of(colours, Some(made), zone)
    }

    /// Parts whose code stays plain: for terminals without colours, and for tests.
    pub fn plain(zone: TimeZone) -> Self {
        Self::of(Colours::none(), None, zone)
    }

    fn of(colours: Colours, made: Option<Receiver<Highlighted>>, zone: TimeZone) -> Self {
        Self {
            colours: SharedColours(Rc::new(RefCell::new(Inner { colours, made }))),
            zone,
        }
    }
}

impl Parts for RealParts {
    fn chat(&self, session: SessionId) -> Box<dyn ChatView> {
        let colours = self.colours.clone();
        Box::new(chat::ChatPart::new(session, self.zone.clone(), colours))
    }

    fn bar(&self, session: SessionId) -> Box<dyn BarView> {
        Box::new(bar::BarPart::new(session))
    }

    fn editor(&self, session: SessionId) -> Box<dyn EditorView> {
        Box::new(editor::EditorPart::new(session))
    }

    fn diff(&self) -> Box<dyn DiffView> {
        Box::new(diff::DiffPart::new(self.colours.clone()))
    }

    fn tree(&self) -> Box<dyn TreeView> {
        Box::new(tree::TreePart::default())
    }

    fn zone(&self) -> &TimeZone {
        &self.zone
    }
}
