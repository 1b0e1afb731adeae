//! Moments and how long things take: two types, so that one is never taken for the other.

use std::fmt;
use std::ops::{Add, Sub};

use serde::{Deserialize, Serialize};

/// Milliseconds: how long something takes.
pub type Millis = i64;

/// A moment, in milliseconds since 1970 in UTC.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Time(pub Millis);

impl Time {
    /// Later than every moment that is measured.
    pub const MAX: Self = Self(Millis::MAX);
}

impl Add<Millis> for Time {
    type Output = Self;

    fn add(self, millis: Millis) -> Self {
        Self(self.0 + millis)
    }
}

impl Sub<Millis> for Time {
    type Output = Self;

    fn sub(self, millis: Millis) -> Self {
        Self(self.0 - millis)
    }
}

impl Sub for Time {
    type Output = Millis;

    fn sub(self, earlier: Self) -> Millis {
        self.0 - earlier.0
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(feature = "sqlite")]
mod sqlite {
    use rusqlite::ToSql;
    use rusqlite::types::{FromSql, FromSqlResult, ToSqlOutput, ValueRef};

    use super::{Millis, Time};

    impl ToSql for Time {
        fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
            self.0.to_sql()
        }
    }

    impl FromSql for Time {
        fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
            Millis::column_result(value).map(Self)
        }
    }
}

#[cfg(feature = "postgres")]
mod postgres {
    use std::error::Error;

    use postgres_types::private::BytesMut;
    use postgres_types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

    use super::{Millis, Time};

    impl ToSql for Time {
        fn to_sql(
            &self,
            ty: &Type,
            out: &mut BytesMut,
        ) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
            self.0.to_sql(ty, out)
        }

        fn accepts(ty: &Type) -> bool {
            <Millis as ToSql>::accepts(ty)
        }

        to_sql_checked!();
    }

    impl<'a> FromSql<'a> for Time {
        fn from_sql(ty: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
            Millis::from_sql(ty, raw).map(Self)
        }

        fn accepts(ty: &Type) -> bool {
            <Millis as FromSql<'_>>::accepts(ty)
        }
    }
}
