//! Runs `trid bot` on a server behind TLS, and checks its errors.

mod server_process;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use server_process::{ChildGuard, start_server};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use trid_client::Client;
use trid_protocol::{Access, Action, ColorChoice, GameState, NewGame};

fn tls_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tls").join(name)
}

/// Starts a TLS proxy in front of the server. Returns its port.
async fn start_tls_proxy(url: &str) -> u16 {
    let certificate = CertificateDer::from_pem_file(tls_file("certificate.pem")).unwrap();
    let key = PrivateKeyDer::from_pem_file(tls_file("key.pem")).unwrap();
    let config = ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let server = url.strip_prefix("http://").unwrap().to_owned();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (acceptor, server) = (acceptor.clone(), server.clone());
            tokio::spawn(async move {
                let mut client = acceptor.accept(stream).await?;
                let mut server = TcpStream::connect(server).await?;
                tokio::io::copy_bidirectional(&mut client, &mut server).await
            });
        }
    });
    port
}

fn bot(url: &str) -> Command {
    let mut bot = Command::new(env!("CARGO_BIN_EXE_trid"));
    bot.args(["bot", url, "--level", "1"]).stdin(Stdio::null());
    bot
}

/// Runs a bot that must fail, and returns its error.
async fn bot_error(mut bot: Command) -> String {
    let output = tokio::task::spawn_blocking(move || bot.output()).await.unwrap().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_plays_on_a_server_behind_tls() {
    let folder = tempfile::tempdir().unwrap();
    let (_server, url) = start_server(folder.path());
    let port = start_tls_proxy(&url).await;
    let tls_url = format!("https://localhost:{port}");

    let error = bot_error(bot(&tls_url)).await;
    assert!(error.contains("name your own with SSL_CERT_FILE"), "{error}");
    let mut trusting = bot(&format!("https://127.0.0.1:{port}"));
    trusting.env("SSL_CERT_FILE", tls_file("certificate.pem"));
    let error = bot_error(trusting).await;
    assert!(error.contains("its certificate is for another name"), "{error}");
    let error = bot_error(bot(&url.replace("http://127.0.0.1", "https://localhost"))).await;
    assert!(error.contains("it does not speak TLS there, try http://"), "{error}");

    let ada = Client::register(&url, "Ada").await.unwrap();
    let new = NewGame { access: Access::Lobby, color: ColorChoice::White, ..NewGame::default() };
    let game = ada.create(&new).await.unwrap().id;
    let mut trusting = bot(&tls_url);
    trusting.env("SSL_CERT_FILE", tls_file("certificate.pem")).stdout(Stdio::null());
    let _bot = ChildGuard(trusting.spawn().unwrap());
    let wait_for = async |state: GameState, plies: u32| {
        let reached = async {
            loop {
                let shown = ada.show(&game).await.unwrap();
                if shown.state == state && shown.plies >= plies {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), reached).await.expect("the bot plays");
    };
    wait_for(GameState::Live, 0).await;
    ada.act(&game, &Action::Move { mv: "b2Wb4N".to_owned(), ply: 0 }).await.unwrap();
    wait_for(GameState::Live, 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_stores_its_identity_for_its_user_only() {
    let folder = tempfile::tempdir().unwrap();
    let (_server, url) = start_server(folder.path());
    let file = folder.path().join("bot.token");
    let with_identity = |file: &Path| {
        let mut bot = bot(&url);
        bot.arg("--identity").arg(file);
        bot
    };
    let error = bot_error(with_identity(folder.path())).await;
    assert!(error.contains("cannot read"), "{error}");
    let first = ChildGuard(with_identity(&file).stdout(Stdio::null()).spawn().unwrap());
    let written = async {
        while std::fs::read_to_string(&file).is_ok_and(|token| token.is_empty()) || !file.exists() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), written).await.expect("the bot writes its token");
    drop(first);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let token = std::fs::read_to_string(&file).unwrap();
    assert!(Client::with_token(&url, &token).await.is_ok());
}

#[tokio::test]
async fn a_bot_reports_why_it_cannot_play() {
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = closed.local_addr().unwrap();
    drop(closed);
    let error = bot_error(bot(&format!("http://{address}"))).await;
    assert!(error.contains(&format!("http://{address}: nothing listens there")), "{error}");

    let error = bot_error(bot("chess.example")).await;
    assert!(error.contains("expected one such as https://chess.example"), "{error}");

    // A server of another kind.
    let other = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = other.local_addr().unwrap();
    let response = "HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\nconnection: close\r\n\r\nno";
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = other.accept().await {
            use tokio::io::{AsyncReadExt, AsyncWriteExt};
            let mut request = [0; 4096];
            let _ = stream.read(&mut request).await;
            let _ = stream.write_all(response.as_bytes()).await;
        }
    });
    let error = bot_error(bot(&format!("http://{address}"))).await;
    assert!(error.contains("no Tri-D server answers there (status 404 Not Found)"), "{error}");
}
