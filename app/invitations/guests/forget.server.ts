import { sql } from 'kysely'
import { endOfOccasion } from '#app/invitations/occasions/times.ts'
import { phoneIn } from '#app/kit/phone.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { forgetMailsTo } from '#app/platform/mail.server.ts'
import { inOneGo } from '#app/platform/postgres/in-one-go.server.ts'
import { forgetSmsTo } from '#app/platform/sms/outbox.server.ts'
import { newLink } from './link.server.ts'
import { finish, lockInvitation } from './outcome.server.ts'
import { lockSeats, moveSeats, seatsHeldBy, writeState } from './seats.server.ts'

// Who wants to be forgotten is: name, number, address, wish and note go, and the link is dead. The row stays, so that the counts
// do. What others hold of a guest they take away in triggers on supporters.forgotten_at. Without words: commands of the operator
// need it.

const forgottenName = 'Forgotten guest'

/** Forgets whoever is on a list under this address or number, in all gatherings. Gives how many entries that were. */
export async function forgetOnLists(db: Db, who: string, now = new Date()): Promise<number> {
  const phone = phoneIn(who)
  const { addresses, many } = await inOneGo(db, async (tx) => {
    const { rows } = await sql<{
      id: string
    }>`select id from supporters where phone = ${phone ?? ''} or claimed_phone = ${phone ?? ''}
      or lower(email) = ${who.trim().toLowerCase()} order by id`.execute(tx)
    if (phone) await forgetSmsTo(tx, phone)
    const ids = rows.map(({ id }) => id)
    return { addresses: await forgetSupporters(tx, ids, { now, comes: false }), many: ids.length }
  })
  for (const address of new Set([who, ...addresses])) await forgetMailsTo(address)
  return many
}

/** `comes`: the host takes the name away, and the person still comes. Who removes themself gives their seats back. */
type How = { now: Date; comes: boolean }

/** Forgets these guests, and the entries that were merged into theirs. Gives the addresses whose mails are to be forgotten after it. */
export async function forgetSupporters(tx: Tx, ids: string[], { now, comes }: How): Promise<string[]> {
  const { rows } = await sql<{ id: string; email: string | null; gathering: string }>`
    select id, email, gathering_id as gathering from supporters
    where (id = any(${ids}::uuid[]) or merged_into = any(${ids}::uuid[])) and forgotten_at is null order by id for no key update`.execute(
    tx,
  )
  for (const { id } of rows) await forgetAnswers(tx, id, { now, comes })
  for (const { id } of rows)
    await tx
      .updateTable('supporters')
      .set({
        name: forgottenName,
        card_name: null,
        phone: null,
        claimed_phone: null,
        email: null,
        note: '',
        groups: [],
        listed: false,
      })
      .set({ link: newLink(), quiet_at: now, seen_on: null, once: null, forgotten_at: now })
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
  for (const gathering of new Set(rows.map((row) => row.gathering))) await tell(tx, `gathering:${gathering}`)
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
    if (!comes) await withdraw(tx, id, now)
    // Doors that have the list are told of the new name.
    await tx
      .updateTable('invitations')
      .set({ wish: '', in_calendar: false, touched: sql<string>`pg_current_xact_id()` })
      .where('id', '=', id)
      .execute()
  }
}

/** Takes the invitation back, unless its occasion is over: then it counts as it was. */
async function withdraw(tx: Tx, id: string, now: Date): Promise<void> {
  const invitation = (await lockInvitation(tx, id))!
  if (invitation.state === 'withdrawn') return
  const occasion = await lockSeats(tx, invitation.occasionId)
  if (occasion && endOfOccasion(occasion) <= now) return
  await moveSeats(tx, invitation.occasionId, -seatsHeldBy(invitation))
  const next = { state: 'withdrawn', party: null } as const
  // Of a gathering that is stopped nobody is offered anything.
  if (occasion) await finish(tx, invitation, occasion, { next, by: 'guest', now })
  else await writeState(tx, id, next, { by: 'guest', now })
}
