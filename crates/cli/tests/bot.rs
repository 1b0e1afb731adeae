//! `trid bot` on a server behind TLS, as most stand, and what it says when it cannot play.

mod serving;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use serving::{Folder, Running, serve};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use trid_server::client::Client;
use trid_server::wire::{Access, Action, ColorChoice, GameState, NewGame};

fn own_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tls").join(name)
}

/// Passes on what comes through TLS to the server. Returns its port.
async fn put_behind_tls(url: &str) -> u16 {
    let certificate = CertificateDer::from_pem_file(own_file("certificate.pem")).unwrap();
    let key = PrivateKeyDer::from_pem_file(own_file("key.pem")).unwrap();
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
                let mut outside = acceptor.accept(stream).await?;
                let mut inside = TcpStream::connect(server).await?;
                tokio::io::copy_bidirectional(&mut outside, &mut inside).await
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

/// What it says, in an attempt that must fail.
async fn complaint(mut bot: Command) -> String {
    let output = tokio::task::spawn_blocking(move || bot.output()).await.unwrap().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_plays_on_a_server_behind_tls() {
    let folder = Folder::new();
    let (_server, url) = serve(folder.path());
    let port = put_behind_tls(&url).await;
    let outside = format!("https://localhost:{port}");

    let refused = complaint(bot(&outside)).await;
    assert!(refused.contains("name your own with SSL_CERT_FILE"), "{refused}");
    let mut trusting = bot(&format!("https://127.0.0.1:{port}"));
    trusting.env("SSL_CERT_FILE", own_file("certificate.pem"));
    let refused = complaint(trusting).await;
    assert!(refused.contains("its certificate is for another name"), "{refused}");
    let refused = complaint(bot(&url.replace("http://127.0.0.1", "https://localhost"))).await;
    assert!(refused.contains("it does not speak TLS there, try http://"), "{refused}");

    let ada = Client::register(&url, "Ada").await.unwrap();
    let new = NewGame { access: Access::Lobby, color: ColorChoice::White, ..NewGame::default() };
    let game = ada.create(&new).await.unwrap().id;
    let mut trusting = bot(&outside);
    trusting.env("SSL_CERT_FILE", own_file("certificate.pem")).stdout(Stdio::null());
    let _bot = Running(trusting.spawn().unwrap());
    let until = async |state: GameState, plies: u32| {
        let seen = async {
            loop {
                let shown = ada.show(&game).await.unwrap();
                if shown.state == state && shown.plies >= plies {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), seen).await.expect("the engine plays");
    };
    until(GameState::Live, 0).await;
    ada.act(&game, &Action::Move { mv: "b2Wb4N".to_owned(), ply: 0 }).await.unwrap();
    until(GameState::Live, 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_keeps_its_identity_to_itself() {
    let folder = Folder::new();
    let (_server, url) = serve(folder.path());
    let file = folder.path().join("bot.token");
    let named = |file: &Path| {
        let mut bot = bot(&url);
        bot.arg("--identity").arg(file);
        bot
    };
    let said = complaint(named(folder.path())).await;
    assert!(said.contains("cannot read"), "what is there is not written over: {said}");
    let first = Running(named(&file).stdout(Stdio::null()).spawn().unwrap());
    let written = async {
        while std::fs::read_to_string(&file).is_ok_and(|token| token.is_empty()) || !file.exists() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), written).await.expect("it keeps its token");
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
async fn a_bot_says_why_it_cannot_play() {
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = closed.local_addr().unwrap();
    drop(closed);
    let said = complaint(bot(&format!("http://{address}"))).await;
    assert!(said.contains(&format!("http://{address}: nothing listens there")), "{said}");

    let said = complaint(bot("chess.example")).await;
    assert!(said.contains("expected one such as https://chess.example"), "{said}");

    // Another kind of server.
    let other = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = other.local_addr().unwrap();
    let answer = "HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\nconnection: close\r\n\r\nno";
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = other.accept().await {
            use tokio::io::{AsyncReadExt, AsyncWriteExt};
            let mut asked = [0; 4096];
            let _ = stream.read(&mut asked).await;
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    let said = complaint(bot(&format!("http://{address}"))).await;
    assert!(said.contains("no Tri-D server answers there (status 404 Not Found)"), "{said}");
}
