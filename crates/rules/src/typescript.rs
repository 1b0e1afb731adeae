//! TypeScript types of what is serialized by name: squares, pins, codes.
//!
//! Types with derived serialization also derive `ts_rs::TS`. `crates/wasm/tests/contracts` writes them all.

use std::fmt::Display;

use crate::{Code, Column, EndReason, File, Level, Line, Pin, Place, Rank, Square};

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

typescript_types! {
    /// A square: file, rank and level, `b4N` or `z0QL1`.
    Square = "SquareName", "string";
    /// A column: file and rank, `b4`.
    Column = "ColumnName", "string";
    /// A board in the World: `W`, `N`, `B`, or a pin with a rotation, `QL1:0` or `KL6:180`.
    InstanceName = "InstanceName", "string";
    /// A place where an attack board can stand.
    Pin = "PinName", union(Pin::all());
    /// A line of pins.
    Line = "Line", union(Line::ALL.map(Line::name));
    /// The height of a square: a main board, or the pin of an attack board.
    Level = "Level", union(Level::ALL);
    /// A main board: White's, the neutral one, Black's.
    MainLevel = "MainLevel", union(Level::MAIN);
    /// A file of the map, from the left.
    File = "File", union(File::ALL);
    /// A rank of the map, 0 to 9.
    Rank = "Rank", "number";
    /// Coordinates: x along the files, y along the ranks towards Black, z up.
    Coordinates = "Coordinates", "[number, number, number]";
    /// A square or a pin, `b4N` or `QL1`.
    Place = "ShapePlace", "string";
    /// Why a game ended, where its status does not say.
    EndReason = "EndReason", union(EndReason::all());
    /// Why a move is illegal.
    Code = "Code", union(Code::ALL);
}
