//! A drawing with its text alternative.

use std::fmt::Write;

use crate::page::html::{attribute, text};

/// A drawing in the making. Colours are classes of the style sheet, so that they follow light and dark.
pub(super) struct Svg {
    body: String,
    width: f64,
    height: f64,
}

impl Svg {
    pub(super) fn new(width: f64, height: f64) -> Svg {
        Svg {
            body: String::new(),
            width,
            height,
        }
    }

    pub(super) fn rect(&mut self, class: &str, x: f64, y: f64, width: f64, height: f64) {
        let _ = write!(
            self.body,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{height:.1}\"/>",
            width.max(0.0)
        );
    }

    pub(super) fn line(&mut self, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        let _ = write!(
            self.body,
            "<path class=\"{class}\" d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\"/>"
        );
    }

    /// A mark of one of several shapes, so that colour alone tells nothing; with a tooltip.
    pub(super) fn mark(&mut self, series: usize, x: f64, y: f64, tooltip: &str) {
        let path = match series % 4 {
            0 => format!("M{:.1} {y:.1}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", x - 4.0),
            1 => format!("M{:.1} {:.1}h7v7h-7z", x - 3.5, y - 3.5),
            2 => format!("M{x:.1} {:.1}l4.5 8h-9z", y - 5.0),
            _ => format!("M{x:.1} {:.1}l5 5l-5 5l-5 -5z", y - 5.0),
        };
        let title = if tooltip.is_empty() {
            String::new()
        } else {
            format!("<title>{}</title>", text(tooltip))
        };
        let _ = write!(
            self.body,
            "<path class=\"mark s{}\" d=\"{path}\">{title}</path>",
            series % 4
        );
    }

    /// Text whose anchor is `start`, `middle` or `end`.
    pub(super) fn text(&mut self, class: &str, x: f64, y: f64, anchor: &str, words: &str) {
        let anchor = match anchor {
            "start" => String::new(),
            other => format!(" text-anchor=\"{other}\""),
        };
        let _ = write!(
            self.body,
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\"{anchor}>{}</text>",
            text(words)
        );
    }

    /// The drawing in a figure; `title` is its caption, `description` says what it shows to whom cannot see it.
    pub(super) fn figure(self, id: &str, title: &str, description: &str) -> String {
        let (id, title) = (attribute(id), text(title));
        format!(
            "<figure><figcaption>{title}</figcaption><div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{title}\"><svg role=\"img\" \
             aria-labelledby=\"{id}-t {id}-d\" width=\"{w:.0}\" height=\"{h:.0}\" viewBox=\"0 0 {w:.0} {h:.0}\"><title id=\"{id}-t\">{title}</title>\
             <desc id=\"{id}-d\">{}</desc>{}</svg></div></figure>\n",
            text(description),
            self.body,
            w = self.width,
            h = self.height
        )
    }
}
