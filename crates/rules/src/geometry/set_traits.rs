//! What all sets of places have: operators, iteration, collecting.

/// Gives a set of bits, in one `word` or two `words`, its algebra: by methods, which constants can use, and by the
/// operators `| & ^ - !` with their assigning forms. Also collecting; and iteration, given an iterator type.
macro_rules! set_traits {
    ($set:ident of $item:ident by $iterator:ident in $kind:ident) => {
        impl $set {
            /// The members of either set.
            #[inline]
            #[must_use]
            pub const fn union(self, other: $set) -> $set {
                set_traits! { @merge $kind $set self other | }
            }

            /// The members of both sets.
            #[inline]
            #[must_use]
            pub const fn intersection(self, other: $set) -> $set {
                set_traits! { @merge $kind $set self other & }
            }

            /// The members of one set only.
            #[inline]
            #[must_use]
            pub const fn symmetric_difference(self, other: $set) -> $set {
                set_traits! { @merge $kind $set self other ^ }
            }

            /// The members that are not in `other`.
            #[inline]
            #[must_use]
            pub const fn without(self, other: $set) -> $set {
                set_traits! { @merge $kind $set self other & ! }
            }

            /// Whether the set is empty.
            #[inline]
            #[must_use]
            pub const fn is_empty(self) -> bool {
                set_traits! { @is_empty $kind self }
            }

            /// The number of members.
            #[inline]
            #[must_use]
            pub const fn len(self) -> usize {
                set_traits! { @len $kind self }
            }

            /// The members, in the order of their bits.
            #[inline]
            #[must_use]
            pub const fn iter(self) -> $iterator {
                $iterator(self)
            }
        }

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
    (@merge word $set:ident $a:ident $b:ident $($operator:tt)+) => {
        $set($a.0 $($operator)+ $b.0)
    };
    (@merge words $set:ident $a:ident $b:ident $($operator:tt)+) => {
        $set([$a.0[0] $($operator)+ $b.0[0], $a.0[1] $($operator)+ $b.0[1]])
    };
    (@is_empty word $a:ident) => { $a.0 == 0 };
    (@is_empty words $a:ident) => { $a.0[0] | $a.0[1] == 0 };
    (@len word $a:ident) => { $a.0.count_ones() as usize };
    (@len words $a:ident) => { ($a.0[0].count_ones() + $a.0[1].count_ones()) as usize };
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
