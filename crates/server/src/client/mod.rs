//! A program's way to the server: requests over HTTP, and the socket of a game. Bots, load drivers and tests use it.

mod address;
mod connection;

use std::fmt;
use std::time::Duration;

use axum::body::Bytes;
use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full, Limited};
use hyper::{Method, Request, StatusCode, header};
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message};

use self::address::Address;
use self::connection::{Connection, connect};
use crate::identity::GameId;
use crate::wire::{
    Action, ClientMessage, Event, GamePage, GameSummary, NewGame, Player, Refusal, ServerMessage,
};

const LONGEST_ANSWER: usize = 4 * 1024 * 1024;
const ANSWER_WITHIN: Duration = Duration::from_secs(30);
/// The server asks every 15 s whether we are there; a socket that is silent for so long is broken.
const SILENCE: Duration = Duration::from_secs(60);

/// Why the server did not do it.
#[derive(Debug)]
pub enum ClientError {
    /// The address is not one of a server.
    Address(String),
    /// The server cannot be reached, or speaks otherwise than expected.
    Connection(String),
    /// The server refuses.
    Refused {
        /// The status of its answer.
        status: u16,
        /// Why.
        refusal: Refusal,
    },
}

impl ClientError {
    fn connection(error: impl fmt::Display) -> Self {
        Self::Connection(error.to_string())
    }
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(message) => f.write_str(message),
            Self::Connection(message) => write!(f, "cannot talk to the server: {message}"),
            Self::Refused { status, refusal } => {
                write!(f, "the server refuses ({status}, {}): {}", refusal.code, refusal.message)
            }
        }
    }
}

impl std::error::Error for ClientError {}

/// A player's way to the server.
#[derive(Clone, Debug)]
pub struct Client {
    address: Address,
    token: String,
    /// Who the server says we are.
    pub player: Player,
}

#[derive(Deserialize)]
struct Identity {
    player: Player,
    token: Option<String>,
}

#[derive(Deserialize)]
struct Done {
    seq: u32,
}

impl Client {
    /// Asks a server, such as `https://chess.example`, for an identity of this name.
    ///
    /// # Errors
    /// [`ClientError`] if the address is bad, or the server does not give one.
    pub async fn register(url: &str, name: &str) -> Result<Self, ClientError> {
        let address: Address = url.parse()?;
        let wish = json!({ "name": name, "keep": "token" });
        let text = exchange(&address, "", Method::POST, "/api/identities", Some(&wish)).await?;
        let Identity { player, token } = from_json(&text)?;
        let token = token.ok_or_else(|| ClientError::connection("it gives no token"))?;
        Ok(Self { address, token, player })
    }

    /// Comes back with a token that the server gave before.
    ///
    /// # Errors
    /// [`ClientError`] if the address is bad, or the server does not know the token.
    pub async fn with_token(url: &str, token: &str) -> Result<Self, ClientError> {
        let address: Address = url.parse()?;
        let text = exchange(&address, token, Method::GET, "/api/me", None).await?;
        Ok(Self { address, token: token.to_owned(), player: from_json(&text)? })
    }

    /// The secret that stands for this player.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Creates a game.
    ///
    /// # Errors
    /// [`ClientError`].
    pub async fn create(&self, new: &NewGame) -> Result<GameSummary, ClientError> {
        let body = serde_json::to_value(new).map_err(ClientError::connection)?;
        self.ask(Method::POST, "/api/games", Some(&body)).await
    }

    /// Takes the free seat of a game.
    ///
    /// # Errors
    /// [`ClientError`].
    pub async fn join(&self, game: &GameId) -> Result<GameSummary, ClientError> {
        self.ask(Method::POST, &format!("/api/games/{game}/join"), None).await
    }

    /// Lists games; `query` is what stands behind the question mark.
    ///
    /// # Errors
    /// [`ClientError`].
    pub async fn list(&self, query: &str) -> Result<GamePage, ClientError> {
        self.ask(Method::GET, &format!("/api/games?{query}"), None).await
    }

    /// Shows a game.
    ///
    /// # Errors
    /// [`ClientError`].
    pub async fn show(&self, game: &GameId) -> Result<GameSummary, ClientError> {
        self.ask(Method::GET, &format!("/api/games/{game}"), None).await
    }

    /// Lists a game's events after a number.
    ///
    /// # Errors
    /// [`ClientError`].
    pub async fn events(&self, game: &GameId, after: u32) -> Result<Vec<Event>, ClientError> {
        self.ask(Method::GET, &format!("/api/games/{game}/events?after={after}"), None).await
    }

    /// Does something in a game. Returns the number of the event.
    ///
    /// # Errors
    /// [`ClientError`].
    pub async fn act(&self, game: &GameId, action: &Action) -> Result<u32, ClientError> {
        let body = serde_json::to_value(action).map_err(ClientError::connection)?;
        let Done { seq } =
            self.ask(Method::POST, &format!("/api/games/{game}/actions"), Some(&body)).await?;
        Ok(seq)
    }

    /// Asks for anything, and takes the answer as text.
    ///
    /// # Errors
    /// [`ClientError`].
    pub async fn text(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<String, ClientError> {
        exchange(&self.address, &self.token, method, path, body).await
    }

    async fn ask<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<T, ClientError> {
        from_json(&self.text(method, path, body).await?)
    }

    /// Opens the socket of a game. The events after this number come first.
    ///
    /// # Errors
    /// [`ClientError`].
    pub async fn socket(&self, game: &GameId, after: u32) -> Result<GameSocket, ClientError> {
        tokio::time::timeout(ANSWER_WITHIN, self.socket_patiently(game, after))
            .await
            .unwrap_or_else(|_| Err(no_answer(&self.address)))
    }

    async fn socket_patiently(&self, game: &GameId, after: u32) -> Result<GameSocket, ClientError> {
        let url = self.address.socket(&format!("/api/games/{game}/socket?after={after}"));
        let mut request = url.into_client_request().map_err(ClientError::connection)?;
        if !self.token.is_empty() {
            let bearer =
                format!("Bearer {}", self.token).parse().map_err(ClientError::connection)?;
            request.headers_mut().insert(header::AUTHORIZATION, bearer);
        }
        let stream = connect(&self.address).await?;
        let mut config = WebSocketConfig::default();
        config.read_buffer_size = 1024;
        config.write_buffer_size = 0;
        match tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await {
            Ok((stream, _)) => Ok(GameSocket { stream }),
            Err(SocketError::Http(response)) => {
                let status = response.status().as_u16();
                let refusal =
                    response.body().as_deref().and_then(|body| serde_json::from_slice(body).ok());
                Err(refusal.map_or_else(
                    || odd_status(&self.address, response.status()),
                    |refusal| ClientError::Refused { status, refusal },
                ))
            }
            Err(error) => Err(ClientError::connection(error)),
        }
    }
}

/// The open socket of a game.
pub struct GameSocket {
    stream: WebSocketStream<Connection>,
}

impl GameSocket {
    /// Says something.
    ///
    /// # Errors
    /// [`ClientError`] if the socket is closed.
    pub async fn say(&mut self, message: &ClientMessage) -> Result<(), ClientError> {
        let text = serde_json::to_string(message).map_err(ClientError::connection)?;
        self.say_text(text).await
    }

    /// Says anything, understood or not.
    ///
    /// # Errors
    /// [`ClientError`] if the socket is closed.
    pub async fn say_text(&mut self, text: impl Into<String>) -> Result<(), ClientError> {
        self.stream.send(Message::text(text.into())).await.map_err(ClientError::connection)
    }

    /// Hears the next message; `None` when the socket is closed.
    ///
    /// # Errors
    /// [`ClientError`] if the socket breaks, or the message is none that the protocol knows.
    pub async fn hear(&mut self) -> Result<Option<ServerMessage>, ClientError> {
        loop {
            let heard = tokio::time::timeout(SILENCE, self.stream.next())
                .await
                .map_err(|_| ClientError::connection("it is silent"))?;
            match heard {
                None | Some(Ok(Message::Close(_))) => return Ok(None),
                Some(Ok(Message::Text(text))) => return from_json(&text).map(Some),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(ClientError::connection(error)),
            }
        }
    }
}

async fn exchange(
    address: &Address,
    token: &str,
    method: Method,
    path: &str,
    body: Option<&Value>,
) -> Result<String, ClientError> {
    tokio::time::timeout(ANSWER_WITHIN, exchange_patiently(address, token, method, path, body))
        .await
        .unwrap_or_else(|_| Err(no_answer(address)))
}

async fn exchange_patiently(
    address: &Address,
    token: &str,
    method: Method,
    path: &str,
    body: Option<&Value>,
) -> Result<String, ClientError> {
    let stream = connect(address).await?;
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
        .await
        .map_err(ClientError::connection)?;
    let connection = tokio::spawn(connection);
    let mut request =
        Request::builder().method(method).uri(path).header(header::HOST, address.authority());
    if !token.is_empty() {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    if body.is_some() {
        request = request.header(header::CONTENT_TYPE, "application/json");
    }
    let body = body.map(Value::to_string).unwrap_or_default();
    let request = request.body(Full::new(Bytes::from(body))).map_err(ClientError::connection)?;
    let response = sender.send_request(request).await.map_err(ClientError::connection)?;
    let status = response.status();
    let body = Limited::new(response.into_body(), LONGEST_ANSWER).collect().await;
    connection.abort();
    let text = String::from_utf8(body.map_err(ClientError::connection)?.to_bytes().into())
        .map_err(ClientError::connection)?;
    if status.is_success() {
        return Ok(text);
    }
    match serde_json::from_str(&text) {
        Ok(refusal) => Err(ClientError::Refused { status: status.as_u16(), refusal }),
        Err(_) => Err(odd_status(address, status)),
    }
}

fn no_answer(address: &Address) -> ClientError {
    ClientError::Connection(format!("{address}: it does not answer"))
}

/// An answer that no Tri-D server gives: a proxy without one behind it, or another server.
fn odd_status(address: &Address, status: StatusCode) -> ClientError {
    ClientError::Connection(match status {
        StatusCode::BAD_GATEWAY | StatusCode::SERVICE_UNAVAILABLE | StatusCode::GATEWAY_TIMEOUT => {
            format!("{address}: the server behind it is away (status {status})")
        }
        _ => format!("{address}: no Tri-D server answers there (status {status})"),
    })
}

fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, ClientError> {
    serde_json::from_str(text).map_err(|error| {
        ClientError::connection(format!("no Tri-D server answers there ({error})"))
    })
}
