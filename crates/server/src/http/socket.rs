//! The socket of a game: sends events and presence, receives actions, measures lag, and closes idle, slow or flooding clients.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use tokio::time::MissedTickBehavior;
use tokio_tungstenite::tungstenite::Error as SocketError;
use trid_protocol::{
    ActionRequest, ApiError, ClientMessage, CloseReason, ErrorCode, GameId, LAG_BOUND, Millis,
    Player, ServerMessage,
};
use utoipa::IntoParams;

use super::auth::{ClientAddress, OptionalPlayer, find_player, is_same_origin, token};
use super::error::HttpError;
use super::extract::{GamePath, LastEvent, QueryParams};
use super::revocation::Revocation;
use super::{App, wait_for_shutdown};
use crate::hub::{DAMAGED, HubError};
use crate::identity::random_bytes;
use crate::limits::{ConnectionPermit, MAX_MESSAGE_BYTES, RateLimiter};
use crate::room::{Entered, Room, event_text, to_text};

/// How often the server pings a socket; the pong also measures its lag.
const PING_INTERVAL: Duration = Duration::from_secs(15);
/// How many pings may be sent in a row while the client sends nothing, not even pongs.
const MAX_UNANSWERED_PINGS: u32 = 3;
/// How long a socket may take to accept a message.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// How many messages over the rate limit are answered before the socket is closed.
const MAX_RATE_WARNINGS: u32 = 20;

/// Parameters of a socket.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct SocketParams {
    /// The number of the last event that the client has; the default is 0, for none.
    #[serde(default)]
    #[param(value_type = u32, maximum = 2147483647)]
    after: LastEvent,
}

/// Opens the socket of a game.
#[utoipa::path(get, path = "/api/games/{id}/socket", operation_id = "openSocket", security((), ("token" = []), ("cookie" = []), ("hostCookie" = [])), tag = "games", params(("id" = GameId, Path, description = "The game"), SocketParams),
    responses((status = 101, description = "The socket is open; see docs/use/protocol.md"),
              (status = 400, description = "Not a WebSocket request", body = ApiError),
              (status = 401, description = "The token is unknown", body = ApiError),
              (status = 403, description = "The request comes from another site", body = ApiError),
              (status = 429, description = "Too many sockets or requests", body = ApiError)))]
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    (ClientAddress(address), Extension(permit)): (ClientAddress, Extension<ConnectionPermit>),
    OptionalPlayer(player): OptionalPlayer,
    GamePath(id): GamePath,
    QueryParams(SocketParams { after: LastEvent(after) }): QueryParams<SocketParams>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, HttpError> {
    let upgrade = upgrade.map_err(|error| {
        HttpError::bad_request(format!("expected a WebSocket request: {error}"))
    })?;
    if !is_same_origin(&app, &headers) {
        return Err(HttpError::foreign_origin());
    }
    let too_many = || HttpError::too_many("open sockets", 30.0);
    let address_permit = app.sockets_by_address.acquire(address).ok_or_else(too_many)?;
    let player_permit = match &player {
        Some(player) => Some(app.sockets.acquire(player.id.clone()).ok_or_else(too_many)?),
        None => None,
    };
    let revocation = match (&player, token(&app, &headers)) {
        (Some(Player { id, .. }), Some(token)) => {
            let revocation = app.revocations.subscribe(id, token.hash());
            // The token may have been revoked before the socket subscribed.
            if find_player(&app, &headers).await?.is_none_or(|player| player.id != *id) {
                return Err(HttpError::no_identity());
            }
            revocation
        }
        _ => Revocation::never(),
    };
    let room = app.hub.current_room(&id).await?;
    app.hub.metrics.sockets_opened.fetch_add(1, Ordering::Relaxed);
    let upgrade = upgrade.max_message_size(MAX_MESSAGE_BYTES).max_frame_size(MAX_MESSAGE_BYTES);
    Ok(upgrade.read_buffer_size(1024).write_buffer_size(0).on_upgrade(async move |socket| {
        let requester = Requester { player, address, revocation };
        let session = SocketSession::join(&app, &room, socket, requester, after).await;
        session.run().await;
        drop((permit, address_permit, player_permit));
    }))
}

/// Why a session ends.
enum SessionEnd {
    /// The client is gone.
    Disconnected,
    /// The server closes the socket for this reason.
    Closing(CloseReason),
}

impl From<axum::Error> for SessionEnd {
    fn from(error: axum::Error) -> Self {
        match error.into_inner().downcast_ref() {
            Some(SocketError::Capacity(_)) => Self::Closing(CloseReason::TooLong),
            Some(SocketError::Utf8(_) | SocketError::Protocol(_)) => {
                Self::Closing(CloseReason::Unreadable)
            }
            _ => Self::Disconnected,
        }
    }
}

/// Who opened a socket.
struct Requester {
    player: Option<Player>,
    address: IpAddr,
    revocation: Revocation,
}

/// An open socket in a room.
struct SocketSession<'a> {
    app: &'a App,
    room: &'a Room,
    socket: WebSocket,
    requester: Requester,
    entered: Entered,
    rate_limiter: RateLimiter,
    rate_warnings: u32,
    /// The nonce of the last ping, and when it was sent; `None` once it is answered.
    ping: Option<(PingNonce, Instant)>,
    unanswered_pings: u32,
}

/// A random number in a ping. Only a client that has received the ping can answer it.
type PingNonce = [u8; 16];

impl<'a> SocketSession<'a> {
    async fn join(
        app: &'a App,
        room: &'a Room,
        socket: WebSocket,
        requester: Requester,
        after: u32,
    ) -> Self {
        let now = app.hub.now();
        let id = requester.player.as_ref().map(|player| player.id.clone());
        let entered = room.enter(id, after, now).await;
        Self {
            app,
            room,
            socket,
            requester,
            entered,
            rate_limiter: RateLimiter::new(app.settings.limits.messages, now),
            rate_warnings: 0,
            ping: None,
            unanswered_pings: 0,
        }
    }

    /// Serves the socket until it ends, then leaves the room and says why.
    async fn run(mut self) {
        let end = match self.serve().await {
            Ok(never) => match never {},
            Err(end) => end,
        };
        self.room.leave(self.entered.key, self.app.hub.now());
        if let SessionEnd::Closing(reason) = end {
            let closing = to_text(&ServerMessage::Closing { reason });
            let code = match reason {
                CloseReason::Stopping => close_code::RESTART,
                CloseReason::Rate | CloseReason::Identity => close_code::POLICY,
                CloseReason::TooLong => close_code::SIZE,
                CloseReason::Unreadable => close_code::INVALID,
                CloseReason::Idle
                | CloseReason::Slow
                | CloseReason::Expired
                | CloseReason::Unknown => close_code::NORMAL,
            };
            let close = CloseFrame { code, reason: reason.name().into() };
            // Best effort: the socket ends either way.
            let _ = tokio::time::timeout(Duration::from_secs(1), async {
                self.socket.send(Message::Text(closing)).await?;
                self.socket.send(Message::Close(Some(close))).await
            })
            .await;
        }
    }

    async fn serve(&mut self) -> Result<Infallible, SessionEnd> {
        for message in std::mem::take(&mut self.entered.backlog) {
            self.feed(message).await?;
        }
        self.flush().await?;
        let mut pings = tokio::time::interval(PING_INTERVAL);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut shutting_down = self.app.shutting_down.subscribe();
        loop {
            tokio::select! {
                received = self.socket.next() => match received {
                    Some(Ok(message)) => self.receive(message).await?,
                    Some(Err(error)) => return Err(error.into()),
                    None => return Err(SessionEnd::Disconnected),
                },
                queued = self.entered.queue.recv() => match queued {
                    Some(message) => self.send_queued(message).await?,
                    None => return Err(SessionEnd::Closing(self.room.why_dropped())),
                },
                _ = pings.tick() => self.ping().await?,
                () = self.requester.revocation.revoked() => return Err(SessionEnd::Closing(CloseReason::Identity)),
                () = wait_for_shutdown(&mut shutting_down) => return Err(SessionEnd::Closing(CloseReason::Stopping)),
            }
        }
    }

    async fn receive(&mut self, message: Message) -> Result<(), SessionEnd> {
        self.unanswered_pings = 0;
        if !matches!(message, Message::Close(_)) && self.exceeds_rate_limit().await? {
            return Ok(());
        }
        match message {
            Message::Text(text) => self.respond(&text).await,
            Message::Binary(_) => {
                let error =
                    ApiError::new(ErrorCode::BadMessage, "binary message, send JSON as text");
                self.send_message(&ServerMessage::Refused { reference: None, error }).await
            }
            Message::Pong(nonce) => {
                self.update_lag(&nonce);
                Ok(())
            }
            Message::Ping(_) => Ok(()),
            Message::Close(_) => Err(SessionEnd::Disconnected),
        }
    }

    /// Whether a message is over the rate limit. The client gets a warning, in the end the socket is closed.
    async fn exceeds_rate_limit(&mut self) -> Result<bool, SessionEnd> {
        let now = self.app.hub.now();
        let Err(wait) = self.rate_limiter.take(self.app.settings.limits.messages, now) else {
            return Ok(false);
        };
        self.app.hub.metrics.rate_limited.fetch_add(1, Ordering::Relaxed);
        self.rate_warnings += 1;
        if self.rate_warnings > MAX_RATE_WARNINGS {
            return Err(SessionEnd::Closing(CloseReason::Rate));
        }
        let error = ApiError::new(
            ErrorCode::Rate,
            format!("too many messages, wait {:.1} s", wait.max(0.1)),
        );
        self.send_message(&ServerMessage::Refused { reference: None, error }).await?;
        Ok(true)
    }

    async fn respond(&mut self, text: &str) -> Result<(), SessionEnd> {
        let metrics = &self.app.hub.metrics;
        metrics.messages.fetch_add(1, Ordering::Relaxed);
        let now = self.app.hub.now();
        let response = match read_message(text) {
            Err(error) => ServerMessage::Refused { reference: None, error },
            Ok(ClientMessage::Ping { reference }) => ServerMessage::Pong { reference, now },
            Ok(ClientMessage::Resume { after }) => return self.resume(after).await,
            Ok(ClientMessage::Act { reference, seen, action }) => {
                let started = Instant::now();
                match self.act(ActionRequest { seen, action }).await {
                    Ok(seq) => {
                        metrics.time_action(started.elapsed());
                        ServerMessage::Done { reference, seq }
                    }
                    Err(error) => {
                        metrics.refusals.fetch_add(1, Ordering::Relaxed);
                        ServerMessage::Refused { reference: Some(reference), error }
                    }
                }
            }
        };
        // The action's events are sent before its response.
        while let Ok(message) = self.entered.queue.try_recv() {
            self.feed(message).await?;
        }
        self.send_message(&response).await
    }

    async fn act(&mut self, request: ActionRequest) -> Result<u32, ApiError> {
        let Requester { player: Some(player), address, .. } = &self.requester else {
            return Err(ApiError::new(
                ErrorCode::NoIdentity,
                "no identity, create one with POST /api/identities first",
            ));
        };
        let lag = self.entered.lag.load(Ordering::Relaxed);
        self.app.hub.act(&self.room.id, player.id.clone(), *address, request, lag).await.map_err(
            |error| match error {
                HubError::Rejected(error) => error,
                HubError::Rate(seconds) => HttpError::too_many("new games", seconds).into_body(),
                HubError::Damaged => ApiError::new(ErrorCode::Damaged, DAMAGED),
                HubError::NoGame => {
                    ApiError::new(ErrorCode::NoGame, "there is no such game, or it has expired")
                }
                HubError::Storage(error) => {
                    tracing::error!(game = %self.room.id, %error, "action failed");
                    error.to_api_error()
                }
                HubError::Internal(error) => {
                    tracing::error!(game = %self.room.id, %error, "action failed");
                    ApiError::new(ErrorCode::Internal, "internal error, try again")
                }
            },
        )
    }

    async fn resume(&mut self, after: u32) -> Result<(), SessionEnd> {
        let missing = self.room.state.lock().await.events_after(after).to_vec();
        for event in &missing {
            self.feed(event_text(event)).await?;
        }
        self.flush().await
    }

    async fn ping(&mut self) -> Result<(), SessionEnd> {
        if self.unanswered_pings >= MAX_UNANSWERED_PINGS {
            return Err(SessionEnd::Closing(CloseReason::Idle));
        }
        if !self.room.holds(self.entered.key) {
            return Err(SessionEnd::Closing(self.room.why_dropped()));
        }
        let nonce: PingNonce = random_bytes();
        self.unanswered_pings += 1;
        // An earlier ping no longer counts: only one is outstanding.
        self.ping = Some((nonce, Instant::now()));
        self.send(Message::Ping(Bytes::copy_from_slice(&nonce))).await
    }

    /// Measures the lag with the pong to the outstanding ping; other pongs mean nothing. Averages the old lag and the
    /// new measurement, so that one late packet counts little.
    fn update_lag(&mut self, pong: &Bytes) {
        let Some((_, sent)) = self.ping.take_if(|(nonce, _)| nonce == pong.as_ref()) else {
            return;
        };
        let measured =
            Millis::try_from(sent.elapsed().as_millis()).unwrap_or(Millis::MAX).min(LAG_BOUND);
        let before = self.entered.lag.load(Ordering::Relaxed);
        let lag = if before == 0 { measured } else { (before + measured) / 2 };
        self.entered.lag.store(lag, Ordering::Relaxed);
    }

    async fn send_message(&mut self, message: &ServerMessage) -> Result<(), SessionEnd> {
        self.feed(to_text(message)).await?;
        self.flush().await
    }

    /// Sends everything in the queue with one flush.
    async fn send_queued(&mut self, first: Utf8Bytes) -> Result<(), SessionEnd> {
        self.feed(first).await?;
        while let Ok(next) = self.entered.queue.try_recv() {
            self.feed(next).await?;
        }
        self.flush().await
    }

    async fn feed(&mut self, message: Utf8Bytes) -> Result<(), SessionEnd> {
        with_timeout(self.socket.feed(Message::Text(message))).await
    }

    async fn flush(&mut self) -> Result<(), SessionEnd> {
        with_timeout(self.socket.flush()).await
    }

    async fn send(&mut self, message: Message) -> Result<(), SessionEnd> {
        with_timeout(self.socket.send(message)).await
    }
}

async fn with_timeout(
    sending: impl Future<Output = Result<(), axum::Error>>,
) -> Result<(), SessionEnd> {
    match tokio::time::timeout(SEND_TIMEOUT, sending).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(SessionEnd::Disconnected),
    }
}

/// Parses a client's message. Unknown messages and fields are errors that name them.
///
/// # Errors
/// An [`ApiError`] that says what is wrong with the text.
pub fn read_message(text: &str) -> Result<ClientMessage, ApiError> {
    if text.len() > MAX_MESSAGE_BYTES {
        return Err(ApiError::new(
            ErrorCode::BadMessage,
            format!("message longer than {MAX_MESSAGE_BYTES} bytes"),
        ));
    }
    // Serde would accept an array as the fields in order.
    if !text.trim_start().starts_with('{') {
        return Err(ApiError::new(ErrorCode::BadMessage, "expected a JSON object"));
    }
    serde_json::from_str(text)
        .map_err(|error| ApiError::new(ErrorCode::BadMessage, error.to_string()))
}
