//! Programs that print what is in files, and those that tell only names and counts.
//!
//! Both only read; this table says what they read. Called for programs that `readonly` knows.

use super::arguments::{Arguments, Shape, arguments, plain};
use super::command::Call;
use super::field::Field;
use super::path::inner_paths;
use super::walk::Walker;

/// Programs that tell names, sizes or counts of what they are given; without a name, of the folder
/// they are in where the second part says so.
const NAMES: &[(&str, Here)] = &[
    ("ls", Here::Yes),
    ("dir", Here::Yes),
    ("du", Here::Yes),
    ("tree", Here::Yes),
    ("eza", Here::Yes),
    ("exa", Here::Yes),
    ("tokei", Here::Yes),
    ("wc", Here::No),
    ("stat", Here::No),
    ("file", Here::No),
    ("realpath", Here::No),
    ("readlink", Here::No),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Here {
    Yes,
    No,
}

/// Programs that print contents.
const CONTENTS: &[Shape] = &[
    plain(
        &[
            "cat",
            "tac",
            "rev",
            "zcat",
            "xzcat",
            "bzcat",
            "nm",
            "size",
            "objdump",
            "readelf",
            "dircolors",
            "tsort",
            "md5sum",
            "sha1sum",
            "sha224sum",
            "sha256sum",
            "sha384sum",
            "sha512sum",
            "b2sum",
            "cksum",
            "sum",
            "shasum",
            "sha256",
            "md5",
        ],
        "",
    ),
    plain(&["head", "tail"], "nc"),
    plain(&["sort"], "kt"),
    plain(&["uniq"], "fsw"),
    plain(&["xxd"], "lscog"),
    plain(&["paste"], "d"),
    plain(&["join"], "tjoeav12"),
    plain(&["comm"], ""),
    plain(&["nl"], "bdfhilnsvw"),
    plain(&["od"], "AjNtS"),
    plain(&["strings"], "nte"),
    plain(&["base32", "base64", "fold"], "w"),
    plain(&["fmt"], "wgp"),
    plain(&["expand", "unexpand"], "t"),
    plain(&["column"], "sc"),
    plain(&["cmp"], "in"),
    plain(&["diff3"], "L"),
    plain(&["pr"], "hl"),
    plain(&["shuf"], "ni"),
    Shape {
        files: "f",
        ..plain(&["hexdump"], "ens")
    },
    Shape {
        long_texts: &["delimiter", "output-delimiter", "fields"],
        ..plain(&["cut"], "dfbc")
    },
    Shape {
        files: "XS",
        ..plain(&["diff"], "UCWIxFLD")
    },
    Shape {
        skip: 1,
        ..plain(&["look"], "t")
    },
    Shape {
        files: "f",
        long_texts: &[
            "regexp",
            "max-count",
            "context",
            "after-context",
            "before-context",
            "include",
            "exclude",
            "exclude-dir",
            "label",
            "binary-files",
            "directories",
            "devices",
        ],
        skip: 1,
        instead: "ef",
        long_instead: &["regexp", "file"],
        ..plain(&["grep", "egrep", "fgrep"], "emABCdD")
    },
    Shape {
        files: "f",
        long_texts: &[
            "regexp",
            "max-count",
            "context",
            "after-context",
            "before-context",
            "glob",
            "iglob",
            "type",
            "type-not",
            "replace",
            "max-depth",
            "threads",
            "max-columns",
            "sort",
            "sortr",
            "colors",
            "encoding",
            "engine",
        ],
        skip: 1,
        instead: "ef",
        long_instead: &["regexp", "file", "files", "type-list"],
        ..plain(&["rg"], "ABCdEMTtegjmr")
    },
];

/// Notes what a call of a program that only reads, reads.
pub(super) fn look(walker: &mut Walker<'_>, call: Call<'_>) {
    let name = call.program;
    if let Some((_, here)) = NAMES.iter().find(|(other, _)| *other == name) {
        names(walker, call, *here);
    } else if let Some(shape) = CONTENTS.iter().find(|shape| shape.names.contains(&name)) {
        contents(walker, call, shape);
    } else if matches!(name, "echo" | "printf") {
        // The shell lists what a pattern matches.
        for arg in call.args.iter().filter(|arg| arg.glob) {
            walker.looks_at(arg);
        }
    } else if name == "man" {
        for arg in call.args.iter().filter(|arg| arg.text.contains('/')) {
            walker.reads_contents(arg);
        }
        if call.has_option('l', "local-file") {
            call.operands().for_each(|arg| walker.reads_contents(arg));
        }
    } else if name == "jq" {
        jq(walker, call);
    }
}

fn names(walker: &mut Walker<'_>, call: Call<'_>, here: Here) {
    let mut some = false;
    for field in call.operands() {
        some = true;
        walker.looks_at(field);
    }
    if !some && here == Here::Yes {
        walker.looks_here(call.span);
    }
    // A list of names in a file is printed in errors, line by line.
    let lists = call.options().any(|option| {
        let option = option.split('=').next().unwrap_or(option);
        option.len() > 2
            && [
                "--files0-from",
                "--files-from",
                "--exclude-from",
                "--fromfile",
                "--fromtabfile",
            ]
            .iter()
            .any(|list| list.starts_with(option))
    });
    let short = matches!(call.program, "file") && call.has_option('f', "")
        || call.program == "du" && call.has_option('X', "");
    if lists || short {
        walker.state.findings.medium(
            format!("{} takes names from a file and may print it", call.program),
            call.span,
        );
    }
}

fn contents(walker: &mut Walker<'_>, call: Call<'_>, shape: &Shape) {
    any_file(walker, call);
    let found = arguments(call, shape);
    for field in &found.files {
        walker.reads_contents(field);
        // Some programs take options from `@file`.
        if let Some(list) = field.text.strip_prefix('@') {
            let list = Field {
                text: list.to_owned(),
                ..field.clone()
            };
            walker.reads_contents(&list);
        }
    }
    match call.program {
        "grep" | "egrep" | "fgrep" => {
            let tells = |value: &str| "recurse".starts_with(value);
            if has(&found, "rR", &["recursive", "dereference-recursive"])
                || found
                    .values
                    .iter()
                    .any(|(c, value)| *c == 'd' && tells(value))
                || found
                    .long
                    .iter()
                    .any(|(name, _)| "directories".starts_with(name.as_str()))
            {
                all_of_it(walker, call);
            }
        }
        "diff" => {
            let folders = found.operands > 1
                && found.files.iter().all(|field| {
                    let name = field.text.rsplit('/').next().unwrap_or_default();
                    !name.trim_matches('.').contains('.')
                        && !field.text.starts_with("/dev/")
                        && field.text != "-"
                });
            if folders || has(&found, "r", &["recursive"]) {
                all_of_it(walker, call);
            }
        }
        "rg" => rg(walker, call, &found),
        "base64" | "base32" if has(&found, "o", &["output"]) => walker
            .state
            .findings
            .medium(format!("{} may write a file", call.program), call.span),
        _ => {}
    }
}

/// A variable may be an option, or many files.
pub(super) fn any_file(walker: &mut Walker<'_>, call: Call<'_>) {
    let open = call.args.iter().find(|arg| {
        arg.resolved
            || arg
                .text
                .contains([super::field::DYNAMIC, super::field::HOME])
            || (arg.glob && arg.is_option())
    });
    if let Some(arg) = open {
        walker.reads_contents(&Field {
            resolved: true,
            ..arg.clone()
        });
    }
}

fn has(found: &Arguments, letters: &str, long: &[&str]) -> bool {
    found.letters.iter().any(|c| letters.contains(*c))
        || found
            .long
            .iter()
            .any(|(name, _)| long.iter().any(|option| option.starts_with(name.as_str())))
}

fn all_of_it(walker: &mut Walker<'_>, call: Call<'_>) {
    walker.state.findings.medium(
        format!(
            "{} reads whole folders and may read files on the block list",
            call.program
        ),
        call.span,
    );
}

/// `rg` leaves out what is hidden or ignored by git, which is where keys and environment files
/// stand; so it is trusted with folders of the workspace until that is switched off.
fn rg(walker: &mut Walker<'_>, call: Call<'_>, found: &Arguments) {
    let off = has(found, "u.L", &["unrestricted", "hidden", "follow"])
        || found.long.iter().any(|(name, _)| {
            name.starts_with("no-ignore") && name != "no-ignore-messages"
                || matches!(name.as_str(), "ignore-file" | "type-add")
        });
    // A glob that is not an exclusion goes before every rule of what is left out.
    let mut globs: Vec<String> = (found.values.iter())
        .filter(|(letter, _)| *letter == 'g')
        .map(|(_, value)| value.clone())
        .collect();
    let mut args = call.args.iter();
    while let Some(arg) = args.next() {
        if let Some((_, value)) = arg.text.split_once("glob=") {
            globs.push(value.to_owned());
        } else if matches!(arg.text.as_str(), "--glob" | "--iglob") {
            globs.extend(args.next().map(|next| next.text.clone()));
        }
    }
    let takes_in = globs.iter().any(|glob| {
        let name = glob.rsplit('/').next().unwrap_or(glob);
        let source = name.strip_prefix("*.").is_some_and(|end| {
            end.chars().all(char::is_alphanumeric)
                && !end.eq_ignore_ascii_case("key")
                && !end.eq_ignore_ascii_case("pem")
        });
        !glob.starts_with('!')
            && !source
            && (glob.contains('{') || walker.state.blocks.may_match(glob))
    });
    // What the config adds to the block list need not be hidden or ignored.
    let state = &*walker.state;
    let may_hold = |field: &Field| {
        let paths = inner_paths(field, &state.folders, &state.root);
        paths.iter().any(|path| state.blocks.extra_may_lie_in(path))
    };
    let holds = match found.operands {
        0 => may_hold(&Field::literal(".", call.span)),
        _ => found.files.iter().any(may_hold),
    };
    if off || takes_in || holds {
        all_of_it(walker, call);
    }
    if found.operands == 0 {
        walker.looks_here(call.span);
    }
}

/// A program of jq may take in files by `import`.
fn jq(walker: &mut Walker<'_>, call: Call<'_>) {
    any_file(walker, call);
    let from_file = call.has_option('f', "from-file")
        || call.has_option('L', "library-path")
        || call
            .args
            .iter()
            .any(|arg| arg.text.contains("import") || arg.text.contains("include"));
    if from_file {
        walker
            .state
            .findings
            .medium("jq with a program that may take in files", call.span);
    }
    let mut seen = false;
    let mut args = call.args.iter();
    while let Some(arg) = args.next() {
        match arg.text.as_str() {
            "--arg" | "--argjson" => {
                args.next();
                args.next();
            }
            "--slurpfile" | "--rawfile" => {
                args.next();
            }
            "--indent" => drop(args.next()),
            _ if arg.is_option() => {}
            _ if !seen && !arg.glob => seen = true,
            _ => walker.reads_contents(arg),
        }
    }
    if call
        .args
        .iter()
        .any(|arg| matches!(arg.text.as_str(), "--slurpfile" | "--rawfile"))
    {
        walker
            .state
            .findings
            .medium("jq takes in a file as a variable", call.span);
    }
}
