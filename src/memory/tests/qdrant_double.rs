//! The endpoints of Qdrant that the program uses, as strict as the real one or stricter: unknown fields, wrong
//! sizes and missing collections are errors. Or a server that answers as no Qdrant does.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::{Map, Value, json};
use tokio::net::TcpListener;
use uuid::Uuid;

/// Answers that a server gives instead of its own.
#[derive(Debug, Clone)]
pub(super) struct Instead {
    pub(super) status: u16,
    pub(super) body: Vec<u8>,
    pub(super) location: Option<String>,
}

#[derive(Debug, Default)]
struct Stored {
    size: usize,
    has_index: bool,
    points: BTreeMap<Uuid, (Vec<f64>, Map<String, Value>)>,
}

#[derive(Debug, Default)]
struct State {
    key: Option<String>,
    collections: BTreeMap<String, Stored>,
    instead: Option<Instead>,
    requests: Vec<String>,
}

/// A running double.
pub(super) struct QdrantDouble {
    pub(super) url: String,
    state: Arc<Mutex<State>>,
}

type Reply = (StatusCode, Value);

impl QdrantDouble {
    pub(super) async fn start(key: Option<&str>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let key = key.map(str::to_owned);
        let state = Arc::new(Mutex::new(State {
            key,
            ..State::default()
        }));
        let shared = Arc::clone(&state);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let state = Arc::clone(&shared);
                let service = service_fn(move |request| answer(Arc::clone(&state), request));
                let serving = hyper::server::conn::http1::Builder::new()
                    .serve_connection(TokioIo::new(stream), service);
                tokio::spawn(serving);
            }
        });
        Self { url, state }
    }

    pub(super) fn answer_with(&self, instead: Option<Instead>) {
        self.state.lock().unwrap().instead = instead;
    }

    /// Returns the requests so far, as method and path.
    pub(super) fn requests(&self) -> Vec<String> {
        self.state.lock().unwrap().requests.clone()
    }

    /// Writes a point as another program would.
    pub(super) fn plant(&self, collection: &str, id: Uuid, payload: Value) {
        let mut state = self.state.lock().unwrap();
        let stored = state.collections.get_mut(collection).unwrap();
        let vector = vec![1.0; stored.size];
        let Value::Object(payload) = payload else {
            panic!("an object")
        };
        stored.points.insert(id, (vector, payload));
    }
}

async fn answer(
    state: Arc<Mutex<State>>,
    request: Request<Incoming>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let (head, body) = request.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    let mut state = state.lock().unwrap();
    state.requests.push(format!("{} {}", head.method, head.uri));
    if let Some(instead) = state.instead.clone() {
        let mut response = Response::builder().status(instead.status);
        if let Some(location) = instead.location {
            response = response.header("location", location);
        }
        return Ok(response.body(Full::new(instead.body.into())).unwrap());
    }
    let key = head
        .headers
        .get("api-key")
        .map(|key| key.to_str().unwrap().to_owned());
    let (status, result) = if key != state.key {
        failed(
            401,
            "Must provide an API key or an Authorization bearer token",
        )
    } else {
        let uri = head.uri.to_string();
        let body = if body.is_empty() {
            Ok(Value::Null)
        } else {
            assert_eq!(head.headers["content-type"], "application/json");
            serde_json::from_slice(&body)
        };
        match body {
            Ok(body) => route(&mut state, &head.method, &uri, &body),
            Err(error) => failed(400, &error.to_string()),
        }
    };
    let body = if status.is_success() {
        json!({ "result": result, "status": "ok", "time": 0.001 })
    } else {
        json!({ "status": { "error": result }, "time": 0.001 })
    };
    let response = Response::builder()
        .status(status)
        .header("content-type", "application/json");
    Ok(response.body(Full::new(body.to_string().into())).unwrap())
}

fn ok(result: Value) -> Reply {
    (StatusCode::OK, result)
}

fn failed(status: u16, why: &str) -> Reply {
    (StatusCode::from_u16(status).unwrap(), json!(why))
}

fn route(state: &mut State, method: &Method, uri: &str, body: &Value) -> Reply {
    let Some(rest) = uri.strip_prefix("/collections/") else {
        return failed(404, "no such path");
    };
    let (name, action) = rest.split_once('/').unwrap_or((rest, ""));
    if name.contains('?') {
        return failed(400, "no such collection");
    }
    match (method.as_str(), action) {
        ("PUT", "") => create(state, name, body),
        ("GET", "") => match state.collections.get(name) {
            Some(stored) if stored.size == 0 => {
                ok(json!({ "config": { "params": { "vectors": {} } } }))
            }
            Some(stored) => {
                let vectors = json!({ "size": stored.size, "distance": "Cosine" });
                ok(json!({ "status": "green", "config": { "params": { "vectors": vectors } } }))
            }
            None => missing(name),
        },
        _ => match state.collections.get_mut(name) {
            Some(stored) => points(stored, method.as_str(), action, body),
            None => missing(name),
        },
    }
}

fn missing(name: &str) -> Reply {
    failed(
        404,
        &format!("Not found: Collection `{name}` doesn't exist!"),
    )
}

/// Checks that a body has these fields and no others; those with `?` may be left out.
fn has_fields(body: &Value, fields: &[&str]) -> bool {
    let Value::Object(body) = body else {
        return false;
    };
    let needed = fields.iter().filter(|field| !field.ends_with('?'));
    let known: Vec<&str> = fields
        .iter()
        .map(|field| field.trim_end_matches('?'))
        .collect();
    needed.clone().all(|field| body.contains_key(*field))
        && body.keys().all(|field| known.contains(&field.as_str()))
}

fn create(state: &mut State, name: &str, body: &Value) -> Reply {
    if state.collections.contains_key(name) {
        return failed(
            409,
            &format!("Wrong input: Collection `{name}` already exists!"),
        );
    }
    let vectors = &body["vectors"];
    let is_empty = vectors.as_object().is_some_and(Map::is_empty);
    let is_one = has_fields(vectors, &["size", "distance"]) && vectors["distance"] == "Cosine";
    if !has_fields(body, &["vectors"]) || !(is_empty || is_one) {
        return failed(400, "Format error in JSON body");
    }
    let size = vectors["size"].as_u64().unwrap_or(0);
    let stored = Stored {
        size: usize::try_from(size).unwrap(),
        ..Stored::default()
    };
    state.collections.insert(name.to_owned(), stored);
    ok(json!(true))
}

fn points(stored: &mut Stored, method: &str, action: &str, body: &Value) -> Reply {
    let format = || failed(400, "Format error in JSON body");
    match (method, action) {
        ("PUT", "index?wait=true") if has_fields(body, &["field_name", "field_schema"]) => {
            stored.has_index = body["field_name"] == "project" && body["field_schema"] == "keyword";
            ok(json!({ "operation_id": 1, "status": "completed" }))
        }
        ("PUT", "points?wait=true") if has_fields(body, &["points"]) => upsert(stored, body),
        ("POST", "points/delete?wait=true") if has_fields(body, &["points"]) => {
            for id in ids(&body["points"]) {
                stored.points.remove(&id);
            }
            ok(json!({ "operation_id": 3, "status": "completed" }))
        }
        ("POST", "points") if has_fields(body, &["ids", "with_payload", "with_vector"]) => {
            let found = ids(&body["ids"]).into_iter().filter_map(|id| {
                let (_, payload) = stored.points.get(&id)?;
                Some(json!({ "id": id, "payload": payload }))
            });
            ok(found.collect())
        }
        ("POST", "points/scroll")
            if has_fields(
                body,
                &["limit", "filter", "with_payload", "with_vector", "offset?"],
            ) =>
        {
            scroll(stored, body)
        }
        ("POST", "points/query")
            if has_fields(body, &["query", "limit", "filter", "with_payload"]) =>
        {
            query(stored, body)
        }
        _ => format(),
    }
}

fn ids(value: &Value) -> Vec<Uuid> {
    serde_json::from_value(value.clone()).unwrap()
}

fn upsert(stored: &mut Stored, body: &Value) -> Reply {
    for point in body["points"].as_array().unwrap() {
        if !has_fields(point, &["id", "vector", "payload"]) {
            return failed(400, "Format error in JSON body: unknown field");
        }
        let id: Uuid = serde_json::from_value(point["id"].clone()).unwrap();
        let vector = match &point["vector"] {
            Value::Object(none) if none.is_empty() => Vec::new(),
            Value::Array(numbers) => numbers
                .iter()
                .map(|number| number.as_f64().unwrap())
                .collect(),
            _ => return failed(400, "Format error in JSON body: vector"),
        };
        if vector.len() != stored.size {
            let (wanted, got) = (stored.size, vector.len());
            return failed(
                400,
                &format!("Wrong input: Vector dimension error: expected dim: {wanted}, got {got}"),
            );
        }
        let payload = point["payload"].as_object().unwrap().clone();
        stored.points.insert(id, (vector, payload));
    }
    ok(json!({ "operation_id": 2, "status": "completed" }))
}

/// Returns the condition of the only filter that the double knows.
fn filter(body: &Value) -> Option<Vec<Value>> {
    let must = body["filter"]["must"].as_array()?;
    let [condition] = must.as_slice() else {
        return None;
    };
    let is_known = has_fields(&body["filter"], &["must"])
        && has_fields(condition, &["key", "match"])
        && condition["key"] == "project";
    is_known.then(|| condition["match"]["any"].as_array().cloned())?
}

fn scroll(stored: &Stored, body: &Value) -> Reply {
    let Some(any) = filter(body) else {
        return failed(400, "Format error in JSON body: filter");
    };
    if !stored.has_index {
        return failed(
            400,
            "Bad request: Index required but not found for \"project\"",
        );
    }
    let offset: Option<Uuid> = serde_json::from_value(body["offset"].clone()).unwrap();
    let limit = usize::try_from(body["limit"].as_u64().unwrap()).unwrap();
    let mut found: Vec<Uuid> = stored
        .points
        .iter()
        .filter(|(id, (_, payload))| {
            offset.is_none_or(|offset| **id >= offset)
                && payload
                    .get("project")
                    .is_some_and(|project| any.contains(project))
        })
        .map(|(id, _)| *id)
        .take(limit + 1)
        .collect();
    let next = (found.len() > limit).then(|| found.pop()).flatten();
    let points: Vec<Value> = found.iter().map(|id| json!({ "id": id })).collect();
    ok(json!({ "points": points, "next_page_offset": next }))
}

fn query(stored: &Stored, body: &Value) -> Reply {
    let Some(any) = filter(body) else {
        return failed(400, "Format error in JSON body: filter");
    };
    let wanted: Vec<f64> = serde_json::from_value(body["query"].clone()).unwrap();
    if wanted.len() != stored.size || stored.size == 0 {
        return failed(400, "Wrong input: Not existing vector name error");
    }
    let length = |vector: &[f64]| {
        vector
            .iter()
            .map(|number| number * number)
            .sum::<f64>()
            .sqrt()
            .max(1e-9)
    };
    let cosine = |vector: &[f64]| {
        let sum: f64 = vector.iter().zip(&wanted).map(|(a, b)| a * b).sum();
        sum / length(vector) / length(&wanted)
    };
    let fits = |payload: &Map<String, Value>| {
        payload
            .get("project")
            .is_some_and(|project| any.contains(project))
    };
    let mut found: Vec<(f64, Value)> = stored
        .points
        .iter()
        .filter(|(_, (_, payload))| fits(payload))
        .map(|(id, (vector, payload))| {
            let score = cosine(vector);
            (
                score,
                json!({ "id": id, "version": 0, "score": score, "payload": payload }),
            )
        })
        .collect();
    found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    found.truncate(usize::try_from(body["limit"].as_u64().unwrap()).unwrap());
    let points: Vec<Value> = found.into_iter().map(|(_, point)| point).collect();
    ok(json!({ "points": points }))
}
