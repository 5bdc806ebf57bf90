//! The fixed words of a report, in English and French.
//!
//! A sentence is a key with gaps. Its English stands in the file; in a page the key goes with it (`data-w`), so that the page can say it
//! in the other language.

use crate::svg::escape;

/// Something that the report says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    key: &'static str,
    gaps: Vec<(&'static str, String)>,
}

impl Said {
    /// A sentence by its key.
    pub fn new(key: &'static str) -> Said {
        Said { key, gaps: Vec::new() }
    }

    /// With a gap filled.
    pub fn gap(mut self, name: &'static str, value: impl Into<String>) -> Said {
        self.gaps.push((name, value.into()));
        self
    }

    /// In English.
    pub fn english(&self) -> String {
        self.fill(entry(self.key).1)
    }

    /// In French.
    pub fn french(&self) -> String {
        self.fill(entry(self.key).2)
    }

    fn fill(&self, pattern: &str) -> String {
        let mut out = String::new();
        let mut rest = pattern;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, beyond) = after.split_once('}').unwrap_or((after, ""));
            out.push_str(before);
            out.push_str(self.gaps.iter().find(|(gap, _)| *gap == name).map_or("", |(_, value)| value));
            rest = beyond;
        }
        out + rest
    }

    /// In an element of a page that can be said in either language.
    pub(crate) fn span(&self) -> String {
        let this = std::slice::from_ref(self);
        format!("<span{}>{}</span>", attribute(this, true), escape(&self.english()))
    }
}

/// The attribute that lets a page say these sentences in the other language; nothing outside of a page.
pub(crate) fn attribute(said: &[Said], page: bool) -> String {
    match said {
        [] => String::new(),
        _ if !page => String::new(),
        [one] if one.gaps.is_empty() => format!(r#" data-w="{}""#, one.key),
        many => {
            let list: Vec<serde_json::Value> = many
                .iter()
                .map(|said| {
                    let gaps: serde_json::Map<String, serde_json::Value> = said
                        .gaps
                        .iter()
                        .map(|(name, value)| ((*name).to_owned(), value.clone().into()))
                        .collect();
                    serde_json::json!([said.key, gaps])
                })
                .collect();
            format!(r#" data-w="{}""#, escape(&serde_json::Value::from(list).to_string()))
        }
    }
}

/// A word that a page can say in either language.
pub(crate) fn word(key: &'static str) -> String {
    Said::new(key).span()
}

fn entry(key: &str) -> (&'static str, &'static str, &'static str) {
    WORDS.iter().find(|entry| entry.0 == key).copied().unwrap_or(("", "?", "?"))
}

/// Keys, English, French.
pub(crate) const WORDS: &[(&str, &str, &str)] = &[
    ("report", "Report", "Rapport"),
    ("question", "Question", "Question"),
    ("contents", "Contents", "Sommaire"),
    ("skip", "To the results", "Aller aux résultats"),
    ("theme", "Light or dark", "Clair ou sombre"),
    ("runs", "Runs", "Exécutions"),
    ("instances", "Instances", "Instances"),
    ("algorithms", "Algorithms", "Algorithmes"),
    ("algorithm", "Algorithm", "Algorithme"),
    ("instance", "Instance", "Instance"),
    ("machines", "Machines", "Machines"),
    ("complete", "Complete", "Complet"),
    // What comes first.
    ("failures", "Unexplained errors", "Erreurs inexpliquées"),
    ("failure.n", "{n} runs", "{n} exécutions"),
    ("failure.of", "{algorithm}, for example on", "{algorithm}, par exemple sur"),
    ("conflicts", "Contradicting proofs", "Preuves contradictoires"),
    ("conflict.says", "{algorithm} says {claim}", "{algorithm} dit {claim}"),
    ("conflict.none", "no solution", "aucune solution"),
    ("conflict.more", "and {n} more instances", "et {n} autres instances"),
    ("warnings", "Read with care", "À lire avec prudence"),
    (
        "warn.incomplete",
        "The campaign is not complete: {n} of {of} runs are done.",
        "La campagne n’est pas terminée : {n} exécutions sur {of} sont faites.",
    ),
    (
        "warn.machines",
        "Times come from {n} machines that are not alike: do not compare them. Expansions can be compared.",
        "Les temps viennent de {n} machines différentes : ne les comparez pas. Les développements restent comparables.",
    ),
    (
        "warn.alike",
        "Times come from {n} machines of the same kind; they may still differ by a few percent.",
        "Les temps viennent de {n} machines du même modèle ; elles peuvent différer de quelques pour cent.",
    ),
    (
        "warn.isolation",
        "Some runs had a process of their own and some did not: times outside of the search include different things.",
        "Certaines exécutions avaient leur propre processus, d’autres non : les temps hors recherche n’incluent pas la même chose.",
    ),
    (
        "warn.load",
        "{n} runs began on a busy machine (up to {most} processes a core): their times are too long.",
        "{n} exécutions ont commencé sur une machine chargée (jusqu’à {most} processus par cœur) : leurs temps sont trop longs.",
    ),
    (
        "warn.governor",
        "The clock of the cores was governed by “{governor}”: it may change between runs.",
        "La fréquence des cœurs était réglée par « {governor} » : elle peut changer d’une exécution à l’autre.",
    ),
    (
        "warn.unknown",
        "{n} rows are of instances that the campaign no longer has; they are left out of tables and plots.",
        "{n} lignes concernent des instances absentes de la campagne ; elles n’entrent ni dans les tableaux ni dans les figures.",
    ),
    (
        "warn.common",
        "All algorithms together decided {n} of {of} instances. Means are over these; the others count in coverage and PAR-2.",
        "Tous les algorithmes ont décidé {n} instances sur {of}. Les moyennes portent sur celles-ci ; les autres comptent dans la couverture et PAR-2.",
    ),
    // Tables.
    ("coverage", "Coverage", "Couverture"),
    (
        "coverage.note",
        "How many runs ended how. Instances are decided when more than half of their runs are.",
        "Comment les exécutions se sont terminées. Une instance est décidée quand plus de la moitié de ses exécutions le sont.",
    ),
    ("solved", "solved", "résolues"),
    ("unsolvable", "proven unsolvable", "prouvées insolubles"),
    ("limit", "at a limit", "à une limite"),
    ("error", "error", "erreur"),
    ("played", "played", "jouées"),
    ("errors", "errors", "erreurs"),
    ("missing", "not run", "pas exécutées"),
    ("decided", "instances decided", "instances décidées"),
    ("by.limit", "by limit", "par limite"),
    ("time", "Time", "Temps"),
    (
        "time.note",
        "Geometric mean over the {n} instances that all decided, with its 95 % interval (bootstrap over instances, 10 000 resamples). Median over what each decided itself. PAR-2: undecided counts twice the limit{limit}.",
        "Moyenne géométrique sur les {n} instances décidées par tous, avec son intervalle à 95 % (bootstrap sur les instances, 10 000 tirages). Médiane sur ce que chacun a décidé. PAR-2 : ce qui n’est pas décidé compte deux fois la limite{limit}.",
    ),
    (
        "clock.search",
        "Clock: the search alone, as the program tells it.",
        "Horloge : la recherche seule, telle que le programme la donne.",
    ),
    (
        "clock.cpu",
        "Clock: processor time, measured from outside.",
        "Horloge : temps processeur, mesuré de l’extérieur.",
    ),
    (
        "clock.wall",
        "Clock: from start to end, measured from outside.",
        "Horloge : du début à la fin, mesurée de l’extérieur.",
    ),
    ("expansions", "Expansions", "Développements"),
    (
        "expansions.note",
        "Nodes expanded, on the same instances: the same on every machine.",
        "Nœuds développés, sur les mêmes instances : identiques sur toute machine.",
    ),
    ("costs", "Cost of the solutions", "Coût des solutions"),
    (
        "costs.note",
        "Mean over the {n} instances that all solved, with its 95 % interval; on how many of these another found a cheaper solution.",
        "Moyenne sur les {n} instances résolues par tous, avec son intervalle à 95 % ; sur combien d’entre elles un autre a trouvé une solution moins chère.",
    ),
    ("costs.solved", "instances solved", "instances résolues"),
    ("costs.mean", "mean cost", "coût moyen"),
    ("costs.dearer", "dearer than another", "plus chères qu’un autre"),
    ("geometric", "geometric mean", "moyenne géométrique"),
    ("interval", "95 % interval", "intervalle à 95 %"),
    ("median", "median", "médiane"),
    ("par2", "PAR-2", "PAR-2"),
    ("to.best", "to the best", "par rapport au meilleur"),
    ("memory", "most memory", "mémoire maximale"),
    ("noise", "noise of a repeat", "bruit d’une répétition"),
    ("best", "best", "meilleur"),
    ("pairs", "Compared in pairs", "Comparaison par paires"),
    (
        "pairs.note",
        "Ratio of the second to the first: geometric mean over the instances that both decided, 95 % interval. p: Wilcoxon signed-rank on log-ratios; McNemar exact for what one alone decided; all corrected by Holm.",
        "Rapport du second au premier : moyenne géométrique sur les instances décidées par les deux, intervalle à 95 %. p : rangs signés de Wilcoxon sur les log-rapports ; McNemar exact pour ce qu’un seul a décidé ; le tout corrigé selon Holm.",
    ),
    ("first", "first", "premier"),
    ("second", "second", "second"),
    ("both", "both decided", "décidées par les deux"),
    ("ratio.time", "time ratio", "rapport des temps"),
    ("ratio.expanded", "expansions ratio", "rapport des développements"),
    ("only.first", "first alone", "premier seul"),
    ("only.second", "second alone", "second seul"),
    ("standing", "Standing", "Classement"),
    (
        "standing.note",
        "Bradley–Terry ratings in Elo with mean zero; 95 % intervals by drawing the pairs of games of an opening again. {n} games, {draws} drawn; the first to move scored {first}.",
        "Classement de Bradley–Terry en Elo de moyenne nulle ; intervalles à 95 % en retirant les paires de parties d’une ouverture. {n} parties, {draws} nulles ; le premier à jouer a marqué {first}.",
    ),
    ("player", "player", "joueur"),
    ("elo", "Elo", "Elo"),
    ("games", "games", "parties"),
    ("points", "points", "points"),
    ("against", "against", "contre"),
    ("cross", "Cross table", "Tableau croisé"),
    (
        "cross.note",
        "Points of the row against the column, of how many games.",
        "Points de la ligne contre la colonne, sur combien de parties.",
    ),
    ("fits", "Fitted growth", "Croissance ajustée"),
    (
        "fits.note",
        "t: time, N: expanded nodes. ×r / +1: by a factor r for each one more; ∝ x^k: by a power. Least squares on the logarithms of the medians at each value; what was not decided counts as above everything. Fits with R² below 0.3 are left out.",
        "t : temps, N : nœuds développés. ×r / +1 : d’un facteur r pour chaque unité de plus ; ∝ x^k : selon une puissance. Moindres carrés sur les logarithmes des médianes à chaque valeur ; ce qui n’est pas décidé compte comme au-dessus de tout. Les ajustements de R² inférieur à 0,3 sont omis.",
    ),
    ("fit.against", "against", "en fonction de"),
    ("fit.law", "growth", "croissance"),
    ("fit.points", "medians", "médianes"),
    ("measure", "measure", "mesure"),
    // Plots.
    ("plots", "Plots", "Figures"),
    (
        "plots.note",
        "A point tells its instance; a click opens it in the app.",
        "Un point nomme son instance ; un clic l’ouvre dans l’application.",
    ),
    ("plot.cactus.time", "Instances decided within a time", "Instances décidées en un temps donné"),
    (
        "plot.cactus.expanded",
        "Instances decided within a number of expansions",
        "Instances décidées en un nombre de développements donné",
    ),
    ("plot.scatter.time", "Time: {a} against {b}", "Temps : {a} contre {b}"),
    ("plot.scatter.expanded", "Expansions: {a} against {b}", "Développements : {a} contre {b}"),
    ("plot.lengths", "Instances by optimal length", "Instances par longueur optimale"),
    ("plot.by_length.time", "Median time by optimal length", "Temps médian par longueur optimale"),
    (
        "plot.by_length.expanded",
        "Median expansions by optimal length",
        "Développements médians par longueur optimale",
    ),
    ("plot.scaling.time", "Time against {feature}", "Temps en fonction de {feature}"),
    ("plot.scaling.expanded", "Expansions against {feature}", "Développements en fonction de {feature}"),
    ("plot.value", "{value} against {feature}", "{value} en fonction de {feature}"),
    (
        "gist.value",
        "{algorithm}: median {first} at {low}, {last} at {high}.",
        "{algorithm} : médiane {first} à {low}, {last} à {high}.",
    ),
    ("plot.boxes.time", "Distribution of times", "Distribution des temps"),
    ("plot.boxes.expanded", "Distribution of expansions", "Distribution des développements"),
    ("plot.elo", "Ratings with 95 % intervals", "Classement avec intervalles à 95 %"),
    ("axis.time", "time", "temps"),
    ("axis.expanded", "expanded nodes", "nœuds développés"),
    ("axis.decided", "instances decided", "instances décidées"),
    ("axis.length", "optimal length", "longueur optimale"),
    ("axis.instances", "instances", "instances"),
    ("axis.elo", "Elo", "Elo"),
    ("axis.of.time", "time of {algorithm}", "temps de {algorithm}"),
    ("axis.of.expanded", "expanded nodes of {algorithm}", "nœuds développés par {algorithm}"),
    ("axis.feature", "{feature}", "{feature}"),
    ("axis.none", "", ""),
    (
        "gist.cactus",
        "{algorithm} decided {n} of {of} instances, half of these within {median}.",
        "{algorithm} a décidé {n} instances sur {of}, la moitié en {median} au plus.",
    ),
    (
        "gist.scatter",
        "On {n} instances that both decided, {b} takes {ratio} of {a} (95 % interval {low} to {high}); {below} lie below the diagonal. {a} alone decided {only_a}, {b} alone {only_b}; these stand on the rim.",
        "Sur {n} instances décidées par les deux, {b} vaut {ratio} {a} (intervalle à 95 % {low} à {high}) ; {below} sont sous la diagonale. {a} seul en a décidé {only_a}, {b} seul {only_b} ; elles sont sur le bord.",
    ),
    (
        "gist.lengths",
        "{n} instances with a proven optimum, from {low} to {high} moves; most often {mode}.",
        "{n} instances d’optimum prouvé, de {low} à {high} coups ; le plus souvent {mode}.",
    ),
    (
        "gist.by_length",
        "{algorithm}: from {first} at length {low} to {last} at length {high}.",
        "{algorithm} : de {first} à la longueur {low} à {last} à la longueur {high}.",
    ),
    ("gist.fit", "{algorithm}: {law}, R² {r2}.", "{algorithm} : {law}, R² {r2}."),
    (
        "gist.nofit",
        "{algorithm}: no clear growth (R² {r2}).",
        "{algorithm} : pas de croissance nette (R² {r2}).",
    ),
    (
        "gist.box",
        "{algorithm}: median {median}, half between {low} and {high}.",
        "{algorithm} : médiane {median}, la moitié entre {low} et {high}.",
    ),
    ("gist.elo", "{player}: {elo} Elo, {low} to {high}.", "{player} : {elo} Elo, {low} à {high}."),
    // The table of all runs.
    ("all", "All runs", "Toutes les exécutions"),
    ("filter", "Search", "Chercher"),
    ("filter.hint", "instance, algorithm, error", "instance, algorithme, erreur"),
    ("filter.algorithm", "Algorithm", "Algorithme"),
    ("filter.outcome", "Outcome", "Issue"),
    ("filter.every", "all", "tous"),
    ("shown", "{n} of {of} runs", "{n} exécutions sur {of}"),
    ("reset", "Show all", "Tout montrer"),
    ("app", "Address of the app", "Adresse de l’application"),
    (
        "app.note",
        "Links open boards in a running app: damier serve prints its address.",
        "Les liens ouvrent les plateaux dans une application lancée : damier serve affiche son adresse.",
    ),
    ("column.instance", "instance", "instance"),
    ("column.algorithm", "algorithm", "algorithme"),
    ("column.repeat", "repeat", "répétition"),
    ("column.outcome", "outcome", "issue"),
    ("column.cost", "cost", "coût"),
    ("column.bound", "bound", "borne"),
    ("column.time", "time", "temps"),
    ("column.expanded", "expanded", "développés"),
    ("column.generated", "generated", "générés"),
    ("column.memory", "memory", "mémoire"),
    ("column.machine", "machine", "machine"),
    ("column.score", "score", "score"),
    ("outcome.solved", "solved", "résolue"),
    ("outcome.unsolvable", "unsolvable", "insoluble"),
    ("outcome.limit", "limit", "limite"),
    ("outcome.played", "played", "jouée"),
    ("outcome.error", "error", "erreur"),
    (
        "printed",
        "The table of all runs is in the file itself; on paper it stands only where it is short.",
        "Le tableau de toutes les exécutions se trouve dans le fichier lui-même ; sur papier il ne figure que s’il est court.",
    ),
    (
        "noscript",
        "The table of all runs needs JavaScript, which is in this file.",
        "Le tableau de toutes les exécutions a besoin de JavaScript, contenu dans ce fichier.",
    ),
    // The manifest.
    ("manifest", "How it was run", "Conditions de mesure"),
    ("campaign", "Campaign", "Campagne"),
    ("version", "Version", "Version"),
    ("commit", "Commit", "Commit"),
    ("began", "Began", "Début"),
    ("input", "Input", "Entrée"),
    ("inputs", "Hashes of the inputs", "Empreintes des entrées"),
    ("machine", "Machine", "Machine"),
    ("processor", "Processor", "Processeur"),
    ("cores", "Cores", "Cœurs"),
    ("governor", "Governor", "Régulateur"),
    ("system", "System", "Système"),
    ("file", "The campaign file", "Le fichier de campagne"),
    ("isolation", "Isolation", "Isolation"),
    ("nothing", "There are no results yet.", "Il n’y a pas encore de résultats."),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_has_both_languages_with_the_same_gaps() {
        let gaps = |text: &str| {
            let mut names: Vec<String> = text
                .split('{')
                .skip(1)
                .filter_map(|part| part.split_once('}'))
                .map(|(name, _)| name.to_owned())
                .collect();
            names.sort();
            names
        };
        for (at, (key, english, french)) in WORDS.iter().enumerate() {
            assert!(WORDS[..at].iter().all(|entry| entry.0 != *key), "{key} stands twice");
            assert_eq!(gaps(english), gaps(french), "{key}");
            assert!(*key == "axis.none" || !(english.is_empty() || french.is_empty()), "{key}");
        }
    }

    /// A key that is used and not there would be told as a question mark.
    #[test]
    fn every_key_in_the_sources_is_there() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut files = vec![folder];
        let mut seen = 0;
        while let Some(path) = files.pop() {
            if path.is_dir() {
                files.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
                continue;
            }
            if path.ends_with("words.rs") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            for open in ["Said::new(\"", "word(\"", "say('"] {
                for part in text.split(open).skip(1) {
                    let key = part.split(['"', '\'']).next().unwrap_or_default();
                    assert!(WORDS.iter().any(|entry| entry.0 == key), "{key} in {}", path.display());
                    seen += 1;
                }
            }
        }
        assert!(seen > 50, "{seen}");
    }

    #[test]
    fn gaps_are_filled_and_nothing_else_is() {
        let said = Said::new("warn.incomplete").gap("n", "{of}").gap("of", "9");
        assert_eq!(said.english(), "The campaign is not complete: {of} of 9 runs are done.");
        assert!(said.span().contains("&quot;of&quot;:&quot;9&quot;"), "{}", said.span());
    }
}
