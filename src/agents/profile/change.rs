//! A change of a profile by its user. The lifecycle is not in it: it is fixed when the profile is made.

use protocol::agent_profile::AgentProfile;

/// Changes to a profile; `None` leaves a part unchanged, an inner `None` takes it away.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ProfileChange {
    pub name: Option<String>,
    pub description: Option<String>,
    pub provider: Option<Option<String>>,
    pub model: Option<Option<String>>,
    pub temperature: Option<Option<f32>>,
    pub max_tokens: Option<Option<u32>>,
    pub tools: Option<Option<Vec<String>>>,
    pub denied_tools: Option<Vec<String>>,
    pub mcp_servers: Option<Option<Vec<String>>>,
    pub prompt: Option<String>,
}

impl ProfileChange {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub fn apply(&self, profile: &mut AgentProfile) {
        fn put<T: Clone>(into: &mut T, value: &Option<T>) {
            if let Some(value) = value {
                into.clone_from(value);
            }
        }
        put(&mut profile.name, &self.name);
        put(&mut profile.description, &self.description);
        put(&mut profile.provider, &self.provider);
        put(&mut profile.model, &self.model);
        put(&mut profile.temperature, &self.temperature);
        put(&mut profile.max_tokens, &self.max_tokens);
        put(&mut profile.tools, &self.tools);
        put(&mut profile.denied_tools, &self.denied_tools);
        put(&mut profile.mcp_servers, &self.mcp_servers);
        put(&mut profile.prompt, &self.prompt);
    }
}
