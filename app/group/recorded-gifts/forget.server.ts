import { sql } from 'kysely'
import type { Tx } from '#app/platform/db.server.ts'
import { hasNumber } from '#app/platform/postgres/has-number.server.ts'

type Own = { recorded: number[]; held: { phone: string; since: string; until: string }[] }

/** Takes the giver out of these, and their number out of what people noted beside others. Amount, day and code stay. */
export async function forgetRecordedOf(tx: Tx, { recorded, held }: Own): Promise<void> {
  await sql`
    update recorded_gifts set name = '', phone = null, note = '', version = version + 1
    where id = any(${recorded}::bigint[])`.execute(tx)
  for (const { phone, since, until } of held)
    await sql`
      update recorded_gifts set note = '', version = version + 1
      where created_at between ${since}::timestamptz and ${until}::timestamptz and note <> ''
        and ${hasNumber('note', phone)}`.execute(tx)
}
