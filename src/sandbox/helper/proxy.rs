//! The listener of a box's proxy: opened on the loopback of the box, and handed to the program
//! outside, which serves it. A socket stays in the network namespace in which it was made, so the
//! box needs no process that carries bytes out of it.

use std::io::IoSlice;
use std::net::{Ipv4Addr, TcpListener};
use std::os::fd::AsRawFd;

use nix::sys::socket::{ControlMessage, MsgFlags, sendmsg};

use super::PROXY;
use crate::report::{Refused, Step};

/// The port of the proxy. Nothing else listens in a new network namespace.
const PORT: u16 = 47_128;

/// Variables by which programs find a proxy. Some know the one spelling, some the other.
const NAMES: [&str; 6] = [
    "HTTP_PROXY",
    "http_proxy",
    "HTTPS_PROXY",
    "https_proxy",
    "ALL_PROXY",
    "all_proxy",
];

/// The machines that programs reach without the proxy: the box itself.
const WITHOUT: &str = "localhost,127.0.0.1,::1";

/// Returns the variables that lead programs to the proxy.
pub(crate) fn variables() -> impl Iterator<Item = (&'static str, String)> {
    let address = format!("http://127.0.0.1:{PORT}");
    let proxies = NAMES.iter().map(move |name| (*name, address.clone()));
    let others = [
        ("NO_PROXY", WITHOUT.to_owned()),
        ("no_proxy", WITHOUT.to_owned()),
        // Node.js reads the proxy variables only where this one is set.
        ("NODE_USE_ENV_PROXY", "1".to_owned()),
    ];
    proxies.chain(others)
}

/// Opens the listener and sends it to the program outside.
pub(super) fn hand_over() -> Result<(), Refused> {
    let failed = |error: std::io::Error| Refused::of(Step::Proxy, &error);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, PORT)).map_err(failed)?;
    let numbers = [listener.as_raw_fd()];
    let rights = [ControlMessage::ScmRights(&numbers)];
    // Ancillary data travels with at least one byte.
    let byte = [IoSlice::new(&[0])];
    sendmsg::<()>(PROXY, &byte, &rights, MsgFlags::empty(), None)
        .map_err(Refused::at(Step::Proxy))?;
    nix::unistd::close(PROXY).map_err(Refused::at(Step::Proxy))
}
