//! The first screen of a conversation: where the agent works, which model answers and what it
//! reads, what one could ask, and the keys that matter. Gone with the first message.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::Chat;
use crate::status::branch;
use crate::theme::Role;
use crate::widget::row::{Paint, Row, Slot, TextStyle, draw_row};
use crate::widget::wrap::wrap_text;
use client::phrases::session::{ProviderName, model_words};
use client::text::{visible, width_of};
use l10n::{counted, say};
use protocol::query::{FolderKind, WorkspaceFacts};
use protocol::session::SessionSettings;

/// Minimum columns and rows for the whole text; with fewer it is shorter.
const ROOM: (u16, u16) = (56, 12);

/// Blanks at the left of the text, if there is room.
const MARGIN: u16 = 2;

/// Blanks between a label and its value.
const GAP: usize = 2;

/// Facts that the first screen shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Beginning {
    folder: String,
    branch: Option<String>,
    /// The model with its effort; empty without one.
    model: String,
    /// Reason why no model could be connected.
    no_model: Option<String>,
    /// Files of instructions that the model is sent, each with its tokens.
    instructions: Vec<String>,
    kind: Option<FolderKind>,
}

impl Beginning {
    pub fn of(
        settings: &SessionSettings,
        workspace: Option<&WorkspaceFacts>,
        no_model: Option<&str>,
    ) -> Self {
        let folder = workspace.map_or(&settings.cwd, |facts| &facts.root);
        let files = workspace.into_iter().flat_map(|facts| &facts.instructions);
        let words = files.map(|file| {
            let tokens = counted(file.tokens, "token");
            format!("{} {tokens}", file.name)
        });
        Self {
            folder: folder.display().to_string(),
            branch: workspace.and_then(|facts| facts.git.as_ref()).map(branch),
            model: model_words(settings, ProviderName::Shown),
            no_model: no_model.map(str::to_owned),
            instructions: words.collect(),
            kind: workspace.map(|facts| facts.kind),
        }
    }

    fn rows(&self, width: usize, height: usize) -> Vec<Row> {
        let wide = width >= usize::from(ROOM.0);
        let whole = self.whole(width);
        if wide && whole.len() <= height {
            return whole;
        }
        let mut short = self.short(width);
        short.truncate(height);
        short
    }

    /// Returns the text with labels and examples.
    fn whole(&self, width: usize) -> Vec<Row> {
        let labels = [
            say!("beginning-folder"),
            say!("beginning-model"),
            say!("beginning-reads"),
        ];
        let room = labels.map(width_of).into_iter().max().unwrap_or(0) + GAP;
        let [folder, model, reads] = labels;
        let line = |label: &str, value: Row| {
            let blanks = " ".repeat(room.saturating_sub(width_of(label)));
            let mut row = Row::text(format!("{label}{blanks}"), TextStyle::of(Role::FgMuted));
            for piece in value.pieces {
                row.push(&piece.text, piece.style);
            }
            row.cut(width)
        };
        let mut rows = vec![title(), Row::default(), line(folder, self.place())];
        rows.push(line(model, self.model_row()));
        if let Some(why) = self.no_model.as_deref().filter(|_| self.model.is_empty()) {
            rows.push(line("", Row::text(visible(why), TextStyle::of(Role::Warn))));
        }
        rows.push(line(reads, self.reads_row()));
        rows.push(Row::default());
        rows.extend(wrap_text(
            say!("chat-beginning"),
            TextStyle::default(),
            width,
        ));
        for example in self.examples() {
            let row = Row::text(format!("  {example}"), TextStyle::of(Role::Accent));
            rows.push(row.cut(width));
        }
        rows.push(Row::default());
        let keys = Row::text(say!("beginning-keys"), TextStyle::of(Role::FgMuted));
        rows.push(keys.cut(width));
        rows
    }

    /// Returns the text for a small screen.
    fn short(&self, width: usize) -> Vec<Row> {
        let mut rows = vec![title(), self.place(), self.model_row()];
        if !self.instructions.is_empty() {
            rows.push(self.reads_row());
        }
        rows.extend(wrap_text(
            say!("beginning-short"),
            TextStyle::default(),
            width,
        ));
        rows.push(Row::text(
            say!("beginning-keys"),
            TextStyle::of(Role::FgMuted),
        ));
        rows.into_iter().map(|row| row.cut(width)).collect()
    }

    fn place(&self) -> Row {
        let mut row = Row::text(visible(&self.folder), TextStyle::default());
        if let Some(branch) = &self.branch {
            row.push(
                &format!("  {}", visible(branch)),
                TextStyle::of(Role::FgMuted),
            );
        }
        row
    }

    fn model_row(&self) -> Row {
        if self.model.is_empty() {
            return Row::text(say!("beginning-no-model"), TextStyle::of(Role::Warn));
        }
        Row::text(visible(&self.model), TextStyle::default())
    }

    fn reads_row(&self) -> Row {
        if self.instructions.is_empty() {
            return Row::text(
                say!("beginning-no-instructions"),
                TextStyle::of(Role::FgMuted),
            );
        }
        let files = self.instructions.join(", ");
        Row::text(visible(&files), TextStyle::default())
    }

    /// Returns three things to ask for, by what the folder is.
    fn examples(&self) -> [&'static str; 3] {
        match self.kind {
            Some(FolderKind::Empty) => [
                say!("beginning-start-project"),
                say!("beginning-start-page"),
                say!("beginning-start-plan"),
            ],
            Some(FolderKind::Code) => [
                say!("beginning-fix-tests"),
                say!("beginning-explain-code"),
                say!("beginning-add-test"),
            ],
            Some(FolderKind::Changed) => [
                say!("beginning-review-changes"),
                say!("beginning-fix-tests"),
                say!("beginning-explain-code"),
            ],
            Some(FolderKind::Other) | None => [
                say!("beginning-explain-files"),
                say!("beginning-find-outdated"),
                say!("beginning-write-summary"),
            ],
        }
    }
}

fn title() -> Row {
    let strong = TextStyle::of(Role::Accent).with(Modifier::BOLD);
    let mut row = Row::text("agentichat", strong);
    let version = format!(" {}", env!("CARGO_PKG_VERSION"));
    row.push(&version, TextStyle::of(Role::FgMuted));
    row
}

impl Chat {
    /// Sets what the first screen tells.
    pub fn set_beginning(&mut self, beginning: Beginning) {
        self.beginning = Some(beginning);
    }

    /// Whether nobody has said anything yet.
    pub fn is_beginning(&self) -> bool {
        self.turns == 0 && self.queued.is_empty()
    }

    /// Draws the first screen below what the program has said.
    pub(super) fn draw_beginning(&self, area: Rect, buf: &mut Buffer, paint: Paint<'_>) {
        if !self.is_beginning() {
            return;
        }
        let Some(beginning) = &self.beginning else {
            return;
        };
        let margin = MARGIN.min(area.width / 20);
        let width = area.width - margin;
        let said = u16::try_from(self.view.rows().len()).unwrap_or(u16::MAX);
        let above = if said > 0 { said.saturating_add(1) } else { 0 };
        let top = area.y.saturating_add(above);
        let height = area.bottom().saturating_sub(top);
        let rows = beginning.rows(usize::from(width), usize::from(height));
        for (y, row) in (top..area.bottom()).zip(&rows) {
            let x = area.x + margin;
            draw_row(row, Slot { x, y, width }, buf, paint);
        }
    }
}
