//! The queries without a reply: the screen takes a reply together with its query. Of a search field
//! only the newest query is of use, so at most one of a field is under way.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::effect::SearchField;
use client::connection::{Connection, RequestNumber};
use protocol::query::Query;
use session::handle::HandleError;

#[derive(Debug, Default)]
pub(super) struct PendingQueries {
    last: u64,
    asked: HashMap<RequestNumber, (Query, Option<SearchField>)>,
    /// For each search field with a query under way, the latest query entered after it.
    newest: HashMap<SearchField, Option<Query>>,
}

impl PendingQueries {
    pub(super) fn ask(&mut self, connection: &Connection, query: Query) -> Result<(), HandleError> {
        self.send(connection, query, None)
    }

    /// Sends the query of a search field, or keeps it until the one under way has its reply.
    pub(super) fn ask_newest(
        &mut self,
        connection: &Connection,
        field: SearchField,
        query: Query,
    ) -> Result<(), HandleError> {
        match self.newest.entry(field) {
            Entry::Occupied(mut under_way) => {
                under_way.insert(Some(query));
                return Ok(());
            }
            Entry::Vacant(free) => free.insert(None),
        };
        self.send_of(connection, field, query)
    }

    /// Takes the query that has its reply, or will have none. The newest query of its search field
    /// comes next.
    pub(super) fn replied(
        &mut self,
        connection: &Connection,
        number: RequestNumber,
    ) -> Option<Query> {
        let (query, field) = self.asked.remove(&number)?;
        if let Some(field) = field {
            match self.newest.get_mut(&field).and_then(Option::take) {
                // If it is not accepted, the next key asks again.
                Some(next) => drop(self.send_of(connection, field, next)),
                None => drop(self.newest.remove(&field)),
            }
        }
        Some(query)
    }

    fn send_of(
        &mut self,
        connection: &Connection,
        field: SearchField,
        query: Query,
    ) -> Result<(), HandleError> {
        let sent = self.send(connection, query, Some(field));
        if sent.is_err() {
            self.newest.remove(&field);
        }
        sent
    }

    fn send(
        &mut self,
        connection: &Connection,
        query: Query,
        field: Option<SearchField>,
    ) -> Result<(), HandleError> {
        self.last += 1;
        let number = RequestNumber(self.last);
        connection.ask(number, query.clone())?;
        self.asked.insert(number, (query, field));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use client::connection::ConnectionEvent;
    use protocol::ids::SessionId;
    use protocol::query::Reply;
    use session::Handle;
    use session::handle::Request;
    use tokio::sync::{mpsc, oneshot};

    fn files(pattern: &str) -> Query {
        Query::Files {
            session: None,
            pattern: pattern.to_owned(),
            limit: 1,
        }
    }

    /// Returns the next query that reaches the engine.
    fn asked(inbox: &mut mpsc::Receiver<Request>) -> (Query, oneshot::Sender<Reply>) {
        match inbox.blocking_recv() {
            Some(Request::Query { query, reply }) => (query, reply),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn of_one_who_asks_anew_with_each_key_one_question_is_under_way_and_the_newest_comes_next() {
        let runtime = tokio::runtime::Builder::new_multi_thread().build().unwrap();
        let (handle, mut inbox) = Handle::channel();
        let (sender, events) = std::sync::mpsc::channel();
        let wake = move |event| sender.send(event).is_ok();
        let connection = Connection::new(handle, runtime.handle().clone(), wake);
        let subscribed = inbox.blocking_recv();
        assert!(matches!(subscribed, Some(Request::Subscribe { .. })));
        let mut queries = PendingQueries::default();
        let filter = SearchField::TreeFilter;
        let replied = |queries: &mut PendingQueries| match events.recv().unwrap() {
            ConnectionEvent::Reply(number, _) => queries.replied(&connection, number).unwrap(),
            other => panic!("{other:?}"),
        };
        let answer = |queries: &mut PendingQueries, reply: oneshot::Sender<Reply>| {
            let files = Vec::new();
            reply.send(Reply::Files { files, total: 0 }).unwrap();
            replied(queries)
        };
        for pattern in ["a", "ab", "abc"] {
            let query = files(pattern);
            queries.ask_newest(&connection, filter, query).unwrap();
        }
        let (first, reply) = asked(&mut inbox);
        assert_eq!(first, files("a"));
        assert!(inbox.try_recv().is_err(), "the others wait");
        assert_eq!(answer(&mut queries, reply), files("a"));
        let (next, reply) = asked(&mut inbox);
        assert_eq!(next, files("abc"), "the one between is of no use any more");
        // A query without an answer lets the next one through.
        let query = files("abcd");
        queries.ask_newest(&connection, filter, query).unwrap();
        drop(reply);
        assert_eq!(replied(&mut queries), files("abc"));
        let (last, reply) = asked(&mut inbox);
        assert_eq!(last, files("abcd"));
        assert_eq!(answer(&mut queries, reply), files("abcd"));
        let other = SearchField::Completion(SessionId(uuid::Uuid::from_u128(7)));
        for (field, pattern) in [(other, "x"), (filter, "y")] {
            let query = files(pattern);
            queries.ask_newest(&connection, field, query).unwrap();
            let (asked, _) = asked(&mut inbox);
            assert_eq!(asked, files(pattern), "one does not wait for the other");
        }
    }
}
