import { phoneIn } from '#app/kit/phone.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { type Destination, masked, type Operator, says } from './payout.ts'

/** Keeps where an owner wants money sent. Numbers are kept in one spelling, however they were typed. */
export async function addMethod(db: Db | Tx, userId: string, typed: Destination): Promise<{ id: string }> {
  return db
    .insertInto('withdrawal_methods')
    .values({ user_id: userId, method_type: typed.type, ...columnsOf(typed) })
    .returning('id')
    .executeTakeFirstOrThrow()
}

function columnsOf(typed: Destination) {
  if (typed.type === 'mobile_money') {
    const phone = phoneIn(typed.phone)
    if (!phone || !/^\+254[17]\d{8}$/.test(phone))
      throw new Refusal(says.incomplete, { status: 422, field: 'phone_number' })
    return { phone_number: phone, mobile_operator: typed.operator }
  }
  const account = typed.account.toUpperCase().replace(/[\s.]/g, '')
  if (!/^[0-9A-Z-]{4,34}$/.test(account)) throw new Refusal(says.incomplete, { status: 422, field: 'account_number' })
  return { bank_name: typed.bank, account_number: account, account_name: typed.name }
}

/** One's own methods, newest first: of the number only the end. */
export async function methodsOf(db: Db, userId: string) {
  const rows = await db
    .selectFrom('withdrawal_methods')
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    type: row.method_type as Destination['type'],
    through: row.bank_name ?? row.mobile_operator ?? '',
    name: row.account_name,
    number: masked(row.account_number ?? row.phone_number ?? ''),
  }))
}

/** One's own method in full, to be copied into a request. What is somebody else's is missing. */
export async function destinationOf(tx: Tx, userId: string, methodId: string): Promise<Destination> {
  const row = await tx
    .selectFrom('withdrawal_methods')
    .where('id', '=', methodId)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .selectAll()
    .executeTakeFirst()
  if (!row) throw new Refusal(says.noMethod, { status: 404 })
  return row.method_type === 'bank'
    ? { type: 'bank', bank: row.bank_name!, account: row.account_number!, name: row.account_name! }
    : { type: 'mobile_money', phone: row.phone_number!, operator: row.mobile_operator as Operator }
}
