//! The eighteen contexts of the key table, in which a key can be pressed.

macro_rules! contexts {
    ($($variant:ident = $name:literal $text:literal,)*) => {
        /// The context in which a key is pressed. A binding of an inner context hides one of
        /// an outer context.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Context {
            $(#[doc = $text] $variant,)*
        }

        impl Context {
            pub const ALL: &'static [Context] = &[$(Context::$variant),*];

            /// Returns the context's name in the key table.
            pub fn name(self) -> &'static str {
                match self { $(Context::$variant => $name),* }
            }

            /// Returns the context's name in the user's language.
            pub fn said(self) -> &'static str {
                l10n::of_context(self.name()).unwrap_or_else(|| self.name())
            }

            /// Describes the context in a few words.
            pub fn text(self) -> &'static str {
                match self { $(Context::$variant => $text),* }
            }

            /// Describes the context in the user's language.
            pub fn localized_description(self) -> &'static str {
                l10n::of_where(self.name()).unwrap_or_else(|| self.text())
            }

            /// Returns the context with this name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(Context::$variant),)* _ => None }
            }
        }
    };
}

contexts! {
    Global = "global" "Everywhere.",
    Leader = "leader" "After Ctrl+X.",
    Editor = "editor" "In a text field.",
    Popup = "popup" "While the completion is open over the editor.",
    Pane = "pane" "In any pane.",
    Tree = "tree" "In the file tree.",
    Chat = "chat" "In the conversation.",
    Diff = "diff" "In the diff pane.",
    Review = "review" "In the review.",
    Checkpoints = "checkpoints" "In the list of checkpoints.",
    Results = "results" "In the results of a search.",
    Sessions = "sessions" "In the list of sessions.",
    Tasks = "tasks" "In the list of tasks.",
    Agents = "agents" "In the list of sub-agents.",
    Memory = "memory" "In the memory.",
    Settings = "settings" "In settings.",
    Bar = "bar" "In the confirmation bar.",
    Rollback = "rollback" "In the rollback dialog.",
    Picker = "picker" "In the palette and the pickers.",
    Select = "select" "In select mode.",
}
