//! Sign-ins at a service on loopback that is its own authorization server.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use notice::Notice;
use serde_json::json;

use super::http::{Answer, Request, Service, json_answer};
use crate::connection::{ConnectError, Credential, open_http};
use crate::sign_in::{ClientIdentity, SignIn, SignInRequest, TokenStore};
use crate::testing::{greeting, result};

const REDIRECT: &str = "http://127.0.0.1:9/callback";

/// Tokens in memory.
#[derive(Default)]
struct Tokens(Mutex<Option<String>>);

impl TokenStore for Tokens {
    fn load(&self) -> Result<Option<String>, Notice> {
        Ok(self.0.lock().unwrap().clone())
    }

    fn save(&self, text: &str) -> Result<(), Notice> {
        *self.0.lock().unwrap() = Some(text.to_owned());
        Ok(())
    }

    fn clear(&self) -> Result<(), Notice> {
        *self.0.lock().unwrap() = None;
        Ok(())
    }
}

fn token(number: u32) -> Answer {
    json_answer(
        &json!({"access_token": format!("t{number}"), "token_type": "Bearer",
        "expires_in": 3_600, "refresh_token": "r1", "scope": "read"}),
    )
}

/// A service that takes the token `t1`.
fn service(request: &Request) -> Answer {
    let host = request.headers.split("host: ").nth(1).unwrap();
    let base = format!("http://{}", host.lines().next().unwrap());
    let path = request.line.split(' ').nth(1).unwrap();
    let path = path.split('?').next().unwrap();
    match path {
        "/.well-known/oauth-protected-resource/mcp" => json_answer(
            &json!({"resource": format!("{base}/mcp"), "authorization_servers": [base]}),
        ),
        "/.well-known/oauth-authorization-server" => json_answer(&json!({
            "issuer": base,
            "authorization_endpoint": format!("{base}/authorize"),
            "token_endpoint": format!("{base}/token"),
            "registration_endpoint": format!("{base}/register"),
            "code_challenge_methods_supported": ["S256"],
            "response_types_supported": ["code"],
        })),
        "/register" => {
            let (_, headers, body) =
                json_answer(&json!({"client_id": "me", "redirect_uris": [REDIRECT]}));
            (201, headers, body)
        }
        "/token" => token(1),
        "/mcp" if request.headers.contains("authorization: bearer t1") => {
            let answers = greeting(&request.body).or_else(|| {
                (request.body["method"] == "tools/list")
                    .then(|| vec![result(&request.body, json!({"tools": []}))])
            });
            match answers.unwrap_or_default().first() {
                Some(answer) => json_answer(answer),
                None => (202, Vec::new(), String::new()),
            }
        }
        "/mcp" => {
            let where_ = format!("{base}/.well-known/oauth-protected-resource/mcp");
            let challenge = format!("Bearer resource_metadata=\"{where_}\"");
            (401, vec![("www-authenticate", challenge)], String::new())
        }
        _ => (404, Vec::new(), String::new()),
    }
}

async fn begin(address: &str, tokens: &Arc<Tokens>) -> SignIn {
    let credential = Credential::SignIn(tokens.clone());
    let refused = open_http(address, &BTreeMap::new(), credential, &[]).await;
    let Err(ConnectError::NeedsToken(challenge)) = refused else {
        panic!("the service wants a sign-in");
    };
    let request = SignInRequest {
        address,
        challenge: Some(&challenge),
        scopes: &[],
        redirect: REDIRECT,
        client: ClientIdentity::default(),
    };
    SignIn::begin(request, tokens.clone()).await.unwrap()
}

#[tokio::test]
async fn a_sign_in_stores_a_token_that_later_connections_send_and_refresh() {
    let tokens_given = AtomicU32::new(0);
    // The first token is one that the service has revoked by the time of its use.
    let service = Service::start(move |request| {
        if request.line.starts_with("post /token") {
            token(tokens_given.fetch_add(1, Ordering::Relaxed))
        } else {
            service(request)
        }
    })
    .await;
    let tokens = Arc::new(Tokens::default());
    let page = begin(&service.address, &tokens).await;
    for part in [
        "code_challenge_method=S256",
        "client_id=me",
        "state=",
        "resource=",
    ] {
        assert!(page.page().contains(part), "{}", page.page());
    }
    let state = page.state().unwrap();
    page.finish(&format!("{REDIRECT}?code=c&state={state}"))
        .await
        .unwrap();
    let kept = tokens.load().unwrap().expect("a token");
    assert!(kept.bytes().all(|byte| byte.is_ascii_graphic()), "{kept}");
    let credential = Credential::SignIn(tokens.clone());
    let opened = open_http(&service.address, &BTreeMap::new(), credential, &[]).await;
    let opened = opened.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(opened.connection.tools().await.unwrap().len(), 0);
    assert_ne!(tokens.load().unwrap(), Some(kept), "the new one is kept");
}

#[tokio::test]
async fn an_answer_of_another_sign_in_and_one_without_a_code_give_no_token() {
    let service = Service::start(service).await;
    let tokens = Arc::new(Tokens::default());
    let page = begin(&service.address, &tokens).await;
    let state = page.state().unwrap();
    for answer in [
        "?code=c&state=other",
        &format!("?error=access_denied&state={state}"),
        "",
    ] {
        let finished = page.finish(&format!("{REDIRECT}{answer}")).await;
        assert!(finished.is_err(), "{answer}");
    }
    assert_eq!(tokens.load().unwrap(), None);
}

#[tokio::test]
async fn a_service_cannot_send_a_sign_in_to_an_unencrypted_place_or_to_a_metadata_service() {
    for place in [
        "http://example.org",
        "http://169.254.169.254",
        "https://169.254.169.254",
    ] {
        let service = Service::start(move |request| {
            if request.line.contains("protected-resource") {
                json_answer(&json!({"authorization_servers": [place]}))
            } else {
                service(request)
            }
        })
        .await;
        let request = SignInRequest {
            address: &service.address,
            challenge: None,
            scopes: &[],
            redirect: REDIRECT,
            client: ClientIdentity::default(),
        };
        let begun = SignIn::begin(request, Arc::new(Tokens::default())).await;
        if let Ok(begun) = begun {
            // Without metadata of the named place the service itself is asked, as before 2025-06-18.
            assert!(!begun.page().contains(place), "{}", begun.page());
        }
    }
}
