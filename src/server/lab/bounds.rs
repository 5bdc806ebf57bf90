//! What a page may run: the program's own algorithms on boards that the program makes or brings along, within bounds. Nothing that a
//! page says is a command, an engine or a path.

use std::time::Duration;

use damier_campaign::{Campaign, ExecutorKind, From, Place, Slurm, Who, planned};
use damier_kit::{Refusal, excerpt, refuse};

use super::super::wire::LabPlan;
use crate::lab::survey::survey;

/// The longest name of a campaign, and the longest text that a message has room for.
const NAME: usize = 60;
pub(super) const TEXT: usize = 48 << 10;
/// What a run may take, and a move of a tournament.
const TIME: Duration = Duration::from_secs(600);
const MOVE: Duration = Duration::from_secs(60);
const MEMORY: u64 = 4 << 30;
/// How long a board may be looked for that is wished for.
const PATIENCE: Duration = Duration::from_secs(60);
/// The most instances, and the most runs.
const INSTANCES: u64 = 10_000;
const RUNS: u64 = 100_000;

/// Whether a campaign may be called so: its file and the folder of its results are named after it.
pub(super) fn name(name: &str) -> Result<&str, Refusal> {
    let plain = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-';
    let fits = (1..=NAME).contains(&name.len()) && name.bytes().all(plain) && !name.starts_with('-');
    fits.then_some(name).ok_or_else(|| {
        refuse!(
            "labs.name",
            "'{name}' is no name for a campaign here; take small letters, digits and '-', {most} at most",
            name = excerpt(name),
            most = NAME
        )
    })
}

/// What a campaign would do on so many cores, if a page may run it.
pub(super) fn plan(text: &str, called: &str, cores: usize) -> Result<(Campaign, LabPlan), Refusal> {
    if text.len() > TEXT {
        return Err(refuse!(
            "labs.long",
            "a campaign of the page is at most {most} KiB long",
            most = TEXT >> 10
        ));
    }
    let campaign = Campaign::parse(text, called)?;
    allowed(&campaign, cores)?;
    let instances = survey(&campaign, INSTANCES)?;
    let runs = planned(&campaign, instances as usize);
    if runs > RUNS {
        return Err(refuse!(
            "labs.runs",
            "these are {runs} runs; from the page a campaign has at most {most}. Take fewer boards, algorithms or repeats",
            runs,
            most = RUNS
        ));
    }
    let workers = campaign.run.workers.map_or(cores, |workers| workers as usize).clamp(1, cores.max(1));
    let plan = LabPlan {
        title: campaign.title.clone(),
        instances,
        contenders: campaign.contenders().len(),
        repeats: campaign.repeats,
        runs,
        tournament: campaign.tournament.is_some(),
        longest: campaign.limits.time.as_secs_f64() * runs as f64 / workers as f64,
    };
    Ok((campaign, plan))
}

/// Whether nothing in it is more than a page may ask for.
fn allowed(campaign: &Campaign, cores: usize) -> Result<(), Refusal> {
    for source in &campaign.instances {
        match &source.from {
            From::Files(_) => {
                return Err(source.at.refuses(refuse!(
                    "labs.files",
                    "from the page boards come from sets and recipes, not from files; \
                     a campaign with files is run by `damier lab run`"
                )));
            }
            From::Generate(recipe) if recipe.patience > PATIENCE => {
                return Err(source.at.refuses(too_much("patience", "60s")));
            }
            _ => {}
        }
    }
    for algorithm in &campaign.algorithms {
        if !matches!(algorithm.who, Who::Spec(_)) {
            return Err(algorithm.at.refuses(refuse!(
                "labs.who",
                "'{name}' is a program or a file; from the page only the program's own algorithms run. \
                 A campaign with others is run by `damier lab run`",
                name = excerpt(&algorithm.name)
            )));
        }
    }
    let top = Place { line: 1, column: 1 };
    if campaign.run.executor != ExecutorKind::Local || campaign.slurm != Slurm::default() {
        return Err(refuse!(
            "labs.cluster",
            "from the page a campaign runs on this machine; one for a cluster is run by `damier lab run`"
        ));
    }
    let limits = campaign.limits;
    if limits.time > TIME || limits.time.is_zero() {
        return Err(top.refuses(too_much("limits.time", "10m")));
    }
    if limits.memory > MEMORY || limits.memory == 0 {
        return Err(top.refuses(too_much("limits.memory", "4GiB")));
    }
    if campaign.tournament.as_ref().and_then(|each| each.time_per_move).is_some_and(|time| time > MOVE) {
        return Err(top.refuses(too_much("time_per_move", "60s")));
    }
    if campaign.run.threads as usize > cores.max(1) {
        return Err(top.refuses(too_much("run.threads", &cores.to_string())));
    }
    Ok(())
}

fn too_much(what: &str, most: &str) -> Refusal {
    refuse!("labs.much", "{what} is more than 0 and at most {most} in a campaign of the page", what, most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    fn told(more: &str) -> Result<LabPlan, Refusal> {
        // Whatever the games are, the first that is solved and has a recipe without options will do.
        let game = GAMES.iter().find(|game| game.kit.thinking().is_none()).expect("a puzzle");
        let usual = "[[instances]]\ngenerate = {}\ncount = 5\n[[algorithms]]\nspec = \"bfs\"\n";
        let text = format!("game = \"{}\"\n{more}\n{usual}", game.name());
        plan(&text, "test", 2).map(|(_, plan)| plan)
    }

    #[test]
    fn what_a_page_may_run_is_told_in_figures() {
        let plan = told("repeats = 3\n[limits]\ntime = \"10s\"").unwrap();
        assert_eq!((plan.instances, plan.contenders, plan.runs), (5, 1, 15));
        assert!((plan.longest - 75.0).abs() < 1e-6, "{}", plan.longest);
    }

    #[test]
    fn what_a_page_may_not_ask_for_is_refused() {
        for (more, key) in [
            ("[[algorithms]]\ncommand = \"sh -c true\"", "labs.who"),
            ("[[algorithms]]\nengine = \"mine\"", "labs.who"),
            ("[[algorithms]]\nheuristic = \"../../etc/passwd\"", "labs.who"),
            ("[[instances]]\nfiles = \"/etc/*\"", "labs.files"),
            ("[run]\nexecutor = \"slurm\"", "labs.cluster"),
            ("[slurm]\noptions = [\"--uid=root\"]", "labs.cluster"),
            ("[run]\nthreads = 64", "labs.much"),
            ("[limits]\ntime = \"2h\"", "labs.much"),
            ("[limits]\nmemory = \"64GiB\"", "labs.much"),
            ("repeats = 1000000", "labs.runs"),
            ("[[instances]]\ngenerate = {}\ncount = 10001", "campaign.many"),
            ("[[instances]]\ngenerate = {}\npatience = \"1h\"", "labs.much"),
        ] {
            assert_eq!(told(more).map(|_| "").unwrap_err().key, key, "{more}");
        }
    }

    #[test]
    fn a_name_is_no_path() {
        assert!(name("taquin-heuristics-2").is_ok());
        for wrong in ["", "-a", "a/b", "..", "a.toml", "A", "a b", "é", &"a".repeat(61)] {
            assert_eq!(name(wrong).unwrap_err().key, "labs.name", "{wrong}");
        }
    }
}
