import { randomInt } from 'node:crypto'
import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import { mayManage } from '#app/drives/drive/manage.server.ts'
import { inGsm7, smsWith } from '#app/kit/gsm7.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { Refusal } from '#app/kit/says.ts'
import { dayAt } from '#app/kit/time.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { currentSecret, isSignedByUs } from '#app/platform/settings/accepted-secrets.server.ts'
import { macOfFacts } from '#app/platform/settings/secret.server.ts'
import { publicAddress, settings } from '#app/platform/settings/settings.server.ts'
import { sendSms, smsBrand } from '#app/platform/sms/outbox.server.ts'
import { replyNumber } from '#app/platform/sms/sms-settings.server.ts'
import { objectToChange } from './changes.server.ts'
import type { SignedWord } from './payout.ts'
import { sayVerdict } from './sign.server.ts'

// Answers of treasurers by text. Each text of ours that asks carries a code of its own, for one subject: a withdrawal, or a change of who
// must agree. An answer counts from a confirmed phone of the treasurer who was asked. The code is used up in the transaction of the word.

/** A withdrawal with all its parts, or a change of who must agree. */
type Subject = { whole: string } | { changeId: number }

/** The hours in which a code is of use, and the most wrong ones. */
const [codeHours, mostTries] = [72, 3]

type Question = { userId: string; subject: Subject; key: string; phone: string }

/** How a text is answered: the code that it carries, and the number. */
export type SmsReply = { code: string; number: string }

/**
 * Sends a text that can be answered by a text, with a code of its own. `write` gets no code where texts can't be answered, and returns
 * undefined where the code leaves no room: then the text has its link alone.
 */
export async function askBySms(
  tx: Tx,
  { userId, subject, key, phone }: Question,
  write: (reply?: SmsReply) => string | undefined,
): Promise<void> {
  const number = replyNumber(settings)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const withCode = number === undefined ? undefined : write({ code, number })
  if (withCode === undefined) return void (await sendSms(tx, { key, phone, text: write()!, money: true }))
  if (!(await sendSms(tx, { key, phone, text: withCode, secret: code, money: true }))) return
  await tx
    .insertInto('reply_codes')
    .values({
      user_id: userId,
      ...('whole' in subject ? { whole: subject.whole } : { change_id: subject.changeId }),
      mac: macOfFacts(currentSecret(), 'reply', factsOf(userId, subject, code)),
      until: sql<Date>`now() + make_interval(hours => ${codeHours})`,
    })
    .execute()
}

const factsOf = (userId: string, subject: Subject, code: string) =>
  'whole' in subject ? [userId, 'whole', subject.whole, code] : [userId, 'change', subject.changeId, code]

/** The short way to a subject, for texts: see `pages/short-way.ts`. */
export const shortWay = (what: { payout: number } | { change: number }): string =>
  `${publicAddress()}/w/${'payout' in what ? what.payout : `c${what.change}`}`

/** Returns the page of a short way, `12` for a withdrawal or `c12` for a change, if this person may see it. */
export async function placeOfWay(db: Db, way: string, person: string): Promise<string | undefined> {
  const [, isChange, number] = /^(c?)([1-9]\d{0,14})$/.exec(way) ?? []
  if (!number) return undefined
  const found = await db
    .selectFrom('fund_drives as d')
    .$if(isChange === '', (query) =>
      query.innerJoin('payout_requests as o', 'o.fund_drive_id', 'd.id').where('o.id', '=', Number(number)),
    )
    .$if(isChange !== '', (query) =>
      query.innerJoin('money_changes as c', 'c.fund_drive_id', 'd.id').where('c.id', '=', Number(number)),
    )
    .select(['d.id', 'd.slug'])
    .executeTakeFirst()
  if (!found || !(await mayManage(db, person, found.id, 'sign'))) return undefined
  return `/fund-drive/${found.slug}/payouts/${isChange ? 'changes' : number}`
}

type Answer = { word: SignedWord; code: string | undefined }

/** Reads YES 482193, Ndio482 193 and the like. Without six digits there is no code. */
export function answerIn(text: string): Answer | undefined {
  const [, word, rest = ''] = /^[\s"'.]*(yes|ndiy?o|no|hapana)(?![a-z])(.*)$/is.exec(text) ?? []
  if (!word) return undefined
  const digits = /^\D{0,3}(\d(?:[\s-]?\d){5})(?!\d)/.exec(rest)?.[1]?.replace(/\D/g, '')
  return { word: /^(yes|nd)/i.test(word) ? 'yes' : 'no', code: digits }
}

/** Acts on a text that was heard, and deletes it. Run twice it acts once. */
export async function hearText(db: Db, { heardId }: { heardId: number }): Promise<void> {
  const heard = await db.selectFrom('sms_heard').where('id', '=', heardId).select(['phone', 'text']).executeTakeFirst()
  if (!heard) return
  const answer = answerIn(heard.text)
  const person = answer && (await personOf(db, heard.phone))
  if (!person) return forget(db, heardId)
  const found = await db.transaction().execute((tx) => find(tx, { ...person, heardId, phone: heard.phone }, answer))
  if (!found) return
  try {
    await take(db, person, found, answer.word)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return db.transaction().execute((tx) => sayWhy(tx, { ...person, heardId, phone: heard.phone }, found, error))
  }
  await forget(db, heardId)
}

const forget = async (db: Db | Tx, heardId: number): Promise<void> =>
  void (await db.deleteFrom('sms_heard').where('id', '=', heardId).execute())

type Person = { id: string; language: string | null }
type Heard = Person & { heardId: number; phone: string }

/** Finds the person who has confirmed a phone and was asked something by text. Strangers are not answered. */
const personOf = (db: Db, phone: string): Promise<Person | undefined> =>
  db
    .selectFrom('user_phones as f')
    .innerJoin('users as u', 'u.id', 'f.user_id')
    .where('f.phone', '=', phone)
    .where('u.deleted_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('reply_codes as c').whereRef('c.user_id', '=', 'u.id').select('c.id')),
    )
    .select(['u.id', 'u.language'])
    .executeTakeFirst()

type Code = { id: number; whole: string | null; change_id: number | null; mac: string }

const isCodeOf = (userId: string, code: Code, shown: string | undefined): boolean =>
  shown !== undefined &&
  isSignedByUs(code.mac, (secret) => macOfFacts(secret, 'reply', factsOf(userId, subjectOf(code), shown)))

const subjectOf = ({ whole, change_id: changeId }: Pick<Code, 'whole' | 'change_id'>): Subject =>
  whole === null ? { changeId: changeId! } : { whole }

/**
 * Finds the open code of an answer. A wrong one counts against all open codes of the person, which are locked: of many at once three are
 * compared. One that was used with the same word is the same text, heard again.
 */
async function find(tx: Tx, heard: Heard, { word, code }: Answer): Promise<Code | undefined> {
  const { id: userId, heardId } = heard
  const row = tx.selectFrom('sms_heard').where('id', '=', heardId).select('id').forUpdate()
  if (!(await row.executeTakeFirst())) return undefined
  const codes = tx
    .selectFrom('reply_codes')
    .where('user_id', '=', userId)
    .select(['id', 'whole', 'change_id', 'mac'])
    .orderBy('id', 'desc')
  const open = await codes
    .where('used_at', 'is', null)
    .where('until', '>', sql<Date>`now()`)
    .where('tries', '<', mostTries)
    .forUpdate()
    .execute()
  const right = open.find((one) => isCodeOf(userId, one, code))
  if (right) return right
  await forget(tx, heardId)
  const used = await codes.where('said', '=', word).limit(50).execute()
  if (used.some((one) => isCodeOf(userId, one, code))) return undefined
  const ids = open.map(({ id }) => id)
  if (code !== undefined && ids.length > 0)
    await tx.updateTable('reply_codes').set({ tries: sql<number>`tries + 1` }).where('id', 'in', ids).execute()
  await sayWrong(tx, heard, (await codes.limit(1).executeTakeFirst())!)
  return undefined
}

/** Takes a word with its code. A yes to a change says nothing: only who objects is asked. */
async function take(db: Db, { id: by }: Person, code: Code, word: SignedWord): Promise<void> {
  const once = (tx: Tx) => useUp(tx, by, code, word)
  if (code.change_id !== null) {
    if (word === 'yes') return
    const { fund_drive_id: driveId } = await db
      .selectFrom('money_changes')
      .where('id', '=', code.change_id)
      .select('fund_drive_id')
      .executeTakeFirstOrThrow()
    return objectToChange(db, code.change_id, { driveId, by, once })
  }
  const { id, fund_drive_id: driveId } = await firstPart(db, code.whole!)
  return sayVerdict(db, id, { driveId, by, verdict: word, how: 'sms', once })
}

const firstPart = (db: Db | Tx, whole: string) =>
  db
    .selectFrom('payout_requests')
    .where('whole', '=', whole)
    .select(['id', 'fund_drive_id'])
    .orderBy('part')
    .limit(1)
    .executeTakeFirstOrThrow()

/** Uses up all codes of a subject; false if this one was used before. The drive's wallet is locked by now. */
async function useUp(tx: Tx, userId: string, { id, whole, change_id }: Code, word: SignedWord): Promise<boolean> {
  const used = await tx
    .updateTable('reply_codes')
    .set({ used_at: sql<Date>`now()`, said: word })
    .where('user_id', '=', userId)
    .where('whole', 'is not distinct from', whole)
    .where('change_id', 'is not distinct from', change_id)
    .where('used_at', 'is', null)
    .returning('id')
    .execute()
  return used.some((one) => one.id === id)
}

const wayOf = async (tx: Tx, { whole, change_id }: Code): Promise<string> =>
  shortWay(whole === null ? { change: change_id! } : { payout: (await firstPart(tx, whole)).id })

/** Answers a wrong code, once a day. */
async function sayWrong(tx: Tx, { id, phone, language: known }: Heard, newest: Code): Promise<void> {
  const language = knownLanguage(known)
  const link = await wayOf(tx, newest)
  const text = wordsIn(language, catalogues[language])._(msg`This code is not right. Open ${link}`)
  await sendSms(tx, { key: `reply ${id} ${dayAt(new Date())}`, phone, text, money: true, evenAtNight: true })
}

/** Says why a word was not taken whose code was right, once. */
async function sayWhy(tx: Tx, { id, heardId, phone, language: known }: Heard, code: Code, { says }: Refusal) {
  await forget(tx, heardId)
  const language = knownLanguage(known)
  const words = wordsIn(language, catalogues[language])
  const link = await wayOf(tx, code)
  const why = inGsm7(words._(says.why ?? says.title)).slice(0, 80)
  const text = smsWith(smsBrand(), (brand) => `${brand}: ${why} ${link}`)
  await sendSms(tx, { key: `reply refused ${code.id} ${id}`, phone, text, money: true, evenAtNight: true })
}

/** Deletes codes a week after they were of use. Run by cron. */
export const sweepReplies = async (db: Db): Promise<void> =>
  void (await db.deleteFrom('reply_codes').where('until', '<', sql<Date>`now() - interval '7 days'`).execute())
