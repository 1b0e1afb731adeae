//! Who is connected to which process, since when players are absent, and which processes live.

use trid_protocol::{GameId, Millis, Time};

use super::error::QueryError;
use super::rows::parse_id;
use super::write::{Context, Order, Write};
use crate::storage::Absence;
use crate::storage::shared::{Change, LostPresence};

/// A process without a heartbeat for this long is gone.
const LOST_AFTER: Millis = 15_000;

/// Stores that this process is alive. Every process has its own row, so that none waits for another.
pub(super) struct NoteAlive(pub(super) Time);

impl Write for NoteAlive {
    type Output = ();
    const NAME: &str = "store the time";
    const ORDER: Order = Order::AfterAppends;

    async fn run(&self, context: &mut Context<'_>) -> Result<(), QueryError> {
        let sql = "INSERT INTO trid.nodes (node, at) VALUES ($1, $2)
             ON CONFLICT (node) DO UPDATE SET at = greatest(nodes.at, excluded.at)
             RETURNING xmax = 0";
        // If there was no such row, others may have removed what this process stored.
        if context.query(sql, &[&&*context.node, &self.0]).await?[0].try_get(0)? {
            context.changes.push(Change::Forgotten);
        }
        Ok(())
    }
}

/// Stores who is connected to this process, and since when players are absent.
pub(super) struct NoteAbsences(pub(super) Vec<Absence>);

impl Write for NoteAbsences {
    type Output = ();
    const NAME: &str = "store absences";
    const ORDER: Order = Order::Alone;

    async fn run(&self, context: &mut Context<'_>) -> Result<(), QueryError> {
        let Self(absences) = self;
        // Without this row nobody would remove the presence of this process after its end.
        let sql = "INSERT INTO trid.nodes (node, at)
             VALUES ($1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint) ON CONFLICT DO NOTHING";
        if context.execute(sql, &[&&*context.node]).await? > 0 {
            context.changes.push(Change::Forgotten);
        }
        let games: Vec<&str> = absences.iter().map(|absence| absence.game.as_str()).collect();
        lock_absences(context, &games).await?;
        write_presence(context, absences).await?;
        let white: Vec<Option<Time>> = absences.iter().map(|absence| absence.since[0]).collect();
        let black: Vec<Option<Time>> = absences.iter().map(|absence| absence.since[1]).collect();
        merge_absences(context, &games, &white, &black).await?;
        let changes = absences.iter().map(|absence| Change::Presence(absence.game.clone()));
        context.changes.extend(changes);
        Ok(())
    }
}

/// Excludes the downtime from all absences, when no other process serves.
pub(super) struct ResumeAbsences {
    pub(super) last_alive: Time,
    pub(super) now: Time,
}

impl Write for ResumeAbsences {
    type Output = ();
    const NAME: &str = "resume absences";
    const ORDER: Order = Order::Alone;

    async fn run(&self, context: &mut Context<'_>) -> Result<(), QueryError> {
        let sql = "UPDATE trid.absences SET
             white = $2 - greatest(0, $1 - coalesce(white, $1)),
             black = $2 - greatest(0, $1 - coalesce(black, $1))";
        context.execute(sql, &[&self.last_alive, &self.now]).await?;
        // Connections to earlier processes are gone.
        context.execute("DELETE FROM trid.presence", &[]).await?;
        let sql = "DELETE FROM trid.nodes WHERE node <> $1";
        context.execute(sql, &[&&*context.node]).await?;
        Ok(())
    }
}

/// Locks the absences of those of these games that are live, in the order that all transactions keep. Statements after
/// it see the presence that was stored by the transactions it waited for.
async fn lock_absences(context: &Context<'_>, games: &[&str]) -> Result<(), QueryError> {
    let sql = "INSERT INTO trid.absences (game)
         SELECT id FROM trid.games WHERE id = ANY($1) AND state = 'live' ORDER BY id
         ON CONFLICT DO NOTHING";
    context.execute(sql, &[&games]).await?;
    let sql = "SELECT game FROM trid.absences WHERE game = ANY($1) ORDER BY game FOR UPDATE";
    context.execute(sql, &[&games]).await?;
    Ok(())
}

async fn write_presence(context: &Context<'_>, absences: &[Absence]) -> Result<(), QueryError> {
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
    context.execute(sql, &[&&*context.node, &games, &white, &black, &spectators]).await?;
    let sql = "DELETE FROM trid.presence WHERE node = $1 AND game = ANY($2)";
    context.execute(sql, &[&&*context.node, &empty]).await?;
    Ok(())
}

/// Since when players are absent: since the latest time that a process reports, unless one still has them.
async fn merge_absences(
    context: &Context<'_>,
    games: &[&str],
    white: &[Option<Time>],
    black: &[Option<Time>],
) -> Result<(), QueryError> {
    let sql = "UPDATE trid.absences SET
             white = CASE WHEN EXISTS (SELECT 1 FROM trid.presence WHERE game = new.game AND white)
                          THEN NULL ELSE greatest(new.white, absences.white) END,
             black = CASE WHEN EXISTS (SELECT 1 FROM trid.presence WHERE game = new.game AND black)
                          THEN NULL ELSE greatest(new.black, absences.black) END
         FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS new (game, white, black)
         WHERE absences.game = new.game";
    context.execute(sql, &[&games, &white, &black]).await?;
    Ok(())
}

/// Removes the presence that lost processes stored, and returns it. Their players count as absent from now on.
pub(super) struct RemoveLostProcesses(pub(super) Time);

impl Write for RemoveLostProcesses {
    type Output = Vec<LostPresence>;
    const NAME: &str = "remove lost processes";
    const ORDER: Order = Order::Alone;

    async fn run(&self, context: &mut Context<'_>) -> Result<Vec<LostPresence>, QueryError> {
        let Self(now) = *self;
        // What another process removes right now needs no second one that waits for it.
        let sql = "DELETE FROM trid.nodes WHERE node IN (
                 SELECT node FROM trid.nodes WHERE at < $1 AND node <> $2
                 ORDER BY node FOR UPDATE SKIP LOCKED)
             RETURNING node, at";
        let lost = context.query(sql, &[&(now - LOST_AFTER), &&*context.node]).await?;
        if lost.is_empty() {
            return Ok(Vec::new());
        }
        let times = lost.iter().map(|row| row.try_get(1)).collect::<Result<Vec<Time>, _>>()?;
        let lost = lost.iter().map(|row| row.try_get(0)).collect::<Result<Vec<&str>, _>>()?;
        let sql = "SELECT game, bool_or(white), bool_or(black), max(at)
             FROM trid.presence JOIN unnest($1::text[], $2::bigint[]) AS lost (node, at) USING (node)
             GROUP BY game";
        let left = context.query(sql, &[&lost, &times]).await?;
        let mut lost_presences = Vec::with_capacity(left.len());
        let (mut games, mut white, mut black) = (vec![], vec![], vec![]);
        for row in &left {
            let here: [bool; 2] = [row.try_get(1)?, row.try_get(2)?];
            games.push(row.try_get(0)?);
            white.push(here[0].then_some(now));
            black.push(here[1].then_some(now));
            let game: GameId = parse_id(row, 0)?;
            context.changes.push(Change::Presence(game.clone()));
            lost_presences.push(LostPresence { game, here, alive: row.try_get(3)? });
        }
        lock_absences(context, &games).await?;
        context.execute("DELETE FROM trid.presence WHERE node = ANY($1)", &[&lost]).await?;
        merge_absences(context, &games, &white, &black).await?;
        tracing::info!(nodes = ?lost, games = left.len(), "lost processes removed");
        Ok(lost_presences)
    }
}
