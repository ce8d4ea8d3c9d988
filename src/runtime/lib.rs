//! The runtime: the actor that runs sessions, the ledger that carries out review commands on texts and
//! files, pictures, and the export and import of sessions.

pub mod actor;
pub mod ledger;
pub mod pictures;
pub mod transfer;
