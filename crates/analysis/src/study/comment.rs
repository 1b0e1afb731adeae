//! The text of comments, apart from the commands in them: `[%eval]`, `[%csl]`, `[%cal]` and `[%unread]`.

use trid_rules::{Evaluation, Node, Shapes, comment_commands};

/// The name of the command that holds a variation which could not be read.
pub(super) const UNREAD: &str = "unread";

/// What a node's comments say to people.
pub(super) fn text(node: &Node) -> String {
    let texts: Vec<String> = node.comments.iter().map(|comment| split(comment).0).collect();
    texts.iter().filter(|text| !text.is_empty()).map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// Replaces what a node's comments say to people. The commands stay. A text that says the same changes nothing, so
/// that several comments of a file stay apart.
pub(super) fn set_text(node: &mut Node, new: &str) {
    let new = new.split_whitespace().collect::<Vec<_>>().join(" ");
    if new == text(node) {
        return;
    }
    let mut comments: Vec<String> = node.comments.iter().map(|comment| split(comment).1).collect();
    comments.retain(|commands| !commands.is_empty());
    if !new.is_empty() {
        comments.push(new);
    }
    node.comments = comments;
}

/// Variations that could not be read, as text.
pub(super) fn unread(node: &Node) -> Vec<String> {
    let commands = node.comments.iter().flat_map(|comment| comment_commands(comment));
    commands.filter(|found| found.name == UNREAD).map(|found| found.value.to_owned()).collect()
}

/// The text of a comment without its commands, and the commands without the text.
fn split(comment: &str) -> (String, String) {
    let (mut text, mut commands) = (String::new(), Vec::new());
    let mut from = 0;
    for command in comment_commands(comment) {
        let known = match command.name {
            "eval" => Evaluation::parse(command.value).is_some(),
            "csl" | "cal" => Shapes::is_command(command.name, command.value),
            name => name == UNREAD,
        };
        if known {
            text.push_str(&comment[from..command.range.start]);
            text.push(' ');
            commands.push(&comment[command.range.clone()]);
            from = command.range.end;
        }
    }
    text.push_str(&comment[from..]);
    (text.split_whitespace().collect::<Vec<_>>().join(" "), commands.join(" "))
}
