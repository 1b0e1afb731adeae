//! A client for a Tri-D server: HTTP requests, and the socket of a game. Bots, the load driver and tests use it.

mod address;
mod connection;
mod error;
mod socket;

use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::{Method, Request, StatusCode, header};
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use trid_protocol::{
    Action, ActionRequest, Event, GameId, GamePage, GameSummary, Identity, NewGame, Player,
};

use self::address::Address;
use self::connection::connect;

pub use error::ClientError;
pub use socket::GameSocket;

const MAX_RESPONSE_BYTES: usize = 4 * 1024 * 1024;
/// How often a game is requested when the connection breaks before the response.
const MAX_CREATE_ATTEMPTS: u32 = 3;
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(30);

/// A player's access to a server.
#[derive(Clone, Debug)]
pub struct Client {
    address: Address,
    token: String,
    /// The player that the server knows this client as.
    pub player: Player,
}

#[derive(Deserialize)]
struct Done {
    seq: u32,
}

impl Client {
    /// Requests a new identity with this name from a server such as `https://chess.example`.
    ///
    /// # Errors
    /// [`ClientError`] if the address is invalid or the server does not create one.
    pub async fn register(url: &str, name: &str) -> Result<Self, ClientError> {
        let address: Address = url.parse()?;
        let body = json!({ "name": name, "keep": "token" });
        let text = exchange(&address, "", Method::POST, "/api/identities", Some(&body), "").await?;
        let Identity { player, token } = from_json(&text)?;
        let token = token.ok_or_else(|| ClientError::connection("it sends no token"))?;
        Ok(Self { address, token, player })
    }

    /// Uses a token that the server gave before.
    ///
    /// # Errors
    /// [`ClientError`] if the address is invalid or the server does not know the token.
    pub async fn with_token(url: &str, token: &str) -> Result<Self, ClientError> {
        let address: Address = url.parse()?;
        let text = exchange(&address, token, Method::GET, "/api/me", None, "").await?;
        Ok(Self { address, token: token.to_owned(), player: from_json(&text)? })
    }

    /// The secret that identifies this player.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Creates a game. If the connection breaks, it is safe to try again: a repeated request creates no second game.
    ///
    /// # Errors
    /// [`ClientError`].
    pub async fn create(&self, new: &NewGame) -> Result<GameSummary, ClientError> {
        let body = serde_json::to_value(new).map_err(ClientError::connection)?;
        let key = random_key()?;
        let mut attempts = 1;
        loop {
            let request =
                exchange(&self.address, &self.token, Method::POST, "/api/games", Some(&body), &key);
            match request.await {
                Ok(text) => return from_json(&text),
                Err(ClientError::Connection(_)) if attempts < MAX_CREATE_ATTEMPTS => attempts += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// Takes the free seat of a game.
    ///
    /// # Errors
    /// [`ClientError`].
    pub async fn join(&self, game: &GameId) -> Result<GameSummary, ClientError> {
        self.request(Method::POST, &format!("/api/games/{game}/join"), None).await
    }

    /// Lists games; `query` is the query string.
    ///
    /// # Errors
    /// [`ClientError`].
    pub async fn list(&self, query: &str) -> Result<GamePage, ClientError> {
        self.request(Method::GET, &format!("/api/games?{query}"), None).await
    }

    /// Gets a game.
    ///
    /// # Errors
    /// [`ClientError`].
    pub async fn show(&self, game: &GameId) -> Result<GameSummary, ClientError> {
        self.request(Method::GET, &format!("/api/games/{game}"), None).await
    }

    /// Lists a game's events after this number.
    ///
    /// # Errors
    /// [`ClientError`].
    pub async fn events(&self, game: &GameId, after: u32) -> Result<Vec<Event>, ClientError> {
        self.request(Method::GET, &format!("/api/games/{game}/events?after={after}"), None).await
    }

    /// Acts in a game, without saying which events the client has received. Returns the number of the event.
    ///
    /// # Errors
    /// [`ClientError`].
    pub async fn act(&self, game: &GameId, action: &Action) -> Result<u32, ClientError> {
        self.request_action(game, &ActionRequest { seen: None, action: action.clone() }).await
    }

    /// Acts in a game. Returns the number of the event.
    ///
    /// # Errors
    /// [`ClientError`].
    pub async fn request_action(
        &self,
        game: &GameId,
        request: &ActionRequest,
    ) -> Result<u32, ClientError> {
        let body = serde_json::to_value(request).map_err(ClientError::connection)?;
        let Done { seq } =
            self.request(Method::POST, &format!("/api/games/{game}/actions"), Some(&body)).await?;
        Ok(seq)
    }

    /// Sends any request and returns the body of the response as text.
    ///
    /// # Errors
    /// [`ClientError`].
    pub async fn text(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<String, ClientError> {
        exchange(&self.address, &self.token, method, path, body, "").await
    }

    async fn request<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<T, ClientError> {
        from_json(&self.text(method, path, body).await?)
    }

    /// Opens the socket of a game. The events after this number are sent first.
    ///
    /// # Errors
    /// [`ClientError`].
    pub async fn socket(&self, game: &GameId, after: u32) -> Result<GameSocket, ClientError> {
        let path = format!("/api/games/{game}/socket?after={after}");
        tokio::time::timeout(RESPONSE_TIMEOUT, GameSocket::open(&self.address, &self.token, &path))
            .await
            .unwrap_or_else(|_| Err(no_response(&self.address)))
    }
}

async fn exchange(
    address: &Address,
    token: &str,
    method: Method,
    path: &str,
    body: Option<&Value>,
    idempotency_key: &str,
) -> Result<String, ClientError> {
    let exchange = exchange_untimed(address, token, method, path, body, idempotency_key);
    tokio::time::timeout(RESPONSE_TIMEOUT, exchange)
        .await
        .unwrap_or_else(|_| Err(no_response(address)))
}

async fn exchange_untimed(
    address: &Address,
    token: &str,
    method: Method,
    path: &str,
    body: Option<&Value>,
    idempotency_key: &str,
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
    if !idempotency_key.is_empty() {
        request = request.header("idempotency-key", idempotency_key);
    }
    if body.is_some() {
        request = request.header(header::CONTENT_TYPE, "application/json");
    }
    let body = body.map(Value::to_string).unwrap_or_default();
    let request = request.body(Full::new(Bytes::from(body))).map_err(ClientError::connection)?;
    let response = sender.send_request(request).await.map_err(ClientError::connection)?;
    let status = response.status();
    let body = Limited::new(response.into_body(), MAX_RESPONSE_BYTES).collect().await;
    connection.abort();
    let text = String::from_utf8(body.map_err(ClientError::connection)?.to_bytes().into())
        .map_err(ClientError::connection)?;
    if status.is_success() {
        return Ok(text);
    }
    match serde_json::from_str(&text) {
        Ok(error) => Err(ClientError::Api { status: status.as_u16(), error }),
        Err(_) => Err(unexpected_status(address, status)),
    }
}

/// A random `Idempotency-Key`.
fn random_key() -> Result<String, ClientError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(ClientError::connection)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn no_response(address: &Address) -> ClientError {
    ClientError::Connection(format!("{address}: it does not answer"))
}

/// A response that no Tri-D server sends: it comes from a proxy without one, or from another server.
fn unexpected_status(address: &Address, status: StatusCode) -> ClientError {
    ClientError::Connection(match status {
        StatusCode::BAD_GATEWAY | StatusCode::SERVICE_UNAVAILABLE | StatusCode::GATEWAY_TIMEOUT => {
            format!("{address}: the server behind it is down (status {status})")
        }
        _ => format!("{address}: no Tri-D server answers there (status {status})"),
    })
}

fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, ClientError> {
    serde_json::from_str(text).map_err(|error| {
        ClientError::connection(format!("no Tri-D server answers there ({error})"))
    })
}
