//! Types that are written as their names.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::Serializer;
use trid_rules::{
    Color, Column, File, GameResult, Level, Line, Move, Pin, Place, Promotion, Rank, Role,
    RuleBook, Square, Status,
    explain::{Code, EscapeKind},
    game::{Claim, EndReason, ShapeColor},
    position::SetupMark,
};

use super::{FromJson, ToJson};

macro_rules! written {
    ($($type:ty),+) => {$(
        impl ToJson for $type {
            fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )+};
}

written!(Claim, Code, Color, Column, EndReason, EscapeKind, File, GameResult, Level);
written!(Line, Move, Pin, Place, Promotion, Role, RuleBook, SetupMark, ShapeColor, Square, Status);

impl ToJson for Rank {
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.number())
    }
}

/// Types that parse their names.
macro_rules! parsed {
    ($($type:ty),+) => {$(
        impl FromJson for $type {
            fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )+};
}

parsed!(Move, Pin, Place, Square);

/// Closed sets, whose names are searched.
macro_rules! searched {
    ($($type:ty: $all:expr),+) => {$(
        impl FromJson for $type {
            fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                search($all, &String::deserialize(deserializer)?)
            }
        }
    )+};
}

searched! {
    Claim: Claim::ALL,
    Code: Code::ALL.iter().copied(),
    Color: Color::ALL,
    EndReason: EndReason::all(),
    GameResult: GameResult::ALL,
    Promotion: Promotion::ALL,
    Role: Role::ALL,
    RuleBook: RuleBook::ALL,
    SetupMark: SetupMark::ALL,
    ShapeColor: ShapeColor::ALL,
    Status: Status::ALL
}

fn search<T: ToString, E: Error>(values: impl IntoIterator<Item = T>, name: &str) -> Result<T, E> {
    let values: Vec<T> = values.into_iter().collect();
    let names: Vec<String> =
        values.iter().map(|value| format!("`{}`", value.to_string())).collect();
    values.into_iter().find(|value| value.to_string() == name).ok_or_else(|| {
        E::custom(format!("unknown variant `{name}`, expected one of {}", names.join(", ")))
    })
}
