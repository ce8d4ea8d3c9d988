mod definition;
mod hostile;
mod names;
mod pins;
mod recorded;
mod server;
