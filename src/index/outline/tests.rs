//! Names in texts of the known kinds.

use super::definitions;

fn names(path: &str, text: &str) -> Vec<String> {
    let found = definitions(path, text).into_iter();
    found
        .map(|found| format!("{} {} {}", found.line, found.kind, found.name))
        .collect()
}

#[test]
fn rust_items_are_found_with_their_modifiers_and_uses_are_not() {
    let text = "use a::b;\npub(crate) async fn run<T>(x: T) {\n    let fn_like = 1;\n}\nimpl A for B {\n    \
                const unsafe fn go(&self) {}\n    const INNER: u8 = 1;\n}\npub struct Run;\nconst TOP: u8 = 1;\n\
                macro_rules! made { () => {} }\n// fn not_one()\n";
    let expected = [
        "2 fn run",
        "6 fn go",
        "9 struct Run",
        "10 const TOP",
        "11 macro_rules! made",
    ];
    assert_eq!(names("src/a.rs", text), expected);
}

#[test]
fn python_go_and_typescript_are_found() {
    let python = "import x\nclass A(B):\n    async def go(self):\n        pass\ndefinitely = 1\n";
    assert_eq!(names("a.py", python), ["2 class A", "3 def go"]);
    let go = "package a\nfunc (r *Run) Start(x int) error {\nfunc main() {\ntype T struct {\n";
    assert_eq!(
        names("a.go", go),
        ["2 func Start", "3 func main", "4 type T"]
    );
    let script = "export default class App extends B {\nexport const f = () => 1\nfunction* all() {\n  const x = 1\n";
    assert_eq!(
        names("a.ts", script),
        ["1 class App", "2 const f", "3 function* all"]
    );
}

#[test]
fn functions_without_a_word_are_known_by_their_shape() {
    let c = "#include <a.h>\nstatic int read_all(int fd,\n                    char *to)\n{\n    if (fd) {\n    }\n}\n\
             int x = f(1);\nint declared(void);\nstruct point {\n#define LIMIT 4\nvoid Class::method() {\n";
    let expected = [
        "2 fn read_all",
        "10 struct point",
        "11 #define LIMIT",
        "12 fn Class::method",
    ];
    assert_eq!(names("a.c", c), expected);
    let java = "public final class A {\n    private static int go(String x) {\n        return call(x);\n    }\n}\n";
    assert_eq!(names("A.java", java), ["1 class A", "2 fn go"]);
    let shell = "build() {\n  echo hi\n}\nfunction test_all {\n(cd x)\n";
    assert_eq!(names("a.sh", shell), ["1 fn build", "4 function test_all"]);
}

#[test]
fn headings_are_sections_but_not_in_a_fence() {
    let text = "# Title\n```sh\n# comment\n```\n## Use it\n#hashtag\n#### deep\n";
    assert_eq!(
        names("README.md", text),
        ["1 section Title", "5 section Use it"]
    );
}

#[test]
fn what_is_not_known_has_no_outline() {
    assert_eq!(names("a.bin", "fn a() {}"), [""; 0]);
    assert_eq!(names("Makefile", "all: x"), [""; 0]);
}

#[test]
fn no_text_breaks_it() {
    for line in [
        "(",
        "fn",
        "fn (",
        "pub(",
        "pub(x fn a",
        "é(",
        "~(",
        "#",
        "# ",
        "::(){",
        "\u{301}(a) {",
        "func ()",
    ] {
        for path in ["a.rs", "a.go", "a.c", "a.java", "a.sh", "a.md"] {
            definitions(path, line);
        }
    }
}
