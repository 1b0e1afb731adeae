//! Display names: trimmed, short, and visible.

use unicode_general_category::{GeneralCategory, get_general_category};

use super::error::HttpError;

/// In characters.
const MAX_NAME_LENGTH: usize = 40;

/// The API description limits the text as it is sent, before it is trimmed.
pub(crate) fn validate_length(text: &str) -> Result<(), HttpError> {
    if text.chars().count() > MAX_NAME_LENGTH {
        return Err(HttpError::bad_request(format!(
            "name longer than {MAX_NAME_LENGTH} characters"
        )));
    }
    Ok(())
}

/// A trimmed display name without invisible characters; empty for no name.
pub(crate) fn validate_name(text: &str) -> Result<String, HttpError> {
    validate_length(text)?;
    let name = text.trim_matches(|c: char| c.is_ascii_whitespace());
    if name.chars().any(is_invisible) {
        return Err(HttpError::bad_request("the name contains invisible characters"));
    }
    if !name.is_empty() && !name.chars().any(stands_alone) {
        return Err(HttpError::bad_request("the name contains no visible character"));
    }
    Ok(name.to_owned())
}

fn is_invisible(c: char) -> bool {
    use GeneralCategory as Category;
    match get_general_category(c) {
        Category::Control
        | Category::Format
        | Category::PrivateUse
        | Category::Surrogate
        | Category::LineSeparator
        | Category::ParagraphSeparator => true,
        Category::SpaceSeparator => c != ' ',
        // Noncharacters, and code points that are reserved for invisible characters.
        Category::Unassigned => {
            u32::from(c) & 0xfffe == 0xfffe
                || matches!(c, '\u{2065}' | '\u{fdd0}'..='\u{fdef}' | '\u{fff0}'..='\u{fff8}'
                    | '\u{e0000}'..='\u{e0fff}')
        }
        // Letters, marks and symbols that are drawn as nothing.
        _ => matches!(c, '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}' | '\u{fffc}'
            | '\u{1d159}' | '\u{e0100}'..='\u{e01ef}'),
    }
}

/// Whether a character is visible without another one that it combines with.
fn stands_alone(c: char) -> bool {
    use GeneralCategory as Category;
    let category = get_general_category(c);
    let is_mark = matches!(
        category,
        Category::NonspacingMark | Category::SpacingMark | Category::EnclosingMark
    );
    c != ' ' && !is_mark
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        let name = validate_name(text).ok();
        assert_eq!(name.as_deref(), expected, "{text:?} {}", text.escape_unicode());
    }

    #[test]
    fn names_are_trimmed_and_of_limited_length() {
        check("  Ada  ", Some("Ada"));
        check("Ada Lovelace\n", Some("Ada Lovelace"));
        check("", Some(""));
        check(" \t ", Some(""));
        check(&"é".repeat(40), Some(&"é".repeat(40)));
        check(&"é".repeat(41), None);
        check(&format!("\n{}", "é".repeat(40)), None);
        check("a\nb", None);
        for name in
            ["Zoë", "Zoe\u{308}", "Нина", "明子", "שרה", "ลลิตา", "★", "a.b-c_d", "❤\u{fe0f}"]
        {
            check(name, Some(name));
        }
    }

    #[test]
    fn invisible_names_are_rejected() {
        let invisible = "\u{0}\u{7f}\u{85}\u{a0}\u{ad}\u{34f}\u{61c}\u{115f}\u{1160}\u{1680}\u{17b4}\u{17b5}\u{180b}\
            \u{180e}\u{180f}\u{2000}\u{200a}\u{200b}\u{200c}\u{200d}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202e}\
            \u{202f}\u{205f}\u{2060}\u{2064}\u{2065}\u{2066}\u{2069}\u{206f}\u{2800}\u{3000}\u{3164}\u{e000}\u{fdd0}\
            \u{feff}\u{ffa0}\u{fff0}\u{fff9}\u{fffc}\u{fffe}\u{1bca0}\u{1d159}\u{1d173}\u{e0001}\u{e0041}\u{e0100}\
            \u{10ffff}";
        for c in invisible.chars() {
            check(&c.to_string(), None);
            check(&format!("a{c}b"), None);
        }
    }

    #[test]
    fn names_of_combining_characters_alone_are_rejected() {
        for name in [
            "\u{301}",
            "\u{301}\u{302}",
            "\u{20dd}",
            "\u{fe0f}",
            "\u{345}",
            "\u{5b0}",
            "\u{93e}",
            "\u{301} \u{301}",
        ] {
            check(name, None);
        }
    }
}
