//! Toy candidates, built with the shim.

use std::path::PathBuf;

use assay_iccs::{Kind, library::Library, sources::Purpose};

use crate::support::{STRICT, Workshop, fixtures};

/// How a toy candidate is built.
pub(crate) struct Toy<'a> {
    pub(crate) kind: Kind,
    pub(crate) name: &'a str,
    pub(crate) defines: &'a [&'a str],
}

impl Toy<'_> {
    pub(crate) fn build(&self, workshop: &Workshop) -> PathBuf {
        self.link(
            workshop,
            &[Purpose::Helper, Purpose::DrngGlobal, Purpose::Shim],
            &[],
        )
    }

    pub(crate) fn link(
        &self,
        workshop: &Workshop,
        purposes: &[Purpose],
        extra: &[&str],
    ) -> PathBuf {
        let kind = format!("-DASSAY_KIND={}", self.kind.code());
        let header = format!("-DASSAY_API_HEADER=\"{}.h\"", self.name);
        let script = format!(
            "-Wl,--version-script={}",
            workshop.path("exports.map").display()
        );
        let own = [
            "-O2",
            "-fPIC",
            "-shared",
            "-DASSAY_BUILD_FLAGS=\"-O2 -fPIC\"",
            "-Wl,-Bsymbolic",
            "-Wl,--no-undefined",
            &kind,
            &header,
            &script,
        ];
        let mut inputs = vec![fixtures().join(format!("candidates/{}.c", self.name))];
        inputs.extend(
            purposes
                .iter()
                .flat_map(|&purpose| workshop.sources(purpose)),
        );
        workshop.compile(
            &[STRICT, &own, self.defines, extra].concat(),
            &inputs,
            &format!("{}.so", self.name),
        )
    }

    pub(crate) fn open(&self) -> Library {
        let workshop = Workshop::new();
        let path = self.build(&workshop);
        // SAFETY: the toys keep to their buffers.
        unsafe { Library::open(&path) }.expect("the toy opens")
    }
}

pub(crate) const KEM: Toy<'_> = Toy {
    kind: Kind::Kem,
    name: "toy_kem",
    defines: &[],
};
pub(crate) const SIG: Toy<'_> = Toy {
    kind: Kind::Sig,
    name: "toy_sig",
    defines: &[],
};
pub(crate) const HASH: Toy<'_> = Toy {
    kind: Kind::Hash,
    name: "toy_hash",
    defines: &[],
};
