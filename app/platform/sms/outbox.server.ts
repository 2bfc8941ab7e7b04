import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { brand } from '#app/kit/brand.ts'
import { fits, inGsm7 } from '#app/kit/gsm7.ts'
import { countryOf, mobileIn, phoneIn } from '#app/kit/phone.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueueAll } from '#app/platform/jobs/queue.server.ts'
import { acceptedSecrets, currentSecret, openSealed, sealNow } from '#app/platform/settings/accepted-secrets.server.ts'
import { publicAddress, settings } from '#app/platform/settings/settings.server.ts'
import { textsAre } from './sms-settings.server.ts'

type Sms = {
  /** The key of its subject: two texts with the same key are sent once. */
  key: string
  phone: string
  /** A text that fits into one message: see app/kit/gsm7.ts. */
  text: string
  /** A code in the text that nobody may read in the database. */
  secret?: string
  /** True for a text about money: never sent again where it may have gone out. */
  money: boolean
  evenAtNight?: boolean
  /** True for a code that the reader has just asked for. It is sent at any hour, and to a phone that said STOP, too. */
  askedFor?: boolean
  /** True for a text about an update of a drive, whose budget was counted where it was written. */
  news?: boolean
  /** The host of a text to a guest, who has a budget for these. */
  host?: string
  /** The time after which it is of no use. Without it, after two days. */
  until?: Date
}

const twoDays = 2 * 86_400_000

/**
 * Writes a text in the form action's transaction; a job sends it. False where no texts are sent, or one with this key exists. A
 * text that does not fit is a programmer's mistake.
 */
export const sendSms = async (tx: Tx, sms: Sms): Promise<boolean> => (await sendAllSms(tx, [sms])) === 1

/** Writes many texts, each by itself, and returns how many were written. */
export async function sendAllSms(tx: Tx, all: Sms[]): Promise<number> {
  if (!all.every(({ text }) => fits(text)))
    throw new Error('a text to a phone is too long, or has signs that phones lack')
  const some = all.filter(({ phone }) => canBeTexted(phone))
  if (some.length === 0) return 0
  const rows = await tx
    .insertInto('sms_outbox')
    .values(some.map(rowOf))
    .onConflict((same) => same.column('key').doNothing())
    .returning('id')
    .execute()
  if (rows.length > 0)
    await enqueueAll(
      tx,
      rows.map(({ id }) => ({ name: 'send-sms' as const, carries: { smsId: id }, key: String(id) })),
    )
  return rows.length
}

const rowOf = ({
  key,
  phone,
  money,
  evenAtNight = false,
  askedFor = false,
  news = false,
  host,
  until,
  ...sms
}: Sms) => ({
  key,
  phone,
  ...withoutSecret(sms),
  money,
  at_night: evenAtNight || askedFor,
  asked_for: askedFor,
  news,
  host_id: host ?? null,
  until: until ?? new Date(Date.now() + twoDays),
})

const withoutSecret = ({ text, secret }: Pick<Sms, 'text' | 'secret'>) =>
  secret === undefined
    ? { text, sealed: null }
    : { text: text.replaceAll(secret, '#'.repeat(secret.length)), sealed: sealNow('sms', secret) }

/** Returns a text as it is sent, with its code; undefined if no accepted secret opens it. */
export function wholeSms({ text, sealed }: { text: string; sealed: string | null }): string | undefined {
  if (sealed === null) return text
  const secret = openSealed('sms', sealed)
  return secret && text.replaceAll('#'.repeat(secret.length), secret)
}

/** Stops the waiting texts with these keys. */
export async function withdrawSms(tx: Tx, keys: string[]): Promise<void> {
  await tx
    .updateTable('sms_outbox')
    .set({ state: 'stopped', why: 'not needed any more', ended_at: sql<Date>`now()` })
    .where('key', 'in', keys)
    .where('state', '=', 'waiting')
    .execute()
}

/** Changes the words of a waiting text, as those it tells of were taken back. */
export async function changeSms(tx: Tx, key: string, text: string): Promise<void> {
  if (!fits(text)) throw new Error('a text to a phone is too long, or has signs that phones lack')
  await tx.updateTable('sms_outbox').set({ text }).where('key', '=', key).where('state', '=', 'waiting').execute()
}

/** True when texts can be sent to this number: a mobile phone's, of a country that the operator has named. */
export function canBeTexted(phone: string): boolean {
  const country = countryOf(phone)
  if (textsAre(settings) === 'off' || !country || mobileIn(phone) !== phone) return false
  return settings.SMS_COUNTRIES.includes(country)
}

/** Deletes number and words of a person who asks to be forgotten. If they had said STOP, that is kept as a hash. */
export async function forgetSmsTo(tx: Tx, phone: string): Promise<void> {
  await tx
    .updateTable('sms_outbox')
    .set({
      phone: null,
      text: null,
      sealed: null,
      state: sql`case when state = 'waiting' then 'failed' else state end`,
      why: sql`case when state = 'waiting' then 'forgotten' else why end`,
      ended_at: sql`coalesce(ended_at, now())`,
    })
    .where('phone', '=', phone)
    .execute()
  await tx.deleteFrom('sms_reports').where('phone', '=', phone).execute()
  await tx.deleteFrom('sms_heard').where('phone', '=', phone).execute()
  await tx.deleteFrom('sandbox.sms').where('to_phone', '=', phone).execute()
  const stopped = await tx.deleteFrom('sms_stops').where('phone', '=', phone).executeTakeFirst()
  if (stopped.numDeletedRows > 0n)
    await tx
      .insertInto('sms_stops')
      .values({ phone: stopMark(phone) })
      .onConflict((same) => same.doNothing())
      .execute()
}

/** Deletes number and words of texts after a month, of codes after a day; the row stays, so that it is not written again. */
export async function sweepSms(db: Db): Promise<void> {
  await db
    .updateTable('sms_outbox')
    .set({ phone: null, text: null, sealed: null })
    .where('created_at', '<', sql<Date>`now() - case when asked_for then interval '1 day' else interval '30 days' end`)
    .where('text', 'is not', null)
    .where('state', '<>', 'waiting')
    .execute()
  await db.deleteFrom('sms_reports').where('heard_at', '<', sql<Date>`now() - interval '2 days'`).execute()
  await db.deleteFrom('sms_heard').where('at', '<', sql<Date>`now() - interval '2 days'`).execute()
  await db.deleteFrom('sandbox.sms').where('sent_at', '<', sql<Date>`now() - interval '30 days'`).execute()
}

// The people who want no texts from us.

/** Hashes the number of a person who asked to be forgotten: nobody can derive the number from it without our secret. */
const stopMark = (phone: string, secret = currentSecret()): string =>
  createHmac('sha256', secret).update(`the phone that said stop ${phone}`).digest('hex')

/** Everything by which such a phone may be recorded: the number, and its hash by each accepted secret. */
const stopNames = (phone: string): string[] => [phone, ...acceptedSecrets().map((secret) => stopMark(phone, secret))]

export async function hasStopped(db: Db | Tx, phone: string): Promise<boolean> {
  const { rows } = await sql<{ stopped: boolean }>`select ${hasStoppedNow(phone)} as stopped`.execute(db)
  return rows[0]!.stopped
}

/** Tells the same as a part of a larger query. */
export const hasStoppedNow = (phone: string) =>
  sql<boolean>`exists (select from sms_stops where phone in (${sql.join(stopNames(phone))}))`

/** Records STOP of a phone: texts that wait for it are not sent any more. */
export async function stopSms(db: Db, typed: string): Promise<void> {
  const phone = phoneIn(typed)
  if (!phone) return
  await db
    .insertInto('sms_stops')
    .values({ phone })
    .onConflict((same) => same.doNothing())
    .execute()
}

/** Records ANZA of a phone. */
export async function startSms(db: Db, typed: string): Promise<void> {
  const phone = phoneIn(typed)
  if (phone) await db.deleteFrom('sms_stops').where('phone', 'in', stopNames(phone)).execute()
}

/** Returns the name of the product in signs that all phones know; the name of our host if no sign of it is one. */
export const smsBrand = (): string => inGsm7(brand()) || new URL(publicAddress()).hostname
