//! TypeScript types of what is serialized by name: squares, pins, codes.
//!
//! Types with derived serialization also derive `ts_rs::TS`. `crates/wasm/tests/contracts` writes them all.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::PathBuf;

use trid_rules::{
    Color, Column, Ending, File, GameResult, Level, Line, Move, Pin, Place, Promotion, Rank, Role,
    RuleBook, Square, Status,
    explain::{Code, EscapeKind},
    game::{Claim, EndReason, Evaluation, ShapeColor},
    position::SetupMark,
};
use ts_rs::{Config, TS, TypeVisitor};

use crate::json::{TypeOf, details, objects};

/// A union of string literals: `"white" | "black"`.
pub fn union(names: impl IntoIterator<Item = impl Display>) -> String {
    let literals: Vec<String> =
        names.into_iter().map(|name| format!("{:?}", name.to_string())).collect();
    literals.join(" | ")
}

/// Declares the TypeScript type of Rust types: `/// Doc. Type = "Name", definition;`
#[macro_export]
macro_rules! typescript_types {
    ($(#[doc = $doc:literal] $type:ty = $name:literal, $definition:expr;)+) => {$(
        impl ::ts_rs::TS for $type {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;

            fn docs() -> Option<String> {
                Some(::ts_rs::format_docs(&[$doc]))
            }

            fn name(_: &::ts_rs::Config) -> String {
                $name.to_owned()
            }

            fn inline(_: &::ts_rs::Config) -> String {
                $definition.into()
            }

            fn decl(config: &::ts_rs::Config) -> String {
                format!("type {} = {};", $name, Self::inline(config))
            }

            fn output_path() -> Option<std::path::PathBuf> {
                Some(concat!($name, ".ts").into())
            }
        }
    )+};
}

/// The name of a board in the World, for fields that hold it as text.
#[derive(Debug)]
pub struct InstanceName;

/// The levels of the main boards, for fields that hold no other level.
#[derive(Debug)]
pub struct MainLevel;

/// The TypeScript name for [`crate::world::Coordinates`].
#[derive(Debug)]
pub struct Coordinates;

/// Gives a type the TypeScript type of another one.
macro_rules! same {
    ($([$($generics:tt)*] $type:ty = $other:ty $(where [$($bounds:tt)*])?;)+) => {$(
        impl<$($generics)*> TS for $type $(where $($bounds)*)? {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;

            fn docs() -> Option<String> {
                <$other>::docs()
            }

            fn ident(config: &Config) -> String {
                <$other>::ident(config)
            }

            fn name(config: &Config) -> String {
                <$other as TS>::name(config)
            }

            fn inline(config: &Config) -> String {
                <$other as TS>::inline(config)
            }

            fn decl(config: &Config) -> String {
                <$other>::decl(config)
            }

            fn visit_dependencies(visitor: &mut impl TypeVisitor)
            where
                Self: 'static,
            {
                <$other>::visit_dependencies(visitor);
            }

            fn visit_generics(visitor: &mut impl TypeVisitor)
            where
                Self: 'static,
            {
                <$other>::visit_generics(visitor);
            }

            fn output_path() -> Option<PathBuf> {
                <$other>::output_path()
            }
        }
    )+};
}

same! {
    [T: 'static] TypeOf<Option<T>> = Option<TypeOf<T>> where [TypeOf<T>: TS];
    [T: 'static] TypeOf<Vec<T>> = Vec<TypeOf<T>> where [TypeOf<T>: TS];
    [T: 'static, U: 'static] TypeOf<(T, U)> = (TypeOf<T>, TypeOf<U>) where [TypeOf<T>: TS, TypeOf<U>: TS];
    [T: 'static, const N: usize] TypeOf<[T; N]> = [TypeOf<T>; N] where [TypeOf<T>: TS];
    [K: 'static, V: 'static] TypeOf<BTreeMap<K, V>> = BTreeMap<TypeOf<K>, TypeOf<V>> where [TypeOf<K>: TS, TypeOf<V>: TS];
    [] TypeOf<String> = String;
    [] TypeOf<bool> = bool;
    [] TypeOf<i32> = i32;
    [] TypeOf<usize> = usize;
    [] TypeOf<Move> = String;
    [] TypeOf<Ending> = objects::EndingFields;
    [] TypeOf<Evaluation> = objects::EvaluationFields;
    [] TypeOf<trid_rules::position::MoveEffects> = objects::MoveEffects;
    [] TypeOf<trid_rules::position::MovedPiece> = objects::MovedPiece;
    [] TypeOf<trid_rules::position::AffectedPiece> = objects::AffectedPiece;
    [] TypeOf<trid_rules::position::MovedBoard> = objects::MovedBoard;
    [] TypeOf<trid_rules::explain::AttackedColumn> = objects::AttackedColumn;
    [] TypeOf<trid_rules::explain::AttackChange> = objects::AttackChange;
    [] TypeOf<trid_rules::explain::CheckPath> = objects::CheckPath;
    [] TypeOf<trid_rules::explain::HangingPiece> = objects::HangingPiece;
    [] TypeOf<trid_rules::explain::PinnedPiece> = objects::PinnedPiece;
    [] TypeOf<trid_rules::explain::FailedEscape> = objects::FailedEscape;
    [] TypeOf<trid_rules::explain::MateExplanation> = objects::MateExplanation;
    [] TypeOf<trid_rules::explain::Reason> = objects::Reason;
    [] TypeOf<trid_rules::game::DrawnMark> = objects::DrawnMark;
    [] TypeOf<trid_rules::game::DrawnArrow> = objects::DrawnArrow;
    [] TypeOf<trid_rules::game::Shapes> = objects::Shapes;
    [] TypeOf<trid_rules::explain::ReasonDetail> = details::ReasonDetail;
    [] TypeOf<trid_rules::position::PositionErrorKind> = details::PositionErrorKind;
}

typescript_types! {
    /// A square: file, rank and level, `b4N` or `z0QL1`.
    TypeOf<Square> = "SquareName", "string";
    /// A column: file and rank, `b4`.
    TypeOf<Column> = "ColumnName", "string";
    /// A board in the World: `W`, `N`, `B`, or a pin with a rotation, `QL1:0` or `KL6:180`.
    InstanceName = "InstanceName", "string";
    /// A place where an attack board can stand.
    TypeOf<Pin> = "PinName", union(Pin::all());
    /// A line of pins.
    TypeOf<Line> = "Line", union(Line::ALL.map(Line::name));
    /// The height of a square: a main board, or the pin of an attack board.
    TypeOf<Level> = "Level", union(Level::ALL);
    /// A main board: White's, the neutral one, Black's.
    MainLevel = "MainLevel", union(Level::MAIN);
    /// A file of the map, from the left.
    TypeOf<File> = "File", union(File::ALL);
    /// A rank of the map, 0 to 9.
    TypeOf<Rank> = "Rank", "number";
    /// Coordinates: x along the files, y along the ranks towards Black, z up.
    Coordinates = "Coordinates", "[number, number, number]";
    /// A square or a pin, `b4N` or `QL1`.
    TypeOf<Place> = "ShapePlace", "string";
    /// Why a game ended, where its status does not say.
    TypeOf<EndReason> = "EndReason", union(EndReason::all());
    /// Why a move is illegal.
    TypeOf<Code> = "Code", union(Code::ALL);
    /// A draw that the side to move may claim.
    TypeOf<Claim> = "Claim", union(Claim::ALL);
    /// The color of a player or a piece.
    TypeOf<Color> = "Color", union(Color::ALL);
    /// A way to answer a check.
    TypeOf<EscapeKind> = "EscapeKind", union(EscapeKind::ALL);
    /// The result of a game.
    TypeOf<GameResult> = "GameResult", union(GameResult::ALL);
    /// The role that a pawn promotes to.
    TypeOf<Promotion> = "Promotion", union(Promotion::ALL);
    /// The kind of a piece.
    TypeOf<Role> = "Role", union(Role::ALL);
    /// One of the two rule books.
    TypeOf<RuleBook> = "RuleBook", union(RuleBook::ALL);
    /// A mark of T-FEN that belongs to a piece.
    TypeOf<SetupMark> = "SetupMark", union(SetupMark::ALL);
    /// The color of a shape.
    TypeOf<ShapeColor> = "ShapeColor", union(ShapeColor::ALL);
    /// Whether a game is over, and how it ended.
    TypeOf<Status> = "Status", union(Status::ALL);
}
