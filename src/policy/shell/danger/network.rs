//! Programs that access the network, and the content that they may send off the machine.

use crate::shell::command::Call;
use crate::shell::walk::Walker;
use crate::shell::writer;
use notice::notice;

pub(super) const FETCHERS: &[&str] = &[
    "curl",
    "wget",
    "aria2c",
    "nc",
    "ncat",
    "netcat",
    "socat",
    "telnet",
    "ftp",
    "sftp",
    "ping",
    "dig",
    "nslookup",
    "host",
    "http",
    "https",
    "lynx",
    "w3m",
    "traceroute",
    "whois",
    "nmap",
];

/// Rates programs that access the network. The writer table covers the files that they write.
pub(super) fn fetches(walker: &mut Walker<'_>, call: Call<'_>) {
    let name = call.program;
    let sends = match name {
        "curl" => {
            call.args
                .iter()
                .any(|arg| arg.text.starts_with('@') || arg.text.contains("=@"))
                || call.has_option('T', "upload-file")
                || call.has_option('K', "config")
                || call.options().any(|option| option.starts_with("-d@"))
        }
        "wget" => call.args.iter().any(|arg| {
            arg.text.starts_with("--post-file")
                || arg.text.starts_with("--body-file")
                || arg.text.starts_with("--use-askpass")
        }),
        "nc" | "ncat" | "netcat" | "socat" | "telnet" | "ftp" | "sftp" => true,
        _ => false,
    };
    if sends {
        walker
            .state
            .findings
            .high(notice!("risk-name-can-send-data-out", name), call.span);
    } else {
        walker
            .state
            .findings
            .medium(notice!("risk-name-reaches-the-network", name), call.span);
    }
    writer::download_targets(walker, call);
    walker.probe(call);
}
