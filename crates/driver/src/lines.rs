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
