mod definition;
mod hostile;
mod http;
mod lifecycle;
mod names;
mod pins;
mod recorded;
mod server;
