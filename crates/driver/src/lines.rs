//! From bytes on the answer descriptor to answers.

use crate::protocol::{Answer, Line};

/// No line of ours is longer.
const LONGEST_LINE_BYTES: usize = 1 << 30;

/// Splits a stream into lines and tells ours from others.
pub(crate) struct Lines {
    token: String,
    rest: Vec<u8>,
    /// Lines that are not ours.
    pub(crate) foreign: u64,
}

impl Lines {
    pub(crate) fn new(token: String) -> Self {
        Self {
            token,
            rest: Vec::new(),
            foreign: 0,
        }
    }

    /// Answers that are complete with this piece.
    pub(crate) fn add(&mut self, piece: &[u8]) -> Vec<Answer> {
        let mut answers = Vec::new();
        for part in piece.split_inclusive(|&byte| byte == b'\n') {
            self.rest.extend_from_slice(part);
            if part.ends_with(b"\n") {
                let line = std::mem::take(&mut self.rest);
                answers.extend(self.answer(line.trim_ascii()));
            } else if self.rest.len() > LONGEST_LINE_BYTES {
                self.rest = Vec::new();
                self.foreign += 1;
            }
        }
        answers
    }

    fn answer(&mut self, line: &[u8]) -> Option<Answer> {
        if line.is_empty() {
            return None;
        }
        match serde_json::from_slice::<Line>(line) {
            Ok(Line { token, answer }) if token == self.token => Some(answer),
            _ => {
                self.foreign += 1;
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Lines;
    use crate::protocol::Answer;

    const OURS: &str = "{\"token\":\"right\",\"answer\":\"done\"}\n";

    #[test]
    fn only_lines_with_the_token_are_answers() {
        let mut lines = Lines::new("right".into());
        let forged = "{\"token\":\"wrong\",\"answer\":\"done\"}\nnoise\n\n{\"answer\":\"done\"}\n";
        assert_eq!(lines.add(forged.as_bytes()), []);
        assert_eq!(lines.foreign, 3);
        assert_eq!(lines.add(OURS.as_bytes()), [Answer::Done]);
    }

    #[test]
    fn a_line_may_come_in_pieces() {
        let mut lines = Lines::new("right".into());
        let answers: Vec<_> = OURS.bytes().flat_map(|byte| lines.add(&[byte])).collect();
        assert_eq!(answers, [Answer::Done]);
    }

    #[test]
    fn half_a_line_spoils_only_itself() {
        let mut lines = Lines::new("right".into());
        let answers = lines.add(format!("{{\"token\":\"\n{OURS}").as_bytes());
        assert_eq!((answers.len(), lines.foreign), (1, 1));
        assert_eq!(lines.add(b"{\"token\":\"right\",\"answer\":"), []);
    }
}

#[cfg(test)]
#[path = "lines_tests.rs"]
mod fuzz;
