//! Appends events to many games with a few statements.
//!
//! Every transaction locks players first, then games, then absences, each in the order of their ids, so that two
//! processes never wait for each other. The row of a game is locked until the commit, so its `seq` decides who comes first.

use deadpool_postgres::Transaction;
use trid_protocol::{GameState, GameSummary, Millis, Player};

use super::error::QueryError;
use super::locked_state::{LockedState, players};
use super::queries;
use super::rows::{to_integer, to_json};
use crate::storage::list_buckets::{Bucket, fold_case, labels};
use crate::storage::names::{Names, clear_names};
use crate::storage::shared::{Change, Length};
use crate::storage::{Append, Appended, Created, IdempotencyKey, KeyUse, StoredEvent};

/// Appends that are stored together or not at all.
pub(super) struct AppendGroup {
    pub(super) appends: Vec<Append>,
    /// The key of a new game.
    pub(super) key: Option<IdempotencyKey>,
}

impl AppendGroup {
    /// What no other group of the same transaction may touch: the games, and the key.
    pub(super) fn touches(&self) -> impl Iterator<Item = String> {
        let key = self.key.as_ref().map(|key| format!("{} {}", key.player, key.text));
        self.appends.iter().map(|append| append.game.to_string()).chain(key)
    }

    /// What other processes must learn once it is stored.
    pub(super) fn changes(&self) -> impl Iterator<Item = Change> {
        self.appends.iter().map(|append| {
            let (game, seq) = (append.game.clone(), append.summary.seq);
            Change::Events(Length { game, seq })
        })
    }
}

/// Whether an earlier attempt to commit the same groups may have succeeded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Attempt {
    First,
    /// The reply to the commit was lost. An event that exists and equals ours is ours.
    AfterLostReply,
}

/// Stores the groups that can be stored. Returns the result of each.
pub(super) async fn append_groups(
    transaction: &Transaction<'_>,
    groups: &[&AppendGroup],
    attempt: Attempt,
) -> Result<Vec<Created>, QueryError> {
    let mut state = LockedState::load(transaction, groups).await?;
    let mut results = Vec::with_capacity(groups.len());
    let mut accepted: Vec<(&Append, Option<Names>)> = Vec::new();
    let mut keys = Vec::new();
    for group in groups {
        if let Some(known) = known_key(transaction, group).await? {
            results.push(Created::Known(known));
            continue;
        }
        let appended = match state.check(group) {
            Appended::Conflict if attempt == Attempt::AfterLostReply => {
                if is_stored(transaction, group).await? {
                    Appended::Stored
                } else {
                    Appended::Conflict
                }
            }
            Appended::Stored => {
                accepted.extend(group.appends.iter().map(|append| (append, state.seat(append))));
                keys.extend(group.key.as_ref().map(|key| (key, &group.appends[0])));
                Appended::Stored
            }
            other => other,
        };
        results.push(Created::New(appended));
    }
    accepted.sort_by(|(a, _), (b, _)| a.game.as_str().cmp(b.game.as_str()));
    write_events(transaction, &accepted).await?;
    write_moves(transaction, &accepted).await?;
    write_games(transaction, &accepted).await?;
    for (key, append) in keys {
        write_key(transaction, key, append).await?;
    }
    Ok(results)
}

/// What a key was used for before, except for this very game by an attempt whose reply was lost.
async fn known_key(
    transaction: &Transaction<'_>,
    group: &AppendGroup,
) -> Result<Option<KeyUse>, QueryError> {
    let Some(key) = &group.key else {
        return Ok(None);
    };
    let game = &group.appends[0];
    let known = queries::find_key(transaction, key, game.summary.created).await?;
    Ok(known.filter(|known| *known != KeyUse::SameRequest(game.game.clone())))
}

/// Whether all events of a group are in the database as we tried to store them.
async fn is_stored(transaction: &Transaction<'_>, group: &AppendGroup) -> Result<bool, QueryError> {
    let statement = transaction
        .prepare_cached("SELECT 1 FROM trid.events WHERE game = $1 AND seq = $2 AND head = $3")
        .await?;
    for append in &group.appends {
        let (seq, head) = (to_integer(append.summary.seq), append.head());
        let found = transaction
            .query_opt(&statement, &[&append.game.as_str(), &seq, &head.as_bytes()])
            .await?;
        if found.is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}

type Accepted<'a> = [(&'a Append, Option<Names>)];

async fn write_events(
    transaction: &Transaction<'_>,
    accepted: &Accepted<'_>,
) -> Result<(), QueryError> {
    let (mut games, mut seqs, mut times, mut bodies, mut heads) =
        (vec![], vec![], vec![], vec![], vec![]);
    for (append, _) in accepted {
        for StoredEvent { seq, at, body, head } in append.stored_events() {
            games.push(append.game.as_str());
            seqs.push(to_integer(seq));
            times.push(at);
            bodies.push(body);
            heads.push(head.as_bytes().to_vec());
        }
    }
    if games.is_empty() {
        return Ok(());
    }
    let insert = transaction
        .prepare_cached(
            "INSERT INTO trid.events (game, seq, at, body, head)
             SELECT * FROM unnest($1::text[], $2::integer[], $3::bigint[], $4::text[], $5::bytea[])",
        )
        .await?;
    transaction.execute(&insert, &[&games, &seqs, &times, &bodies, &heads]).await?;
    Ok(())
}

/// The summary without names, as it is stored.
fn stored_summary(append: &Append) -> GameSummary {
    let mut summary = append.summary.clone();
    clear_names(summary.players_mut());
    summary
}

/// A move changes no column by which games are found, except the deadline.
async fn write_moves(
    transaction: &Transaction<'_>,
    accepted: &Accepted<'_>,
) -> Result<(), QueryError> {
    let moves: Vec<&Append> =
        accepted.iter().filter(|(_, names)| names.is_none()).map(|(append, _)| *append).collect();
    if moves.is_empty() {
        return Ok(());
    }
    let update = transaction
        .prepare_cached(
            "UPDATE trid.games SET seq = new.seq, updated = new.updated, deadline = new.deadline,
                 summary = new.summary, head = new.head
             FROM unnest($1::text[], $2::integer[], $3::bigint[], $4::bigint[], $5::text[], $6::bytea[])
                 AS new (id, seq, updated, deadline, summary, head)
             WHERE games.id = new.id",
        )
        .await?;
    let games: Vec<&str> = moves.iter().map(|append| append.game.as_str()).collect();
    let seqs: Vec<i32> = moves.iter().map(|append| to_integer(append.summary.seq)).collect();
    let updated: Vec<Millis> = moves.iter().map(|append| append.summary.updated).collect();
    let deadlines: Vec<Option<Millis>> = moves.iter().map(|append| append.deadline).collect();
    let summaries: Vec<String> =
        moves.iter().map(|append| to_json(&stored_summary(append))).collect();
    let heads: Vec<Vec<u8>> =
        moves.iter().map(|append| append.head().as_bytes().to_vec()).collect();
    transaction
        .execute(&update, &[&games, &seqs, &updated, &deadlines, &summaries, &heads])
        .await?;
    Ok(())
}

/// Writes games that start or end, with their seats and list entries. These are rare next to moves.
async fn write_games(
    transaction: &Transaction<'_>,
    accepted: &Accepted<'_>,
) -> Result<(), QueryError> {
    for (append, names) in accepted {
        let Some(names) = names else { continue };
        let mut summary = stored_summary(append);
        write_game(transaction, append, &to_json(&summary)).await?;
        let finished = summary.state == GameState::Finished;
        names.fill(summary.players_mut());
        write_seats(transaction, &summary, finished).await?;
        update_list_entries(transaction, &summary).await?;
        if finished {
            let delete =
                transaction.prepare_cached("DELETE FROM trid.absences WHERE game = $1").await?;
            transaction.execute(&delete, &[&append.game.as_str()]).await?;
        }
    }
    Ok(())
}

async fn write_game(
    transaction: &Transaction<'_>,
    append: &Append,
    stored: &str,
) -> Result<(), QueryError> {
    let Append { summary, deadline, .. } = append;
    let upsert = transaction
        .prepare_cached(
            "INSERT INTO trid.games
                 (id, seq, state, access, rules, clock, result, created, updated, deadline, summary, head)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
             ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, state = excluded.state,
                 result = excluded.result, updated = excluded.updated, deadline = excluded.deadline,
                 summary = excluded.summary, head = excluded.head",
        )
        .await?;
    transaction
        .execute(
            &upsert,
            &[
                &summary.id.as_str(),
                &to_integer(summary.seq),
                &summary.state.name(),
                &summary.access.name(),
                &summary.rules.name(),
                &summary.clock.kind().name(),
                &summary.result.name(),
                &summary.created,
                &summary.updated,
                deadline,
                &stored,
                &append.head().as_bytes(),
            ],
        )
        .await?;
    Ok(())
}

async fn write_seats(
    transaction: &Transaction<'_>,
    summary: &GameSummary,
    finished: bool,
) -> Result<(), QueryError> {
    let upsert = transaction
        .prepare_cached(
            "INSERT INTO trid.seats (game, player, finished, created, name, display_name)
             VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (game, player) DO UPDATE SET finished = excluded.finished",
        )
        .await?;
    for Player { id, name } in players(summary) {
        let folded = fold_case(name);
        transaction
            .execute(
                &upsert,
                &[&summary.id.as_str(), &id.as_str(), &finished, &summary.created, &folded, name],
            )
            .await?;
    }
    Ok(())
}

/// Inserts or moves a game's list entries.
async fn update_list_entries(
    transaction: &Transaction<'_>,
    game: &GameSummary,
) -> Result<(), QueryError> {
    let labels: Vec<String> = labels(game).into_iter().collect();
    remove_list_entries(transaction, game, &labels).await?;
    let insert = transaction
        .prepare_cached(
            "INSERT INTO trid.list_entries (label, bucket, created, game)
             SELECT label, $2, $3, $4 FROM unnest($1::text[]) AS new (label)
             ON CONFLICT DO NOTHING",
        )
        .await?;
    let bucket = Bucket::of(game).key();
    transaction.execute(&insert, &[&labels, &bucket, &game.created, &game.id.as_str()]).await?;
    Ok(())
}

/// Removes the entries of an open or live game. A finished game never moves again.
pub(super) async fn remove_list_entries(
    transaction: &Transaction<'_>,
    game: &GameSummary,
    labels: &[String],
) -> Result<(), QueryError> {
    let delete = transaction
        .prepare_cached(
            "DELETE FROM trid.list_entries
             WHERE label = ANY($1) AND bucket = ANY($2) AND created = $3 AND game = $4",
        )
        .await?;
    let buckets = Bucket::unfinished(game).map(Bucket::key);
    transaction
        .execute(&delete, &[&labels, &buckets.as_slice(), &game.created, &game.id.as_str()])
        .await?;
    Ok(())
}

/// Stores a new key, in place of one that has expired.
async fn write_key(
    transaction: &Transaction<'_>,
    key: &IdempotencyKey,
    append: &Append,
) -> Result<(), QueryError> {
    let upsert = transaction
        .prepare_cached(
            "INSERT INTO trid.idempotency_keys (player, key, request, game, created)
             VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (player, key) DO UPDATE SET request = excluded.request,
                 game = excluded.game, created = excluded.created",
        )
        .await?;
    let created = append.summary.created;
    transaction
        .execute(
            &upsert,
            &[
                &key.player.as_str(),
                &key.text,
                &key.request.as_slice(),
                &append.game.as_str(),
                &created,
            ],
        )
        .await?;
    Ok(())
}
