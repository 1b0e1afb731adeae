//! New games, created by a player or as a rematch, and the limits on them.

use std::net::IpAddr;
use std::sync::atomic::Ordering;

use trid_protocol::{
    ApiError, ErrorCode, Event, GameId, GameSummary, NewGame, OnlineGame, Player, Time,
};

use super::{Hub, HubError};
use crate::identity::random_game_id;
use crate::storage::{Append, Appended, Created, Head, IdempotencyKey, KeyUse, SeatError};

impl Hub {
    /// Creates a game that waits for an opponent. With a key that was used before, returns the game as it was created
    /// then.
    pub(crate) async fn create(
        &self,
        new: NewGame,
        by: Player,
        address: IpAddr,
        key: Option<IdempotencyKey>,
    ) -> Result<GameSummary, HubError> {
        if let Some(key) = key.clone()
            && let Some(known) = self.storage.find_key(key, self.now()).await?
        {
            return self.created_before(known).await;
        }
        let kind = trid_protocol::create(new, by)?;
        self.take_new_game(address)?;
        let event = Event { seq: 1, at: self.now(), kind };
        let id = random_game_id();
        let summary = OnlineGame::new(id.clone(), &event)?.summary();
        let append = Append {
            game: id.clone(),
            after: Head::of(&id),
            events: vec![event],
            summary: summary.clone(),
            deadline: None,
            max_unfinished: self.max_unfinished,
        };
        match self.storage.create(append, key).await? {
            Created::New(Appended::Stored) => {
                self.metrics.games_created.fetch_add(1, Ordering::Relaxed);
                Ok(summary)
            }
            Created::New(Appended::Rejected(error)) => Err(self.seat_error(&error, "you have")),
            Created::New(Appended::Conflict) => {
                Err(HubError::Internal(format!("game {id} exists")))
            }
            Created::Known(known) => self.created_before(known).await,
        }
    }

    /// The response to the first request with this key.
    async fn created_before(&self, known: KeyUse) -> Result<GameSummary, HubError> {
        match known {
            KeyUse::SameRequest(id) => {
                let history = self.storage.history(&id, 0).await?.ok_or(HubError::NoGame)?;
                let first = history.events.first().ok_or(HubError::NoGame)?;
                Ok(OnlineGame::new(id, first)?.summary())
            }
            KeyUse::OtherRequest => Err(HubError::Rejected(ApiError::new(
                ErrorCode::KeyReused,
                "the Idempotency-Key was sent with a different request, use a new one",
            ))),
        }
    }

    /// Counts a new game against the rate of an address.
    pub(super) fn take_new_game(&self, address: IpAddr) -> Result<(), HubError> {
        self.new_games.take(address, self.now()).map_err(|wait| {
            self.metrics.rate_limited.fetch_add(1, Ordering::Relaxed);
            HubError::Rate(wait)
        })
    }

    /// Why a game was not stored; `who` has too many games.
    pub(super) fn seat_error(&self, error: &SeatError, who: &str) -> HubError {
        HubError::Rejected(match error {
            SeatError::TooManyGames(_) => {
                let max = self.max_unfinished;
                let message = format!("{who} {max} unfinished games, finish or cancel one first");
                ApiError::new(ErrorCode::TooManyGames, message)
            }
            SeatError::NoPlayer(_) => {
                ApiError::new(ErrorCode::NoIdentity, "a player has deleted their identity")
            }
        })
    }

    /// The id of the rematch, and what to store together with the event that names it.
    pub(super) fn rematch(
        &self,
        game: &OnlineGame,
        at: Time,
    ) -> Result<(GameId, Append), HubError> {
        let events: Vec<Event> = game
            .rematch_events()
            .ok_or_else(|| HubError::Internal("a rematch without players".to_owned()))?
            .into_iter()
            .zip(1..)
            .map(|(kind, seq)| Event { seq, at, kind })
            .collect();
        let id = random_game_id();
        let next = OnlineGame::replay(id.clone(), &events)?;
        let append = Append {
            game: id.clone(),
            after: Head::of(&id),
            events,
            summary: next.summary(),
            deadline: next.deadline().map(|(at, _)| at),
            max_unfinished: self.max_unfinished,
        };
        Ok((id, append))
    }
}
