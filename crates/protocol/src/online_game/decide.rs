//! What an action becomes: the events to store, or the reason why it is rejected. Deciding changes nothing.

use trid_rules::{
    Color, Game, GameResult, Move, Position, Status,
    explain::{Code, Reason, ReasonDetail},
    game::GameError,
};

use super::replay::start_position;
use super::{Due, OnlineGame};
use crate::{
    Action, ApiError, ColorChoice, CreditReason, End, ErrorCode, EventKind, GameState, Millis,
    NewGame, OnlineEndReason, Player, PlayerId, Remaining, Time, TimeControl,
};

const MAX_TFEN_BYTES: usize = 1_000;
const MAX_MOVE_BYTES: usize = 40;

/// A game with this many events accepts no new offers or requests. The rules bound the number of moves, but not how
/// often they are taken back.
pub(super) const MAX_EVENTS: u32 = 5_000;

/// The context of an action.
#[derive(Clone, Copy, Debug, Default)]
pub struct ActionContext {
    /// When it arrives.
    pub now: Time,
    /// The measured round trip time: of an action, on the channel it came by; of a deadline, the longest of all
    /// channels by which the player's move may still arrive.
    pub lag: Millis,
    /// How much time since the clocks were settled is charged to nobody, because the server could not serve.
    pub uncharged: Millis,
    /// When the opponent left; `None` while they are connected.
    pub opponent_gone_since: Option<Time>,
    /// The number of the last event that the player had received; `None` if they did not say.
    pub seen: Option<u32>,
}

impl ActionContext {
    /// Rejects an action on something that happened in event `seq`, if the player had not received that event.
    pub(super) fn check_seen(self, seq: u32, what: &str) -> Result<(), ApiError> {
        match self.seen {
            Some(seen) if seen < seq => {
                let message = format!("{what} is newer than what you saw, look again");
                Err(ApiError::new(ErrorCode::Stale, message))
            }
            _ => Ok(()),
        }
    }
}

/// What an action becomes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// These events, once they are stored.
    Append(Vec<EventKind>),
    /// Nothing: it already happened, as this event.
    AlreadyDone(u32),
    /// It came too late: this event ends the game instead.
    OutOfTime(EventKind),
    /// A new game with swapped colors.
    Rematch,
}

/// The first event of a new game.
///
/// # Errors
/// [`ApiError`] if the time control or the start position is invalid.
pub fn create(new: NewGame, by: Player) -> Result<EventKind, ApiError> {
    let bad = |message: String| ApiError::new(ErrorCode::BadGame, message);
    new.clock.validate().map_err(bad)?;
    let NewGame { rules, start, color, access, clock } = new;
    let start = match start {
        None => None,
        Some(text) if text.len() > MAX_TFEN_BYTES => {
            return Err(bad(format!("start position longer than {MAX_TFEN_BYTES} bytes")));
        }
        Some(text) => {
            let position = start_position(rules, Some(&text)).map_err(bad)?;
            let tfen = position.to_tfen();
            if Game::new(position).ending().is_some() {
                return Err(bad("the game would be over before it starts".to_owned()));
            }
            Some(tfen).filter(|tfen| *tfen != Position::start(rules).to_tfen())
        }
    };
    Ok(EventKind::Created { rules, start, clock, access, by, color, rematch_of: None })
}

impl OnlineGame {
    /// A player takes the free seat. A creator who left the choice to chance gets `random`.
    ///
    /// # Errors
    /// [`ApiError`] if there is no seat for this player.
    pub fn join(&self, player: Player, random: Color) -> Result<Decision, ApiError> {
        if self.seat_of(&player.id).is_some() {
            return Ok(Decision::AlreadyDone(self.seq));
        }
        match self.state() {
            GameState::Live => {
                let message = "both seats are taken, you can watch";
                return Err(ApiError::new(ErrorCode::SeatsTaken, message));
            }
            GameState::Finished => return Err(game_over()),
            GameState::Open => {}
        }
        let creator = self.terms.by.clone();
        if creator.id == player.id {
            let message = "you created this game, send its link to an opponent";
            return Err(ApiError::new(ErrorCode::OwnGame, message));
        }
        let creator_color = match self.terms.color {
            ColorChoice::White => Color::White,
            ColorChoice::Black => Color::Black,
            ColorChoice::Random => random,
        };
        let (white, black) = match creator_color {
            Color::White => (creator, player),
            Color::Black => (player, creator),
        };
        append(EventKind::Started { white, black })
    }

    /// The event of the deadline, if it has passed.
    #[must_use]
    pub fn due(&self, context: ActionContext) -> Option<EventKind> {
        let ActionContext { now, lag, uncharged, .. } = context;
        match self.deadline()? {
            (_, Due::Flag(color)) => {
                let allowance = self.lag_allowance(color, lag);
                let flagged = self.clocks.flagged(now, uncharged + allowance)?;
                let mut game = self.game.clone();
                game.flag(flagged).ok()?;
                Some(End::from(game.ending()?).into())
            }
            (at, Due::NoFirstMove) => {
                (now - uncharged >= at).then(|| aborted(OnlineEndReason::NoFirstMove).into())
            }
        }
    }

    /// The event that credits time that is charged to nobody; `None` if no deadline depends on it.
    #[must_use]
    pub fn credit(&self, ms: Millis, reason: CreditReason) -> Option<EventKind> {
        self.deadline()?;
        Some(EventKind::TimeCredited { to: self.clocks.running(), ms, reason })
    }

    /// Ends a game in which nothing has happened for too long.
    #[must_use]
    pub fn expire(&self) -> Decision {
        match self.state() {
            GameState::Finished => Decision::AlreadyDone(self.seq),
            GameState::Open | GameState::Live => {
                Decision::Append(vec![aborted(OnlineEndReason::Expired).into()])
            }
        }
    }

    /// What both have left after the server was down since `last_alive`: the downtime is not charged. `None` unless
    /// this is a live real-time game.
    #[must_use]
    pub fn resumed_clocks(&self, last_alive: Time) -> Option<Remaining> {
        let real_time = matches!(self.terms.clock, TimeControl::RealTime { .. });
        let live = self.state() == GameState::Live;
        self.clocks.charged(last_alive, 0).filter(|_| real_time && live)
    }

    /// What a player's action becomes.
    ///
    /// # Errors
    /// [`ApiError`] if the rules, or the state of the game, do not allow it.
    pub fn decide(
        &self,
        player: &PlayerId,
        action: &Action,
        context: ActionContext,
    ) -> Result<Decision, ApiError> {
        if self.state() == GameState::Open {
            return self.decide_while_open(player, action);
        }
        let Some(seat) = self.seat_of(player) else {
            let message = "you are watching this game, only its players can act";
            return Err(ApiError::new(ErrorCode::NotSeated, message));
        };
        match action {
            Action::Move { mv, ply } => self.decide_move(seat, mv, *ply, context),
            Action::OfferRematch {} => self.decide_rematch(seat),
            Action::DeclineRematch {} => {
                let offer = self.rematch.filter(|offer| offer.by != seat);
                let offer = offer.ok_or_else(|| nothing_to_answer("no rematch is offered"))?;
                context.check_seen(offer.seq, "the offer of a rematch")?;
                append(EventKind::RematchDeclined { by: seat })
            }
            _ if self.end.is_some() => Err(game_over()),
            Action::ClaimDraw { kind } => {
                context.check_seen(self.position_seq, "the position")?;
                self.end_by(|game| game.claim(seat, *kind))
            }
            Action::OfferDraw {} => self.decide_draw_offer(seat, context),
            Action::DeclineDraw {} if self.game.draw_offer() == Some(seat.other()) => {
                context.check_seen(self.draw_offer_seq, "the draw offer")?;
                append(EventKind::DrawDeclined { by: seat })
            }
            Action::DeclineDraw {} => Err(nothing_to_answer("no draw is offered")),
            Action::AskTakeback {} => self.decide_takeback(seat, context),
            Action::DeclineTakeback {} => {
                let request = self.takeback.filter(|request| request.by != seat);
                let request =
                    request.ok_or_else(|| nothing_to_answer("no takeback is requested"))?;
                context.check_seen(request.seq, "the takeback request")?;
                append(EventKind::TakebackDeclined { by: seat })
            }
            Action::Resign {} => self.end_by(|game| game.resign(seat)),
            Action::Abort {} if self.turns() < 2 => self.end_by(Game::abort),
            Action::Abort {} => Err(ApiError::new(
                ErrorCode::TooLate,
                "both sides have moved, resign or offer a draw instead",
            )),
            Action::ClaimGone { outcome } => self.decide_gone(seat, *outcome, context),
        }
    }

    fn decide_while_open(&self, player: &PlayerId, action: &Action) -> Result<Decision, ApiError> {
        if *player != self.terms.by.id {
            return Err(ApiError::new(ErrorCode::NotSeated, "join the game first"));
        }
        match action {
            Action::Abort {} => append(aborted(OnlineEndReason::Cancelled).into()),
            _ => Err(ApiError::new(
                ErrorCode::NotStarted,
                "nobody has joined yet, send the game's link to an opponent",
            )),
        }
    }

    fn decide_move(
        &self,
        seat: Color,
        text: &str,
        ply: u32,
        context: ActionContext,
    ) -> Result<Decision, ApiError> {
        let syntax = |message| ApiError::new(Code::Syntax.into(), message);
        if text.len() > MAX_MOVE_BYTES {
            return Err(syntax(format!("move longer than {MAX_MOVE_BYTES} bytes")));
        }
        let current = self.game.ply();
        let decided_at = usize::try_from(ply).unwrap_or(usize::MAX);
        if let Some(played) = self.game.moves().nth(decided_at).filter(|_| decided_at < current)
            && played.color() == seat
            && played.mv.to_string() == text
        {
            return Ok(Decision::AlreadyDone(self.ply_seqs[decided_at]));
        }
        if decided_at != current {
            let message =
                format!("the move was decided at ply {ply}, the game is at ply {current}");
            return Err(ApiError::new(ErrorCode::Stale, message));
        }
        context.check_seen(self.position_seq, "the position")?;
        let Ok(mv) = text.parse::<Move>() else {
            let reasons = self.game.position().explain_text(text);
            // Only coordinate notation is accepted here, so that a move has one text.
            return Err(if reasons.is_empty() {
                let expected = "expected coordinate notation such as b2Wb4N";
                syntax(format!("bad move {text:?}: {expected}"))
            } else {
                ApiError::illegal_move(reasons)
            });
        };
        let mut game = self.game.clone();
        if seat != game.position().turn() && game.ending().is_none() {
            let reason = Reason::new(ReasonDetail::NotYourTurn { color: seat });
            return Err(ApiError::illegal_move(vec![reason]));
        }
        game.play(mv).map_err(|error| ApiError::illegal_move(error.reasons))?;
        if let Some(flag) = self.overrun(seat, context) {
            return Ok(Decision::OutOfTime(flag));
        }
        let ends_turn = game.position().turn() != seat;
        let mut events = vec![self.moved(seat, mv, ends_turn, context)];
        events.extend(game.ending().map(|ending| End::from(ending).into()));
        Ok(Decision::Append(events))
    }

    /// The end of the game if the time of this side, whose action settles its clock, does not cover what the action
    /// costs. While other channels may still deliver a move in time, nobody else ends it.
    pub(super) fn overrun(&self, seat: Color, context: ActionContext) -> Option<EventKind> {
        (self.clocks.running() == Some(seat)).then(|| self.due(context))?
    }

    /// The event of a move, with what it costs.
    fn moved(&self, seat: Color, mv: Move, ends_turn: bool, context: ActionContext) -> EventKind {
        let ActionContext { now, lag, uncharged, .. } = context;
        let lag = match self.clocks.running() {
            Some(_) => self.lag_allowance(seat, lag).min(self.clocks.elapsed(now, uncharged)),
            None => 0,
        };
        let clocks = if ends_turn {
            self.clocks.pressed(seat, now, uncharged + lag)
        } else {
            self.clocks.charged(now, uncharged + lag)
        };
        EventKind::Moved { mv: mv.to_string(), clocks, lag: Some(lag).filter(|lag| *lag > 0) }
    }

    /// The end that an action on the game brings.
    pub(super) fn end_by(
        &self,
        act: impl FnOnce(&mut Game) -> Result<(), GameError>,
    ) -> Result<Decision, ApiError> {
        let mut game = self.game.clone();
        act(&mut game)?;
        let end = game.ending().map_or_else(|| aborted(OnlineEndReason::Cancelled), End::from);
        append(end.into())
    }

    /// The first two events of the rematch; `None` if the game never started.
    #[must_use]
    pub fn rematch_events(&self) -> Option<[EventKind; 2]> {
        let [white, black] = self.players.clone()?;
        let terms = self.terms.clone();
        let created = EventKind::Created {
            rules: terms.rules,
            start: terms.start,
            clock: terms.clock,
            access: terms.access,
            by: black.clone(),
            color: ColorChoice::White,
            rematch_of: Some(self.id.clone()),
        };
        Some([created, EventKind::Started { white: black, black: white }])
    }
}

pub(super) fn append(kind: EventKind) -> Result<Decision, ApiError> {
    Ok(Decision::Append(vec![kind]))
}

pub(super) fn aborted(reason: OnlineEndReason) -> End {
    End { status: Status::Aborted, result: GameResult::None, reason: Some(reason) }
}

fn game_over() -> ApiError {
    ApiError::new(Code::GameOver.into(), "the game is over")
}

pub(super) fn nothing_to_answer(message: &str) -> ApiError {
    ApiError::new(ErrorCode::NothingToAnswer, message)
}
