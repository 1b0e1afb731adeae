//! Folding events into the state of a game.

use std::fmt;

use trid_rules::{
    Color, Game, Position, RuleBook, Status,
    game::{Claim, DrawReason, EndReason, GameError},
};

use super::{Declined, Offer, OnlineGame, PlayerRequest, Terms, UsedRequests};
use crate::lag::LagQuota;
use crate::{Clocks, End, Event, EventKind, GameId, Millis, OnlineEndReason, Remaining, Time};

impl OnlineGame {
    /// Folds a game from all of its events.
    ///
    /// # Errors
    /// [`ReplayError`] if the events are not those of a game.
    pub fn replay(id: GameId, events: &[Event]) -> Result<Self, ReplayError> {
        let Some((first, rest)) = events.split_first() else {
            return Err(ReplayError::new(0, "there are no events"));
        };
        let mut game = Self::new(id, first)?;
        for event in rest {
            game.apply(event)?;
        }
        Ok(game)
    }

    /// The game after its first event.
    ///
    /// # Errors
    /// [`ReplayError`] if it is not a first event.
    pub fn new(id: GameId, first: &Event) -> Result<Self, ReplayError> {
        let Event { seq: 1, at, kind } = first else {
            return Err(ReplayError::new(first.seq, "it is not the first event"));
        };
        let EventKind::Created { rules, start, clock, access, by, color, .. } = kind.clone() else {
            return Err(ReplayError::new(1, "the first event must create the game"));
        };
        let position =
            start_position(rules, start.as_deref()).map_err(|error| ReplayError::new(1, error))?;
        Ok(Self {
            id,
            terms: Terms { rules, start, clock, access, by, color },
            players: None,
            game: Game::new(position),
            clocks: Clocks::new(clock, *at),
            lag_quotas: [LagQuota::default(); 2],
            draw_offer_seq: 0,
            takeback: None,
            rematch: None,
            used: [UsedRequests::default(); 2],
            declined: None,
            end: None,
            next_game: None,
            seq: 1,
            position_seq: 1,
            ply_seqs: Vec::new(),
            created: *at,
            updated: *at,
            turn_since: *at,
        })
    }

    /// Applies the next event.
    ///
    /// # Errors
    /// [`ReplayError`] if it does not follow from the state.
    pub fn apply(&mut self, event: &Event) -> Result<(), ReplayError> {
        if event.kind == EventKind::Unknown {
            return Err(ReplayError::new(event.seq, "this version does not know its kind"));
        }
        self.follow(event)
    }

    /// Applies the next event, as a client of a possibly newer server: an event of an unknown kind changes nothing.
    ///
    /// # Errors
    /// [`ReplayError`] if it does not follow from the state.
    pub fn follow(&mut self, event: &Event) -> Result<(), ReplayError> {
        if event.seq != self.seq + 1 {
            return Err(ReplayError::new(event.seq, format!("it follows event {}", self.seq)));
        }
        let declined = self.declined_by(&event.kind);
        self.apply_kind(event).map_err(|message| ReplayError::new(event.seq, message))?;
        self.declined = declined;
        self.seq = event.seq;
        self.updated = event.at;
        Ok(())
    }

    /// The request that the next event declines. A move declines what the opponent of its player asked for.
    fn declined_by(&self, kind: &EventKind) -> Option<Declined> {
        let (by, kind) = match kind {
            EventKind::DrawDeclined { by } => (by.other(), PlayerRequest::Draw),
            EventKind::TakebackDeclined { by } => (by.other(), PlayerRequest::Takeback),
            EventKind::RematchDeclined { by } => (by.other(), PlayerRequest::Rematch),
            EventKind::Moved { .. } => {
                let waiting = self.turn().other();
                let pending = [
                    (self.draw_offer(), PlayerRequest::Draw),
                    (self.takeback(), PlayerRequest::Takeback),
                ];
                let (_, kind) = pending.into_iter().find(|(by, _)| *by == Some(waiting))?;
                (waiting, kind)
            }
            _ => return None,
        };
        Some(Declined { by, kind })
    }

    /// Each kind of event checks before it changes anything.
    fn apply_kind(&mut self, event: &Event) -> Result<(), String> {
        match &event.kind {
            EventKind::Created { .. } => return Err("the game exists already".to_owned()),
            EventKind::Started { white, black } => {
                self.players = Some([white.clone(), black.clone()]);
                self.position_seq = event.seq;
                self.start_turn(None, event.at);
            }
            EventKind::Moved { mv, clocks, lag } => {
                self.play(mv, lag.unwrap_or(0))?;
                self.ply_seqs.push(event.seq);
                self.position_seq = event.seq;
                self.start_turn(*clocks, event.at);
            }
            EventKind::DrawOffered { by } => {
                self.game.offer_draw(*by).map_err(|error| error.to_string())?;
                self.draw_offer_seq = event.seq;
                self.used[*by as usize].draw = true;
            }
            EventKind::DrawDeclined { by } => {
                self.game.decline_draw(*by).map_err(|error| error.to_string())?;
            }
            EventKind::TakebackAsked { by } => {
                self.takeback = Some(Offer { by: *by, seq: event.seq });
                self.used[*by as usize].takeback = true;
            }
            EventKind::TakebackDeclined { .. } => self.takeback = None,
            EventKind::TookBack { ply, clocks, .. } => {
                self.take_back(*ply)?;
                self.position_seq = event.seq;
                self.start_turn(*clocks, event.at);
            }
            EventKind::Resumed { clocks } => self.start_turn(Some(*clocks), event.at),
            EventKind::TimeCredited { ms, .. } => {
                self.clocks.credit(*ms, event.at);
                self.turn_since = (self.turn_since + *ms).min(event.at.max(self.turn_since));
            }
            EventKind::Ended { status, result, reason } => {
                let end = End { status: *status, result: *result, reason: *reason };
                self.declare(end)?;
                self.clocks.set(self.clocks.charged(event.at, 0), None, event.at);
                self.end = Some(end);
                self.takeback = None;
            }
            EventKind::RematchOffered { by } => {
                self.rematch = Some(Offer { by: *by, seq: event.seq });
            }
            EventKind::RematchDeclined { by } => {
                self.rematch = None;
                self.used[by.other() as usize].rematch = true;
            }
            EventKind::RematchStarted { game } => {
                self.rematch = None;
                self.next_game = Some(game.clone());
            }
            EventKind::Unknown => {}
        }
        Ok(())
    }

    fn take_back(&mut self, ply: u32) -> Result<(), String> {
        let ply = usize::try_from(ply).unwrap_or(usize::MAX);
        if !self.game.jump(ply) {
            return Err(format!("there is no ply {ply}"));
        }
        self.game.truncate();
        self.ply_seqs.truncate(ply);
        self.takeback = None;
        Ok(())
    }

    /// Plays a move that was not charged for this much lag.
    fn play(&mut self, mv: &str, lag: Millis) -> Result<(), String> {
        let mv = mv.parse().map_err(|error| format!("{error}"))?;
        let mover = self.turn();
        self.game.play(mv).map_err(|error| error.to_string())?;
        self.takeback = None;
        self.used[mover as usize] = UsedRequests::default();
        let quota = &mut self.lag_quotas[mover as usize];
        quota.spend(lag);
        if self.game.position().turn() != mover {
            quota.refill();
        }
        Ok(())
    }

    /// Starts the turn of the side to move, and its clock where the time control says so.
    fn start_turn(&mut self, remaining: Option<Remaining>, at: Time) {
        self.turn_since = at;
        let runs = self.terms.clock.runs_after(self.turns());
        let ongoing = self.game.status() == Status::Ongoing;
        let running = (runs && ongoing).then(|| self.turn());
        self.clocks.set(remaining, running, at);
    }

    /// Declares an ending in the game, unless its position shows one already.
    fn declare(&mut self, end: End) -> Result<(), String> {
        if self.game.ending().is_some() {
            return Ok(());
        }
        let loser = end.result.winner().map(Color::other);
        let turn = self.turn();
        let declared = match (end.status, loser) {
            (Status::Resigned, Some(loser)) => self.game.resign(loser),
            (Status::Timeout, loser) => self.game.flag(loser.unwrap_or(turn)),
            (Status::Aborted, _) => self.game.abort(),
            (Status::Draw, _) => match end.reason {
                Some(OnlineEndReason::Rules(EndReason::Draw(DrawReason::Threefold))) => {
                    self.game.claim(turn, Claim::Threefold)
                }
                Some(OnlineEndReason::Rules(EndReason::Draw(DrawReason::Fifty))) => {
                    self.game.claim(turn, Claim::Fifty)
                }
                _ => self.agree_draw(),
            },
            _ => return Err(format!("it cannot end by {}", end.status)),
        };
        declared.map_err(|error| error.to_string())
    }

    fn agree_draw(&mut self) -> Result<(), GameError> {
        let turn = self.turn();
        self.game.offer_draw(turn)?;
        // An offer answers that of the opponent.
        if self.game.ending().is_none() {
            self.game.accept_draw(turn.other())?;
        }
        Ok(())
    }
}

/// The position a game starts from.
pub(super) fn start_position(rules: RuleBook, start: Option<&str>) -> Result<Position, String> {
    match start {
        None => Ok(Position::start(rules)),
        Some(text) => Position::from_tfen(text, rules).map_err(|error| error.to_string()),
    }
}

/// An event that does not follow from those before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayError {
    seq: u32,
    message: String,
}

impl ReplayError {
    fn new(seq: u32, message: impl Into<String>) -> Self {
        Self { seq, message: message.into() }
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {} does not fit: {}", self.seq, self.message)
    }
}

impl std::error::Error for ReplayError {}
