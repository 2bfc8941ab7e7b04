import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import { fits, smsWith } from '#app/kit/gsm7.ts'
import { knownLanguage, type Language } from '#app/kit/languages.ts'
import { Refusal } from '#app/kit/says.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { type Limit, returnTries, takeTry, triesLeft } from '#app/platform/http/limits.server.ts'
import { household, shortAddress } from '#app/platform/http/network-address.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { log } from '#app/platform/log.server.ts'
import { currentSecret, isSignedByUs } from '#app/platform/settings/accepted-secrets.server.ts'
import { chosen } from '#app/platform/settings/choices.server.ts'
import { publicAddress, settings } from '#app/platform/settings/settings.server.ts'
import { canBeTexted, sendSms, smsBrand } from '#app/platform/sms/outbox.server.ts'
import { textsAre } from '#app/platform/sms/sms-settings.server.ts'
import { type CodePurpose, codeMinutes, codePause, phoneTexts } from './account.ts'
import { hashOfMark, knownDeviceIn } from './cookies.server.ts'

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
  if (!codesAreTexted()) throw noMore(60, number, purpose)
  if (!canBeTexted(phone)) throw new Refusal(phoneTexts.noTexts, { status: 422, field: 'phone' })
  const { left, wait } = await triesLeft(budgetOf(purpose))
  if (left === 0) throw noMore(wait, number, purpose)
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
function noMore(retryAfter: number, number: string, purpose: CodePurpose): Refusal {
  log.warn({ request: number }, 'no code is texted: those of the day are used up, or none are texted at all')
  return new Refusal(
    {
      title: phoneTexts.notSent,
      why: (purpose === 'ask back' ? phoneTexts.noMoreNow : phoneTexts.noMore)(number),
      tone: 'bad',
    },
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
  const isRight = isSignedByUs(row?.mac ?? '', (secret) => macOf(row?.id ?? '', phone, code, secret))
  return isRight ? row?.id : undefined
}

export const wrongCode = () =>
  new Refusal({ title: phoneTexts.notTaken, why: phoneTexts.wrongCode }, { status: 401, field: 'code' })

/** Refuses: this browser has requested no code, or did so long ago. */
export const noCodeAsked = () =>
  new Refusal({ title: phoneTexts.notTaken, why: phoneTexts.elsewhere }, { status: 401, field: 'code' })

/** Computes a MAC with our secret: without it a reader of the table could try all million codes in a second. */
const macOf = (id: string, phone: string, code: string, secret = currentSecret()): string =>
  createHmac('sha256', secret).update(`the code ${code} for ${phone} ${id}`).digest('base64url')

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
  const told = (brand: string) =>
    words._(msg`${code} is your ${brand} code, for 5 minutes. Type it on our page alone and tell nobody.`)
  const whole = (brand: string) => `${told(brand)}\n\n@${host} #${code}`
  const name = smsBrand()
  return smsWith(name, fits(whole(name.slice(0, 10))) ? whole : told)
}

// How often codes are texted. A stranger can't lock anybody's phone out: requests count against the stranger's own network.

const [hour, day] = [3600, 86_400]

/** The requester: the network, and the browser, which may have a mark of the phone's owner. */
export type Asker = { address: string; request: Request }

/** Limits for another code to one phone, and for codes of one network. A browser of the phone's owner only counts its own requests. */
export function codeLimits(phone: string, { address, request }: Asker): Limit[] {
  const device = knownDeviceIn(request, phone)
  const own = [
    pauseOf(phone, { address, request }),
    { name: 'phone-code-hour', key: pairOf(phone, device ?? address), times: 5, seconds: hour },
    { name: 'phone-code-day', key: pairOf(phone, device ?? address), times: 10, seconds: day },
  ]
  if (device) return [...own, { name: 'phone-code-known', key: phone, times: 30, seconds: day }]
  return [...own, { name: 'phone-code-strangers', key: phone, times: 20, seconds: day }, ...networkLimits(address)]
}

/** The key of one phone from one network, or in a browser of its owner. */
const pairOf = (phone: string, who: string) => `${phone} ${household(who)}`

const pauseOf = (phone: string, { address, request }: Asker): Limit => ({
  name: 'phone-code-pause',
  key: pairOf(phone, knownDeviceIn(request, phone) ?? address),
  times: 1,
  seconds: codePause,
})

/** For IPv6 the whole /48, which one person can have. A used code is given back: a whole hall may sign in together. */
const networkLimits = (address: string): Limit[] => {
  const key = isIPv6(address) ? shortAddress(address) || address : address
  return [
    { name: 'phone-code-network', key, times: 300, seconds: hour },
    { name: 'phone-code-network-day', key, times: 600, seconds: day },
  ]
}

/** Gives a right code back: its pause is over, and its network's count goes down. */
export const returnCode = (phone: string, asker: Asker): Promise<void> =>
  returnTries([pauseOf(phone, asker), ...(knownDeviceIn(asker.request, phone) ? [] : networkLimits(asker.address))])

/** Limits tried codes by network address; a right one is given back. */
export const triedLimits = (address: string): Limit[] => [
  { name: 'phone-code-tried', key: address, times: 300, seconds: 600 },
]

/**
 * Limits texted codes a day, each of which costs money. Codes for numbers with an account count apart: signing up with strangers' numbers
 * keeps nobody from signing in.
 */
const budgetOf = (purpose: CodePurpose): Limit =>
  purpose === 'sign in'
    ? { name: 'phone-codes-in', key: 'all', times: chosen('CODES_A_DAY'), seconds: day }
    : { name: 'phone-codes-up', key: 'all', times: chosen('SIGN_UP_CODES_A_DAY'), seconds: day }

// A form that texts codes to strangers' numbers must have been opened a moment before it is sent, as people do. This check needs neither a
// script nor a cookie, and costs a program a page load for each few codes.

const [least, most] = [2000, 2 * 3_600_000]

/** Returns the value of the form's hidden field. */
export function openedNow(now = Date.now()): string {
  const opened = `${now.toString(36)}.${randomBytes(9).toString('base64url')}`
  return `${opened}.${signatureOf(opened)}`
}

/** Checks the value of that field. A form sent at once waits for the rest of the two seconds. */
export async function takeOpened(sent: string, now = Date.now()): Promise<void> {
  const age = now - openedAt(sent)
  if (!(age <= most))
    throw new Refusal(
      { title: phoneTexts.notSent, why: phoneTexts.openAgain, tone: 'bad' },
      { status: 403, typed: { opened: openedNow() } },
    )
  await takeTry([{ name: 'opened-form', key: sent, times: 3, seconds: most / 1000 }])
  if (age < least) await new Promise((resolve) => setTimeout(resolve, least - age))
}

/** Returns NaN for a value that is not ours. */
function openedAt(sent: string): number {
  const [time = '', chance = '', signature = ''] = sent.split('.')
  const isOurs = isSignedByUs(signature, (secret) => signatureOf(`${time}.${chance}`, secret))
  return isOurs ? Number.parseInt(time, 36) : Number.NaN
}

const signatureOf = (opened: string, secret = currentSecret()) =>
  createHmac('sha256', secret).update(`form opened ${opened}`).digest('base64url')
