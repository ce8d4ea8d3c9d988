//! What was found out about how this terminal tells keys and what else it can do, in words: for help
//! and for the doctor.
//!
//! Pure: the environment, the terminal's answers, tmux's options and the keys that came are told
//! to it. Says of each key that not every terminal tells whether it works, as far as that is known.

use crossterm::event::{KeyCode, KeyModifiers};
use serde::Serialize;

use super::KeyProtocol;
use crate::l10n::say;
use crate::tui::keymap::Key;

/// Characters of a terminal's own name that are kept.
const NAME: usize = 40;

/// What stands between the terminal and us.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Multiplexer {
    Tmux,
    Zellij,
    Screen,
}

/// What tmux says of itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct TmuxKeys {
    /// Its version: `3.5a`.
    pub version: String,
    /// Its option `extended-keys`: `off`, `on` or `always`; empty where it has none.
    pub extended_keys: String,
    /// Its option `extended-keys-format`: `xterm` or `csi-u`; empty before 3.5.
    pub format: String,
    /// Its option `allow-passthrough`: whether what is framed for it goes to the terminal outside.
    pub passthrough: String,
    /// What the terminal outside calls itself, as far as it was told.
    pub outer: String,
}

/// What is known of the modes that were asked for; `None` before there is an answer, and where nothing was asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct ModeFindings {
    /// Whether it shows a frame at once (mode 2026).
    pub synchronized: Option<bool>,
    /// Whether it counts a cluster of several characters as one (mode 2027).
    pub clusters: Option<bool>,
}

impl ModeFindings {
    /// The last answer has come: what is not known by now is not there.
    pub fn nothing_more_comes(&mut self) {
        self.synchronized.get_or_insert(false);
        self.clusters.get_or_insert(false);
    }
}

/// What is known.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct KeyFindings {
    /// How keys are told.
    pub protocol: KeyProtocol,
    /// What the terminal calls itself.
    pub name: Option<String>,
    /// What is around us.
    pub multiplexer: Option<Multiplexer>,
    /// tmux, where it was asked.
    pub tmux: Option<TmuxKeys>,
    /// What was said of modes.
    pub modes: ModeFindings,
    /// Whether the language is one for which terminals may draw lines and arrows in two columns.
    pub wide_signs: bool,
    /// Whether Shift+Enter came.
    pub shift_enter: KeyKnowledge,
    /// Whether Ctrl+Tab came.
    pub ctrl_tab: KeyKnowledge,
}

/// What is known of a key by itself, whatever the terminal says of its keys.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyKnowledge {
    #[default]
    NotYet,
    Came,
    /// It was pressed to try it, and came as another key or not at all.
    DidNotCome,
}

/// One thing that is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Whether there is something to do about it.
    pub advice: bool,
    pub text: String,
}

impl KeyFindings {
    /// What the environment says.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let get = |name: &str| variable(name).filter(|text| !text.is_empty());
        let multiplexer = match () {
            () if get("ZELLIJ").is_some() => Some(Multiplexer::Zellij),
            () if get("TMUX").is_some() => Some(Multiplexer::Tmux),
            () if get("STY").is_some() => Some(Multiplexer::Screen),
            () => None,
        };
        let name = match multiplexer {
            // The variables of the terminal outside are inherited and may be of another one.
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

    /// The terminal told its name: `XTerm(388)`, `tmux 3.5a`, `kitty(0.36)`.
    pub fn named(&mut self, name: &str) {
        let name = clean(name);
        if !name.is_empty() {
            self.name = Some(name);
        }
    }

    /// Whether it speaks xterm's modifyOtherKeys, as far as its name tells.
    pub fn speaks_xterm(&self) -> bool {
        let speaks = |name: &str| ["xterm(", "mintty"].iter().any(|one| name.starts_with(one));
        match self.multiplexer {
            Some(Multiplexer::Tmux) => true,
            Some(_) => false,
            None => speaks(&self.lower()),
        }
    }

    /// Whether it is known to show links (OSC 8) and to skip what it does not know of them. tmux keeps them from 3.4 on.
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

    /// All that is worth telling, the protocol first; keys stand as the names of their actions in
    /// braces.
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

    /// What is known of modes.
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

    /// What is known of Shift+Enter.
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

    /// What is known of Ctrl+Tab.
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

    /// Whether the terminal is one that changes its own tabs with Ctrl+Tab, as it comes.
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

    /// Whether a key comes through, as far as is known: it does where every terminal sends it, where this one tells such
    /// keys and does not take it for itself, and where it came.
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

    /// Whether all answers are there that the terminal gives: before that nothing is claimed of its keys.
    pub fn is_complete(&self) -> bool {
        self.modes.synchronized.is_some() && self.modes.clusters.is_some()
    }

    fn passes(&self) -> Passes {
        match (self.protocol, self.multiplexer, &self.tmux) {
            (KeyProtocol::Kitty, ..) | (KeyProtocol::Xterm, None, _) => Passes::Yes,
            (KeyProtocol::Legacy, ..) => Passes::No,
            (KeyProtocol::Xterm, _, Some(tmux)) => match tmux.extended_keys.as_str() {
                // What is outside of tmux must tell them too, and that nobody says.
                "on" | "always" => Passes::NotKnown,
                _ => Passes::No,
            },
            (KeyProtocol::Xterm, _, None) => Passes::NotKnown,
        }
    }

    /// What would make more keys work.
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

    /// Keys that this terminal keeps for itself.
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

/// Whether keys that are not told by every terminal come through.
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

/// A name from outside, for a line.
fn clean(name: &str) -> String {
    let name: String = name.chars().take(NAME).collect();
    crate::redact::one_line(name.trim())
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
            text.contains("as terminals always did (Apple_Terminal)"),
            "{text}"
        );
        assert!(
            text.contains("Shift+Enter cannot be told from Enter; {newline}"),
            "{text}"
        );
        assert!(
            text.contains("Ctrl+Tab cannot be told from Tab; {toggle_passthrough} does"),
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
            assert!(text(&found).contains("Ctrl+Tab changes tabs"), "{taker}");
            assert!(text(&found).contains("Shift+Enter works"), "{taker}");
        }
        // What came is known, whatever the name says.
        found.ctrl_tab = KeyKnowledge::Came;
        assert!(text(&found).contains("Ctrl+Tab works: it came"));
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
            told.contains("Ctrl+Tab did not come when it was tried; {toggle_passthrough}"),
            "{told}"
        );
        assert!(
            told.contains("Shift+Enter did not come when it was tried; {newline}"),
            "{told}"
        );
        // One that takes it for its tabs does not send it, whatever protocol it has.
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
        assert!(text(&found).contains("Shift+Enter: not known"));
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
        assert!(text(&found).contains("Shift+Enter cannot be told"));
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
        assert!(told.contains("in its own way"), "{told}");
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
