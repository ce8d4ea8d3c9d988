mod forms;
mod profiles;
