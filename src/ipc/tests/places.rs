//! The place of the socket, and sockets that are not used.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use super::{House, hello};
use crate::actor::Handle;
use crate::ipc::client::{AttachError, attach};
use crate::ipc::place::{SocketPathError, SocketPaths};
use crate::ipc::server::serve;

#[tokio::test]
async fn the_socket_is_its_owners_alone_and_goes_with_him() {
    let house = House::new();
    let bound = house.places().bind().unwrap();
    assert_eq!(bound.path(), house.socket());
    assert_eq!(fs::metadata(house.socket()).unwrap().mode() & 0o777, 0o600);
    assert_eq!(
        house.places().found().next().transpose().unwrap(),
        Some(house.socket())
    );
    drop(bound);
    assert_eq!(house.places().found().next().transpose().unwrap(), None);
    let left = fs::read_dir(house.folder.path()).unwrap().count();
    assert_eq!(left, 0, "nothing is left");
}

#[tokio::test]
async fn a_socket_that_was_left_over_is_nobody_and_the_next_owner_takes_its_place() {
    let house = House::new();
    // Like after a kill: the file stays, nobody listens.
    drop(std::os::unix::net::UnixListener::bind(house.socket()).unwrap());
    fs::set_permissions(house.socket(), fs::Permissions::from_mode(0o600)).unwrap();
    let nobody = attach(&house.places(), &hello(), house.patience).await;
    assert!(matches!(nobody, Err(AttachError::Nobody)), "{nobody:?}");
    assert!(house.socket().exists(), "who attaches removes nothing");
    let (_inbox, _serving) = house.owner();
    house.attachment().await;
}

#[tokio::test]
async fn a_path_that_is_too_long_for_a_socket_has_one_in_a_private_folder() {
    let house = House::new();
    let long = house.folder.path().join("x".repeat(120));
    let runtime = house.folder.path().join("run");
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
    let house = House::new();
    let open = house.folder.path().join("agentichat");
    fs::create_dir(&open).unwrap();
    fs::set_permissions(&open, fs::Permissions::from_mode(0o777)).unwrap();
    let long = house.folder.path().join("x".repeat(120));
    let places = SocketPaths::of(&long, Some(house.folder.path()), Path::new("/nowhere"));
    let refused = places.bind();
    assert!(
        matches!(refused, Err(SocketPathError::Unavailable(_))),
        "{refused:?}"
    );
}

#[tokio::test]
async fn what_is_no_socket_or_open_to_others_is_named_and_not_spoken_to() {
    let house = House::new();
    fs::write(house.socket(), "not a socket").unwrap();
    let refused = attach(&house.places(), &hello(), house.patience).await;
    let why = refused.unwrap_err().to_string();
    assert!(
        why.contains("terminals.sock") && why.contains("it is no socket"),
        "{why}"
    );
    fs::remove_file(house.socket()).unwrap();

    let (_inbox, _serving) = house.owner();
    fs::set_permissions(house.socket(), fs::Permissions::from_mode(0o666)).unwrap();
    let refused = attach(&house.places(), &hello(), house.patience).await;
    let why = refused.unwrap_err().to_string();
    assert!(
        why.contains("its mode is 666") && why.contains("remove it"),
        "{why}"
    );
}

#[tokio::test]
async fn an_owner_in_the_second_place_is_found_behind_what_lies_in_the_first() {
    let house = House::new();
    let runtime = house.folder.path().join("run");
    let state = house.folder.path().join("state");
    let places = SocketPaths::of(&state, Some(&runtime), Path::new("/nowhere"));
    // A socket cannot replace the folder that lies beside the state.
    let first = state.join("terminals.sock");
    fs::create_dir_all(first.join("in the way")).unwrap();
    let bound = places.bind().unwrap();
    assert!(bound.path().starts_with(&runtime));
    let (handle, _inbox) = Handle::channel();
    let serving = serve(bound, (), handle, hello(), house.patience);
    let _serving = tokio::spawn(serving);
    attach(&places, &hello(), house.patience).await.unwrap();
    // The same with a stale socket in that place.
    fs::remove_dir_all(&first).unwrap();
    drop(std::os::unix::net::UnixListener::bind(&first).unwrap());
    fs::set_permissions(&first, fs::Permissions::from_mode(0o600)).unwrap();
    attach(&places, &hello(), house.patience).await.unwrap();
}
