//! Renders a page from the excerpt of the published dataset that the tests use.
//!
//!     cargo run -p assay-report --example render -- [--text]

use std::env;
use std::error::Error;
use std::path::Path;

use assay_evidence::Store;
use assay_manifest::{ExternalSizes, Function, Links, Profile, SizeBasis, Variant};
use assay_report::{CandidateFacts, Evidence, InstanceFacts, candidate_page};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../evidence/tests/published");
    let store = Store::new(folder);
    let campaign = store.read_campaign()?.ok_or("there is no campaign.json")?;
    let build = store.read_build()?.ok_or("there is no build.json")?;
    let facts = scabbard();
    let records = store.records_of(&facts.id)?;
    let profiles = store.profiles_of(&facts.id)?;
    let memories = store.memories_of(&facts.id)?;
    let page = candidate_page(
        &facts,
        &Evidence {
            system: &campaign.system_id,
            campaign: &campaign,
            build: &build,
            records: &records,
            profiles: &profiles,
            memories: &memories,
        },
    );
    if env::args().any(|argument| argument == "--text") {
        println!("{}", page.text());
    } else {
        print!("{}", page.markdown());
    }
    Ok(())
}

/// Normally these come from the manifest: `CandidateFacts::from_manifest`.
fn scabbard() -> CandidateFacts {
    let sizes = [
        ("scabbard128", 736, 760),
        ("scabbard256", 1616, 1648),
        ("scabbard512", 2880, 3072),
    ];
    CandidateFacts {
        id: "kem-24".to_owned(),
        algorithm: "MORNING-Scabbard".to_owned(),
        function: Function::Kem,
        links: Links::default(),
        survey: None,
        archive: None,
        instances: sizes
            .into_iter()
            .map(|(label, public_key, ciphertext)| InstanceFacts {
                label: label.to_owned(),
                variant: Variant::Reference,
                profile: Profile::Guide,
                requires: Vec::new(),
                external_sizes: Some(ExternalSizes::Kem {
                    public_key,
                    ciphertext,
                    basis: SizeBasis::Encoded,
                }),
                issues: Vec::new(),
                notes: Vec::new(),
            })
            .collect(),
    }
}
