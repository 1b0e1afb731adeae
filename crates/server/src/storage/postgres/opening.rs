//! Opens the PostgreSQL storage: checks and migrates the database, and starts the tasks that write and listen.

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};

use deadpool_postgres::{Manager, ManagerConfig, Pool, RecyclingMethod};
use tokio::sync::mpsc;
use tokio_postgres::Client;

use super::clock::DatabaseClock;
use super::config::PostgresConfig;
use super::error::with_advice;
use super::listener::{Listener, Listening};
use super::migrations::{MIGRATIONS, MigrationError, migrate};
use super::server_check::check_server;
use super::tls::Tls;
use super::writer::{Writer, WriterState};
use super::{Postgres, READERS};
use crate::identity::random_text;
use crate::storage::{OpenError, StorageError};

impl Postgres {
    /// Connects and migrates the database. `node` names this process for people; a random suffix makes it unique.
    ///
    /// # Errors
    /// [`OpenError`] if the database cannot be reached, used or migrated, or is from a newer version.
    pub async fn open(config: PostgresConfig, node: Option<&str>) -> Result<Self, OpenError> {
        Self::open_with_migrations(config, node, MIGRATIONS).await
    }

    /// As `open`, for a program with these migrations.
    async fn open_with_migrations(
        mut config: PostgresConfig,
        node: Option<&str>,
        migrations: &[&str],
    ) -> Result<Self, OpenError> {
        let node = format!("{}-{}", node.unwrap_or("node"), random_text(6));
        config.name_sessions(&node);
        let location = config.location();
        let cannot_open = |error: &dyn std::fmt::Display| {
            OpenError::Storage(StorageError::new(&format!("open the database {location}"), error))
        };
        let tls =
            Tls::new(config.root_certificates.as_deref()).map_err(|error| cannot_open(&error))?;
        let clock = Arc::new(DatabaseClock::default());
        let prepare = async |client: &mut Client| {
            check_server(client).await?;
            migrate(client, migrations).await
        };
        let listening = Listening::start(&config, &tls, &clock, prepare).await.map_err(
            |error| match error {
                MigrationError::Postgres(error) => cannot_open(&with_advice(&error)),
                other => cannot_open(&other),
            },
        )?;
        Self::start(config, &tls, listening, clock, &node).map_err(|error| cannot_open(&error))
    }

    /// Opens the database as the next version of the program would, which has this migration in addition.
    #[cfg(test)]
    pub(in crate::storage) async fn open_upgraded(
        config: PostgresConfig,
        migration: &str,
    ) -> Result<Self, OpenError> {
        Self::open_with_migrations(config, None, &[MIGRATIONS, &[migration]].concat()).await
    }

    fn start(
        config: PostgresConfig,
        tls: &Tls,
        listening: Listening,
        clock: Arc<DatabaseClock>,
        node: &str,
    ) -> Result<Self, deadpool_postgres::BuildError> {
        let pool = |size| {
            let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
            let manager = Manager::from_config(config.connection.clone(), tls.clone(), recycling);
            Pool::builder(manager).max_size(size).build()
        };
        let (readers, writer_pool) = (pool(READERS)?, pool(1)?);
        let node: Arc<str> = node.into();
        let (change_sender, changes) = mpsc::unbounded_channel();
        let listener = Listener {
            config,
            tls: tls.clone(),
            node: Arc::clone(&node),
            clock: Arc::clone(&clock),
            changes: change_sender.clone(),
            state: Arc::default(),
        };
        let listener_state = Arc::clone(&listener.state);
        listener.use_connection(&listening);
        let writer_state = Arc::new(WriterState::default());
        let writer = Writer {
            pool: writer_pool.clone(),
            node: Arc::clone(&node),
            clock: Arc::clone(&clock),
            state: Arc::clone(&writer_state),
        };
        let (writes, queue) = mpsc::unbounded_channel();
        let tasks = vec![tokio::spawn(writer.run(queue)), tokio::spawn(listener.run(listening))];
        Ok(Self {
            node,
            readers,
            writer_pool,
            writer: Mutex::new(Some(writes)),
            tasks: Mutex::new(tasks),
            clock,
            writer_state,
            listener_state,
            change_sender,
            changes: Mutex::new(Some(changes)),
            failed_reads: AtomicU64::new(0),
            updating_seen: Arc::default(),
        })
    }
}
