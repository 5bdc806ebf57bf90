//! Whole reports: what stands in them, what must not, and that hostile names stay names.

use std::io::Read;

use crate::made_up::{self, Wish};
use base64::Engine;
use damier_campaign::{Outcome, Results};
use damier_report::{
    Digest, Measure, Page, Place, conflicts, csv, failures, growths, html, latex, markdown, plots, standing,
    tables, warnings,
};

fn page(results: &Results) -> String {
    html(&Digest::new(results), &Page::default())
}

/// The data within a page, unpacked.
fn data(page: &str) -> serde_json::Value {
    let (_, after) = page.split_once("id=\"data\"").unwrap();
    let (attributes, rest) = after.split_once('>').unwrap();
    let (text, _) = rest.split_once("</script>").unwrap();
    if attributes.contains("deflate") {
        let packed = base64::engine::general_purpose::STANDARD.decode(text.trim()).unwrap();
        let mut json = String::new();
        flate2::read::ZlibDecoder::new(packed.as_slice()).read_to_string(&mut json).unwrap();
        return serde_json::from_str(&json).unwrap();
    }
    serde_json::from_str(text).unwrap()
}

/// Each drawing within a page.
fn drawings(page: &str) -> Vec<&str> {
    page.split("<svg xmlns").skip(1).map(|part| part.split_once("</svg>").unwrap().0).collect()
}

#[test]
fn every_plot_is_xml_with_every_series_and_a_text_alternative() {
    let results = made_up::results(&Wish { algorithms: 6, errors: true, ..Wish::default() });
    let tournament = made_up::tournament(20);
    let mut seen = 0;
    for results in [&results, &tournament] {
        let digest = Digest::new(results);
        let names = if digest.is_solving() { digest.algorithms.clone() } else { results.algorithms.clone() };
        for plot in plots(&digest, standing(results).as_ref()) {
            let link = |at: usize| Some(format!("http://127.0.0.1/#{at}&\"<"));
            for svg in [plot.draw(Place::File(&link)), plot.draw(Place::Page)] {
                let tree =
                    roxmltree::Document::parse(&svg).unwrap_or_else(|error| panic!("{}: {error}", plot.id));
                let root = tree.root_element();
                assert_eq!(root.attribute("role"), Some("img"), "{}", plot.id);
                let child = |name: &str| {
                    root.children().find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name)))
                };
                for (name, id) in [("title", "t"), ("desc", "d")] {
                    let node = child(name).unwrap();
                    assert_eq!(node.attribute("id"), Some(format!("{}-{id}", plot.id).as_str()));
                    assert!(node.text().unwrap().len() > 5, "{}: {name}", plot.id);
                }
                let series: Vec<&str> =
                    tree.descendants().filter_map(|node| node.attribute("data-series")).collect();
                // A scatter is of two, and the distribution of lengths of none.
                let expected = if plot.id.starts_with("scatter") || plot.id == "lengths" {
                    &[]
                } else {
                    names.as_slice()
                };
                assert!(!series.is_empty(), "{}", plot.id);
                for name in expected {
                    assert!(series.contains(&name.as_str()), "{} lacks {name}: {series:?}", plot.id);
                }
                seen += 1;
            }
        }
    }
    assert!(seen >= 30, "{seen}");
}

#[test]
fn every_point_tells_its_instance_and_links_to_it() {
    let results = made_up::results(&Wish::default());
    let digest = Digest::new(&results);
    let link = |at: usize| results.instances[at].link.clone();
    let scatter = plots(&digest, None).into_iter().find(|plot| plot.id == "scatter-expanded-0-1").unwrap();
    let svg = scatter.draw(Place::File(&link));
    let tree = roxmltree::Document::parse(&svg).unwrap();
    let points: Vec<_> = tree.descendants().filter(|node| node.attribute("class") == Some("m")).collect();
    assert!(points.len() > 50);
    let told: usize = points
        .iter()
        .map(|point| {
            let title = point.first_element_child().unwrap().text().unwrap();
            let id = title.split(':').next().unwrap();
            let at: usize = id.strip_prefix("board-").unwrap().parse().unwrap();
            assert_eq!(point.parent().unwrap().attribute("href"), results.instances[at].link.as_deref());
            // A point that stands for several says for how many.
            1 + title
                .rsplit_once("(+")
                .map_or(0, |(_, more)| more.trim_end_matches(')').parse::<usize>().unwrap())
        })
        .sum();
    assert_eq!(told, 120, "all instances are there");
}

#[test]
fn a_page_needs_nothing_from_elsewhere() {
    let page = page(&made_up::results(&Wish { errors: true, ..Wish::default() }));
    assert!(!page.contains(">?<"), "a word that is missing");
    let allowed = ["http://www.w3.org/2000/svg", "http://127.0.0.1:7177/"];
    for (at, _) in page.match_indices("http") {
        let rest = &page[at..];
        let address = rest.starts_with("http://") || rest.starts_with("https://");
        assert!(!address || allowed.iter().any(|known| rest.starts_with(known)), "{}", &rest[..80]);
    }
    for outside in ["<link", "@import", "url(", " src=", "<iframe", "<img", "fetch(", "XMLHttpRequest"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("default-src 'none'"));
}

/// Names that try to become something else.
const HOSTILE: &str = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&amp;$x$\u{0}\u{2028}\n|%{n}[a](javascript:b)\\";

#[test]
fn hostile_names_stay_names() {
    let mut results = made_up::results(&Wish { instances: 30, errors: true, ..Wish::default() });
    let names: Vec<String> = (0..3).map(|at| format!("{HOSTILE}{at}")).collect();
    for row in &mut results.rows {
        let at = results.algorithms.iter().position(|name| *name == row.algorithm).unwrap();
        row.algorithm.clone_from(&names[at]);
        row.instance.push_str(HOSTILE);
        row.error = row.error.take().map(|error| error + HOSTILE);
        row.why = row.why.take().map(|why| why + HOSTILE);
    }
    results.algorithms = names;
    for instance in &mut results.instances {
        instance.id.push_str(HOSTILE);
        instance.link = Some("javascript:alert(3)".to_owned());
        let width = instance.features.remove("width").unwrap();
        instance.features.insert(HOSTILE.to_owned(), width);
    }
    for text in [
        &mut results.manifest.title,
        &mut results.manifest.question,
        &mut results.manifest.name,
        &mut results.manifest.campaign,
        &mut results.manifest.version,
        &mut results.manifest.machines[0].cpu,
    ] {
        *text = HOSTILE.to_owned();
    }
    results.manifest.inputs.insert(HOSTILE.to_owned(), HOSTILE.to_owned());
    let page = page(&results);
    assert_eq!(page.matches("<script").count(), 2, "the data and the program");
    assert_eq!(page.matches("</script").count(), 2);
    assert!(!page.contains("<img"));
    assert!(page.matches("alert(1)").count() > 20);
    let data = data(&page);
    assert_eq!(data["links"][0], serde_json::Value::Null);
    assert!(data["ids"][0].as_str().unwrap().ends_with(HOSTILE));
    for drawing in drawings(&page) {
        let whole = format!("<svg xmlns{drawing}</svg>");
        roxmltree::Document::parse(&whole).unwrap();
    }
    let digest = Digest::new(&results);
    let told = markdown(&digest);
    assert!(!told.contains("<script") && !told.contains("[a]("));
    let table_lines = told.lines().filter(|line| line.starts_with('|')).map(|line| line.replace("\\|", ""));
    assert!(table_lines.clone().count() > 10);
    let told = latex(&digest);
    assert!(!told.contains(" $x$") && told.contains("\\$x\\$"), "{told}");
    assert!(csv(&digest).contains("\"\"'&amp;"));
}

#[test]
fn errors_come_first_and_are_counted() {
    let results = made_up::results(&Wish { errors: true, ..Wish::default() });
    let digest = Digest::new(&results);
    let failures = failures(&digest);
    assert_eq!(failures.len(), 1);
    assert_eq!((failures[0].count, failures[0].examples.len()), (15, 3));
    let page = page(&results);
    let place = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text}"));
    assert!(place("the program ended by signal 11") < place("id=\"coverage\""));
    let told = markdown(&digest);
    assert!(told.find("signal 11").unwrap() < told.find("## Coverage").unwrap());
    // A campaign without errors has no such section.
    assert!(!self::page(&made_up::results(&Wish::default())).contains("id=\"failures\""));
}

#[test]
fn what_must_not_be_compared_is_said() {
    let said = |results: &Results| -> Vec<String> {
        warnings(&Digest::new(results)).iter().map(|said| said.english().chars().take(24).collect()).collect()
    };
    let calm = made_up::results(&Wish { instances: 40, algorithms: 1, ..Wish::default() });
    assert_eq!(said(&calm), Vec::<String>::new());
    let mut results = calm.clone();
    results.rows.pop();
    assert_eq!(said(&results), ["The campaign is not comp"]);
    let mut results = calm.clone();
    results.rows[0].load = Some(3.0);
    assert_eq!(said(&results), ["1 runs began on a busy m"]);
    let mut results = calm.clone();
    let mut other = results.manifest.machines[0].clone();
    other.id = "other".to_owned();
    results.manifest.machines.push(other);
    results.rows[0].machine = 1;
    assert_eq!(said(&results), ["Times come from 2 machin"]);
    assert!(warnings(&Digest::new(&results))[0].english().contains("of the same kind"));
    results.manifest.machines[1].cores = 4;
    assert!(warnings(&Digest::new(&results))[0].english().contains("not alike"));
}

#[test]
fn proofs_that_contradict_are_found() {
    let mut results = made_up::results(&Wish { instances: 20, repeats: 1, ..Wish::default() });
    assert!(conflicts(&Digest::new(&results)).is_empty());
    let row = results.rows.iter_mut().find(|row| row.optimal == Some(true)).unwrap();
    row.cost = row.cost.map(|cost| cost + 1);
    let instance = row.instance.clone();
    let found = conflicts(&Digest::new(&results));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].instance, instance);
    // Nothing is said of the length of a solution that two dispute.
    let digest = Digest::new(&results);
    assert_eq!(digest.optimal[digest.instance(&instance).unwrap()], None);
    assert!(page(&results).contains("id=\"conflicts\""));
}

/// Breadth-first search with one robot that may move answers another question than with all of them.
#[test]
fn answers_to_different_questions_do_not_contradict() {
    let mut results = made_up::results(&Wish { instances: 20, repeats: 1, algorithms: 2, ..Wish::default() });
    for row in results.rows.iter_mut().filter(|row| row.algorithm == "bfs") {
        row.cost = row.cost.map(|cost| cost + 2);
    }
    assert_eq!(conflicts(&Digest::new(&results)).len(), 19, "one was a limit");
    let questions = [("bfs".to_owned(), "robots=main".to_owned())].into();
    let digest = Digest::asking(&results, &questions);
    assert_eq!(conflicts(&digest), []);
    // The length is that of the question that allows more, and the costs stand side by side.
    assert_eq!(digest.optimal[0], digest.cell(1, 0).optimal);
    let tables = tables(&digest, None);
    let costs = tables.iter().find(|table| table.id == "costs").unwrap();
    assert_eq!((costs.rows[0][4].text.as_str(), costs.rows[1][4].text.as_str()), ("19", "0"));
}

/// A limit cuts the hard instances off; a fit that left them out would find the growth too flat.
#[test]
fn what_ran_into_a_limit_does_not_flatten_the_growth() {
    let mut results =
        made_up::results(&Wish { instances: 250, repeats: 1, algorithms: 1, ..Wish::default() });
    for (row, instance) in results.rows.iter_mut().zip(&results.instances) {
        let robots = instance.features["robots"];
        // Exactly tenfold with each robot, times a factor from 1 to 50 that depends on the instance.
        let factor = 1.0 + f64::from(row.instance.as_bytes()[9] % 10) * 5.0;
        row.expanded = Some((10f64.powf(robots) * factor) as u64);
        row.outcome = if row.expanded > Some(1_500_000) { Outcome::Limit } else { Outcome::Solved };
    }
    let growths = growths(&Digest::new(&results));
    let found = growths
        .iter()
        .find(|growth| growth.feature == "robots" && growth.measure == Measure::Expanded)
        .unwrap();
    assert!((found.fit.rate - 10.0).abs() < 0.5, "{found:?}");
    assert!(results.rows.iter().filter(|row| row.outcome == Outcome::Limit).count() > 20);
}

#[test]
fn the_best_is_marked() {
    let results = made_up::results(&Wish::default());
    let digest = Digest::new(&results);
    let tables = tables(&digest, None);
    let ids: Vec<&str> = tables.iter().map(|table| table.id).collect();
    assert_eq!(ids, ["coverage", "time", "expansions", "pairs", "fits"]);
    let expansions = &tables[2];
    let best: Vec<bool> = expansions.rows.iter().map(|row| row[1].best).collect();
    assert_eq!(best, [false, true, false], "A* expands least");
    assert!(markdown(&digest).contains(&format!("**{}**", expansions.rows[1][1].text)));
    assert!(latex(&digest).contains("\\textbf{"));
    let pairs = &tables[3];
    assert!(
        pairs.rows[0][3].text.starts_with("×0.1") && pairs.rows[0][4].text.starts_with('<'),
        "{:?}",
        pairs.rows[0]
    );
}

#[test]
fn a_tournament_has_a_standing() {
    let results = made_up::tournament(100);
    let standing = standing(&results).unwrap();
    assert_eq!(standing.players, ["alphabeta(depth=4)", "mcts(rollouts=10000)", "pvs(depth=3)", "greedy"]);
    for (elo, truth) in standing.elo.iter().zip([150.0, 60.0, 0.0, -210.0]) {
        assert!(elo.low - 25.0 <= truth && truth <= elo.high + 25.0, "{elo:?} {truth}");
        assert!(elo.low < elo.middle && elo.middle < elo.high && elo.high - elo.low < 120.0);
    }
    assert_eq!(standing.all, 1200);
    assert_eq!(standing.games, [600; 4]);
    let page = page(&results);
    assert!(
        page.contains("id=\"standing\"")
            && page.contains("id=\"cross\"")
            && !page.contains("id=\"coverage\"")
    );
}

#[test]
fn nothing_and_little_have_a_report_too() {
    assert!(page(&Results::default()).contains("There are no results yet."));
    let mut one = made_up::results(&Wish { instances: 1, repeats: 1, algorithms: 1, ..Wish::default() });
    assert!(page(&one).contains("board-00000"));
    one.rows[0].outcome = Outcome::Error;
    one.rows[0].seconds = Some(f64::NAN);
    one.rows[0].expanded = None;
    assert!(page(&one).contains("id=\"failures\""));
    // A row of an instance that nobody knows.
    one.instances.clear();
    let page = page(&one);
    assert_eq!(data(&page)["ids"][0], "board-00000");
}

/// A tenth of the great one, which `examples/made_up.rs` measures.
#[test]
fn ten_thousand_results_stay_small() {
    let results = made_up::results(&Wish { instances: 700, repeats: 5, ..Wish::default() });
    assert_eq!(results.rows.len(), 10_500);
    let page = page(&results);
    assert!(page.len() < 2_000_000, "{} bytes", page.len());
    assert_eq!(data(&page)["columns"]["t"].as_array().unwrap().len(), 10_500);
    assert!(page.matches("data-i=").count() < 12_000, "points that fall together are one");
}

#[test]
fn long_data_is_packed_and_the_same() {
    let results = made_up::results(&Wish { instances: 6000, repeats: 5, ..Wish::default() });
    let page = page(&results);
    assert!(page.contains("data-packed=\"deflate\""));
    assert_eq!(data(&page)["columns"]["e"].as_array().unwrap().len(), 90_000);
}
