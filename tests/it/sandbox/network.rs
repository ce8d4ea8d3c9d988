//! Sockets: what a command reaches.

use super::{BOXES, Ground, Network, Rung, check, ground, stopped, works, works_in_namespaces};

#[test]
fn with_the_network_off_nothing_outside_is_reached() {
    check(
        &[
            stopped("a server", "$ATTEMPT tcp $TCP"),
            stopped("a server by the shell", "echo x > /dev/tcp/127.0.0.1/$TCP"),
            stopped("a server by another protocol", "$ATTEMPT mptcp $TCP"),
            stopped("a socket of the family Unix", "$ATTEMPT unix $SOCKET"),
            stopped("an abstract socket", "$ATTEMPT abstract $ABSTRACT"),
            stopped("a raw socket", "$ATTEMPT raw"),
            stopped("a socket of the hypervisor", "$ATTEMPT vsock"),
            stopped("a socket of packets", "$ATTEMPT packet"),
            works("a pair of sockets", "$ATTEMPT pair"),
        ],
        &Network::Loopback,
    );
}

#[test]
fn a_packet_leaves_no_box() {
    for rung in BOXES {
        if ground::has(rung) {
            let ground = Ground::new();
            let line =
                "$ATTEMPT udp $UDP; $ATTEMPT tcp $TCP; echo x > /dev/udp/127.0.0.1/$UDP; true";
            let ran = ground.run(rung, Network::Loopback, line);
            assert_eq!(ran.report, Ok(()));
            assert!(!ground.was_reached(), "{rung:?}");
        }
    }
}

#[test]
fn the_loopback_works_with_the_network_off_where_it_is_the_boxs_own() {
    let line = "$ATTEMPT loopback";
    check(
        &[works_in_namespaces("a server of its own", line)],
        &Network::Loopback,
    );
    check(&[stopped("a server of its own", line)], &Network::Off);
}

#[test]
fn a_granted_network_reaches_servers_and_still_no_sockets_of_services() {
    check(
        &[
            works("a server", "$ATTEMPT tcp $TCP"),
            works("a server of its own", "$ATTEMPT loopback"),
            stopped("a socket of the family Unix", "$ATTEMPT unix $SOCKET"),
            stopped("an abstract socket", "$ATTEMPT abstract $ABSTRACT"),
        ],
        &Network::On,
    );
    for rung in BOXES {
        if ground::has(rung) {
            let ground = Ground::new();
            ground.run(rung, Network::On, "$ATTEMPT udp $UDP");
            assert!(ground.was_reached(), "{rung:?}");
        }
    }
}

#[test]
fn a_command_without_a_box_reaches_everything() {
    let ground = Ground::new();
    for line in [
        "$ATTEMPT tcp $TCP",
        "$ATTEMPT unix $SOCKET",
        "$ATTEMPT abstract $ABSTRACT",
    ] {
        let ran = ground.run(Rung::Off, Network::On, line);
        assert!(ran.status.success(), "{line}: {}", ran.output);
    }
    assert!(ground.was_reached());
}

#[test]
fn the_proposed_world_has_the_network_of_its_plan() {
    let case = works_in_namespaces(
        "only its own interface",
        "test $(grep -c : /proc/net/dev) = 1",
    );
    if ground::interfaces() > 1 {
        check(&[case], &Network::Loopback);
    }
}

/// Programs that connect to the listeners of the place.
const PROGRAMS: [(&str, &str); 6] = [
    ("curl", "curl --silent --max-time 5 http://127.0.0.1:$TCP"),
    (
        "wget",
        "wget --quiet --timeout=5 --tries=1 --output-document=- http://127.0.0.1:$TCP",
    ),
    ("nc", "nc -z 127.0.0.1 $TCP"),
    (
        "ssh",
        "ssh -o BatchMode=yes -o ConnectTimeout=5 -o StrictHostKeyChecking=no -p $TCP 127.0.0.1 true",
    ),
    ("git", "git ls-remote git://127.0.0.1:$TCP/repository"),
    (
        "python3",
        "python3 -c 'import os, socket; socket.create_connection((\"127.0.0.1\", int(os.environ[\"TCP\"])), 5)'",
    ),
];

#[test]
fn no_program_of_the_machine_reaches_a_server_with_the_network_off() {
    for (program, line) in PROGRAMS {
        if !ground::is_installed(program) {
            continue;
        }
        for rung in BOXES.into_iter().filter(|rung| ground::has(*rung)) {
            let ground = Ground::new();
            let ran = ground.run(rung, Network::Loopback, line);
            assert!(!ran.status.success(), "{rung:?}: {program}: {ran:?}");
            assert!(!ground.was_reached(), "{rung:?}: {program}: {ran:?}");
        }
    }
}

#[test]
fn a_socket_of_a_service_is_reached_by_no_name_and_of_no_kind() {
    check(
        &[
            stopped("a link in the workspace", "$ATTEMPT unix s").after("ln -s $SOCKET s"),
            stopped(
                "a relative path",
                "cd ${SOCKET%/*} && $ATTEMPT unix ${SOCKET##*/}",
            ),
            stopped(
                "a path by the root of this process",
                "$ATTEMPT unix /proc/self/root$SOCKET",
            ),
            stopped("packets", "$ATTEMPT unix-packets $SOCKET"),
            stopped("a sequence of packets", "$ATTEMPT unix-sequence $SOCKET"),
            works("pairs of packets", "$ATTEMPT pair-packets"),
            works_in_namespaces("a socket of its own", "$ATTEMPT unix-own own.socket"),
        ],
        &Network::Loopback,
    );
}
