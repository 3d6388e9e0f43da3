//! Formats that bsdtar reads: it turns them into a tar stream, so that its own unpacking is never used.

use std::ffi::OsString;
use std::io::{BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use super::damaged;
use crate::error::Error;

/// Name of the program; found through `PATH`.
const BSDTAR: &str = "bsdtar";

/// Runs bsdtar on an archive and gives its output, a tar stream, to `reader`.
pub(super) fn converted<T>(
    path: &Path,
    format: &'static str,
    reader: impl FnOnce(&mut BufReader<ChildStdout>) -> Result<T, Error>,
) -> Result<T, Error> {
    let absolute = std::path::absolute(path).map_err(Error::io("find", path))?;
    let mut source = OsString::from("@");
    source.push(&absolute);
    let child = Command::new(BSDTAR)
        .args(["-c", "-f", "-", "--format=pax"])
        .arg(source)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => Running(child),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(Error::NeedsBsdtar {
                path: path.to_owned(),
                format,
            });
        }
        Err(error) => return Err(Error::io("run bsdtar on", path)(error)),
    };
    let (Some(output), Some(mut messages)) = (child.0.stdout.take(), child.0.stderr.take()) else {
        return Err(damaged(path, "bsdtar has no output"));
    };
    // Read beside the output, so that bsdtar never waits for someone to take its messages.
    let messages = std::thread::spawn(move || {
        let mut text = Vec::new();
        let _ = messages.by_ref().take(4096).read_to_end(&mut text);
        let _ = std::io::copy(&mut messages, &mut std::io::sink());
        String::from_utf8_lossy(&text).trim().to_owned()
    });
    let mut output = BufReader::with_capacity(1 << 18, output);
    let result = reader(&mut output)?;
    // A reader that has what it wants leaves early; bsdtar is then stopped, which is no failure.
    let at_end = output.by_ref().take(1 << 16).read_to_end(&mut Vec::new());
    if at_end.is_ok_and(|rest| rest < 1 << 16) {
        let status = child
            .0
            .wait()
            .map_err(Error::io("wait for bsdtar on", path))?;
        if !status.success() {
            let said = messages.join().unwrap_or_default();
            return Err(damaged(path, format!("bsdtar says: {said}")));
        }
    }
    Ok(result)
}

/// A process that does not outlive its reader.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
