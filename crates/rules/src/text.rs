//! Error messages, and parts of them.

/// Declares an enum whose members are sentences: `/// Doc. Member { arguments } => "English text", formatted;` An
/// argument without braces has a name, too: `Member(count: usize) => "{count} is too many";`
macro_rules! sentences {
    ($(#[$meta:meta])* $name:ident { $(
        $(#[doc = $doc:literal])* $member:ident
        $(($value:ident: $value_type:ty))?
        $({ $($(#[$field_meta:meta])* $field:ident: $type:ty),+ })?
        => $text:literal $(, $argument:expr)*;
    )+ }) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum $name { $(
            $(#[doc = $doc])*
            $member $(($value_type))? $({ $($(#[$field_meta])* $field: $type),+ })?,
        )+ }

        impl std::fmt::Display for $name {
            #[allow(unused_variables, reason = "not every sentence needs all its arguments")]
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self { $(
                    $name::$member $(($value))? $({ $($field),+ })? => write!(f, $text $(, $argument)*),
                )+ }
            }
        }
    };
}

pub(crate) use sentences;

/// The beginning of a text, so that error messages do not grow with the input.
#[must_use]
pub fn excerpt(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A count with its noun, in the plural unless the count is 1.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
