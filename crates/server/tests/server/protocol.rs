//! Checks `docs/examples/online`: replays the game, parses and serializes every example.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use trid_client::{Client, ClientError, GameSocket};
use trid_protocol::{ClientMessage, GameId, ServerMessage};

use crate::harness::TestServer;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

#[tokio::test]
async fn documented_transcript_is_accurate() {
    let transcript = std::fs::read_to_string(docs().join("examples/online/game.txt")).unwrap();
    let server = TestServer::start().await;
    let mut run = TranscriptRun { server, game: None, participants: HashMap::new() };
    let lines: Vec<&str> = transcript.lines().collect();
    assert!(lines.len() > 40, "only {} lines", lines.len());
    for line in lines {
        run.line(line).await;
    }
}

struct TranscriptRun {
    server: TestServer,
    game: Option<GameId>,
    participants: HashMap<String, Participant>,
}

struct Participant {
    client: Client,
    socket: Option<GameSocket>,
    response: Option<(u16, Value)>,
}

impl TranscriptRun {
    async fn line(&mut self, line: &str) {
        let [who, sign, rest] = line.splitn(3, ' ').collect::<Vec<_>>()[..] else {
            panic!("invalid line {line:?}")
        };
        let rest = match &self.game {
            Some(game) => rest.replace("GAME", game.as_str()),
            None => rest.to_owned(),
        };
        match sign {
            ">" if rest == "SOCKET" => self.open_socket(who).await,
            ">" => match rest.strip_prefix("POST /api/identities ") {
                Some(body) => self.register(who, body).await,
                None => self.request(who, &rest).await,
            },
            "<" => self.check_response(who, &rest),
            ">>" => self.socket(who).send_text(rest).await.unwrap(),
            "<<" => self.expect_message(who, &rest).await,
            _ => panic!("invalid line {line:?}"),
        }
    }

    fn participant(&mut self, who: &str) -> &mut Participant {
        self.participants.get_mut(who).unwrap_or_else(|| panic!("{who} has no identity"))
    }

    fn socket(&mut self, who: &str) -> &mut GameSocket {
        let socket = self.participant(who).socket.as_mut();
        socket.unwrap_or_else(|| panic!("{who} has no socket"))
    }

    async fn register(&mut self, who: &str, body: &str) {
        let body: Value = serde_json::from_str(body).unwrap();
        let client = self.server.register(body["name"].as_str().unwrap()).await;
        let response = Some((201, json!({ "player": client.player })));
        self.participants.insert(who.to_owned(), Participant { client, socket: None, response });
    }

    async fn open_socket(&mut self, who: &str) {
        let game = self.game.clone().unwrap();
        let participant = self.participant(who);
        participant.socket = Some(participant.client.socket(&game, 0).await.unwrap());
    }

    /// Checks the response to the last request: a status and a part of the body.
    fn check_response(&mut self, who: &str, response: &str) {
        let (status, expected) = response.split_once(' ').unwrap();
        let expected: Value = serde_json::from_str(expected).unwrap();
        let (found_status, found) = self.participant(who).response.take().unwrap();
        assert_eq!(found_status.to_string(), status, "{who} < {response}");
        assert!(contains(&found, &expected), "{who} < {response}\nfound {found}");
        if self.game.is_none()
            && let Some(id) = found["id"].as_str()
        {
            self.game = Some(id.parse().unwrap());
        }
    }

    /// Waits for a message that contains this part.
    async fn expect_message(&mut self, who: &str, expected: &str) {
        let part: Value = serde_json::from_str(expected).unwrap();
        let socket = self.socket(who);
        let received = async {
            loop {
                let message = socket.receive().await.unwrap().expect("the socket is closed");
                if contains(&serde_json::to_value(&message).unwrap(), &part) {
                    return;
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(10), received)
            .await
            .unwrap_or_else(|_| panic!("not received: {who} << {expected}"));
    }

    async fn request(&mut self, who: &str, request: &str) {
        let mut words = request.splitn(3, ' ');
        let (method, path) = (words.next().unwrap(), words.next().unwrap());
        let body: Option<Value> = words.next().map(|body| serde_json::from_str(body).unwrap());
        let participant = self.participant(who);
        let created = method == "POST" && path == "/api/games";
        participant.response = Some(
            match participant.client.text(method.parse().unwrap(), path, body.as_ref()).await {
                Ok(text) => (if created { 201 } else { 200 }, serde_json::from_str(&text).unwrap()),
                Err(ClientError::Api { status, error }) => {
                    (status, serde_json::to_value(error).unwrap())
                }
                Err(error) => panic!("{error}"),
            },
        );
    }
}

/// Whether `found` contains everything in `expected`, and possibly more.
fn contains(found: &Value, expected: &Value) -> bool {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => expected
            .iter()
            .all(|(key, value)| found.get(key).is_some_and(|found| contains(found, value))),
        (Value::Array(found), Value::Array(expected)) => {
            found.len() == expected.len()
                && found.iter().zip(expected).all(|(found, expected)| contains(found, expected))
        }
        _ => found == expected,
    }
}

#[test]
fn every_client_message_has_an_example() {
    let examples = round_trip::<ClientMessage>("client.json");
    check_variants(&examples, "ClientMessage", |example| Some(example));
    check_variants(&examples, "Action", |example| example.get("action"));
}

#[test]
fn every_server_message_has_an_example() {
    let examples = round_trip::<ServerMessage>("server.json");
    check_variants(&examples, "ServerMessage", |example| Some(example));
    check_variants(&examples, "EventKind", |example| example.get("event"));
}

/// Parses and serializes every example; the result must be the same.
#[track_caller]
fn round_trip<Message: DeserializeOwned + Serialize>(name: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(docs().join("examples/online").join(name)).unwrap();
    let examples: Vec<Value> = serde_json::from_str(&text).unwrap();
    for example in &examples {
        let message: Message = serde_json::from_value(example.clone())
            .unwrap_or_else(|error| panic!("{example}: {error}"));
        assert_eq!(serde_json::to_value(&message).unwrap(), *example);
    }
    examples
}

/// Checks that the examples cover all variants of an enum in the OpenAPI document.
#[track_caller]
fn check_variants(examples: &[Value], schema: &str, part: impl Fn(&Value) -> Option<&Value>) {
    let document: Value = serde_json::from_str(&trid_server::openapi()).unwrap();
    let variants: BTreeSet<String> = document["components"]["schemas"][schema]["oneOf"]
        .as_array()
        .unwrap_or_else(|| panic!("the document has no schema {schema}"))
        .iter()
        .map(|variant| {
            type_of(variant)
                .unwrap_or_else(|| panic!("variant of {schema} without a type: {variant}"))
        })
        .collect();
    let shown: BTreeSet<String> = examples
        .iter()
        .filter_map(&part)
        .map(|part| part["type"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(shown, variants, "{schema}");
}

fn type_of(variant: &Value) -> Option<String> {
    if let Some(name) = variant["properties"]["type"]["enum"][0].as_str() {
        return Some(name.to_owned());
    }
    variant["allOf"].as_array()?.iter().find_map(type_of)
}

#[tokio::test]
async fn openapi_lists_every_route_and_no_other() {
    let document: Value = serde_json::from_str(&trid_server::openapi()).unwrap();
    let server = TestServer::start().await;
    let client = server.register("").await;
    let game = client.create(&trid_protocol::NewGame::default()).await.unwrap().id;
    let mut count = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            count += 1;
            let path = path.replace("{id}", game.as_str());
            let response = client.text(method.to_uppercase().parse().unwrap(), &path, None).await;
            let exists = match &response {
                Err(ClientError::Api { status: 404 | 405, .. }) => false,
                Ok(_) | Err(_) => true,
            };
            assert!(exists, "{method} {path}: {response:?}");
        }
    }
    assert_eq!(count, 17);
}
