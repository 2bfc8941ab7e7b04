import { randomBytes } from 'node:crypto'
import type { CodePurpose } from '#app/people/accounts/account.ts'
import { hashOfMark } from '#app/people/accounts/cookies.server.ts'
import { askCode, textCode } from '#app/people/accounts/phone-codes.server.ts'
import { confirmPhone } from '#app/people/accounts/phones.server.ts'
import type { Db } from '#app/platform/db.server.ts'

// Codes as they arrive on a phone.

let given = 0
/** A phone of Kenya that no other test has. */
export const aNumber = () => `+2547${String(20_000_000 + ++given)}`
/** What a browser shows that asked for a code. */
export const aMark = () => randomBytes(32).toString('base64url')

/** The phone is this person's. */
export async function hasPhone(db: Db, userId: string, phone = aNumber()): Promise<string> {
  await db.transaction().execute((tx) => confirmPhone(tx, userId, phone))
  return phone
}

type Asked = { phone: string; purpose?: CodePurpose; mark?: string; userId?: string }

/** Asks for a code, has its job done, and reads the text; undefined when none was written. */
export async function codeTo(db: Db, { phone, purpose = 'sign in', mark = aMark(), userId }: Asked) {
  await askCode(db, { phone, purpose, mark, language: 'en', userId })
  await textWaiting(db, phone, purpose, mark)
  const text = (await lastTextTo(db, phone))?.text ?? undefined
  return { phone, purpose, mark, userId, text, code: text?.match(/\d{6}/)?.[0] ?? '' }
}

/** Does the job of the code that was asked for last. */
export async function textWaiting(
  db: Db,
  phone: string,
  purpose: CodePurpose = 'sign in',
  mark?: string,
): Promise<void> {
  const { id } = await db
    .selectFrom('phone_codes')
    .where('phone', '=', phone)
    .where('purpose', '=', purpose)
    .$if(mark !== undefined, (query) => query.where('browser', '=', hashOfMark(mark!)))
    .select('id')
    .executeTakeFirstOrThrow()
  await textCode(db, { codeId: id })
}

export const lastTextTo = (db: Db, phone: string) =>
  db.selectFrom('sms_outbox').where('phone', '=', phone).selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()

/** Six digits that are not these. */
export const otherThan = (code: string) => String((Number(code || 0) + 1) % 1_000_000).padStart(6, '0')
