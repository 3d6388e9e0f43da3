//! The form of a page on a web site that has pages of several systems.

use crate::facts::CandidateFacts;
use crate::page::{Block, Inline, Page};

/// What the site knows around a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Site {
    /// All systems, in the order in which they are shown.
    pub systems: Vec<String>,
    /// The system of the page.
    pub system: String,
}

/// A candidate's page as the site shows it: a breadcrumb instead of the navigation line, and three links at the end
/// of section 1.
#[must_use]
pub fn site_form(page: &Page, facts: &CandidateFacts, site: &Site) -> Page {
    let id = &facts.id;
    let system = &site.system;
    let mut blocks = vec![Block::Navigation(breadcrumb(id, site))];
    let mut links = Some(vec![
        Inline::from("Security evaluation: ").link(
            format!("{id} report"),
            facts
                .links
                .security
                .clone()
                .unwrap_or_else(|| format!("../../{id}.md")),
        ),
        Inline::from("Measurement method: ")
            .link(format!("{system} method"), format!("../method_{system}.md")),
        Inline::from("Submission: ").link(
            "NICCS page",
            facts.links.submission.clone().unwrap_or_default(),
        ),
    ]);
    for block in &page.blocks {
        match block {
            Block::Navigation(_) => {}
            Block::Bullets(items) => {
                let mut items = items.clone();
                items.extend(links.take().unwrap_or_default());
                blocks.push(Block::Bullets(items));
            }
            other => blocks.push(other.clone()),
        }
    }
    Page { blocks }
}

fn breadcrumb(id: &str, site: &Site) -> Inline {
    let mut line = Inline::new()
        .link("Performance measurements", "../index.md")
        .text(" › ")
        .link(&site.system, format!("../summary_{}.md", site.system))
        .text(format!(" › {id} · system: "));
    for (index, system) in site.systems.iter().enumerate() {
        line = line.text(if index == 0 { "" } else { " · " });
        line = if *system == site.system {
            line.strong(system)
        } else {
            line.link(system, format!("../{system}/{id}.md"))
        };
    }
    line
}
