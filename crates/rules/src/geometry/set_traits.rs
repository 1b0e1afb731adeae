//! What all sets of places have: operators, iteration, collecting.

/// Implements the operators `| & ^ - !` with their assigning forms and collecting, given the methods `union`,
/// `intersection`, `symmetric_difference`, `without` and the constant `ALL`; and iteration, given an iterator type.
macro_rules! set_traits {
    ($set:ident of $item:ident by $iterator:ident) => {
        set_traits! { @operator $set BitOr bitor BitOrAssign bitor_assign union }
        set_traits! { @operator $set BitAnd bitand BitAndAssign bitand_assign intersection }
        set_traits! { @operator $set BitXor bitxor BitXorAssign bitxor_assign symmetric_difference }
        set_traits! { @operator $set Sub sub SubAssign sub_assign without }

        impl std::ops::Not for $set {
            type Output = $set;

            #[inline]
            fn not(self) -> $set {
                $set::ALL.without(self)
            }
        }

        impl $set {
            /// The members, in the order of their bits.
            #[inline]
            #[must_use]
            pub const fn iter(self) -> $iterator {
                $iterator(self)
            }
        }

        impl IntoIterator for $set {
            type Item = $item;
            type IntoIter = $iterator;

            #[inline]
            fn into_iter(self) -> $iterator {
                $iterator(self)
            }
        }

        impl Extend<$item> for $set {
            fn extend<I: IntoIterator<Item = $item>>(&mut self, items: I) {
                items.into_iter().for_each(|item| *self |= $set::of(item));
            }
        }

        impl FromIterator<$item> for $set {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> $set {
                let mut set = $set::EMPTY;
                set.extend(items);
                set
            }
        }

        impl From<$item> for $set {
            fn from(item: $item) -> $set {
                $set::of(item)
            }
        }

        impl ExactSizeIterator for $iterator {}
        impl std::iter::FusedIterator for $iterator {}

        impl std::fmt::Debug for $set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_set().entries(self.iter().map(|item| item.to_string())).finish()
            }
        }
    };
    (@operator $set:ident $trait:ident $method:ident $assign:ident $assign_method:ident $by:ident) => {
        impl std::ops::$trait for $set {
            type Output = $set;

            #[inline]
            fn $method(self, other: $set) -> $set {
                self.$by(other)
            }
        }

        impl std::ops::$assign for $set {
            #[inline]
            fn $assign_method(&mut self, other: $set) {
                *self = self.$by(other);
            }
        }
    };
}

pub(crate) use set_traits;
