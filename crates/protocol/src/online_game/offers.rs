//! What offers, requests and claims against an absent opponent become.

use trid_rules::{Color, GameResult, Status};

use super::OnlineGame;
use super::decide::{ActionContext, Decision, MAX_EVENTS, aborted, append, nothing_to_answer};
use crate::{ApiError, ErrorCode, EventKind, GoneClaim, OnlineEndReason, Time, TimeControl};

impl OnlineGame {
    pub(super) fn decide_draw_offer(
        &self,
        seat: Color,
        context: ActionContext,
    ) -> Result<Decision, ApiError> {
        match self.game.draw_offer() {
            Some(offering) if offering != seat => {
                context.check_seen(self.draw_offer_seq, "the draw offer")?;
                self.end_by(|game| game.accept_draw(seat))
            }
            _ if self.seq >= MAX_EVENTS => Err(too_long()),
            Some(_) => Err(ApiError::new(ErrorCode::Offered, "you have offered a draw already")),
            None if self.used[seat as usize].draw => {
                Err(repeated("you have offered a draw since your last move, make a move first"))
            }
            None => append(EventKind::DrawOffered { by: seat }),
        }
    }

    pub(super) fn decide_takeback(
        &self,
        seat: Color,
        context: ActionContext,
    ) -> Result<Decision, ApiError> {
        match self.takeback {
            Some(request) if request.by == seat => {
                let message = "you have asked for a takeback already";
                Err(ApiError::new(ErrorCode::Offered, message))
            }
            Some(request) => {
                context.check_seen(request.seq, "the takeback request")?;
                // The event has no field for lag that was not charged.
                if let Some(flag) = self.overrun(seat, ActionContext { lag: 0, ..context }) {
                    return Ok(Decision::OutOfTime(flag));
                }
                let mut game = self.game.clone();
                game.take_back(request.by);
                let ply = u32::try_from(game.ply()).unwrap_or(u32::MAX);
                let ActionContext { now, uncharged, .. } = context;
                let clocks = match self.terms.clock {
                    TimeControl::Days { .. } => self.clocks.pressed(self.turn(), now, uncharged),
                    _ => self.clocks.charged(now, uncharged),
                };
                append(EventKind::TookBack { by: seat, ply, clocks })
            }
            None if self.seq >= MAX_EVENTS => Err(too_long()),
            None if self.game.takeback_ply(seat).is_none() => {
                Err(nothing_to_answer("you have made no move to take back"))
            }
            None if self.used[seat as usize].takeback => Err(repeated(
                "you have asked for a takeback since your last move, make a move first",
            )),
            None => append(EventKind::TakebackAsked { by: seat }),
        }
    }

    pub(super) fn decide_gone(
        &self,
        seat: Color,
        outcome: GoneClaim,
        context: ActionContext,
    ) -> Result<Decision, ApiError> {
        let ActionContext { now, opponent_gone_since, .. } = context;
        if self.claim_gone_at(seat, opponent_gone_since).is_none_or(|at| now < at) {
            let message = self.why_not_gone(seat, now, opponent_gone_since);
            return Err(ApiError::new(ErrorCode::NotGone, message));
        }
        let reason = OnlineEndReason::Abandoned;
        if self.claim_gone_aborts() {
            return append(aborted(reason).into());
        }
        if outcome == GoneClaim::Win && self.game.position().is_bare_king(seat) {
            let message = "with a bare king only a draw can be claimed";
            return Err(ApiError::new(ErrorCode::BareKing, message));
        }
        let (status, result) = match outcome {
            GoneClaim::Win => (Status::Timeout, GameResult::win(seat)),
            GoneClaim::Draw => (Status::Draw, GameResult::Draw),
        };
        append(EventKind::Ended { status, result, reason: Some(reason) })
    }

    fn why_not_gone(&self, seat: Color, now: Time, gone_since: Option<Time>) -> String {
        let Some(gone_after) = self.gone_after() else {
            return "with days for a move the clock decides".to_owned();
        };
        if self.turn() == seat {
            return "it is your turn".to_owned();
        }
        let Some(gone_since) = gone_since else {
            return "your opponent is connected".to_owned();
        };
        let gone = now - gone_since.max(self.turn_since);
        if gone < gone_after {
            let [gone, after] = [gone, gone_after].map(|millis| millis / 1000);
            return format!("your opponent has been gone in their turn for {gone} s of {after}");
        }
        let waited = now - self.turn_since;
        let after = self.overdue_after().unwrap_or_default();
        let [waited, after] = [waited, after].map(|millis| millis / 3_600_000);
        format!("you have waited for a move for {waited} hours of {after}")
    }

    /// Both want a rematch when both offer one, also without having seen the other's offer.
    pub(super) fn decide_rematch(&self, seat: Color) -> Result<Decision, ApiError> {
        if self.end.is_none() {
            return Err(ApiError::new(ErrorCode::NotOver, "the game is not over yet"));
        }
        if self.next_game.is_some() {
            return Err(ApiError::new(ErrorCode::Offered, "the rematch has started already"));
        }
        match self.rematch {
            Some(offer) if offer.by != seat => Ok(Decision::Rematch),
            Some(_) => Err(ApiError::new(ErrorCode::Offered, "you have offered a rematch already")),
            None if self.used[seat as usize].rematch => {
                Err(repeated("your opponent has declined a rematch, only they can offer one now"))
            }
            None => append(EventKind::RematchOffered { by: seat }),
        }
    }
}

fn too_long() -> ApiError {
    let message = "too much has happened in this game, play it to its end or resign";
    ApiError::new(ErrorCode::TooLong, message)
}

fn repeated(message: &str) -> ApiError {
    ApiError::new(ErrorCode::Repeated, message)
}
