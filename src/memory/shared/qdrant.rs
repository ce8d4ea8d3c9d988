//! Qdrant by its REST: the collection, upserts, removal, scrolling, reading and the query for the nearest.
//! Follows <https://api.qdrant.tech/api-reference>; a point's id is that of its item, its payload the rest.

use std::time::Duration;

use futures_util::StreamExt;
use notice::{Notice, notice};
use protocol::ids::MemoryId;
use redact::{Secret, one_line};
use reqwest::header::{HeaderMap, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Client, Method, Response, StatusCode, Url};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::guarded::ANSWER_BYTES;
use super::{Answering, Collection, NearestQuestion, SharedError, SharedItem, SharedStore};

/// Name of the header with the key.
const KEY: &str = "api-key";

/// Field of the payload by which is filtered.
const PROJECT: &str = "project";

/// Time limit of a connection.
const CONNECT: Duration = Duration::from_secs(5);

/// Letters of a refusal that are told.
const TOLD: usize = 300;

/// A Qdrant server.
#[derive(Debug)]
pub struct QdrantStore {
    client: Client,
    base: Url,
}

/// An answer of Qdrant.
#[derive(Deserialize)]
struct Envelope<T> {
    result: T,
}

#[derive(Deserialize)]
struct Points<T> {
    points: Vec<T>,
}

/// A point whose payload was not asked for.
#[derive(Deserialize)]
struct BarePoint {
    id: MemoryId,
}

#[derive(Deserialize)]
struct Point {
    id: MemoryId,
    payload: Value,
}

impl Point {
    /// Returns the item; `None` if another program wrote the point.
    fn item(self) -> Option<SharedItem> {
        let Value::Object(mut payload) = self.payload else {
            return None;
        };
        payload.insert("id".to_owned(), json!(self.id));
        payload.remove("vector");
        serde_json::from_value(Value::Object(payload)).ok()
    }
}

impl QdrantStore {
    /// Makes the client of a server; connects to nothing.
    ///
    /// # Errors
    /// If the key cannot be sent, or there is no client.
    pub fn new(base: &Url, key: Option<&Secret>) -> Result<Self, Notice> {
        // reqwest has no cryptography of its own; an error means that the program chose one already.
        rustls::crypto::ring::default_provider()
            .install_default()
            .ok();
        let mut headers = HeaderMap::new();
        if let Some(key) = key.filter(|key| !key.is_empty()) {
            let mut value =
                HeaderValue::from_str(key.expose()).map_err(|_| notice!("told-key-blanks"))?;
            value.set_sensitive(true);
            headers.insert(KEY, value);
        }
        let mut builder = Client::builder()
            .connect_timeout(CONNECT)
            // A redirect would take the key and the items elsewhere.
            .redirect(Policy::none())
            .default_headers(headers)
            .user_agent(concat!("agentichat/", env!("CARGO_PKG_VERSION")));
        if base.scheme() == "http" {
            builder = builder.no_proxy();
        }
        let client = builder
            .build()
            .map_err(|error| Notice::text(error.to_string()))?;
        let mut base = base.clone();
        if !base.path().ends_with('/') {
            base.set_path(&format!("{}/", base.path()));
        }
        Ok(Self { client, base })
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> Result<Response, SharedError> {
        let url = self.base.join(path).map_err(SharedError::broken)?;
        let mut request = self.client.request(method, url);
        if let Some(body) = body {
            request = request.json(&body);
        }
        request
            .send()
            .await
            .map_err(|error| SharedError::away(error.without_url()))
    }

    /// Sends a request and reads its result.
    async fn ask<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> Result<T, SharedError> {
        let response = self.send(method, path, body).await?;
        let body = success(response).await?;
        let envelope: Envelope<T> = serde_json::from_slice(&body).map_err(SharedError::broken)?;
        Ok(envelope.result)
    }

    /// Returns the path of something of a collection.
    fn path(collection: &Collection, rest: &str) -> String {
        format!("collections/{}{rest}", collection.name())
    }

    async fn create(&self, collection: &Collection) -> Result<(), SharedError> {
        let vectors = match collection.dimension() {
            0 => json!({}),
            size => json!({ "size": size, "distance": "Cosine" }),
        };
        let path = Self::path(collection, "");
        let created = self
            .ask::<bool>(Method::PUT, &path, Some(json!({ "vectors": vectors })))
            .await;
        match created {
            Ok(_) => {}
            // Another terminal may have created it at the same moment.
            Err(SharedError::Refused { .. }) if self.is_there(collection).await? => {}
            Err(error) => return Err(error),
        }
        let index = json!({ "field_name": PROJECT, "field_schema": "keyword" });
        let path = Self::path(collection, "/index?wait=true");
        self.ask::<Value>(Method::PUT, &path, Some(index))
            .await
            .map(drop)
    }

    /// Whether the collection exists, with vectors of its length.
    async fn is_there(&self, collection: &Collection) -> Result<bool, SharedError> {
        let path = Self::path(collection, "");
        let response = self.send(Method::GET, &path, None).await?;
        if response.status() == StatusCode::NOT_FOUND {
            return Ok(false);
        }
        let body = success(response).await?;
        let told: Envelope<Value> = serde_json::from_slice(&body).map_err(SharedError::broken)?;
        let size = told
            .result
            .pointer("/config/params/vectors/size")
            .and_then(Value::as_u64);
        let size = size
            .and_then(|size| usize::try_from(size).ok())
            .unwrap_or(0);
        if size != collection.dimension() {
            return Err(SharedError::broken(format!(
                "the collection {} has vectors of {size} numbers",
                collection.name()
            )));
        }
        Ok(true)
    }
}

/// Returns the filter of a project's items.
fn of_project(project: &str) -> Value {
    json!({ "must": [{ "key": PROJECT, "match": { "any": ["", project] } }] })
}

/// Reads the body of a response that tells success.
async fn success(response: Response) -> Result<Vec<u8>, SharedError> {
    let status = response.status();
    let body = read(response).await?;
    if status.is_success() {
        return Ok(body);
    }
    let text = String::from_utf8_lossy(&body);
    let told: String = one_line(&text).chars().take(TOLD).collect();
    let reason = Notice::text(format!("HTTP {status} {told}"));
    let is_passing = status.is_server_error()
        || matches!(
            status,
            StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT
        );
    Err(if is_passing {
        SharedError::Away { reason }
    } else {
        SharedError::Refused { reason }
    })
}

async fn read(response: Response) -> Result<Vec<u8>, SharedError> {
    let mut body = Vec::new();
    let mut stream = response.bytes_stream();
    while let Some(part) = stream.next().await {
        body.extend(part.map_err(|error| SharedError::away(error.without_url()))?);
        if body.len() > ANSWER_BYTES {
            return Err(SharedError::broken("the answer is too long"));
        }
    }
    Ok(body)
}

impl SharedStore for QdrantStore {
    fn prepare<'a>(&'a self, collection: &'a Collection) -> Answering<'a, ()> {
        Box::pin(async move {
            if self.is_there(collection).await? {
                return Ok(());
            }
            self.create(collection).await
        })
    }

    fn upsert<'a>(
        &'a self,
        collection: &'a Collection,
        items: &'a [SharedItem],
    ) -> Answering<'a, ()> {
        Box::pin(async move {
            let mut points = Vec::with_capacity(items.len());
            for item in items {
                let mut payload = serde_json::to_value(item).map_err(SharedError::broken)?;
                if let Value::Object(fields) = &mut payload {
                    fields.remove("id");
                    fields.remove("vector");
                }
                let vector = match item.vector.as_slice() {
                    [] => json!({}),
                    vector => json!(vector),
                };
                points.push(json!({ "id": item.id, "vector": vector, "payload": payload }));
            }
            let path = Self::path(collection, "/points?wait=true");
            let body = json!({ "points": points });
            self.ask::<Value>(Method::PUT, &path, Some(body))
                .await
                .map(drop)
        })
    }

    fn remove<'a>(&'a self, collection: &'a Collection, ids: &'a [MemoryId]) -> Answering<'a, ()> {
        Box::pin(async move {
            let path = Self::path(collection, "/points/delete?wait=true");
            let body = json!({ "points": ids });
            self.ask::<Value>(Method::POST, &path, Some(body))
                .await
                .map(drop)
        })
    }

    fn ids<'a>(
        &'a self,
        collection: &'a Collection,
        project: &'a str,
        after: Option<MemoryId>,
        most: usize,
    ) -> Answering<'a, Vec<MemoryId>> {
        Box::pin(async move {
            // A page begins with its offset, so the id after which it is comes again.
            let limit = most + usize::from(after.is_some());
            let mut body = json!({
                "limit": limit, "filter": of_project(project),
                "with_payload": false, "with_vector": false,
            });
            if let (Some(after), Value::Object(fields)) = (after, &mut body) {
                fields.insert("offset".to_owned(), json!(after));
            }
            let path = Self::path(collection, "/points/scroll");
            let found: Points<BarePoint> = self.ask(Method::POST, &path, Some(body)).await?;
            let mut ids: Vec<MemoryId> = found.points.into_iter().map(|point| point.id).collect();
            if ids.first().copied() == after {
                ids.drain(..1.min(ids.len()));
            }
            ids.truncate(most);
            Ok(ids)
        })
    }

    fn get<'a>(
        &'a self,
        collection: &'a Collection,
        ids: &'a [MemoryId],
    ) -> Answering<'a, Vec<SharedItem>> {
        Box::pin(async move {
            let path = Self::path(collection, "/points");
            let body = json!({ "ids": ids, "with_payload": true, "with_vector": false });
            let found: Vec<Point> = self.ask(Method::POST, &path, Some(body)).await?;
            Ok(found.into_iter().filter_map(Point::item).collect())
        })
    }

    fn nearest<'a>(
        &'a self,
        collection: &'a Collection,
        question: &'a NearestQuestion,
    ) -> Answering<'a, Vec<SharedItem>> {
        Box::pin(async move {
            let path = Self::path(collection, "/points/query");
            let body = json!({
                "query": question.vector, "limit": question.most,
                "filter": of_project(&question.project), "with_payload": true,
            });
            let found: Points<Point> = self.ask(Method::POST, &path, Some(body)).await?;
            Ok(found.points.into_iter().filter_map(Point::item).collect())
        })
    }
}
