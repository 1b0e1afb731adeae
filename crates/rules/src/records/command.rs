//! Commands in comments: `[%name value]`.

use std::ops::Range;

/// A command in a comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommentCommand<'a> {
    /// Its name: `eval`.
    pub name: &'a str,
    /// What follows the name, without spaces around it.
    pub value: &'a str,
    /// Its bytes in the comment, brackets included.
    pub range: Range<usize>,
}

/// The commands of a comment in order. A command ends at the first `]`, except for `[%unread …]`, which is the whole
/// comment and may hold any text.
pub fn comment_commands(comment: &str) -> impl Iterator<Item = CommentCommand<'_>> {
    const START: &str = "[%";
    let is_unread = comment.starts_with("[%unread ") && comment.ends_with(']');
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + comment[from..].find(START)?;
        let end = start + if is_unread { comment.len() - 1 } else { comment[start..].find(']')? };
        from = end + 1;
        let inside = &comment[start + START.len()..end];
        let (name, value) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
        Some(CommentCommand { name, value: value.trim(), range: start..from })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found() {
        let comment = "a [%eval 0.3] b [%csl  Gb4N,Ra1W ][%x] [%open";
        let found: Vec<_> =
            comment_commands(comment).map(|command| (command.name, command.value)).collect();
        assert_eq!(found, [("eval", "0.3"), ("csl", "Gb4N,Ra1W"), ("x", "")]);
        let ranges: Vec<&str> =
            comment_commands(comment).map(|command| &comment[command.range]).collect();
        assert_eq!(ranges, ["[%eval 0.3]", "[%csl  Gb4N,Ra1W ]", "[%x]"]);
        let unread = "[%unread 3. Qxf7 {a [ %eval 0.3] b} Kf8]";
        let found: Vec<_> = comment_commands(unread).collect();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].value, "3. Qxf7 {a [ %eval 0.3] b} Kf8");
        assert_eq!(&unread[found[0].range.clone()], unread);
    }
}
