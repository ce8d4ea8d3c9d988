//! Generates texts that may be commands: words of the tables and of the traps, joined
//! well or badly.

/// A source of random choices: the same seed gives the same texts.
pub(super) struct Choices(u64);

impl Choices {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    /// Returns a number below `end`, by Marsaglia's xorshift.
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % end.max(1)
    }

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len())]
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// Programs with options that the tables know, and some that they do not.
const PROGRAMS: &[(&str, &[&str])] = &[
    ("cat", &["-n", "-A", "--number", "-s"]),
    ("head", &["-n 2", "-c 3", "-2", "--lines=2", "-n2"]),
    ("tail", &["-n 2", "-n +2", "-c 3", "-q"]),
    ("wc", &["-l", "-c", "--lines", "--files0-from=list.txt"]),
    ("ls", &["-la", "-R", "-1", "--color=never", "-I x", "-L"]),
    (
        "sort",
        &[
            "-u",
            "-k 1",
            "-t,",
            "-n",
            "-o out",
            "--output=out",
            "-T .",
            "--compress-program=./evil",
        ],
    ),
    ("uniq", &["-c", "-d", "-f 1"]),
    ("cut", &["-d=", "-f 1", "-c 1-3"]),
    ("tr", &["-d", "-s"]),
    (
        "grep",
        &[
            "-n",
            "-r",
            "-e KEY",
            "-f names.txt",
            "--include='*.rs'",
            "-R",
            "-A 1",
            "-E",
            "-l",
            "-2",
        ],
    ),
    (
        "rg",
        &[
            "-n",
            "-g '*.rs'",
            "-g '*.env'",
            "--hidden",
            "-u",
            "--pre ./evil",
            "-t rust",
            "--files",
            "-e KEY",
            "--no-config",
        ],
    ),
    (
        "find",
        &[
            "-name '*.rs'",
            "-type f",
            "-maxdepth 1",
            "-print",
            "-exec ./evil",
            "-delete",
            "-newer a.txt",
            "-ls",
            "-fprint out",
        ],
    ),
    ("fdfind", &["-t f", "-H", "-d 1", "-x ./evil"]),
    ("sed", &["-n", "-E", "-i", "-e p", "-s", "-f names.txt"]),
    (
        "jq",
        &["-r", "-c", "-n", "-f names.txt", "--slurpfile a .env"],
    ),
    ("diff", &["-u", "-q", "-r", "-U 1", "--brief"]),
    ("cmp", &["-s", "-l"]),
    ("comm", &["-12"]),
    ("nl", &["-b a"]),
    ("od", &["-c", "-A x", "-t x1"]),
    ("xxd", &["-l 4", "-p", "-r"]),
    ("base64", &["-w 0", "-d"]),
    ("sha256sum", &["-b", "-c"]),
    ("stat", &["-c %n", "-t"]),
    ("file", &["-b", "-f list.txt", "-m list.txt"]),
    ("du", &["-s", "-h", "-a", "--files0-from=list.txt"]),
    ("tree", &["-L 1", "-a", "-o out", "-f"]),
    ("realpath", &["-s", "-e"]),
    ("readlink", &["-f", "-n"]),
    ("basename", &["-a"]),
    ("dirname", &[]),
    ("echo", &["-n", "--"]),
    ("test", &["-f a.txt", "-d src", "-n x", "-a", "-v x"]),
    ("date", &["-u", "-s x", "-r a.txt", "-d now", "+%s"]),
    ("seq", &["-w"]),
    ("pwd", &["-P"]),
    ("which", &["-a"]),
    ("type", &[]),
    ("command", &["-v", "-V", "-p"]),
    ("paste", &["-s", "-d,"]),
    ("fold", &["-w 9"]),
    ("tac", &[]),
    ("rev", &[]),
    ("column", &["-t"]),
    ("cd", &[]),
    ("true", &[]),
    ("xargs", &["-n 1", "-a list.txt"]),
    ("env", &["-i", "-S ./evil"]),
    ("printf", &["-v PATH"]),
    ("awk", &["-f names.txt"]),
    ("strings", &["-n 3"]),
    ("sh", &["-c ./evil"]),
    ("eval", &[]),
    ("printenv", &[]),
    ("./evil", &[]),
];

/// Git commands. They are expensive, so they are rare.
const GIT: &[&str] = &[
    "git status",
    "git status --short",
    "git log --oneline",
    "git log -p",
    "git diff",
    "git diff HEAD~1",
    "git diff HEAD~2",
    "git show HEAD",
    "git show HEAD~1",
    "git blame a.txt",
    "git branch -a",
    "git branch new",
    "git tag",
    "git ls-files",
    "git log --format=%G?",
    "git diff --ext-diff",
    "git diff --textconv",
    "git show HEAD:a.txt",
    "git grep KEY",
    "git diff --no-index a.txt .env",
    "git log --output=out",
    "git stash list",
    "git stash",
    "git remote -v",
    "git reflog",
    "git config --get user.name",
    "git config --list",
    "git -C .. status",
    "git -C src status",
    "git -c core.pager=./evil log",
    "git cat-file -p HEAD:a.txt",
    "git diff --stat",
    "git log -- a.txt",
    "git rev-parse HEAD",
    "git describe --always",
];

const OPERANDS: &[&str] = &[
    "a.txt",
    "a.txt",
    "src/lib.rs",
    "src/lib.rs",
    "src",
    "sub",
    ".",
    "sub/x.txt",
    "names.txt",
    "data.json",
    "src/main.rs",
    "KEY",
    "'fn main'",
    "\"fn main\"",
    "main",
    "'.a'",
    "'.a.b'",
    "env",
    "'$ENV'",
    "'1,2p'",
    "p",
    "'w out'",
    "1",
    "2",
    "-",
    ".env",
    "sub/.env",
    "hidden",
    "back",
    "id_rsa",
    "x.key",
    "../secret.txt",
    "link-file",
    "link-folder",
    "link-folder/secret.txt",
    "src/link-blocked",
    "src/dangling",
    "src/../a.txt",
    "src/../.env",
    "link-folder/../secret.txt",
    "src/*",
    "src/*.rs",
    "./*",
    "*",
    "*.txt",
    "sub/*",
    "sub/?.txt",
    "sub/.*",
    "links/*",
    "-rf",
    "--output=a.txt",
    "-o",
    "~",
    "~/x",
    "$HOME",
    "${HOME}",
    "HEAD",
    "HEAD~1",
    "@list.txt",
    "/etc/passwd",
    "/etc/hostname",
    "/dev/null",
    "src/evil",
    "'a b'",
    "\"\"",
    "--",
    "a-z",
    "A-Z",
    "%s",
    "=cat",
    "x=~/y",
    "out",
    "new/file",
    "list.txt",
];

const JOINTS: &[&str] = &[
    " | ",
    " && ",
    " || ",
    "; ",
    " ;",
    "|",
    "&&",
    " 2>&1 | ",
    " 2>/dev/null | ",
    " >/dev/null && ",
];

/// Pieces with a special meaning in a shell.
const NOISE: &[&str] = &[
    "$(./evil)",
    "`./evil`",
    "& ./evil",
    "\n./evil\n",
    "<(./evil)",
    "{a.txt,.env}",
    "$'\\056env'",
    "#",
    "\\",
    "\\ ",
    "!",
    "~",
    "*",
    "?",
    "'",
    "\"",
    "=",
    " > out",
    ">out",
    " >> a.txt",
    " < .env",
    "<<<",
    "<<E\n.env\nE\n",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "&",
    "|&",
    "&>out",
    "&>/dev/null",
    ";;",
    "||",
    "$",
    "$@",
    "$0",
    "${x}",
    "x=1 ",
    "PATH=. ",
    "[[ x || ./evil ]]",
    "\t",
    "\u{a0}",
    "\r",
    "\u{3000}",
    "2>out",
    "3>&1",
    ">&2",
    "2>&1",
    "1>/dev/null",
    ">/dev/null",
    ">/dev/nullx",
    "2>&1x",
    "-x",
    "--",
    " -o out",
    " --output=out",
    "cd ..; ",
    "cd link-folder && ",
    "cd sub && ",
    "; ./evil",
    "&& ./evil",
    "time ",
    "exec ",
    "command ",
    "%1",
    "^a^b",
    "\u{1b}",
    "é",
    "\u{2014}",
];

/// Generates a text: one command or several joined ones, occasionally with noise.
pub(super) fn text(choices: &mut Choices) -> String {
    let mut text = command(choices);
    while choices.chance(35) {
        text.push_str(choices.one(JOINTS));
        text.push_str(&command(choices));
    }
    while choices.chance(25) {
        let places: Vec<usize> = text
            .char_indices()
            .map(|(at, _)| at)
            .chain([text.len()])
            .collect();
        let at = places[choices.below(places.len())];
        text.insert_str(at, choices.one(NOISE));
    }
    text
}

fn command(choices: &mut Choices) -> String {
    if choices.chance(1) {
        return choices.one(GIT).to_owned();
    }
    let (program, options) = PROGRAMS[choices.below(PROGRAMS.len())];
    let mut words = vec![program];
    while !options.is_empty() && choices.chance(45) {
        words.push(choices.one(options));
    }
    while choices.chance(60) {
        words.push(choices.one(OPERANDS));
        if !options.is_empty() && choices.chance(10) {
            words.push(choices.one(options));
        }
    }
    words.join(" ")
}
