//! `rate`: effort and estimate, apart.

use serde_json::Value;

use super::support::*;

fn rate(board: &str) -> Value {
    let said = damier_reads(&["rate", "ricochet", "-", "--json"], board);
    serde_json::from_str(&said.out).expect("JSON")
}

#[test]
fn a_harder_board_is_harder_for_both() {
    let (easy, hard) = (rate(EASY), rate(hard()));
    assert_eq!((&easy["cost"], &easy["human_estimate"]["word"]), (&Value::from(2), &Value::from("trivial")));
    assert_eq!(easy["human_estimate"]["because"]["robots"], 1);
    assert_eq!(hard["human_estimate"]["word"], "extreme");
    assert!(hard["solver"]["expanded"].as_u64() > easy["solver"]["expanded"].as_u64());
    assert!(hard["human_estimate"]["points"].as_f64() > easy["human_estimate"]["points"].as_f64());
}

#[test]
fn what_has_no_solution_has_no_estimate() {
    let said = damier_reads(&["rate", "ricochet", "-", "--json"], NEVER).ends(10);
    let never: Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!((&never["outcome"], &never["human_estimate"]), (&Value::from("unsolvable"), &Value::Null));
    let said = damier_reads(&["rate", "ricochet", "-"], format!("{EASY}\n{NEVER}\n")).ends(10);
    assert!(said.out.contains("trivial") && said.out.contains("estimate"), "{}", said.out);
}
