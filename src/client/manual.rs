//! The manual: the pages of `assets/manual/`, which `/help TOPIC` and `agentichat help TOPIC` show.

/// A page of the manual.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// The topic, as the user types it: the file's name without `.md`.
    pub name: &'static str,
    /// The text, in Markdown and English.
    pub text: &'static str,
}

macro_rules! page {
    ($name:literal) => {
        Page {
            name: $name,
            text: include_str!(concat!("../../assets/manual/", $name, ".md")),
        }
    };
}

/// Every page, by name.
pub const PAGES: &[Page] = &[
    page!("agents"),
    page!("api-keys"),
    page!("cache"),
    page!("checkpoints"),
    page!("claude"),
    page!("commands"),
    page!("configuration"),
    page!("context"),
    page!("costs"),
    page!("first-steps"),
    page!("headless"),
    page!("hooks"),
    page!("index"),
    page!("keys"),
    page!("language"),
    page!("line-mode"),
    page!("mcp"),
    page!("memory"),
    page!("models"),
    page!("modes"),
    page!("mouse"),
    page!("not-there-yet"),
    page!("pictures"),
    page!("plumbing"),
    page!("privacy"),
    page!("providers"),
    page!("questions"),
    page!("recordings"),
    page!("review"),
    page!("rollback"),
    page!("routing"),
    page!("safety"),
    page!("sandbox"),
    page!("screen"),
    page!("sessions"),
    page!("settings"),
    page!("several-terminals"),
    page!("skills"),
    page!("storage"),
    page!("tasks"),
    page!("terminal"),
    page!("themes"),
    page!("trust"),
];

/// Returns the page about a topic.
pub fn page(topic: &str) -> Option<&'static Page> {
    PAGES.iter().find(|page| page.name == topic)
}

/// Pages about what only the full screen has.
const OF_THE_SCREEN: [&str; 4] = ["mouse", "screen", "terminal", "themes"];

impl Page {
    /// Whether the page is about what only the full screen has.
    pub fn is_of_the_screen(&self) -> bool {
        OF_THE_SCREEN.contains(&self.name)
    }
}

/// Returns the names of pages, separated by commas.
pub fn names<'p>(pages: impl IntoIterator<Item = &'p Page>) -> String {
    let names: Vec<&str> = pages.into_iter().map(|page| page.name).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_manual_is_a_page_that_begins_with_its_title() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/manual");
        let files = std::fs::read_dir(folder).expect("the manual").flatten();
        let names = files.map(|file| file.file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = names.collect();
        names.sort();
        let pages: Vec<String> = PAGES
            .iter()
            .map(|page| format!("{}.md", page.name))
            .collect();
        assert_eq!(pages, names);
        for page in PAGES {
            assert!(page.text.starts_with("# "), "{}", page.name);
        }
    }
}
