//! Closed sets: enums whose members have names.

/// Declares an enum from its members and their names: `/// Doc. Member "name",`
macro_rules! named {
    ($(#[$meta:meta])* $name:ident { $($(#[$member_meta:meta])* $member:ident $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name { $($(#[$member_meta])* $member,)+ }

        impl $name {
            /// All members in order.
            pub const ALL: [$name; [$($text),+].len()] = [$($name::$member),+];

            /// The name, as records and JSON have it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $($name::$member => $text,)+ }
            }

            /// The member with this name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<$name> {
                $name::ALL.into_iter().find(|member| member.name() == name)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

pub(crate) use named;
