//! A program's way to the server: requests over HTTP, and the socket of a game. Bots, load drivers and tests use it.

use std::fmt;
use std::time::Duration;

use axum::body::Bytes;
use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full, Limited};
use hyper::{Method, Request, header};
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message};

use crate::identity::GameId;
use crate::wire::{
    Action, ClientMessage, Event, GamePage, GameSummary, NewGame, Player, Refusal, ServerMessage,
};

const LONGEST_ANSWER: usize = 4 * 1024 * 1024;
const ANSWER_WITHIN: Duration = Duration::from_secs(30);

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
    /// Host and port.
    authority: String,
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
    /// Asks a server, such as `http://127.0.0.1:8080`, for an identity of this name.
    ///
    /// # Errors
    /// [`ClientError`] if the address is bad, or the server does not give one.
    pub async fn register(url: &str, name: &str) -> Result<Self, ClientError> {
        let authority = authority(url)?;
        let wish = json!({ "name": name, "keep": "token" });
        let text = exchange(&authority, "", Method::POST, "/api/identities", Some(&wish)).await?;
        let Identity { player, token } = from_json(&text)?;
        let token = token.ok_or_else(|| ClientError::connection("it gives no token"))?;
        Ok(Self { authority, token, player })
    }

    /// Comes back with a token that the server gave before.
    ///
    /// # Errors
    /// [`ClientError`] if the address is bad, or the server does not know the token.
    pub async fn with_token(url: &str, token: &str) -> Result<Self, ClientError> {
        let authority = authority(url)?;
        let text = exchange(&authority, token, Method::GET, "/api/me", None).await?;
        Ok(Self { authority, token: token.to_owned(), player: from_json(&text)? })
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
        exchange(&self.authority, &self.token, method, path, body).await
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
        let url = format!("ws://{}/api/games/{game}/socket?after={after}", self.authority);
        let mut request = url.into_client_request().map_err(ClientError::connection)?;
        if !self.token.is_empty() {
            let bearer =
                format!("Bearer {}", self.token).parse().map_err(ClientError::connection)?;
            request.headers_mut().insert(header::AUTHORIZATION, bearer);
        }
        let stream = TcpStream::connect(&self.authority).await.map_err(ClientError::connection)?;
        stream.set_nodelay(true).map_err(ClientError::connection)?;
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
                    || ClientError::connection(format!("status {status}")),
                    |refusal| ClientError::Refused { status, refusal },
                ))
            }
            Err(error) => Err(ClientError::connection(error)),
        }
    }
}

/// The open socket of a game.
pub struct GameSocket {
    stream: WebSocketStream<TcpStream>,
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
            match self.stream.next().await {
                None | Some(Ok(Message::Close(_))) => return Ok(None),
                Some(Ok(Message::Text(text))) => return from_json(&text).map(Some),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(ClientError::connection(error)),
            }
        }
    }
}

/// Host and port of an address.
fn authority(url: &str) -> Result<String, ClientError> {
    let bad = |why: &str| ClientError::Address(format!("{url:?} is no server's address: {why}"));
    if url.starts_with("https://") {
        return Err(bad("this program speaks http only, run it beside the server"));
    }
    let rest = url
        .strip_prefix("http://")
        .ok_or_else(|| bad("expected one such as http://127.0.0.1:8080"))?;
    let rest = rest.trim_end_matches('/');
    if rest.is_empty() || rest.contains(['/', '?', '#', '@', ' ']) {
        return Err(bad("expected host and port alone"));
    }
    let has_port = rest.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    Ok(if has_port { rest.to_owned() } else { format!("{rest}:80") })
}

async fn exchange(
    authority: &str,
    token: &str,
    method: Method,
    path: &str,
    body: Option<&Value>,
) -> Result<String, ClientError> {
    tokio::time::timeout(ANSWER_WITHIN, exchange_patiently(authority, token, method, path, body))
        .await
        .unwrap_or_else(|_| Err(ClientError::connection("it does not answer")))
}

async fn exchange_patiently(
    authority: &str,
    token: &str,
    method: Method,
    path: &str,
    body: Option<&Value>,
) -> Result<String, ClientError> {
    let stream = TcpStream::connect(authority).await.map_err(ClientError::connection)?;
    stream.set_nodelay(true).map_err(ClientError::connection)?;
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
        .await
        .map_err(ClientError::connection)?;
    let connection = tokio::spawn(connection);
    let mut request = Request::builder().method(method).uri(path).header(header::HOST, authority);
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
        Err(_) => Err(ClientError::connection(format!("status {status}"))),
    }
}

fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, ClientError> {
    serde_json::from_str(text)
        .map_err(|error| ClientError::connection(format!("odd answer: {error}")))
}

#[cfg(test)]
mod tests {
    use super::authority;

    #[test]
    fn addresses_are_read() {
        assert_eq!(authority("http://localhost:8080/").unwrap(), "localhost:8080");
        assert_eq!(authority("http://chess.example").unwrap(), "chess.example:80");
        for bad in ["", "localhost:8080", "https://x", "http://", "http://a/b", "http://u@h"] {
            assert!(authority(bad).is_err(), "{bad}");
        }
    }
}
