//! JSON of the rules' types, for fields marked `#[serde(with = "trid_view::json")]`.
//!
//! Squares, pins, codes and other closed sets are their names; what the rules explain is an object.
//!
//! ```
//! use serde::Serialize;
//! use trid_rules::{Color, Square};
//!
//! #[derive(Serialize)]
//! struct King {
//!     #[serde(with = "trid_view::json")]
//!     color: Color,
//!     #[serde(with = "trid_view::json")]
//!     squares: Vec<Square>,
//! }
//!
//! let king = King { color: Color::White, squares: vec!["d0KL1".parse()?] };
//! assert_eq!(serde_json::to_string(&king)?, r#"{"color":"white","squares":["d0KL1"]}"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod details;
mod names;
pub(crate) mod objects;

/// Everything that has a name in the rules.
mod rules {
    pub(crate) use trid_rules::{explain::*, game::*, position::*};
}

use std::collections::BTreeMap;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

/// A type that is written as JSON.
pub trait ToJson {
    /// Writes the value.
    ///
    /// # Errors
    /// Errors of the serializer.
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;
}

/// A type that is read from JSON.
pub trait FromJson: Sized {
    /// Reads a value.
    ///
    /// # Errors
    /// Errors of the deserializer, and unknown names.
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

/// Writes a field.
///
/// # Errors
/// Errors of the serializer.
pub fn serialize<T: ToJson, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    value.write(serializer)
}

/// Reads a field.
///
/// # Errors
/// Errors of the deserializer, and unknown names.
pub fn deserialize<'de, T: FromJson, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::read(deserializer)
}

/// A value, for serializers. With [`PhantomData`] it stands for the TypeScript type.
#[derive(Clone, Copy, Debug)]
pub struct Json<T>(pub T);

/// The TypeScript type of a field of this type.
pub type TypeOf<T> = Json<PhantomData<T>>;

impl<T: ToJson> Serialize for Json<&T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.write(serializer)
    }
}

impl<'de, T: FromJson> Deserialize<'de> for Json<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json<T>, D::Error> {
        T::read(deserializer).map(Json)
    }
}

impl<T: ToJson> ToJson for Option<T> {
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_ref().map(Json).serialize(serializer)
    }
}

impl<T: ToJson> ToJson for Vec<T> {
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(Json))
    }
}

impl<T: ToJson, const N: usize> ToJson for [T; N] {
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(Json))
    }
}

impl<T: ToJson, U: ToJson> ToJson for (T, U) {
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (Json(&self.0), Json(&self.1)).serialize(serializer)
    }
}

impl<K: Serialize, V: ToJson> ToJson for BTreeMap<K, V> {
    fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|(key, value)| (key, Json(value))))
    }
}

impl<T: FromJson> FromJson for Option<T> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
        Ok(Option::<Json<T>>::deserialize(deserializer)?.map(|json| json.0))
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
        Ok(Vec::<Json<T>>::deserialize(deserializer)?.into_iter().map(|json| json.0).collect())
    }
}

macro_rules! plain {
    ($($type:ty),+) => {$(
        impl ToJson for $type {
            fn write<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.serialize(serializer)
            }
        }
    )+};
}

plain!(String, bool, i32, usize);
