import { sql } from 'kysely'
import { withdrawInvitation } from '#app/invitations/guests/answers/outcome.server.ts'
import { tellAllGuests } from '#app/invitations/guests/kept-guest.server.ts'
import { newLink } from '#app/invitations/guests/link.server.ts'
import { phoneIn } from '#app/kit/phone.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { forgetSmsTo } from '#app/platform/sms/outbox.server.ts'
import { forgetRows } from './personal-data.server.ts'

// Forgets guests by the table of personal data; their links are dead. The row stays, so that the counts do. Triggers on
// supporters.forgotten_at remove what others hold of a guest. Without words: commands of the operator need it.

/** Forgets all guests with this address or number, in all gatherings. Returns how many entries there were. */
export async function forgetOnLists(tx: Tx, who: string, now: Date): Promise<{ many: number; addresses: string[] }> {
  const phone = phoneIn(who)
  const { rows } = await sql<{
    id: string
  }>`select id from supporters where phone = ${phone ?? ''} or claimed_phone = ${phone ?? ''}
    or lower(email) = ${who.trim().toLowerCase()} order by id`.execute(tx)
  if (phone) await forgetSmsTo(tx, phone)
  const ids = rows.map(({ id }) => id)
  return { addresses: await forgetSupporters(tx, ids, { now, comes: false }), many: ids.length }
}

/** `comes`: the host removes the name, and the person still comes. Guests who remove themselves give their seats back. */
type How = { now: Date; comes: boolean }

/** Forgets these guests, and the entries that were merged into theirs. Returns the addresses whose mails are to be forgotten afterwards. */
export async function forgetSupporters(tx: Tx, ids: string[], { now, comes }: How): Promise<string[]> {
  const { rows } = await sql<{ id: string; email: string | null; gathering: string }>`
    select id, email, gathering_id as gathering from supporters
    where (id = any(${ids}::uuid[]) or merged_into = any(${ids}::uuid[])) and forgotten_at is null order by id for no key update`.execute(
    tx,
  )
  for (const { id } of rows) await forgetAnswers(tx, id, { now, comes })
  for (const { id } of rows) {
    const gone = { link: newLink(), quiet_at: now, seen_on: null, once: null, forgotten_at: now }
    await forgetRows(tx, ['supporters', 'guest'], sql`id = ${id}`, {
      beside: { ...gone, version: sql`version + 1` },
    })
  }
  for (const gathering of new Set(rows.map((row) => row.gathering))) {
    await tell(tx, `gathering:${gathering}`)
    await tellAllGuests(tx, gathering)
  }
  return rows.flatMap(({ email }) => email ?? [])
}

async function forgetAnswers(tx: Tx, supporterId: string, { now, comes }: How): Promise<void> {
  const invitations = await tx
    .selectFrom('invitations')
    .where('supporter_id', '=', supporterId)
    .select('id')
    .orderBy('id')
    .execute()
  for (const { id } of invitations) {
    if (!comes) await withdrawInvitation(tx, id, now)
    // Doors that have the list are notified of the new name.
    await forgetRows(tx, ['invitations', 'guest'], sql`id = ${id}`, {
      beside: { touched: sql`pg_current_xact_id()` },
    })
  }
}
