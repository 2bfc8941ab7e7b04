import { sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { Language } from '#app/kit/languages.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { type Limit, takeTry } from '#app/platform/http/limits.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { log } from '#app/platform/log.server.ts'
import { liftSuppression } from '#app/platform/mail/suppressions.server.ts'
import { againLimits, askPassword, endSessions } from './account.server.ts'
import { emailChangeTexts, moveHours, type WaitingChange } from './account.ts'
import { linkAbout, takeLink } from './links.server.ts'
import { peopleTexts as people } from './people.ts'
import { type Asker, askCode, codeLimits, withCode } from './phone-codes.server.ts'
import { longHeldPhone, tellPhonesOfMove } from './phones.server.ts'
import { mailLimits } from './sign-in.server.ts'

/** Limits: the password can't be guessed here, and nobody's inbox is filled. */
export const changeLimits = (userId: string, email: string, address: string): Limit[] => [
  ...againLimits(userId),
  ...mailLimits(email, address),
]

/** Returns this person's waiting change; null if there is none. */
export async function waitingChange(db: Db, userId: string): Promise<WaitingChange | null> {
  const row = await db
    .selectFrom('email_changes')
    .where('user_id', '=', userId)
    .where('done_at', 'is', null)
    .where(sql<boolean>`(due_at is not null or created_at > now() - interval '24 hours')`)
    .select(['to_email', 'old_confirmed_at', 'new_confirmed_at', 'due_at', 'from_email'])
    .executeTakeFirst()
  if (!row) return null
  const asksOld = row.from_email !== null && row.old_confirmed_at === null && row.due_at === null
  return {
    to: row.to_email,
    oldConfirmed: row.old_confirmed_at !== null,
    newConfirmed: row.new_confirmed_at !== null,
    due: row.due_at,
    phone: (asksOld && (await longHeldPhone(db, userId))) || null,
  }
}

type Person = { id: string; email: string | null; sessionId: string }

/**
 * Asks both addresses whether the account may move; only the new one if the person has no address yet. If the new address has an account,
 * the answer is the same, but its owner gets an email about it. A new request replaces the previous one.
 */
export async function askEmailChange(db: Db, person: Person, { email, password }: { email: string; password: string }) {
  await askPassword(db, person.id, password)
  if (email === person.email) throw new Refusal(emailChangeTexts.same, { status: 422, field: 'email' })
  await db.transaction().execute(async (tx) => {
    await lockPerson(tx, person.id)
    await forgetWaiting(tx, person.id)
    // A person who types an address wants an email there, whatever a mail server said of it earlier.
    await liftSuppression(tx, email)
    const { id: changeId } = await tx
      .insertInto('email_changes')
      .values({ user_id: person.id, session_id: person.sessionId, from_email: person.email, to_email: email })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const side of person.email === null ? (['new'] as const) : (['old', 'new'] as const))
      await enqueue(tx, 'mail-email-change', { changeId, side }, { key: `${changeId} ${side}` })
    await tell(tx, `person:${person.id}`)
  })
}

export async function cancelEmailChange(db: Db, userId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await forgetWaiting(tx, userId)
    await tell(tx, `person:${userId}`)
  })
}

/** Returns the change behind a mailed link; undefined if it is over. Changes nothing. */
export async function changeBehind(db: Db, token: string) {
  const found = await find(db, token)
  if (!found) return undefined
  const { side, change } = found
  return { side, from: change.from_email, to: change.to_email, due: change.due_at }
}

type Confirmed = 'half' | 'waits' | 'done' | 'added' | 'stopped'

/**
 * Confirms one address. Once both have, the account moves, and its other sessions and links end. An old address that was not asked can stop
 * the change instead.
 */
export async function confirmEmailChange(db: Db, token: string): Promise<Confirmed> {
  const found = await find(db, token)
  if (!found) throw over()
  return db
    .transaction()
    .execute((tx) => confirmSide(tx, found, token))
    .catch((error) => {
      // Two accounts move to one address at once: the second fails at the unique index.
      throw isEmailClash(error) ? taken() : error
    })
}

type Found = NonNullable<Awaited<ReturnType<typeof find>>>

async function confirmSide(tx: Tx, { side, change }: Found, token: string): Promise<Confirmed> {
  // Locks the person first: if both links are opened at once, the second waits here, and then sees the first confirmation.
  const user = await lockPerson(tx, change.user_id)
  if (!user || user.email !== change.from_email || !(await takeLink(tx, `email-${side}`, token))) throw over()
  if (side === 'stop') return stop(tx, change)
  const row = await tx
    .updateTable('email_changes')
    .set(side === 'old' ? { old_confirmed_at: sql`now()` } : { new_confirmed_at: sql`now()` })
    .where('id', '=', change.id)
    .where('done_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw over()
  if (row.new_confirmed_at !== null && (row.old_confirmed_at !== null || row.from_email === null)) {
    await moveAccount(tx, row)
    return row.from_email === null ? 'added' : 'done'
  }
  await tell(tx, `person:${row.user_id}`)
  return row.due_at ? 'waits' : 'half'
}

/** Stops the change. Another person asked for it, who may be signed in: all sessions end. */
async function stop(tx: Tx, change: { id: string; user_id: string; way: string }): Promise<Confirmed> {
  const { numDeletedRows } = await tx
    .deleteFrom('email_changes')
    .where('id', '=', change.id)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  if (numDeletedRows !== 1n) throw over()
  await endSessions(tx, change.user_id)
  if (change.way === 'office')
    await record(tx, { by: null, act: 'email stopped', noun: 'person', subject: change.user_id })
  return 'stopped'
}

type Change = {
  id: string
  user_id: string
  session_id: string | null
  from_email: string | null
  to_email: string
  way: string
}

/** Moves the account to the new address. After a move by an administrator, withdrawals wait two days. */
async function moveAccount(tx: Tx, change: Change): Promise<void> {
  // An unconfirmed sign-up does not keep the address from the person who reads its inbox.
  await tx.deleteFrom('users').where('email', '=', change.to_email).where('email_verified', '=', false).execute()
  const other = await tx.selectFrom('users').where('email', '=', change.to_email).select('id').executeTakeFirst()
  if (other) throw taken()
  await tx
    .updateTable('users')
    .set({
      email: change.to_email,
      updated_at: new Date(),
      ...(change.from_email === null ? { email_verified: true } : {}),
      ...(change.way === 'office' ? { withdrawals_from: withdrawalsFrom() } : {}),
    })
    .where('id', '=', change.user_id)
    .execute()
  await tx.updateTable('email_changes').set({ done_at: sql`now()` }).where('id', '=', change.id).execute()
  await endSessions(tx, change.user_id, change.session_id ?? undefined)
  if (change.from_email !== null) await enqueue(tx, 'mail-email-changed', { changeId: change.id }, { key: change.id })
}

/** The start of withdrawals: in 48 hours, the time that an old address has to stop a change. */
export const withdrawalsFrom = () => sql<Date>`now() + make_interval(hours => ${moveHours})`

const lockPerson = (tx: Tx, userId: string) =>
  tx
    .selectFrom('users')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .select('email')
    .forUpdate()
    .executeTakeFirst()

const forgetWaiting = (tx: Tx, userId: string) =>
  tx.deleteFrom('email_changes').where('user_id', '=', userId).where('done_at', 'is', null).execute()

async function find(db: Db, token: string) {
  for (const side of ['old', 'new', 'stop'] as const) {
    const id = await linkAbout(db, `email-${side}`, token)
    const change =
      id &&
      (await db
        .selectFrom('email_changes')
        .where('id', '=', id)
        .where('done_at', 'is', null)
        .select(['id', 'user_id', 'from_email', 'to_email', 'way', 'due_at'])
        .executeTakeFirst())
    if (change) return { side, change }
  }
  return undefined
}

const isEmailClash = (error: unknown): boolean =>
  error instanceof Error && (error as { constraint?: string }).constraint === 'users_email_once'

const taken = () =>
  new Refusal({ title: emailChangeTexts.notAsked, why: emailChangeTexts.taken }, { status: 409, field: 'token' })
const over = () =>
  new Refusal({ title: emailChangeTexts.notAsked, why: people.linkOver }, { status: 410, field: 'token' })

// Moves an account to another address without an answer from the old one, which has two days to stop it: see
// docs/develop/decisions/0004-phones-and-lost-mailboxes.md.

type Asked = { mark: string; language: Language; number: string }

/** Texts a code to the phone that may answer for the old address. Returns the phone. */
export async function askMoveCode(db: Db, userId: string, asked: Asked, asker: Asker): Promise<string> {
  const phone = await phoneOfWaiting(db, userId)
  await takeTry(codeLimits(phone, asker))
  await askCode(db, { ...asked, phone, purpose: 'confirm', userId })
  return phone
}

/** Takes a right code: the account moves in two days, and the old address is told how to stop it. */
export async function moveByPhone(db: Db, userId: string, shown: { phone: string; mark: string; code: string }) {
  if ((await phoneOfWaiting(db, userId)) !== shown.phone) throw noPhone()
  await withCode(db, { ...shown, purpose: 'confirm', userId }, async (tx) => {
    await lockPerson(tx, userId)
    const change = await tx
      .updateTable('email_changes')
      .set({ way: 'phone', due_at: due() })
      .where('user_id', '=', userId)
      .where('done_at', 'is', null)
      .where('old_confirmed_at', 'is', null)
      .where('from_email', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (!change) throw noPhone()
    await tellOld(tx, change.id)
    await tell(tx, `person:${userId}`)
  })
}

/** Starts a move by an administrator: asks the new address. All the person's sessions end; earlier changes of address are void. */
export async function moveFor(tx: Tx, userId: string, email: string): Promise<void> {
  const user = await lockPerson(tx, userId)
  await endSessions(tx, userId)
  const { id } = await tx
    .insertInto('email_changes')
    .values({ user_id: userId, from_email: user!.email, to_email: email, way: 'office', due_at: due() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(tx, 'mail-email-change', { changeId: id, side: 'new' }, { key: `${id} new` })
  await tellOld(tx, id)
  await tellPhonesOfMove(tx, userId, id)
}

/** Moves the accounts whose two days are over, and ends changes that the new address did not confirm. Runs by cron. */
export async function moveDue(db: Db): Promise<void> {
  const all = await db
    .selectFrom('email_changes')
    .where('done_at', 'is', null)
    .where('due_at', '<=', sql<Date>`now()`)
    .select(['id', 'user_id'])
    .execute()
  for (const { id, user_id } of all)
    await db
      .transaction()
      .execute((tx) => moveOne(tx, id, user_id))
      .catch((error) => {
        if (!(error instanceof Refusal) && !isEmailClash(error)) throw error
        log.warn('an account was not moved: another one has the address')
        return db.deleteFrom('email_changes').where('id', '=', id).where('done_at', 'is', null).execute()
      })
}

async function moveOne(tx: Tx, id: string, userId: string): Promise<void> {
  const user = await lockPerson(tx, userId)
  const change = await tx
    .selectFrom('email_changes')
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .where('due_at', '<=', sql<Date>`now()`)
    .selectAll()
    .executeTakeFirst()
  if (!change) return
  if (user && user.email === change.from_email && change.new_confirmed_at) return moveAccount(tx, change)
  await tx.deleteFrom('email_changes').where('id', '=', id).execute()
  await tell(tx, `person:${userId}`)
}

const due = () => sql<Date>`now() + make_interval(hours => ${moveHours})`

const tellOld = (tx: Tx, changeId: string) => enqueue(tx, 'mail-email-moves', { changeId }, { key: changeId })

/** Returns the phone that may answer for the old address of the waiting change. */
async function phoneOfWaiting(db: Db, userId: string): Promise<string> {
  const waits = await db
    .selectFrom('email_changes')
    .where('user_id', '=', userId)
    .where('done_at', 'is', null)
    .where('old_confirmed_at', 'is', null)
    .where('way', '=', 'mailbox')
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .select('id')
    .executeTakeFirst()
  const phone = waits && (await longHeldPhone(db, userId))
  if (!phone) throw noPhone()
  return phone
}

const noPhone = () =>
  new Refusal({ title: emailChangeTexts.notAsked, why: emailChangeTexts.noPhone, tone: 'bad' }, { status: 409 })
