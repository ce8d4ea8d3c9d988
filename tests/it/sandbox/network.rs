//! Sockets: what a command reaches.

use super::{
    BOXES, Case, Ground, Network, Rung, Stopped, Works, check, ground, stopped, works,
    works_in_namespaces,
};

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
        Network::Loopback,
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
        Network::Loopback,
    );
    check(&[stopped("a server of its own", line)], Network::Off);
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
        Network::On,
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
    let see = |network| {
        let case = Case {
            what: "interfaces that are up",
            line: "test $(grep -c : /proc/net/dev) = 1",
            on: [Works, Works, Works],
        };
        (case, network)
    };
    let (case, network) = see(Network::Loopback);
    let only = [Case {
        on: [Stopped, Works, Works],
        ..case
    }];
    if ground::interfaces() > 1 {
        check(&only, network);
    }
}
