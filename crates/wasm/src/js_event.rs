//! Reads events from JavaScript objects. Deserializing them with serde adds 48 kB (Brotli) to the page's first module.

use std::str::FromStr;

use trid_protocol::{
    Access, ColorChoice, CreditReason, ErrorCode, Event, EventKind, Millis, OnlineEndReason,
    Player, Remaining, Time, TimeControl,
};
use trid_rules::Status;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::game::read_color;
use crate::thrown_error::ThrownError;

#[wasm_bindgen]
extern "C" {
    /// An `OnlineEvent`. The fields depend on its `type`.
    pub type JsEvent;

    #[wasm_bindgen(method, getter, structural)]
    fn seq(this: &JsEvent) -> u32;
    #[wasm_bindgen(method, getter, structural)]
    fn at(this: &JsEvent) -> f64;
    #[wasm_bindgen(method, getter, structural, js_name = type)]
    fn kind(this: &JsEvent) -> String;
    #[wasm_bindgen(method, getter, structural)]
    fn rules(this: &JsEvent) -> String;
    #[wasm_bindgen(method, getter, structural)]
    fn start(this: &JsEvent) -> Option<String>;
    #[wasm_bindgen(method, getter, structural)]
    fn clock(this: &JsEvent) -> JsTimeControl;
    #[wasm_bindgen(method, getter, structural)]
    fn access(this: &JsEvent) -> String;
    #[wasm_bindgen(method, getter, structural, js_name = by)]
    fn creator(this: &JsEvent) -> JsPlayer;
    #[wasm_bindgen(method, getter, structural)]
    fn color(this: &JsEvent) -> String;
    #[wasm_bindgen(method, getter, structural, js_name = rematchOf)]
    fn rematch_of(this: &JsEvent) -> Option<String>;
    #[wasm_bindgen(method, getter, structural)]
    fn white(this: &JsEvent) -> JsPlayer;
    #[wasm_bindgen(method, getter, structural)]
    fn black(this: &JsEvent) -> JsPlayer;
    #[wasm_bindgen(method, getter, structural, js_name = move)]
    fn mv(this: &JsEvent) -> String;
    #[wasm_bindgen(method, getter, structural)]
    fn clocks(this: &JsEvent) -> Option<JsRemaining>;
    #[wasm_bindgen(method, getter, structural)]
    fn lag(this: &JsEvent) -> Option<f64>;
    #[wasm_bindgen(method, getter, structural)]
    fn by(this: &JsEvent) -> String;
    #[wasm_bindgen(method, getter, structural)]
    fn to(this: &JsEvent) -> Option<String>;
    #[wasm_bindgen(method, getter, structural)]
    fn ms(this: &JsEvent) -> f64;
    #[wasm_bindgen(method, getter, structural)]
    fn ply(this: &JsEvent) -> u32;
    #[wasm_bindgen(method, getter, structural)]
    fn status(this: &JsEvent) -> String;
    #[wasm_bindgen(method, getter, structural)]
    fn result(this: &JsEvent) -> String;
    #[wasm_bindgen(method, getter, structural)]
    fn reason(this: &JsEvent) -> Option<String>;
    #[wasm_bindgen(method, getter, structural)]
    fn game(this: &JsEvent) -> String;

    type JsPlayer;
    #[wasm_bindgen(method, getter, structural)]
    fn id(this: &JsPlayer) -> String;
    #[wasm_bindgen(method, getter, structural)]
    fn name(this: &JsPlayer) -> String;

    type JsTimeControl;
    #[wasm_bindgen(method, getter, structural, js_name = type)]
    fn kind(this: &JsTimeControl) -> String;
    #[wasm_bindgen(method, getter, structural)]
    fn initial(this: &JsTimeControl) -> u32;
    #[wasm_bindgen(method, getter, structural)]
    fn increment(this: &JsTimeControl) -> u32;
    #[wasm_bindgen(method, getter, structural)]
    fn days(this: &JsTimeControl) -> u32;

    type JsRemaining;
    #[wasm_bindgen(method, getter, structural)]
    fn white(this: &JsRemaining) -> f64;
    #[wasm_bindgen(method, getter, structural)]
    fn black(this: &JsRemaining) -> f64;
}

impl JsEvent {
    pub(crate) fn read(&self) -> Result<Event, ThrownError> {
        Ok(Event { seq: self.seq(), at: Time(self.at() as Millis), kind: self.read_kind()? })
    }

    fn read_kind(&self) -> Result<EventKind, ThrownError> {
        let by = || read_color(&self.by());
        let clocks = || self.clocks().map(|clocks| clocks.read());
        Ok(match self.kind().as_str() {
            "created" => EventKind::Created {
                rules: parse(&self.rules())?,
                start: self.start(),
                clock: self.clock().read()?,
                access: by_name(&Access::ALL, Access::name, &self.access())?,
                by: self.creator().read()?,
                color: by_name(&ColorChoice::ALL, ColorChoice::name, &self.color())?,
                rematch_of: self.rematch_of().map(|id| parse(&id)).transpose()?,
            },
            "started" => {
                EventKind::Started { white: self.white().read()?, black: self.black().read()? }
            }
            "moved" => {
                let lag = self.lag().map(|lag| lag as Millis);
                EventKind::Moved { mv: self.mv(), clocks: clocks(), lag }
            }
            "drawOffered" => EventKind::DrawOffered { by: by()? },
            "drawDeclined" => EventKind::DrawDeclined { by: by()? },
            "takebackAsked" => EventKind::TakebackAsked { by: by()? },
            "takebackDeclined" => EventKind::TakebackDeclined { by: by()? },
            "tookBack" => EventKind::TookBack { by: by()?, ply: self.ply(), clocks: clocks() },
            "resumed" => EventKind::Resumed { clocks: clocks().ok_or_else(|| bad("clocks"))? },
            "timeCredited" => EventKind::TimeCredited {
                to: self.to().map(|color| read_color(&color)).transpose()?,
                ms: self.ms() as Millis,
                reason: by_name(
                    &CreditReason::ALL,
                    CreditReason::name,
                    &self.reason().unwrap_or_default(),
                )?,
            },
            "ended" => EventKind::Ended {
                status: by_name(&Status::ALL, Status::name, &self.status())?,
                result: parse(&self.result())?,
                reason: self.reason().map(|name| read_reason(&name)).transpose()?,
            },
            "rematchOffered" => EventKind::RematchOffered { by: by()? },
            "rematchDeclined" => EventKind::RematchDeclined { by: by()? },
            "rematchStarted" => EventKind::RematchStarted { game: parse(&self.game())? },
            _ => EventKind::Unknown,
        })
    }
}

impl JsPlayer {
    fn read(&self) -> Result<Player, ThrownError> {
        Ok(Player { id: parse(&self.id())?, name: self.name() })
    }
}

impl JsTimeControl {
    fn read(&self) -> Result<TimeControl, ThrownError> {
        Ok(match self.kind().as_str() {
            "none" => TimeControl::Unlimited {},
            "realTime" => {
                TimeControl::RealTime { initial: self.initial(), increment: self.increment() }
            }
            "days" => TimeControl::Days { days: self.days() },
            kind => return Err(bad(kind)),
        })
    }
}

impl JsRemaining {
    fn read(&self) -> Remaining {
        Remaining { white: self.white() as Millis, black: self.black() as Millis }
    }
}

fn read_reason(name: &str) -> Result<OnlineEndReason, ThrownError> {
    OnlineEndReason::from_name(name).ok_or_else(|| bad(name))
}

fn parse<T: FromStr>(text: &str) -> Result<T, ThrownError> {
    text.parse().map_err(|_| bad(text))
}

fn by_name<T: Copy>(
    all: &[T],
    name_of: impl Fn(T) -> &'static str,
    name: &str,
) -> Result<T, ThrownError> {
    all.iter().copied().find(|each| name_of(*each) == name).ok_or_else(|| bad(name))
}

fn bad(text: &str) -> ThrownError {
    ThrownError::new(ErrorCode::BadMessage, format!("unexpected {text:?} in an event"))
}
