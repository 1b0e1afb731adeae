//! The OpenAPI document: identities, bounds and closed types match what the server checks.

use std::collections::BTreeSet;

use serde_json::{Value, json};

fn document() -> Value {
    serde_json::from_str(&trid_server::openapi()).unwrap()
}

/// Every operation with its path and method.
fn operations(document: &Value) -> Vec<(String, Value)> {
    let mut operations = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            operations.push((format!("{method} {path}"), operation.clone()));
        }
    }
    operations
}

#[test]
fn operations_have_unique_ids_and_say_how_to_identify() {
    let document = document();
    let schemes = document["components"]["securitySchemes"].as_object().unwrap();
    assert_eq!(schemes["token"]["scheme"], "bearer");
    assert_eq!(schemes["cookie"]["name"], "trid_identity");
    assert_eq!(schemes["hostCookie"]["name"], "__Host-trid_identity");
    let mut ids = BTreeSet::new();
    let (mut required, mut optional, mut none) = (0, 0, 0);
    for (name, operation) in operations(&document) {
        assert!(ids.insert(operation["operationId"].to_string()), "{name} has the id of another");
        match operation["security"].as_array() {
            None => none += 1,
            Some(schemes) if schemes.contains(&json!({})) => optional += 1,
            Some(_) => required += 1,
        }
        let responses = operation["responses"].as_object().unwrap();
        assert_eq!(responses.contains_key("421"), name.contains("/api/"), "{name}");
    }
    assert_eq!((required, optional, none), (7, 3, 7));
}

#[test]
fn requests_are_closed_and_responses_complete() {
    let document = document();
    let schemas = &document["components"]["schemas"];
    for name in ["Action", "ActionRequest", "ClientMessage", "TimeControl"] {
        for variant in schemas[name]["oneOf"].as_array().unwrap() {
            assert_eq!(variant["additionalProperties"], false, "{name}: {variant}");
            let tag = &variant["properties"]["type"]["enum"];
            assert_eq!(tag.as_array().unwrap().len(), 1, "{name}: {variant}");
        }
    }
    for name in ["NewGame", "NewIdentity", "Rename"] {
        assert_eq!(schemas[name]["additionalProperties"], false, "{name}");
    }
    let required = schemas["GameSummary"]["required"].as_array().unwrap();
    for name in ["white", "black", "last", "status", "reason"] {
        assert!(required.contains(&json!(name)), "{name} is always sent");
    }
    assert!(schemas["ActionRequest"]["oneOf"][0]["properties"]["seen"].is_object());
    assert!(schemas["i64"].is_null());
}

#[test]
fn names_and_numbers_have_their_true_bounds() {
    let document = document();
    let schemas = &document["components"]["schemas"];
    let codes = schemas["ApiError"]["properties"]["code"]["enum"].as_array().unwrap();
    assert!(codes.contains(&json!("E_HOST")) && codes.contains(&json!("E_NOT_YOUR_TURN")));
    let reasons = &schemas["GameSummary"]["properties"]["reason"]["enum"];
    assert!(reasons.as_array().unwrap().contains(&json!("threefold")), "{reasons}");
    let seq = &schemas["ActionDone"]["properties"]["seq"];
    assert_eq!((&seq["minimum"], &seq["maximum"]), (&json!(0), &json!(u32::MAX)));
    let token = &schemas["Identity"]["properties"]["token"];
    assert_eq!(token["pattern"], "^[0-9a-f]{64}$");
    let key = &document["paths"]["/api/games"]["post"]["parameters"][0];
    assert_eq!((&key["name"], &key["required"]), (&json!("Idempotency-Key"), &json!(false)));
    assert_eq!(key["schema"]["type"], "string");
    assert_eq!(key["schema"]["maxLength"], 64);
    let closing = schemas["ServerMessage"]["oneOf"].as_array().unwrap().iter();
    let closing = closing.map(|variant| &variant["properties"]);
    let closing = closing.filter(|it| it["type"]["enum"][0] == "closing").collect::<Vec<_>>();
    assert!(closing[0]["reason"]["enum"].as_array().unwrap().contains(&json!("identity")));
}
