import { sql, type Updateable } from 'kysely'
import { Counter } from 'prom-client'
import { endOfDay, hourAt } from '#app/kit/time.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { log } from '#app/platform/log.server.ts'
import { metrics } from '#app/platform/processes/metrics.server.ts'
import { chosenNow } from '#app/platform/settings/choices.server.ts'
import type { SmsOutbox } from '#db/types.ts'
import { hasStopped, wholeSms } from './outbox.server.ts'
import { textsInTurn } from './reports.server.ts'
import { type Handed, theTexter } from './texter.server.ts'

const texts = new Counter({
  name: 'sms_total',
  help: 'Texts to phones, by what became of them',
  labelNames: ['outcome'] as const,
  registers: [metrics],
})

/** The hours of Nairobi's clock between which texts are sent, so that they wake nobody up. */
const [morning, evening] = [8, 20]
/** Milliseconds after which a text that may not have gone out is sent once more: a report may say in between that it has. */
const beforeAgain = 120_000

type Which = { smsId: number }

/**
 * Sends one text. Its state is maybe_sent before the gateway is asked: a process that dies, or an answer that does not come,
 * never makes a text about money leave twice.
 */
export async function sendWritten(db: Db, which: Which, now = new Date()): Promise<void> {
  const begun = await db.transaction().execute((tx) => begin(tx, which, now))
  if (!begun) return
  const handed = await theTexter().send(begun.phone, begun.text)
  const outcome = handed.is
  texts.inc({ outcome })
  log[outcome === 'taken' ? 'info' : 'warn']({ sms: which.smsId, outcome, code: codeOf(handed) }, 'a text to a phone')
  await db.transaction().execute((tx) => note(tx, which, handed))
  // The queue retries, after growing pauses, and shows it to administrators when that does not help.
  if (handed.is === 'not now') throw new Error(`the gateway for texts does not take one now: ${handed.code}`)
}

const codeOf = (handed: Handed) => (handed.is === 'taken' ? undefined : handed.code)

type Row = { phone: string; text: string }

/** Returns the text if it is to be sent now, with its phone number. */
async function begin(tx: Tx, { smsId }: Which, now: Date): Promise<Row | undefined> {
  const row = await tx.selectFrom('sms_outbox').where('id', '=', smsId).selectAll().forUpdate().executeTakeFirst()
  if (!row?.phone || !row.text) return
  const isSecond = row.state === 'maybe_sent' && !row.money && row.tries === 1
  if (row.state !== 'waiting' && !isSecond) return
  const end = (state: 'failed' | 'stopped', why: string) => (isSecond ? undefined : ended(tx, smsId, state, why))
  if (row.until <= now) return end('failed', 'too late')
  if (!row.asked_for && (await hasStopped(tx, row.phone))) return end('stopped', 'said stop')
  const wait = row.at_night ? undefined : untilMorning(now)
  if (wait) return later(tx, smsId, wait)
  if (!row.asked_for && !row.news && !(await isInBudget(tx, row.host_id, now))) {
    texts.inc({ outcome: 'over budget' })
    log.warn({ sms: smsId }, 'no more texts to phones are sent today')
    return later(tx, smsId, morningAfter(now))
  }
  const text = wholeSms({ text: row.text, sealed: row.sealed })
  if (text === undefined) return end('failed', 'sealed by another secret')
  await change(tx, smsId, { state: 'maybe_sent', tries: row.tries + 1, tried_at: now })
  return { phone: row.phone, text }
}

const ended = async (tx: Tx, smsId: number, state: 'failed' | 'stopped', why: string): Promise<undefined> => {
  texts.inc({ outcome: why })
  await change(tx, smsId, { state, why, ended_at: new Date() })
}

const later = async (tx: Tx, smsId: number, runAt: Date): Promise<undefined> => {
  await enqueue(tx, 'send-sms', { smsId }, { key: String(smsId), runAt })
}

/** Returns when texts may be sent again; undefined by day. */
export function untilMorning(now: Date): Date | undefined {
  const hour = hourAt(now)
  if (hour >= morning && hour < evening) return
  return hour < morning ? new Date(morningAfter(now).getTime() - 86_400_000) : morningAfter(now)
}

const morningAfter = (now: Date) => new Date(endOfDay(now) + morning * 3_600_000)

/** The most texts to guests of one host in a day. */
const mostOfHost = 200

/**
 * Checks the day's budget, one text after the other, so that many at once do not exceed it together. Texts to guests have
 * a budget of their own: hosts can't use up the receipts'. Codes were counted where they were made.
 */
async function isInBudget(tx: Tx, host: string | null, now: Date): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('texts of a day', 0))`.execute(tx)
  const { sent, ofHost } = await tx
    .selectFrom('sms_outbox')
    .where('tried_at', '>=', new Date(endOfDay(now) - 86_400_000))
    .where('asked_for', '=', false)
    .where('news', '=', false)
    .where('host_id', host ? 'is not' : 'is', null)
    .select(sql<number>`coalesce(sum(tries), 0)::int`.as('sent'))
    .select(sql<number>`coalesce(sum(tries) filter (where host_id = ${host}::uuid), 0)::int`.as('ofHost'))
    .executeTakeFirstOrThrow()
  return ofHost < mostOfHost && sent < (await chosenNow(tx, host ? 'GUEST_TEXTS_A_DAY' : 'SMS_A_DAY'))
}

/** Records the result. A report that came before the answer counts. */
async function note(tx: Tx, { smsId }: Which, handed: Handed): Promise<void> {
  if (handed.is === 'taken' && handed.id) await textsInTurn(tx, handed.id)
  const row = await tx.selectFrom('sms_outbox').where('id', '=', smsId).selectAll().forUpdate().executeTakeFirst()
  if (!row) return
  const set = (changed: Updateable<SmsOutbox>) => change(tx, smsId, changed)
  if (handed.is === 'taken') {
    const { id, cents } = handed
    const early = id ? await toldBefore(tx, smsId, id) : undefined
    const cost = cents === null ? row.cost : (row.cost ?? 0) + cents
    const told = row.state === 'maybe_sent' ? { state: early?.state ?? ('sent' as const), why: early?.why ?? null } : {}
    return set({ ...told, provider_id: id ?? row.provider_id, cost })
  }
  // A report came first, and knows better.
  if (row.state !== 'maybe_sent') return
  if (handed.is === 'refused')
    return set({ state: handed.blocked ? 'stopped' : 'failed', why: handed.code, ended_at: new Date() })
  if (handed.is === 'unknown') {
    await set({ why: handed.code })
    if (!row.money && row.tries === 1) await later(tx, smsId, new Date(Date.now() + beforeAgain))
    return
  }
  const isFirst = row.tries === 1
  await set({
    state: isFirst ? 'waiting' : 'maybe_sent',
    tries: row.tries - 1,
    tried_at: isFirst ? null : row.tried_at,
    why: handed.code,
  })
}

/** Finds a report that came before this text's answer, also where it was assigned to another text. */
async function toldBefore(tx: Tx, smsId: number, id: string) {
  const kept = await tx.deleteFrom('sms_reports').where('provider_id', '=', id).returningAll().executeTakeFirst()
  if (kept) return kept
  const other = await tx
    .selectFrom('sms_outbox')
    .where('provider_id', '=', id)
    .where('id', '<>', smsId)
    .select(['id', 'state', 'why'])
    .forUpdate()
    .executeTakeFirst()
  if (!other) return
  await change(tx, other.id, { provider_id: null, state: 'maybe_sent', why: null, ended_at: null })
  return other
}

const change = async (tx: Tx, smsId: number, changed: Updateable<SmsOutbox>): Promise<undefined> => {
  await tx.updateTable('sms_outbox').set(changed).where('id', '=', smsId).execute()
}
