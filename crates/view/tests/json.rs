//! Types of the rules as JSON: names both ways.

use trid_rules::{
    Color, GameResult, Place, Promotion, Role, RuleBook, Status,
    explain::Code,
    game::{Claim, DrawReason, EndReason, ShapeColor},
    position::SetupMark,
};
use trid_view::json::{FromJson, Json, ToJson};

#[test]
fn json_uses_the_names() {
    fn check<T>(value: T, name: &str)
    where
        T: ToJson + FromJson + PartialEq + std::fmt::Debug,
    {
        let json = serde_json::to_value(Json(&value)).unwrap();
        assert_eq!(json, name);
        assert_eq!(serde_json::from_value::<Json<T>>(json).unwrap().0, value);
    }
    GameResult::ALL.into_iter().for_each(|result| check(result, result.name()));
    Status::ALL.into_iter().for_each(|status| check(status, status.name()));
    Claim::ALL.into_iter().for_each(|claim| check(claim, claim.name()));
    DrawReason::ALL.into_iter().for_each(|reason| check(EndReason::Draw(reason), reason.name()));
    check(EndReason::BareKing, "bareKing");
    assert!(serde_json::from_str::<Json<EndReason>>("\"boredom\"").is_err());
    Color::ALL.into_iter().for_each(|color| check(color, &color.to_string()));
    Role::ALL.into_iter().for_each(|role| check(role, &role.to_string()));
    Promotion::ALL.into_iter().for_each(|role| check(role, &role.to_string()));
    RuleBook::ALL.into_iter().for_each(|book| check(book, book.name()));
    Code::ALL.iter().for_each(|&code| check(code, code.name()));
    check(SetupMark::DoubleStepped, "doubleStepped");
    check(ShapeColor::Green, "green");
    check::<Place>("QL1".parse().unwrap(), "QL1");
    check::<Place>("z0QL1".parse().unwrap(), "z0QL1");
}
