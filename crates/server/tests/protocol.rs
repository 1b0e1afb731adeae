//! Keeps `docs/protocol.md` and `docs/examples/online` true: the game there is played, every message is read and written.

mod common;

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use common::{Folder, start};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use trid_server::client::{Client, ClientError, GameSocket};
use trid_server::identity::GameId;
use trid_server::wire::{ClientMessage, ServerMessage};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

#[tokio::test]
async fn the_game_in_the_documentation_is_played() {
    let text = std::fs::read_to_string(docs().join("protocol.md")).unwrap();
    let (_, rest) = text.split_once("```transcript\n").expect("there is a transcript");
    let (transcript, _) = rest.split_once("```").expect("the transcript ends");
    let folder = Folder::new();
    let (server, url) = start(&folder).await;
    let mut play = Play { url, game: None, people: HashMap::new() };
    let lines: Vec<&str> = transcript.lines().collect();
    assert!(lines.len() > 40, "only {} lines", lines.len());
    for line in lines {
        play.line(line).await;
    }
    server.stop().await.unwrap();
}

struct Play {
    url: String,
    game: Option<GameId>,
    people: HashMap<String, Person>,
}

struct Person {
    client: Client,
    socket: Option<GameSocket>,
    answer: Option<(u16, Value)>,
}

impl Play {
    async fn line(&mut self, line: &str) {
        let [who, sign, rest] = line.splitn(3, ' ').collect::<Vec<_>>()[..] else {
            panic!("odd line {line:?}")
        };
        let rest = match &self.game {
            Some(game) => rest.replace("GAME", game.as_str()),
            None => rest.to_owned(),
        };
        match sign {
            ">" if rest == "SOCKET" => {
                let game = self.game.clone().unwrap();
                let person = self.people.get_mut(who).unwrap();
                person.socket = Some(person.client.socket(&game, 0).await.unwrap());
            }
            ">" if rest.starts_with("POST /api/identities ") => {
                let wish: Value =
                    serde_json::from_str(&rest["POST /api/identities ".len()..]).unwrap();
                let client =
                    Client::register(&self.url, wish["name"].as_str().unwrap()).await.unwrap();
                let answer = Some((201, json!({ "player": client.player })));
                self.people.insert(who.to_owned(), Person { client, socket: None, answer });
            }
            ">" => self.ask(who, &rest).await,
            "<" => {
                let (status, expected) = rest.split_once(' ').unwrap();
                let expected: Value = serde_json::from_str(expected).unwrap();
                let (found_status, found) =
                    self.people.get_mut(who).unwrap().answer.take().unwrap();
                assert_eq!(found_status.to_string(), status, "{line}");
                assert!(holds(&found, &expected), "{line}\nfound {found}");
                if self.game.is_none()
                    && let Some(id) = found["id"].as_str()
                {
                    self.game = Some(id.parse().unwrap());
                }
            }
            ">>" => self
                .people
                .get_mut(who)
                .unwrap()
                .socket
                .as_mut()
                .unwrap()
                .say_text(rest)
                .await
                .unwrap(),
            "<<" => {
                let expected: Value = serde_json::from_str(&rest).unwrap();
                let socket = self.people.get_mut(who).unwrap().socket.as_mut().unwrap();
                let heard = async {
                    loop {
                        let message = socket.hear().await.unwrap().expect("the socket is open");
                        if holds(&serde_json::to_value(&message).unwrap(), &expected) {
                            return;
                        }
                    }
                };
                let within = std::time::Duration::from_secs(10);
                tokio::time::timeout(within, heard)
                    .await
                    .unwrap_or_else(|_| panic!("never heard: {line}"));
            }
            _ => panic!("odd line {line:?}"),
        }
    }

    async fn ask(&mut self, who: &str, request: &str) {
        let mut words = request.splitn(3, ' ');
        let (method, path) = (words.next().unwrap(), words.next().unwrap());
        let body: Option<Value> = words.next().map(|body| serde_json::from_str(body).unwrap());
        let person = self.people.get_mut(who).unwrap();
        let created = method == "POST" && path == "/api/games";
        person.answer =
            Some(match person.client.text(method.parse().unwrap(), path, body.as_ref()).await {
                Ok(text) => (if created { 201 } else { 200 }, serde_json::from_str(&text).unwrap()),
                Err(ClientError::Refused { status, refusal }) => {
                    (status, serde_json::to_value(refusal).unwrap())
                }
                Err(error) => panic!("{error}"),
            });
    }
}

/// Whether everything expected is there; there may be more.
fn holds(found: &Value, expected: &Value) -> bool {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => expected
            .iter()
            .all(|(key, value)| found.get(key).is_some_and(|found| holds(found, value))),
        (Value::Array(found), Value::Array(expected)) => {
            found.len() == expected.len()
                && found.iter().zip(expected).all(|(found, expected)| holds(found, expected))
        }
        _ => found == expected,
    }
}

#[test]
fn every_client_message_has_an_example() {
    let examples = read_back::<ClientMessage>("client.json");
    check_variants(&examples, "ClientMessage", |example| Some(example));
    check_variants(&examples, "Action", |example| example.get("action"));
}

#[test]
fn every_server_message_has_an_example() {
    let examples = read_back::<ServerMessage>("server.json");
    check_variants(&examples, "ServerMessage", |example| Some(example));
    check_variants(&examples, "Happening", |example| example.get("event"));
}

/// Reads every example as a message and writes it again: nothing is lost, nothing is added.
#[track_caller]
fn read_back<Message: DeserializeOwned + Serialize>(name: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(docs().join("examples/online").join(name)).unwrap();
    let examples: Vec<Value> = serde_json::from_str(&text).unwrap();
    for example in &examples {
        let message: Message = serde_json::from_value(example.clone())
            .unwrap_or_else(|error| panic!("{example}: {error}"));
        assert_eq!(serde_json::to_value(&message).unwrap(), *example);
    }
    examples
}

/// The OpenAPI document knows all variants of an enum; each must be among the examples.
#[track_caller]
fn check_variants(examples: &[Value], schema: &str, part: impl Fn(&Value) -> Option<&Value>) {
    let document: Value = serde_json::from_str(&trid_server::openapi()).unwrap();
    let variants: BTreeSet<String> = document["components"]["schemas"][schema]["oneOf"]
        .as_array()
        .unwrap_or_else(|| panic!("no {schema} in the document"))
        .iter()
        .map(|variant| {
            type_of(variant).unwrap_or_else(|| panic!("a {schema} without a type: {variant}"))
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
async fn the_document_names_every_address_and_no_other() {
    let document: Value = serde_json::from_str(&trid_server::openapi()).unwrap();
    let folder = Folder::new();
    let (server, url) = start(&folder).await;
    let client = Client::register(&url, "").await.unwrap();
    let game = client.create(&trid_server::wire::NewGame::default()).await.unwrap().id;
    let mut count = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            count += 1;
            let path = path.replace("{id}", game.as_str());
            let answer = client.text(method.to_uppercase().parse().unwrap(), &path, None).await;
            let is_there = match &answer {
                Err(ClientError::Refused { status: 404 | 405, .. }) => false,
                Ok(_) | Err(_) => true,
            };
            assert!(is_there, "{method} {path}: {answer:?}");
        }
    }
    assert_eq!(count, 15);
    server.stop().await.unwrap();
}
