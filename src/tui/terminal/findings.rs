//! Findings about the terminal's keys and other capabilities, in words: for the help
//! and the doctor.
//!
//! Pure: takes the environment, the terminal's answers, tmux's options and the received keys. Says
//! for each key that not every terminal sends whether it works, as far as known.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use serde::Serialize;

use super::KeyProtocol;
use crate::dialog::key_test::TestedKey;
use crate::keymap::Key;
use l10n::say;

/// Maximum number of characters kept of a terminal's own name.
const NAME: usize = 40;

/// Multiplexer between the terminal and the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Multiplexer {
    Tmux,
    Zellij,
    Screen,
}

/// The options that tmux reports.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct TmuxKeys {
    /// tmux's version: `3.5a`.
    pub version: String,
    /// tmux's option `extended-keys`: `off`, `on` or `always`; empty if it has none.
    pub extended_keys: String,
    /// tmux's option `extended-keys-format`: `xterm` or `csi-u`; empty before 3.5.
    pub format: String,
    /// tmux's option `allow-passthrough`: whether wrapped sequences reach the outer terminal.
    pub passthrough: String,
    /// The outer terminal's own name, as far as tmux knows it.
    pub outer: String,
}

/// Support for the queried modes; `None` before an answer and if there was no query.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct ModeFindings {
    /// Whether the terminal shows a frame in one step (mode 2026).
    pub synchronized: Option<bool>,
    /// Whether the terminal counts a cluster of several characters as one (mode 2027).
    pub clusters: Option<bool>,
}

impl ModeFindings {
    /// Marks unanswered modes as unsupported, because the last answer has arrived.
    pub fn nothing_more_comes(&mut self) {
        self.synchronized.get_or_insert(false);
        self.clusters.get_or_insert(false);
    }
}

/// Everything known about the terminal.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct KeyFindings {
    /// The active keyboard protocol.
    pub protocol: KeyProtocol,
    /// The terminal's own name.
    pub name: Option<String>,
    /// The multiplexer around the program.
    pub multiplexer: Option<Multiplexer>,
    /// tmux's options, if they were queried.
    pub tmux: Option<TmuxKeys>,
    /// Support for the queried modes.
    pub modes: ModeFindings,
    /// Whether the locale is one for which terminals may draw lines and arrows two columns wide.
    pub wide_signs: bool,
    /// Whether Shift+Enter was received.
    pub shift_enter: KeyKnowledge,
    /// Whether Ctrl+Tab was received.
    pub ctrl_tab: KeyKnowledge,
}

/// Knowledge about a single key from testing it, whatever the terminal reports about its keys.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyKnowledge {
    #[default]
    NotYet,
    Came,
    /// The user pressed the key to test it, and it arrived as another key or not at all.
    DidNotCome,
}

/// One finding for the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Whether the user can do something about it.
    pub advice: bool,
    pub text: String,
}

impl KeyFindings {
    /// Records that a key came which not every terminal reports, so this one does report it.
    pub fn note_key(&mut self, key: &KeyEvent) {
        match (key.code, key.modifiers) {
            (KeyCode::Enter, KeyModifiers::SHIFT) => self.shift_enter = KeyKnowledge::Came,
            (KeyCode::Tab, KeyModifiers::CONTROL) => self.ctrl_tab = KeyKnowledge::Came,
            _ => {}
        }
    }

    /// Records what a tested key gave.
    pub fn record(&mut self, tested: TestedKey, heard: KeyKnowledge) {
        match tested {
            TestedKey::CtrlTab => self.ctrl_tab = heard,
            TestedKey::ShiftEnter => self.shift_enter = heard,
        }
    }

    /// Derives the findings from the environment.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let get = |name: &str| variable(name).filter(|text| !text.is_empty());
        let multiplexer = match () {
            () if get("ZELLIJ").is_some() => Some(Multiplexer::Zellij),
            () if get("TMUX").is_some() => Some(Multiplexer::Tmux),
            () if get("STY").is_some() => Some(Multiplexer::Screen),
            () => None,
        };
        let name = match multiplexer {
            // The outer terminal's variables are inherited and may be those of another terminal.
            Some(_) => None,
            None => get("TERM_PROGRAM")
                .or_else(|| get("WT_SESSION").map(|_| "Windows Terminal".to_owned()))
                .or_else(|| get("KONSOLE_VERSION").map(|_| "Konsole".to_owned()))
                .or_else(|| get("VTE_VERSION").map(|_| "VTE".to_owned())),
        };
        let locale = get("LC_ALL")
            .or_else(|| get("LC_CTYPE"))
            .or_else(|| get("LANG"))
            .unwrap_or_default();
        Self {
            multiplexer,
            name: name.map(|name| clean(&name)),
            wide_signs: ["ja", "ko", "zh"].iter().any(|one| locale.starts_with(one)),
            ..Self::default()
        }
    }

    /// Takes the terminal's own name: `XTerm(388)`, `tmux 3.5a`, `kitty(0.36)`.
    pub fn named(&mut self, name: &str) {
        let name = clean(name);
        if !name.is_empty() {
            self.name = Some(name);
        }
    }

    /// Whether the terminal supports xterm's modifyOtherKeys, judging by its name.
    pub fn speaks_xterm(&self) -> bool {
        let speaks = |name: &str| ["xterm(", "mintty"].iter().any(|one| name.starts_with(one));
        match self.multiplexer {
            Some(Multiplexer::Tmux) => true,
            Some(_) => false,
            None => speaks(&self.lower()),
        }
    }

    /// Whether the terminal is known to show hyperlinks (OSC 8) and to ignore the parts it does not
    /// support. tmux passes them from 3.4 on.
    pub fn shows_links(&self) -> bool {
        let known = |name: &str| {
            const KNOWN: [&str; 12] = [
                "kitty",
                "wezterm",
                "ghostty",
                "iterm",
                "foot",
                "vte",
                "konsole",
                "alacritty",
                "contour",
                "mintty",
                "xterm.js",
                "vscode",
            ];
            let name = name.to_lowercase();
            KNOWN.iter().any(|one| name.contains(one))
        };
        match (self.multiplexer, &self.tmux) {
            (None, _) => known(&self.lower()),
            (Some(Multiplexer::Tmux), Some(tmux)) => {
                let mut numbers = tmux.version.split(|c: char| !c.is_ascii_digit());
                let mut next = || numbers.find_map(|part| part.parse::<u32>().ok());
                (next(), next()) >= (Some(3), Some(4)) && known(&tmux.outer)
            }
            _ => false,
        }
    }

    /// Returns all findings worth showing, the protocol first; keys appear as the names of their
    /// actions in braces.
    pub fn all(&self) -> Vec<Finding> {
        let mut out = vec![self.told(), self.shift_enter(), self.ctrl_tab()];
        if [self.shift_enter, self.ctrl_tab].contains(&KeyKnowledge::NotYet) {
            out.push(fact(say!("terminal-try").to_owned()));
        }
        out.extend(self.advice().map(|text| Finding { advice: true, text }));
        out.extend(self.eaten().map(|text| Finding {
            advice: false,
            text: text.to_owned(),
        }));
        out.extend(self.modes());
        out.extend(self.wide_signs.then(|| Finding {
            advice: true,
            text: say!("terminal-wide-signs").to_owned(),
        }));
        out
    }

    /// Returns the findings about modes.
    fn modes(&self) -> impl Iterator<Item = Finding> {
        let frames = self.modes.synchronized.map(|there| {
            if there {
                say!("terminal-frames")
            } else {
                say!("terminal-frames-no")
            }
        });
        let clusters = self.modes.clusters.map(|there| {
            if there {
                say!("terminal-clusters")
            } else {
                say!("terminal-clusters-no")
            }
        });
        let both = [frames, clusters].into_iter().flatten();
        both.map(|text| fact(text.to_owned()))
    }

    fn lower(&self) -> String {
        self.name.as_deref().unwrap_or_default().to_lowercase()
    }

    fn told(&self) -> Finding {
        let how = match self.protocol {
            KeyProtocol::Kitty => say!("terminal-keys-kitty"),
            KeyProtocol::Xterm => {
                say!("terminal-keys-xterm")
            }
            KeyProtocol::Legacy => say!("terminal-keys-legacy"),
        };
        let by = match &self.name {
            Some(name) => format!("{how} ({name})"),
            None => how.to_owned(),
        };
        fact(by)
    }

    /// Returns the finding about Shift+Enter.
    pub fn shift_enter(&self) -> Finding {
        let text = match (self.shift_enter, self.passes()) {
            (KeyKnowledge::Came, _) => say!("terminal-shift-enter-came"),
            (KeyKnowledge::DidNotCome, _) => say!("terminal-shift-enter-tried"),
            (_, Passes::Yes) => say!("terminal-shift-enter"),
            (_, Passes::NotKnown) => say!("terminal-shift-enter-unknown"),
            (_, Passes::No) => say!("terminal-shift-enter-no"),
        };
        fact(text.to_owned())
    }

    /// Returns the finding about Ctrl+Tab.
    pub fn ctrl_tab(&self) -> Finding {
        let instead = say!("terminal-instead");
        fact(match (self.ctrl_tab, self.passes()) {
            (KeyKnowledge::Came, _) => say!("terminal-ctrl-tab-came").to_owned(),
            (KeyKnowledge::DidNotCome, _) => say!("terminal-ctrl-tab-tried", instead),
            (_, Passes::No) => say!("terminal-ctrl-tab-no", instead),
            _ if self.changes_tabs() => say!("terminal-ctrl-tab-tabs", instead),
            (_, Passes::Yes) => say!("terminal-ctrl-tab").to_owned(),
            (_, Passes::NotKnown) => say!("terminal-ctrl-tab-unknown", instead),
        })
    }

    /// Whether the terminal switches its own tabs with Ctrl+Tab by default.
    fn changes_tabs(&self) -> bool {
        let takes = [
            "kitty",
            "wezterm",
            "ghostty",
            "windows terminal",
            "vscode",
            "iterm",
            "konsole",
            "apple_terminal",
        ];
        let name = self.lower();
        takes.iter().any(|taker| name.contains(taker))
    }

    /// Whether a key is expected to arrive: every terminal sends it, or this terminal reports such
    /// keys and does not take it for itself, or it has arrived before.
    pub fn sends(&self, key: &Key) -> bool {
        if !key.needs_protocol() {
            return true;
        }
        let passes = matches!(self.passes(), Passes::Yes);
        let (heard, passes) = match key.code {
            KeyCode::Enter if key.modifiers == KeyModifiers::SHIFT => (self.shift_enter, passes),
            KeyCode::Tab => (self.ctrl_tab, passes && !self.changes_tabs()),
            _ => (KeyKnowledge::NotYet, passes),
        };
        match heard {
            KeyKnowledge::Came => true,
            KeyKnowledge::DidNotCome => false,
            KeyKnowledge::NotYet => passes,
        }
    }

    /// Whether all of the terminal's answers have arrived; before that nothing is claimed
    /// about its keys.
    pub fn is_complete(&self) -> bool {
        self.modes.synchronized.is_some() && self.modes.clusters.is_some()
    }

    fn passes(&self) -> Passes {
        match (self.protocol, self.multiplexer, &self.tmux) {
            (KeyProtocol::Kitty, ..) | (KeyProtocol::Xterm, None, _) => Passes::Yes,
            (KeyProtocol::Legacy, ..) => Passes::No,
            (KeyProtocol::Xterm, _, Some(tmux)) => match tmux.extended_keys.as_str() {
                // The outer terminal must report these keys too, and nothing says whether it does.
                "on" | "always" => Passes::NotKnown,
                _ => Passes::No,
            },
            (KeyProtocol::Xterm, _, None) => Passes::NotKnown,
        }
    }

    /// Returns advice that would make more keys work.
    fn advice(&self) -> Option<String> {
        let legacy = self.protocol == KeyProtocol::Legacy;
        match (self.multiplexer, &self.tmux) {
            (Some(Multiplexer::Tmux), Some(tmux)) => return advice_for_tmux(tmux),
            (Some(Multiplexer::Zellij), _) => {
                return Some(say!("terminal-zellij").to_owned());
            }
            (Some(Multiplexer::Screen), _) => {
                return Some(say!("terminal-screen").to_owned());
            }
            _ => {}
        }
        (legacy && self.lower().contains("wezterm")).then(|| say!("terminal-wezterm").to_owned())
    }

    /// Returns the keys that this terminal keeps for itself.
    fn eaten(&self) -> Option<&'static str> {
        let name = self.lower();
        let has = |part: &str| name.contains(part);
        match () {
            () if has("wezterm") => Some(say!("terminal-wezterm-alt-enter")),
            () if has("windows terminal") => Some(say!("terminal-windows-alt-enter")),
            () if has("ghostty") => Some(say!("terminal-ghostty-ctrl-enter")),
            () => None,
        }
    }
}

/// Whether keys that not every terminal reports reach the program.
enum Passes {
    Yes,
    No,
    NotKnown,
}

fn fact(text: String) -> Finding {
    Finding {
        advice: false,
        text,
    }
}

fn advice_for_tmux(tmux: &TmuxKeys) -> Option<String> {
    match tmux.extended_keys.as_str() {
        "on" | "always" => None,
        "" => Some(say!("terminal-tmux-old", version = tmux.version)),
        _ => Some(say!("terminal-tmux-lines").to_owned()),
    }
}

/// Shortens and cleans an external name for display in a line.
fn clean(name: &str) -> String {
    let name: String = name.chars().take(NAME).collect();
    redact::one_line(name.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pairs: &[(&str, &str)]) -> KeyFindings {
        KeyFindings::of_environment(|name| {
            let found = pairs.iter().find(|(one, _)| *one == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    fn text(findings: &KeyFindings) -> String {
        let lines: Vec<String> = findings.all().into_iter().map(|one| one.text).collect();
        lines.join("\n")
    }

    #[test]
    fn a_plain_terminal_is_told_what_to_press_instead() {
        let text = text(&of(&[("TERM_PROGRAM", "Apple_Terminal")]));
        assert!(
            text.contains("the traditional encoding (Apple_Terminal)"),
            "{text}"
        );
        assert!(
            text.contains("Shift+Enter looks like Enter; {newline}"),
            "{text}"
        );
        assert!(
            text.contains("Ctrl+Tab looks like Tab; {toggle_passthrough} does"),
            "{text}"
        );
    }

    #[test]
    fn with_the_kitty_protocol_shift_enter_works_and_ctrl_tab_where_it_is_not_taken() {
        let mut found = of(&[]);
        found.protocol = KeyProtocol::Kitty;
        found.named("foot(1.16.2)");
        assert!(text(&found).contains("Ctrl+Tab works, unless"));
        for taker in ["kitty(0.36.4)", "WezTerm 20240203", "ghostty 1.0.0"] {
            found.named(taker);
            assert!(
                text(&found).contains("Ctrl+Tab switches the terminal's own tabs"),
                "{taker}"
            );
            assert!(text(&found).contains("Shift+Enter works"), "{taker}");
        }
        // A received key is known to work, whatever the terminal's name suggests.
        found.ctrl_tab = KeyKnowledge::Came;
        assert!(text(&found).contains("Ctrl+Tab works: seen"));
    }

    #[test]
    fn what_was_tried_stands_over_what_the_terminal_is_known_for() {
        let (ctrl_tab, shift_enter) = ("Ctrl+Tab", "Shift+Enter");
        let sends = |found: &KeyFindings, key: &str| found.sends(&Key::parse(key).unwrap());
        let mut found = of(&[]);
        found.protocol = KeyProtocol::Kitty;
        found.named("foot(1.16.2)");
        assert!(sends(&found, ctrl_tab) && sends(&found, shift_enter));
        found.ctrl_tab = KeyKnowledge::DidNotCome;
        found.shift_enter = KeyKnowledge::DidNotCome;
        assert!(!sends(&found, ctrl_tab) && !sends(&found, shift_enter));
        let told = text(&found);
        assert!(
            told.contains("Ctrl+Tab did not arrive when tried; {toggle_passthrough}"),
            "{told}"
        );
        assert!(
            told.contains("Shift+Enter did not arrive when tried; {newline}"),
            "{told}"
        );
        // A terminal that switches its tabs with the key does not send it, whatever its protocol.
        let mut taker = of(&[]);
        taker.protocol = KeyProtocol::Kitty;
        taker.named("kitty(0.36.4)");
        assert!(!sends(&taker, ctrl_tab) && sends(&taker, shift_enter));
        taker.ctrl_tab = KeyKnowledge::Came;
        assert!(sends(&taker, ctrl_tab));
    }

    #[test]
    fn tmux_that_passes_nothing_on_is_told_how_it_would() {
        let mut found = of(&[
            ("TMUX", "/tmp/tmux-0/default,1,0"),
            ("TERM_PROGRAM", "kitty"),
        ]);
        assert_eq!(
            found.name, None,
            "what is outside of tmux may be another one by now"
        );
        assert!(found.speaks_xterm());
        found.protocol = KeyProtocol::Xterm;
        assert!(text(&found).contains("Shift+Enter: unknown"));
        found.tmux = Some(TmuxKeys {
            version: "3.3a".into(),
            extended_keys: "off".into(),
            ..TmuxKeys::default()
        });
        assert!(
            text(&found).contains("set -s extended-keys on"),
            "{}",
            text(&found)
        );
        assert!(text(&found).contains("Shift+Enter looks like Enter"));
        found.tmux = Some(TmuxKeys {
            version: "3.5a".into(),
            extended_keys: "on".into(),
            format: "xterm".into(),
            ..TmuxKeys::default()
        });
        assert!(!text(&found).contains("tmux.conf"));
    }

    #[test]
    fn modes_are_told_as_soon_as_there_is_an_answer() {
        let mut found = of(&[]);
        assert!(!text(&found).contains("synchronized"), "{}", text(&found));
        found.modes.clusters = Some(true);
        found.modes.nothing_more_comes();
        let told = text(&found);
        assert!(told.contains("no synchronized output"), "{told}");
        assert!(told.contains("counted as one (mode 2027)"), "{told}");
        found.modes = ModeFindings::default();
        found.modes.synchronized = Some(true);
        found.modes.nothing_more_comes();
        let told = text(&found);
        assert!(told.contains("shown at once"), "{told}");
        assert!(told.contains("differently"), "{told}");
    }

    #[test]
    fn where_signs_may_be_wide_the_way_out_is_told() {
        for (variable, value, wide) in [
            ("LANG", "ja_JP.UTF-8", true),
            ("LC_ALL", "zh_CN.UTF-8", true),
            ("LANG", "fr_FR.UTF-8", false),
        ] {
            let told = text(&of(&[(variable, value)]));
            assert_eq!(told.contains("glyphs: ascii"), wide, "{told}");
        }
    }

    #[test]
    fn zellij_screen_and_wezterm_have_advice_of_their_own() {
        assert!(text(&of(&[("ZELLIJ", "0")])).contains("unlock-first"));
        assert!(text(&of(&[("STY", "1.pts")])).contains("GNU screen passes neither"));
        let wezterm = text(&of(&[("TERM_PROGRAM", "WezTerm")]));
        assert!(wezterm.contains("enable_kitty_keyboard"), "{wezterm}");
        assert!(wezterm.contains("Alt+Enter is WezTerm's"), "{wezterm}");
        assert!(of(&[]).advice().is_none());
    }

    #[test]
    fn xterm_and_mintty_are_known_by_their_names_and_others_are_asked_for_nothing() {
        let mut found = of(&[]);
        assert!(!found.speaks_xterm());
        for (name, speaks) in [
            ("XTerm(388)", true),
            ("mintty 3.7.4", true),
            ("xterm.js(5)", false),
            ("VTE(7600)", false),
        ] {
            found.named(name);
            assert_eq!(found.speaks_xterm(), speaks, "{name}");
        }
        found.named("\x1b[31mlong \u{202e}name");
        assert!(!found.name.unwrap().contains(['\x1b', '\u{202e}']));
    }

    #[test]
    fn links_are_shown_where_the_terminal_is_known_to_have_them() {
        for (name, shows) in [
            ("kitty(0.36.4)", true),
            ("VTE(7600)", true),
            ("WezTerm 20240203", true),
            ("XTerm(388)", false),
            ("Apple_Terminal", false),
        ] {
            let mut found = of(&[]);
            found.named(name);
            assert_eq!(found.shows_links(), shows, "{name}");
        }
        let tmux = |version: &str, outer: &str| {
            let mut found = of(&[("TMUX", "x")]);
            found.tmux = Some(TmuxKeys {
                version: version.into(),
                outer: outer.into(),
                ..TmuxKeys::default()
            });
            found.shows_links()
        };
        assert!(
            tmux("3.4", "kitty(0.36.4)") && tmux("next-3.6", "foot(1.16)") && tmux("4.0", "VTE(1)")
        );
        assert!(
            !tmux("3.3a", "kitty(0.36.4)") && !tmux("3.5a", "xterm-256color") && !tmux("", "kitty")
        );
    }
}
