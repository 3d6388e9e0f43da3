//! Looking at one parameter set: its sources, its settings and its name, as shipped or with something changed.

use std::collections::BTreeSet;

use assay_manifest::{DrngGlobal, Function};

use crate::build_text;
use crate::c_text;
use crate::compile::{Compiler, Settings};
use crate::detect::Instance;
use crate::error::Error;
use crate::includes;
use crate::layout::Place;
use crate::select::Selector;
use crate::tree::{Tree, file_name};

/// The placeholder of the official template.
const PLACEHOLDER: &str = "AlgorithmInstance";

/// What is done otherwise than the rules say, to see whether it helps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tweak {
    /// Further defines, which take the place of those of the same name.
    pub(crate) defines: Vec<String>,
    /// Further flags.
    pub(crate) flags: Vec<String>,
    /// Sources that are not used.
    pub(crate) without: BTreeSet<String>,
    /// The source that is taken where several define a symbol.
    pub(crate) prefer: Option<String>,
    /// Who defines the generator.
    pub(crate) drng_global: Option<DrngGlobal>,
}

/// A package whose parameter sets can be looked at.
pub(crate) struct Examiner<'t> {
    pub(crate) tree: &'t Tree,
    pub(crate) function: Function,
    compiler: Compiler,
    /// Folders of all instances.
    folders: Vec<String>,
}

impl<'t> Examiner<'t> {
    pub(crate) fn new(
        tree: &'t Tree,
        function: Function,
        folders: Vec<String>,
    ) -> Result<Self, Error> {
        Ok(Self {
            tree,
            function,
            compiler: Compiler::new()?,
            folders,
        })
    }

    /// Everything about the instance but its known answers.
    pub(crate) fn examine(&self, place: &Place, tweak: &Tweak) -> Result<Instance, Error> {
        let build = build_text::facts(self.tree, &place.folder, &place.api_source);
        let others: Vec<&str> = self.folders.iter().map(String::as_str).collect();
        let selector = Selector {
            tree: self.tree,
            compiler: &self.compiler,
            function: self.function,
            place,
            others: &others,
            build: &build,
            tweak,
        };
        let mut instance = Instance {
            place: place.clone(),
            api_header: None,
            name: None,
            literal_name: None,
            digest_bits: None,
            selection: selector.select()?,
            answers: Vec::new(),
        };
        self.name(&mut instance)?;
        Ok(instance)
    }

    /// Finds the API header and what it says about name and digest length.
    fn name(&self, instance: &mut Instance) -> Result<(), Error> {
        let (tree, function) = (self.tree, self.function);
        let api = instance.place.api_source.as_str();
        let included = includes::follow(
            tree,
            &instance.place.folder,
            &instance.selection.includes,
            &[api],
        );
        let main = match function {
            Function::Kem => "kem_keygen",
            Function::Kex => "kex_init_a",
            Function::Sig => "sig_keygen",
            Function::Hash => "CryptHash",
        };
        // The one that names the instance, then the one that declares the functions, then the one of the usual name.
        let mut headers: Vec<(u32, &str)> = included
            .files
            .keys()
            .map(String::as_str)
            .filter(|path| crate::class::class(path) == crate::class::Class::Header)
            .map(|path| {
                let bare = c_text::bare(&tree.text(path));
                let names = c_text::has_word(&bare, "ALGORITHM_INSTANCE");
                let declares = c_text::declares(&bare, main);
                let usual = file_name(path) == function.default_api_header();
                (
                    u32::from(usual) + 4 * u32::from(declares) + 2 * u32::from(names),
                    path,
                )
            })
            .filter(|(score, _)| *score > 0)
            .collect();
        headers.sort_by_key(|(score, path)| (std::cmp::Reverse(*score), path.len()));
        let Some((_, header)) = headers.first() else {
            instance.selection.open.push(format!(
                "no header declares {main}: name one in `api-header`"
            ));
            instance.literal_name = Some(instance.place.label.clone());
            return Ok(());
        };
        let header = (*header).to_owned();
        let settings = Settings {
            defines: instance.selection.defines.clone(),
            includes: instance
                .selection
                .includes
                .iter()
                .map(|folder| tree.on_disk(folder))
                .collect(),
            flags: instance.selection.flags.clone(),
        };
        let on_disk = tree.on_disk(&header);
        let value = self
            .compiler
            .macro_value(&on_disk, "ALGORITHM_INSTANCE", &settings)?;
        match value.filter(|value| value != "ALGORITHM_INSTANCE") {
            Some(name) if name != PLACEHOLDER => instance.name = Some(name),
            Some(_) => {
                instance.selection.reasons.push(format!(
                "instance name: {header} has the placeholder of the template, so the label is used"
            ));
                instance.literal_name = Some(instance.place.label.clone());
            }
            None => {
                instance.selection.reasons.push(format!(
                    "instance name: {header} defines none, so the label is used"
                ));
                instance.literal_name = Some(instance.place.label.clone());
            }
        }
        if function == Function::Hash {
            let bits = self
                .compiler
                .macro_value(&on_disk, "DIGEST_BIT_LENGTH", &settings)?;
            instance.digest_bits = bits.and_then(|bits| bits.parse().ok());
        }
        instance.api_header = Some(header);
        Ok(())
    }
}
