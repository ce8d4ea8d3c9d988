//! dump
#[test]
fn dump() {
    let mut p = tree_sitter::Parser::new();
    p.set_language(&tree_sitter_bash::LANGUAGE.into()).unwrap();
    for line in std::fs::read_to_string("/tmp/tsx/in")
        .unwrap()
        .split("\n%%\n")
    {
        let t = p.parse(line, None).unwrap();
        println!("{line:?}\n   {}", t.root_node().to_sexp());
    }
}
