//! Database clients: commands that drop or overwrite data.

use crate::shell::command::Call;
use crate::shell::walk::{Stdin, Walker};
use notice::notice;

pub(super) const DATABASES: &[&str] = &[
    "psql",
    "mysql",
    "mariadb",
    "sqlite3",
    "sqlite",
    "mongosh",
    "mongo",
    "redis-cli",
    "duckdb",
    "clickhouse-client",
    "cqlsh",
    "sqlcmd",
    "influx",
    "mysqladmin",
    "cockroach",
];

pub(super) fn database(walker: &mut Walker<'_>, call: Call<'_>) {
    let mut text: String = call
        .args
        .iter()
        .map(|arg| arg.text.as_str())
        .collect::<Vec<_>>()
        .join(" ");
    match &walker.state.stdin {
        Stdin::Text(given) => {
            text.push(' ');
            text.push_str(given);
        }
        Stdin::Network => walker.state.findings.high(
            notice!("risk-name-runs-what-comes-from", name = call.program),
            call.span,
        ),
        _ => {}
    }
    let text = text
        .to_lowercase()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let drops = [
        "drop ",
        "truncate ",
        "delete from",
        "flushall",
        "flushdb",
        "dropdatabase",
        ".drop(",
        "deletemany",
        "alter table",
        "attach ",
        ".shell",
        ".system",
        "\\!",
        "copy ",
        "reassign owned",
    ]
    .iter()
    .any(|word| text.contains(word));
    if drops {
        walker.state.findings.always(
            notice!("risk-name-drops-or-overwrites-data", name = call.program),
            call.span,
        );
    } else {
        walker.state.findings.medium(
            notice!("risk-name-works-on-a-database", name = call.program),
            call.span,
        );
    }
}
