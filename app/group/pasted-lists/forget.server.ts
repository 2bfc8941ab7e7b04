import { sql } from 'kysely'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { hasNumber } from '#app/platform/postgres/has-number.server.ts'

// Whose name or number is in what a group pasted, and who wants to be forgotten. What was entered of it stays where it is.

/** Erases the text of each paste that has this address, or this number however it is written. It can't be taken back any more. */
export async function forgetPasted(db: Db, who: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update list_pastes set body = null
    where body is not null and (position(lower(${who}) in lower(body)) > 0
      or ${hasNumber('body', who)})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** The same of a person who asks for it on their own page: of lists that were pasted while this number was theirs. */
export async function forgetPastedOf(tx: Tx, held: { phone: string; since: string; until: string }[]): Promise<void> {
  for (const { phone, since, until } of held)
    await sql`
      update list_pastes set body = null
      where body is not null and created_at between ${since}::timestamptz and ${until}::timestamptz
        and ${hasNumber('body', phone)}`.execute(tx)
}

/** The same of the paste that a recorded gift was entered from, alone or as a part of a pledge, for its giver. */
export async function forgetPasteOf(tx: Tx, recordedId: number): Promise<void> {
  await sql`
    update list_pastes l set body = null from paste_rows r
    where l.id = r.paste_id and l.body is not null and (r.became = 'recorded' and r.became_id = ${recordedId}::bigint
      or r.became = 'pledge' and r.became_id in (select pledge_id from pledge_parts where recorded_id = ${recordedId}::bigint))`.execute(
    tx,
  )
}
