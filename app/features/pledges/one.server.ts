import { sql } from 'kysely'
import { phoneShown } from '#app/kit/phone.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { releasePledge } from './pledge.server.ts'
import { type PledgeState, type Source, says } from './pledge.ts'
import { nextReminder } from './remind-at.ts'
import { withdrawTexts } from './tell.server.ts'
import { hasLink, isYes } from './token.server.ts'

// One pledge, for the person who has its link.

export type OwnPledge = {
  driveId: string
  slug: string
  title: string
  name: string
  anonymous: boolean
  amount: number
  paid: number
  dueOn: string | null
  state: PledgeState
  source: Source
  /** Who wrote it down, where that was another person. */
  writer: string | null
  /** The phone, for the person who knows which it is; null where none is known. */
  phone: string | null
  hasEmail: boolean
  /** Reminders of it are still to come. */
  reminded: boolean
  /** The fundraiser takes gifts now. */
  takesGifts: boolean
  /** Whose pledge it is has not said yes yet: here with what proves that our message was read, or without it. */
  asks: 'yes' | 'message' | null
}

const isToken = (text: string) => /^[0-9a-z]{25}$/.test(text)

/** Undefined where there is no such pledge: nobody guesses a link. */
export async function pledgeOf(db: Db, token: string, yes = ''): Promise<OwnPledge | undefined> {
  if (!isToken(token)) return undefined
  const row = await db
    .selectFrom('pledges as g')
    .innerJoin('fund_drives as d', 'd.id', 'g.fund_drive_id')
    .leftJoin('profiles as w', 'w.user_id', 'g.recorded_by')
    .where(hasLink(token))
    .select([
      'd.id as driveId',
      'd.slug',
      'd.title',
      'g.name',
      'g.anonymous',
      'g.amount',
      'g.paid',
      'g.state',
      'g.source',
    ])
    .select([
      'g.agreed',
      'g.client_key',
      'g.phone',
      'g.email',
      'w.full_name as writer',
      sql<string | null>`g.due_on::text`.as('dueOn'),
    ])
    .select(sql<boolean>`g.remind_at is not null and g.state = 'open'`.as('reminded'))
    .select(sql<boolean>`exists (select from open_drives o where o.id = d.id and o.takes_gifts)`.as('takesGifts'))
    .executeTakeFirst()
  if (!row) return undefined
  const { phone, email, agreed, client_key, ...pledge } = row
  const isSilent = !agreed && pledge.source === 'giver' && pledge.state === 'open'
  const asks = !isSilent ? null : isYes(client_key, yes) ? 'yes' : 'message'
  return { ...pledge, asks, phone: phone && phoneShown(phone), hasEmail: email !== null }
}

/** The pledge that a gift is begun for, and who gives it. Refused where nothing is expected any more. */
export async function toPay(db: Db, token: string) {
  const pledge = isToken(token)
    ? await db
        .selectFrom('pledges as g')
        .innerJoin('fund_drives as d', 'd.id', 'g.fund_drive_id')
        .where(hasLink(token))
        .select(['g.id', 'd.id as driveId', 'd.slug', 'g.name', 'g.phone', 'g.email', 'g.anonymous', 'g.state'])
        .executeTakeFirst()
    : undefined
  if (!pledge) throw new Refusal(says.gone, { status: 404 })
  if (pledge.state === 'released') throw new Refusal(says.isReleased)
  return pledge
}

/** Fills into the form for paying what is known from the pledge. A phone or an address that is typed comes first. */
export async function filledIn(db: Db, token: string, fields: FormData): Promise<void> {
  const { name, phone, email, anonymous } = await toPay(db, token)
  const isBlank = (field: string) => String(fields.get(field) ?? '').trim() === ''
  if (phone && isBlank('phone')) fields.set('phone', phone)
  if (email && isBlank('email')) fields.set('email', email)
  fields.set('name', name)
  fields.set('message', '')
  if (anonymous) fields.set('anonymous', 'on')
  else fields.delete('anonymous')
}

/** Raises it, also when it was kept, or lowers it to what was given at least. */
export const changeAmount = (db: Db, token: string, amount: number): Promise<void> =>
  changing(db, token, async (tx, { id, paid, state }) => {
    if (state === 'released') throw new Refusal(says.isReleased)
    if (amount < paid) throw new Refusal(says.belowPaid, { status: 422, field: 'amount' })
    const isKept = amount === paid
    await tx
      .updateTable('pledges')
      .set({
        amount,
        state: isKept ? 'kept' : 'open',
        ended_at: isKept ? sql<Date>`coalesce(ended_at, now())` : null,
        // The link alone may be with another person than the reader of our message: more is promised by a new yes.
        agreed: sql<boolean>`agreed and (source <> 'giver' or ${amount}::bigint <= amount)`,
      })
      .where('id', '=', id)
      .execute()
  })

/** The reader of our message says that the promise is theirs: it counts, and they are reminded of it. */
export const agree = (db: Db, token: string, yes: string): Promise<void> =>
  changing(db, token, async (tx, { id, state }) => {
    const { agreed, stopped_at, client_key, dueOn } = await tx
      .selectFrom('pledges')
      .where('id', '=', id)
      .select(['agreed', 'stopped_at', 'client_key', sql<string | null>`due_on::text`.as('dueOn')])
      .executeTakeFirstOrThrow()
    if (!isYes(client_key, yes)) throw new Refusal(says.sayYesThere, { status: 403 })
    if (state === 'released') throw new Refusal(says.isReleased)
    if (agreed) return
    const remind = stopped_at ? null : (nextReminder(dueOn, new Date())?.at ?? null)
    await tx.updateTable('pledges').set({ agreed: true, remind_at: remind }).where('id', '=', id).execute()
  })

/** The giver takes it back, or refuses what another person wrote down. */
export const giveUp = (db: Db, token: string): Promise<void> =>
  changing(db, token, (tx, { id }) => releasePledge(tx, { id, by: null }))

/** No more reminders; the pledge stays. */
export const stopReminders = (db: Db, token: string): Promise<void> =>
  changing(db, token, async (tx, { id }) => {
    await tx
      .updateTable('pledges')
      .set({ stopped_at: sql<Date>`coalesce(stopped_at, now())`, remind_at: null })
      .where('id', '=', id)
      .execute()
    await withdrawTexts(tx, id)
  })

type Locked = { id: number; paid: number; state: PledgeState }

/** The lock on its row makes a change wait for a part that comes at this moment. */
const changing = (db: Db, token: string, change: (tx: Tx, pledge: Locked) => Promise<void>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const pledge = isToken(token)
      ? await tx
          .selectFrom('pledges as g')
          .where(hasLink(token))
          .select(['g.id', 'g.paid', 'g.state'])
          .forUpdate()
          .executeTakeFirst()
      : undefined
    if (!pledge) throw new Refusal(says.gone, { status: 404 })
    await change(tx, pledge)
  })
