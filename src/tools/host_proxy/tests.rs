use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::*;

/// A proxy to some hosts.
struct Served {
    address: SocketAddr,
    refused: RefusedHosts,
    proxy: HostProxy,
}

fn serve_to(hosts: &[&str], upstream: Matcher) -> Served {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let refused = RefusedHosts::default();
    let rules = ProxyRules {
        network: Network::Hosts(hosts.iter().map(|host| (*host).to_owned()).collect()),
        refused: refused.clone(),
        upstream,
    };
    let proxy = serve(listener, rules).unwrap();
    Served {
        address,
        refused,
        proxy,
    }
}

fn without_upstream() -> Matcher {
    Matcher::builder().build()
}

/// Starts a server that answers each connection with the bytes it read up to an empty line, in
/// capitals.
async fn server() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let head = read_head(&mut stream).await;
                let text = head.to_uppercase();
                let answer = format!(
                    "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{text}",
                    text.len()
                );
                stream.write_all(answer.as_bytes()).await.unwrap();
            });
        }
    });
    port
}

async fn read_head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let byte = stream.read_u8().await;
        head.push(byte.unwrap());
    }
    String::from_utf8(head).unwrap()
}

/// Sends a text to a proxy and reads until it hangs up.
async fn say(served: &Served, text: &str) -> String {
    let mut stream = TcpStream::connect(served.address).await.unwrap();
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8(answer).unwrap()
}

#[tokio::test]
async fn a_tunnel_to_a_host_of_the_box_carries_bytes_both_ways() {
    let port = server().await;
    let served = serve_to(&["127.0.0.1"], without_upstream());
    let mut stream = TcpStream::connect(served.address).await.unwrap();
    let request = format!("CONNECT 127.0.0.1:{port} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let head = read_head(&mut stream).await;
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    stream.write_all(b"hello\r\n\r\n").await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.ends_with("HELLO\r\n\r\n"), "{answer}");
    assert!(served.refused.names().is_empty());
}

#[tokio::test]
async fn a_plain_request_reaches_its_host_as_a_client_would_send_it() {
    let port = server().await;
    let served = serve_to(&["127.0.0.1"], without_upstream());
    let request = format!(
        "GET http://127.0.0.1:{port}/a?b=c HTTP/1.1\r\nHost: evil.example\r\n\
         Proxy-Connection: keep-alive\r\nProxy-Authorization: Basic eDp5\r\nX-Own: 1\r\n\
         Connection: close\r\n\r\n"
    );
    let answer = say(&served, &request).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let seen = answer.to_lowercase();
    assert!(seen.contains("get /a?b=c http/1.1"), "{answer}");
    assert!(
        seen.contains(&format!("host: 127.0.0.1:{port}")),
        "{answer}"
    );
    assert!(seen.contains("x-own: 1"), "{answer}");
    for hidden in ["evil.example", "edp5", "proxy-"] {
        assert!(!seen.contains(hidden), "{hidden}: {answer}");
    }
}

#[tokio::test]
async fn another_host_is_refused_and_remembered() {
    let port = server().await;
    let served = serve_to(&["a.example"], without_upstream());
    for request in [
        format!("CONNECT 127.0.0.1:{port} HTTP/1.1\r\nConnection: close\r\n\r\n"),
        format!(
            "GET http://127.0.0.1:{port}/ HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n"
        ),
        "CONNECT EVIL.example:443 HTTP/1.1\r\nConnection: close\r\n\r\n".to_owned(),
        "CONNECT a.example.evil.org:443 HTTP/1.1\r\nConnection: close\r\n\r\n".to_owned(),
    ] {
        let answer = say(&served, &request).await;
        assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
        assert!(answer.contains("reaches only a.example"), "{answer}");
    }
    assert_eq!(
        served.refused.names(),
        ["127.0.0.1", "a.example.evil.org", "evil.example"]
    );
}

#[tokio::test]
async fn what_is_no_request_to_a_proxy_is_answered_and_reaches_nobody() {
    let served = serve_to(&["a.example"], without_upstream());
    for request in [
        "GET / HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n",
        "CONNECT a.example HTTP/1.1\r\nConnection: close\r\n\r\n",
        "GET ftp://a.example/ HTTP/1.1\r\nConnection: close\r\n\r\n",
        "\u{1}\u{2}\u{3}\r\n\r\n",
    ] {
        let answer = say(&served, request).await;
        assert!(answer.starts_with("HTTP/1.1 400"), "{request:?}: {answer}");
    }
    assert!(served.refused.names().is_empty());
}

#[tokio::test]
async fn a_name_that_leads_to_this_machine_reaches_nobody() {
    let port = server().await;
    let served = serve_to(&["localhost"], without_upstream());
    let request = format!("CONNECT localhost:{port} HTTP/1.1\r\nConnection: close\r\n\r\n");
    let answer = say(&served, &request).await;
    assert!(answer.starts_with("HTTP/1.1 502"), "{answer}");
}

#[tokio::test]
async fn the_proxy_of_this_program_is_used_with_its_password() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let upstream = listener.local_addr().unwrap();
    let matcher = Matcher::builder()
        .all(format!("http://me:secret@{upstream}"))
        .no("direct.example")
        .build();
    let served = serve_to(&["a.example"], matcher);
    let outer = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let head = read_head(&mut stream).await;
        stream
            .write_all(b"HTTP/1.1 200 Connection established\r\n\r\n")
            .await
            .unwrap();
        stream.write_all(b"through").await.unwrap();
        head
    });
    let answer = say(&served, "CONNECT a.example:443 HTTP/1.1\r\n\r\n").await;
    let head = outer.await.unwrap();
    assert!(
        head.starts_with("CONNECT a.example:443 HTTP/1.1\r\n"),
        "{head}"
    );
    // me:secret
    assert!(
        head.to_lowercase()
            .contains("proxy-authorization: basic bwu6c2vjcmv0"),
        "{head}"
    );
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.ends_with("through"), "{answer}");
}

#[tokio::test]
async fn connections_end_with_the_proxy() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let served = serve_to(&["127.0.0.1"], without_upstream());
    let mut stream = TcpStream::connect(served.address).await.unwrap();
    let request = format!("CONNECT 127.0.0.1:{port} HTTP/1.1\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let (mut silent, _) = listener.accept().await.unwrap();
    read_head(&mut stream).await;
    drop(served.proxy);
    // Both ends see the end.
    assert_eq!(stream.read(&mut [0; 1]).await.unwrap_or(0), 0);
    assert_eq!(silent.read(&mut [0; 1]).await.unwrap_or(0), 0);
    let refused = TcpStream::connect(served.address).await;
    assert!(refused.is_err(), "nobody listens any more");
}
