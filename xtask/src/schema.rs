//! Schemathesis against a running server: no 5xx, no answer that the OpenAPI document does not know.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use crate::root;
use crate::shell::{Shell, cargo, find_program, in_root};
use crate::steps::{Outcome, Step};

const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance";

/// Asks a server of our own whatever its document allows.
pub(crate) fn step() -> Step {
    Step::optional("server, schemathesis", |shell| {
        let Some(program) = find_or_install(shell) else {
            return Ok(Outcome::Skipped(
                "no schemathesis; `pip install schemathesis` installs it".into(),
            ));
        };
        shell.run(cargo().args(["build", "--package", "trid"]))?;
        let folder = root().join("target/schemathesis-data");
        let server = Served::start(&folder)?;
        let token = server.token()?;
        let mut command = in_root(&program);
        command.args(["run", &format!("{}/api/openapi.json", server.url), "--checks", CHECKS]);
        command.args(["--header", &format!("Authorization: Bearer {token}")]);
        // A socket is no request with one answer.
        command.args(["--max-examples", "20", "--exclude-path-regex", "socket"]);
        shell.run(&mut command)?;
        Ok(Outcome::Passed)
    })
}

/// In a virtual environment of its own where the system has none.
fn find_or_install(shell: &mut Shell) -> Option<String> {
    if let Some(program) = find_program("schemathesis") {
        return program.into_os_string().into_string().ok();
    }
    let folder = root().join("target/schemathesis");
    let program = folder.join("bin/schemathesis");
    if !program.is_file() {
        shell.run(in_root("python3").args(["-m", "venv"]).arg(&folder)).ok()?;
        let mut install = Command::new(folder.join("bin/pip"));
        shell.run(install.args(["install", "--quiet", "schemathesis"])).ok()?;
    }
    program.into_os_string().into_string().ok()
}

/// A server that is ended when dropped.
struct Served {
    child: Child,
    url: String,
}

impl Served {
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

    /// The token of a new player: without one most requests would only be told that they lack it.
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
        let mut answer = String::new();
        stream.read_to_string(&mut answer).map_err(|error| error.to_string())?;
        let token = answer.split("\"token\":\"").nth(1).and_then(|rest| rest.split('"').next());
        token.map(str::to_owned).ok_or_else(|| format!("the server gave no token: {answer}"))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
