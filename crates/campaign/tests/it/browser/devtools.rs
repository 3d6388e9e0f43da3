//! Chromium over its DevTools pipe: messages in JSON, each ended by a zero byte.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

/// Nothing here takes so long, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The browser that is installed. Says so when there is none.
pub(super) fn installed() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = ["chromium", "chromium-browser", "google-chrome"]
        .iter()
        .flat_map(|name| std::env::split_paths(&path).map(move |folder| folder.join(name)))
        .find(|program| program.is_file());
    if found.is_none() {
        eprintln!(
            "SKIPPED: no chromium, chromium-browser or google-chrome on PATH, so the HTML file is not tested in a browser"
        );
    }
    found
}

pub(super) struct Browser {
    process: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    session: String,
    next: u64,
    events: Vec<Value>,
    requests: Vec<String>,
    _profile: tempfile::TempDir,
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Browser {
    /// Opens a file and waits until it is loaded.
    pub(super) fn open(program: &Path, file: &Path) -> Browser {
        let profile = tempfile::tempdir().unwrap();
        // The browser reads commands from descriptor 3 and answers on 4; a shell can place them there.
        let mut process = Command::new("sh")
            .arg("-c")
            .arg("exec \"$0\" \"$@\" 3<&0 4>&1 0</dev/null 1>&2")
            .arg(program)
            .args([
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--window-size=1300,900",
                "--remote-debugging-pipe",
            ])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = process.stdin.take().unwrap();
        let output = process.stdout.take().unwrap();
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut message = Vec::new();
            while output
                .read_until(0, &mut message)
                .is_ok_and(|read| read > 0)
            {
                message.pop();
                let Ok(value) = serde_json::from_slice(&message) else {
                    break;
                };
                if sender.send(value).is_err() {
                    break;
                }
                message.clear();
            }
        });
        let mut browser = Browser {
            process,
            input,
            messages,
            session: String::new(),
            next: 0,
            events: Vec::new(),
            requests: Vec::new(),
            _profile: profile,
        };
        let target = browser.call("Target.createTarget", json!({"url": "about:blank"}));
        let attached = browser.call(
            "Target.attachToTarget",
            json!({"targetId": target["targetId"], "flatten": true}),
        );
        browser.session = attached["sessionId"].as_str().unwrap().to_owned();
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser.call("Page.navigate", json!({"url": super::address(file)}));
        browser.wait_for("Page.loadEventFired");
        browser
    }

    /// Value of an expression; a promise is awaited.
    pub(super) fn evaluate(&mut self, expression: &str) -> Value {
        let parameters = json!({
            "expression": expression, "returnByValue": true, "awaitPromise": true, "userGesture": true,
        });
        let answer = self.call("Runtime.evaluate", parameters);
        assert!(
            answer["exceptionDetails"].is_null(),
            "{expression}: {answer}"
        );
        answer["result"]["value"].clone()
    }

    /// Presses a key and lets it go.
    pub(super) fn key(&mut self, name: &str, code: u32, text: &str) {
        for kind in ["keyDown", "keyUp"] {
            let mut parameters =
                json!({"type": kind, "key": name, "code": name, "windowsVirtualKeyCode": code});
            if kind == "keyDown" && !text.is_empty() {
                parameters["text"] = json!(text);
            }
            self.call("Input.dispatchKeyEvent", parameters);
        }
    }

    pub(super) fn media(&mut self, media: &str, scheme: &str) {
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.call(
            "Emulation.setEmulatedMedia",
            json!({"media": media, "features": features}),
        );
    }

    pub(super) fn window(&mut self, width: u32, height: u32) {
        self.call(
            "Emulation.setDeviceMetricsOverride",
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}),
        );
    }

    pub(super) fn without_scripts(&mut self) {
        self.call(
            "Emulation.setScriptExecutionDisabled",
            json!({"value": true}),
        );
    }

    pub(super) fn reload(&mut self) {
        self.events.clear();
        self.call("Page.reload", json!({}));
        self.wait_for("Page.loadEventFired");
    }

    /// What the console, the log and uncaught exceptions said so far.
    pub(super) fn complaints(&mut self) -> Vec<String> {
        // Whatever was reported before this answer is here afterwards.
        self.evaluate("0");
        let kinds = [
            "Runtime.consoleAPICalled",
            "Runtime.exceptionThrown",
            "Log.entryAdded",
        ];
        let events = self.events.iter();
        events
            .filter(|event| kinds.contains(&event["method"].as_str().unwrap_or_default()))
            .map(|event| event["params"].to_string())
            .collect()
    }

    /// Addresses that were asked for so far.
    pub(super) fn requests(&self) -> &[String] {
        &self.requests
    }

    fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.next += 1;
        let id = self.next;
        let mut message = json!({"id": id, "method": method, "params": parameters});
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.input.write_all(&bytes).unwrap();
        loop {
            let message = self.receive();
            if message["id"] == id {
                assert!(message["error"].is_null(), "{method}: {message}");
                return message["result"].clone();
            }
            self.note(message);
        }
    }

    fn wait_for(&mut self, method: &str) {
        while !self.events.iter().any(|event| event["method"] == method) {
            let message = self.receive();
            self.note(message);
        }
    }

    fn receive(&mut self) -> Value {
        let message = self.messages.recv_timeout(PATIENCE);
        message.expect("the browser does not answer")
    }

    fn note(&mut self, message: Value) {
        if message["method"] == "Network.requestWillBeSent" {
            let url = message["params"]["request"]["url"].as_str();
            self.requests.push(url.unwrap_or_default().to_owned());
        }
        self.events.push(message);
    }
}
