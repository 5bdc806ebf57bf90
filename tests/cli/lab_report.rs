//! `lab report`, `lab compare` and `bench --baseline`: from a campaign to a page, and from two results to an exit code.

use super::lab::campaign;
use super::support::*;

/// A few tiny boards.
const TINY: &str = r#"
title = "Tiny & <quick>"
question = "Which?"
game = "ricochet"
repeats = 2

[run]
isolation = "none"

[[instances]]
generate = { recipe = "free", width = 5, height = 5, robots = 2, density = 0.12 }
count = 6

[[algorithms]]
spec = "bfs"

[[algorithms]]
spec = "astar(bounces)"
"#;

#[test]
fn a_campaign_becomes_a_page_tables_and_plots() {
    let path = campaign("lab-report", TINY);
    let campaign = path.as_str();
    damier(&["lab", "run", campaign]).ends(0);
    let results = campaign.replace(".toml", ".lab");
    // By the campaign, and by the folder of its results.
    let said = damier(&["lab", "report", campaign]).ends(0);
    let page = std::fs::read_to_string(said.out.trim()).unwrap();
    assert!(
        page.contains("<h1>Tiny &amp; &lt;quick&gt;</h1>") && page.contains("#ricochet/analyse/"),
        "{}",
        said.out
    );
    let plots = place("lab-report-plots");
    let said = damier(&["lab", "report", &results, "--to", "markdown", "--plots", &plots]).ends(0).silent();
    names(&said.out, &["## Coverage", "## Expansions", "| bfs |", "astar(bounces)", "Wilcoxon"]);
    let cactus = std::fs::read_to_string(format!("{plots}/cactus-expanded.svg")).unwrap();
    names(
        &cactus,
        &["data-series=\"bfs\"", "role=\"img\"", "href=\"http://127.0.0.1:7177/#ricochet/analyse/"],
    );
    let said = damier(&["lab", "report", campaign, "--to", "latex"]).ends(0).silent();
    names(&said.out, &["\\toprule", "\\caption{Coverage"]);
    let said = damier(&["lab", "report", campaign, "--to", "csv"]).ends(0).silent();
    assert_eq!(said.out.lines().count(), 1 + 6 * 2, "{}", said.out);
    // Compared with itself nothing became worse.
    let said = damier(&["lab", "compare", &results, campaign]).ends(0).silent();
    names(&said.out, &["bfs", "nothing became worse"]);
}

#[test]
fn what_is_no_result_is_said_in_a_sentence() {
    let path = file("lab-wrong.json", "{\"rows\":3}");
    let file = path.as_str();
    for args in [
        &["lab", "report", file][..],
        &["lab", "compare", file, file],
        &["bench", "taquin", "--baseline", file],
    ] {
        let said = damier(args).ends(30);
        assert!(said.err.contains("line 1, column") && said.err.lines().count() == 1, "{}", said.err);
    }
    let nothing = campaign("lab-nothing", TINY);
    damier(&["lab", "report", &nothing]).ends(30);
    damier(&["lab", "report", nothing.trim_end_matches("/c.toml")]).ends(30);
    damier(&["lab", "report", "nowhere.toml"]).ends(30);
    damier(&["lab", "report", file, "--app", "javascript:alert(1)"]).ends(30);
}

#[test]
fn a_bench_is_kept_and_held_against_itself_and_against_less_work() {
    let options = ["--recipe", "free", "--width", "8", "--height", "8", "--robots", "3"];
    let (kept, boards) = (place("bench-kept.json"), file("bench-boards.jsonl", boards(8, 5, &options)));
    let (file, boards) = (kept.as_str(), boards.as_str());
    let bench = ["bench", "ricochet", "--file", boards, "--algorithms", "astar(bounces)", "--repeats", "2"];
    damier(&[&bench[..], &["--save", file]].concat()).ends(0);
    let saved = std::fs::read_to_string(file).unwrap();
    let mut results: serde_json::Value = serde_json::from_str(&saved).unwrap();
    assert_eq!(results["rows"].as_array().unwrap().len(), 16);
    // Times of another kind of machine are not judged, so only the counts decide, however busy this one is.
    results["manifest"]["machines"][0]["cpu"] = "another".into();
    std::fs::write(file, results.to_string()).unwrap();
    let said = damier(&[&bench[..], &["--baseline", file]].concat()).ends(0);
    names(&said.out, &["the machines differ", "0 instances have another count", "nothing became worse"]);
    for row in results["rows"].as_array_mut().unwrap() {
        let count = row["expanded"].as_u64().unwrap();
        row["expanded"] = (count * 9 / 10).into();
    }
    std::fs::write(file, results.to_string()).unwrap();
    let said = damier(&[&bench[..], &["--baseline", file]].concat()).ends(50);
    names(&said.out, &["WORSE       more expansions"]);
    let said = damier(&["lab", "compare", file, file, "--json"]).ends(0).silent();
    assert_eq!(said.objects()[0]["changes"][0]["expanded"]["verdict"], "same");
}
