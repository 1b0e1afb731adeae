//! What a player's wish becomes at a table: the events to store, or the reasons why not. It changes nothing itself.

#[cfg(test)]
mod tests;

use trid_rules::{Claim, Color, GameError, Move, Position};

use crate::clock::Millis;
use crate::identity::{PlayerId, random_below};
use crate::table::{Due, End, Table, start_position};
use crate::wire::{
    Action, ColorChoice, DrawClaim, EndStatus, GameState, GoneClaim, Happening, NewGame, Player,
    Points, Refusal, Remaining, TimeControl,
};

/// The longest start position that is read.
const LONGEST_TFEN: usize = 1_000;
/// The longest move that is read.
const LONGEST_MOVE: usize = 40;

/// In a game of so many events nothing more is asked for: moves come to an end by the rules, moves taken back do not.
const MOST_EVENTS: u32 = 5_000;

/// The circumstances of a wish.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Moment {
    pub(crate) now: Millis,
    /// How long the way of the player's messages is, there and back.
    pub(crate) lag: Millis,
    /// For how long the opponent is gone; `None` while he is here.
    pub(crate) opponent_gone: Option<Millis>,
}

/// What becomes of a wish.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Decision {
    /// These events, if they can be stored.
    Happen(Vec<Happening>),
    /// It happened before, as this event.
    Already(u32),
    /// A new game with colours swapped.
    Rematch,
}

/// The first event of a new game.
pub(crate) fn create(new: NewGame, by: Player) -> Result<Happening, Refusal> {
    let bad = |message: String| Refusal::new("E_BAD_GAME", message);
    if let Some(problem) = new.clock.problem() {
        return Err(bad(problem));
    }
    if let Some(start) = &new.start {
        if start.len() > LONGEST_TFEN {
            return Err(bad(format!("start position longer than {LONGEST_TFEN} bytes")));
        }
        let position = start_position(new.rules, Some(start)).map_err(bad)?;
        if trid_rules::Game::new(position).ending().is_some() {
            return Err(bad("the game would be over before it begins".to_owned()));
        }
    }
    let start = match &new.start {
        Some(text) => Some(start_position(new.rules, Some(text)).map_err(bad)?.to_tfen())
            .filter(|tfen| *tfen != Position::start(new.rules).to_tfen()),
        None => None,
    };
    let NewGame { rules, color, access, clock, .. } = new;
    Ok(Happening::Created { rules, start, clock, access, by, color, rematch_of: None })
}

impl Table {
    /// The second seat is taken, and the game begins.
    pub(crate) fn join(&self, player: Player) -> Result<Decision, Refusal> {
        if self.seat_of(&player.id).is_some() {
            return Ok(Decision::Already(self.seq));
        }
        match self.state() {
            GameState::Live => {
                return Err(Refusal::new("E_SEATS_TAKEN", "both seats are taken, you can watch"));
            }
            GameState::Finished => return Err(Refusal::new("E_GAME_OVER", "the game is over")),
            GameState::Open => {}
        }
        let by = self.terms.by.clone();
        if by.id == player.id {
            return Err(Refusal::new(
                "E_OWN_GAME",
                "you created this game, send its link to an opponent",
            ));
        }
        let creator_is_white = match self.terms.color {
            ColorChoice::White => true,
            ColorChoice::Black => false,
            ColorChoice::Random => random_below(2) == 0,
        };
        let (white, black) = if creator_is_white { (by, player) } else { (player, by) };
        Ok(Decision::Happen(vec![Happening::Started { white, black }]))
    }

    /// What the passing of time has brought about by now.
    pub(crate) fn due(&self, now: Millis, lag: Millis) -> Option<Happening> {
        match self.deadline()? {
            (_, Due::Flag(_)) => {
                let flagged = self.clocks.flagged(now, lag)?;
                let mut game = self.game.clone();
                game.flag(flagged).ok()?;
                Some(End::from(game.ending()?).into())
            }
            (at, Due::NoFirstMove) => (now >= at).then(|| called_off("noFirstMove").into()),
        }
    }

    /// The game has been left alone for too long.
    pub(crate) fn call_off(&self) -> Result<Decision, Refusal> {
        match self.state() {
            GameState::Finished => Ok(Decision::Already(self.seq)),
            GameState::Open | GameState::Live => {
                Ok(Decision::Happen(vec![called_off("expired").into()]))
            }
        }
    }

    /// What both have left if the server was last alive at that time: the time since is charged to no one.
    /// The time for the first moves begins anew. `None` where no real-time game is being played.
    pub(crate) fn resumed_clocks(&self, last_alive: Millis) -> Option<Remaining> {
        let real_time = matches!(self.terms.clock, TimeControl::RealTime { .. });
        let live = self.state() == GameState::Live;
        self.clocks.charged(last_alive, 0).filter(|_| real_time && live)
    }

    /// What becomes of a player's wish.
    pub(crate) fn decide(
        &self,
        player: &PlayerId,
        action: &Action,
        moment: Moment,
    ) -> Result<Decision, Refusal> {
        if self.state() == GameState::Open {
            return self.decide_while_open(player, action);
        }
        let Some(seat) = self.seat_of(player) else {
            return Err(Refusal::new(
                "E_NOT_SEATED",
                "you watch this game, only its players can act",
            ));
        };
        let happen = |what: Happening| Ok(Decision::Happen(vec![what]));
        match action {
            Action::Move { mv, ply } => self.decide_move(seat, mv, *ply, moment),
            Action::OfferRematch {} => self.decide_rematch(seat),
            Action::DeclineRematch {} if self.rematch == Some(seat.other()) => {
                happen(Happening::RematchDeclined { by: seat })
            }
            Action::DeclineRematch {} => Err(nothing("no rematch is offered")),
            _ if self.end.is_some() => Err(Refusal::new("E_GAME_OVER", "the game is over")),
            Action::ClaimDraw { kind } => {
                let claim = match kind {
                    DrawClaim::Threefold => Claim::Threefold,
                    DrawClaim::Fifty => Claim::Fifty,
                };
                self.end_by(|game| game.claim(seat, claim))
            }
            Action::OfferDraw {} if self.game.draw_offer() == Some(seat.other()) => {
                self.end_by(|game| game.accept_draw(seat))
            }
            Action::OfferDraw {} if self.seq >= MOST_EVENTS => Err(too_long()),
            Action::OfferDraw {} if self.game.draw_offer() == Some(seat) => {
                Err(Refusal::new("E_OFFERED", "you have offered a draw already"))
            }
            Action::OfferDraw {} if self.asked[seat as usize].draw => {
                Err(repeated("you have offered a draw since your last move, make a move first"))
            }
            Action::OfferDraw {} => happen(Happening::DrawOffered { by: seat }),
            Action::DeclineDraw {} if self.game.draw_offer() == Some(seat.other()) => {
                happen(Happening::DrawDeclined { by: seat })
            }
            Action::DeclineDraw {} => Err(nothing("no draw is offered")),
            Action::AskTakeback {} => self.decide_takeback(seat, moment),
            Action::DeclineTakeback {} if self.takeback == Some(seat.other()) => {
                happen(Happening::TakebackDeclined { by: seat })
            }
            Action::DeclineTakeback {} => Err(nothing("no takeback is asked for")),
            Action::Resign {} => self.end_by(|game| game.resign(seat)),
            Action::Abort {} if self.turns() < 2 => self.end_by(trid_rules::Game::abort),
            Action::Abort {} => Err(Refusal::new(
                "E_TOO_LATE",
                "both sides have moved, resign or offer a draw instead",
            )),
            Action::ClaimGone { outcome } => self.decide_gone(seat, *outcome, moment),
        }
    }

    fn decide_while_open(&self, player: &PlayerId, action: &Action) -> Result<Decision, Refusal> {
        if *player != self.terms.by.id {
            return Err(Refusal::new("E_NOT_SEATED", "join the game first"));
        }
        match action {
            Action::Abort {} => Ok(Decision::Happen(vec![called_off("cancelled").into()])),
            _ => Err(Refusal::new(
                "E_NOT_STARTED",
                "no one has joined yet, send the game's link to an opponent",
            )),
        }
    }

    fn decide_move(
        &self,
        seat: Color,
        text: &str,
        ply: u32,
        moment: Moment,
    ) -> Result<Decision, Refusal> {
        if text.len() > LONGEST_MOVE {
            return Err(Refusal::new("E_SYNTAX", format!("move longer than {LONGEST_MOVE} bytes")));
        }
        let here = self.game.ply();
        let decided_at = usize::try_from(ply).unwrap_or(usize::MAX);
        if let Some(played) = self.game.moves().nth(decided_at).filter(|_| decided_at < here)
            && played.color() == seat
            && played.mv.to_string() == text
        {
            return Ok(Decision::Already(self.ply_seqs[decided_at]));
        }
        if decided_at != here {
            return Err(Refusal::new(
                "E_STALE",
                format!("the move was decided at ply {ply}, the game is at ply {here}"),
            ));
        }
        let position = self.game.position();
        let Ok(mv) = text.parse::<Move>() else {
            let reasons = position.explain_text(text);
            // What people write is read elsewhere: here one move has one text.
            return Err(if reasons.is_empty() {
                let expected = "expected coordinate notation such as b2Wb4N";
                Refusal::new("E_SYNTAX", format!("bad move {text:?}: {expected}"))
            } else {
                Refusal::of_move(&reasons)
            });
        };
        let mut game = self.game.clone();
        game.play_as(seat, mv).map_err(|illegal| Refusal::of_move(&illegal.reasons))?;
        let ends_turn = game.position().turn() != seat;
        let clocks = if ends_turn {
            self.clocks.pressed(seat, moment.now, moment.lag)
        } else {
            self.clocks.charged(moment.now, moment.lag)
        };
        let mut events = vec![Happening::Moved { mv: mv.to_string(), clocks }];
        events.extend(game.ending().map(|ending| End::from(ending).into()));
        Ok(Decision::Happen(events))
    }

    fn decide_takeback(&self, seat: Color, moment: Moment) -> Result<Decision, Refusal> {
        let what = match self.takeback {
            Some(asker) if asker == seat => {
                return Err(Refusal::new("E_OFFERED", "you have asked for a takeback already"));
            }
            Some(asker) => {
                let mut game = self.game.clone();
                game.take_back(asker);
                let ply = u32::try_from(game.ply()).unwrap_or(u32::MAX);
                let clocks = match self.terms.clock {
                    TimeControl::Days { .. } => {
                        self.clocks.pressed(self.game.position().turn(), moment.now, 0)
                    }
                    _ => self.clocks.charged(moment.now, moment.lag),
                };
                Happening::TookBack { by: seat, ply, clocks }
            }
            None if self.seq >= MOST_EVENTS => return Err(too_long()),
            None if self.game.takeback_ply(seat).is_none() => {
                return Err(nothing("you have made no move to take back"));
            }
            None if self.asked[seat as usize].takeback => {
                return Err(repeated(
                    "you have asked for a takeback since your last move, make a move first",
                ));
            }
            None => Happening::TakebackAsked { by: seat },
        };
        Ok(Decision::Happen(vec![what]))
    }

    fn decide_gone(
        &self,
        seat: Color,
        outcome: GoneClaim,
        moment: Moment,
    ) -> Result<Decision, Refusal> {
        let refuse = |message: String| Err(Refusal::new("E_NOT_GONE", message));
        let Some(after) = self.gone_after() else {
            return refuse("with days for a move the clock decides".to_owned());
        };
        if self.game.position().turn() == seat {
            return refuse("it is your turn".to_owned());
        }
        let Some(gone) = moment.opponent_gone else {
            return refuse("your opponent is here".to_owned());
        };
        if gone < after {
            let [gone, after] = [gone, after].map(|millis| millis / 1000);
            return refuse(format!("your opponent is gone for {gone} s of {after}"));
        }
        let waited = moment.now - self.turn_since;
        if let Some(after) = self.overdue_after().filter(|after| waited < *after) {
            let [waited, after] = [waited, after].map(|millis| millis / 3_600_000);
            return refuse(format!("you have waited for a move for {waited} hours of {after}"));
        }
        let (status, result) = match outcome {
            GoneClaim::Win => (EndStatus::Timeout, Points::win(seat)),
            GoneClaim::Draw => (EndStatus::Draw, Points::Draw),
        };
        if outcome == GoneClaim::Win && self.game.position().is_bare_king(seat) {
            return Err(Refusal::new("E_BARE_KING", "with a bare king only a draw can be claimed"));
        }
        let reason = Some("abandoned".to_owned());
        Ok(Decision::Happen(vec![Happening::Ended { status, result, reason }]))
    }

    fn decide_rematch(&self, seat: Color) -> Result<Decision, Refusal> {
        if self.end.is_none() {
            return Err(Refusal::new("E_NOT_OVER", "the game is not over yet"));
        }
        if self.next_game.is_some() {
            return Err(Refusal::new("E_OFFERED", "the rematch is on already"));
        }
        match self.rematch {
            Some(other) if other != seat => Ok(Decision::Rematch),
            Some(_) => Err(Refusal::new("E_OFFERED", "you have offered a rematch already")),
            None if self.asked[seat as usize].rematch => {
                Err(repeated("your opponent has declined a rematch, and may offer one"))
            }
            None => Ok(Decision::Happen(vec![Happening::RematchOffered { by: seat }])),
        }
    }

    /// The end that something done to the game brings.
    fn end_by(
        &self,
        act: impl FnOnce(&mut trid_rules::Game) -> Result<(), GameError>,
    ) -> Result<Decision, Refusal> {
        let mut game = self.game.clone();
        act(&mut game).map_err(|error| {
            let code = error.code().map_or("E_NO_CLAIM", trid_rules::Code::name);
            Refusal::new(code, error.to_string())
        })?;
        let end = game.ending().map(End::from).unwrap_or_else(|| called_off("cancelled"));
        Ok(Decision::Happen(vec![end.into()]))
    }

    /// The two first events of the rematch.
    pub(crate) fn rematch_events(&self) -> Option<[Happening; 2]> {
        let [white, black] = self.players.clone()?;
        let terms = self.terms.clone();
        let created = Happening::Created {
            rules: terms.rules,
            start: terms.start,
            clock: terms.clock,
            access: terms.access,
            by: black.clone(),
            color: ColorChoice::White,
            rematch_of: Some(self.id.clone()),
        };
        Some([created, Happening::Started { white: black, black: white }])
    }
}

fn called_off(reason: &str) -> End {
    End { status: EndStatus::Aborted, result: Points::None, reason: Some(reason.to_owned()) }
}

fn too_long() -> Refusal {
    let message = "too much has happened in this game, play it to its end or resign";
    Refusal::new("E_TOO_LONG", message)
}

fn repeated(message: &str) -> Refusal {
    Refusal::new("E_REPEATED", message)
}

fn nothing(message: &str) -> Refusal {
    Refusal::new("E_NOTHING_TO_ANSWER", message)
}
