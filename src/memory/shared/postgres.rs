//! Postgres with pgvector: a table for each collection. Follows the SQL of
//! <https://github.com/pgvector/pgvector>; a collection without a model needs no extension.

use std::fmt::Write as _;
use std::sync::Arc;

use notice::{Notice, notice};
use protocol::ids::MemoryId;
use redact::Secret;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use tokio::net::TcpStream;
use tokio::sync::Mutex;
use tokio_postgres::tls::NoTls;
use tokio_postgres::types::{Json, ToSql};
use tokio_postgres::{Client, Config, Row};
use tokio_rustls::TlsConnector;

use super::address::PostgresPlace;
use super::{Answering, Collection, NearestQuestion, SharedError, SharedItem, SharedStore};
use tls::Encrypted;

mod tls;

/// A database of a Postgres server. One connection, opened when it is first needed and again when it broke.
pub struct PostgresStore {
    place: PostgresPlace,
    password: Option<Secret>,
    roots: Arc<ClientConfig>,
    open: Mutex<Option<Arc<Client>>>,
}

impl std::fmt::Debug for PostgresStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PostgresStore")
            .field("place", &self.place)
            .finish_non_exhaustive()
    }
}

impl PostgresStore {
    /// Makes a client; connects to nothing.
    ///
    /// # Errors
    /// If TLS cannot be set up.
    pub fn new(place: PostgresPlace, password: Option<Secret>) -> Result<Self, Notice> {
        let mut roots = RootCertStore::empty();
        // Certificates that cannot be read trust nobody.
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| Notice::text(error.to_string()))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self {
            place,
            password,
            roots: Arc::new(config),
            open: Mutex::default(),
        })
    }

    /// Returns the open connection, or opens one.
    async fn client(&self) -> Result<Arc<Client>, SharedError> {
        let mut open = self.open.lock().await;
        if let Some(client) = open.as_ref().filter(|client| !client.is_closed()) {
            return Ok(Arc::clone(client));
        }
        let client = Arc::new(self.connect().await?);
        *open = Some(Arc::clone(&client));
        Ok(client)
    }

    async fn connect(&self) -> Result<Client, SharedError> {
        let PostgresPlace {
            host,
            port,
            user,
            database,
        } = &self.place;
        let mut config = Config::new();
        config
            .user(user)
            .dbname(database)
            .application_name("agentichat");
        if let Some(password) = &self.password {
            config.password(password.expose());
        }
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let stream = TcpStream::connect((bare, *port))
            .await
            .map_err(SharedError::away)?;
        if self.place.is_local() {
            config.ssl_mode(tokio_postgres::config::SslMode::Disable);
            let (client, connection) = config.connect_raw(stream, NoTls).await.map_err(failure)?;
            drive(connection);
            return Ok(client);
        }
        config.ssl_mode(tokio_postgres::config::SslMode::Require);
        let name = ServerName::try_from(bare.to_owned()).map_err(SharedError::broken)?;
        let connector = Encrypted::new(TlsConnector::from(Arc::clone(&self.roots)), name);
        let (client, connection) = config
            .connect_raw(stream, connector)
            .await
            .map_err(failure)?;
        drive(connection);
        Ok(client)
    }

    async fn query(
        &self,
        sql: &str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, SharedError> {
        let client = self.client().await?;
        client.query(sql, values).await.map_err(failure)
    }
}

/// Drives a connection until its client is dropped.
fn drive<S, T>(connection: tokio_postgres::Connection<S, T>)
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin + Send + 'static,
    T: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin + Send + 'static,
{
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "the connection to the shared memory ended");
        }
    });
}

/// Sorts an error of the client: what the server said to the statement lasts, the rest may pass.
fn failure(error: tokio_postgres::Error) -> SharedError {
    let Some(said) = error.as_db_error() else {
        return SharedError::away(error);
    };
    let text = redact::one_line(&format!("{}: {}", said.code().code(), said.message()));
    // Classes 08, 53 and 57: connections, resources, an operator.
    let code = said.code().code();
    let is_passing = ["08", "53", "57"]
        .iter()
        .any(|class| code.starts_with(class));
    if is_passing {
        SharedError::away(text)
    } else {
        SharedError::Refused {
            reason: Notice::text(text),
        }
    }
}

/// Returns the form in which pgvector reads a vector.
fn vector_text(vector: &[f32]) -> Option<String> {
    if vector.is_empty() {
        return None;
    }
    let mut text = String::from("[");
    for (place, number) in vector.iter().enumerate() {
        let comma = if place == 0 { "" } else { "," };
        // Writing to a string does not fail.
        write!(text, "{comma}{number}").ok();
    }
    text.push(']');
    Some(text)
}

fn uuids(ids: &[MemoryId]) -> Vec<uuid::Uuid> {
    ids.iter().map(|id| id.0).collect()
}

/// Reads the item of a row; `None` if another program wrote it.
fn item(row: &Row) -> Option<SharedItem> {
    let Json(mut value): Json<serde_json::Value> = row.try_get("item").ok()?;
    let id: uuid::Uuid = row.try_get("id").ok()?;
    let fields = value.as_object_mut()?;
    fields.insert("id".to_owned(), serde_json::json!(id));
    fields.remove("vector");
    serde_json::from_value(value).ok()
}

impl SharedStore for PostgresStore {
    fn prepare<'a>(&'a self, collection: &'a Collection) -> Answering<'a, ()> {
        Box::pin(async move {
            let (table, dimension) = (collection.name(), collection.dimension());
            let vector = match dimension {
                0 => String::new(),
                _ => format!(", vector vector({dimension}) NOT NULL"),
            };
            if dimension > 0 {
                let found = self
                    .query("SELECT 1 FROM pg_extension WHERE extname = 'vector'", &[])
                    .await?;
                if found.is_empty() {
                    let made = self
                        .query("CREATE EXTENSION IF NOT EXISTS vector", &[])
                        .await;
                    made.map_err(|error| SharedError::Refused {
                        reason: notice!("memory-no-pgvector", why = error.notice()),
                    })?;
                }
            }
            let found = self.query("SELECT 1 FROM pg_tables WHERE tablename = $1 AND schemaname = current_schema()", &[&table]).await?;
            if found.is_empty() {
                let sql = format!(
                    "CREATE TABLE IF NOT EXISTS {table} (
                         id uuid PRIMARY KEY, project text NOT NULL, version bigint NOT NULL,
                         item jsonb NOT NULL{vector})"
                );
                self.query(&sql, &[]).await?;
            }
            Ok(())
        })
    }

    fn upsert<'a>(
        &'a self,
        collection: &'a Collection,
        items: &'a [SharedItem],
    ) -> Answering<'a, ()> {
        Box::pin(async move {
            let table = collection.name();
            let (column, cast) = match collection.dimension() {
                0 => ("", ""),
                _ => (", vector", ", $5::text::vector"),
            };
            let set = match collection.dimension() {
                0 => "",
                _ => ", vector = excluded.vector",
            };
            // A write that was delayed on its way does not replace a later one.
            let sql = format!(
                "INSERT INTO {table} AS old (id, project, version, item{column})
                 VALUES ($1, $2, $3, $4{cast})
                 ON CONFLICT (id) DO UPDATE
                     SET project = excluded.project, version = excluded.version, item = excluded.item{set}
                     WHERE old.version <= excluded.version"
            );
            let client = self.client().await?;
            for shared in items {
                let bare = SharedItem {
                    vector: Vec::new(),
                    ..shared.clone()
                };
                let body = Json(serde_json::to_value(&bare).map_err(SharedError::broken)?);
                let vector = vector_text(&shared.vector);
                let mut values: Vec<&(dyn ToSql + Sync)> =
                    vec![&shared.id.0, &shared.project, &shared.version, &body];
                if collection.dimension() > 0 {
                    values.push(&vector);
                }
                client.execute(&sql, &values).await.map_err(failure)?;
            }
            Ok(())
        })
    }

    fn remove<'a>(&'a self, collection: &'a Collection, ids: &'a [MemoryId]) -> Answering<'a, ()> {
        Box::pin(async move {
            let sql = format!("DELETE FROM {} WHERE id = ANY($1)", collection.name());
            self.query(&sql, &[&uuids(ids)]).await.map(drop)
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
            let sql = format!(
                "SELECT id FROM {} WHERE project IN ('', $1) AND ($2::uuid IS NULL OR id > $2)
                 ORDER BY id LIMIT $3",
                collection.name()
            );
            let most = i64::try_from(most).unwrap_or(i64::MAX);
            let rows = self
                .query(&sql, &[&project, &after.map(|id| id.0), &most])
                .await?;
            let ids = rows.iter().map(|row| row.try_get(0).map(MemoryId));
            ids.collect::<Result<_, _>>().map_err(SharedError::broken)
        })
    }

    fn get<'a>(
        &'a self,
        collection: &'a Collection,
        ids: &'a [MemoryId],
    ) -> Answering<'a, Vec<SharedItem>> {
        Box::pin(async move {
            let sql = format!(
                "SELECT id, item FROM {} WHERE id = ANY($1)",
                collection.name()
            );
            let rows = self.query(&sql, &[&uuids(ids)]).await?;
            Ok(rows.iter().filter_map(item).collect())
        })
    }

    fn nearest<'a>(
        &'a self,
        collection: &'a Collection,
        question: &'a NearestQuestion,
    ) -> Answering<'a, Vec<SharedItem>> {
        Box::pin(async move {
            let sql = format!(
                "SELECT id, item FROM {} WHERE project IN ('', $1)
                 ORDER BY vector <=> $2::text::vector, id LIMIT $3",
                collection.name()
            );
            let most = i64::try_from(question.most).unwrap_or(i64::MAX);
            let vector = vector_text(&question.vector);
            let rows = self
                .query(&sql, &[&question.project, &vector, &most])
                .await?;
            Ok(rows.iter().filter_map(item).collect())
        })
    }
}
