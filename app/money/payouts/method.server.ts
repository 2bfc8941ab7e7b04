import { type Expression, sql } from 'kysely'
import { lockWallet } from '#app/base/ledger/wallet.server.ts'
import type { Language } from '#app/kit/languages.ts'
import { isKenyanMobile, phoneIn } from '#app/kit/phone.ts'
import { Refusal } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { institutionToPay } from '#app/money/institutions/institutions.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { chosen } from '#app/platform/settings/choices.server.ts'
import {
  type Destination,
  type MethodShown,
  type MethodTyped,
  masked,
  type Operator,
  payoutMin,
  payoutTexts,
} from './payout.ts'
import { openStates } from './states.ts'

/** Stores where an owner wants money sent. Numbers are stored in one spelling, however they were typed. */
export async function addMethod(db: Db | Tx, userId: string, typed: MethodTyped): Promise<{ id: string }> {
  return db
    .insertInto('withdrawal_methods')
    .values({ user_id: userId, method_type: typed.type, ...columnsOf(typed) })
    .returning('id')
    .executeTakeFirstOrThrow()
}

function columnsOf(typed: MethodTyped) {
  if (typed.type === 'institution') return { institution_id: typed.institution, paybill_account: typed.account }
  if (typed.type === 'mobile_money') {
    const phone = phoneIn(typed.phone)
    if (!phone || !isKenyanMobile(phone))
      throw new Refusal(payoutTexts.phoneShape, { status: 422, field: 'phone_number' })
    return { phone_number: phone, mobile_operator: typed.operator }
  }
  const account = typed.account.toUpperCase().replace(/[\s.]/g, '')
  if (!/^[0-9A-Z-]{4,34}$/.test(account))
    throw new Refusal(payoutTexts.accountShape, { status: 422, field: 'account_number' })
  return { bank_name: typed.bank, account_number: account, account_name: typed.name }
}

/** Stores a method and mails the owner, unless it is stored already: the same number typed again means the same method. */
export async function keepMethod(tx: Tx, userId: string, typed: MethodTyped): Promise<{ id: string; isNew: boolean }> {
  if (typed.type === 'institution') await institutionToPay(tx, typed.institution)
  const same = Object.entries(columnsOf(typed)).reduce(
    (query, [column, value]) => query.where(column as 'bank_name', '=', value),
    tx.selectFrom('withdrawal_methods').where('user_id', '=', userId).where('removed_at', 'is', null).select('id'),
  )
  const kept = await same.limit(1).executeTakeFirst()
  if (kept) return { id: kept.id, isNew: false }
  const { id } = await addMethod(tx, userId, typed)
  await enqueue(tx, 'mail-method-added', { methodId: id }, { key: id })
  await tell(tx, `person:${userId}`)
  return { id, isNew: true }
}

/** Removes one of one's own methods. Requests that name it keep their copy of it, and money goes there all the same. */
export const removeMethod = (db: Db, userId: string, methodId: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('withdrawal_methods')
      .set({ removed_at: sql<Date>`now()` })
      .where('id', '=', methodId)
      .where('user_id', '=', userId)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new Refusal(payoutTexts.noMethod, { status: 404 })
    await tell(tx, `person:${userId}`)
  })

/**
 * Selects when a method can be used. Creation times are rounded to milliseconds, perhaps up: with 0 hours nothing waits. A confirmed
 * institution is nobody's own account, and waits for nothing.
 */
const heldFor = (hours: number) =>
  sql<Date | null>`case when ${hours}::int > 0 and institution_id is null and created_at + make_interval(hours => ${hours}::int) > now()
    then created_at + make_interval(hours => ${hours}::int) end`

/**
 * Returns how many hours a new method of this person waits. Without an email address it is a day at least: a person who holds
 * their number could sign in with it, and so the owner has a day to notice.
 */
export async function holdOf(db: Db | Tx, userId: string): Promise<number> {
  const user = await db.selectFrom('users').where('id', '=', userId).select('email').executeTakeFirst()
  return Math.max(chosen('NEW_METHOD_HOLD_HOURS'), user?.email ? 0 : 24)
}

/** Returns when a method that is still too new can be used; null for any other. */
export async function heldUntil(tx: Tx, methodId: string, holdHours: number): Promise<Date | null> {
  const row = await tx
    .selectFrom('withdrawal_methods')
    .where('id', '=', methodId)
    .select(heldFor(holdHours).as('until'))
    .executeTakeFirst()
  return row?.until ?? null
}

/** Lists one's own methods, newest first, with only the end of the number. `heldUntil` is when a new one can be used. */
export async function methodsOf(db: Db, userId: string, hours?: number) {
  const holdHours = hours ?? (await holdOf(db, userId))
  const rows = await db
    .selectFrom('withdrawal_methods')
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .selectAll()
    .select(heldFor(holdHours).as('held_until'))
    .select((make) => [
      institutionOf(make.ref('institution_id'), 'name').as('institution'),
      institutionOf(make.ref('institution_id'), 'ended_at').as('ended_at'),
    ])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(methodsShown)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    type: row.method_type,
    through: row.institution ?? row.bank_name ?? row.mobile_operator ?? '',
    name: row.account_name,
    number: masked(row.paybill_account ?? row.account_number ?? row.phone_number ?? ''),
    heldUntil: row.held_until,
    isEnded: row.ended_at !== null,
  }))
}
const methodsShown = 20

/** Selects a column of the institution of a method; null for another method. */
export const institutionOf = (id: Expression<string | null>, column: 'name' | 'ended_at') =>
  sql<string | null>`(select i.${sql.ref(column)} from institutions i where i.id = ${id})`

/** Returns the kind of one's own method; undefined for another person's. */
export async function methodShort(db: Db, userId: string, methodId: string) {
  const row = await db
    .selectFrom('withdrawal_methods')
    .where('id', '=', methodId)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .select(['method_type', 'mobile_operator'])
    .executeTakeFirst()
  return (
    row && {
      type: row.method_type,
      ...(row.mobile_operator ? { operator: row.mobile_operator } : {}),
    }
  )
}

/** Returns one's own method in full, to be copied into a request. Refuses another person's as missing. */
export async function destinationOf(tx: Tx, userId: string, methodId: string, hours?: number): Promise<Destination> {
  const holdHours = hours ?? (await holdOf(tx, userId))
  const row = await tx
    .selectFrom('withdrawal_methods')
    .where('id', '=', methodId)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .selectAll()
    .select(heldFor(holdHours).as('held_until'))
    .executeTakeFirst()
  if (!row) throw new Refusal(payoutTexts.noMethod, { status: 404, field: 'method' })
  if (row.held_until) throw new Refusal(payoutTexts.methodNew, { status: 422, field: 'method' })
  if (row.method_type === 'institution') {
    const { id: institution, ...to } = await institutionToPay(tx, row.institution_id!)
    const number = (to.paybill ?? to.account_number)!
    const [bank, holder, account] = [to.bank_name, to.account_name, row.paybill_account!]
    return { type: 'institution', institution, name: to.name, bank, holder, number, account }
  }
  return row.method_type === 'bank'
    ? { type: 'bank', bank: row.bank_name!, account: row.account_number!, name: row.account_name! }
    : { type: 'mobile_money', phone: row.phone_number!, operator: row.mobile_operator as Operator }
}

/** Lists the methods as their owner's pages show them. */
export const shownMethods = async (db: Db, userId: string, language: Language): Promise<MethodShown[]> =>
  (await methodsOf(db, userId)).map(({ heldUntil: until, ...method }) => ({
    ...method,
    usableFrom: until && momentIn(language, until),
  }))

// The end of an account: a person who deletes it can't sign in any more, so nothing of theirs may wait for them.

/**
 * Refuses to let a person leave behind money that could be withdrawn, or an open withdrawal; forgets where their money was
 * sent. Locks the drives first: a gift that comes in at this moment is seen here, or sees that the owner is gone.
 */
export async function leaveWithoutMoney(tx: Tx, userId: string): Promise<void> {
  const drives = await tx
    .selectFrom('fund_drives')
    .where('user_id', '=', userId)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id } of drives) {
    const { available } = await lockWallet(tx, id)
    if (await isUnderWay(tx, id)) throw new Refusal(payoutTexts.stillUnderWay)
    if (available >= payoutMin) throw new Refusal(payoutTexts.stillThere)
  }
  await forgetMethods(tx, userId)
}

const isUnderWay = async (tx: Tx, driveId: string): Promise<boolean> =>
  (await tx
    .selectFrom('payout_requests')
    .where('fund_drive_id', '=', driveId)
    .where('status', 'in', openStates)
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Deletes a person's methods; those that a withdrawal names are kept for the books. */
async function forgetMethods(tx: Tx, userId: string): Promise<void> {
  await sql`
    delete from withdrawal_methods m where m.user_id = ${userId}
      and not exists (select from payout_requests o where o.withdrawal_method_id = m.id)`.execute(tx)
  await tx
    .updateTable('withdrawal_methods')
    .set({ removed_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .execute()
}

/** Sums what would stay behind because it is too little to be withdrawn, in cents. */
export async function leftBehind(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select coalesce(sum(rest) filter (where rest between 1 and ${payoutMin - 1}), 0)::bigint as left
    from (
      select t.raised_amount - w.reserved + w.debt + w.written_off as rest
      from fund_drives d join wallets w on w.fund_drive_id = d.id join fund_drive_totals t on t.fund_drive_id = d.id
      where d.user_id = ${userId}
    ) x`.execute(db)
  return rows[0]!.left
}
