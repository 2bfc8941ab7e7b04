import { sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { keyRefused, raiseDiscrepancy } from '#app/base/ledger/books.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { hearOrigin } from '#app/platform/mpesa/choose-mobile-money.server.ts'
import { inBatchesOn } from '#app/platform/postgres/batches.server.ts'
import { mobileMoney, type PhoneFailure } from '#app/platform/providers/mobile-money.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { openRail } from './begin.server.ts'
import { promptTexts } from './prompt.ts'
import { hashOfCallbackToken, newAddress } from './prompts.server.ts'

// The two secret addresses where M-Pesa asks and tells us about payments that nobody was asked for. We register them once.

export type CallbackPurpose = 'validation' | 'confirmation'
const purposes: CallbackPurpose[] = ['validation', 'confirmation']

/** Registers the addresses; run by cron until M-Pesa takes them. They are stored before they are sent. */
export async function registerUrls(db: Db): Promise<void> {
  const rail = await openRail(db)
  const shortcode = rail?.capabilities().payIn?.number
  if (!rail || !shortcode || (await isSeenTo(db, shortcode))) return
  const at = await newDoors(db, shortcode)
  const answer = await rail.registerUrls(at)
  if (answer.is === 'failure') {
    if (answer.class === 'config' || answer.class === 'rejected') await neverSaid(db, at)
    if (answer.class === 'config') await doorsRefused(db, rail.capabilities().name, answer)
    log.warn({ class: answer.class, code: answer.code }, 'M-Pesa did not take our addresses')
    return
  }
  if (answer.is === 'open') return doorsTaken(db, shortcode)
  // An answer to an earlier try was lost, or another party registered addresses.
  if (await wereSaidBefore(db, shortcode, at)) return doorsTaken(db, shortcode)
  await neverSaid(db, at)
  await db.transaction().execute((tx) => raiseDiscrepancy(tx, 'addresses that are not ours', shortcode, {}))
}

/** Notes that M-Pesa refused the addresses. Cron tries again. Without them payments are found in the list, so nothing else stops. */
async function doorsRefused(db: Db, name: string, failure: PhoneFailure): Promise<void> {
  if (failure.isOfAll) return keyRefused(db, name, failure)
  const facts = { code: failure.code ?? null, why: failure.message.slice(0, 300) }
  await db.transaction().execute((tx) => raiseDiscrepancy(tx, 'addresses that are refused', name, facts))
}

/** True if they are taken, or a person was called because M-Pesa has others. */
async function isSeenTo(db: Db, shortcode: string): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select exists (select from mpesa_doors where shortcode = ${shortcode} and origin = ${origin()} and taken_at is not null)
      or exists (select from discrepancies where kind = 'addresses that are not ours' and subject = ${shortcode} and state = 'open')
      as done`.execute(db)
  return rows[0]!.done
}

/** True if another try than this one sent addresses, from our present origin. */
async function wereSaidBefore(db: Db, shortcode: string, at: Record<CallbackPurpose, string>): Promise<boolean> {
  const other = await db
    .selectFrom('mpesa_doors')
    .where('shortcode', '=', shortcode)
    .where('origin', '=', origin())
    .where('hash', 'not in', hashesOf(at))
    .select('hash')
    .executeTakeFirst()
  return other !== undefined
}

const hashesOf = (at: Record<CallbackPurpose, string>) =>
  purposes.map((purpose) => hashOfCallbackToken(at[purpose].split('/').at(-1)!))

/** Deletes addresses that M-Pesa refused: it knows none of them. */
const neverSaid = (db: Db, at: Record<CallbackPurpose, string>) =>
  db.deleteFrom('mpesa_doors').where('hash', 'in', hashesOf(at)).execute()

/** Returns our origin. A pretended M-Pesa is on this machine, wherever that is. */
const origin = () => (settings.pretends ? 'pretended' : hearOrigin())

async function newDoors(db: Db | Tx, shortcode: string): Promise<Record<CallbackPurpose, string>> {
  const made = { validation: newAddress(), confirmation: newAddress() }
  await db
    .insertInto('mpesa_doors')
    .values(purposes.map((purpose) => ({ purpose, shortcode, origin: origin(), hash: made[purpose].hash })))
    .execute()
  return { validation: made.validation.hearAt, confirmation: made.confirmation.hearAt }
}

const doorsTaken = async (db: Db, shortcode: string): Promise<void> =>
  void (await db
    .updateTable('mpesa_doors')
    .set({ taken_at: sql<Date>`now()` })
    .where('shortcode', '=', shortcode)
    .where('origin', '=', origin())
    .where('taken_at', 'is', null)
    .execute())

/** Days for which old addresses go on after a change in the portal: it takes Safaricom a while. */
const oldOnesStay = 30

/**
 * Makes new addresses, which an administrator puts into the M-Pesa portal: because we have moved, or a stranger has learnt the
 * old ones. They are shown this once, as no more than their hashes are kept.
 */
export const replaceUrls = (db: Db, by: Actor): Promise<Record<CallbackPurpose, string>> =>
  db.transaction().execute(async (tx) => {
    const shortcode = mobileMoney()?.capabilities().payIn?.number
    if (!shortcode) throw new Refusal(promptTexts.noDoors)
    await sql`
      update mpesa_doors set until = now() + make_interval(days => ${oldOnesStay})
      where shortcode = ${shortcode} and until is null`.execute(tx)
    const at = await newDoors(tx, shortcode)
    await sql`update mpesa_doors set taken_at = now() where shortcode = ${shortcode} and until is null`.execute(tx)
    await record(tx, { by, act: 'addresses made', noun: 'book', subject: 'mpesa' })
    return at
  })

/** In milliseconds. M-Pesa waits for eight seconds for a verdict, and the payer waits with the phone in their hand. */
export const callbackPatience = 900
const freshFor = 60_000
const known = new Map<string, { purpose: CallbackPurpose; at: number }>()

/** A request on a phone as its own secret address finds it. */
export type RequestTold = {
  id: number
  checkout: string | null
  told: string | null
  state: string
  account: string
  cents: number
}
type Known = { purpose: CallbackPurpose | null; request: RequestTold | null }
type Listener = { purpose: CallbackPurpose | 'not known' | null; request(): Promise<RequestTold | null> }

/**
 * Finds what a secret address was made for: one of these two purposes, or a request on a phone. While the database is gone or
 * slow, purposes that were asked for before are known, and others are 'not known'; the request is then looked up with `db`.
 */
export async function listenerAt({ db, quick }: { db: Db; quick: Db }, token: string): Promise<Listener> {
  const name = hashOfCallbackToken(token).toString('hex')
  const kept = known.get(name)
  if (kept && Date.now() - kept.at < freshFor) return { purpose: kept.purpose, request: async () => null }
  const found = await withinMilliseconds(look(quick, token), callbackPatience)
  if (found === 'late')
    return { purpose: kept?.purpose ?? 'not known', request: async () => (await look(db, token)).request }
  if (found.purpose) known.set(name, { purpose: found.purpose, at: Date.now() })
  else known.delete(name)
  return { purpose: found.purpose, request: async () => found.request }
}

/** Looks up the addresses of a burst together. A row that another transaction has locked delays none of them. */
const look = inBatchesOn(
  async (db: Db, tokens: string[]): Promise<Known[]> => {
    const hashes = tokens.map(hashOfCallbackToken)
    const { rows } = await sql<Known & { hash: Buffer }>`
      select hash, purpose, null as request from mpesa_doors
      where hash = any(${hashes}::bytea[]) and (until is null or until > now())
      union all
      select q.hear_hash, null, json_build_object('id', q.id, 'checkout', q.checkout_id, 'told', q.told, 'state', q.state,
        'account', q.account, 'cents', p.amount)
      from mpesa_prompts q join payments p on p.id = q.payment_id
      where q.hear_hash = any(${hashes}::bytea[])`.execute(db)
    const found = new Map(rows.map(({ hash, purpose, request }) => [hash.toString('hex'), { purpose, request }]))
    return hashes.map((hash) => found.get(hash.toString('hex')) ?? { purpose: null, request: null })
  },
  { ways: 2 },
)

/** Waits for `ms` milliseconds; 'late' if it takes longer, or fails. */
export function withinMilliseconds<Value>(asked: Promise<Value>, ms: number): Promise<Value | 'late'> {
  let bound: NodeJS.Timeout | undefined
  const over = new Promise<'late'>((resolve) => {
    bound = setTimeout(() => resolve('late'), ms)
  })
  const failed = (error: unknown) => {
    log.error({ err: error }, 'M-Pesa asked, and the database did not answer')
    return 'late' as const
  }
  return Promise.race([asked.catch(failed), over]).finally(() => clearTimeout(bound))
}
