//! A shared store in memory that fails where a test wants it to, and notes every write.

use std::collections::BTreeMap;
use std::future::pending;
use std::sync::Mutex;

use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::shared::mcp::ToolCaller;
use crate::shared::{Answering, Collection, NearestQuestion, SharedError, SharedItem, SharedStore};
use notice::Notice;
use protocol::ids::MemoryId;

/// How a request fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Failure {
    /// It never arrives.
    Before,
    /// It is carried out, and the answer is lost.
    After,
    /// It is carried out, and this program ends.
    Crash,
}

#[derive(Debug, Default)]
struct Content {
    collections: BTreeMap<String, BTreeMap<MemoryId, SharedItem>>,
    /// Every version of an item that was written, in order.
    written: Vec<(MemoryId, i64)>,
    /// Requests until one fails.
    fails: Option<(usize, Failure)>,
}

#[derive(Debug, Default)]
pub(super) struct Shelf {
    content: Mutex<Content>,
    pub(super) crashed: Notify,
}

impl Shelf {
    pub(super) fn fail(&self, after: usize, how: Failure) {
        self.content.lock().unwrap().fails = Some((after, how));
    }

    pub(super) fn work(&self) {
        self.content.lock().unwrap().fails = None;
    }

    pub(super) fn items(&self, collection: &Collection) -> Vec<SharedItem> {
        let content = self.content.lock().unwrap();
        let items = content.collections.get(&collection.name());
        items
            .map(|items| items.values().cloned().collect())
            .unwrap_or_default()
    }

    pub(super) fn written(&self) -> Vec<(MemoryId, i64)> {
        self.content.lock().unwrap().written.clone()
    }

    async fn request<T>(&self, work: impl FnOnce(&mut Content) -> T) -> Result<T, SharedError> {
        let away = || Err(SharedError::away("unplugged"));
        let (done, how) = {
            let mut content = self.content.lock().unwrap();
            let how = match &mut content.fails {
                Some((0, how)) => Some(*how),
                Some((left, _)) => {
                    *left -= 1;
                    None
                }
                None => None,
            };
            if how == Some(Failure::Before) {
                return away();
            }
            (work(&mut content), how)
        };
        match how {
            Some(Failure::After) => away(),
            Some(Failure::Crash) => {
                self.crashed.notify_one();
                pending().await
            }
            _ => Ok(done),
        }
    }
}

/// Returns the items of a project in a collection.
fn of_project<'a>(
    content: &'a Content,
    collection: &Collection,
    project: &'a str,
) -> impl Iterator<Item = &'a SharedItem> {
    let items = content.collections.get(&collection.name());
    let items = items.into_iter().flat_map(BTreeMap::values);
    items.filter(move |item| item.project.is_empty() || item.project == project)
}

impl SharedStore for Shelf {
    fn prepare<'a>(&'a self, collection: &'a Collection) -> Answering<'a, ()> {
        Box::pin(self.request(move |content| {
            content.collections.entry(collection.name()).or_default();
        }))
    }

    fn upsert<'a>(
        &'a self,
        collection: &'a Collection,
        items: &'a [SharedItem],
    ) -> Answering<'a, ()> {
        Box::pin(self.request(move |content| {
            for item in items {
                content.written.push((item.id, item.version));
                let items = content.collections.get_mut(&collection.name()).unwrap();
                items.insert(item.id, item.clone());
            }
        }))
    }

    fn remove<'a>(&'a self, collection: &'a Collection, ids: &'a [MemoryId]) -> Answering<'a, ()> {
        Box::pin(self.request(move |content| {
            let items = content.collections.get_mut(&collection.name()).unwrap();
            items.retain(|id, _| !ids.contains(id));
        }))
    }

    fn ids<'a>(
        &'a self,
        collection: &'a Collection,
        project: &'a str,
        after: Option<MemoryId>,
        most: usize,
    ) -> Answering<'a, Vec<MemoryId>> {
        Box::pin(self.request(move |content| {
            let ids = of_project(content, collection, project).map(|item| item.id);
            ids.filter(|id| after.is_none_or(|after| *id > after))
                .take(most)
                .collect()
        }))
    }

    fn get<'a>(
        &'a self,
        collection: &'a Collection,
        ids: &'a [MemoryId],
    ) -> Answering<'a, Vec<SharedItem>> {
        Box::pin(self.request(move |content| {
            let items = &content.collections[&collection.name()];
            ids.iter().filter_map(|id| items.get(id).cloned()).collect()
        }))
    }

    fn nearest<'a>(
        &'a self,
        collection: &'a Collection,
        question: &'a NearestQuestion,
    ) -> Answering<'a, Vec<SharedItem>> {
        Box::pin(self.request(move |content| {
            let mut found: Vec<SharedItem> = of_project(content, collection, &question.project)
                .cloned()
                .collect();
            let closeness = |item: &SharedItem| -> f32 {
                item.vector
                    .iter()
                    .zip(&question.vector)
                    .map(|(a, b)| a * b)
                    .sum()
            };
            found.sort_by(|one, other| closeness(other).total_cmp(&closeness(one)));
            found.truncate(question.most);
            found
        }))
    }
}

/// The tools of an MCP server over a shelf.
impl ToolCaller for Shelf {
    fn call(
        &self,
        server: &str,
        tool: &str,
        arguments: Value,
    ) -> BoxFuture<'_, Result<String, Notice>> {
        assert_eq!(server, "team");
        let tool = tool.to_owned();
        Box::pin(async move {
            let answer = called(self, &tool, arguments).await;
            answer
                .map(|answer| answer.to_string())
                .map_err(|error| error.notice())
        })
    }
}

fn field<T: serde::de::DeserializeOwned>(arguments: &Value, name: &str) -> T {
    serde_json::from_value(arguments[name].clone()).unwrap()
}

async fn called(shelf: &Shelf, tool: &str, arguments: Value) -> Result<Value, SharedError> {
    // The shelf knows collections by their names only.
    let collection = collection_named(arguments["collection"].as_str().unwrap());
    let ids = || field::<Vec<MemoryId>>(&arguments, "ids");
    let project = || field::<String>(&arguments, "project");
    Ok(match tool {
        "memory_prepare" => {
            shelf.prepare(&collection).await?;
            json!({})
        }
        "memory_upsert" => {
            let items: Vec<SharedItem> = field(&arguments, "items");
            shelf.upsert(&collection, &items).await?;
            json!({})
        }
        "memory_remove" => {
            shelf.remove(&collection, &ids()).await?;
            json!({})
        }
        "memory_ids" => {
            let (after, most) = (field(&arguments, "after"), field(&arguments, "most"));
            json!({ "ids": shelf.ids(&collection, &project(), after, most).await? })
        }
        "memory_get" => json!({ "items": shelf.get(&collection, &ids()).await? }),
        "memory_nearest" => {
            let question = NearestQuestion {
                vector: field(&arguments, "vector"),
                project: project(),
                most: field(&arguments, "most"),
            };
            json!({ "items": shelf.nearest(&collection, &question).await? })
        }
        other => panic!("no tool {other}"),
    })
}

fn collection_named(name: &str) -> Collection {
    let rest = name.strip_prefix("agentichat_").unwrap();
    let model = rest
        .split_once('_')
        .map(|(digest, dimension)| crate::ModelIdentity {
            name: String::new(),
            digest: digest.to_owned(),
            dimension: dimension.parse().unwrap(),
        });
    Collection { model }
}
