//! `cargo xtask cluster`: PostgreSQL, several servers and HAProxy on this machine, to try out a cluster.

use std::io::{BufRead, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use trid_testbed::{Durability, HaProxy, TemporaryPostgres, free_port};

use crate::shell::{cargo, find_program, install_debian_packages, run};
use crate::{root, site};

const DEFAULT_NODES: usize = 3;
/// More would need more connections than PostgreSQL has by default.
const MAX_NODES: usize = 15;

/// A server of the cluster, which is stopped when it is dropped.
struct Node(Child);

impl Drop for Node {
    fn drop(&mut self) {
        let id = self.0.id().to_string();
        let _ = Command::new("kill").args(["-TERM", &id]).status();
        let _ = self.0.wait();
    }
}

/// Starts a cluster and keeps it until standard input ends or Enter is pressed.
pub(crate) fn cluster(words: &[&str]) -> Result<(), String> {
    let nodes = match words {
        [] => DEFAULT_NODES,
        ["--nodes", number] => parse_nodes(number)?,
        _ => return Err("expected nothing or --nodes NUMBER".to_owned()),
    };
    install()?;
    if !root().join("web/dist").exists() {
        site::build_page()?;
    }
    eprintln!("the server");
    run(cargo().args(["build", "--profile", "play", "--package", "trid"]))?;
    eprintln!("PostgreSQL");
    let database = TemporaryPostgres::start(Durability::Full, &[])?;
    eprintln!("the servers");
    let mut ports = Vec::new();
    let mut running = Vec::new();
    for number in 1..=nodes {
        let port = free_port().map_err(|error| error.to_string())?;
        let program = root().join("target/play/trid");
        running.push(start_node(&program, &database.url("trid"), number, port)?);
        ports.push(port);
    }
    eprintln!("HAProxy");
    let port = free_port().map_err(|error| error.to_string())?;
    let proxy = HaProxy::start(port, &ports)?;
    println!("\nthe cluster is at {}", proxy.url());
    for (port, number) in ports.iter().zip(1..) {
        println!("  node{number}     http://127.0.0.1:{port}");
    }
    println!("  database  {}", database.url("trid"));
    println!("\npress Enter or Ctrl-C to stop it");
    let _ = std::io::stdin().read(&mut [0]);
    drop(proxy);
    drop(running);
    Ok(())
}

fn parse_nodes(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(nodes @ 1..=MAX_NODES) => Ok(nodes),
        _ => Err(format!("'{text}' is not a number of servers from 1 to {MAX_NODES}")),
    }
}

/// Installs PostgreSQL and HAProxy if they are missing and that is possible.
pub(crate) fn install() -> Result<(), String> {
    install_postgres()?;
    if find_program("haproxy").is_some() {
        return Ok(());
    }
    install_debian_packages(&["haproxy"])
        .map_err(|error| format!("HAProxy is not installed; {error}"))
}

/// Installs PostgreSQL if it is missing and that is possible.
pub(crate) fn install_postgres() -> Result<(), String> {
    if TemporaryPostgres::find_programs().is_some() {
        return Ok(());
    }
    install_debian_packages(&["postgresql"])
        .map_err(|error| format!("PostgreSQL is not installed; {error}"))
}

/// Starts a server with the options that `compose.yaml` uses, and waits until it is ready.
fn start_node(program: &Path, database: &str, number: usize, port: u16) -> Result<Node, String> {
    let mut child = Command::new(program)
        .args(["serve", "--addr", &format!("127.0.0.1:{port}")])
        .args(["--database", database, "--node", &format!("node{number}")])
        .args(["--trust-proxy", "--log", "quiet"])
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot start {}: {error}", program.display()))?;
    let mut line = String::new();
    let output = child.stdout.take().ok_or("the server has no output")?;
    let node = Node(child);
    BufReader::new(output).read_line(&mut line).map_err(|error| error.to_string())?;
    if line.is_empty() { Err(format!("node{number} does not start")) } else { Ok(node) }
}

#[cfg(test)]
mod tests {
    use super::{MAX_NODES, parse_nodes};

    #[test]
    fn the_number_of_servers_is_checked() {
        assert_eq!(parse_nodes("3"), Ok(3));
        for bad in ["", "0", "x", "-1", &(MAX_NODES + 1).to_string()] {
            assert!(parse_nodes(bad).is_err(), "{bad}");
        }
    }
}
