//! How long writes wait, and what a process learns when a reply is lost.

use deadpool_postgres::{Manager, ManagerConfig};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio_postgres::NoTls;
use trid_protocol::Time;

use super::*;
use crate::storage::PostgresConfig;
use crate::storage::tests::{new_database, open_url};

fn writer(url: &str) -> Writer {
    let connection = PostgresConfig::parse(url, None).unwrap().connection;
    let manager = Manager::from_config(connection, NoTls, ManagerConfig::default());
    Writer {
        pool: Pool::builder(manager).max_size(1).build().unwrap(),
        node: "a".into(),
        clock: Arc::default(),
        state: Arc::default(),
    }
}

#[tokio::test(start_paused = true)]
async fn no_write_waits_longer_than_stated_for_a_database_that_hangs() {
    // It accepts connections and never answers.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("postgres://a@{}/b", listener.local_addr().unwrap());
    let (queue, waiting) = mpsc::unbounded_channel();
    let running = tokio::spawn(writer(&url).run(waiting));
    let started = Instant::now();
    let mut answers = Vec::new();
    for _ in 0..20 * MAX_GROUP {
        let (caller, answer) = oneshot::channel();
        queue.send(PendingWrite::new(NoteAlive(Time(1)), caller)).ok().unwrap();
        answers.push(answer);
    }
    for answer in answers {
        assert!(answer.await.unwrap().is_err());
    }
    let waited = started.elapsed();
    assert!(waited <= MAX_WAIT + GROUP_TIMEOUT, "{waited:?}");
    drop(queue);
    running.await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_learns_that_it_was_taken_for_lost_although_a_reply_is_lost() {
    let Some(url) = new_database() else { return };
    let storage = open_url(&url).await;
    let writer = writer(&url);
    let deadline = Instant::now() + GROUP_TIMEOUT;
    // Its row is new: others have removed it.
    writer.try_commit(&mut [], Attempt::AfterLostReply, deadline).await.unwrap();
    assert!(writer.state.is_forgotten.swap(false, Ordering::Relaxed));
    writer.try_commit(&mut [], Attempt::AfterLostReply, deadline).await.unwrap();
    assert!(!writer.state.is_forgotten.load(Ordering::Relaxed));
    storage.close().await.unwrap();
}
