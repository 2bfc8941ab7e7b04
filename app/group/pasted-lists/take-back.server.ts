import { sql } from 'kysely'
import { releasePledge } from '#app/group/pledges/pledge.server.ts'
import { voidRecorded } from '#app/group/recorded-gifts/recorded.server.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { keyOfPaste } from './enter.server.ts'
import { lockPaste, refuseUnlessRecords } from './paste.server.ts'
import { type GoesBack, rowWhys } from './pasted-list.ts'

// Takes back a paste: its entries become void or are released, unless they were changed since.

type Back = { driveId: string; pasteId: number; by: string }
type Entered = { nr: number; became: 'recorded' | 'pledge' | 'claim' | 'void'; id: number; amount: number | null }

/** Takes a paste back. `stayed` counts the rows that were changed since, paid, or placed. */
export const takeBackPaste = (db: Db, back: Back): Promise<{ undone: number; stayed: number }> =>
  inOneGo(db, async (tx) => {
    const { driveId, pasteId, by } = back
    await lockPaste(tx, back)
    await refuseUnlessRecords(tx, by, driveId)
    const { rows } = await sql<Entered>`
      select nr, became, became_id as id, amount from paste_rows
      where paste_id = ${pasteId} and state = 'entered' order by nr for update`.execute(tx)
    let undone = 0
    for (const row of rows) {
      if (!(await undoRow(tx, row, back))) continue
      undone++
      await tx
        .updateTable('paste_rows')
        .set({ state: 'undone' })
        .where('paste_id', '=', pasteId)
        .where('nr', '=', row.nr)
        .execute()
    }
    await tx
      .updateTable('list_pastes')
      .set({ undone_at: sql<Date>`now()`, body: null })
      .where('id', '=', pasteId)
      .execute()
    return { undone, stayed: rows.length - undone }
  })

/** Previews what goes back, by the rules of `undoRow`; undefined if there is no paste to take back. */
export async function goesBack(
  db: Db,
  { driveId, pasteId }: { driveId: string; pasteId: number },
): Promise<GoesBack | undefined> {
  const { rows } = await sql<Entered>`
    select r.nr, r.became, r.became_id as id, r.amount from list_pastes l join paste_rows r on r.paste_id = l.id
    where l.id = ${pasteId} and l.fund_drive_id = ${driveId} and l.body is not null and l.undone_at is null
      and r.state = 'entered'`.execute(db)
  if (rows.length === 0) return undefined
  const keys = rows.map(({ nr, became }) => keyOfPaste({ pasteId, row: { nr } }, became === 'pledge' ? 'part' : 'gift'))
  const found = await sql<Omit<GoesBack, 'stays'> & { rows: number }>`
    with entered as (
      select became, g.id is not null as has_gift, g.voided_at is null and g.version = 1 as is_as_recorded,
        p.state <> 'released' and p.amount = e.amount and not p.agreed and not exists (
          select from pledge_parts x where x.pledge_id = p.id and x.recorded_id is distinct from g.id
        ) as is_as_promised,
        c.state in ('waiting', 'desk') and not c.own as is_looked_for
      from unnest(${rows.map(({ became }) => became)}::text[], ${rows.map(({ id }) => id)}::bigint[],
        ${rows.map(({ amount }) => amount)}::bigint[], ${keys}::uuid[]) e (became, id, amount, key)
      left join recorded_gifts g on became in ('recorded', 'pledge') and g.client_key = e.key
      left join pledges p on became = 'pledge' and p.id = e.id
      left join claims c on became = 'claim' and c.id = e.id
    ), goes as (
      select * from entered where case became when 'recorded' then has_gift and is_as_recorded
        when 'pledge' then is_as_promised and (not has_gift or is_as_recorded) else is_looked_for end
    )
    select count(*) filter (where has_gift)::int as gifts, count(*) filter (where became = 'pledge')::int as pledges,
      count(*) filter (where became = 'claim')::int as claims, count(*)::int as rows
    from goes`.execute(db)
  const { rows: goes, ...counts } = found.rows[0]!
  return { ...counts, stays: rows.length - goes }
}

function undoRow(tx: Tx, row: Entered, back: Back): Promise<boolean> {
  if (row.became === 'recorded') return undoGift(tx, row.id, back)
  if (row.became === 'pledge') return undoPledge(tx, row, back)
  // A payment that M-Pesa reversed stays void.
  return row.became === 'claim' ? undoClaim(tx, row.id) : Promise.resolve(false)
}

async function undoGift(tx: Tx, id: number, { by }: Back): Promise<boolean> {
  const gift = await tx
    .selectFrom('recorded_gifts')
    .where('id', '=', id)
    .select(['version', 'voided_at'])
    .forUpdate()
    .executeTakeFirst()
  if (!gift || gift.voided_at || gift.version !== 1) return false
  await voidRecorded(tx, { id, by, why: rowWhys.takenBack })
  return true
}

/** Undoes a pledge only with its original amount, without its giver's yes since, and without gifts beyond those entered with it. */
async function undoPledge(tx: Tx, { id, nr, amount }: Entered, back: Back): Promise<boolean> {
  const pledge = await tx
    .selectFrom('pledges')
    .where('id', '=', id)
    .select(['amount', 'state', 'agreed'])
    .forUpdate()
    .executeTakeFirst()
  if (!pledge || pledge.state === 'released' || pledge.amount !== amount || pledge.agreed) return false
  const part = await tx
    .selectFrom('recorded_gifts')
    .where('client_key', '=', keyOfPaste({ pasteId: back.pasteId, row: { nr } }, 'part'))
    .select('id')
    .executeTakeFirst()
  const others = await tx
    .selectFrom('pledge_parts')
    .where('pledge_id', '=', id)
    .where((is) => is.or([is('recorded_id', 'is', null), is('recorded_id', '<>', part?.id ?? 0)]))
    .select('id')
    .executeTakeFirst()
  if (others || (part && !(await undoGift(tx, part.id, back)))) return false
  await releasePledge(tx, { id, by: back.by })
  return true
}

/** Ends a claim of the paste alone: pasted again, it is looked for again. A claim that its giver typed is still looked for. */
async function undoClaim(tx: Tx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('claims')
    .set({ state: 'lapsed', settled_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'desk'])
    .where('own', '=', false)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
