//! The language of the screen: that of the locale, overridden by the configuration.

use crate::harness::{Place, Session, Start, Step, play};

/// Starts the workbench with these environment variables.
fn workbench(place: &Place, variables: &[(&str, &str)]) -> Session {
    let arguments = play(place, vec![Step::says("Nothing to do.")]);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut start = Start::program(place, &arguments);
    for (name, value) in variables {
        start = start.variable(name, value);
    }
    start.begin()
}

#[test]
fn the_locale_chooses_the_language_and_the_configuration_stands_over_it() {
    let place = Place::new();
    let french = ("LANG", "fr_FR.UTF-8");
    let mut session = workbench(&place, &[french]);
    session.wait_for(&["── brouillon ──", "Entrée envoyer", "replay/recorded"]);
    session.line("/nosuch");
    session.wait_for(&["commande inconnue /nosuch"]);
    drop(session);
    let mut session = workbench(&place, &[french, ("AGENTICHAT_LANGUAGE", "pt")]);
    session.wait_for(&["── rascunho ──", "Enter enviar", "replay/recorded"]);
    drop(session);
    place.write("config/config.yaml", "language: en\n");
    let mut session = workbench(&place, &[french]);
    session.wait_for(&["── draft ──", "Enter send", "replay/recorded"]);
}
