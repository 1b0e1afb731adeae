//! The socket of a game: events out, actions in, presence, lag, and an end to whoever is idle, slow or too loud.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use futures_util::SinkExt;
use serde::Deserialize;
use tokio_tungstenite::tungstenite::Error as SocketError;
use utoipa::IntoParams;

use super::problem::Problem;
use super::read::{Asked, Named};
use super::visitor::{Address, Visitor, is_our_origin};
use super::{App, told_to_stop};
use crate::clock::Millis;
use crate::hub::HubError;
use crate::identity::GameId;
use crate::limits::{Bucket, Held, LONGEST_MESSAGE};
use crate::room::{Entered, Room, to_text};
use crate::wire::{ClientMessage, Player, Refusal, ServerMessage};

/// How often a socket is asked whether it is still there; the answer also tells its lag.
const PING_EVERY: Duration = Duration::from_secs(15);
/// A socket from which nothing comes for so long is closed.
const IDLE: Duration = Duration::from_secs(45);
/// A socket that does not take a message within this time is closed.
const SLOW: Duration = Duration::from_secs(10);
/// A socket that is told so many times that it is too loud is closed.
const STRIKES: u32 = 20;

/// From where on to send events.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Since {
    /// The last event that the client has; 0 or left out for none.
    #[serde(default)]
    after: u32,
}

/// Opens the socket of a game.
#[utoipa::path(get, path = "/api/games/{id}/socket", tag = "games", params(("id" = GameId, Path, description = "The game"), Since),
    responses((status = 101, description = "The socket is open: see docs/protocol.md"),
              (status = 400, description = "The request asks for no WebSocket", body = Refusal),
              (status = 401, description = "No one has this token", body = Refusal),
              (status = 403, description = "The request comes from another site", body = Refusal),
              (status = 404, description = "There is no such game", body = Refusal),
              (status = 429, description = "Too many sockets or requests", body = Refusal)))]
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    (Address(address), Extension(held)): (Address, Extension<Held>),
    Visitor(visitor): Visitor,
    Named(id): Named,
    Asked(Since { after }): Asked<Since>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let upgrade = upgrade.map_err(|rejection| {
        Problem::bad_request(format!(
            "this address speaks WebSocket only: {}",
            rejection.body_text()
        ))
    })?;
    if !is_our_origin(&app, &headers) {
        return Err(Problem::new(
            StatusCode::FORBIDDEN,
            "E_ORIGIN",
            "the page comes from another site",
        ));
    }
    let too_many = || Problem::too_many("open sockets", 30.0);
    let place = app.sockets_by_address.take(address).ok_or_else(too_many)?;
    let own_place = match &visitor {
        Some(player) => Some(app.sockets.take(player.id.clone()).ok_or_else(too_many)?),
        None => None,
    };
    let room = app.hub.room(&id).await?;
    app.hub.metrics.sockets_opened.fetch_add(1, Ordering::Relaxed);
    Ok(upgrade
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        .read_buffer_size(1024)
        .write_buffer_size(0)
        .on_upgrade(move |socket| async move {
            let conversation = Conversation::begin(&app, &room, socket, visitor, after).await;
            conversation.hold().await;
            drop((held, place, own_place));
        }))
}

/// Why a conversation ends.
enum End {
    Gone,
    Closing(&'static str),
}

impl End {
    /// What a client sent that is no message at all.
    fn of(error: axum::Error) -> Self {
        match error.into_inner().downcast_ref::<SocketError>() {
            Some(SocketError::Capacity(_)) => Self::Closing("tooLong"),
            Some(SocketError::Utf8(_) | SocketError::Protocol(_)) => Self::Closing("unreadable"),
            _ => Self::Gone,
        }
    }
}

struct Conversation<'a> {
    app: &'a App,
    room: &'a Room,
    socket: WebSocket,
    player: Option<Player>,
    entered: Entered,
    bucket: Bucket,
    strikes: u32,
    began: Instant,
    heard: Instant,
}

impl<'a> Conversation<'a> {
    async fn begin(
        app: &'a App,
        room: &'a Room,
        socket: WebSocket,
        player: Option<Player>,
        after: u32,
    ) -> Self {
        let now = app.hub.now();
        let id = player.as_ref().map(|player| player.id.clone());
        let entered = room.enter(id, after, now).await;
        let bucket = Bucket::full(app.settings.limits.messages, now);
        let began = Instant::now();
        Self { app, room, socket, player, entered, bucket, strikes: 0, began, heard: began }
    }

    async fn hold(mut self) {
        let end = match self.converse().await {
            Ok(never) => match never {},
            Err(end) => end,
        };
        self.room.leave(self.entered.key, self.app.hub.now());
        if let End::Closing(reason) = end {
            let farewell = to_text(&ServerMessage::Closing { reason: reason.to_owned() });
            let code = match reason {
                "stopping" => close_code::RESTART,
                "rate" => close_code::POLICY,
                "tooLong" => close_code::SIZE,
                "unreadable" => close_code::INVALID,
                _ => close_code::NORMAL,
            };
            let close = CloseFrame { code, reason: reason.into() };
            // Whoever does not take it is gone all the same.
            let _ = tokio::time::timeout(Duration::from_secs(1), async {
                self.socket.send(Message::Text(farewell)).await?;
                self.socket.send(Message::Close(Some(close))).await
            })
            .await;
        }
    }

    async fn converse(&mut self) -> Result<std::convert::Infallible, End> {
        for message in std::mem::take(&mut self.entered.backlog) {
            self.feed(message).await?;
        }
        self.flush().await?;
        let mut pings = tokio::time::interval(PING_EVERY);
        let mut stopping = self.app.stopping.subscribe();
        loop {
            tokio::select! {
                received = self.socket.recv() => match received {
                    Some(Ok(message)) => self.hear(message).await?,
                    Some(Err(error)) => return Err(End::of(error)),
                    None => return Err(End::Gone),
                },
                told = self.entered.queue.recv() => match told {
                    Some(message) => self.pass_on(message).await?,
                    None => return Err(End::Closing(self.room.why_dropped())),
                },
                _ = pings.tick() => self.ping().await?,
                () = told_to_stop(&mut stopping) => return Err(End::Closing("stopping")),
            }
        }
    }

    async fn hear(&mut self, message: Message) -> Result<(), End> {
        self.heard = Instant::now();
        if !matches!(message, Message::Close(_)) && self.is_too_loud().await? {
            return Ok(());
        }
        match message {
            Message::Text(text) => self.answer(&text).await,
            Message::Binary(_) => {
                let refusal = Refusal::new("E_BAD_MESSAGE", "binary message, send JSON text");
                self.say(&ServerMessage::Refused { reference: None, refusal }).await
            }
            Message::Pong(sent) => {
                self.note_lag(&sent);
                Ok(())
            }
            Message::Ping(_) => Ok(()),
            Message::Close(_) => Err(End::Gone),
        }
    }

    /// Whether this message is one too many, whatever is in it.
    async fn is_too_loud(&mut self) -> Result<bool, End> {
        let taken = self.bucket.take(self.app.settings.limits.messages, self.app.hub.now());
        let Err(wait) = taken else {
            return Ok(false);
        };
        self.app.hub.metrics.rate_limited.fetch_add(1, Ordering::Relaxed);
        self.strikes += 1;
        if self.strikes > STRIKES {
            return Err(End::Closing("rate"));
        }
        let refusal =
            Refusal::new("E_RATE", format!("too many messages, wait {:.1} s", wait.max(0.1)));
        self.say(&ServerMessage::Refused { reference: None, refusal }).await?;
        Ok(true)
    }

    async fn answer(&mut self, text: &str) -> Result<(), End> {
        let metrics = &self.app.hub.metrics;
        metrics.messages.fetch_add(1, Ordering::Relaxed);
        let now = self.app.hub.now();
        let answer = match read_message(text) {
            Err(refusal) => ServerMessage::Refused { reference: None, refusal },
            Ok(ClientMessage::Ping { reference }) => ServerMessage::Pong { reference, now },
            Ok(ClientMessage::Resume { after }) => return self.resume(after).await,
            Ok(ClientMessage::Act { reference, action }) => {
                let began = Instant::now();
                match self.act(action).await {
                    Ok(seq) => {
                        metrics.time_action(began.elapsed());
                        ServerMessage::Done { reference, seq }
                    }
                    Err(refusal) => {
                        metrics.refusals.fetch_add(1, Ordering::Relaxed);
                        ServerMessage::Refused { reference: Some(reference), refusal }
                    }
                }
            }
        };
        // What the action brought about goes out before the word that it is done.
        while let Ok(message) = self.entered.queue.try_recv() {
            self.feed(message).await?;
        }
        self.say(&answer).await
    }

    async fn act(&mut self, action: crate::wire::Action) -> Result<u32, Refusal> {
        let Some(player) = &self.player else {
            return Err(Refusal::new(
                "E_NO_IDENTITY",
                "ask for an identity at /api/identities first",
            ));
        };
        let lag = self.entered.lag.load(Ordering::Relaxed);
        self.app.hub.act(&self.room.id, player.id.clone(), action, lag).await.map_err(|error| {
            match error {
                HubError::Refused(refusal) => refusal,
                HubError::NoGame => {
                    Refusal::new("E_NO_GAME", "there is no such game, or it has expired")
                }
                HubError::Internal(error) => {
                    tracing::error!(game = %self.room.id, %error, "action failed");
                    Refusal::new("E_INTERNAL", "something went wrong here, try again")
                }
            }
        })
    }

    async fn resume(&mut self, after: u32) -> Result<(), End> {
        let missed = self.room.state.lock().await.told_after(after).to_vec();
        for message in missed {
            self.feed(message).await?;
        }
        self.flush().await
    }

    async fn ping(&mut self) -> Result<(), End> {
        if self.heard.elapsed() > IDLE {
            return Err(End::Closing("idle"));
        }
        if !self.room.holds(self.entered.key) {
            return Err(End::Closing(self.room.why_dropped()));
        }
        let sent = self.began.elapsed().as_micros().to_be_bytes();
        self.send(Message::Ping(Bytes::copy_from_slice(&sent))).await
    }

    /// Half of the old estimate and half of the new: one late packet does not make a lag.
    fn note_lag(&self, sent: &Bytes) {
        let Ok(sent) = <[u8; 16]>::try_from(sent.as_ref()) else {
            return;
        };
        let took = self.began.elapsed().as_micros().saturating_sub(u128::from_be_bytes(sent));
        let took =
            Millis::try_from(took / 1000).unwrap_or(Millis::MAX).min(crate::clocks::LAG_BOUND);
        let before = self.entered.lag.load(Ordering::Relaxed);
        let lag = if before == 0 { took } else { (before + took) / 2 };
        self.entered.lag.store(lag, Ordering::Relaxed);
    }

    async fn say(&mut self, message: &ServerMessage) -> Result<(), End> {
        self.feed(to_text(message)).await?;
        self.flush().await
    }

    /// Sends what waits in the queue together.
    async fn pass_on(&mut self, first: Utf8Bytes) -> Result<(), End> {
        self.feed(first).await?;
        while let Ok(next) = self.entered.queue.try_recv() {
            self.feed(next).await?;
        }
        self.flush().await
    }

    async fn feed(&mut self, message: Utf8Bytes) -> Result<(), End> {
        in_time(self.socket.feed(Message::Text(message))).await
    }

    async fn flush(&mut self) -> Result<(), End> {
        in_time(self.socket.flush()).await
    }

    async fn send(&mut self, message: Message) -> Result<(), End> {
        in_time(self.socket.send(message)).await
    }
}

async fn in_time(sending: impl Future<Output = Result<(), axum::Error>>) -> Result<(), End> {
    match tokio::time::timeout(SLOW, sending).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(End::Gone),
    }
}

/// Reads what a client says. Unknown messages and fields are refused by name.
///
/// # Errors
/// A [`Refusal`] that says where the text goes wrong.
pub fn read_message(text: &str) -> Result<ClientMessage, Refusal> {
    if text.len() > LONGEST_MESSAGE {
        return Err(Refusal::new(
            "E_BAD_MESSAGE",
            format!("message longer than {LONGEST_MESSAGE} bytes"),
        ));
    }
    // A list would be read as the fields in order.
    if !text.trim_start().starts_with('{') {
        return Err(Refusal::new("E_BAD_MESSAGE", "no JSON object"));
    }
    serde_json::from_str(text).map_err(|error| Refusal::new("E_BAD_MESSAGE", error.to_string()))
}
