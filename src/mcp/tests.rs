mod definition;
mod hostile;
mod http;
mod names;
mod pins;
mod recorded;
mod server;
