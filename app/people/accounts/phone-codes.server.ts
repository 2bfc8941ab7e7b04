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

// Codes texted to phones. For an unknown number everything is done in the same way, except the text.

/** False if no texts are sent at all. */
export const codesAreTexted = (): boolean => textsAre(settings) !== 'off'

/** Returns the seconds until another code for this phone can be requested here. */
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
  /** The request's number, for people who write to support. */
  number?: string
}

/** Requests a code for a phone, which replaces the previous one. A job makes it, so that no answer reveals who has an account. */
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

/** Refuses: no text goes out, and the person is told so. */
function noMore(retryAfter: number, number: string): Refusal {
  log.warn({ request: number }, 'no code is texted: those of the day are used up, or none are texted at all')
  return new Refusal(
    { title: phoneTexts.notSent, why: phoneTexts.noMore(number), tone: 'bad' },
    { status: 503, retryAfter },
  )
}

const soon = () => sql<Date>`now() + make_interval(mins => ${codeMinutes})`

/** Makes the code and texts it, as a job. Does nothing if nobody signs in with the number, or enough codes were texted today. */
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
 * Runs an action that a right code allows, in the transaction that uses it up. Each try is counted before the code is checked, so that no
 * more than five are checked, even at once.
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

/** Finds the code with these digits; undefined if they are wrong, the code is over, or after five tries. */
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

/** Refuses: this browser has requested no code, or did so long ago. */
export const noCodeAsked = () =>
  new Refusal({ title: phoneTexts.notTaken, why: phoneTexts.elsewhere }, { status: 401, field: 'code' })

/** Computes a MAC with our secret: without it a reader of the table could try all million codes in a second. */
const macOf = (id: string, phone: string, code: string): string =>
  createHmac('sha256', authSecret()).update(`the code ${code} for ${phone} ${id}`).digest('base64url')

/** True while this person waits for a code to a phone of theirs, for which they gave their password in this browser. */
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

/** Deletes codes after a day. */
export async function sweepCodes(db: Db): Promise<void> {
  await db.deleteFrom('phone_codes').where('until', '<', sql<Date>`now() - interval '1 day'`).execute()
}

/**
 * Builds the text with a code. Its last line makes phones offer the code on our pages alone; if the host name is too long for that, the
 * line is left out.
 */
export function codeSms(language: Language, code: string, host = new URL(publicAddress()).hostname): string {
  const words = wordsIn(language, catalogues[language])
  const told = words._(msg`${code} is your Harambee code, for 5 minutes. Type it on our page alone and tell nobody.`)
  const whole = `${told}\n\n@${host} #${code}`
  return fits(whole) ? whole : told
}
