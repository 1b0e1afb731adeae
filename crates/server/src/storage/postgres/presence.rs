//! Who is connected to which process, since when players are absent, and which processes live.

use deadpool_postgres::Transaction;
use trid_protocol::{GameId, Millis};

use super::error::QueryError;
use super::operations::execute;
use super::rows::parse_id;
use crate::storage::Absence;
use crate::storage::shared::{Change, LostPresence};

/// A process without a heartbeat for this long is gone.
const LOST_AFTER: Millis = 15_000;

/// Stores that this process is alive. Every process has its own row, so that none waits for another. If there was no
/// such row, others may have removed what this process stored.
pub(super) async fn note_alive(
    transaction: &Transaction<'_>,
    node: &str,
    now: Millis,
    changes: &mut Vec<Change>,
) -> Result<(), QueryError> {
    let statement = transaction
        .prepare_cached(
            "INSERT INTO trid.nodes (node, at) VALUES ($1, $2)
             ON CONFLICT (node) DO UPDATE SET at = greatest(nodes.at, excluded.at)
             RETURNING xmax = 0",
        )
        .await?;
    if transaction.query_one(&statement, &[&node, &now]).await?.try_get(0)? {
        changes.push(Change::Forgotten);
    }
    Ok(())
}

/// Stores who is connected to this process, and since when players are absent.
pub(super) async fn note_absences(
    transaction: &Transaction<'_>,
    node: &str,
    absences: &[Absence],
    changes: &mut Vec<Change>,
) -> Result<(), QueryError> {
    // Without this row nobody would remove the presence of this process after its end.
    let sql = "INSERT INTO trid.nodes (node, at)
         VALUES ($1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint) ON CONFLICT DO NOTHING";
    if execute(transaction, sql, &[&node]).await? > 0 {
        changes.push(Change::Forgotten);
    }
    let games: Vec<&str> = absences.iter().map(|absence| absence.game.as_str()).collect();
    lock_absences(transaction, &games).await?;
    write_presence(transaction, node, absences).await?;
    let white: Vec<Option<Millis>> = absences.iter().map(|absence| absence.since[0]).collect();
    let black: Vec<Option<Millis>> = absences.iter().map(|absence| absence.since[1]).collect();
    merge_absences(transaction, &games, &white, &black).await?;
    changes.extend(absences.iter().map(|absence| Change::Presence(absence.game.clone())));
    Ok(())
}

/// Locks the absences of those of these games that are live, in the order that all transactions keep. Statements after
/// it see the presence that was stored by the transactions it waited for.
async fn lock_absences(transaction: &Transaction<'_>, games: &[&str]) -> Result<(), QueryError> {
    let sql = "INSERT INTO trid.absences (game)
         SELECT id FROM trid.games WHERE id = ANY($1) AND state = 'live' ORDER BY id
         ON CONFLICT DO NOTHING";
    execute(transaction, sql, &[&games]).await?;
    let sql = "SELECT game FROM trid.absences WHERE game = ANY($1) ORDER BY game FOR UPDATE";
    execute(transaction, sql, &[&games]).await?;
    Ok(())
}

async fn write_presence(
    transaction: &Transaction<'_>,
    node: &str,
    absences: &[Absence],
) -> Result<(), QueryError> {
    let (mut games, mut white, mut black, mut spectators) = (vec![], vec![], vec![], vec![]);
    let mut empty = Vec::new();
    for absence in absences {
        let game = absence.game.as_str();
        if absence.here == [false; 2] && absence.spectators == 0 {
            empty.push(game);
        } else {
            games.push(game);
            white.push(absence.here[0]);
            black.push(absence.here[1]);
            spectators.push(i32::try_from(absence.spectators).unwrap_or(i32::MAX));
        }
    }
    let sql = "INSERT INTO trid.presence (node, game, white, black, spectators)
         SELECT $1, * FROM unnest($2::text[], $3::boolean[], $4::boolean[], $5::integer[])
         ON CONFLICT (game, node) DO UPDATE SET white = excluded.white, black = excluded.black,
             spectators = excluded.spectators";
    execute(transaction, sql, &[&node, &games, &white, &black, &spectators]).await?;
    let sql = "DELETE FROM trid.presence WHERE node = $1 AND game = ANY($2)";
    execute(transaction, sql, &[&node, &empty]).await?;
    Ok(())
}

/// Since when players are absent: since the latest time that a process reports, unless one still has them.
async fn merge_absences(
    transaction: &Transaction<'_>,
    games: &[&str],
    white: &[Option<Millis>],
    black: &[Option<Millis>],
) -> Result<(), QueryError> {
    let sql = "UPDATE trid.absences SET
             white = CASE WHEN EXISTS (SELECT 1 FROM trid.presence WHERE game = new.game AND white)
                          THEN NULL ELSE greatest(new.white, absences.white) END,
             black = CASE WHEN EXISTS (SELECT 1 FROM trid.presence WHERE game = new.game AND black)
                          THEN NULL ELSE greatest(new.black, absences.black) END
         FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS new (game, white, black)
         WHERE absences.game = new.game";
    execute(transaction, sql, &[&games, &white, &black]).await?;
    Ok(())
}

/// Removes the presence that lost processes stored, and returns it. Their players count as absent from now on.
pub(super) async fn remove_lost_processes(
    transaction: &Transaction<'_>,
    node: &str,
    now: Millis,
    changes: &mut Vec<Change>,
) -> Result<Vec<LostPresence>, QueryError> {
    // What another process removes right now needs no second one that waits for it.
    let lost = transaction
        .prepare_cached(
            "DELETE FROM trid.nodes WHERE node IN (
                 SELECT node FROM trid.nodes WHERE at < $1 AND node <> $2
                 ORDER BY node FOR UPDATE SKIP LOCKED)
             RETURNING node, at",
        )
        .await?;
    let lost = transaction.query(&lost, &[&(now - LOST_AFTER), &node]).await?;
    if lost.is_empty() {
        return Ok(Vec::new());
    }
    let times = lost.iter().map(|row| row.try_get(1)).collect::<Result<Vec<Millis>, _>>()?;
    let lost = lost.iter().map(|row| row.try_get(0)).collect::<Result<Vec<String>, _>>()?;
    let left = transaction
        .prepare_cached(
            "SELECT game, bool_or(white), bool_or(black), max(at)
             FROM trid.presence JOIN unnest($1::text[], $2::bigint[]) AS lost (node, at) USING (node)
             GROUP BY game",
        )
        .await?;
    let left = transaction.query(&left, &[&lost, &times]).await?;
    let mut lost_presences = Vec::with_capacity(left.len());
    let (mut games, mut white, mut black) = (vec![], vec![], vec![]);
    for row in &left {
        let since = |was_here: bool| was_here.then_some(now);
        games.push(row.try_get(0)?);
        white.push(since(row.try_get(1)?));
        black.push(since(row.try_get(2)?));
        let game: GameId = parse_id(row, 0)?;
        changes.push(Change::Presence(game.clone()));
        let here = [row.try_get(1)?, row.try_get(2)?];
        lost_presences.push(LostPresence { game, here, alive: row.try_get(3)? });
    }
    lock_absences(transaction, &games).await?;
    execute(transaction, "DELETE FROM trid.presence WHERE node = ANY($1)", &[&lost]).await?;
    merge_absences(transaction, &games, &white, &black).await?;
    tracing::info!(nodes = ?lost, games = left.len(), "lost processes removed");
    Ok(lost_presences)
}
