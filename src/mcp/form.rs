//! Maps a server's elicitation to questions in the program's own form, and the user's decisions to the
//! server's answer. Pure.

use notice::{Notice, notice};
use protocol::approval::{Decision, QuestionBody, Validation};
use protocol::server_question::{AnswerToServer, AskedField, FieldValue, TextFormat, range};
use redact::{one_line, sanitize};
use reqwest::Url;
use rmcp::model::ElicitationSchema;
use serde_json::{Map, Value};

/// Most fields of a form and most options of a field; a form beyond is declined.
const MOST_FIELDS: usize = 16;
const MOST_OPTIONS: usize = 64;

/// Most letters and lines of a message, letters of a description, and of a name or an option; the rest is cut.
const MESSAGE: usize = 1_200;
const MESSAGE_LINES: usize = 20;
const DESCRIPTION: usize = 400;
const NAME: usize = 120;

/// Most letters of an address; a longer one is declined.
const ADDRESS: usize = 2_000;

/// Parts of words that ask for what a form must not ask for.
const SECRETS: [&str; 22] = [
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "secret",
    "credential",
    "api key",
    "api_key",
    "apikey",
    "access key",
    "private key",
    "token",
    "credit card",
    "card number",
    "cvv",
    "one-time code",
    "mot de passe",
    "senha",
    "passwort",
    "contraseña",
    "seed phrase",
    "pin code",
];

/// Options of a field that takes a truth value.
const YES_NO: [&str; 2] = ["yes", "no"];

/// A question of a server to the user.
#[derive(Debug, Clone, PartialEq)]
pub enum Elicitation {
    /// For values.
    Form(Form),
    /// To visit a page.
    Page(Page),
}

/// The user's answer to an [`Elicitation`].
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// With the values of a form.
    Accepted(Option<Value>),
    Declined,
    /// The question was closed.
    Cancelled,
}

impl Elicitation {
    /// Returns the questions that a server of this name asks.
    pub fn steps(&self, server: &str) -> Vec<AskedField> {
        match self {
            Self::Form(form) => form.steps(server),
            Self::Page(page) => vec![consent(notice!(
                "told-ask-visit",
                server,
                host = page.host,
                address = page.address,
                why = page.message
            ))],
        }
    }

    /// Whether its words look like a request for a secret.
    pub fn wants_secret(&self) -> bool {
        match self {
            Self::Form(form) => form.wants_secret(),
            Self::Page(_) => false,
        }
    }

    /// Returns the answer that the user's decisions on its steps make.
    pub fn answer(&self, answer: &AnswerToServer) -> Answer {
        match (answer, self) {
            (AnswerToServer::Accepted { given }, Self::Form(form)) => {
                Answer::Accepted(Some(form.content(given)))
            }
            (AnswerToServer::Accepted { .. }, Self::Page(_)) => Answer::Accepted(None),
            (AnswerToServer::Declined, _) => Answer::Declined,
            (AnswerToServer::Cancelled, _) => Answer::Cancelled,
        }
    }
}

/// A page that a server asks the user to visit.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    message: String,
    address: String,
    host: String,
}

impl Page {
    /// Reads a request; `None` if its address is none of the web, or too long to be read.
    pub fn of(message: &str, address: &str) -> Option<Self> {
        let address = Url::parse(address).ok()?;
        let is_web = matches!(address.scheme(), "http" | "https");
        let is_short = address.as_str().len() <= ADDRESS;
        Some(Self {
            message: cut_message(message),
            host: address
                .host_str()
                .filter(|_| is_web && is_short)?
                .to_owned(),
            address: address.into(),
        })
    }
}

fn consent(question: Notice) -> AskedField {
    AskedField {
        body: QuestionBody::Confirm { question },
        value: FieldValue::Consent,
        is_required: true,
        default: None,
    }
}

/// A form of a server, with its texts cleaned and cut.
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    message: String,
    fields: Vec<Field>,
}

/// A field of a form.
#[derive(Debug, Clone, PartialEq)]
struct Field {
    /// Its name in the content.
    key: String,
    label: String,
    description: String,
    kind: Kind,
    is_required: bool,
    default: Option<Value>,
}

#[derive(Debug, Clone, PartialEq)]
enum Kind {
    /// A truth value.
    YesNo,
    Typed(FieldValue),
    /// Values with their titles.
    Choice(Vec<(String, String)>, FieldValue),
}

impl Form {
    /// Reads a form; `None` if it is larger than a user can be asked to fill in.
    pub fn of(message: &str, schema: &ElicitationSchema) -> Option<Self> {
        let required = schema.required.as_deref().unwrap_or_default();
        let in_order = schema.property_order.iter().flatten();
        let mut keys: Vec<&String> = in_order
            .filter(|key| schema.properties.contains_key(*key))
            .collect();
        if keys.len() != schema.properties.len() {
            keys = schema.properties.keys().collect();
        }
        if keys.len() > MOST_FIELDS {
            return None;
        }
        let fields = keys.into_iter().map(|key| {
            let property = serde_json::to_value(schema.properties.get(key)?).ok()?;
            Field::of(key, &property, required.contains(key))
        });
        Some(Self {
            message: cut_message(message),
            fields: fields.collect::<Option<_>>()?,
        })
    }

    /// Whether its words look like a request for a secret.
    fn wants_secret(&self) -> bool {
        let fields = self.fields.iter();
        let words = fields.flat_map(|field| [&field.key, &field.label, &field.description]);
        std::iter::once(&self.message)
            .chain(words)
            .map(|words| words.to_lowercase())
            .any(|words| SECRETS.iter().any(|secret| words.contains(secret)))
    }

    /// Returns whether the user wants to answer, then the question for each field.
    fn steps(&self, server: &str) -> Vec<AskedField> {
        let names = self.fields.iter().map(Field::heading);
        let fields = names.collect::<Vec<_>>().join(", ");
        let why = self.message.as_str();
        let question = match (self.fields.is_empty(), self.wants_secret()) {
            (true, _) => notice!("told-ask-server-asks", server, why),
            (false, false) => notice!("told-ask-form", server, why, fields),
            (false, true) => notice!("told-ask-form-secret", server, why, fields),
        };
        let fields = self.fields.iter().map(|field| field.asked(server));
        std::iter::once(consent(question)).chain(fields).collect()
    }

    /// Returns the content that the decisions on its steps make. A field that was skipped is left out.
    fn content(&self, given: &[Decision]) -> Value {
        let values = self.fields.iter().zip(given.iter().skip(1));
        let values = values
            .filter_map(|(field, decision)| Some((field.key.clone(), field.value(decision)?)));
        Value::Object(values.collect::<Map<_, _>>())
    }
}

impl Field {
    /// Reads a property of a schema; `None` if it has too many options.
    fn of(key: &str, property: &Value, is_required: bool) -> Option<Self> {
        let text = |name: &str| {
            property
                .get(name)
                .and_then(Value::as_str)
                .unwrap_or_default()
        };
        let label = Some(text("title")).filter(|title| !title.trim().is_empty());
        Some(Self {
            label: cut(&one_line(label.unwrap_or(key)), NAME),
            description: cut(&one_line(text("description")), DESCRIPTION),
            kind: Kind::of(property)?,
            is_required,
            default: property
                .get("default")
                .filter(|default| !default.is_null())
                .cloned(),
            key: key.to_owned(),
        })
    }

    fn asked(&self, server: &str) -> AskedField {
        let mut question = format!("{server}: {}", self.heading());
        if !self.description.is_empty() && self.description != self.label {
            question.push_str(&format!("\n{}", self.description));
        }
        let (body, value) = match &self.kind {
            Kind::YesNo => {
                let options = YES_NO.map(str::to_owned).to_vec();
                (select(question, options, false), FieldValue::Choice)
            }
            Kind::Choice(options, value) => {
                let titles = options.iter().map(|(_, title)| title.clone()).collect();
                let multiple = matches!(value, FieldValue::Choices { .. });
                (select(question, titles, multiple), value.clone())
            }
            Kind::Typed(value) => {
                let validation = match value {
                    FieldValue::Number { .. } => Validation::Number,
                    _ => Validation::None,
                };
                let body = QuestionBody::Input {
                    question,
                    validation,
                };
                (body, value.clone())
            }
        };
        let mut asked = AskedField {
            body,
            value,
            is_required: self.is_required,
            default: self.default_decision(),
        };
        // A server's default may break its own limits.
        asked.default = asked
            .default
            .take()
            .filter(|default| asked.misfit(default).is_none());
        asked
    }

    /// Returns its label with its limits, and a star if it is required.
    fn heading(&self) -> String {
        let star = if self.is_required { " *" } else { "" };
        let limits = match &self.kind {
            Kind::Typed(FieldValue::Text {
                format: Some(format),
                ..
            }) => format.word().to_owned(),
            Kind::Typed(FieldValue::Number { least, most, .. }) => range(*least, *most),
            Kind::Choice(_, FieldValue::Choices { least, most }) => range(*least, *most),
            _ => String::new(),
        };
        if limits.is_empty() {
            format!("{}{star}", self.label)
        } else {
            format!("{}{star} ({limits})", self.label)
        }
    }

    fn default_decision(&self) -> Option<Decision> {
        let default = self.default.as_ref()?;
        let place = |value: &Value, options: &[(String, String)]| {
            let value = value.as_str()?;
            options.iter().position(|(option, _)| option == value)
        };
        Some(match &self.kind {
            Kind::YesNo => Decision::Selected {
                indices: vec![usize::from(!default.as_bool()?)],
            },
            Kind::Choice(options, FieldValue::Choices { .. }) => {
                let chosen = default.as_array()?.iter();
                let indices = chosen.map(|value| place(value, options));
                Decision::Selected {
                    indices: indices.collect::<Option<_>>()?,
                }
            }
            Kind::Choice(options, _) => Decision::Selected {
                indices: vec![place(default, options)?],
            },
            Kind::Typed(FieldValue::Number { .. }) => Decision::Text {
                text: default.as_number()?.to_string(),
            },
            Kind::Typed(_) => Decision::Text {
                text: cut(&one_line(default.as_str()?), DESCRIPTION),
            },
        })
    }

    /// Returns the value of a decision; `None` if it gives none.
    fn value(&self, decision: &Decision) -> Option<Value> {
        match (decision, &self.kind) {
            (Decision::Selected { indices }, Kind::YesNo) => {
                Some((indices.first() == Some(&0)).into())
            }
            (Decision::Selected { indices }, Kind::Choice(options, value)) => {
                let chosen = indices.iter().filter_map(|index| options.get(*index));
                let mut chosen = chosen.map(|(value, _)| Value::from(value.as_str()));
                match value {
                    FieldValue::Choices { .. } => Some(chosen.collect()),
                    _ => chosen.next(),
                }
            }
            (Decision::Text { text }, Kind::Typed(FieldValue::Number { is_integer, .. })) => {
                let text = text.trim();
                match is_integer {
                    true => text.parse::<i64>().ok().map(Value::from),
                    false => text.parse::<f64>().ok().map(Value::from),
                }
            }
            (Decision::Text { text }, Kind::Typed(_)) => Some(text.as_str().into()),
            _ => None,
        }
    }
}

impl Kind {
    fn of(property: &Value) -> Option<Self> {
        let whole = |name: &str| property.get(name).and_then(Value::as_u64);
        let number = |name: &str| property.get(name).and_then(Value::as_f64);
        let said = property.get("type").and_then(Value::as_str);
        if let Some(options) = options(property) {
            return bounded(options).map(|options| Self::Choice(options, FieldValue::Choice));
        }
        Some(match said {
            Some("boolean") => Self::YesNo,
            Some("number" | "integer") => Self::Typed(FieldValue::Number {
                least: number("minimum"),
                most: number("maximum"),
                is_integer: said == Some("integer"),
            }),
            Some("array") => {
                let options = property.get("items").and_then(options).unwrap_or_default();
                let value = FieldValue::Choices {
                    least: whole("minItems"),
                    most: whole("maxItems"),
                };
                Self::Choice(bounded(options)?, value)
            }
            _ => Self::Typed(FieldValue::Text {
                least: whole("minLength"),
                most: whole("maxLength"),
                format: property.get("format").and_then(format),
            }),
        })
    }
}

fn format(value: &Value) -> Option<TextFormat> {
    serde_json::from_value(value.clone()).ok()
}

fn bounded(options: Vec<(String, String)>) -> Option<Vec<(String, String)>> {
    (options.len() <= MOST_OPTIONS).then_some(options)
}

/// Returns the options of a schema with their titles; `None` if it has none.
fn options(schema: &Value) -> Option<Vec<(String, String)>> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let titled = schema.get("oneOf").or_else(|| schema.get("anyOf"));
    let pairs: Vec<(String, String)> = match titled.and_then(Value::as_array) {
        Some(titled) => titled
            .iter()
            .filter_map(|one| Some((text(one.get("const")?)?, text(one.get("title")?)?)))
            .collect(),
        None => {
            let values: Vec<String> = schema
                .get("enum")?
                .as_array()?
                .iter()
                .filter_map(text)
                .collect();
            let names = schema.get("enumNames").and_then(Value::as_array);
            let titles: Vec<String> = names.into_iter().flatten().filter_map(text).collect();
            let titles = if titles.len() == values.len() {
                titles
            } else {
                values.clone()
            };
            values.into_iter().zip(titles).collect()
        }
    };
    let cleaned = pairs
        .into_iter()
        .map(|(value, title)| (value, cut(&one_line(&title), NAME)));
    Some(cleaned.collect())
}

fn select(question: String, options: Vec<String>, multiple: bool) -> QuestionBody {
    QuestionBody::Select {
        question,
        options,
        multiple,
    }
}

fn cut_message(text: &str) -> String {
    let clean = redact::mask(&sanitize(text)).into_owned();
    let lines: Vec<&str> = clean.lines().take(MESSAGE_LINES).collect();
    cut(&lines.join("\n"), MESSAGE)
}

fn cut(text: &str, letters: usize) -> String {
    match text.char_indices().nth(letters) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn form(schema: Value) -> Option<Form> {
        Form::of(
            "Book \u{1b}[2Ja table",
            &serde_json::from_value(schema).unwrap(),
        )
    }

    fn booking() -> Form {
        let schema = json!({"type": "object", "required": ["name", "guests"], "properties": {
            "name": {"type": "string", "title": "Your name", "description": "As on the list"},
            "guests": {"type": "integer", "minimum": 1, "maximum": 8, "default": 2},
            "window": {"type": "boolean", "default": false},
            "meal": {"type": "string", "oneOf": [
                {"const": "v", "title": "Vegan"}, {"const": "f", "title": "Fish"}]},
            "extras": {"type": "array", "maxItems": 2, "items": {"type": "string",
                "enum": ["wine", "bread", "water"]}, "default": ["bread"]},
            "mail": {"type": "string", "format": "email", "default": "no mail"},
        }});
        form(schema).unwrap()
    }

    #[test]
    fn a_form_asks_whether_to_answer_and_then_one_question_a_field() {
        let steps = booking().steps("inn");
        let QuestionBody::Confirm { question } = &steps[0].body else {
            panic!("{steps:?}");
        };
        let question = question.to_string();
        assert!(
            question.contains("inn") && question.contains("Book a table"),
            "{question}"
        );
        assert!(!question.contains('\u{1b}'), "{question}");
        let lines: Vec<&str> = steps[1..]
            .iter()
            .map(|step| match &step.body {
                QuestionBody::Input { question, .. } | QuestionBody::Select { question, .. } => {
                    question.as_str()
                }
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(
            lines,
            [
                "inn: Your name *\nAs on the list",
                "inn: guests * (1–8)",
                "inn: window",
                "inn: meal",
                "inn: extras (≤ 2)",
                "inn: mail (email)",
            ]
        );
        let defaults: Vec<_> = steps[1..].iter().map(|step| step.default.clone()).collect();
        let selected = |indices: &[usize]| {
            let indices = indices.to_vec();
            Some(Decision::Selected { indices })
        };
        let two = Decision::Text {
            text: "2".to_owned(),
        };
        // The proposal for the mail is none, so it is not made.
        let expected = [None, Some(two), selected(&[1]), None, selected(&[1]), None];
        assert_eq!(defaults, expected);
    }

    #[test]
    fn the_content_has_the_values_of_the_schema_and_no_skipped_field() {
        let text = |text: &str| Decision::Text {
            text: text.to_owned(),
        };
        let selected = |indices: &[usize]| Decision::Selected {
            indices: indices.to_vec(),
        };
        let given = vec![
            Decision::Yes,
            text("Ada"),
            text(" 3 "),
            selected(&[0]),
            selected(&[1]),
            selected(&[0, 2]),
            Decision::Skipped,
        ];
        let answer = Elicitation::Form(booking()).answer(&AnswerToServer::Accepted { given });
        let content = json!({"name": "Ada", "guests": 3, "window": true, "meal": "f",
            "extras": ["wine", "water"]});
        assert_eq!(answer, Answer::Accepted(Some(content)));
    }

    #[test]
    fn a_form_larger_than_a_user_can_fill_in_is_none() {
        let fields = |count| {
            let fields = (0..count).map(|at| (format!("f{at}"), json!({"type": "string"})));
            json!({"type": "object", "properties": fields.collect::<Map<_, _>>()})
        };
        assert!(form(fields(MOST_FIELDS)).is_some());
        assert!(form(fields(MOST_FIELDS + 1)).is_none());
        let options: Vec<String> = (0..=MOST_OPTIONS).map(|at| at.to_string()).collect();
        let choice = json!({"type": "object", "properties": {
            "one": {"type": "string", "enum": options}}});
        assert!(form(choice).is_none());
        let schema = serde_json::from_value(json!({"type": "object", "properties": {}})).unwrap();
        let long = Form::of(&"line\n".repeat(100_000), &schema).unwrap();
        assert!(long.message.lines().count() <= MESSAGE_LINES);
        assert!(
            Form::of(&"x".repeat(1_000_000), &schema)
                .unwrap()
                .message
                .len()
                < 2_000
        );
    }

    #[test]
    fn a_request_for_a_secret_is_noticed_and_warned_about() {
        for (name, is_secret) in [("Password", true), ("api_key", true), ("city", false)] {
            let properties = json!({ name: {"type": "string"} });
            let form = form(json!({"type": "object", "properties": properties})).unwrap();
            assert_eq!(form.wants_secret(), is_secret, "{name}");
            let first = format!("{:?}", form.steps("web")[0].body);
            assert_eq!(first.contains("told-ask-form-secret"), is_secret, "{first}");
        }
    }

    #[test]
    fn only_a_page_of_the_web_can_be_visited_and_its_host_is_named() {
        for address in [
            "file:///etc/passwd",
            "javascript:alert(1)",
            "no address",
            "",
        ] {
            assert_eq!(Page::of("", address), None, "{address}");
        }
        assert_eq!(
            Page::of("", &format!("https://e.org/{}", "a".repeat(3_000))),
            None
        );
        let page = Page::of("", "https://bank.example@evil.example/login").unwrap();
        assert_eq!(page.host, "evil.example");
    }
}
