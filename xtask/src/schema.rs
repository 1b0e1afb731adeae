//! Runs Schemathesis against a server: no 5xx, nothing that the OpenAPI document does not describe, no invalid data
//! accepted, no identity ignored.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use crate::root;
use crate::shell::{cargo, find_program, in_root, run};
use crate::steps::{Step, StepResult};
use crate::test::Effort;

/// A schema cannot say which names are visible or which positions are legal, so valid data may be rejected.
const EXCLUDED_CHECKS: &str = "positive_data_acceptance";
/// These end the identity that sends them, so they are tested last.
const ENDING: [&str; 2] = ["replaceToken", "deletePlayer"];

/// The seed of the requests, so that the same ones are sent every time. The long tests send others.
const SEED: &str = "20261116";

/// A step that sends requests to a fresh server, generated from its OpenAPI document.
pub(crate) fn step(effort: Effort) -> Step {
    Step::optional("server, schemathesis", move || {
        let Some(program) = find_or_install() else {
            return Ok(StepResult::Skipped(
                "Schemathesis is not installed; run `pip install schemathesis`".into(),
            ));
        };
        run(cargo().args(["build", "--package", "trid"]))?;
        let folder = root().join("target/schemathesis-data");
        let server = TestServer::start(&folder)?;
        for choice in ["--exclude-operation-id", "--include-operation-id"] {
            let token = server.token()?;
            let mut command = in_root(&program);
            command.args(["run", &format!("{}/api/openapi.json", server.url), "--checks", "all"]);
            command.args(["--exclude-checks", EXCLUDED_CHECKS, "--max-examples", "20"]);
            if effort == Effort::Usual {
                command.args(["--seed", SEED]);
            }
            command.args(["--header", &format!("Authorization: Bearer {token}")]);
            command.args(ENDING.iter().flat_map(|operation| [choice, operation]));
            // Schemathesis cannot test WebSockets.
            command.args(["--exclude-path-regex", "socket"]);
            run(&mut command)?;
        }
        Ok(StepResult::Passed)
    })
}

/// The path of Schemathesis, which is installed into a virtual environment if the system has none.
fn find_or_install() -> Option<String> {
    if let Some(program) = find_program("schemathesis") {
        return program.into_os_string().into_string().ok();
    }
    let folder = root().join("target/schemathesis");
    let program = folder.join("bin/schemathesis");
    if !program.is_file() {
        run(in_root("python3").args(["-m", "venv"]).arg(&folder)).ok()?;
        let mut install = Command::new(folder.join("bin/pip"));
        run(install.args(["install", "--quiet", "schemathesis"])).ok()?;
    }
    program.into_os_string().into_string().ok()
}

/// A server that stops when dropped.
struct TestServer {
    child: Child,
    url: String,
}

impl TestServer {
    fn start(folder: &std::path::Path) -> Result<Self, String> {
        let mut child = Command::new(root().join("target/debug/trid"))
            .args(["serve", "--addr", "127.0.0.1:0", "--no-limits", "--log", "quiet", "--data"])
            .arg(folder)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start the server: {error}"))?;
        let output = child.stdout.take().ok_or("the server has no output")?;
        let mut url = String::new();
        BufReader::new(output).read_line(&mut url).map_err(|error| error.to_string())?;
        Ok(Self { child, url: url.trim().to_owned() })
    }

    /// The token of a new identity: most requests fail without one.
    fn token(&self) -> Result<String, String> {
        let host = self.url.trim_start_matches("http://");
        let body = r#"{"keep":"token"}"#;
        let request = format!(
            "POST /api/identities HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut stream = TcpStream::connect(host).map_err(|error| error.to_string())?;
        stream.write_all(request.as_bytes()).map_err(|error| error.to_string())?;
        let mut response = String::new();
        stream.read_to_string(&mut response).map_err(|error| error.to_string())?;
        let token = response.split("\"token\":\"").nth(1).and_then(|rest| rest.split('"').next());
        token.map(str::to_owned).ok_or_else(|| format!("the server gave no token: {response}"))
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
