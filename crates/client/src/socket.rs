//! The socket of a game.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use hyper::header;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message};
use trid_protocol::{ClientMessage, ServerMessage};

use crate::address::Address;
use crate::connection::{Connection, connect};
use crate::{ClientError, from_json, unexpected_status};

/// The server pings every 15 s; after this long without any message the socket is broken.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(60);

/// The open socket of a game.
pub struct GameSocket {
    stream: WebSocketStream<Connection>,
}

impl GameSocket {
    pub(crate) async fn open(
        address: &Address,
        token: &str,
        path: &str,
    ) -> Result<Self, ClientError> {
        let url = address.socket(path);
        let mut request = url.into_client_request().map_err(ClientError::connection)?;
        if !token.is_empty() {
            let bearer = format!("Bearer {token}").parse().map_err(ClientError::connection)?;
            request.headers_mut().insert(header::AUTHORIZATION, bearer);
        }
        let stream = connect(address).await?;
        let mut config = WebSocketConfig::default();
        config.read_buffer_size = 1024;
        config.write_buffer_size = 0;
        match tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await {
            Ok((stream, _)) => Ok(Self { stream }),
            Err(SocketError::Http(response)) => {
                let status = response.status();
                let body = response.body().as_deref();
                let error = body.and_then(|body| serde_json::from_slice(body).ok());
                Err(error.map_or_else(
                    || unexpected_status(address, status),
                    |error| ClientError::Api { status: status.as_u16(), error },
                ))
            }
            Err(error) => Err(ClientError::connection(error)),
        }
    }

    /// Sends a message.
    ///
    /// # Errors
    /// [`ClientError`] if the socket is closed.
    pub async fn send(&mut self, message: &ClientMessage) -> Result<(), ClientError> {
        let text = serde_json::to_string(message).map_err(ClientError::connection)?;
        self.send_text(text).await
    }

    /// Sends any text, valid or not.
    ///
    /// # Errors
    /// [`ClientError`] if the socket is closed.
    pub async fn send_text(&mut self, text: impl Into<String>) -> Result<(), ClientError> {
        self.stream.send(Message::text(text.into())).await.map_err(ClientError::connection)
    }

    /// Receives the next message; `None` once the socket is closed.
    ///
    /// # Errors
    /// [`ClientError`] if the socket breaks, or the message is not part of the protocol.
    pub async fn receive(&mut self) -> Result<Option<ServerMessage>, ClientError> {
        loop {
            let received = tokio::time::timeout(SILENCE_TIMEOUT, self.stream.next())
                .await
                .map_err(|_| ClientError::connection("it stopped sending"))?;
            match received {
                None | Some(Ok(Message::Close(_))) => return Ok(None),
                Some(Ok(Message::Text(text))) => return from_json(&text).map(Some),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(ClientError::connection(error)),
            }
        }
    }
}
