import { randomUUID } from 'node:crypto'
import { agree } from '#app/group/pledges/giver.server.ts'
import { type promise, promise as promised, writePledge } from '#app/group/pledges/pledge.server.ts'
import { yesOf } from '#app/group/pledges/token.server.ts'
import { enterRecorded } from '#app/group/recorded-gifts/recorded.server.ts'
import { dayAt } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'

// Pledges for tests, made as the form makes them.

type Promised = Parameters<typeof promise>[2]
const giver = { name: 'Amina Yusuf', phone: '+254712345678', email: null, anonymous: false }

type Own = Partial<Promised> & { agreed?: boolean }

/** A pledge for this day, with its id and the secret end of its link, and what its giver says yes with, as they did unless told. */
export async function somePledge(db: Db, drive: { id: string; slug: string }, { agreed = true, ...own }: Own = {}) {
  const what = { key: randomUUID(), amount: 200_000, dueOn: dayFrom(30), ...giver, ...own }
  const { token } = await promised(db, drive.slug, what, 'en')
  const { id, client_key } = await db
    .selectFrom('pledges')
    .where('fund_drive_id', '=', drive.id)
    .select(['id', 'client_key'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const yes = yesOf(client_key)
  if (agreed) await agree(db, token, yes)
  return { id, token, yes }
}

type Whose = { id: string; ownerId: string }
type Cash = { amount: number; name: string; phone?: string | null; anonymous?: boolean; note?: string | null }

/** Cash that the owner of the drive wrote down today. */
export const someCash = (db: Db, { id: driveId, ownerId: by }: Whose, own: Cash) => {
  const cash = { method: 'cash', code: null, phone: null, note: null, anonymous: false } as const
  const entered = { ...cash, driveId, by, clientKey: randomUUID(), givenOn: dayAt(new Date()), ...own }
  return db.transaction().execute((tx) => enterRecorded(tx, entered))
}

/** A pledge that the owner of the drive wrote down for a giver, who agreed to it unless it is said. */
export const writtenPledge = (
  db: Db,
  { id: driveId, ownerId: by }: Whose,
  own: { phone?: string; email?: string; agreed?: boolean; dueOn?: string },
) => {
  const usual = { amount: 100_000, name: 'Otieno', phone: null, email: null, dueOn: dayFrom(30), anonymous: false }
  const whose = { driveId, by, source: 'organiser', agreed: true, clientKey: randomUUID() } as const
  return db.transaction().execute((tx) => writePledge(tx, { ...usual, ...whose, ...own }))
}

/** So many days from today, by Nairobi's calendar. */
export const dayFrom = (days: number, from = new Date()): string =>
  new Date(from.getTime() + days * 86_400_000 + 3 * 3_600_000).toISOString().slice(0, 10)

export const pledgeRow = (db: Db, id: number) =>
  db
    .selectFrom('pledges')
    .where('id', '=', id)
    .select(['amount', 'paid', 'state', 'reminded', 'remind_at', 'phone', 'email', 'name'])
    .executeTakeFirstOrThrow()
