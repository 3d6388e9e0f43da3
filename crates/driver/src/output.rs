//! What a candidate prints: a log that does not grow without end, and the tail of stderr.

use std::collections::VecDeque;
use std::io::{self, Write};

/// Bytes of a candidate's output that are kept.
pub(crate) const LOG_LIMIT_BYTES: u64 = 1 << 20;

/// Characters of stderr that are kept.
const TAIL_CHARACTERS: usize = 2000;

/// A log with a limit. What comes after it is counted and dropped.
pub(crate) struct CappedLog<'a> {
    writer: &'a mut dyn Write,
    room: u64,
    pub(crate) dropped_bytes: u64,
}

impl<'a> CappedLog<'a> {
    pub(crate) fn new(writer: &'a mut dyn Write) -> Self {
        Self {
            writer,
            room: LOG_LIMIT_BYTES,
            dropped_bytes: 0,
        }
    }

    pub(crate) fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        let fits = bytes
            .len()
            .min(usize::try_from(self.room).unwrap_or(usize::MAX));
        self.writer.write_all(&bytes[..fits])?;
        self.room -= fits as u64;
        self.dropped_bytes += (bytes.len() - fits) as u64;
        Ok(())
    }

    /// Says so when something was dropped.
    pub(crate) fn finish(self) -> io::Result<u64> {
        if self.dropped_bytes > 0 {
            writeln!(
                self.writer,
                "\n[{} further bytes were printed and dropped]",
                self.dropped_bytes
            )?;
        }
        self.writer.flush()?;
        Ok(self.dropped_bytes)
    }
}

/// The last bytes of a stream.
#[derive(Default)]
pub(crate) struct Tail(VecDeque<u8>);

impl Tail {
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.0.extend(bytes);
        let excess = self.0.len().saturating_sub(4 * TAIL_CHARACTERS);
        self.0.drain(..excess);
    }

    /// The last characters, without blanks around.
    pub(crate) fn text(mut self) -> String {
        let text = String::from_utf8_lossy(self.0.make_contiguous()).into_owned();
        let skipped = text.chars().count().saturating_sub(TAIL_CHARACTERS);
        text.chars()
            .skip(skipped)
            .collect::<String>()
            .trim()
            .to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::{CappedLog, LOG_LIMIT_BYTES, Tail};

    #[test]
    fn a_log_stops_at_its_limit_and_says_so() {
        let mut text = Vec::new();
        let mut log = CappedLog::new(&mut text);
        let piece = vec![b'x'; 700_000];
        log.add(&piece).expect("a vector takes everything");
        log.add(&piece).expect("a vector takes everything");
        let dropped = log.finish().expect("a vector takes everything");
        assert_eq!(dropped, 1_400_000 - LOG_LIMIT_BYTES);
        let end = String::from_utf8_lossy(&text[text.len() - 60..]).into_owned();
        assert!(end.contains("351424 further bytes"), "{end}");
    }

    #[test]
    fn a_tail_is_counted_in_characters() {
        let mut tail = Tail::default();
        tail.add("start ".as_bytes());
        tail.add("ü".repeat(5000).as_bytes());
        tail.add(b"\n");
        assert_eq!(tail.text(), "ü".repeat(1999));
    }
}
