//! Brings the loopback of a network namespace up, with one message to the kernel (rtnetlink(7)).

use std::os::fd::AsRawFd;

use nix::errno::Errno;
use nix::sys::socket::{
    AddressFamily, MsgFlags, NetlinkAddr, SockFlag, SockProtocol, SockType, recv, sendto, socket,
};

use crate::report::{Refused, Step};

/// Number of the loopback in every network namespace.
const LOOPBACK: i32 = 1;

/// Bytes of the request: a header of 16, and the description of an interface of 16.
const LENGTH: u32 = 32;

/// Brings the loopback up.
pub(super) fn bring_up() -> Result<(), Refused> {
    exchange().map_err(Refused::at(Step::Loopback))
}

fn exchange() -> Result<(), Errno> {
    let socket = socket(
        AddressFamily::Netlink,
        SockType::Raw,
        SockFlag::SOCK_CLOEXEC,
        SockProtocol::NetlinkRoute,
    )?;
    let number = socket.as_raw_fd();
    sendto(
        number,
        &request(),
        &NetlinkAddr::new(0, 0),
        MsgFlags::empty(),
    )?;
    let mut answer = [0_u8; 1024];
    let length = recv(number, &mut answer, MsgFlags::empty())?;
    acknowledged(answer.get(..length).unwrap_or_default())
}

/// Returns a request that sets the flag `IFF_UP` of the loopback.
fn request() -> Vec<u8> {
    let up = nix::libc::IFF_UP as u32;
    let flags = (nix::libc::NLM_F_REQUEST | nix::libc::NLM_F_ACK) as u16;
    let header = [
        &LENGTH.to_ne_bytes()[..],
        &nix::libc::RTM_NEWLINK.to_ne_bytes(),
        &flags.to_ne_bytes(),
        // Sequence number, and the kernel's address.
        &1_u32.to_ne_bytes(),
        &0_u32.to_ne_bytes(),
    ];
    let interface = [
        // Any family, any type of device.
        &0_u32.to_ne_bytes()[..],
        &LOOPBACK.to_ne_bytes(),
        &up.to_ne_bytes(),
        // The flags that change.
        &up.to_ne_bytes(),
    ];
    [header.concat(), interface.concat()].concat()
}

/// Reads the answer: an error message whose number is 0.
fn acknowledged(answer: &[u8]) -> Result<(), Errno> {
    let number = |at: usize| {
        let bytes = answer.get(at..at + 4)?;
        Some(i32::from_ne_bytes(bytes.try_into().ok()?))
    };
    match number(16) {
        Some(0) => Ok(()),
        Some(error) => Err(Errno::from_raw(-error)),
        None => Err(Errno::EPROTO),
    }
}
