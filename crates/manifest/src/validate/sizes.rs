//! Sizes of the external encoding, which depend on the function.

use toml::Spanned;

use super::{Checker, quoted};
use crate::candidate::Function;
use crate::instance::ExternalSizes;
use crate::raw::RawSizes;

impl Checker<'_> {
    pub(super) fn sizes(
        &mut self,
        function: Function,
        raw: &Spanned<RawSizes>,
    ) -> Option<ExternalSizes> {
        let (span, raw) = (raw.span(), raw.get_ref());
        let members = [
            ("public-key", raw.public_key.as_ref()),
            ("ciphertext", raw.ciphertext.as_ref()),
            ("signature", raw.signature.as_ref()),
            ("public-key-a", raw.public_key_a.as_ref()),
            ("public-key-b", raw.public_key_b.as_ref()),
            ("messages", raw.messages.as_ref()),
        ];
        let wanted: &[&str] = match function {
            Function::Kem => &["public-key", "ciphertext"],
            Function::Sig => &["public-key", "signature"],
            Function::Kex => &["public-key-a", "public-key-b", "messages"],
            Function::Hash => {
                self.report(span, "external-sizes does not apply to function `hash`");
                return None;
            }
        };
        let has_basis = function != Function::Kex;
        let mut allowed = wanted.to_vec();
        if has_basis {
            allowed.push("basis");
        }
        let allowed = quoted(&allowed);
        let given = members
            .iter()
            .filter_map(|(name, value)| value.map(|value| (*name, value.span())));
        let given = given.chain(raw.basis.as_ref().map(|basis| ("basis", basis.span())));
        for (name, span) in given {
            if !(wanted.contains(&name) || has_basis && name == "basis") {
                self.report(
                    span,
                    format!(
                        "size `{name}` does not fit function `{function}`, which has {allowed}"
                    ),
                );
            }
        }
        let value = |wanted: &str| {
            members
                .iter()
                .find(|(name, _)| *name == wanted)
                .and_then(|(_, value)| value.map(|value| *value.get_ref()))
        };
        let mut missing: Vec<&str> = wanted
            .iter()
            .copied()
            .filter(|name| value(name).is_none())
            .collect();
        if has_basis && raw.basis.is_none() {
            missing.push("basis");
        }
        if !missing.is_empty() {
            self.report(span, format!("external-sizes lacks {}", quoted(&missing)));
            return None;
        }
        let basis = raw.basis.as_ref().map(|basis| *basis.get_ref());
        match function {
            Function::Kem => Some(ExternalSizes::Kem {
                public_key: value("public-key")?,
                ciphertext: value("ciphertext")?,
                basis: basis?,
            }),
            Function::Sig => Some(ExternalSizes::Sig {
                public_key: value("public-key")?,
                signature: value("signature")?,
                basis: basis?,
            }),
            Function::Kex => Some(ExternalSizes::Kex {
                public_key_a: value("public-key-a")?,
                public_key_b: value("public-key-b")?,
                messages: value("messages")?,
            }),
            Function::Hash => None,
        }
    }
}
