//! The OpenAPI document: generated from the handlers and types, then completed with what `utoipa` does not derive.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde_json::{Map, Value, json};
use trid_protocol::{
    ClientMessage, ClockKind, CloseReason, ErrorCode, OnlineEndReason, ServerMessage,
};
use trid_rules::{explain::Code, game::EndReason};
use utoipa::OpenApi;

use super::{cookie, games, identities, socket, status};
use crate::record::ExportFormat;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Tri-D",
        description = "Tridimensional chess between people and programs. See docs/use/protocol.md."
    ),
    paths(
        identities::create,
        identities::show,
        identities::rename,
        identities::delete,
        identities::replace_token,
        games::create,
        games::list,
        games::show,
        games::join,
        games::act,
        games::events,
        games::snapshot,
        games::export,
        socket::open,
        status::health,
        status::ready,
        status::metrics
    ),
    components(schemas(ClientMessage, ServerMessage, ClockKind, ExportFormat))
)]
struct Document;

const SCHEMAS: &str = "#/components/schemas/";

/// The OpenAPI document as JSON.
#[must_use]
pub fn openapi() -> String {
    serde_json::to_string_pretty(&*DOCUMENT).expect("the document serializes to JSON")
}

/// The OpenAPI document.
pub(crate) static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    let mut document = serde_json::to_value(Document::openapi()).expect("a document is JSON");
    document["components"]["securitySchemes"] = security_schemes();
    add_errors(&mut document);
    visit_objects(&mut document, &mut correct_integer);
    let schemas = document["components"]["schemas"].as_object_mut().expect("there are schemas");
    schemas.remove("i64");
    list_names(schemas);
    merge_action_request(schemas);
    let requested = schemas_of_requests(&document);
    let schemas = document["components"]["schemas"].as_object_mut().expect("there are schemas");
    for (name, schema) in schemas {
        let mut complete = if requested.contains(name) { close } else { require_all };
        visit_objects(schema, &mut complete);
    }
    document
});

fn security_schemes() -> Value {
    let cookie = |name: &str, description: &str| json!({ "type": "apiKey", "in": "cookie", "name": name, "description": description });
    json!({
        "token": {
            "type": "http",
            "scheme": "bearer",
            "description": "For programs: the token that POST /api/identities returns with `\"keep\": \"token\"`.",
        },
        "cookie": cookie(cookie::PLAIN_NAME, "For browsers, without TLS."),
        "hostCookie": cookie(cookie::HOST_NAME, "For browsers, behind TLS."),
    })
}

/// Errors that requests can get because of what they are. Their handlers describe the others.
fn add_errors(document: &mut Value) {
    let unavailable = "The database is not available and nothing was stored; `Retry-After` says \
                       when to try again";
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    for (path, item) in paths.filter(|(path, _)| path.starts_with("/api/")) {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            let has_body = operation["requestBody"].is_object();
            for (status, description, can_happen) in [
                ("400", "The request cannot be read; the message says where", true),
                ("401", "The identity is missing or unknown", operation["security"].is_array()),
                ("403", "The request comes from another site", method != "get"),
                ("404", "The game does not exist", path.contains("{id}")),
                ("408", "The body did not arrive in time", has_body),
                ("413", "The body is too long", has_body),
                ("415", "The body is not JSON", has_body),
                ("421", "The server does not serve this host name", true),
                ("429", "Too many requests; `Retry-After` says when to try again", true),
                ("500", "The server failed; its log says why", true),
                ("503", unavailable, true),
            ] {
                if can_happen && operation["responses"][status].is_null() {
                    let schema = json!({ "$ref": format!("{SCHEMAS}ApiError") });
                    let content = json!({ "application/json": { "schema": schema } });
                    operation["responses"][status] =
                        json!({ "description": description, "content": content });
                }
            }
        }
    }
    // `utoipa` takes every described parameter for a required one.
    let parameters = document["paths"]["/api/games"]["post"]["parameters"].as_array_mut();
    for parameter in parameters.into_iter().flatten() {
        parameter["required"] = json!(false);
    }
}

/// Calls a function for every JSON object, the innermost first.
fn visit_objects(value: &mut Value, visit: &mut impl FnMut(&mut Map<String, Value>)) {
    match value {
        Value::Object(object) => {
            object.values_mut().for_each(|value| visit_objects(value, visit));
            visit(object);
        }
        Value::Array(values) => values.iter_mut().for_each(|value| visit_objects(value, visit)),
        _ => {}
    }
}

/// `utoipa` describes `u32` as `int32` without a maximum, and times by a reference to a schema named `i64`.
fn correct_integer(object: &mut Map<String, Value>) {
    if object.get("$ref").is_some_and(|target| *target == format!("{SCHEMAS}i64")) {
        object.remove("$ref");
        object.insert("type".to_owned(), json!("integer"));
        object.insert("format".to_owned(), json!("int64"));
    }
    if object.get("format").is_some_and(|format| format == "int32") {
        object.insert("format".to_owned(), json!("int64"));
        object.entry("maximum").or_insert(json!(u32::MAX));
    }
}

/// Codes and reasons are sent by name; their schemas list the names.
fn list_names(schemas: &mut Map<String, Value>) {
    let codes = json!(ErrorCode::ALL.map(ErrorCode::name).to_vec());
    schemas["ApiError"]["properties"]["code"]["enum"] = codes;
    schemas["Reason"]["properties"]["code"]["enum"] =
        json!(Code::ALL.iter().map(|code| code.name()).collect::<Vec<_>>());
    let reasons: Vec<Value> = OnlineEndReason::ONLINE
        .into_iter()
        .chain(EndReason::all().map(OnlineEndReason::Rules))
        .map(|reason| json!(reason.name()))
        .chain([Value::Null])
        .collect();
    schemas["GameSummary"]["properties"]["reason"]["enum"] = json!(reasons);
    for schema in ["EventKind", "ServerMessage"] {
        let variants = schemas[schema]["oneOf"].as_array_mut().into_iter().flatten();
        for variant in variants {
            let names = match variant["properties"]["type"]["enum"][0].as_str() {
                Some("ended") => json!(reasons),
                Some("closing") => json!(CloseReason::ALL.map(CloseReason::name)),
                _ => continue,
            };
            variant["properties"]["reason"]["enum"] = names;
        }
    }
}

/// An action by HTTP has the fields of the action and `seen`. As `allOf`, neither part could exclude other fields.
fn merge_action_request(schemas: &mut Map<String, Value>) {
    let seen = schemas["ActionRequest"]["allOf"][1]["properties"]["seen"].clone();
    let mut variants = schemas["Action"]["oneOf"].clone();
    for variant in variants.as_array_mut().into_iter().flatten() {
        variant["properties"]["seen"] = seen.clone();
    }
    let description = schemas["ActionRequest"]["description"].clone();
    schemas["ActionRequest"] = json!({ "oneOf": variants, "description": description });
}

/// The names of all schemas that clients send.
fn schemas_of_requests(document: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::from(["ClientMessage".to_owned()]);
    let operations = document["paths"].as_object().into_iter().flatten();
    for operation in operations.flat_map(|(_, path)| path.as_object().into_iter().flatten()) {
        collect_references(&operation.1["requestBody"], &mut found);
    }
    loop {
        let before = found.len();
        for name in found.clone() {
            collect_references(&document["components"]["schemas"][name], &mut found);
        }
        if found.len() == before {
            return found;
        }
    }
}

fn collect_references(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            let target = object.get("$ref").and_then(Value::as_str);
            found.extend(target.and_then(|target| target.strip_prefix(SCHEMAS)).map(str::to_owned));
            object.values().for_each(|value| collect_references(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| collect_references(value, found)),
        _ => {}
    }
}

/// Unknown fields of requests are rejected.
fn close(object: &mut Map<String, Value>) {
    if object.contains_key("properties") {
        object.insert("additionalProperties".to_owned(), json!(false));
    }
}

/// Every field of a response is present, with null where there is no value, except a move's `lag`. Later versions may add
/// fields.
fn require_all(object: &mut Map<String, Value>) {
    if let Some(properties) = object.get("properties").and_then(Value::as_object) {
        let names: Vec<&String> = properties.keys().filter(|name| *name != "lag").collect();
        let names = json!(names);
        object.insert("required".to_owned(), names);
    }
}
