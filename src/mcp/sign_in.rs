//! Sign-in at a service by OAuth 2.1: rmcp's state machine (metadata discovery, PKCE, registration, refresh) over
//! our HTTP with its rules, and with the caller's store for what it gives.
//!
//! rmcp brings a reqwest of its own for this, which is never used: every request goes through [`OAuthHttp`].

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::Arc;

use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use futures_util::StreamExt;
use notice::{Notice, notice};
use redact::one_line;
use reqwest::Url;
use reqwest::header::LOCATION;
use rmcp::transport::auth::{
    AuthClient, AuthError, AuthorizationManager, AuthorizationRequest, AuthorizationSession,
    CredentialStore, OAuthHttpClient, OAuthHttpClientError, OAuthHttpClientFuture,
    OAuthHttpRedirectPolicy, OAuthHttpRequest, StoredCredentials, WWWAuthenticateParams,
};

use crate::http::{HttpClient, Redirects};

/// Most bytes of an answer of an authorization server.
const ANSWER: usize = 1024 * 1024;

/// Name of this program for authorization servers.
const CLIENT_NAME: &str = "agentichat";

/// Keeps what a sign-in at one service gave, as a word of ASCII. Called on workers that may block.
pub trait TokenStore: Send + Sync + 'static {
    /// # Errors
    /// Returns the reason why it cannot be read.
    fn load(&self) -> Result<Option<String>, Notice>;

    /// # Errors
    /// Returns the reason why it is not stored.
    fn save(&self, text: &str) -> Result<(), Notice>;

    /// # Errors
    /// Returns the reason why it is still there.
    fn clear(&self) -> Result<(), Notice>;
}

/// Identifies this program to an authorization server; without an id, the program registers itself.
#[derive(Debug, Clone, Default)]
pub struct ClientIdentity {
    /// Id that the server's operator gave out.
    pub id: Option<String>,
    pub secret: Option<String>,
    /// Address of a client id metadata document, for servers that read one.
    pub metadata: Option<String>,
}

/// A wish to sign in at a service.
pub struct SignInRequest<'a> {
    /// Address of the service.
    pub address: &'a str,
    /// Header of the service that wanted a sign-in.
    pub challenge: Option<&'a str>,
    /// Scopes beside those that the service wants or granted before.
    pub scopes: &'a [String],
    /// Address to which the authorization server sends the browser back.
    pub redirect: &'a str,
    pub client: ClientIdentity,
}

/// The reason why a sign-in failed, from the service or the network.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub struct SignInError(String);

impl SignInError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        notice!("mcp-sign-in-failed", why = self.0.as_str())
    }
}

impl From<AuthError> for SignInError {
    fn from(error: AuthError) -> Self {
        let said = one_line(&error.to_string());
        Self(said.chars().take(400).collect())
    }
}

/// A sign-in that waits for the user at the authorization server's page.
pub struct SignIn {
    session: AuthorizationSession,
    http: Arc<OAuthHttp>,
}

impl SignIn {
    /// Finds the authorization server of a service, and makes the address of its page.
    ///
    /// # Errors
    /// [`SignInError`] says why there is no page.
    pub async fn begin(
        request: SignInRequest<'_>,
        store: Arc<dyn TokenStore>,
    ) -> Result<Self, SignInError> {
        let (mut manager, http) = manager(request.address, Arc::clone(&store)).await?;
        let found = manager
            .resolve_metadata_from_challenge(request.challenge)
            .await?;
        manager.set_metadata(found.metadata);
        let mut wanted = AuthorizationRequest::new(request.redirect).with_client_name(CLIENT_NAME);
        let scopes = scopes(&request, &Credentials(store)).await?;
        wanted = if scopes.is_empty() {
            wanted.with_initial_scope_selection()
        } else {
            wanted.with_scopes(scopes)
        };
        let ClientIdentity {
            id,
            secret,
            metadata,
        } = request.client;
        if let Some(id) = id {
            wanted = wanted.with_preregistered_client(id);
        }
        if let Some(secret) = secret {
            wanted = wanted.with_client_secret(secret);
        }
        if let Some(metadata) = metadata {
            wanted = wanted.with_client_metadata_url(metadata);
        }
        let session = AuthorizationSession::new(manager, wanted).await;
        let session = session.map_err(|(_, error)| error)?;
        Ok(Self { session, http })
    }

    /// Returns the address of the page on which the user signs in.
    pub fn page(&self) -> &str {
        self.session.get_authorization_url()
    }

    /// Returns the text by which the authorization server's answer is known, as it stands in addresses.
    pub fn state(&self) -> Option<String> {
        let (_, query) = self.page().split_once('?')?;
        let state = query
            .split('&')
            .find_map(|pair| pair.strip_prefix("state="))?;
        Some(state.to_owned()).filter(|state| !state.is_empty())
    }

    /// Takes the address that the browser was sent back to, and stores the token that it leads to.
    ///
    /// # Errors
    /// [`SignInError`] says why there is no token. An address of another sign-in changes nothing.
    pub async fn finish(&self, redirected: &str) -> Result<(), SignInError> {
        self.session.handle_callback_url(redirected).await?;
        Ok(())
    }

    /// Requests the page as a browser does, and returns where it redirects to: for servers of tests, which ask no
    /// user.
    ///
    /// # Errors
    /// [`SignInError`] says why it redirects nowhere.
    pub async fn redirected(&self) -> Result<String, SignInError> {
        let failed = |why: String| SignInError(one_line(&why));
        let url = Url::parse(self.page()).map_err(|error| failed(error.to_string()))?;
        let client = self.http.client(&url, Redirects::None);
        let client = client.map_err(|error| failed(error.to_string()))?;
        let answer = client.0.get(url).send().await;
        let answer = answer.map_err(|error| failed(error.to_string()))?;
        let location = answer.headers().get(LOCATION);
        let location = location.and_then(|location| location.to_str().ok());
        let location = location.map(str::to_owned);
        location.ok_or_else(|| failed(format!("the page does not redirect: {}", answer.status())))
    }
}

/// Returns the scopes to ask for: those granted before, those of the challenge and those of the user; none if the
/// service is to say which.
async fn scopes(
    request: &SignInRequest<'_>,
    store: &Credentials,
) -> Result<BTreeSet<String>, SignInError> {
    let granted = store.load().await?.map(|stored| stored.granted_scopes);
    let granted = granted.unwrap_or_default();
    if granted.is_empty() && request.scopes.is_empty() {
        return Ok(BTreeSet::new());
    }
    let url = Url::parse(request.address).map_err(|error| SignInError(error.to_string()))?;
    let challenge = request.challenge.and_then(|header| scope_of(header, &url));
    let challenge = challenge.unwrap_or_default();
    let of_challenge = challenge.split_whitespace().map(str::to_owned);
    let all = granted.into_iter().chain(of_challenge);
    Ok(all.chain(request.scopes.iter().cloned()).collect())
}

/// Returns the scopes that a challenge asks for.
pub(crate) fn scope_of(challenge: &str, address: &Url) -> Option<String> {
    let scope = WWWAuthenticateParams::parse(challenge, address).scope?;
    Some(one_line(&scope)).filter(|scope| !scope.trim().is_empty())
}

/// Makes a client that sends the stored token, and refreshes it; without one it sends none.
pub(crate) async fn signed_in(
    address: &str,
    client: HttpClient,
    store: Arc<dyn TokenStore>,
) -> Result<AuthClient<HttpClient>, SignInError> {
    let (mut manager, _) = manager(address, store).await?;
    manager.initialize_from_store().await?;
    Ok(AuthClient::new(client, manager))
}

async fn manager(
    address: &str,
    store: Arc<dyn TokenStore>,
) -> Result<(AuthorizationManager, Arc<OAuthHttp>), SignInError> {
    let url = Url::parse(address).map_err(|error| SignInError(error.to_string()))?;
    let http = Arc::new(OAuthHttp {
        is_local: is_local(&url),
    });
    let client: Arc<dyn OAuthHttpClient> = http.clone();
    let mut manager = AuthorizationManager::new_with_oauth_http_client(address, client).await?;
    manager.set_credential_store(Credentials(store));
    Ok((manager, http))
}

/// Whether an address is one of this machine.
fn is_local(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let literal = host.trim_start_matches('[').trim_end_matches(']');
    let literal: Option<IpAddr> = literal.parse().ok();
    host == "localhost" || literal.is_some_and(|address| address.is_loopback())
}

/// HTTP with authorization servers. A service elsewhere cannot send this program to an address of this machine,
/// and without encryption only this machine is spoken to.
struct OAuthHttp {
    /// Whether the service is on this machine.
    is_local: bool,
}

impl OAuthHttp {
    fn client(&self, url: &Url, redirects: Redirects) -> Result<HttpClient, OAuthHttpClientError> {
        let is_safe = match url.scheme() {
            "https" => self.is_local || !is_local(url),
            "http" => self.is_local && is_local(url),
            _ => false,
        };
        let client = HttpClient::new(url, redirects)?;
        let client = client.filter(|_| is_safe);
        client.ok_or_else(|| format!("{url} is no address of an authorization server").into())
    }

    async fn send(&self, wanted: OAuthHttpRequest) -> Result<Answer, OAuthHttpClientError> {
        let redirects = match wanted.redirect_policy {
            OAuthHttpRedirectPolicy::Follow => Redirects::AtOrigin,
            _ => Redirects::None,
        };
        let request = reqwest::Request::try_from(wanted.request)?;
        let client = self.client(request.url(), redirects)?;
        let sending = client.0.execute(request);
        let response = match wanted.timeout {
            Some(limit) => tokio::time::timeout(limit, sending).await??,
            None => sending.await?,
        };
        let (parts, body) = http::Response::from(response).into_parts();
        let mut stream = reqwest::Response::from(http::Response::new(body)).bytes_stream();
        let mut bytes = Vec::new();
        while let Some(part) = stream.next().await {
            bytes.extend(part?);
            if bytes.len() > ANSWER {
                return Err("the answer of the authorization server is too long".into());
            }
        }
        Ok(http::Response::from_parts(parts, bytes))
    }
}

type Answer = http::Response<Vec<u8>>;

impl OAuthHttpClient for OAuthHttp {
    fn execute(&self, request: OAuthHttpRequest) -> OAuthHttpClientFuture<'_> {
        Box::pin(self.send(request))
    }
}

/// A [`TokenStore`] as rmcp wants it: credentials as JSON in base64.
#[derive(Clone)]
struct Credentials(Arc<dyn TokenStore>);

impl Credentials {
    /// Calls the store on a worker.
    async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn TokenStore) -> Result<T, Notice> + Send + 'static,
    ) -> Result<T, AuthError> {
        let store = Arc::clone(&self.0);
        let done = tokio::task::spawn_blocking(move || work(store.as_ref())).await;
        let done = done.unwrap_or_else(|_| Err(notice!("told-broke-answering")));
        done.map_err(|why| AuthError::CredentialStoreError(why.to_string()))
    }
}

#[async_trait]
impl CredentialStore for Credentials {
    async fn load(&self) -> Result<Option<StoredCredentials>, AuthError> {
        let text = self.with(|store| store.load()).await?;
        // Credentials that cannot be read are replaced by the next sign-in.
        let json = text.and_then(|text| URL_SAFE_NO_PAD.decode(text).ok());
        Ok(json.and_then(|json| serde_json::from_slice(&json).ok()))
    }

    async fn save(&self, credentials: StoredCredentials) -> Result<(), AuthError> {
        let json = serde_json::to_vec(&credentials);
        let json = json.map_err(|error| AuthError::CredentialStoreError(error.to_string()))?;
        let text = URL_SAFE_NO_PAD.encode(json);
        self.with(move |store| store.save(&text)).await
    }

    async fn clear(&self) -> Result<(), AuthError> {
        self.with(|store| store.clear()).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_service_of_this_machine_leads_to_this_machine_and_to_places_without_encryption() {
        for (is_local, address, is_allowed) in [
            (false, "https://login.example.org/token", true),
            (false, "http://login.example.org/token", false),
            (false, "https://localhost/token", false),
            (false, "https://127.0.0.1:9/token", false),
            (false, "https://[::1]/token", false),
            (false, "https://169.254.169.254/token", false),
            (false, "file:///etc/passwd", false),
            (true, "http://127.0.0.1:9/token", true),
            (true, "http://login.example.org/token", false),
            (true, "https://metadata.google.internal/token", false),
        ] {
            let url = Url::parse(address).unwrap();
            let client = OAuthHttp { is_local }.client(&url, Redirects::None);
            assert_eq!(client.is_ok(), is_allowed, "{is_local} {address}");
        }
    }
}
