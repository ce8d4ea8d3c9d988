//! TLS of a connection to Postgres, by rustls as everywhere in the program. Without channel binding: the certificate
//! is checked against the host.

use std::pin::Pin;
use std::task::{Context, Poll};

use futures_util::future::BoxFuture;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_postgres::tls::{ChannelBinding, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream as RustlsStream;

/// Encrypts a connection to a host.
pub(super) struct Encrypted {
    connector: TlsConnector,
    host: ServerName<'static>,
}

impl Encrypted {
    pub(super) fn new(connector: TlsConnector, host: ServerName<'static>) -> Self {
        Self { connector, host }
    }
}

impl TlsConnect<TcpStream> for Encrypted {
    type Stream = Channel;
    type Error = std::io::Error;
    type Future = BoxFuture<'static, std::io::Result<Channel>>;

    fn connect(self, stream: TcpStream) -> Self::Future {
        Box::pin(async move {
            let stream = self.connector.connect(self.host, stream).await?;
            Ok(Channel(Box::new(stream)))
        })
    }
}

/// An encrypted connection.
pub(super) struct Channel(Box<RustlsStream<TcpStream>>);

impl TlsStream for Channel {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl AsyncRead for Channel {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for Channel {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
