import { sql } from 'kysely'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { says as drives } from '../drives/drive-says.ts'
import { says } from './gallery.ts'

// What pictures and videos have in common: they are in a row below their drive, in the order its owner gives them.

export type Row = 'fund_drive_images' | 'fund_drive_videos'

/**
 * Runs a change of a drive's gallery and tells its pages. The lock on the drive's row closes three races: two that come
 * when there is room for one, two that would take the same place, and two orders that are written into each other.
 */
export const changing = <Done>(db: Db, driveId: string, change: (tx: Tx) => Promise<Done>): Promise<Done> =>
  db.transaction().execute(async (tx) => {
    const drive = await tx
      .selectFrom('fund_drives')
      .where('id', '=', driveId)
      .select('id')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!drive) throw new Refusal(drives.missing, { status: 404 })
    const done = await change(tx)
    await tell(tx, `drive:${driveId}`)
    return done
  })

/** The ids of a row, first to last. */
export async function idsIn(tx: Db | Tx, row: Row, driveId: string): Promise<string[]> {
  const found = await tx
    .selectFrom(row)
    .where('fund_drive_id', '=', driveId)
    .orderBy('display_order')
    .select('id')
    .execute()
  return found.map(({ id }) => id)
}

/** The place after the last. */
export async function placeAtEnd(tx: Tx, row: Row, driveId: string): Promise<number> {
  const { last } = await tx
    .selectFrom(row)
    .where('fund_drive_id', '=', driveId)
    .select((make) => make.fn.max('display_order').as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/**
 * Puts one before another, or at the end. It is said where one goes, not how all of them stand: so what another window
 * added, removed or moved in the meantime stays as it is.
 */
async function putBefore(tx: Tx, row: Row, driveId: string, id: string, before: string | null): Promise<void> {
  if (id === before) return
  const others = (await idsIn(tx, row, driveId)).filter((other) => other !== id)
  const at = before === null ? others.length : others.indexOf(before)
  // What it was to stand before went in another window: that window's order is shown, and nothing is guessed.
  if (at < 0) throw new Refusal({ ...says.notMoved, text: says.changedElsewhere })
  const order = others.toSpliced(at, 0, id)
  await sql`
    update ${sql.table(row)} r set display_order = o.place
    from unnest(${order}::uuid[]) with ordinality o (id, place)
    where r.id = o.id and r.fund_drive_id = ${driveId} and r.display_order <> o.place`.execute(tx)
}

/** Moves one of the drive's own; `gone` is what is said of one that is not there, or of another drive. */
export const moveItem = (
  db: Db,
  row: Row,
  { driveId, id, before }: { driveId: string; id: string; before: string | null },
  gone: () => Refusal,
): Promise<void> =>
  changing(db, driveId, async (tx) => {
    if (!(await idsIn(tx, row, driveId)).includes(id)) throw gone()
    await putBefore(tx, row, driveId, id, before)
  })

/** Puts one that was brought back where it stood; at the end, where it is now, when its neighbour has gone as well. */
export async function putBack(tx: Tx, row: Row, driveId: string, id: string, before: string | null): Promise<void> {
  const stillThere = (await idsIn(tx, row, driveId)).includes(before ?? '')
  if (stillThere) await putBefore(tx, row, driveId, id, before)
}

/** Which one stands after this one; none after the last. */
export async function nextOf(tx: Tx, row: Row, driveId: string, id: string): Promise<string | null> {
  const ids = await idsIn(tx, row, driveId)
  return ids[ids.indexOf(id) + 1] ?? null
}
