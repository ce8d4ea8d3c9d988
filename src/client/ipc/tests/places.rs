//! The place of the socket, and sockets that are not used.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use super::{IpcHarness, hello};
use crate::ipc::client::{AttachError, attach};
use crate::ipc::server::serve;
use crate::ipc::socket_path::{SocketPathError, SocketPaths};
use session::Handle;

#[tokio::test]
async fn the_socket_is_its_owners_alone_and_goes_with_him() {
    let harness = IpcHarness::new();
    let bound = harness.places().bind().unwrap();
    assert_eq!(bound.path(), harness.socket());
    assert_eq!(
        fs::metadata(harness.socket()).unwrap().mode() & 0o777,
        0o600
    );
    assert_eq!(
        harness.places().found().next().transpose().unwrap(),
        Some(harness.socket())
    );
    drop(bound);
    assert_eq!(harness.places().found().next().transpose().unwrap(), None);
    let left = fs::read_dir(harness.folder.path()).unwrap().count();
    assert_eq!(left, 0, "nothing is left");
}

#[tokio::test]
async fn a_socket_that_was_left_over_is_nobody_and_the_next_owner_takes_its_place() {
    let harness = IpcHarness::new();
    // Like after a kill: the file stays, nobody listens.
    drop(std::os::unix::net::UnixListener::bind(harness.socket()).unwrap());
    fs::set_permissions(harness.socket(), fs::Permissions::from_mode(0o600)).unwrap();
    let nobody = attach(&harness.places(), &hello(), harness.patience).await;
    assert!(matches!(nobody, Err(AttachError::Nobody)), "{nobody:?}");
    assert!(harness.socket().exists(), "who attaches removes nothing");
    let (_inbox, _serving) = harness.owner();
    harness.attachment().await;
}

#[tokio::test]
async fn a_path_that_is_too_long_for_a_socket_has_one_in_a_private_folder() {
    let harness = IpcHarness::new();
    let long = harness.folder.path().join("x".repeat(120));
    let runtime = harness.folder.path().join("run");
    let places = SocketPaths::of(&long, Some(&runtime), Path::new("/nowhere"));
    let bound = places.bind().unwrap();
    let folder = bound.path().parent().unwrap();
    assert_eq!(folder, runtime.join("agentichat"));
    assert_eq!(fs::metadata(folder).unwrap().mode() & 0o777, 0o700);
    assert_eq!(
        places.found().next().transpose().unwrap().as_deref(),
        Some(bound.path())
    );
    let other = SocketPaths::of(&long.join("other"), Some(&runtime), Path::new("/nowhere"));
    assert_eq!(
        other.found().next().transpose().unwrap(),
        None,
        "another workspace has another one"
    );
}

#[tokio::test]
async fn a_folder_that_others_can_write_to_gets_no_socket() {
    let harness = IpcHarness::new();
    let open = harness.folder.path().join("agentichat");
    fs::create_dir(&open).unwrap();
    fs::set_permissions(&open, fs::Permissions::from_mode(0o777)).unwrap();
    let long = harness.folder.path().join("x".repeat(120));
    let places = SocketPaths::of(&long, Some(harness.folder.path()), Path::new("/nowhere"));
    let refused = places.bind();
    assert!(
        matches!(refused, Err(SocketPathError::Unavailable(_))),
        "{refused:?}"
    );
}

#[tokio::test]
async fn what_is_no_socket_or_open_to_others_is_named_and_not_spoken_to() {
    let harness = IpcHarness::new();
    fs::write(harness.socket(), "not a socket").unwrap();
    let refused = attach(&harness.places(), &hello(), harness.patience).await;
    let why = refused.unwrap_err().to_string();
    assert!(
        why.contains("terminals.sock") && why.contains("it is no socket"),
        "{why}"
    );
    fs::remove_file(harness.socket()).unwrap();

    let (_inbox, _serving) = harness.owner();
    fs::set_permissions(harness.socket(), fs::Permissions::from_mode(0o666)).unwrap();
    let refused = attach(&harness.places(), &hello(), harness.patience).await;
    let why = refused.unwrap_err().to_string();
    assert!(
        why.contains("its mode is 666") && why.contains("remove it"),
        "{why}"
    );
}

#[tokio::test]
async fn an_owner_in_the_second_place_is_found_behind_what_lies_in_the_first() {
    let harness = IpcHarness::new();
    let runtime = harness.folder.path().join("run");
    let state = harness.folder.path().join("state");
    let places = SocketPaths::of(&state, Some(&runtime), Path::new("/nowhere"));
    // A socket cannot replace the folder that lies beside the state.
    let first = state.join("terminals.sock");
    fs::create_dir_all(first.join("in the way")).unwrap();
    let bound = places.bind().unwrap();
    assert!(bound.path().starts_with(&runtime));
    let (handle, _inbox) = Handle::channel();
    let serving = serve(bound, (), handle, hello(), harness.patience);
    let _serving = tokio::spawn(serving);
    attach(&places, &hello(), harness.patience).await.unwrap();
    // The same with a stale socket in that place.
    fs::remove_dir_all(&first).unwrap();
    drop(std::os::unix::net::UnixListener::bind(&first).unwrap());
    fs::set_permissions(&first, fs::Permissions::from_mode(0o600)).unwrap();
    attach(&places, &hello(), harness.patience).await.unwrap();
}
