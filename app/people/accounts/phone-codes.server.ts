import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import { fits } from '#app/kit/gsm7.ts'
import type { Language } from '#app/kit/languages.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { Refusal } from '#app/kit/says.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { takeTry, triesLeft } from '#app/platform/limits.server.ts'
import { log } from '#app/platform/log.server.ts'
import { publicAddress, settings } from '#app/platform/settings.server.ts'
import { canBeTexted, sendSms } from '#app/platform/sms/outbox.server.ts'
import { textsAre } from '#app/platform/sms/sms-settings.server.ts'
import { authSecret } from './auth.server.ts'
import { hashOfMark } from './joining.server.ts'
import { type CodePurpose, codeMinutes, phoneTexts } from './phone.ts'
import { type Asker, budgetOf, pauseOf } from './phone-code-limits.server.ts'

// Codes that are texted to phones. For a number that nobody has here everything is done just the same, but for the text.

/** False where no texts are sent at all. */
export const codesAreTexted = (): boolean => textsAre(settings) !== 'off'

/** Seconds until another code for this phone can be asked for here. */
export async function codeWait(phone: string, asker: Asker): Promise<number> {
  const { left, wait } = await triesLeft(pauseOf(phone, asker))
  return left > 0 ? 0 : wait
}

type Asked = {
  phone: string
  purpose: CodePurpose
  mark: string
  language: Language
  userId?: string
  /** The number of the request, for the person who writes to support. */
  number?: string
}

/** Has a code texted to a phone; it takes the place of the one before. A job makes it, so that no answer tells who has an account. */
export async function askCode(db: Db, { phone, purpose, mark, language, userId, number = '' }: Asked): Promise<void> {
  if (!codesAreTexted()) throw noMore(60, number)
  if (!canBeTexted(phone)) throw new Refusal(phoneTexts.noTexts, { status: 422, field: 'phone' })
  const { left, wait } = await triesLeft(budgetOf(purpose))
  if (left === 0) throw noMore(wait, number)
  const fresh = { browser: hashOfMark(mark), language, user_id: userId ?? null, until: soon() }
  await db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('phone_codes')
      .values({ phone, purpose, ...fresh })
      .onConflict((same) =>
        same
          .columns(['phone', 'purpose', 'browser'])
          .doUpdateSet({ id: sql<string>`gen_random_uuid()`, mac: null, tries: 0, used_at: null, ...fresh }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(tx, 'text-code', { codeId: id }, { key: id, maxTries: 4 })
  })
}

/** No text goes out, and nobody is told that one does. */
function noMore(retryAfter: number, number: string): Refusal {
  log.warn({ request: number }, 'no code is texted: those of the day are used up, or none are texted at all')
  return new Refusal(
    { title: phoneTexts.notSent, why: phoneTexts.noMore(number), tone: 'bad' },
    { status: 503, retryAfter },
  )
}

const soon = () => sql<Date>`now() + make_interval(mins => ${codeMinutes})`

/** The job: makes the code and has it texted. Nothing where nobody signs in with the number, or enough were texted today. */
export async function textCode(db: Db, { codeId }: { codeId: string }): Promise<void> {
  const asked = await waiting(db, codeId)
  if (!asked || (asked.purpose === 'sign in' && !(await isSomebodys(db, asked.phone)))) return
  if (!(await isInBudget(asked.purpose))) return
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('phone_codes')
      .set({ mac: macOf(codeId, asked.phone, code), until: soon() })
      .where('id', '=', codeId)
      .where('mac', 'is', null)
      .returning('until')
      .executeTakeFirst()
    if (!row) return
    const text = codeSms(knownLanguage(asked.language), code)
    await sendSms(tx, {
      key: `code ${codeId}`,
      phone: asked.phone,
      text,
      money: false,
      askedFor: true,
      until: row.until,
    })
  })
}

const waiting = (db: Db, id: string) =>
  db
    .selectFrom('phone_codes')
    .where('id', '=', id)
    .where('mac', 'is', null)
    .where('until', '>', sql<Date>`now()`)
    .select(['phone', 'purpose', 'language'])
    .executeTakeFirst()

export const isSomebodys = async (db: Db | Tx, phone: string): Promise<boolean> =>
  (await db.selectFrom('user_phones').where('phone', '=', phone).select('phone').executeTakeFirst()) !== undefined

async function isInBudget(purpose: CodePurpose): Promise<boolean> {
  try {
    await takeTry([budgetOf(purpose)])
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    log.warn('no more codes are texted today')
    return false
  }
}

type Shown = { phone: string; purpose: CodePurpose; mark: string; code: string; userId?: string }

/**
 * Does something that a right code allows, in the transaction that uses it up. Each try is counted before it is looked at, so
 * that of many at once no more than five are.
 */
export async function withCode<Result>(db: Db, shown: Shown, does: (tx: Tx) => Promise<Result>): Promise<Result> {
  const id = await tried(db, shown)
  if (!id) throw wrongCode()
  return db.transaction().execute(async (tx) => {
    const used = await tx
      .updateTable('phone_codes')
      .set({ used_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!used) throw wrongCode()
    return does(tx)
  })
}

/** The code that these digits are of; undefined for wrong ones, for one that is over, and after five tries. */
async function tried(db: Db, { phone, purpose, mark, code, userId }: Shown): Promise<string | undefined> {
  const row = await db
    .updateTable('phone_codes')
    .set({ tries: sql<number>`tries + 1` })
    .where('phone', '=', phone)
    .where('purpose', '=', purpose)
    .where('browser', '=', hashOfMark(mark))
    .where('user_id', 'is not distinct from', userId ?? null)
    .where('used_at', 'is', null)
    .where('until', '>', sql<Date>`now()`)
    .where('tries', '<', 5)
    .returning(['id', 'mac'])
    .executeTakeFirst()
  const [kept, ours] = [Buffer.from(row?.mac ?? ''), Buffer.from(macOf(row?.id ?? '', phone, code))]
  return kept.length === ours.length && timingSafeEqual(kept, ours) ? row?.id : undefined
}

export const wrongCode = () =>
  new Refusal({ title: phoneTexts.notTaken, why: phoneTexts.wrongCode }, { status: 401, field: 'code' })

/** This browser has asked for none, or long ago. */
export const noCodeAsked = () =>
  new Refusal({ title: phoneTexts.notTaken, why: phoneTexts.elsewhere }, { status: 401, field: 'code' })

/** Only with our secret: a million codes are tried in a second by the person who has the table. */
const macOf = (id: string, phone: string, code: string): string =>
  createHmac('sha256', authSecret()).update(`the code ${code} for ${phone} ${id}`).digest('base64url')

/** True while this person waits for a code to a phone of theirs, which they gave their password for in this browser. */
export async function waitsForCode(db: Db, userId: string, phone: string, mark: string): Promise<boolean> {
  const row = await db
    .selectFrom('phone_codes')
    .where('phone', '=', phone)
    .where('purpose', '=', 'confirm')
    .where('user_id', '=', userId)
    .where('browser', '=', hashOfMark(mark))
    .where('used_at', 'is', null)
    .where('until', '>', sql<Date>`now() - interval '10 minutes'`)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Codes are kept for a day. */
export async function sweepCodes(db: Db): Promise<void> {
  await db.deleteFrom('phone_codes').where('until', '<', sql<Date>`now() - interval '1 day'`).execute()
}

/**
 * The text with a code. By its last line a phone offers the code on our pages alone; a host whose name is too long for that
 * goes without the line.
 */
export function codeSms(language: Language, code: string, host = new URL(publicAddress()).hostname): string {
  const words = wordsIn(language, catalogues[language])
  const told = words._(msg`${code} is your Harambee code, for 5 minutes. Type it on our page alone and tell nobody.`)
  const whole = `${told}\n\n@${host} #${code}`
  return fits(whole) ? whole : told
}
