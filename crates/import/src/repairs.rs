//! What can be tried when an instance does not build, or makes other answers than it should.

use std::collections::BTreeSet;

use assay_manifest::DrngGlobal;

use crate::detect::Instance;
use crate::examine::Tweak;
use crate::select::macro_of;
use crate::tree::file_name;

/// One thing to try.
#[derive(Clone, Debug)]
pub(crate) struct Repair {
    /// In words.
    pub(crate) what: String,
    pub(crate) tweak: Tweak,
    /// Whether only the class of flags differs.
    pub(crate) harness_default: bool,
}

/// Why something is tried.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Trouble<'t> {
    /// It does not build or run; what was said.
    Broken(&'t str),
    /// Its record 0 differs from answers of its sizes.
    Differs,
    /// Its sizes are those of none of its answers.
    Misfit,
}

/// Parts of the names of what helpers define.
const HELPER_WORDS: &[&str] = &["random", "drng", "sm3", "pseudo"];

/// Most things that are tried for one instance.
const MOST: usize = 16;

/// What to try, one at a time, in this order.
pub(crate) fn repairs(instance: &Instance, trouble: Trouble<'_>) -> Vec<Repair> {
    let hints = &instance.selection.hints;
    let mut list = Vec::new();
    let mut push = |what: String, tweak: Tweak| {
        list.push(Repair {
            what,
            tweak,
            harness_default: false,
        });
    };
    let define = |define: &String| Tweak {
        defines: vec![define.clone()],
        ..Tweak::default()
    };
    if let Trouble::Broken(said) = trouble {
        for (what, tweak) in of_the_linker(instance, said) {
            push(what, tweak);
        }
        if hints.asserts {
            push(
                "define NDEBUG, since a source asserts".into(),
                define(&"NDEBUG".into()),
            );
        }
        for value in &hints.values {
            push(format!("define {value}, which nothing sets"), define(value));
        }
    }
    // Where something of the package is missing, other helpers are no help.
    let about_helpers = match trouble {
        Trouble::Broken(said) => {
            !said.contains("nothing defines") || HELPER_WORDS.iter().any(|word| said.contains(word))
        }
        Trouble::Differs => true,
        Trouble::Misfit => false,
    };
    if about_helpers {
        for (what, files) in official(instance) {
            let without = files.into_iter().collect();
            push(
                what,
                Tweak {
                    without,
                    ..Tweak::default()
                },
            );
        }
        for rival in &hints.rivals {
            let prefer = Some(rival.clone());
            push(
                format!("{rival} instead of the source that was chosen"),
                Tweak {
                    prefer,
                    ..Tweak::default()
                },
            );
        }
        for name in &hints.random_switches {
            push(
                format!("define {name}, which decides where randomness comes from"),
                define(name),
            );
        }
    }
    if !matches!(trouble, Trouble::Broken(_)) {
        for value in &hints.values {
            push(format!("define {value}, which nothing sets"), define(value));
        }
    }
    for value in &hints.defaults {
        push(
            format!("define {value} instead of the default in the sources"),
            define(value),
        );
    }
    // The driver says when randomness came from the system.
    if matches!(trouble, Trouble::Broken(said) if said.contains("DRNG")) {
        list.sort_by_key(|repair| {
            let define = repair.tweak.defines.first();
            let about_randomness = define.is_some_and(|name| hints.random_switches.contains(name));
            !(about_randomness || repair.tweak.prefer.is_some())
        });
    }
    list.truncate(MOST);
    if !matches!(trouble, Trouble::Misfit) {
        list.push(Repair {
            what: "the harness-default flags".to_owned(),
            tweak: Tweak::default(),
            harness_default: true,
        });
    }
    list
}

/// Other parameter sets that the same folder may hold: values of what chooses among them.
pub(crate) fn choices(instance: &Instance) -> Vec<String> {
    let hints = &instance.selection.hints;
    let mut values: Vec<String> = hints
        .values
        .iter()
        .chain(&hints.defaults)
        .cloned()
        .collect();
    values.truncate(MOST);
    values
}

/// One thing on top of another; defines of one name are replaced.
pub(crate) fn joined(one: &Tweak, define: &str) -> Tweak {
    let mut joined = one.clone();
    joined
        .defines
        .retain(|known| macro_of(known) != macro_of(define));
    joined.defines.push(define.to_owned());
    joined
}

/// Two changes at once.
pub(crate) fn both(one: &Tweak, other: &Tweak) -> Tweak {
    let mut both = other
        .defines
        .iter()
        .fold(one.clone(), |both, define| joined(&both, define));
    both.flags.extend(other.flags.iter().cloned());
    both.without.extend(other.without.iter().cloned());
    both.prefer = other.prefer.clone().or(both.prefer);
    both.drng_global = other.drng_global.or(both.drng_global);
    both
}

/// What messages about symbols call for.
fn of_the_linker(instance: &Instance, said: &str) -> Vec<(String, Tweak)> {
    let mut list = Vec::new();
    let owner = |owner: DrngGlobal| Tweak {
        drng_global: Some(owner),
        ..Tweak::default()
    };
    let doubled = said.contains("multiple definition") || said.contains("redefinition");
    if said.contains("drng_algorithm") {
        if doubled && instance.selection.drng_global == DrngGlobal::Assay {
            list.push((
                "drng_algorithm defined by the sources".to_owned(),
                owner(DrngGlobal::Own),
            ));
        } else if !doubled && instance.selection.drng_global != DrngGlobal::Assay {
            list.push((
                "drng_algorithm defined by this project".to_owned(),
                owner(DrngGlobal::Assay),
            ));
        }
    }
    let common = "-fcommon".to_owned();
    if doubled && !instance.selection.flags.contains(&common) {
        list.push((
            "-fcommon, since something is defined more than once".to_owned(),
            Tweak {
                flags: vec![common],
                ..Tweak::default()
            },
        ));
    }
    list
}

/// Official helpers in the place of the package's own: the generator, the hash placeholders, both.
fn official(instance: &Instance) -> Vec<(String, BTreeSet<String>)> {
    let hints = &instance.selection.hints;
    let names = |files: &[String]| -> String {
        let names: Vec<&str> = files.iter().map(|path| file_name(path)).collect();
        names.join(", ")
    };
    let set = |files: &[String]| files.iter().cloned().collect::<BTreeSet<_>>();
    let (drng, auxfunc) = (&hints.own_drng, &hints.own_auxfunc);
    let mut list = Vec::new();
    if !drng.is_empty() {
        let what = format!(
            "the official generator instead of the package's {}",
            names(drng)
        );
        list.push((what, set(drng)));
    }
    if !auxfunc.is_empty() && auxfunc != drng {
        let what = format!(
            "the official hash placeholders instead of the package's {}",
            names(auxfunc)
        );
        list.push((what, set(auxfunc)));
        if !drng.is_empty() {
            let both = set(drng).into_iter().chain(set(auxfunc)).collect();
            let what = "the official generator and hash placeholders instead of the package's";
            list.push((what.to_owned(), both));
        }
    }
    // The API source cannot be left out.
    list.retain(|(_, files)| !files.contains(&instance.place.api_source));
    list
}
