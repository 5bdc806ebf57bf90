//! `solve` on one position: where it is read from, what is answered, and how it ends.

use super::support::*;

#[test]
fn solves_a_file_standard_input_and_what_generate_prints() {
    let generated = boards(1, 3, &[]);
    let from_file = damier(&["solve", "ricochet", &file("solve.json", &generated), "--json"]);
    let piped = damier_reads(&["solve", "ricochet", "-", "--json"], generated);
    let (from_file, piped) = (from_file.ends(0).silent().object(), piped.ends(0).silent().object());
    for key in ["id", "outcome", "cost", "solution", "lower_bound"] {
        assert_eq!(from_file[key], piped[key], "{key}");
    }
    assert_eq!(piped["id"], "3");
    assert_eq!(piped["outcome"], "solved");
}

#[test]
fn a_solved_line_has_the_keys_and_meanings_of_the_contract() {
    let board = boards(1, 7, &[]);
    let answer = damier_reads(&["solve", "ricochet", "-", "--json"], board.clone()).ends(0).silent().object();
    assert_eq!(answer["game"], "ricochet");
    assert_eq!(answer["id"], "7");
    assert_eq!(answer["algorithm"], "fast");
    assert_eq!(answer["outcome"], "solved");
    assert_eq!(answer["optimal"], true);
    assert_eq!(answer["cost"], answer["lower_bound"]);
    let solution = answer["solution"].as_str().expect("a solution");
    assert_eq!(cost(&answer), Some(solution.split(' ').count() as u64));
    assert!(solution.split(' ').all(|slide| {
        matches!(slide.as_bytes(), [robot, direction] if b"rgby".contains(robot) && b"NESW".contains(direction))
    }));
    let stats = &answer["stats"];
    assert!(stats["expanded"].as_u64().expect("expanded") > 0);
    assert!(stats["generated"].as_u64() > stats["expanded"].as_u64());
    assert!(stats["peak_bytes"].as_u64().expect("peak_bytes") > 0);
    let seconds = stats["seconds"].as_f64().expect("seconds");
    assert!(seconds > 0.0 && seconds < 10.0);
    damier_reads(&["check", "ricochet", "-", "--solution", solution], board).ends(0);
}

#[test]
fn an_unsolvable_position_is_proven_so_and_ends_with_10() {
    for algorithm in ALGORITHMS {
        let args = ["solve", "ricochet", "-", "--json", "--algorithm", algorithm];
        let said = damier_reads(&args, NEVER).silent();
        let answer = said.object();
        // A depth limit or a cut beam proves nothing; here neither is reached.
        assert_eq!(answer["outcome"], "unsolvable", "{}", said.all());
        assert_eq!(answer["optimal"], false);
        assert!(answer.get("solution").is_none() && answer.get("cost").is_none(), "{answer}");
        said.ends(10);
    }
}

#[test]
fn a_robot_on_its_target_has_nothing_left_to_do() {
    for algorithm in ALGORITHMS {
        let args = ["solve", "ricochet", "-", "--json", "--algorithm", algorithm];
        let answer = damier_reads(&args, DONE).ends(0).silent().object();
        assert_eq!(cost(&answer), Some(0), "{algorithm}");
        assert_eq!(answer["solution"], "");
        assert_eq!(answer["optimal"], true);
    }
}

#[test]
fn optimal_is_said_only_when_it_is_proven() {
    let boards = boards(12, 100, &["--recipe", "free", "--width", "8", "--height", "8", "--robots", "3"]);
    let solve = |algorithm: &str| {
        let args = ["solve", "ricochet", "-", "--batch", "--json", "--algorithm", algorithm];
        damier_reads(&args, boards.clone()).objects()
    };
    let exact = solve("bfs");
    for algorithm in ALGORITHMS.into_iter().chain(["astar(manhattan)", "ida(manhattan)", "beam(width=3)"]) {
        for (answer, exact) in solve(algorithm).iter().zip(&exact) {
            let best = cost(exact);
            assert_eq!(answer["id"], exact["id"]);
            if answer["optimal"] == true {
                assert_eq!(cost(answer), best, "{algorithm}: {answer}");
            }
            if let (Some(bound), Some(best)) = (answer["lower_bound"].as_u64(), best) {
                assert!(bound <= best, "{algorithm}: {answer}");
            }
            assert!(answer["outcome"] != "unsolvable" || exact["outcome"] == "unsolvable", "{algorithm}");
        }
    }
}

#[test]
fn every_format_is_recognised_from_its_content() {
    let board = boards(1, 21, &["--diagonals", "4"]);
    let json = damier_reads(&["solve", "ricochet", "-", "--json"], board.clone()).ends(0).object();
    for format in ["json", "lines", "drawing", "codes", "compact"] {
        let text = damier_reads(&["convert", "ricochet", "-", "--to", format], board.clone()).ends(0).out;
        let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        for (kind, text) in [("plain", text), ("windows", windows)] {
            let name = format!("recognised-{format}-{kind}");
            let from_file = damier(&["solve", "ricochet", &file(&name, &text), "--json"]).ends(0).silent();
            let piped = damier_reads(&["solve", "ricochet", "-", "--json"], text.clone()).ends(0).silent();
            let forced =
                damier_reads(&["solve", "ricochet", "-", "--json", "--format", format], text).ends(0);
            for said in [from_file, piped, forced] {
                assert_eq!(said.object()["solution"], json["solution"], "{name}");
            }
        }
    }
}

#[test]
fn the_line_format_takes_lines_in_any_order_and_adds_them_up() {
    // A wall east of 1,0 on both of its sides; green may stand in the way; the first robot listed takes the target.
    let lines = "3 3 S\n1 0 E\n# a comment\n2 0 W\n0 0 R:red\n3 0 R:green\n1 0 G\n1 0 E\n";
    let said = damier_reads(&["solve", "ricochet", "-", "--json"], lines).ends(0).silent();
    assert_eq!(said.object()["solution"], "rE");
}

#[test]
fn a_wall_marked_on_one_side_is_a_wall_and_a_note_says_so_on_standard_error() {
    let said = damier_reads(&["solve", "ricochet", "-", "--json"], "0 0 R\n1 0 GE\n3 3 S\n").ends(0);
    assert_eq!(said.object()["solution"], "rE");
    names(&said.err, &["damier: note:", "one of their two sides"]);
    assert_eq!(said.err.lines().count(), 1, "{}", said.err);
}

#[test]
fn a_person_gets_a_picture_the_moves_and_no_colours_in_a_pipe() {
    let said = damier_reads(&["solve", "ricochet", "-"], EASY).ends(0).silent();
    names(&said.out, &["┌", "solved in 2 moves, proven optimal", "expanded"]);
    assert!(said.out.lines().any(|line| line == "rS rE" || line == "rE rS"), "{}", said.out);
    assert!(!said.out.contains('\u{1b}'), "{}", said.out);
}

#[test]
fn all_lists_every_optimal_solution_once() {
    let board = boards(1, 7, &[]);
    let answer =
        damier_reads(&["solve", "ricochet", "-", "--all", "--json"], board.clone()).ends(0).silent().object();
    let solutions: Vec<_> =
        answer["solutions"].as_array().expect("a list").iter().filter_map(|s| s.as_str()).collect();
    assert_eq!(answer["count"].as_u64(), Some(solutions.len() as u64));
    assert_eq!(answer["complete"], true);
    assert!(solutions.len() > 1);
    let different: std::collections::HashSet<_> = solutions.iter().collect();
    assert_eq!(different.len(), solutions.len());
    for solution in &solutions {
        assert_eq!(Some(solution.split(' ').count() as u64), cost(&answer));
        damier_reads(&["check", "ricochet", "-", "--solution", solution], board.clone()).ends(0);
    }
    let few =
        damier_reads(&["solve", "ricochet", "-", "--all", "--most", "2", "--json"], board).ends(0).object();
    assert_eq!(few["count"], answer["count"]);
    assert_eq!(few["complete"], false);
    assert_eq!(few["solutions"].as_array().map(Vec::len), Some(2));
}

#[test]
fn several_positions_in_one_file_are_all_solved() {
    let said = damier_reads(&["solve", "ricochet", "-", "--json"], format!("{EASY}\n{NEVER}\n{DONE}\n"));
    let outcomes: Vec<_> = said.objects().iter().map(|answer| answer["outcome"].clone()).collect();
    assert_eq!(outcomes, ["solved", "unsolvable", "solved"]);
    said.ends(10).silent();
}

#[test]
fn a_wrong_use_ends_with_30_and_says_what_is_possible() {
    let board = file("wrong-use.json", EASY);
    let solve = |more: &[&str]| {
        let mut args = vec!["solve", "ricochet", &board, "--json"];
        args.extend(more);
        damier(&args).wrong_use()
    };
    names(&solve(&["--algorithm", "nope"]), &["'nope'", "bfs", "astar", "bidirectional"]);
    names(&solve(&["--algorithm", "astar(nope)"]), &["'nope'", "bounces", "manhattan"]);
    names(&solve(&["--algorithm", "beam(wide=3)"]), &["'wide'", "width"]);
    names(&solve(&["--algorithm", "beam(width=0)"]), &["width", "whole number from 1"]);
    names(&solve(&["--algorithm", "bfs(bounces)"]), &["takes no heuristic"]);
    names(&solve(&["--algorithm", "bfs(robots=some)"]), &["robots", "all", "main"]);
    names(&solve(&["--algorithm", "astar(bounces"]), &["bracket"]);
    names(&solve(&["--format", "nope"]), &["'nope'", "json", "lines", "drawing", "codes", "compact"]);
    names(&solve(&["--time", "3parsec"]), &["'parsec'", "ms", "s"]);
    names(&solve(&["--time=-1s"]), &["--time"]);
    names(&solve(&["--memory", "4GiBB"]), &["'GiBB'", "GiB"]);
    names(&solve(&["--nodes", "many"]), &["--nodes"]);
    names(&solve(&["--threads", "0"]), &["--threads"]);
    names(&solve(&["--nope"]), &["--nope"]);
    names(&damier(&["solve", "chess", &board]).wrong_use(), &["'chess'", "ricochet"]);
    names(&damier(&["solve"]).wrong_use(), &["GAME", "FILE"]);
    names(&damier(&["nope"]).wrong_use(), &["nope"]);
}

#[test]
fn help_and_version_are_no_errors() {
    names(&damier(&["--help"]).ends(0).silent().out, &["solve", "generate", "race", "Exit codes"]);
    names(&damier(&["solve", "--help"]).ends(0).silent().out, &["--algorithm", "--memory", "--time"]);
    names(&damier(&["--version"]).ends(0).silent().out, &["damier 0"]);
}
