//! From what a campaign says to what is run: positions with their features, and contenders that are checked.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;

use damier_campaign::{
    Algorithm, Campaign, From, Instance, Place, Recipe, Source, Store, Who, expansion_key, fingerprint,
};
use damier_kit::{LevelSet, Position, Refusal, refuse};
use damier_lab::wish::{self, Wish};
use damier_lab::{Game, own, table_bytes};
use damier_search::{OWN, Progress, Spec};

use super::order::{Contender, Solver};
use super::{Lab, Work};
use crate::games;

/// The largest file of positions.
const FILE: u64 = 64 << 20;

/// Everything that a campaign names is found, read, made and checked. Where the store has the instances already, they are taken from
/// there. `progress` can stop it.
pub(crate) fn expand(lab: &Lab, store: Option<&Store>, progress: &Arc<Progress>) -> Result<Work, Refusal> {
    let campaign = &lab.campaign;
    let mut inputs = BTreeMap::new();
    let mut texts = HashMap::new();
    for source in &campaign.instances {
        let game = game(&source.game).map_err(|refusal| source.at.refuses(refusal))?;
        if let From::Files(patterns) = &source.from {
            for (name, text) in
                files(&lab.base, patterns, game).map_err(|refusal| source.at.refuses(refusal))?
            {
                inputs.insert(name.clone(), fingerprint(text.as_bytes()));
                texts.insert(name, text);
            }
        }
    }
    let mut solvers = HashMap::new();
    let games = campaign.instances.iter().map(|source| source.game.as_str());
    let games: Vec<&str> = games.chain(campaign.tournament.iter().map(|each| each.game.as_str())).collect();
    for algorithm in &campaign.algorithms {
        let solver =
            solver(lab, algorithm, &games, &mut inputs).map_err(|refusal| algorithm.at.refuses(refusal))?;
        solvers.insert(algorithm.name.as_str(), solver);
    }
    let key = key(campaign, &inputs);
    let kept = store.map(|store| store.expanded(&key)).transpose()?.flatten();
    let instances = match kept {
        Some(instances) => instances,
        None => instances(lab, &texts, progress)?,
    };
    let names = campaign.contenders();
    let contenders = contenders(campaign, &solvers);
    let prints = names.iter().zip(&contenders).map(|(name, who)| (name.clone(), print(who))).collect();
    Ok(Work { campaign: campaign.clone(), names, contenders, instances, prints, inputs, key })
}

/// The game of that name.
pub(super) fn game(name: &str) -> Result<Game, Refusal> {
    games::named(name).map_err(|_| {
        let (name, known) = (damier_kit::excerpt(name), games::names().collect::<Vec<_>>().join(", "));
        refuse!("lesson.game", "there is no game '{name}'; there is {known}", name, known)
    })
}

/// The set of that name.
pub(super) fn set(game: Game, name: &str) -> Result<&'static LevelSet, Refusal> {
    let sets = game.kit.about().sets;
    sets.iter().find(|set| set.name == name).ok_or_else(|| {
        let known = sets.iter().map(|set| set.name).collect::<Vec<_>>().join(", ");
        let name = damier_kit::excerpt(name);
        refuse!("campaign.set", "no set is called '{name}'; there is {known}", name, known)
    })
}

/// By what instances are known that were made before.
fn key(campaign: &Campaign, inputs: &BTreeMap<String, String>) -> String {
    let sources = format!(
        "{:?}",
        campaign
            .instances
            .iter()
            .map(|each| Source { at: Place::default(), ..each.clone() })
            .collect::<Vec<_>>()
    );
    let openings =
        campaign.tournament.as_ref().map(|each| (&each.game, each.games, each.opening, &each.setup));
    let (openings, inputs) = (format!("{openings:?}"), format!("{inputs:?}"));
    expansion_key(&[env!("CARGO_PKG_VERSION"), &campaign.seed.to_string(), &sources, &openings, &inputs])
}

/// What a contender is, so that one can tell whether it has changed.
fn print(contender: &Contender) -> String {
    fingerprint(serde_json::to_string(contender).unwrap_or_default().as_bytes())
}

/// Who an algorithm is, checked for each game that it may meet.
pub(super) fn solver(
    lab: &Lab,
    algorithm: &Algorithm,
    games: &[&str],
    inputs: &mut BTreeMap<String, String>,
) -> Result<Solver, Refusal> {
    let checked = |spec: &Spec| {
        for &name in games {
            let game = game(name)?;
            match game.kit.thinking() {
                Some(_) => drop(game.player(spec, table_bytes(Some(1 << 20)))?),
                None => game.check(spec)?,
            }
        }
        Ok::<(), Refusal>(())
    };
    match &algorithm.who {
        Who::Spec(text) => {
            let spec: Spec = text.parse()?;
            if spec.words.iter().any(|word| word == OWN.name) {
                return Err(refuse!(
                    "campaign.own",
                    "own is a heuristic that you bring along; name its file with heuristic = \"…\""
                ));
            }
            checked(&spec)?;
            let is_outside =
                |&name: &&str| game(name).is_ok_and(|game| damier_engines::knows(game.kit, &spec).is_some());
            let outside = games.iter().any(is_outside);
            Ok(if outside { Solver::Engine(spec.to_string()) } else { Solver::Spec(spec.to_string()) })
        }
        Who::Engine(name) => {
            let spec = Spec { name: name.clone(), words: Vec::new(), pairs: Vec::new() };
            for &of in games {
                if damier_engines::knows(game(of)?.kit, &spec).is_none() {
                    return Err(refuse!(
                        "campaign.engine",
                        "no engine of {game} is called '{name}' in engines.toml; --engines FILE names another list",
                        game = of,
                        name
                    ));
                }
            }
            checked(&spec)?;
            Ok(Solver::Engine(spec.to_string()))
        }
        Who::Script { spec, file } => {
            let mut spec: Spec = spec.as_deref().unwrap_or("astar").parse()?;
            if spec.words.is_empty() {
                spec.words.push(OWN.name.to_owned());
            }
            checked(&spec)?;
            let text = text(&lab.base.join(file))?;
            inputs.insert(file.clone(), fingerprint(text.as_bytes()));
            Ok(Solver::Script { spec: spec.to_string(), text })
        }
        Who::Command(command) => Ok(Solver::Program(command.clone())),
    }
}

fn contenders(campaign: &Campaign, solvers: &HashMap<&str, Solver>) -> Vec<Contender> {
    let names = campaign.contenders();
    let who = |name: &str| solvers.get(name).cloned();
    let contender = |name: &String| match &campaign.tournament {
        None => who(name).map(Contender::Solve),
        Some(tournament) => {
            let (first, second) = name.split_once(damier_campaign::AGAINST)?;
            Some(Contender::Play {
                players: Box::new([who(first)?, who(second)?]),
                seconds: tournament.time_per_move.map(|time| time.as_secs_f64()),
                nodes: tournament.nodes_per_move,
            })
        }
    };
    names.iter().filter_map(contender).collect()
}

/// The files that patterns name, each with its text, in the order of their names.
fn files(base: &Path, patterns: &[String], game: Game) -> Result<Vec<(String, String)>, Refusal> {
    let mut found = Vec::new();
    for pattern in patterns {
        let whole = base.join(pattern);
        let wrong = |why: String| refuse!("campaign.pattern", "cannot find {pattern}: {why}", pattern, why);
        let names = glob::glob(&whole.to_string_lossy()).map_err(|error| wrong(error.msg.to_owned()))?;
        let mut names: Vec<_> = names.filter_map(Result::ok).filter(|name| name.is_file()).collect();
        names.sort();
        if names.is_empty() {
            return Err(wrong("there is no such file".to_owned()));
        }
        for name in names {
            let bytes = bytes(&name)?;
            let shown = name.strip_prefix(base).unwrap_or(&name).display().to_string();
            let text =
                game.kit.decode(&bytes).ok_or_else(|| unreadable(&name, "this is not text in UTF-8"))?;
            found.push((shown, text));
        }
    }
    Ok(found)
}

fn unreadable(file: &Path, why: &str) -> Refusal {
    refuse!("campaign.read", "cannot read {name}: {why}", name = file.display().to_string(), why)
}

fn bytes(file: &Path) -> Result<Vec<u8>, Refusal> {
    let size = std::fs::metadata(file).map_err(|error| unreadable(file, &error.to_string()))?.len();
    if size > FILE {
        return Err(unreadable(file, "it is larger than 64 MiB"));
    }
    std::fs::read(file).map_err(|error| unreadable(file, &error.to_string()))
}

fn text(file: &Path) -> Result<String, Refusal> {
    String::from_utf8(bytes(file)?).map_err(|_| unreadable(file, "this is not text in UTF-8"))
}

/// The instances as they are made.
struct Making<'a> {
    progress: &'a Arc<Progress>,
    seed: u64,
    made: Vec<Instance>,
    /// How often a name was given.
    names: HashMap<String, u32>,
}

fn instances(
    lab: &Lab,
    texts: &HashMap<String, String>,
    progress: &Arc<Progress>,
) -> Result<Vec<Instance>, Refusal> {
    let campaign = &lab.campaign;
    let mut making = Making { progress, seed: campaign.seed, made: Vec::new(), names: HashMap::new() };
    for source in &campaign.instances {
        let made = making.source(lab, source, texts);
        made.map_err(|refusal| if refusal.line.is_some() { refusal } else { source.at.refuses(refusal) })?;
    }
    if let Some(tournament) = campaign.tournament.as_ref().filter(|_| campaign.instances.is_empty()) {
        let (game, plies) = (game(&tournament.game)?, tournament.opening.to_string());
        let mut options = tournament.setup.clone();
        options.push(("plies".to_owned(), plies));
        let openings = Recipe { options, count: tournament.games / 2, ..Recipe::default() };
        making.recipe(game, &openings, "opening", &[]).map_err(|refusal| tournament.at.refuses(refusal))?;
    }
    if making.made.is_empty() {
        return Err(refuse!("campaign.empty", "none of the sources has an instance"));
    }
    Ok(making.made)
}

impl Making<'_> {
    fn source(&mut self, lab: &Lab, source: &Source, texts: &HashMap<String, String>) -> Result<(), Refusal> {
        let game = game(&source.game)?;
        let variants =
            source.variants.iter().map(|variant| variant.parse()).collect::<Result<Vec<Spec>, _>>()?;
        match &source.from {
            From::Generate(recipe) => {
                self.recipe(game, recipe, source.name.as_deref().unwrap_or(""), &variants)
            }
            From::Set(name) => self.text(game, source, name, set(game, name)?.text, &variants),
            From::Files(patterns) => {
                for (name, _) in files(&lab.base, patterns, game)? {
                    let text = texts.get(&name).map_or("", String::as_str);
                    self.text(game, source, &name, text, &variants)?;
                }
                Ok(())
            }
        }
    }

    /// All positions of a text.
    fn text(
        &mut self,
        game: Game,
        source: &Source,
        name: &str,
        text: &str,
        variants: &[Spec],
    ) -> Result<(), Refusal> {
        let positions = game.kit.read(text, None).map_err(|refusal| {
            let why = refusal.to_string();
            refuse!("campaign.positions", "{name}, {why}", name, why)
        })?;
        let (first, last) = source.levels.unwrap_or((1, u32::MAX));
        let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str()).unwrap_or(name);
        let called = source.name.as_deref().unwrap_or(stem);
        let mut any = false;
        for (at, position) in positions.into_iter().enumerate() {
            let number = at as u64 + 1;
            if number < u64::from(first) || number > u64::from(last) {
                continue;
            }
            any = true;
            let id = position.id().map_or_else(|| number.to_string(), str::to_owned);
            self.add(game, &format!("{called}/{id}"), name, position.as_ref(), variants, &[])?;
        }
        if any {
            return Ok(());
        }
        Err(refuse!("campaign.levels", "{name} has no positions from {first} on", name, first))
    }

    /// New positions.
    fn recipe(
        &mut self,
        game: Game,
        recipe: &Recipe,
        called: &str,
        variants: &[Spec],
    ) -> Result<(), Refusal> {
        let seed = recipe.seed.unwrap_or(self.seed);
        let wish = recipe.is_wish().then(|| {
            let range = |given: Option<(u32, u32)>| given.unwrap_or((0, u32::MAX));
            let (length, moving) = (range(recipe.length), range(recipe.moving));
            Wish {
                length: length.0..=length.1,
                moving: moving.0 as usize..=moving.1 as usize,
                unique: recipe.unique,
                helpers: recipe.helpers,
            }
        });
        for varied in recipe.combinations() {
            let pairs: Vec<_> = recipe.options.iter().chain(&varied).cloned().collect();
            let args = game.recipe(&pairs)?;
            let mut seeds = (0..).map(|number| seed.wrapping_add(number));
            for _ in 0..recipe.count {
                let (time, tried) = (recipe.patience, &mut || ());
                let found =
                    wish::find(game, &args, None, &mut seeds, wish.as_ref(), time, self.progress, tried)?;
                if self.progress.is_cancelled() {
                    return Err(refuse!("lab.stopped", "it was stopped while the instances were made"));
                }
                let Some((position, seed)) = found else {
                    return Err(refuse!(
                        "campaign.wish",
                        "no board as wished was found in the time; wish for something else, or give it more with patience"
                    ));
                };
                let words = varied.iter().map(|(name, value)| format!("{name}={value}"));
                let words = [called.to_owned()].into_iter().filter(|word| !word.is_empty()).chain(words);
                let id: Vec<String> = words.chain([seed.to_string()]).collect();
                let told = pairs.iter().map(|(name, value)| format!("--{name} {value}")).collect::<Vec<_>>();
                let source = format!("generate {} {} --seed {seed}", game.name(), told.join(" "));
                self.add(game, &id.join("/"), &source, position.as_ref(), variants, &pairs)?;
            }
        }
        Ok(())
    }

    /// One position, once with each of the variants.
    fn add(
        &mut self,
        game: Game,
        id: &str,
        source: &str,
        position: &dyn Position,
        variants: &[Spec],
        options: &[(String, String)],
    ) -> Result<(), Refusal> {
        if variants.is_empty() {
            self.keep(game, id.to_owned(), source, position, options);
        }
        for variant in variants {
            let varied = position.with_variant(Some(variant))?;
            let options: Vec<_> = options.iter().chain(&variant.pairs).cloned().collect();
            self.keep(game, format!("{id}/{variant}"), source, varied.as_ref(), &options);
        }
        Ok(())
    }

    fn keep(
        &mut self,
        game: Game,
        id: String,
        source: &str,
        position: &dyn Position,
        options: &[(String, String)],
    ) {
        let many = self.names.entry(id.clone()).and_modify(|many| *many += 1).or_insert(1);
        let id = if *many == 1 { id } else { format!("{id}#{many}") };
        let code = position.code();
        // Only the code knows of variants.
        let text = if position.variant().is_some() { code.clone() } else { position.instance() };
        self.made.push(Instance {
            id,
            game: game.name().to_owned(),
            text,
            source: source.to_owned(),
            link: (!code.is_empty()).then(|| link(game, &code)),
            features: features(position, options),
        });
    }
}

/// The address below the app's that opens a position.
pub(super) fn link(game: Game, code: &str) -> String {
    format!("#{}/analyse/{}", game.name(), escaped(code))
}

/// What a plot can have on its axis: the size, how many pieces there are of each kind, and every number that made it.
pub(super) fn features(position: &dyn Position, options: &[(String, String)]) -> BTreeMap<String, f64> {
    let scene = position.scene();
    let mut features = BTreeMap::from([
        ("width".to_owned(), scene.width as f64),
        ("height".to_owned(), scene.height as f64),
        ("cells".to_owned(), (scene.width * scene.height) as f64),
    ]);
    for piece in &scene.pieces {
        let ending = if piece.kind.ends_with(['x', 's']) { "es" } else { "s" };
        *features.entry(format!("{}{ending}", piece.kind)).or_insert(0.0) += 1.0;
    }
    for (name, value) in options {
        if let Ok(value) = value.parse() {
            features.insert(name.clone(), value);
        }
    }
    features
}

/// What an address cannot bear is escaped.
fn escaped(code: &str) -> String {
    let escape = |byte: u8| match byte {
        b'%' | b'/' | b'?' | b'#' | b'&' | b' ' | 0x7f.. | ..=0x1f => format!("%{byte:02X}"),
        byte => char::from(byte).to_string(),
    };
    code.bytes().map(escape).collect()
}

/// For a script: whether it can be compiled at all is known once there is a position.
pub(crate) fn try_scripts(work: &Work) -> Result<(), Refusal> {
    for (contender, name) in work.contenders.iter().zip(&work.names) {
        let Contender::Solve(Solver::Script { text, .. }) = contender else { continue };
        let Some(instance) = work.instances.first() else { continue };
        let (game, position) = super::worker::read(&instance.game, &instance.text)?;
        own::script(game, position.as_ref(), text).map_err(|why| {
            refuse!("campaign.script", "the script of {name}: {why}", name, why = why.to_string())
        })?;
    }
    Ok(())
}
