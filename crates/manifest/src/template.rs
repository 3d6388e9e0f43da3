//! Text of a new manifest.

use crate::candidate::Function;
use crate::interface::comments;

/// A manifest for a new candidate `id` (letters, digits and `-`), to be completed by hand.
///
/// It is complete as far as the reader is concerned: beside sources and the API header in `independent/` it loads.
#[must_use]
pub fn template(id: &str, function: Function) -> String {
    let (macro_name, kat_kind, sizes) = match function {
        Function::Kem => (
            "KEM",
            "KEM",
            "# external-sizes = { public-key = 0, ciphertext = 0, basis = \"encoded\" }   # encoded | maximum-variable | nominal-variable\n",
        ),
        Function::Kex => (
            "KEX",
            "KEX",
            "# external-sizes = { public-key-a = 0, public-key-b = 0, messages = 0 }\n",
        ),
        Function::Sig => (
            "SIG",
            "SIG",
            "# external-sizes = { public-key = 0, signature = 0, basis = \"encoded\" }   # encoded | maximum-variable | nominal-variable\n",
        ),
        Function::Hash => ("HASH", "CryptHash", ""),
    };
    let header = function.default_api_header();
    let interface = comments(function);
    format!(
        r#"id = "{id}"                          # equal to the folder name
algorithm = "{id}"                   # name of the algorithm as submitted
function = "{function}"                     # kem | kex | sig | hash

# [links]                            # shown on pages
# submission = "https://…"
# security = "https://…"

# [survey]                           # "not surveyed" without it
# verdict = "ICCS-only"              # ICCS-only | mixed | bypass | instance-dependent
# notes = "…"

# [submission]                       # facts about the official archive
# archive = "….zip"
# sha256 = "…"
# size = 0
# folder = "Implementations/Reference_Implementation"

{interface}
[independent]                        # code written here; paths relative to candidates/{id}/independent
sources = ["*.c"]                    # files or globs
exclude = []
include-directories = ["."]
defines = []                         # "NAME" or "NAME=VALUE"
libraries = []                       # m | gmp | crypto | quadmath
api-header = "{header}"
helpers = "assay"                    # assay: the prescribed helpers are linked; own: the sources bring them
drng-global = "assay"                # who defines drng_algorithm: assay | own | none

# [submitted]                        # the submitter's code; the same keys, relative to candidates/{id}/submission

[[instances]]                        # one per parameter set and variant
label = "{id}-128"                   # folder, file and page name
# instance = "…"                     # official name, if it differs from what the API header says
variant = "reference"                # reference | optimized-avx2
profile = "guide"                    # guide | guide-performance
requires = []                        # CPU features: "avx2"
kat-file = "KAT_{kat_kind}_{id}-128.txt"
{sizes}# stack-bytes = 67108864
issues = []                          # {{ action = "measure", cause = "…" }}   measure | exclude
notes = []
independent = {{ defines = ["{macro_name}_LEVEL=128"] }}
"#
    )
}
