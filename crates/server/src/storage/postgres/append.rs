//! Appends events to many games with a few statements.
//!
//! Every transaction locks players first, then games, then absences, each in the order of their ids, so that two
//! processes never wait for each other. The row of a game is locked until the commit, so its `seq` decides who comes first.

use tokio_postgres::types::ToSql;
use trid_protocol::{GameState, GameSummary, Player};

use super::error::QueryError;
use super::locked_state::{LockedState, players};
use super::queries;
use super::rows::{to_integer, to_json};
use super::write::{Context, WaitingAppend};
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

/// Stores the groups that can be stored. Sets the result of each.
pub(super) async fn append_groups(
    context: &mut Context<'_>,
    waiting: &mut [&mut WaitingAppend],
    attempt: Attempt,
) -> Result<(), QueryError> {
    let groups: Vec<&AppendGroup> = waiting.iter().map(|append| &append.group).collect();
    let mut state = LockedState::load(context, &groups).await?;
    let mut results = Vec::with_capacity(groups.len());
    let mut accepted: Vec<(&Append, Option<Names>)> = Vec::new();
    let mut keys = Vec::new();
    for group in groups {
        if let Some(known) = known_key(context, group).await? {
            results.push(Created::Known(known));
            continue;
        }
        let mut appended = state.check(group);
        if appended == Appended::Stored {
            accepted.extend(group.appends.iter().map(|append| (append, state.seat(append))));
            keys.extend(group.key.as_ref().map(|key| (key, &group.appends[0])));
        }
        if appended == Appended::Conflict
            && attempt == Attempt::AfterLostReply
            && is_stored(context, group).await?
        {
            appended = Appended::Stored;
        }
        results.push(Created::New(appended));
    }
    accepted.sort_by(|(a, _), (b, _)| a.game.as_str().cmp(b.game.as_str()));
    write_events(context, &accepted).await?;
    write_moves(context, &accepted).await?;
    write_games(context, &accepted).await?;
    for (key, append) in keys {
        write_key(context, key, append).await?;
    }
    for (append, result) in waiting.iter_mut().zip(results) {
        if result == Created::New(Appended::Stored) {
            context.changes.extend(append.group.changes());
        }
        append.value = Some(result);
    }
    Ok(())
}

/// What a key was used for before, except for this very game by an attempt whose reply was lost.
async fn known_key(
    context: &Context<'_>,
    group: &AppendGroup,
) -> Result<Option<KeyUse>, QueryError> {
    let Some(key) = &group.key else {
        return Ok(None);
    };
    let game = &group.appends[0];
    let known = queries::find_key(&context.transaction, key, game.summary.created).await?;
    Ok(known.filter(|known| *known != KeyUse::SameRequest(game.game.clone())))
}

/// Whether all events of a group are in the database as we tried to store them.
async fn is_stored(context: &Context<'_>, group: &AppendGroup) -> Result<bool, QueryError> {
    let sql = "SELECT 1 FROM trid.events WHERE game = $1 AND seq = $2 AND head = $3";
    for append in &group.appends {
        let (seq, head) = (to_integer(append.summary.seq), append.head());
        let found = context.query(sql, &[&append.game.as_str(), &seq, &head.as_bytes()]).await?;
        if found.is_empty() {
            return Ok(false);
        }
    }
    Ok(true)
}

type Accepted<'a> = [(&'a Append, Option<Names>)];

async fn write_events(context: &Context<'_>, accepted: &Accepted<'_>) -> Result<(), QueryError> {
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
    let insert = "INSERT INTO trid.events (game, seq, at, body, head)
         SELECT * FROM unnest($1::text[], $2::integer[], $3::bigint[], $4::text[], $5::bytea[])";
    context.execute(insert, &[&games, &seqs, &times, &bodies, &heads]).await?;
    Ok(())
}

/// The summary without names, as it is stored.
fn stored_summary(append: &Append) -> GameSummary {
    let mut summary = append.summary.clone();
    clear_names(summary.players_mut());
    summary
}

/// A move changes no column by which games are found, except the deadline.
async fn write_moves(context: &Context<'_>, accepted: &Accepted<'_>) -> Result<(), QueryError> {
    let (mut games, mut seqs, mut updated, mut deadlines, mut summaries, mut heads) =
        (vec![], vec![], vec![], vec![], vec![], vec![]);
    for (append, _) in accepted.iter().filter(|(_, names)| names.is_none()) {
        games.push(append.game.as_str());
        seqs.push(to_integer(append.summary.seq));
        updated.push(append.summary.updated);
        deadlines.push(append.deadline);
        summaries.push(to_json(&stored_summary(append)));
        heads.push(append.head().as_bytes().to_vec());
    }
    if games.is_empty() {
        return Ok(());
    }
    let update =
        "UPDATE trid.games SET seq = new.seq, updated = new.updated, deadline = new.deadline,
             summary = new.summary, head = new.head
         FROM unnest($1::text[], $2::integer[], $3::bigint[], $4::bigint[], $5::text[], $6::bytea[])
             AS new (id, seq, updated, deadline, summary, head)
         WHERE games.id = new.id";
    context.execute(update, &[&games, &seqs, &updated, &deadlines, &summaries, &heads]).await?;
    Ok(())
}

/// Writes games that start or end, with their seats and list entries. These are rare next to moves.
async fn write_games(context: &Context<'_>, accepted: &Accepted<'_>) -> Result<(), QueryError> {
    for (append, names) in accepted {
        let Some(names) = names else { continue };
        let mut summary = stored_summary(append);
        write_game(context, append, &to_json(&summary)).await?;
        let finished = summary.state == GameState::Finished;
        names.fill(summary.players_mut());
        write_seats(context, &summary, finished).await?;
        update_list_entries(context, &summary).await?;
        if finished {
            let delete = "DELETE FROM trid.absences WHERE game = $1";
            context.execute(delete, &[&append.game.as_str()]).await?;
        }
    }
    Ok(())
}

async fn write_game(
    context: &Context<'_>,
    append: &Append,
    stored: &str,
) -> Result<(), QueryError> {
    let Append { summary, deadline, .. } = append;
    let head = append.head();
    let upsert = "INSERT INTO trid.games
             (id, seq, state, access, rules, clock, result, created, updated, deadline, summary, head)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
         ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, state = excluded.state,
             result = excluded.result, updated = excluded.updated, deadline = excluded.deadline,
             summary = excluded.summary, head = excluded.head";
    let values: [&(dyn ToSql + Sync); 12] = [
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
        &head.as_bytes(),
    ];
    context.execute(upsert, &values).await?;
    Ok(())
}

async fn write_seats(
    context: &Context<'_>,
    summary: &GameSummary,
    finished: bool,
) -> Result<(), QueryError> {
    let upsert = "INSERT INTO trid.seats (game, player, finished, created, name, display_name)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (game, player) DO UPDATE SET finished = excluded.finished";
    for Player { id, name } in players(summary) {
        let (game, folded) = (summary.id.as_str(), fold_case(name));
        context
            .execute(upsert, &[&game, &id.as_str(), &finished, &summary.created, &folded, name])
            .await?;
    }
    Ok(())
}

/// Inserts or moves a game's list entries.
async fn update_list_entries(context: &Context<'_>, game: &GameSummary) -> Result<(), QueryError> {
    let labels: Vec<String> = labels(game).into_iter().collect();
    remove_list_entries(context, game, &labels).await?;
    let insert = "INSERT INTO trid.list_entries (label, bucket, created, game)
         SELECT label, $2, $3, $4 FROM unnest($1::text[]) AS new (label)
         ON CONFLICT DO NOTHING";
    let bucket = Bucket::of(game).key();
    context.execute(insert, &[&labels, &bucket, &game.created, &game.id.as_str()]).await?;
    Ok(())
}

/// Removes the entries of an open or live game. A finished game never moves again.
pub(super) async fn remove_list_entries(
    context: &Context<'_>,
    game: &GameSummary,
    labels: &[String],
) -> Result<(), QueryError> {
    let delete = "DELETE FROM trid.list_entries
         WHERE label = ANY($1) AND bucket = ANY($2) AND created = $3 AND game = $4";
    let buckets = Bucket::unfinished(game).map(Bucket::key);
    context
        .execute(delete, &[&labels, &buckets.as_slice(), &game.created, &game.id.as_str()])
        .await?;
    Ok(())
}

/// Stores a new key, in place of one that has expired.
async fn write_key(
    context: &Context<'_>,
    key: &IdempotencyKey,
    append: &Append,
) -> Result<(), QueryError> {
    let upsert = "INSERT INTO trid.idempotency_keys (player, key, request, game, created)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (player, key) DO UPDATE SET request = excluded.request,
             game = excluded.game, created = excluded.created";
    let (player, game) = (key.player.as_str(), append.game.as_str());
    let request = key.request.as_slice();
    context
        .execute(upsert, &[&player, &key.text, &request, &game, &append.summary.created])
        .await?;
    Ok(())
}
