//! The proxy of a box whose network is limited to hosts: serves the listener on the loopback of the
//! box, carries connections to its hosts, and refuses all others.
//!
//! Speaks HTTP/1.1 as a proxy does (RFC 9110, 9.3.6: `CONNECT`; RFC 9112, 3.2.2: absolute form).
//! Names are resolved here, outside the box. Where this program itself reaches the network over a
//! proxy, by the usual variables, so does this one.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Empty, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONNECTION, HOST, HeaderValue, PROXY_AUTHORIZATION};
use hyper::http::uri::{Authority, PathAndQuery, Scheme};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode, Uri};
use hyper_util::client::proxy::matcher::{Intercept, Matcher};
use hyper_util::rt::TokioIo;
use protocol::sandbox::Network;
use tokio::io::{AsyncRead, AsyncWrite, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream, lookup_host};
use tokio::task::JoinSet;
use tokio::time::timeout;

/// Longest time in which a server must accept a connection.
const CONNECT_LIMIT: Duration = Duration::from_secs(15);

/// Most connections of a box at once.
const MOST_CONNECTIONS: usize = 512;

/// Most refused hosts that are remembered.
const MOST_REFUSED: usize = 16;

/// Longest name of a host (RFC 1035, 2.3.4).
const LONGEST_HOST: usize = 253;

type Body = BoxBody<Bytes, hyper::Error>;
type Tasks = Arc<Mutex<JoinSet<()>>>;

/// The hosts that a box asked for and did not reach, which its command chose.
#[derive(Debug, Clone, Default)]
pub(super) struct RefusedHosts(Arc<Mutex<BTreeSet<String>>>);

impl RefusedHosts {
    pub(super) fn names(&self) -> Vec<String> {
        let names = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        names.iter().cloned().collect()
    }

    fn add(&self, host: &str) {
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
        if host.is_empty() || host.len() > LONGEST_HOST || !host.chars().all(is_name) {
            return;
        }
        let mut names = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if names.len() < MOST_REFUSED {
            names.insert(host.to_ascii_lowercase());
        }
    }
}

/// A proxy at work. Ends with its connections when it is dropped.
pub(super) struct HostProxy {
    tasks: Tasks,
}

impl Drop for HostProxy {
    fn drop(&mut self) {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        tasks.abort_all();
    }
}

/// The rules of a proxy.
pub(super) struct ProxyRules {
    /// The network with the hosts that are reached.
    pub(super) network: Network,
    pub(super) refused: RefusedHosts,
    /// The proxies over which this program reaches the network.
    pub(super) upstream: Matcher,
}

impl ProxyRules {
    /// Takes the proxies of this program's environment.
    pub(super) fn new(network: Network, refused: RefusedHosts) -> Self {
        Self {
            network,
            refused,
            upstream: Matcher::from_env(),
        }
    }
}

/// Serves a listener.
///
/// # Errors
/// If the listener cannot be waited for.
pub(super) fn serve(listener: std::net::TcpListener, rules: ProxyRules) -> io::Result<HostProxy> {
    listener.set_nonblocking(true)?;
    let listener = TcpListener::from_std(listener)?;
    let tasks = Tasks::default();
    let proxy = HostProxy {
        tasks: Arc::clone(&tasks),
    };
    let accepting = accept(listener, Arc::new(rules), Arc::downgrade(&tasks));
    spawn(&tasks, accepting);
    Ok(proxy)
}

/// Starts a task that ends with the proxy. There are too many already: then it does not begin.
fn spawn(tasks: &Tasks, task: impl Future<Output = ()> + Send + 'static) {
    let mut tasks = tasks.lock().unwrap_or_else(PoisonError::into_inner);
    while tasks.try_join_next().is_some() {}
    if tasks.len() <= MOST_CONNECTIONS {
        tasks.spawn(task);
    }
}

async fn accept(
    listener: TcpListener,
    rules: Arc<ProxyRules>,
    tasks: std::sync::Weak<Mutex<JoinSet<()>>>,
) {
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            // For want of descriptors, say: later there may be some.
            Err(_) => {
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let Some(tasks) = tasks.upgrade() else { return };
        let (rules, of_tunnels) = (Arc::clone(&rules), Arc::clone(&tasks));
        spawn(&tasks, async move {
            let service = service_fn(|request| answer(request, &rules, &of_tunnels));
            let served = hyper::server::conn::http1::Builder::new()
                .preserve_header_case(true)
                .serve_connection(TokioIo::new(stream), service)
                .with_upgrades()
                .await;
            // The client hung up, or did not speak HTTP.
            if let Err(error) = served {
                tracing::debug!(%error, "a connection of a box ended");
            }
        });
    }
}

/// The server that a request is for.
struct Target {
    host: String,
    port: u16,
}

impl Target {
    fn of(uri: &Uri) -> Option<Self> {
        let authority = uri.authority()?;
        let port = match (authority.port_u16(), uri.scheme()) {
            (Some(port), _) => port,
            (None, Some(scheme)) if *scheme == Scheme::HTTP => 80,
            (None, Some(scheme)) if *scheme == Scheme::HTTPS => 443,
            _ => return None,
        };
        let host = authority.host().trim_matches(['[', ']']).to_owned();
        (!host.is_empty()).then_some(Self { host, port })
    }

    fn authority(&self) -> String {
        let Self { host, port } = self;
        if host.contains(':') {
            return format!("[{host}]:{port}");
        }
        format!("{host}:{port}")
    }
}

async fn answer(
    request: Request<Incoming>,
    rules: &ProxyRules,
    tasks: &Tasks,
) -> Result<Response<Body>, Infallible> {
    let Some(target) = Target::of(request.uri()) else {
        return Ok(said(StatusCode::BAD_REQUEST, "not a request to a proxy"));
    };
    if !rules.network.reaches(&target.host) {
        rules.refused.add(&target.host);
        let hosts = rules.network.hosts().join(", ");
        let why = format!(
            "The sandbox refused {}: this command reaches only {hosts}.",
            target.authority()
        );
        return Ok(said(StatusCode::FORBIDDEN, &why));
    }
    let answered = if request.method() == Method::CONNECT {
        tunnel(request, &target, rules, tasks).await
    } else {
        forward(request, &target, rules, tasks).await
    };
    Ok(answered.unwrap_or_else(|error| {
        let why = format!("No connection to {}: {error}.", target.authority());
        said(StatusCode::BAD_GATEWAY, &why)
    }))
}

fn said(status: StatusCode, why: &str) -> Response<Body> {
    let body = Full::new(Bytes::from(format!("{why}\n"))).map_err(|never| match never {});
    let mut response = Response::new(body.boxed());
    *response.status_mut() = status;
    response
}

/// A connection to a server or a proxy.
trait Connection: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Connection for T {}

/// Answers `CONNECT`: from then on bytes go both ways unread.
async fn tunnel(
    request: Request<Incoming>,
    target: &Target,
    rules: &ProxyRules,
    tasks: &Tasks,
) -> Result<Response<Body>, Failure> {
    let uri = uri_of(Scheme::HTTPS, target)?;
    let mut server: Box<dyn Connection> = match rules.upstream.intercept(&uri) {
        Some(upstream) => Box::new(tunnel_through(&upstream, target, tasks).await?),
        None => Box::new(connect(target).await?),
    };
    spawn(tasks, async move {
        match hyper::upgrade::on(request).await {
            Ok(client) => {
                // An end that is not clean is the server's or the client's.
                copy_bidirectional(&mut TokioIo::new(client), &mut server)
                    .await
                    .ok();
            }
            Err(error) => tracing::debug!(%error, "a tunnel of a box did not begin"),
        }
    });
    Ok(Response::new(
        Empty::new().map_err(|never| match never {}).boxed(),
    ))
}

/// Asks the proxy of this program for a tunnel.
async fn tunnel_through(
    upstream: &Intercept,
    target: &Target,
    tasks: &Tasks,
) -> Result<TokioIo<hyper::upgrade::Upgraded>, Failure> {
    let stream = connect_to_proxy(upstream).await?;
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
    spawn(tasks, async move {
        // The sender hears of an error too.
        connection.with_upgrades().await.ok();
    });
    let authority = target.authority();
    let mut request = Request::connect(authority.as_str())
        .header(HOST, authority.as_str())
        .body(Empty::<Bytes>::new())?;
    authorize(&mut request, upstream);
    let response = sender.send_request(request).await?;
    if !response.status().is_success() {
        return Err(Failure::Proxy(response.status()));
    }
    Ok(TokioIo::new(hyper::upgrade::on(response).await?))
}

/// Sends a plain request on, and its answer back.
async fn forward(
    mut request: Request<Incoming>,
    target: &Target,
    rules: &ProxyRules,
    tasks: &Tasks,
) -> Result<Response<Body>, Failure> {
    let headers = request.headers_mut();
    headers.remove("proxy-connection");
    headers.remove(PROXY_AUTHORIZATION);
    headers.insert(HOST, HeaderValue::from_str(&target.authority())?);
    headers.insert(CONNECTION, HeaderValue::from_static("close"));
    let stream = match rules.upstream.intercept(&uri_of(Scheme::HTTP, target)?) {
        Some(upstream) => {
            authorize(&mut request, &upstream);
            connect_to_proxy(&upstream).await?
        }
        None => {
            let path = request.uri().path_and_query().cloned();
            let path = path.unwrap_or_else(|| PathAndQuery::from_static("/"));
            *request.uri_mut() = Uri::from(path);
            connect(target).await?
        }
    };
    let (mut sender, connection) = hyper::client::conn::http1::Builder::new()
        .preserve_header_case(true)
        .handshake(TokioIo::new(stream))
        .await?;
    spawn(tasks, async move {
        // The sender hears of an error too.
        connection.await.ok();
    });
    let response = sender.send_request(request).await?;
    Ok(response.map(BodyExt::boxed))
}

fn authorize<T>(request: &mut Request<T>, upstream: &Intercept) {
    if let Some(value) = upstream.basic_auth() {
        request
            .headers_mut()
            .insert(PROXY_AUTHORIZATION, value.clone());
    }
}

fn uri_of(scheme: Scheme, target: &Target) -> Result<Uri, Failure> {
    let authority: Authority = target
        .authority()
        .parse()
        .map_err(hyper::http::Error::from)?;
    Ok(Uri::builder()
        .scheme(scheme)
        .authority(authority)
        .path_and_query("/")
        .build()?)
}

async fn connect_to_proxy(upstream: &Intercept) -> Result<TcpStream, Failure> {
    let uri = upstream.uri();
    let host = uri.host().unwrap_or_default();
    // As curl does for a proxy without a port.
    let port = uri.port_u16().unwrap_or(1080);
    let addresses = lookup_host((host.trim_matches(['[', ']']), port)).await?;
    connect_first(addresses).await
}

/// Connects to a server. A name must not lead to this machine or its link: a server of names could
/// point one of the hosts there.
async fn connect(target: &Target) -> Result<TcpStream, Failure> {
    let is_address = target.host.parse::<IpAddr>().is_ok();
    let found = lookup_host((target.host.as_str(), target.port)).await?;
    let outside = found.filter(|address| is_address || is_outside(address.ip()));
    connect_first(outside).await
}

async fn connect_first(addresses: impl Iterator<Item = SocketAddr>) -> Result<TcpStream, Failure> {
    let mut last = None;
    for address in addresses {
        match timeout(CONNECT_LIMIT, TcpStream::connect(address)).await {
            Ok(Ok(stream)) => return Ok(stream),
            Ok(Err(error)) => last = Some(error),
            Err(_) => last = Some(io::ErrorKind::TimedOut.into()),
        }
    }
    Err(last.map_or(Failure::NoAddress, Failure::Io))
}

fn is_outside(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            !address.is_loopback() && !address.is_unspecified() && !address.is_link_local()
        }
        IpAddr::V6(address) => {
            !address.is_loopback() && !address.is_unspecified() && !address.is_unicast_link_local()
        }
    }
}

/// The reason why a server was not reached.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Http(#[from] hyper::Error),
    #[error(transparent)]
    Request(#[from] hyper::http::Error),
    #[error(transparent)]
    Header(#[from] hyper::header::InvalidHeaderValue),
    #[error("its name leads nowhere outside this machine")]
    NoAddress,
    #[error("the proxy says {0}")]
    Proxy(StatusCode),
}

#[cfg(test)]
mod tests;
