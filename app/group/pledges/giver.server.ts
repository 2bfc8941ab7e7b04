import { type SqlBool, sql } from 'kysely'
import { phoneShown } from '#app/kit/phone.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { canBeTexted } from '#app/platform/sms/outbox.server.ts'
import { mayTell, releasePledge } from './pledge.server.ts'
import { nextReminder, type PledgeSource, type PledgeState, pledgePath, pledgeTexts } from './pledge.ts'
import { tellGiver, withdrawTexts } from './tell.server.tsx'
import { isYes, pledgeByLink, tokenOf } from './token.server.ts'

// One pledge, for the person who has its link.

export type OwnPledge = {
  driveId: string
  slug: string
  title: string
  name: string
  anonymous: boolean
  amount: number
  paid: number
  /** The added amount that waits for a yes of its own. */
  unagreed: number
  dueOn: string | null
  state: PledgeState
  source: PledgeSource
  /** The writer's name, if another person wrote it down. */
  writer: string | null
  /** The masked phone, for the person who knows the number; null if none is known. */
  phone: string | null
  hasEmail: boolean
  /** The giver wants no reminders of it; they can be restarted. */
  stopped: boolean
  /** Reminders of it are still to come. */
  reminded: boolean
  /** Reminders will begin with the yes that is still missing. */
  remindsAfterYes: boolean
  /** The fundraiser takes gifts now. */
  takesGifts: boolean
  /** The way in which the giver can say the missing yes to all or a part of it. */
  asks: Asks | null
}

/**
 * The way to a yes: here with the proof that our message was read; by the message, without it; tomorrow, the day's texts being used
 * up; or here, for a phone that no message of ours reaches.
 */
type Asks = 'yes' | 'message' | 'tomorrow' | 'here'

const isToken = (text: string) => /^[0-9a-z]{25}$/.test(text)

/** Returns the pledge of a link; undefined if there is none: nobody guesses a link. */
export async function pledgeOf(db: Db, token: string, yes = ''): Promise<OwnPledge | undefined> {
  if (!isToken(token)) return undefined
  const row = await db
    .selectFrom('pledges as g')
    .innerJoin('fund_drives as d', 'd.id', 'g.fund_drive_id')
    .leftJoin('profiles as w', 'w.user_id', 'g.recorded_by')
    .where(pledgeByLink(token))
    .select(['d.id as driveId', 'd.slug', 'd.title', 'g.name', 'g.anonymous', 'g.amount', 'g.paid'])
    .select(['g.unagreed', 'g.state', 'g.source', 'g.agreed', 'g.client_key', 'g.phone', 'g.email'])
    .select(['w.full_name as writer', sql<boolean>`g.stopped_at is not null`.as('stopped')])
    .select(sql<string | null>`g.due_on::text`.as('dueOn'))
    .select(
      sql<boolean>`g.remind_at is not null and g.state = 'open' and (g.agreed or g.source <> 'giver')`.as('reminded'),
    )
    .select(sql<boolean>`g.remind_at is not null and not g.agreed`.as('tellsLater'))
    .select(sql<boolean>`exists (select from open_drives o where o.id = d.id and o.takes_gifts)`.as('takesGifts'))
    .executeTakeFirst()
  if (!row) return undefined
  const { phone, email, agreed, client_key, tellsLater, ...pledge } = row
  const isSilent = pledge.state === 'open' && (pledge.unagreed > 0 || (!agreed && pledge.source === 'giver'))
  const wayOfYes = isYes(client_key, yes) ? 'yes' : isUnreached(row) ? 'here' : tellsLater ? 'tomorrow' : 'message'
  const asks = isSilent ? wayOfYes : null
  const remindsAfterYes = !agreed && !pledge.stopped && willRemind(asks, row.dueOn)
  return {
    ...pledge,
    asks,
    remindsAfterYes,
    phone: phone && phoneShown(phone),
    hasEmail: email !== null,
  }
}

const willRemind = (asks: Asks | null, dueOn: string | null): boolean =>
  asks !== null && asks !== 'here' && nextReminder(dueOn, new Date()) !== null

/** Checks that no message of ours reaches the giver, and none the stranger whose phone it may be: the giver says yes here. */
const isUnreached = ({ phone, email }: { phone: string | null; email: string | null }): boolean =>
  email === null && phone !== null && !canBeTexted(phone)

/** Returns the pledge that a gift is begun for, with its giver. Refuses a released one. */
export async function toPay(db: Db, token: string) {
  const pledge = isToken(token)
    ? await db
        .selectFrom('pledges as g')
        .innerJoin('fund_drives as d', 'd.id', 'g.fund_drive_id')
        .where(pledgeByLink(token))
        .select(['g.id', 'd.id as driveId', 'd.slug', 'g.name', 'g.phone', 'g.email', 'g.anonymous', 'g.state'])
        .executeTakeFirst()
    : undefined
  if (!pledge) throw new Refusal(pledgeTexts.gone, { status: 404 })
  if (pledge.state === 'released') throw new Refusal(pledgeTexts.isReleased)
  return pledge
}

/** Fills known values of the pledge into the payment form. A typed phone or address takes precedence. */
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

type Changed = { amount: number; dueOn?: string | null }

/**
 * Raises a pledge, also a kept one, or lowers it at most to the paid amount; and changes its day. `yes` is our message's proof: the
 * link alone may be with another person. Such a person's raise needs a new yes; the agreed part still counts.
 */
export async function changePledge(db: Db, token: string, { amount, dueOn }: Changed, yes = ''): Promise<void> {
  const tells = await tellsRaise(db, token, amount, yes)
  await changing(db, token, async (tx, { id, paid, state, unagreed, client_key }) => {
    if (state === 'released') throw new Refusal(pledgeTexts.isReleased)
    if (amount < paid) throw new Refusal(pledgeTexts.belowPaid, { status: 422, field: 'amount' })
    const isKept = amount === paid
    const more = sql<number>`case when agreed and source = 'giver' then greatest(unagreed + ${amount}::bigint - amount, 0) else 0 end`
    const after = await tx
      .updateTable('pledges')
      .set({
        amount,
        state: isKept ? 'kept' : 'open',
        ended_at: isKept ? sql<Date>`coalesce(ended_at, now())` : null,
        unagreed: isYes(client_key, yes) ? 0 : more,
      })
      .where('id', '=', id)
      .returning('unagreed')
      .executeTakeFirstOrThrow()
    if (dueOn) await moveDay(tx, id, dueOn)
    if (after.unagreed > unagreed && tells) await tellGiver(tx, id, 'raised')
  })
}

/** Checks whether a message may ask the giver about the added amount. Counted before the transaction begins, which holds the pledge. */
async function tellsRaise(db: Db, token: string, amount: number, yes: string): Promise<boolean> {
  const pledge = await db
    .selectFrom('pledges as g')
    .where(pledgeByLink(token))
    .select(['g.amount', 'g.agreed', 'g.source', 'g.client_key', 'g.phone', 'g.email'])
    .executeTakeFirst()
  if (!pledge?.agreed || pledge.source !== 'giver') return false
  return amount > pledge.amount && !isYes(pledge.client_key, yes) && mayTell(pledge)
}

/**
 * Confirms the promise by the reader of our message: it counts, and they are reminded of it. If no message can come, the person who
 * promised confirms it, and nobody is reminded: texts may be sent to that phone one day.
 */
export const agree = (db: Db, token: string, yes: string): Promise<void> =>
  changing(db, token, async (tx, { id, state, agreed, unagreed, client_key }) => {
    const { stopped_at, dueOn, ...to } = await tx
      .selectFrom('pledges')
      .where('id', '=', id)
      .select(['stopped_at', 'phone', 'email', sql<string | null>`due_on::text`.as('dueOn')])
      .executeTakeFirstOrThrow()
    const isRead = isYes(client_key, yes)
    if (!isRead && !isUnreached(to)) throw new Refusal(pledgeTexts.sayYesThere, { status: 403 })
    if (state === 'released') throw new Refusal(pledgeTexts.isReleased)
    if (agreed && unagreed === 0) return
    const remind = stopped_at || !isRead ? null : (nextReminder(dueOn, new Date())?.at ?? null)
    await tx.updateTable('pledges').set({ agreed: true, unagreed: 0, remind_at: remind }).where('id', '=', id).execute()
  })

/** Releases the pledge for the giver, who takes it back, or refuses one that another person wrote down. */
export const giveUp = (db: Db, token: string): Promise<void> =>
  changing(db, token, (tx, { id }) => releasePledge(tx, { id, by: null }))

/** Stops the reminders; the pledge stays. */
export const stopReminders = (db: Db, token: string): Promise<void> =>
  changing(db, token, async (tx, { id }) => {
    await tx
      .updateTable('pledges')
      .set({ stopped_at: sql<Date>`coalesce(stopped_at, now())`, remind_at: null })
      .where('id', '=', id)
      .execute()
    await withdrawTexts(tx, id)
  })

/** Restarts the reminders, if there are any left. */
export const remindAgain = (db: Db, token: string): Promise<void> =>
  changing(db, token, async (tx, { id, state, agreed }) => {
    const { dueOn, source } = await tx
      .selectFrom('pledges')
      .where('id', '=', id)
      .select(['source', sql<string | null>`due_on::text`.as('dueOn')])
      .executeTakeFirstOrThrow()
    const reminds = state === 'open' && (agreed || source !== 'giver')
    const remind = reminds ? (nextReminder(dueOn, new Date())?.at ?? null) : null
    await tx.updateTable('pledges').set({ stopped_at: null, remind_at: remind }).where('id', '=', id).execute()
  })

type Locked = {
  id: number
  paid: number
  state: PledgeState
  agreed: boolean
  unagreed: number
  client_key: string
}

/** Locks the pledge for a change, which waits for a part that comes at this moment. */
const changing = (db: Db, token: string, change: (tx: Tx, pledge: Locked) => Promise<void>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const pledge = isToken(token)
      ? await tx
          .selectFrom('pledges as g')
          .where(pledgeByLink(token))
          .select(['g.id', 'g.paid', 'g.state', 'g.agreed', 'g.unagreed', 'g.client_key'])
          .forUpdate()
          .executeTakeFirst()
      : undefined
    if (!pledge) throw new Refusal(pledgeTexts.gone, { status: 404 })
    await change(tx, pledge)
  })

/** Changes the day, with its own reminders if there are any. A pledge that waits for a yes keeps waiting. */
async function moveDay(tx: Tx, id: number, dueOn: string): Promise<void> {
  const next = nextReminder(dueOn, new Date())?.at ?? null
  await tx
    .updateTable('pledges')
    .set({
      due_on: dueOn,
      remind_at: sql<Date>`case when stopped_at is null and (agreed or (source <> 'giver' and remind_at is not null))
        then ${next}::timestamptz else remind_at end`,
    })
    .where('id', '=', id)
    .where(sql<boolean>`due_on is distinct from ${dueOn}::date`)
    .execute()
}

export type Promised = {
  id: number
  title: string
  amount: number
  paid: number
  dueOn: string | null
  state: PledgeState
  /** The page of the pledge, where it is paid, changed and released. */
  path: string
}

/** More than anybody keeps at a time. */
const mostShown = 50

/** Returns a person's promises to any drive, the open ones first, then the newest. */
export async function promisedBy(db: Db, personId: string): Promise<Promised[]> {
  const rows = await db
    .selectFrom('pledges as g')
    .innerJoin('fund_drives as f', 'f.id', 'g.fund_drive_id')
    .where(sql<SqlBool>`g.id in (select promised_by(${personId}))`)
    .select([
      'g.id',
      'f.title',
      'g.amount',
      'g.paid',
      'g.state',
      'g.client_key',
      sql<string | null>`g.due_on::text`.as('dueOn'),
    ])
    .orderBy(sql`g.state = 'open'`, 'desc')
    .orderBy('g.id', 'desc')
    .limit(mostShown)
    .execute()
  return rows.map(({ client_key, ...pledge }) => ({ ...pledge, path: pledgePath(tokenOf(client_key)) }))
}
