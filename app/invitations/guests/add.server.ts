import { type SqlBool, sql } from 'kysely'
import { settle } from '#app/invitations/guests/answers/answer.server.ts'
import type { AnsweredGuests, GuestOutcome } from '#app/invitations/guests/answers/outcome.server.ts'
import { changingGathering, type Hosting } from '#app/invitations/occasions/gathering.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { ofForm, onceOf, type Sending, sendingOf, usedForAnother } from '#app/platform/jobs/sent-once.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { invitationTexts, supportersMax } from './invitation.ts'
import { newCode, newLink } from './link.server.ts'
import { isOneOfMany } from './link-limits.server.ts'

// The two ways onto the guest list: the host adds a guest, or a person answers on the open link.

export type NewGuest = {
  name: string
  phone: string | null
  email: string | null
  seats: number
  note: string
  groups?: string[]
  /** The numbers of the occasions that they are invited to. */
  occasions: number[]
  key?: string | undefined
}

/** Adds one guest to the list and invites them. A form that is sent twice adds one. */
export const addGuest = (
  db: Db,
  mine: Hosting,
  { seats, occasions, key, ...guest }: NewGuest,
): Promise<{ id: string; link: string }> =>
  changingGathering(db, mine, async (tx, gathering) => {
    const { name, phone, email, note, groups = [] } = guest
    const sending = sendingOf(key, JSON.stringify([name, phone, email, note, groups, seats, occasions]))
    const before = sending && (await addedBefore(tx, gathering.id, sending))
    if (before) return before
    await refuseTooMany(tx, gathering.id)
    if (guest.phone && (await isGuestListed(tx, gathering.id, guest.phone)))
      throw new Refusal(invitationTexts.phoneTaken, { status: 422, field: 'phone' })
    const once = sending?.once ?? null
    const made = await insertSupporter(tx, { ...guest, gathering_id: gathering.id, origin: 'host', once })
    for (const occasion of await occasionsAt(tx, gathering.id, occasions))
      await inviteGuest(tx, occasion, made.id, seats)
    return made
  })

/** Returns the guest that this form added before. Refuses a form with other contents: that is another guest and needs its own key. */
async function addedBefore(tx: Tx, gatheringId: string, sending: Sending) {
  const row = await tx
    .selectFrom('supporters')
    .where('gathering_id', '=', gatheringId)
    .where(ofForm('once', sending))
    .select(['id', 'link', 'once'])
    .executeTakeFirst()
  if (row && row.once !== sending.once) throw usedForAnother(invitationTexts.another)
  return row && { id: row.id, link: row.link }
}

async function refuseTooMany(tx: Tx, gatheringId: string): Promise<void> {
  const { n } = await tx
    .selectFrom('supporters')
    .where('gathering_id', '=', gatheringId)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n >= supportersMax) throw new Refusal(invitationTexts.manyGuests)
}

export const isGuestListed = (tx: Tx, gatheringId: string, phone: string) =>
  tx
    .selectFrom('supporters')
    .where('gathering_id', '=', gatheringId)
    .where('phone', '=', phone)
    .select('id')
    .executeTakeFirst()

type NewSupporter = {
  gathering_id: string
  name: string
  phone?: string | null
  claimed_phone?: string | null
  email?: string | null
  note?: string
  groups?: string[]
  language?: string
  origin: 'host' | 'shared' | 'gift' | 'pledge'
  asks?: boolean
  once: string | null
}
const insertSupporter = (tx: Tx, values: NewSupporter) =>
  tx
    .insertInto('supporters')
    .values({ ...values, link: newLink() })
    .returning(['id', 'link'])
    .executeTakeFirstOrThrow()

/** Adds a person to the list without inviting them to an occasion yet. */
export async function listGuest(
  tx: Tx,
  gatheringId: string,
  person: { name: string; phone: string | null; email: string | null },
  origin: 'gift' | 'pledge',
) {
  await refuseTooMany(tx, gatheringId)
  return insertSupporter(tx, { ...person, gathering_id: gatheringId, origin, once: null })
}

const occasionsAt = async (tx: Tx, gatheringId: string, numbers: number[]) =>
  (
    await tx
      .selectFrom('occasions')
      .where('gathering_id', '=', gatheringId)
      .where(sql<SqlBool>`no = any(${numbers}::int[])`)
      .select('id')
      .execute()
  ).map(({ id }) => id)

/** Invites a supporter to an occasion. Draws another code when the first is taken. */
export async function inviteGuest(tx: Tx, occasionId: string, supporterId: string, seats: number): Promise<string> {
  for (let tries = 0; tries < 20; tries++) {
    const row = await tx
      .insertInto('invitations')
      .values({ occasion_id: occasionId, supporter_id: supporterId, seats, code: newCode() })
      .onConflict((clash) => clash.columns(['occasion_id', 'code']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row) return row.id
  }
  throw new Error('no free code was found')
}

export type SharedAnswer = AnsweredGuests & {
  no: number
  name: string
  phone: string
  email?: string | null
  language: string
  key?: string | undefined
  /** The network that the answer came from. Without one, new guests are not counted. */
  address?: string | undefined
}

/**
 * Books an answer on the open link and makes a guest with a link of their own. Reveals and overwrites nothing if the
 * number is on the list already: the new guest claims the number, and the host says who it is.
 */
export const answerShared = (
  db: Db,
  slug: string,
  { no, name, phone, email = null, language, key, address, ...asked }: SharedAnswer,
  now = new Date(),
): Promise<GuestOutcome & { link: string }> =>
  inOneGo(db, async (tx) => {
    const occasion = await sharedOccasion(tx, slug, no)
    if (!occasion) throw new Refusal(invitationTexts.missing, { status: 404 })
    const { gatheringId } = occasion
    // Two answers with one number run one after the other, so the later one finds the earlier on the list.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`guest ${gatheringId} ${phone}`}, 0))`.execute(tx)
    const once = onceOf(key, no, name, phone)
    const said = email === null ? { language } : { language, email }
    const before = once && (await saidAgain(tx, { gatheringId, once, said }))
    if (before)
      return {
        ...(await settle(tx, await invitedTo(tx, occasion.id, before.id), asked, 'guest', now)),
        link: before.link,
      }
    if (occasion.newcomers === 'none') throw new Refusal(invitationTexts.noNewcomers)
    await refuseTooMany(tx, gatheringId)
    const asks = (await isOneOfMany(tx, gatheringId, address)) || occasion.newcomers === 'ask'
    const number = (await isGuestListed(tx, gatheringId, phone)) ? { claimed_phone: phone } : { phone }
    const values = { gathering_id: gatheringId, name, email, language, origin: 'shared' as const, once, asks }
    const made = await insertSupporter(tx, { ...values, ...number })
    const invitation = await inviteGuest(tx, occasion.id, made.id, 1)
    // The new guest's page shows the other shared occasions too.
    for (const other of await otherShared(tx, gatheringId, no)) await inviteGuest(tx, other, made.id, 1)
    const outcome = await settle(tx, invitation, asked, 'guest', now)
    await tell(tx, `gathering:${gatheringId}`)
    return { ...outcome, link: made.link }
  })

type SaidAgain = { gatheringId: string; once: string; said: { language: string; email?: string } }

/** Returns the guest that this form made before, or undefined the first time. Saves the new contents, as the guest's own page would. */
const saidAgain = (tx: Tx, { gatheringId, once, said }: SaidAgain) =>
  tx
    .updateTable('supporters')
    .set(said)
    .where('gathering_id', '=', gatheringId)
    .where('once', '=', once)
    .returning(['id', 'link'])
    .executeTakeFirst()

const invitedTo = async (tx: Tx, occasionId: string, supporterId: string) =>
  (
    await tx
      .selectFrom('invitations')
      .where('occasion_id', '=', occasionId)
      .where('supporter_id', '=', supporterId)
      .select('id')
      .executeTakeFirstOrThrow()
  ).id

const otherShared = async (tx: Tx, gatheringId: string, no: number) =>
  (
    await tx
      .selectFrom('occasions')
      .where('gathering_id', '=', gatheringId)
      .where('no', '<>', no)
      .where('shared', '=', true)
      .where('status', '=', 'planned')
      .orderBy('no')
      .select('id')
      .execute()
  ).map(({ id }) => id)

const sharedOccasion = (tx: Tx, slug: string, no: number) =>
  tx
    .selectFrom('occasions as o')
    .innerJoin('gatherings as g', 'g.id', 'o.gathering_id')
    .where('g.slug', '=', slug)
    .where('g.status', '<>', 'stopped')
    .where('o.no', '=', no)
    .where('o.shared', '=', true)
    .select(['o.id', 'g.id as gatheringId', 'g.newcomers'])
    .executeTakeFirst()
