import { sql } from 'kysely'
import type { Language } from '#app/kit/languages.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { takeTry } from '#app/platform/limits.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { log } from '#app/platform/log.server.ts'
import { isEmailClash, lockPerson, moveAccount } from './email-change.server.ts'
import { emailChangeTexts, moveHours } from './email-change.ts'
import { tellPhonesOfMove } from './move-sms.server.ts'
import { endSessions } from './password.server.ts'
import { type Asker, codeLimits } from './phone-code-limits.server.ts'
import { askCode, withCode } from './phone-codes.server.ts'
import { longHeldPhone } from './phones.server.ts'

// Moves an account to another address without an answer from the old one, which has two days to stop it: see
// docs/decisions/0103-lost-mailboxes.md.

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
